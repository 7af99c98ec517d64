"""CSV priors: cells as text, numbers on request."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import ScenarioError
from memsim.spec.tables import HEADER, read_table, read_text

TOP = "".join(f"# {key}: {key} of this table: one\n" for key in HEADER)
CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("tables") / "prior.csv"


def test_a_table(path):
    path.write_text(TOP + 'value,weight,en\na,1,"A, the first"\n\nb,2.5,"say ""B"""\n', encoding="utf-8")
    table = read_table(path)
    assert table.header == {key: f"{key} of this table: one" for key in HEADER}
    assert table.columns == ["value", "weight", "en"]
    assert table.column("en") == ["A, the first", 'say "B"']
    assert table.numbers("weight", weight=True) == [1.0, 2.5]
    assert table.where(0) == "row 1"


def test_an_unknown_column_is_named_with_those_there_are(path):
    path.write_text(TOP + "value,weight\na,1\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"prior\.csv: columns: value, weight; expected a column 'zh'"):
        read_table(path).column("zh")


def test_negative_numbers_are_no_weights_but_numbers(path):
    path.write_text(TOP + "value,offset\na,-4\n", encoding="utf-8")
    assert read_table(path).numbers("offset") == [-4.0]
    with pytest.raises(ScenarioError, match="row 1, column 'offset': '-4'; expected a finite number ≥ 0"):
        read_table(path).numbers("offset", weight=True)


@given(rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=5), end=st.sampled_from(["\n", "\r\n"]), mark=st.booleans())
def test_what_csv_writes_is_read_back(path, rows, end, mark):
    out = io.StringIO()
    csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL).writerows([("value", "en", "zh"), *rows])
    path.write_bytes((b"\xef\xbb\xbf" if mark else b"") + (TOP.replace("\n", end) + out.getvalue()).encode())
    table = read_table(path)
    assert [tuple(row.values()) for row in table.rows] == rows


def test_text_has_one_kind_of_line_end_and_no_mark(path):
    path.write_bytes("\ufeffa\r\nb\n\ufeffc".encode())
    assert read_text(path) == "a\nb\n\ufeffc"


@pytest.mark.parametrize("key", HEADER)
def test_each_comment_of_the_header_is_needed(path, key):
    path.write_text(
        "\n".join(line for line in TOP.splitlines() if key not in line.partition(":")[0]) + "\nvalue,weight\na,1\n", encoding="utf-8"
    )
    with pytest.raises(ScenarioError, match=f"header: no '# {key}: …'"):
        read_table(path)
