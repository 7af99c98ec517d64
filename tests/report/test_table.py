"""How a table and the numbers in it read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.report.table import NOTHING, Table, counted, estimate, figure, of_columns, seconds, share, signed


@pytest.mark.parametrize(("value", "text"), [
    (0, ".000"), (0.0004, ".000"), (0.5641, ".564"), (0.9996, "1.000"), (1, "1.000"),
])  # fmt: skip
def test_a_share_has_three_places_and_no_leading_zero(value, text):
    assert share(value) == text


@given(st.floats(0, 1))
def test_a_share_says_the_number_to_three_places(value):
    assert abs(float(share(value)) - value) <= 0.0005 + 1e-12
    assert len(share(value).removeprefix("1")) == 4


@pytest.mark.parametrize(("value", "text"), [
    (0.0231, "+.023"), (-1, "-1.000"), (0, "+.000"), (-0.0001, "+.000"), (-0.0006, "-.001"),
])  # fmt: skip
def test_a_difference_has_its_sign_but_nothing_has_no_minus(value, text):
    assert signed(value) == text


@pytest.mark.parametrize(("value", "text"), [
    (71.25, "71.2 s"), (1, "1 s"), (0.0314, "31.4 ms"), (8.42e-6, "8.42 µs"), (2e-9, "0.002 µs"), (0, "0 µs"),
])  # fmt: skip
def test_a_time_is_in_a_unit_that_fits(value, text):
    assert seconds(value) == text


def test_a_mean_has_its_interval_and_a_spread_its_percentiles():
    assert estimate({"mean": 0.5, "low": 0.25, "high": 0.75, "n": 4, "clusters": 4}) == ".500 (.250–.750)"
    assert estimate({"mean": 26.312, "p50": 22.5, "p95": 74.0, "n": 4}) == "26.3 / 22.5 / 74"


def test_n_stands_in_the_heading_where_it_is_the_same_and_in_each_cell_where_not():
    def show(found):
        return str(found["mean"])

    assert counted("x", [{"mean": 1, "n": 1200}, None, {"mean": 2, "n": 1200}], show) == ["x (n=1,200)", "1", NOTHING, "2"]
    assert counted("x", [{"mean": 1, "n": 3}, None, {"mean": 2, "n": 1200}], show) == ["x", "1 n=3", NOTHING, "2 n=1,200"]
    assert counted("x", [None], show) == ["x", NOTHING]


def test_a_table_of_columns_has_them_side_by_side():
    table = of_columns("t", ["memory", "a", "b"], [["x", "1", "2"], ["y", "3", "4"]])
    assert list(map(tuple, (table.columns, *table.rows))) == [("memory", "x", "y"), ("a", "1", "3"), ("b", "2", "4")]


def test_a_column_too_short_is_an_error():
    with pytest.raises(ValueError, match="argument"):
        of_columns("t", ["memory", "a", "b"], [["x", "1"]])


def test_markdown_keeps_each_cell_in_its_place():
    table = Table("t", ["memory", "x"], [["a|b", "1\n2"], ["c", "3"]])
    assert table.markdown(2) == "## t\n\n| memory | x |\n| --- | --: |\n| a\\|b | 1 2 |\n| c | 3 |\n"
    assert Table("", ["memory"], [["a"]]).markdown() == "| memory |\n| --- |\n| a |\n"
    assert table._repr_markdown_() == table.markdown()


def test_as_text_the_columns_are_equally_wide():
    assert str(Table("t", ["memory", "value"], [["a", ".5"], ["long name", "1.000"]])).splitlines() == [
        "t",
        "memory     value",
        "a             .5",
        "long name  1.000",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (31065, "31,065"),
        (917.23, "917.2"),
        (10.0, "10.0"),
        (9.9996, "10.000"),
        (8.2249, "8.225"),
        (0.02534, "0.0253"),
        (0.0, "0.00"),
        (None, NOTHING),
        ("w", "w"),
    ],
)
def test_a_figure_reads_by_its_size(value, text):
    assert figure(value) == text
