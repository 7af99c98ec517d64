"""What a release holds: the rows of the set and nothing else, in files that load as what they are."""

import errno
import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets import copied, files_of, made, names_in

import memsim
from memsim.check.run import check
from memsim.errors import DatasetError, InputError
from memsim.io import tables
from memsim.io.flat import flat, schema
from memsim.io.folder import block_files, open_block
from memsim.io.folder import files_of as files_in
from memsim.io.manifest import sha256_of
from memsim.publishing.views import write_view

pytestmark = pytest.mark.usefixtures("checked_once")
TEXTS = ("target", "answer", "evidence")


def released(root, out, **options):
    memsim.publish(root, "ada/set", dry_run=True, out=out, **options)
    return out


def rows(folder, pattern):
    return [row for path in sorted(folder.glob(pattern)) for row in pq.read_table(path).to_pylist()]


def test_the_flat_view_joins_the_tables(whole):
    block = open_block(whole, "en-00000.parquet")
    view = flat(block).to_pylist()
    for place, row in enumerate(view):
        parts = {name: block[name].slice(place, 1).to_pylist()[0] for name in ("histories", "questions", "gold")}
        assert row == {
            name: next(part[name] for part in (parts["questions"], parts["gold"], parts["histories"]) if name in part) for name in row
        } | {"messages": parts["histories"]["messages"]}
    assert flat(block, gold=False).column_names == [name for name in view[0] if name not in TEXTS]


def test_a_release_has_every_row_of_the_set_in_each_form(whole, tmp_path):
    out = released(whole, tmp_path / "out")
    for language in ("en", "zh"):
        own = [row for name in files_in(block_files(whole), language) for row in flat(open_block(whole, name)).to_pylist()]
        assert rows(out, f"{language}/test-*.parquet") == own
    for name in tables.SCHEMAS:
        for path in tables.files(whole, name):
            assert (out / path.relative_to(whole)).read_bytes() == path.read_bytes()
    assert {name for name in files_of(whole) if name not in files_of(out)} == set()


def test_a_release_is_a_set_that_keeps_its_promises(whole, tmp_path):
    out = released(whole, tmp_path / "out", croissant=True)
    assert check(out).ok
    assert memsim.load(out).manifest["digest"] == memsim.load(whole).manifest["digest"]
    listed = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert sorted([*listed, "manifest.json"]) == files_of(out)
    assert all(facts == {"bytes": (out / name).stat().st_size, "sha256": sha256_of(out / name)} for name, facts in listed.items())


def test_the_same_set_gives_the_same_bytes(whole, tmp_path):
    one, two = (released(whole, tmp_path / name, croissant=True) for name in ("one", "two"))
    assert files_of(one) == files_of(two)
    assert [name for name in files_of(one) if (one / name).read_bytes() != (two / name).read_bytes()] == []


def test_json_lines_are_published_as_parquet(whole, tmp_path, tmp_path_factory):
    lines = made(tmp_path_factory, 12, format="jsonl")
    out = released(lines, tmp_path / "out")
    assert [name for name in files_of(out) if name.endswith(".jsonl")] == []
    assert check(out).ok
    assert rows(out, "gold/*.parquet") == rows(whole, "gold/*.parquet")


def test_a_held_out_release_has_what_an_agent_may_see_and_nothing_else(secret, tmp_path):
    out = released(secret, tmp_path / "out", gold=False, croissant=True)
    assert {name.partition("/")[0] for name in files_of(out)} == {
        "README.md", "croissant.json", "manifest.json", "en", "zh", "histories", "questions",
    }  # fmt: skip
    for name in ("en", "zh", "questions", "histories"):
        assert not set(TEXTS) & set(pq.read_schema(next((out / name).iterdir())).names)
    gold = rows(secret, "gold/*.parquet")
    text = "".join((out / name).read_text(encoding="utf-8") for name in ("README.md", "croissant.json", "manifest.json"))
    manifest = json.loads((secret / "manifest.json").read_text(encoding="utf-8"))
    told = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest) - set(told) == {"seed", "redraws"}
    assert [set(manifest[part]) - set(told[part]) for part in ("settings", "counts", "scenario")] == [{"seed"}, {"proved"}, set()]
    assert str(manifest["seed"]) not in text
    assert manifest["digest"] in text
    assert [row["answer"] for row in gold if f'"{row["answer"]}"' in text] == []
    assert [row["id"] for row in gold if row["id"] in text] == []


def test_a_held_out_release_is_no_set_to_measure_on(secret, tmp_path):
    with pytest.raises(DatasetError, match="held-out release, published without gold, profiles"):
        memsim.load(released(secret, tmp_path / "out", gold=False))


@pytest.mark.parametrize("seed", [0, 5, -7, 2**63 - 1])
def test_a_seed_that_can_be_found_holds_nothing_back(seed, whole, tmp_path):
    copy = shutil.copytree(whole, tmp_path / "copy")
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    manifest["seed"] = manifest["settings"]["seed"] = seed
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(InputError, match="whoever tries seeds finds it"):
        memsim.publish(copy, "ada/set", gold=False, dry_run=True)


numbers = st.lists(st.lists(st.integers(0, 9), max_size=30), min_size=1, max_size=8)


@given(numbers, st.integers(1, 400))
def test_shards_hold_every_row_once_in_order(tmp_path_factory, blocks, most):
    columns = pa.schema([("n", pa.int64())])
    parts = [pa.table({"n": pa.array(block, pa.int64())}) for block in blocks]
    folder = tmp_path_factory.mktemp("shards") / "en"
    view = write_view(iter(parts), columns, folder, most)
    assert [path.name for path in view.paths] == [f"test-{place:05d}-of-{len(view.paths):05d}.parquet" for place in range(len(view.paths))]
    assert [row for path in view.paths for row in pq.read_table(path)["n"].to_pylist()] == [row for block in blocks for row in block]
    assert view.rows == sum(map(len, blocks))
    sizes = [pq.read_table(path).nbytes for path in view.paths]
    assert all(size <= most or pq.ParquetFile(path).num_row_groups == 1 for path, size in zip(view.paths, sizes, strict=True))
    assert sorted(folder.iterdir()) == sorted(view.paths)


def test_small_shards_load_as_one_view(whole, tmp_path, tmp_path_factory):
    big = made(tmp_path_factory, 40)
    out = released(big, tmp_path / "out", max_shard_size="1KB")
    assert files_of(out / "en") == [f"test-{place:05d}-of-00040.parquet" for place in range(40)]  # each a row, which is not cut
    assert rows(out, "en/*.parquet") == rows(released(big, tmp_path / "one"), "en/*.parquet")
    assert schema().equals(pq.read_schema(out / "en" / "test-00000-of-00040.parquet").remove_metadata())


@pytest.mark.parametrize("size", [10, 30_000, 1_000_000])
def test_no_row_group_is_too_large_to_be_looked_at(size, tmp_path):
    """As in a set with many messages of noise for each real one."""
    table = pa.table({"text": ["x" * size] * 300})
    (path,) = write_view(iter([table]), table.schema, tmp_path / "en", 1 << 40).paths
    groups = [pq.ParquetFile(path).metadata.row_group(place) for place in range(pq.ParquetFile(path).num_row_groups)]
    assert all(group.total_byte_size < 300_000_000 for group in groups)  # above which the Hub's viewer shows none
    assert max(group.num_rows for group in groups) == min(300, 67_108_864 * 300 // table.nbytes)


@pytest.mark.parametrize("size", ["", "-1", "0", "much", "5XB", 0])
def test_a_size_that_is_none_is_refused(whole, size):
    with pytest.raises(InputError, match="max_shard_size"):
        memsim.publish(whole, "ada/set", dry_run=True, max_shard_size=size)


def test_a_place_that_is_taken_is_left_as_it_is(whole, tmp_path, monkeypatch):
    from memsim.publishing import publish

    monkeypatch.setattr(publish, "checked", lambda *_: pytest.fail("checked before the place was looked at"))
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match="is there already"):
        released(whole, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("place", ["copied", "written", "sealed"])
def test_a_full_disk_is_told_with_its_place_and_nothing_is_left(place, whole, hub, tmp_path, monkeypatch):
    from memsim.publishing import publish

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    full = OSError(errno.ENOSPC, "Error writing bytes to file", str(whole / "pool" / "en.parquet"))

    def fails(*_, **__):
        raise full

    target, name = {"copied": (publish.shutil, "copyfile"), "written": (publish, "assemble"), "sealed": (publish, "seal")}[place]
    monkeypatch.setattr(target, name, fails)
    with pytest.raises(InputError, match="No space left on device; nothing was sent") as refused:
        memsim.publish(whole, "ada/set", out=tmp_path / "out")
    assert str(refused.value).startswith(str(tmp_path / ("out" if place == "copied" else "scratch")))
    assert (names_in(tmp_path / "scratch"), hub.repositories, (tmp_path / "out").exists()) == ([], {}, False)


@pytest.mark.usefixtures("hub")
def test_a_file_that_goes_away_after_the_commit_is_not_told_as_nothing_sent(whole, monkeypatch):
    from memsim.publishing import publish

    def pushed(api, release, *_):
        release.files["README.md"].unlink()
        return publish.Pushed("0" * 40)

    monkeypatch.setattr(publish, "push", pushed)
    published = memsim.publish(whole, "ada/set")
    assert (published.commit, published.files["README.md"]) == ("0" * 40, len(published.card.encode()))


@pytest.mark.parametrize("place", ["release", "gold/release", "gold/../release"])
def test_a_release_is_not_put_into_its_set(place, whole, tmp_path):
    root = copied(whole, tmp_path / "set")
    (tmp_path / "link").symlink_to(root, target_is_directory=True)
    for one, other in ((root, root), (root, tmp_path / "link"), (tmp_path / "link", root)):
        with pytest.raises(InputError, match="would be part of the set"):
            released(one, other / place)
    assert files_of(root) == files_of(whole)
