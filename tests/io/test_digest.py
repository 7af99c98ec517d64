"""The digest is that of rows: whatever the file format, the row groups, the encoding or the chunks, and nothing else."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets import made

from memsim.io import tables
from memsim.io.digest import set_digest, table_digest

NAMES = ("histories", "questions", "gold", "profiles", "knowledge")
KIND = pa.struct(
    [
        ("text", pa.string()),
        ("number", pa.float64()),
        ("flag", pa.bool_()),
        ("many", pa.list_(pa.struct([("a", pa.string()), ("b", pa.int64())]))),
    ]
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.none() | st.text(max_size=4),
            "number": st.none() | st.floats(allow_nan=False),
            "flag": st.none() | st.booleans(),
            "many": st.none()
            | st.lists(
                st.none() | st.fixed_dictionaries({"a": st.none() | st.sampled_from(["", "x", "王"]), "b": st.none() | st.integers(-3, 3)}),
                max_size=3,
            ),
        }
    ),
    max_size=8,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


def read(whole, name):
    (path, *_) = tables.files(whole, name)
    return tables.read(path, name)


def as_table(rows):
    return pa.Table.from_pylist(rows, schema=pa.schema(KIND.fields))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [
    {"compression": "none"},
    {"compression": "gzip", "row_group_size": 7},
    {"use_dictionary": False, "data_page_size": 100},
    {"version": "1.0", "row_group_size": 1},
])  # fmt: skip
def test_the_file_does_not_matter(whole, tmp_path, name, options):
    content = read(whole, name)
    pq.write_table(content, tmp_path / "other.parquet", **options)
    assert table_digest(tables.read(tmp_path / "other.parquet", name)) == table_digest(content)


@pytest.mark.parametrize("name", NAMES)
def test_nor_does_the_format(whole, tmp_path, name):
    content = read(whole, name)
    tables.write(content, tmp_path / "other.jsonl")
    again = tables.read(tmp_path / "other.jsonl", name)
    assert again.equals(content)
    assert table_digest(again) == table_digest(content)


@given(ROWS, st.integers(0, 8))
def test_chunks_and_slices_do_not_matter(rows, cut):
    whole = as_table(rows)
    parts = pa.concat_tables([whole.slice(0, cut), whole.slice(cut)])
    padded = as_table([*rows[:cut], *rows]).slice(min(cut, len(rows)))
    assert table_digest(parts) == table_digest(whole)
    assert table_digest(padded) == table_digest(whole)
    assert table_digest(pa.Table.from_batches(whole.to_batches(max_chunksize=2), whole.schema)) == table_digest(whole)


@given(ROWS, ROWS)
def test_other_rows_have_another_digest(one, other):
    same = as_table(one).equals(as_table(other))
    assert (table_digest(as_table(one)) == table_digest(as_table(other))) == same


@pytest.mark.parametrize(("one", "other"), [
    ({"text": "ab", "many": []}, {"text": "a", "many": []}),
    ({"text": None}, {"text": ""}),
    ({"many": None}, {"many": []}),
    ({"many": [None]}, {"many": [{"a": None, "b": None}]}),
    ({"number": None}, {"number": 0.0}),
    ({"flag": None}, {"flag": False}),
    ({"many": [{"a": "x", "b": 1}, {"a": "y", "b": 2}]}, {"many": [{"a": "xy", "b": 1}, {"a": "", "b": 2}]}),
])  # fmt: skip
def test_near_twins_are_told_apart(one, other):
    assert table_digest(as_table([one])) != table_digest(as_table([other]))


def test_texts_are_told_apart_across_rows():
    assert table_digest(as_table([{"text": "ab"}, {"text": "c"}])) != table_digest(as_table([{"text": "a"}, {"text": "bc"}]))


def test_the_order_of_rows_matters(whole):
    content = read(whole, "questions")
    assert table_digest(content.take(list(range(len(content)))[::-1])) != table_digest(content)


@pytest.mark.parametrize("name", ["histories", "questions", "gold", "profiles"])
def test_every_cell_matters(whole, name):
    content = read(whole, name).slice(0, 2)
    rows = content.to_pylist()

    def changed(node):
        """Yield a copy for each cell of a row, with that cell changed."""
        if isinstance(node, dict):
            for key, child in node.items():
                yield from ({**node, key: other} for other in changed(child))
        elif isinstance(node, list):
            for place, child in list(enumerate(node))[:2]:
                yield from ([*node[:place], other, *node[place + 1 :]] for other in changed(child))
        elif isinstance(node, str):
            yield f"{node}x"
        elif isinstance(node, bool):
            yield not node
        elif node is not None:
            yield node + 1

    others = [pa.Table.from_pylist([other, rows[1]], schema=content.schema) for other in changed(rows[0])]
    before, found = table_digest(content), [table_digest(other) for other in others]
    assert before not in found
    assert len(set(found)) == len(found) >= 3


def test_a_set_is_its_blocks_whatever_their_order():
    blocks = [("gold/en-00000", "aa"), ("gold/en-00001", "bb"), ("knowledge", "cc")]
    assert set_digest(blocks) == set_digest(blocks[::-1])
    assert set_digest(blocks) != set_digest(blocks[:2])
    assert set_digest(blocks) != set_digest(
        [(name, digest) for (name, _), (_, digest) in zip(blocks, [*blocks[1:], blocks[0]], strict=True)]
    )
