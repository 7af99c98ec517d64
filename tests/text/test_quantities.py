from fractions import Fraction

import pytest

from memsim.text.figures import plain
from memsim.text.quantities import counted, quantities


def read(text):
    return [(str(one.number), one.unit.measure if one.unit else None) for one in quantities(counted(plain(text)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("183 cm", [("183", "metric length")]), ("1 m 83 cm", [("183", "metric length")]),
        ("5 feet 6 inches", [("66", "imperial length")]), ("5'6\"", [("66", "imperial length")]),
        ("an hour and a half", [("3/2", "time")]), ("half an hour", [("1/2", "time")]), ("1h30", [("90", "time")]),
        ("三刻钟", [("3", "time")]), ("一整天", [("1", "time")]),
        ("$2,400", [("2400", "dollars")]), ("five hours and ten people", [("5", "time"), ("10", "people")]),
        ("18 in total", [("18", None)]), ("1st", []), ("T745", []),
        ("spring-24", []), ("1/2", [("1/2", None)]), ("5/0", []), ("minus five", [("-5", None)]), ("- 5", [("5", None)]),
        ("3 days ago", [("-3", "time")]), ("tomorrow", [("1", "time")]),
    ],
)  # fmt: skip
def test_numbers_are_read_with_their_units(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize("text", ["between 3 and 5", "3-5", "3 to 5", "3到5个", "两三个", "10+", "100多人"])
def test_ranges_and_open_ends_are_marked(text):
    assert all(one.ranged for one in quantities(counted(plain(text))))


@pytest.mark.parametrize(("text", "directed"), [("in 3 days", True), ("3天后", True), ("3 days", False), ("3", False)])
def test_it_is_told_whether_a_span_has_a_direction(text, directed):
    (one,) = quantities(counted(plain(text)))
    assert (one.number, one.directed) == (Fraction(3), directed)


def test_alternatives_share_the_unit_that_is_said_last():
    assert read("one or two hours") == [("1", "time"), ("2", "time")]


@pytest.mark.parametrize(
    ("text", "size", "directed"),
    [
        ("1½ hours", 5400, False), ("1 1/2 hours", 5400, False), ("1:30 h", 5400, False), ("all day", 86400, False), ("the whole day", 86400, False),
        ("全天", 86400, False), ("整天", 86400, False), ("12 days from today", 12 * 86400, True), ("还有10天", 10 * 86400, True),
        ("再过十天", 10 * 86400, True), ("1m68", 1680, False), ("1 m 68", 1680, False), ("叁拾天", 30 * 86400, False),
    ],
)  # fmt: skip
def test_spans_and_heights_as_people_write_them(text, size, directed):
    (found,) = quantities(counted(plain(text)))
    assert (found.size, found.directed) == (size, directed)
