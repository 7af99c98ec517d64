"""Folders and manifests: what joins, what is refused, what a manifest tells and what it keeps to itself."""

import json
import re
import shutil
import socket
from pathlib import Path

import pytest
import yaml
from sets import copied, files_of, made

from memsim.errors import DatasetError
from memsim.io import folder
from memsim.io.manifest import dump, read_manifest, sha256_of


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of it, to break."""
    return copied(whole, tmp_path / "copy")


def test_rows_join_on_their_history(whole):
    rows = list(folder.read_rows(whole))
    assert len(rows) == 80
    for row in rows:
        assert row.history["history_id"] == row.question["history_id"] == row.gold["history_id"]
        assert row.question["id"] == row.gold["id"]
    assert [row.gold["index"] for row in rows] == [*range(40), *range(40)]


def test_ids_are_unique(whole):
    rows = list(folder.read_rows(whole))
    assert len({row.question["id"] for row in rows}) == len(rows)
    assert len({row.history["history_id"] for row in rows}) == len(rows)


def test_worlds_come_in_the_order_of_the_histories(whole):
    (name, *_) = folder.block_files(whole)
    worlds = list(enumerate(folder.worlds(folder.open_block(whole, name))))
    assert len(worlds) == len(folder.join(folder.open_block(whole, name), name))
    assert len({len(facts) for _, facts in worlds}) == 1
    told = {
        (hint["entity"], hint["attribute"], hint["value"])
        for m in folder.join(folder.open_block(whole, name), name)[0].gold["messages"]
        for hint in m["hints"]
    }
    assert told <= {(entity, attribute, value) for entity, _, attribute, value, _ in worlds[0][1]}


def test_what_an_agent_may_see_holds_no_truth(whole):
    """histories and questions alone name no kind, no entity, no SQL and no target."""
    for name in ("histories", "questions"):
        for row in [getattr(one, {"histories": "history", "questions": "question"}[name]) for one in folder.read_rows(whole)]:
            assert not {"target", "answer", "evidence", "sql", "kind", "hints"} & (set(row) | set((row.get("messages") or [{}])[0]))


@pytest.mark.parametrize("table", ["histories", "questions", "gold", "profiles"])
def test_a_table_without_a_block_is_refused(copy, table):
    shutil.rmtree(copy / table)
    with pytest.raises(DatasetError, match=table):
        folder.block_files(copy)


def test_a_manifest_says_what_fixes_the_rows_and_what_came_of_it(whole):
    manifest = read_manifest(whole)
    assert manifest["scenario"]["name"] == "daily"
    assert manifest["settings"]["languages"] == ["en", "zh"]
    assert manifest["counts"]["questions"] == 80
    assert sum(manifest["counts"]["by_question_type"].values()) == 80
    assert sum(manifest["counts"]["by_topic"].values()) == 80
    assert manifest["counts"]["messages"] == sum(len(row.history["messages"]) for row in folder.read_rows(whole))
    assert manifest["redraws"]


def test_every_file_is_in_the_manifest_with_its_hash(whole):
    manifest = read_manifest(whole)
    assert sorted([*manifest["files"], "manifest.json"]) == files_of(whole)
    for name, facts in manifest["files"].items():
        assert facts == {"bytes": (whole / name).stat().st_size, "sha256": sha256_of(whole / name)}


def test_a_manifest_knows_no_path_no_host_and_no_clock(whole):
    text = (whole / "manifest.json").read_text(encoding="utf-8")
    for secret in (str(whole), str(Path.home()), socket.gethostname(), "/tmp/"):  # noqa: S108 - looked for, not written to
        assert secret not in text
    assert not re.search(r"\d\d:\d\d|\b20\d\d-\d\d-\d\d", text)
    keys = {*read_manifest(whole), *read_manifest(whole)["settings"]}
    assert not {key for key in keys if re.search("time|date|host|path|user|out|workers", key)}
    assert not any(name.startswith("/") or ".." in name for name in read_manifest(whole)["files"])


def test_a_manifest_is_written_in_one_way(whole):
    text = (whole / "manifest.json").read_text(encoding="utf-8")
    assert dump(json.loads(text)) == text
    assert text.endswith("}\n")


def test_the_scenario_is_copied_as_it_is(whole, spec):
    for name, path in spec.sources.items():
        assert (whole / "scenario" / name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert files_of(whole / "scenario") == sorted(spec.sources)


def test_the_card_has_a_head_that_the_hub_can_read(whole):
    text = (whole / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(text.split("---\n")[1])
    assert head["language"] == ["en", "zh"]
    for config in head["configs"]:
        (files,) = config["data_files"]
        assert list(whole.glob(files["path"])), config
    assert read_manifest(whole)["digest"] in text


def test_files_are_of_the_language_before_their_number():
    names = ["pt-00000.parquet", "pt-00001.parquet", "pt-BR-00000.parquet"]
    assert folder.files_of(names, None) == names
    assert folder.files_of(names, "pt") == names[:2]
    assert folder.files_of(names, "pt-BR") == names[2:]
