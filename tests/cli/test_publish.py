"""`memsim publish` and what reads from the Hub, as installed: in processes of their own, whose Hub is one on this machine."""

import json
import subprocess
import sys

import pytest
from fake_hub import DropRequest, FakeHub, Status
from sets import COMMAND, Ended, made

import memsim

REPO = "ada/daily"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return made(tmp_path_factory, 12)


@pytest.fixture
def hub():
    with FakeHub() as hub:
        yield hub


def run(hub, home, *command, **changes):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, encoding="utf-8", env=hub.environment(home, **changes), check=False
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def child(hub, home, code, *arguments):
    done = run(hub, home, sys.executable, "-c", code, *arguments, HF_HUB_DISABLE_PROGRESS_BARS="1")
    assert done.code == 0, done.err
    return json.loads(done.out.splitlines()[-1])


LOADS = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
import memsim
repo, tag, own = sys.argv[1], sys.argv[2], memsim.load(sys.argv[3])
found = {"configs": get_dataset_config_names(repo), "default": load_dataset(repo, split="test").to_list() == own.to_hf("en").to_list()}
for language in ("en", "zh"):
    rows = own.to_hf(language)
    for streaming in (False, True):
        loaded = load_dataset(repo, language, split="test", revision=tag, streaming=streaming)
        found[f"{language} {streaming}"] = list(loaded) == rows.to_list() and loaded.features == rows.features
for name in ("histories", "questions", "gold", "profiles", "knowledge", "pool"):
    found[name] = len(load_dataset(repo, name, split="test", revision=tag))
found["set"] = memsim.load(f"hf://{repo}@{tag}").check().ok
print(json.dumps(found))
"""


def test_what_is_published_loads_with_datasets_whole_and_streaming(whole, hub, tmp_path):
    done = run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--json")
    assert (done.code, done.err) == (0, "")
    made = json.loads(done.out)
    assert hub.tags(REPO) == {made["tag"]: made["commit"]}
    assert child(hub, tmp_path, LOADS, REPO, made["tag"], whole) == {
        "configs": ["en", "zh", "histories", "questions", "gold", "profiles", "knowledge", "pool"],
        "default": True,
        **{f"{language} {streaming}": True for language in ("en", "zh") for streaming in (False, True)},
        "histories": 24,
        "questions": 24,
        "gold": 24,
        "profiles": 24,
        "knowledge": 9762,
        "pool": 16000,
        "set": True,
    }


def test_commands_take_the_address_of_a_set(whole, hub, tmp_path):
    assert run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--tag", "v1", "--quiet").code == 0
    address = f"hf://{REPO}@v1"
    for command in (
        ("view", address),
        ("stats", address, "--quiet"),
        ("check", address, "--only", "proofs,structure", "--quiet"),
        ("convert", address, tmp_path / "set.csv", "--to", "csv", "--quiet"),
        ("bench", address, "--memory", "bm25", "--reader", "none", "--quiet", "--out", tmp_path / "run"),
        ("rate", address, "--sheet", tmp_path / "sheet", "--n", "2"),
    ):
        done = run(hub, tmp_path, COMMAND, *command)
        assert (command[0], done.code, done.err) == (command[0], 0, "")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert [(one["name"], one["digest"]) for one in manifest["sets"]] == [("daily", memsim.load(whole).manifest["digest"])]


@pytest.mark.parametrize(
    ("fault", "changes", "says"),
    [
        (None, {"HF_TOKEN": "hf_thisIsNoTokenOfAnybody"}, "the Hub does not know the token"),
        (None, {"HF_TOKEN": None}, "no token of the Hugging Face Hub"),
        (None, {"HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE"),
        (None, {"HF_ENDPOINT": "http://127.0.0.1:9"}, "the Hub was not reached"),
        (None, {"HF_ENDPOINT": "http://[bad"}, "expected the address of a server"),
        (("POST", "/commit/", Status(500)), {}, "nothing was published"),
        (("POST", "/commit/", DropRequest(after=900)), {}, "nothing was published"),
    ],
)
def test_what_fails_ends_in_one_line_that_tells_no_token(fault, changes, says, whole, hub, tmp_path):
    if fault is not None:
        hub.fail(*fault)
    done = run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--quiet", **changes)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: ")
    assert done.err.count("\n") == 1
    assert says in done.err
    assert not [token for token in (hub.token, changes.get("HF_TOKEN")) if token and token in done.err]
    assert REPO not in hub.repositories or len(hub.commits(REPO)) == 1


@pytest.mark.parametrize("loud", [{"HF_DEBUG": "1"}, {"HF_HUB_VERBOSITY": "debug"}, {"HF_DEBUG": "1", "HF_HUB_VERBOSITY": "debug"}])
@pytest.mark.parametrize("token", [None, "hf_thisIsNoTokenOfAnybody"])
def test_a_client_that_tells_all_it_does_tells_no_token(loud, token, whole, hub, tmp_path):
    done = run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--json", **loud, **({"HF_TOKEN": token} if token else {}))
    assert (token is None) == (done.code == 0)
    assert (token or hub.token) not in done.out + done.err


INTERRUPTED = """
import sys
import huggingface_hub
from memsim.cli.main import main
def interrupted(*_, **__): raise KeyboardInterrupt
setattr(huggingface_hub.HfApi, sys.argv.pop(1), interrupted)
main()
"""


@pytest.mark.parametrize(
    ("step", "commits"),
    [("whoami", 0), ("repo_info", 0), ("create_repo", 0), ("create_commit", 1), ("create_tag", 2), ("update_repo_settings", 2)],
)
def test_whoever_interrupts_is_told_what_may_stand_there(step, commits, whole, hub, tmp_path):
    command = ("publish", whole, REPO, "--public", "--quiet")
    done = run(hub, tmp_path, sys.executable, "-c", INTERRUPTED, step, *command, HF_HUB_DISABLE_PROGRESS_BARS="1")
    assert (done.code, done.out) == (130, "")
    assert done.err.startswith(f"interrupted; {REPO} has all of it in one commit")
    assert done.err.count("\n") == 1
    assert len(hub.commits(REPO) if REPO in hub.repositories else ()) == commits
    assert REPO not in hub.repositories or hub.repositories[REPO].private


TERMINATED = INTERRUPTED.replace("raise KeyboardInterrupt", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)")


def test_a_signal_to_end_is_told_by_its_own_number(whole, hub, tmp_path):
    command = ("publish", whole, REPO, "--quiet")
    done = run(hub, tmp_path, sys.executable, "-c", TERMINATED, "create_commit", *command, HF_HUB_DISABLE_PROGRESS_BARS="1")
    assert (done.code, done.out) == (143, "")
    assert done.err.startswith("interrupted; ")


def test_only_ways_to_load_that_work_are_told(tmp_path_factory, hub, tmp_path):
    secret = made(tmp_path_factory, 12, seed=123456789012345678901234567890, pool=0)
    held = run(hub, tmp_path, COMMAND, "publish", secret, REPO, "--without-gold")
    assert 'load_dataset("ada/daily", revision="' in held.out
    assert "memsim.load" not in held.out
    assert f'memsim.load("hf://{REPO}@' in run(hub, tmp_path, COMMAND, "publish", secret, REPO).out


MISSES = """
import sys
sys.modules[sys.argv.pop(1)] = None
from memsim.cli.main import main
main()
"""


@pytest.mark.parametrize(
    ("module", "extra"),
    [("huggingface_hub", "hub"), ("datasets", "hub"), ("jinja2", "hub"), ("sklearn", "hub"), ("mlcroissant", "croissant")],
)
def test_what_is_not_installed_is_named_before_anything_is_checked(module, extra, whole, hub, tmp_path):
    done = run(hub, tmp_path, sys.executable, "-c", MISSES, module, "publish", whole, REPO, "--croissant", "--dry-run")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"pip install 'memsim[{extra}]'\n")
    assert done.err.count("\n") == 1
    assert hub.log == []


def test_a_dry_run_shows_files_and_card_without_token_or_hub(whole, hub, tmp_path):
    done = run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--dry-run", HF_TOKEN=None)
    assert (done.code, done.err) == (0, "")
    assert "nothing was sent" in done.out.splitlines()[0]
    assert "en/test-00000-of-00001.parquet" in done.out
    assert "dataset_info:" in done.out
    assert hub.log == []


def test_a_pull_request_is_told_by_its_address(whole, hub, tmp_path):
    run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--quiet")
    done = run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--create-pr")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{REPO}: ")
    assert done.out.endswith(f", proposed: {hub.endpoint}/datasets/{REPO}/discussions/1\n")


MISSING = """
import json, sys
import memsim
found = []
for address in sys.argv[1:]:
    try:
        memsim.load(address)
    except memsim.MemsimError as error:
        found.append([type(error).__name__, str(error)])
print(json.dumps(found))
"""


def test_an_address_that_leads_nowhere_says_where(whole, hub, tmp_path):
    run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--quiet")
    found = child(hub, tmp_path, MISSING, "hf://ada/nothing", f"hf://{REPO}@v9", "hf://daily", "hf:///x", "hf://a/b/c", f"hf://{REPO}@")
    assert [kind for kind, _ in found] == ["HubError", "HubError", *["InputError"] * 4]
    assert "no such repository" in found[0][1]
    assert f"hf://{REPO}@v9: no such revision" in found[1][1]
    assert all("expected hf://OWNER/NAME" in text for _, text in found[2:])


def test_an_endpoint_that_is_no_address_is_told_by_whoever_loads(hub, tmp_path):
    done = run(hub, tmp_path, COMMAND, "view", f"hf://{REPO}", HF_ENDPOINT="http://[bad")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "expected the address of a server" in done.err


def test_what_was_brought_is_there_without_the_hub(whole, hub, tmp_path):
    run(hub, tmp_path, COMMAND, "publish", whole, REPO, "--tag", "v1", "--quiet")
    address = f"hf://{REPO}@v1"
    assert run(hub, tmp_path, COMMAND, "view", address, HF_HUB_OFFLINE="1").code == 2
    seen = run(hub, tmp_path, COMMAND, "view", address)
    assert run(hub, tmp_path, COMMAND, "view", address, HF_HUB_OFFLINE="1") == seen
    assert seen.code == 0
