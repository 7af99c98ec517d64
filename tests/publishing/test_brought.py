"""Sets brought from the Hub are those that were published, whole, and nothing else is read or brought whatever a manifest says."""

import json

import pytest
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from sets import copied, manifest_of

import memsim
from memsim.errors import DatasetError, HubError, InputError
from memsim.io.formats.registry import open_set

pytestmark = pytest.mark.usefixtures("checked_once")
REPO = "ada/daily"
ADDRESS = f"hf://{REPO}"
OUTSIDE = (
    "../x",
    "/etc/hostname",
    "a/../../x",
    "..",
    ".",
    "",
    "a//b",
    "a/",
    "C:/x",
    "a\\b",
    "*",
    "gold/*",
    "en/test-0000[0-9].parquet",
    "a?",
    "a\nb",
)


@pytest.fixture
def commit(whole, hub):
    """Changes what was published."""
    memsim.publish(whole, REPO)
    api = HfApi(endpoint=hub.endpoint, token=hub.token)

    def change(*operations):
        api.create_commit(REPO, operations, commit_message="x", repo_type="dataset")

    return change


def listing(name, facts):
    return json.dumps({"files": {name: facts}}).encode()


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_path_that_leads_elsewhere_is_refused(name, commit, hub):
    commit(CommitOperationAdd("manifest.json", listing(name, {"bytes": 1, "sha256": "0" * 64})))
    before = len(hub.log)
    for read in (memsim.load, open_set):
        with pytest.raises(DatasetError, match="expected the path of a file within the folder"):
            read(ADDRESS)
    assert {entry.path.rpartition("/")[2] for entry in hub.log[before:]} == {"manifest.json"}


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_folder_that_lists_such_a_path_is_none_to_publish(name, whole, tmp_path):
    root = copied(whole, tmp_path / "copy")
    with manifest_of(root) as manifest:
        manifest["files"][f"scenario/../{name}"] = {"bytes": 1, "sha256": "0" * 64}
    with pytest.raises(DatasetError, match="expected the path of a file within the folder"):
        memsim.publish(root, REPO, dry_run=True, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "content", [b"no json", b"[]", b"{}", b'{"files": 7}', b"[" * 100_000, listing("a", 7), listing("a", {"sha256": 7})]
)
def test_a_manifest_of_something_else_is_told(content, commit):
    commit(CommitOperationAdd("manifest.json", content))
    with pytest.raises(DatasetError, match="expected"):
        memsim.load(ADDRESS)


@pytest.mark.parametrize("name", ["en/test-00000-of-00001.parquet", "gold/zh-00000.parquet", "knowledge.parquet", "scenario/scenario.yaml"])
def test_a_file_that_was_changed_or_is_gone_is_told(name, commit, hub):
    commit(CommitOperationAdd(name, hub.files(REPO)[name] + b"x"))
    with pytest.raises(DatasetError, match=f"{name} is not the file that manifest.json lists"):
        memsim.load(ADDRESS)
    commit(CommitOperationDelete(name))
    with pytest.raises(DatasetError, match=f"{name} is not there"):
        memsim.load(ADDRESS)


def test_a_file_that_was_damaged_here_is_told_and_is_brought_again(commit, whole):
    path = (memsim.load(ADDRESS).path / "gold" / "en-00000.parquet").resolve()
    path.write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match=f"remove {path} and load again"):
        memsim.load(ADDRESS)
    path.unlink()
    assert list(memsim.load(ADDRESS)) == list(memsim.load(whole))


def test_an_owner_may_go_on_writing_the_card(commit, whole):
    commit(CommitOperationAdd("README.md", b"---\nlicense: mit\n---\n# Mine\n"))
    assert list(memsim.load(ADDRESS)) == list(memsim.load(whole))


def test_what_was_brought_is_published_again_as_it_was(commit, whole, hub, tmp_path):
    memsim.publish(whole, REPO, dry_run=True, out=tmp_path / "out")
    for path, repo in ((ADDRESS, "ada/one"), (tmp_path / "out", "ada/two"), (memsim.load(ADDRESS).path, "ada/three")):
        memsim.publish(path, repo)
        assert list(memsim.load(f"hf://{repo}")) == list(memsim.load(whole))
        same = {name: content for name, content in hub.files(repo).items() if name not in ("README.md", "manifest.json")}
        assert same == {name: hub.files(REPO)[name] for name in same}
        assert set(hub.files(repo)) == set(hub.files(REPO))


def test_a_held_out_release_is_none_to_publish(secret, tmp_path, hub):
    memsim.publish(secret, REPO, gold=False, out=tmp_path / "out")
    for path in (tmp_path / "out", ADDRESS):
        with pytest.raises(DatasetError, match="a held-out release"):
            memsim.publish(path, "ada/again")
    assert set(hub.repositories) == {REPO}


@pytest.mark.parametrize("path", ["hf://ada", "hf://ada/no-such-set"])
def test_an_address_of_nothing_is_none_to_publish(path, hub):
    with pytest.raises((InputError, HubError), match=path):
        memsim.publish(path, REPO)
    assert hub.repositories == {}
