"""What stands on the Hub decides whether a release may go there: nothing is shown, hidden, mixed or taken that was not meant to be."""

import json

import pytest
from huggingface_hub import CommitOperationAdd, HfApi

import memsim
from memsim.errors import InputError

pytestmark = pytest.mark.usefixtures("checked_once")
REPO = "ada/daily"


@pytest.fixture
def api(hub):
    return HfApi(endpoint=hub.endpoint, token=hub.token)


def commit(api, name="notes.txt", content=b"not for everybody", **options):
    api.create_commit(REPO, [CommitOperationAdd(name, content)], commit_message="x", repo_type="dataset", **options)


def empty(api):
    api.create_repo(REPO, repo_type="dataset", private=True)


def in_a_branch(api):
    api.create_branch(REPO, branch="drafts", repo_type="dataset")
    commit(api, revision="drafts")


def in_the_past(api):
    commit(api)
    api.delete_file("notes.txt", REPO, repo_type="dataset")


def under_a_tag(api):
    in_a_branch(api)
    api.create_tag(REPO, tag="v0", revision="drafts", repo_type="dataset")
    api.delete_branch(REPO, branch="drafts", repo_type="dataset")


def in_a_pull_request(api):
    commit(api, create_pr=True)


@pytest.mark.parametrize("hide", [in_a_branch, in_the_past, under_a_tag, in_a_pull_request])
def test_what_a_private_repository_has_elsewhere_is_not_made_public(hide, api, hub, whole):
    empty(api)
    hide(api)
    before = dict(hub.repositories[REPO].commits)
    with pytest.raises(InputError, match="is private, with more than its first commit"):
        memsim.publish(whole, REPO, public=True)
    assert hub.repositories[REPO].private
    assert hub.repositories[REPO].commits == before


def test_an_empty_private_repository_is_made_public_as_asked(api, hub, whole):
    empty(api)
    memsim.publish(whole, REPO, public=True)
    assert not hub.repositories[REPO].private


@pytest.mark.parametrize("filled", [False, True])
def test_a_pull_request_makes_nothing_public_and_says_so(filled, api, hub, whole):
    empty(api)
    if filled:
        memsim.publish(whole, REPO)
    before = dict(hub.repositories[REPO].commits)
    with pytest.raises(InputError, match="is private, which a pull request does not change"):
        memsim.publish(whole, REPO, public=True, create_pr=True)
    assert hub.repositories[REPO].commits == before


@pytest.fixture(params=["main", "branch", "replaced", "pull request"])
def told(request, api, hub, secret, whole):
    """A repository where some commit has the seed that shall be held back."""
    memsim.publish(whole, REPO)
    match request.param:
        case "main":
            memsim.publish(secret, REPO)
        case "branch":
            memsim.publish(secret, REPO, revision="next")
        case "replaced":
            memsim.publish(secret, REPO)
            memsim.publish(whole, REPO, tag="v3")
        case "pull request":
            memsim.publish(secret, REPO, create_pr=True)


@pytest.mark.usefixtures("told")
def test_what_an_earlier_commit_tells_is_not_held_back(hub, secret):
    before = dict(hub.repositories[REPO].commits)
    with pytest.raises(InputError, match="has the seed of this set") as refused:
        memsim.publish(secret, REPO, gold=False, tag="held-out")
    assert str(memsim.load(secret).manifest["seed"]) not in str(refused.value)
    assert hub.repositories[REPO].commits == before


def test_a_held_out_set_goes_where_another_stands_whole_and_its_answers_follow_later(hub, secret, whole):
    memsim.publish(whole, REPO)
    held = memsim.publish(secret, REPO, gold=False)
    assert not [name for name in hub.files(REPO) if name.startswith(("gold/", "profiles/", "scenario/", "knowledge"))]
    rest = memsim.publish(secret, REPO)
    assert rest.files.keys() > held.files.keys()
    assert held.tag == f"{rest.tag}-held-out"
    assert memsim.load(f"hf://{REPO}@{rest.tag}").check().ok


def test_files_that_would_be_taken_for_rows_are_refused(api, hub, whole):
    memsim.publish(whole, REPO)
    for stray in ("en/test-of-mine.parquet", "gold/more.parquet"):
        commit(api, stray, b"PAR1")
        with pytest.raises(InputError, match=f"holds {stray}, which is none of the set there"):
            memsim.publish(whole, REPO, tag="v2")
        api.delete_file(stray, REPO, repo_type="dataset")
    memsim.publish(whole, REPO, tag="v2")


@pytest.mark.parametrize(("options", "says"), [({"tag": "next"}, "name of a branch"), ({"revision": "v1"}, "is a tag there")])
def test_a_tag_is_no_branch_and_a_branch_no_tag(options, says, hub, whole):
    memsim.publish(whole, REPO, tag="v1", revision="next")
    before = dict(hub.repositories[REPO].commits)
    with pytest.raises(InputError, match=says):
        memsim.publish(whole, REPO, **options)
    assert hub.repositories[REPO].commits == before


@pytest.mark.parametrize("options", [{"tag": "main"}, {"tag": "main", "revision": "next"}, {"tag": "next", "revision": "next"}])
def test_a_tag_that_is_named_as_the_branch_is_refused_before_anything_is_asked(options, hub, whole):
    with pytest.raises(InputError, match="is the name of a branch"):
        memsim.publish(whole, REPO, **options)
    assert hub.log == []


def test_a_pull_request_makes_no_branch(hub, whole):
    memsim.publish(whole, REPO)
    with pytest.raises(InputError, match="no branch next; a pull request needs one"):
        memsim.publish(whole, REPO, create_pr=True, revision="next")
    assert set(hub.repositories[REPO].branches) == {"main"}


def test_a_new_branch_begins_where_was_looked(api, hub, whole, monkeypatch):
    """Though `main` moves meanwhile."""
    from memsim.publishing import publish

    memsim.publish(whole, REPO)
    seen, survey = hub.repositories[REPO].branches["main"], publish.survey

    def moved(*given):
        found = survey(*given)
        commit(api)
        return found

    monkeypatch.setattr(publish, "survey", moved)
    made = memsim.publish(whole, REPO, tag="v2", revision="next", licence="mit")
    assert hub.repositories[REPO].commits[made.commit].parent == seen
    assert "notes.txt" not in hub.files(REPO, "next")


def test_a_repository_that_has_another_name_now_is_refused(hub, whole):
    memsim.publish(whole, REPO)
    hub.renamed["ada/once"] = REPO
    with pytest.raises(InputError, match=f"ada/once: is called {REPO} on the Hub"):
        memsim.publish(whole, "ada/once", tag="v2")
    assert len(hub.commits(REPO)) == 2


def test_what_the_hub_keeps_for_itself_stays(api, hub, whole):
    """Whatever the manifest there lists."""
    memsim.publish(whole, REPO)
    manifest = json.loads(hub.files(REPO)["manifest.json"])
    manifest["files"][".gitattributes"] = {"bytes": 1, "sha256": ""}
    commit(api, "manifest.json", json.dumps(manifest).encode())
    memsim.publish(whole, REPO, tag="v2")
    assert ".gitattributes" in hub.files(REPO)
