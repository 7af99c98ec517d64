"""``croissant.json`` loads with the library of ML Commons, and gives the rows of the set."""

import logging

import pyarrow.parquet as pq
import pytest

import memsim
from memsim.io.manifest import sha256_of

pytestmark = [
    pytest.mark.usefixtures("checked_once"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # what reads the file uses old ways of its own libraries
]


@pytest.fixture
def described(whole, tmp_path):
    mlc = pytest.importorskip("mlcroissant")
    logging.getLogger("absl").setLevel(logging.ERROR)
    memsim.publish(whole, "ada/set", dry_run=True, out=tmp_path / "out", croissant=True)
    return tmp_path / "out", mlc.Dataset(str(tmp_path / "out" / "croissant.json"))


def plain(value):
    """A value of the library's as JSON has it: texts are bytes there, names are paths."""
    match value:
        case bytes():
            return value.decode()
        case dict():
            return {name.rpartition("/")[2]: plain(one) for name, one in value.items()}
        case list():
            return [plain(one) for one in value]
        case _:
            return value


def test_nothing_is_wrong_with_it(described):
    _, dataset = described
    assert list(dataset.metadata.ctx.issues.errors) == []


def test_every_file_is_described_with_its_hash(described):
    out, dataset = described
    hashes = {one.uuid: one.sha256 for one in dataset.metadata.distribution}
    assert hashes == {path.relative_to(out).as_posix(): sha256_of(path) for path in out.rglob("*.parquet")}


def test_its_rows_are_those_of_the_flat_view(described):
    out, dataset = described
    for language in ("en", "zh"):
        own = pq.read_table(out / language / "test-00000-of-00001.parquet").to_pylist()
        assert [plain(row) for row in dataset.records(language)] == own


def test_tables_of_several_files_are_several_record_sets(described):
    _, dataset = described
    names = [one.uuid for one in dataset.metadata.record_sets]
    assert {"en", "zh", "histories-0", "histories-1", "gold-0", "knowledge"} <= set(names)
    for name in names:
        assert next(iter(dataset.records(name)))
