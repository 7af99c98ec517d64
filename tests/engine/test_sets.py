"""Sets: the same rows, digest and bytes whatever the workers, the size, the format or the attempt."""

import pyarrow as pa
import pytest
from sets import digest_of, files_of, made, names_in

import memsim
from memsim.engine.block import BLOCK
from memsim.io import digest, folder, tables

N = BLOCK + 200  # two blocks
TABLES = ("histories", "questions", "gold", "profiles")


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Two blocks in two languages, made by one process; not to be written to."""
    return made(tmp_path_factory, N)


def content(root, table, language="en"):
    """Return all rows of a table in one language."""
    return pa.concat_tables([tables.read(path, table) for path in tables.files(root, table) if path.name.startswith(language)])


def test_two_workers_write_the_same_bytes(large, tmp_path):
    again = memsim.generate("daily", N, seed=5, language="en,zh", out=tmp_path / "set", workers=2)
    assert again.manifest["digest"] == digest_of(large)
    assert files_of(again.path) == files_of(large)
    for name in files_of(large):
        assert (again.path / name).read_bytes() == (large / name).read_bytes(), name


@pytest.mark.parametrize("n", [1, 20])
def test_a_smaller_set_is_the_beginning_of_a_larger(large, tmp_path_factory, n):
    small = made(tmp_path_factory, n)
    for table in TABLES:
        for language in ("en", "zh"):
            assert content(small, table, language).equals(content(large, table, language).slice(0, n)), table


def test_a_set_that_ends_in_the_second_block_is_too(large, tmp_path_factory):
    part = made(tmp_path_factory, BLOCK + 3, language="en")
    for table in TABLES:
        assert content(part, table).equals(content(large, table).slice(0, BLOCK + 3)), table


def test_the_rows_are_numbered_through_the_blocks(large):
    assert content(large, "gold")["index"].to_pylist() == list(range(N))
    assert [path.name for path in tables.files(large, "gold")] == [
        "en-00000.parquet",
        "en-00001.parquet",
        "zh-00000.parquet",
        "zh-00001.parquet",
    ]
    assert tables.read(large / "gold" / "en-00000.parquet", "gold").num_rows == BLOCK


def test_ids_never_repeat(large):
    for table, name in (("questions", "id"), ("histories", "history_id")):
        ids = content(large, table)[name].to_pylist() + content(large, table, "zh")[name].to_pylist()
        assert len(set(ids)) == 2 * N


def test_the_formats_hold_the_same_rows_and_digest(tmp_path_factory):
    parquet, jsonl = made(tmp_path_factory, 40), made(tmp_path_factory, 40, format="jsonl")
    assert digest_of(parquet) == digest_of(jsonl)
    assert [name.replace(".parquet", ".jsonl") for name in files_of(parquet)] == files_of(jsonl)
    assert [row[1:] for row in folder.read_rows(parquet)] == [row[1:] for row in folder.read_rows(jsonl)]
    for table in (*TABLES, "knowledge"):
        assert [tables.read(p, table) for p in tables.files(parquet, table)] == [tables.read(p, table) for p in tables.files(jsonl, table)]


def test_the_manifest_states_the_digest_of_the_rows(large):
    names = [
        (table if table == "knowledge" else f"{table}/{path.stem}", path, table)
        for table in tables.SCHEMAS
        for path in tables.files(large, table)
    ]
    assert digest.set_digest((name, digest.table_digest(tables.read(path, table))) for name, path, table in names) == digest_of(large)


def test_the_place_does_not_matter(tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setenv("LANG", "tr_TR.UTF-8")
    other = memsim.generate("daily", 20, seed=5, language="en,zh", out="some where/ünder", workers=1)
    assert other.path.is_dir()
    small = made(tmp_path_factory, 20)
    for name in files_of(small):
        assert (other.path / name).read_bytes() == (small / name).read_bytes(), name


@pytest.mark.parametrize("options", [{"seed": 6}, {"types": ["single_hop"]}, {"n": 19}, {"language": "en"}])
def test_every_setting_matters(tmp_path, tmp_path_factory, options):
    settings = {"n": 20, "seed": 5, "language": "en,zh", "workers": 1} | options
    assert memsim.generate("daily", out=tmp_path / "set", **settings).manifest["digest"] != digest_of(made(tmp_path_factory, 20))


@pytest.mark.parametrize("seed", [-1, 0, 2**63, 10**30])
def test_any_seed_will_do(tmp_path, seed):
    assert memsim.generate("daily", 3, seed=seed, out=tmp_path / "set").check().ok


def test_nothing_stray_is_left(tmp_path):
    dataset = memsim.generate("daily", 5, out=tmp_path / "set")
    assert names_in(tmp_path) == ["set"]
    assert sorted([*dataset.manifest["files"], "manifest.json"]) == files_of(dataset.path)
    assert [path for path in dataset.path.rglob("*") if path.name.startswith(".")] == []


def test_a_default_folder_is_named_after_the_scenario(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert memsim.generate(n=2).path.resolve() == tmp_path / "generated" / "daily"
