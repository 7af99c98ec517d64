"""A manifest says all that it should, each in its kind, or it is none."""

import pytest
from sets import copied, made, manifest_of

import memsim
from memsim.errors import DatasetError
from memsim.io.manifest import read_manifest

KEYS = [
    "counts", "digest", "files", "languages", "memsim", "n", "redraws", "scenario", "seed", "settings",
    *(f"scenario.{key}" for key in ("name", "version", "title", "digest")),
    *(f"settings.{key}" for key in ("n", "seed", "languages", "question_types", "eta", "pool")),
    *(f"counts.{key}" for key in ("messages", "questions", "by_question_type")),
]  # fmt: skip
OF_REWRITING = [
    "settings.rewrite",
    *(f"settings.rewrite.{key}" for key in ("what", "model", "tries", "prompts", "constraints")),
    "counts.rewritten",
]
REWRITE = {"what": ["messages"], "model": "stub", "tries": 1, "prompts": {"en": "0"}, "constraints": "strict"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return made(tmp_path_factory, 12)


@pytest.fixture
def rewritten(whole, tmp_path):
    """A set of which its manifest says that a model rewrote it."""
    root = copied(whole, tmp_path / "set")
    with manifest_of(root) as manifest:
        manifest["settings"]["rewrite"], manifest["counts"]["rewritten"] = dict(REWRITE), {"kept at try 1": 1}
    return root


def test_what_generate_writes_is_read(whole, rewritten):
    assert read_manifest(whole)["n"] == 12
    assert read_manifest(rewritten)["settings"]["rewrite"] == REWRITE


@pytest.mark.parametrize("name", [*KEYS, *OF_REWRITING])
@pytest.mark.parametrize("value", [..., None, 7.5, True, [1], [None], {"a": {}}, {"a": []}])
def test_what_is_not_there_or_of_another_kind_is_told_by_its_key(rewritten, name, value):
    *parts, last = name.split(".")
    with manifest_of(rewritten) as manifest:
        place = manifest
        for part in parts:
            place = place[part]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    if name == "settings.rewrite" and value is ...:  # then it says that no model did
        assert memsim.load(rewritten)
        return
    with pytest.raises(DatasetError, match=rf"manifest\.json: {name}[:.].*; expected "):
        memsim.load(rewritten)


@pytest.mark.parametrize("eta", [0, -1])
def test_an_eta_that_is_no_count_is_refused(rewritten, eta):
    with manifest_of(rewritten) as manifest:
        manifest["settings"]["eta"] = eta
    with pytest.raises(DatasetError, match=rf"settings\.eta: {eta}; expected a whole number from 1"):
        read_manifest(rewritten)


@pytest.mark.parametrize("withheld", [None, 3, "gold", ["gold", 1]])
def test_what_is_withheld_is_named_or_told_to_be_none(rewritten, withheld):
    with manifest_of(rewritten) as manifest:
        manifest["withheld"] = withheld
    with pytest.raises(DatasetError, match=r"withheld: .*; expected a list of texts"):
        read_manifest(rewritten)
