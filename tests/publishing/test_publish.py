"""Publishing on a Hub: all of it in one commit, or nothing, and never more than was asked for."""

import copy
import json
import shutil
from contextlib import suppress
from dataclasses import dataclass
from math import inf

import pytest
from fake_hub import DropRequest, Fault, LoseAnswer, Status
from fake_hub_routes import Reply
from hubs import connect
from huggingface_hub import CommitOperationAdd, HfApi
from sets import made, rows_of, seal

import memsim
from memsim.check import report as reports
from memsim.errors import HubError, InputError
from memsim.io.manifest import read_manifest
from memsim.publishing.publish import _tag

pytestmark = pytest.mark.usefixtures("checked_once")
REPO = "ada/daily"


def own(hub, repo=REPO, revision="main"):
    return {name: content for name, content in hub.files(repo, revision).items() if name != ".gitattributes"}


def unchanged(hub, repo=REPO):
    """Nothing but the Hub's own first commit is there, if anything is."""
    return repo not in hub.repositories or (len(hub.commits(repo)) == 1 and not hub.tags(repo) and hub.repositories[repo].private)


def test_one_commit_has_all_of_it_and_a_tag(whole, hub):
    published = memsim.publish(whole, REPO)
    assert len(hub.commits(REPO)) == 2  # the Hub's own and ours
    assert hub.repositories[REPO].private
    assert hub.tags(REPO) == {published.tag: published.commit}
    assert {name: len(content) for name, content in own(hub).items()} == published.files
    assert own(hub)["README.md"].decode() == published.card


def test_what_was_published_is_loaded_as_it_was(whole, hub):
    published = memsim.publish(whole, REPO)
    for address in (f"hf://{REPO}", f"hf://datasets/{REPO}", f"hf://{REPO}@{published.tag}", f"hf://{REPO}@{published.commit}"):
        loaded = memsim.load(address)
        assert list(loaded) == list(memsim.load(whole))
    assert loaded.check().ok


def test_a_second_seed_under_a_second_tag_leaves_the_first_as_it_was(whole, hub, tmp_path_factory):
    other = made(tmp_path_factory, 12, seed=6, language="en")
    first = memsim.publish(whole, REPO)
    before = own(hub)
    second = memsim.publish(other, REPO, tag="v2")
    assert len(hub.commits(REPO)) == 3
    assert hub.tags(REPO) == {first.tag: first.commit, "v2": second.commit}
    assert own(hub, revision=first.tag) == before
    assert set(own(hub)) == set(second.files)  # nothing of the Chinese set is left over
    assert list(memsim.load(f"hf://{REPO}@{first.tag}")) == list(memsim.load(whole))
    assert list(memsim.load(f"hf://{REPO}@v2")) == list(memsim.load(other))


def test_the_same_rows_are_not_published_twice_unawares(whole, hub):
    published = memsim.publish(whole, REPO)
    with pytest.raises(InputError, match=f"tag {published.tag} is taken"):
        memsim.publish(whole, REPO)
    assert len(hub.commits(REPO)) == 2


def test_public_is_only_what_is_meant_to_be(whole, hub):
    memsim.publish(whole, REPO, public=True)
    assert not hub.repositories[REPO].private
    with pytest.raises(InputError, match="is public; expected --public"):
        memsim.publish(whole, REPO, tag="v2")
    memsim.publish(whole, "ada/private")
    with pytest.raises(InputError, match="is private, with a set in it"):
        memsim.publish(whole, "ada/private", tag="v2", public=True)
    assert len(hub.commits("ada/private")) == len(hub.commits(REPO)) == 2


def test_a_repository_of_something_else_is_refused(whole, hub):
    api = HfApi(endpoint=hub.endpoint, token=hub.token)
    api.create_repo(REPO, repo_type="dataset", private=True)
    api.create_commit(REPO, [CommitOperationAdd("data.csv", b"a,b\n")], commit_message="x", repo_type="dataset")
    with pytest.raises(InputError, match=r"holds data\.csv, and no set of memsim"):
        memsim.publish(whole, REPO)
    assert own(hub) == {"data.csv": b"a,b\n"}


def test_files_beside_a_set_stay(whole, hub):
    memsim.publish(whole, REPO)
    api = HfApi(endpoint=hub.endpoint, token=hub.token)
    api.create_commit(REPO, [CommitOperationAdd("eval.yaml", b"name: x\n")], commit_message="x", repo_type="dataset")
    memsim.publish(whole, REPO, tag="v2")
    assert own(hub)["eval.yaml"] == b"name: x\n"
    assert memsim.load(f"hf://{REPO}").check().ok  # which is not of the set, and is not brought


def test_a_pull_request_changes_nothing_but_proposes_all(whole, hub):
    memsim.publish(whole, REPO)
    before = own(hub)
    proposed = memsim.publish(whole, REPO, create_pr=True, licence="cc-by-4.0")
    assert proposed.tag is None
    assert proposed.pull_request.startswith(f"{hub.endpoint}/datasets/{REPO}/discussions/")
    assert own(hub) == before
    assert memsim.load(f"hf://{REPO}@refs/pr/1").check().ok
    with pytest.raises(InputError, match="no such repository; a pull request needs one"):
        memsim.publish(whole, "ada/other", create_pr=True)


def test_a_branch_of_its_own_leaves_main_as_it_was(whole, hub, tmp_path_factory):
    memsim.publish(whole, REPO)
    before = own(hub)
    memsim.publish(made(tmp_path_factory, 12, seed=6), REPO, revision="next")
    assert own(hub) == before
    assert memsim.load(f"hf://{REPO}@next").manifest["seed"] == 6


def test_a_held_out_release_shows_no_answer(secret, hub):
    published = memsim.publish(secret, REPO, gold=False)
    assert not [name for name in own(hub) if name.startswith(("gold/", "profiles/", "scenario/", "pool/", "knowledge"))]
    assert published.tag == _tag(memsim.load(secret).manifest, gold=False)
    assert str(memsim.load(secret).manifest["seed"]) not in str(hub.commits(REPO))


FAULTS = {
    "wrong token": ("GET", "/api/whoami", Status(401, "Invalid credentials"), "the Hub does not know the token"),
    "no right to make it": ("POST", "/api/repos/create", Status(403, "No rights"), "the token may not do this"),
    "refused commit": ("POST", "/commit/", Status(500), "the Hub refused it (500"),
    "too many requests": ("POST", "/commit/", Status(429), "the Hub asks to wait"),
    "moved meanwhile": ("POST", "/commit/", Status(412, "Precondition failed"), "something else was committed there meanwhile (412"),
    "name taken unseen": ("POST", "/api/repos/create", Status(409, "You already created this dataset repo"), "the name is taken (409"),
    "dropped commit": ("POST", "/commit/", DropRequest(after=500), "was not reached, or went away"),
    "no large files": ("PUT", "/large/", Status(500), "the Hub refused it (500"),
    "dropped upload": ("PUT", "/large/", DropRequest(after=500), "was not reached, or went away"),
    "no batch": ("POST", r"/info/lfs/objects/batch", Status(500), "500"),
    "no preupload": ("POST", "/preupload/", DropRequest(), "was not reached, or went away"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_whatever_fails_nothing_is_half_published_and_the_token_is_not_told(name, whole, hub):
    method, path, fault, says = FAULTS[name]
    hub.fail(method, path, fault, times=inf)
    with pytest.raises(HubError) as failed:
        memsim.publish(whole, REPO, public=True)
    assert says in str(failed.value)
    assert hub.token not in str(failed.value)
    assert "\n" not in str(failed.value)
    assert unchanged(hub)


@dataclass(frozen=True)
class Says(Fault):
    """As a server that is none of the Hub's, which HF_ENDPOINT names by mistake."""

    body: bytes

    def befall(self, exchange):
        exchange.read()
        exchange.send(Reply(200, self.body, {"Content-Type": "application/json"}))


@pytest.mark.parametrize("path", ["/api/whoami", f"/api/datasets/{REPO}$", "/refs$", "/api/repos/create", "/commit/"])
@pytest.mark.parametrize("body", [b"{}", b"[]", b"null", b'"x"', b'{"name": 7}', b"<html></html>", b""])
def test_an_answer_that_is_nothing_of_a_hub_ends_in_one_line(path, body, whole, hub):
    if path == "/refs$":
        HfApi(endpoint=hub.endpoint, token=hub.token).create_repo(REPO, repo_type="dataset", private=True)
    hub.fail("*", path, Says(body), times=inf)
    with suppress(HubError):  # whoever says who somebody is may say so in any way
        memsim.publish(whole, REPO)
    assert unchanged(hub) or path == "/api/whoami"


def test_after_a_failure_the_same_command_goes_on(whole, hub):
    hub.fail("POST", "/commit/", Status(500))
    with pytest.raises(HubError, match="nothing was published: run the command again"):
        memsim.publish(whole, REPO, public=True)
    memsim.publish(whole, REPO, public=True)
    assert len(hub.commits(REPO)) == 2
    assert not hub.repositories[REPO].private


def test_an_answer_that_is_lost_is_no_commit_that_was_not_made(whole, hub):
    hub.fail("POST", "/commit/", LoseAnswer())
    with pytest.raises(HubError, match="is there since, without a tag"):
        memsim.publish(whole, REPO)
    published = memsim.publish(whole, REPO)
    assert len(hub.commits(REPO)) == 2
    assert hub.tags(REPO) == {published.tag: hub.commits(REPO)[0].sha}


def test_a_hub_that_is_gone_after_a_commit_leaves_the_question_open(whole, hub):
    hub.fail("POST", "/commit/", LoseAnswer())
    hub.fail("GET", f"/api/datasets/{REPO}/revision/", Status(500), times=inf)
    with pytest.raises(HubError, match="whether anything was published is not known"):
        memsim.publish(whole, REPO)


@pytest.mark.parametrize(
    ("method", "path", "says"),
    [
        ("POST", "/tag/", "but not tagged"),
        ("PUT", "/settings", "but still private"),
    ],
)
def test_what_fails_after_the_commit_says_what_stands_there(method, path, says, whole, hub):
    hub.fail(method, path, Status(500), times=inf)
    with pytest.raises(HubError, match=says):
        memsim.publish(whole, REPO, public=True)
    assert len(hub.commits(REPO)) == 2
    assert hub.repositories[REPO].private


def test_a_wrong_token_is_told_before_anything_is_checked_and_is_never_shown(whole, hub, monkeypatch, tmp_path):
    from memsim.publishing import publish

    monkeypatch.setattr(publish, "checked", lambda *_: pytest.fail("checked"))
    connect(hub, monkeypatch, tmp_path / "home", "hf_wrongwrongwrong")
    with pytest.raises(HubError, match="the Hub does not know the token") as failed:
        memsim.publish(whole, REPO)
    assert "hf_wrongwrongwrong" not in str(failed.value)
    assert hub.repositories == {}


@pytest.mark.parametrize("token", ["hf_übertoken123", "\u200bhf_abcdefghijkl"])
def test_what_cannot_be_a_token_is_told_and_not_shown(token, whole, hub, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", token)
    with pytest.raises(InputError, match="characters that no token has") as refused:
        memsim.publish(whole, REPO)
    assert token not in str(refused.value)
    assert hub.log == []


def test_without_a_token_nothing_is_asked(whole, hub, monkeypatch):
    monkeypatch.delenv("HF_TOKEN")
    with pytest.raises(InputError, match="no token"):
        memsim.publish(whole, REPO)
    assert hub.log == []


def test_a_dry_run_asks_nobody(whole, hub):
    published = memsim.publish(whole, REPO, dry_run=True)
    assert published.commit is None
    assert hub.log == []


@pytest.mark.parametrize(
    "repo", ["daily", "ada/", "/daily", "ada/daily/more", "ada/da ily", "ada/daily@v1", "ädä/x", "", "ada/a..b", "ada/x.git", "ada/-x"]
)
def test_a_name_that_the_hub_would_not_take_is_refused(repo, whole, hub):
    with pytest.raises(InputError):
        memsim.publish(whole, repo)
    assert hub.repositories == {}


@pytest.mark.parametrize("option", ["tag", "revision"])
@pytest.mark.parametrize(
    "name", ["", "a b", "v1~", "-x y", "ü", "a//b", "a..b", "/a", "a/", "x.lock", "@{", "refs/pr/1", "refs/heads/main", "a" * 201]
)
def test_a_name_that_git_would_not_take_for_a_tag_or_a_branch_is_refused(option, name, whole, hub):
    with pytest.raises(InputError, match=option):
        memsim.publish(whole, REPO, **{option: name})
    assert hub.log == []


def test_a_tag_on_a_pull_request_is_refused(whole, hub):
    with pytest.raises(InputError, match="a pull request has no tag"):
        memsim.publish(whole, REPO, tag="v1", create_pr=True)


@pytest.mark.parametrize("repo", ["daily", "hf://ada/daily", "datasets/ada/daily", ""])
def test_what_is_no_owner_and_name_is_told_in_words_of_ours(repo, whole):
    with pytest.raises(InputError, match="expected OWNER/NAME"):
        memsim.publish(whole, repo, dry_run=True)


@pytest.fixture
def broken(whole, tmp_path):
    """A set with an answer that its messages do not tell."""
    copy = shutil.copytree(whole, tmp_path / "broken")
    with rows_of(copy, "gold") as rows:
        rows[0]["target"] = "ABCD"[("ABCD".index(rows[0]["target"]) + 1) % 4]
    seal(copy)
    return copy


def test_a_set_that_breaks_a_promise_is_not_published(broken, hub, monkeypatch):
    from memsim.publishing import checking, publish

    monkeypatch.setattr(publish, "checked", checking.checked)
    with pytest.raises(InputError, match=r"not every promise is kept \(\d failures: en-00000\.parquet row 0 \(.*\): promise 1, answer: "):
        memsim.publish(broken, REPO)
    assert unchanged(hub)


@pytest.mark.parametrize("promise", range(1, 13))
@pytest.mark.parametrize("constraints", ["strict", "soft", "zero"])
def test_texts_without_a_guard_excuse_nothing_but_texts(promise, constraints, whole, found, monkeypatch):
    from memsim.publishing import checking

    report = copy.deepcopy(found.report)
    report.add(promise, [reports.Fault(promise, "en-00000.parquet", 0, "q-0", "is wrong")])
    monkeypatch.setattr(checking, "check", lambda *_, **__: report)
    monkeypatch.setattr(checking, "audit", lambda *_, **__: found.audit)
    manifest = read_manifest(whole)
    manifest["settings"]["rewrite"] = {"constraints": constraints}
    if promise in {6, 8} and constraints != "strict":
        assert checking.checked(whole, manifest).report is report
    else:
        with pytest.raises(InputError, match=rf"1 failures: en-00000\.parquet row 0 \(q-0\): promise {promise}, "):
            checking.checked(whole, manifest)


def test_push_to_hub_is_publish(whole, hub):
    published = memsim.load(whole).push_to_hub(REPO, tag="v1")
    assert hub.tags(REPO) == {"v1": published.commit}


def test_a_manifest_that_is_none_of_ours_is_left_alone(whole, hub):
    api = HfApi(endpoint=hub.endpoint, token=hub.token)
    api.create_repo(REPO, repo_type="dataset", private=True)
    for content in (b"no json", b"[]", b"{}", json.dumps({"files": 7}).encode()):
        api.create_commit(REPO, [CommitOperationAdd("manifest.json", content)], commit_message="x", repo_type="dataset")
        with pytest.raises(InputError, match=r"its manifest\.json is none of memsim"):
            memsim.publish(whole, REPO)
        assert own(hub) == {"manifest.json": content}
