"""The fake Hub is to its real clients what the real one is, and fails as it is told to."""

import io
import json
import subprocess
import sys
from math import inf

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_hub import CutAnswer, DropRequest, FakeHub, LoseAnswer, Slow, Status
from huggingface_hub import CommitOperationAdd, CommitOperationDelete
from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError, HTTPError, RepositoryNotFoundError, RevisionNotFoundError

REPO = "ada/set"
CARD = """---
license: cc0-1.0
configs:
- {config_name: one, data_files: one/*.parquet}
- {config_name: two, data_files: two/*.parquet}
---
# A set
"""


@pytest.fixture
def hub():
    with FakeHub() as hub:
        yield hub


@pytest.fixture
def api(hub, monkeypatch):
    """A client of a Hub that has one repository, without files."""
    api = hub.api(monkeypatch)
    api.create_repo(REPO, repo_type="dataset")
    return api


def parquet(**columns):
    written = io.BytesIO()
    pq.write_table(pa.table(columns), written)
    return written.getvalue()


def committed(api, files, deleted=(), **options):
    """Commit files, by path, and deletions."""
    operations = [CommitOperationAdd(path, content) for path, content in files.items()] + [CommitOperationDelete(path) for path in deleted]
    return api.create_commit(REPO, operations, commit_message="a change", repo_type="dataset", **options)


def own_files(hub, revision="main"):
    return {path: content for path, content in hub.files(REPO, revision).items() if path != ".gitattributes"}


def fetched(api, tmp_path, revision):
    """All files of a revision, as a snapshot brings them."""
    folder = api.snapshot_download(
        REPO, repo_type="dataset", revision=revision, local_dir=tmp_path / "snapshot", cache_dir=tmp_path / "cache"
    )
    paths = [path for path in (tmp_path / "snapshot").rglob("*") if path.is_file() and ".cache" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def statuses(hub, method, part):
    """The statuses of the requests of a method whose paths have a part, in order."""
    return [status for known, path, status in hub.log if known == method and part in path]


def test_a_repository_is_made_once(api, hub):
    with pytest.raises(HfHubHTTPError, match="already created") as error:
        api.create_repo(REPO, repo_type="dataset")
    assert error.value.response.status_code == 409
    assert api.create_repo(REPO, repo_type="dataset", exist_ok=True).repo_id == REPO
    api.delete_repo(REPO, repo_type="dataset")
    assert not api.repo_exists(REPO, repo_type="dataset")


def test_a_repository_begins_with_the_attributes_of_the_hub_alone(api, hub):
    assert list(hub.files(REPO)) == [".gitattributes"]
    assert [commit.title for commit in hub.commits(REPO)] == ["initial commit"]


@pytest.mark.parametrize("private", [True, False])
def test_only_the_token_opens_what_is_private(api, hub, monkeypatch, private):
    api.update_repo_settings(REPO, private=private, repo_type="dataset")
    assert api.dataset_info(REPO).private is private
    assert api.repo_exists(REPO, repo_type="dataset", token=False) is not private


def test_a_commit_keeps_small_and_large_files(api, hub):
    files = {"README.md": CARD.encode(), "one/rows.parquet": parquet(a=[1, 2])}
    made = committed(api, files)
    info = api.dataset_info(REPO, files_metadata=True)
    assert own_files(hub) == files
    assert (info.sha, info.card_data.license, info.tags) == (made.oid, "cc0-1.0", ["license:cc0-1.0"])
    assert {one.rfilename: (one.size, one.lfs is not None) for one in info.siblings if one.rfilename in files} == {
        "README.md": (len(CARD), False),
        "one/rows.parquet": (len(files["one/rows.parquet"]), True),
    }
    assert [commit.commit_id for commit in api.list_repo_commits(REPO, repo_type="dataset")] == [one.sha for one in hub.commits(REPO)]


def test_what_is_there_already_is_not_sent_again(api, hub):
    files = {"rows.parquet": parquet(a=[1]), "notes.txt": b"as they were"}
    first, again = committed(api, files), committed(api, files)
    assert first.oid == again.oid
    committed(api, {"copy.parquet": files["rows.parquet"]})
    assert statuses(hub, "PUT", "/large/") == [200]


def test_a_tag_keeps_what_it_was_put_on(api, hub, tmp_path):
    committed(api, {"rows.parquet": parquet(a=[1]), "notes.txt": b"old"})
    api.create_tag(REPO, tag="v1", repo_type="dataset")
    before = own_files(hub, "v1")
    committed(api, {"rows.parquet": parquet(a=[1, 2])}, deleted=["notes.txt"])
    assert list(own_files(hub)) == ["rows.parquet"]
    assert own_files(hub, "v1") == before
    assert fetched(api, tmp_path, "v1") == hub.files(REPO, "v1")
    assert api.list_repo_files(REPO, repo_type="dataset", revision=hub.tags(REPO)["v1"]) == sorted(hub.files(REPO, "v1"))


def test_tags_and_branches_are_made_once_and_may_go(api, hub):
    committed(api, {"notes.txt": b"new"})
    named = {"repo_id": REPO, "repo_type": "dataset"}
    for make in (lambda: api.create_tag(tag="x/1", **named), lambda: api.create_branch(branch="x/1", **named)):
        make()
        with pytest.raises(HfHubHTTPError, match="exists already") as error:
            make()
        assert error.value.response.status_code == 409
    refs = api.list_repo_refs(**named)
    assert [one.ref for one in refs.branches + refs.tags] == ["refs/heads/main", "refs/heads/x/1", "refs/tags/x/1"]
    api.delete_tag(tag="x/1", **named)
    api.delete_branch(branch="x/1", **named)
    with pytest.raises(RevisionNotFoundError):
        api.delete_tag(tag="x/1", **named)
    assert (hub.tags(REPO), list(hub.repositories[REPO].branches)) == ({}, ["main"])


def test_a_commit_on_what_has_moved_on_is_refused(api, hub):
    parent = api.dataset_info(REPO).sha
    committed(api, {"notes.txt": b"1"}, parent_commit=parent)
    with pytest.raises(HfHubHTTPError, match="A commit has happened since") as error:
        committed(api, {"notes.txt": b"2"}, parent_commit=parent)
    assert error.value.response.status_code == 412
    assert own_files(hub) == {"notes.txt": b"1"}


def test_a_pull_request_leaves_main_as_it_is(api, hub, tmp_path):
    asked = committed(api, {"notes.txt": b"asked"}, create_pr=True)
    assert asked.pr_revision == "refs/pr/1"
    assert own_files(hub) == {}
    assert api.list_repo_refs(REPO, repo_type="dataset").pull_requests is None
    (pull,) = api.list_repo_refs(REPO, repo_type="dataset", include_pull_requests=True).pull_requests
    assert (pull.ref, pull.target_commit) == ("refs/pr/1", asked.oid)
    assert fetched(api, tmp_path, "refs/pr/1")["notes.txt"] == b"asked"


def test_long_listings_come_in_pages(api, hub):
    files = {f"a/{n}/{name}.txt": b"text" for n in range(3) for name in "xy"}
    committed(api, files)
    hub.page_size = 2
    assert [path for path in api.list_repo_files(REPO, repo_type="dataset") if path in files] == sorted(files)
    assert [one.path for one in api.list_repo_tree(REPO, "a", repo_type="dataset")] == ["a/0", "a/1", "a/2"]
    assert [one.path for one in api.get_paths_info(REPO, ["a/1", "a/1/x.txt", "gone"], repo_type="dataset")] == ["a/1", "a/1/x.txt"]


def test_folders_are_deleted_whole(api, hub):
    committed(api, {"a/x.txt": b"1", "a/b/y.txt": b"2", "ab.txt": b"3"})
    committed(api, {}, deleted=["a/"])
    assert own_files(hub) == {"ab.txt": b"3"}


@pytest.mark.parametrize(
    ("error", "ask"),
    [
        (RepositoryNotFoundError, lambda api: api.dataset_info("ada/none")),
        (RevisionNotFoundError, lambda api: api.dataset_info(REPO, revision="none")),
        (RevisionNotFoundError, lambda api: api.create_tag(REPO, tag="v1", revision="none", repo_type="dataset")),
        (RevisionNotFoundError, lambda api: committed(api, {"notes.txt": b"1"}, revision="none")),
        (EntryNotFoundError, lambda api: api.hf_hub_download(REPO, "none.txt", repo_type="dataset")),
        (EntryNotFoundError, lambda api: list(api.list_repo_tree(REPO, "none", repo_type="dataset"))),
        (EntryNotFoundError, lambda api: committed(api, {}, deleted=["none.txt"])),
        (ValueError, lambda api: committed(api, {"README.md": b"---\nlicense: [\n---\n"})),
    ],
)
def test_what_is_missing_or_broken_is_told_as_the_real_hub_tells_it(api, hub, tmp_path, error, ask):
    with pytest.raises(error):
        ask(api)
    assert len(hub.commits(REPO)) == 1


_WRITES = {
    "create": lambda api: api.create_repo("ada/new", repo_type="dataset"),
    "commit": lambda api: committed(api, {"notes.txt": b"1"}),
    "tag": lambda api: api.create_tag(REPO, tag="v1", repo_type="dataset"),
    "settings": lambda api: api.update_repo_settings(REPO, private=True, repo_type="dataset"),
}


@pytest.mark.parametrize("write", _WRITES.values(), ids=_WRITES)
@pytest.mark.parametrize("token", ["hf_wrong", False], ids=["wrong", "none"])
def test_nobody_writes_without_the_token(api, hub, monkeypatch, token, write):
    api.token = token
    with pytest.raises(HfHubHTTPError) as error:
        write(api)
    assert error.value.response.status_code == 401
    assert hub.authorizations[-1] == ("Bearer hf_wrong" if token else None)
    assert (len(hub.commits(REPO)), hub.tags(REPO), list(hub.repositories), hub.repositories[REPO].private) == (1, {}, [REPO], False)


def test_the_token_says_who_came(api):
    assert api.whoami()["name"] == "ada"
    with pytest.raises(HfHubHTTPError, match="Invalid user token"):
        api.whoami(token="hf_wrong")  # noqa: S106


def test_names_of_others_are_closed(api):
    assert api.create_repo("lab/set", repo_type="dataset").repo_id == "lab/set"
    with pytest.raises(HfHubHTTPError, match="rights") as error:
        api.create_repo("eve/set", repo_type="dataset")
    assert error.value.response.status_code == 403


@pytest.mark.parametrize("status", [401, 403, 413, 429, 500])
def test_a_status_is_answered_as_often_as_told(api, hub, status):
    hub.fail("POST", "/commit/", Status(status, "not now"), times=2)
    for _ in range(2):
        with pytest.raises(HfHubHTTPError) as error:
            committed(api, {"notes.txt": b"1"})
        assert (error.value.response.status_code, own_files(hub)) == (status, {})
    committed(api, {"notes.txt": b"1"})
    assert own_files(hub) == {"notes.txt": b"1"}
    assert statuses(hub, "POST", "/commit/") == [status, status, 200]


def test_a_fault_waits_for_its_turn(api, hub):
    hub.fail("PUT", "/large/", Status(403), after=1, times=inf)
    with pytest.raises(RuntimeError, match="Error while uploading"):
        committed(api, {f"{n}.parquet": parquet(a=[n]) for n in range(2)}, num_threads=1)
    assert statuses(hub, "PUT", "/large/") == [200, 403]
    assert own_files(hub) == {}


def test_an_upload_that_is_cut_off_is_sent_again(api, hub, tmp_path):
    large = tmp_path / "rows.parquet"
    large.write_bytes(bytes(3_000_000))
    hub.fail("PUT", "/large/", DropRequest(after=1_000_000))
    committed(api, {"rows.parquet": large})
    assert statuses(hub, "PUT", "/large/") == [None, 200]
    assert own_files(hub) == {"rows.parquet": large.read_bytes()}


@pytest.mark.parametrize(("fault", "kept"), [(DropRequest(), {}), (LoseAnswer(), {"notes.txt": b"1"})])
def test_a_commit_whose_connection_ends_is_made_or_not(api, hub, fault, kept):
    hub.fail("POST", "/commit/", fault)
    with pytest.raises(HTTPError) as error:  # of the library that the client uses, which is another from version to version
        committed(api, {"notes.txt": b"1"})
    assert not isinstance(error.value, HfHubHTTPError)
    assert own_files(hub) == kept


def test_a_download_that_is_cut_off_is_tried_again(api, hub, tmp_path):
    committed(api, {"rows.parquet": bytes(range(256)) * 100})
    hub.fail("GET", "/resolve/", CutAnswer(after=1000))
    path = api.hf_hub_download(REPO, "rows.parquet", repo_type="dataset", local_dir=tmp_path)
    assert statuses(hub, "GET", "/resolve/") == [200, 200]
    assert (tmp_path / path).read_bytes() == own_files(hub)["rows.parquet"]


@pytest.mark.parametrize(
    ("asked", "status", "content"),
    [
        ("bytes=2-4", 206, b"234"),
        ("bytes=7-", 206, b"789"),
        ("bytes=7-99", 206, b"789"),
        ("bytes=-2", 206, b"89"),
        ("bytes=10-", 416, None),
        ("lines=1-2", 200, b"0123456789"),
    ],
)
def test_a_part_of_a_file_may_be_asked_for(api, hub, asked, status, content):
    committed(api, {"digits.txt": b"0123456789"})
    answer = httpx.get(f"{hub.endpoint}/datasets/{REPO}/resolve/main/digits.txt", headers={"Range": asked})
    assert answer.status_code == status
    assert content in {None, answer.content}


def test_a_slow_answer_is_waited_for_no_longer_than_the_client_says(api, hub):
    hub.fail("GET", f"/api/datasets/{REPO}$", Slow(600))
    with pytest.raises(HTTPError) as error:
        api.dataset_info(REPO, timeout=0.1)
    assert type(error.value).__name__ == "ReadTimeout"
    assert api.dataset_info(REPO).id == REPO


def test_an_error_of_the_fake_itself_is_not_hidden(monkeypatch):
    def ask():
        with FakeHub() as hub:
            hub.repositories = None
            with pytest.raises(HfHubHTTPError, match="The fake Hub failed"):
                hub.api(monkeypatch).create_repo(REPO, repo_type="dataset")

    with pytest.raises(TypeError):
        ask()


_READ = """
import json
from datasets import Dataset, get_dataset_config_names, load_dataset

repo = "ada/set"
told = {
    "configs": get_dataset_config_names(repo),
    "old": load_dataset(repo, "one", revision="v1", split="train")["a"][:],
    "new": load_dataset(repo, "one", split="train")["a"][:],
    "asked": load_dataset(repo, "one", revision="refs/pr/1", split="train")["a"][:],
    "two": [row["b"] for row in load_dataset(repo, "two", split="train", streaming=True)],
}
Dataset.from_dict({"c": [7]}).push_to_hub("ada/pushed", "three", private=True)
told["pushed"] = load_dataset("ada/pushed", "three", split="train")["c"][:]
print(json.dumps(told))
"""


def test_datasets_reads_configs_and_revisions_and_writes_its_own(api, hub, tmp_path):
    committed(
        api, {"README.md": CARD.encode(), "one/rows.parquet": parquet(a=[1, 2]), "two/rows.parquet": parquet(b=["x"])}, revision="main"
    )
    api.create_tag(REPO, tag="v1", repo_type="dataset")
    committed(api, {"one/rows.parquet": parquet(a=[3])})
    committed(api, {"one/rows.parquet": parquet(a=[4])}, create_pr=True)
    api.update_repo_settings(REPO, private=True, repo_type="dataset")
    told = subprocess.run([sys.executable, "-c", _READ], env=hub.environment(tmp_path), check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == {"configs": ["one", "two"], "old": [1, 2], "new": [3], "asked": [4], "two": ["x"], "pushed": [7]}
    assert hub.repositories["ada/pushed"].private
    assert {path.split("/")[0] for path in hub.files("ada/pushed")} == {".gitattributes", "README.md", "three"}
