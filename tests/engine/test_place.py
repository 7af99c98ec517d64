"""Where a dataset is written: never over anything that is not one, and by one process at a time."""

import json
from pathlib import Path

import pytest
from sets import names_in

import memsim
from memsim.engine.build import Build, check_target, locked, restore
from memsim.errors import InputError


@pytest.fixture
def small(tmp_path):
    return memsim.generate("daily", 2, out=tmp_path / "set").path


def interrupted(monkeypatch, out):
    """Build five trajectories, and stop when all blocks are done."""

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(Build, "finish", stop)
        with pytest.raises(KeyboardInterrupt):
            memsim.generate("daily", 5, out=out)


@pytest.mark.parametrize("content", ['{"name": "my extension"}', '{"schema_version": 1}', "[]", ""])
def test_a_folder_with_another_manifest_is_not_ours(tmp_path, content):
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "manifest.json").write_text(content, encoding="utf-8")
    (tmp_path / "web" / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"):
        memsim.generate("daily", 2, out=tmp_path / "web")
    assert (tmp_path / "web" / "thesis.txt").read_text(encoding="utf-8") == "years of work"


def test_a_file_of_the_user_in_a_dataset_is_kept(small):
    (small / "notes.md").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"notes\.md"):
        memsim.generate("daily", 3, out=small)
    assert (small / "notes.md").is_file()


def test_a_foreign_folder_where_the_build_would_stand_is_kept(tmp_path):
    (tmp_path / ".set.partial").mkdir()
    (tmp_path / ".set.partial" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"):
        memsim.generate("daily", 2, out=tmp_path / "set")
    assert (tmp_path / ".set.partial" / "mine.txt").is_file()


def test_two_processes_do_not_write_one_place(tmp_path):
    with locked(tmp_path / "set"), pytest.raises(InputError, match="another process"):
        memsim.generate("daily", 2, out=tmp_path / "set")
    memsim.generate("daily", 2, out=tmp_path / "set")
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_a_finished_set_is_not_resumed_with_other_settings(small):
    with pytest.raises(InputError, match="seed 0, now 9"):
        memsim.generate("daily", 2, seed=9, out=small, resume=True)


def test_a_move_cut_short_brings_the_old_set_back(small):
    small.rename(small.with_name(".set.old"))
    restore(small)
    assert len(memsim.load(small)) == 2


def test_a_block_whose_file_is_gone_is_made_again(tmp_path, monkeypatch):
    whole = memsim.generate("daily", 5, out=tmp_path / "whole").manifest["digest"]
    interrupted(monkeypatch, tmp_path / "set")
    (tmp_path / ".set.partial" / "gold" / "en-00000.parquet").write_bytes(b"")
    assert memsim.generate("daily", 5, out=tmp_path / "set", resume=True).manifest["digest"] == whole


def test_another_version_does_not_resume(tmp_path, monkeypatch):
    interrupted(monkeypatch, tmp_path / "set")
    path = tmp_path / ".set.partial" / "settings.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"memsim": "0.0.1"}), encoding="utf-8")
    with pytest.raises(InputError, match=r"memsim '0\.0\.1'"):
        memsim.generate("daily", 5, out=tmp_path / "set", resume=True)


@pytest.mark.parametrize("there", [True, False])
def test_a_set_goes_where_a_link_leads_and_the_link_stays(tmp_path, there):
    """As to a larger disk, and the second time as the first."""
    target, link = tmp_path / "disk" / "set", tmp_path / "set"
    target.parent.mkdir()
    if there:
        target.mkdir()
    link.symlink_to(target)
    for n in (2, 3):
        assert len(memsim.generate("daily", n, out=link)) == n
        assert link.readlink() == target
        assert (names_in(tmp_path), names_in(target.parent)) == (["disk", "set"], ["set"])


@pytest.mark.parametrize("place", [".", "..", "../set"])
def test_the_folder_that_one_stands_in_is_not_moved_away(tmp_path, monkeypatch, place):
    inside = tmp_path / "set" / "gold"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside if place == ".." else inside.parent)
    before = names_in(tmp_path / "set")
    with pytest.raises(InputError, match="run from within it"):
        memsim.generate("daily", 2, out=place)
    assert names_in(tmp_path / "set") == before


@pytest.mark.parametrize("out", ["hf://ada/set", "hf:/ada/set", Path("hf://ada/set@v1"), "hf://ada"])
def test_an_address_of_the_hub_is_no_folder(tmp_path, monkeypatch, out):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="address"):
        memsim.generate("daily", 2, out=out)
    assert names_in(tmp_path) == []


def test_a_link_to_itself_is_told_before_anything_is_made(tmp_path):
    (tmp_path / "set").symlink_to("set")
    with pytest.raises(InputError, match="is a link to itself"):
        memsim.generate("daily", 2, out=tmp_path / "set")
    assert names_in(tmp_path) == ["set"]


def test_a_working_folder_that_is_gone_is_in_no_place(tmp_path, monkeypatch):
    gone, out = tmp_path / "gone", tmp_path / "set"
    gone.mkdir()
    out.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    check_target(out)
