import pytest

from memsim.text.dates import agrees, dated, dates
from memsim.text.figures import plain


def read(text):
    return [(day.year, day.month, day.day) for day in dates(dated(plain(text)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 March 2027", [(2027, 3, 12)]), ("March 12th", [(None, 3, 12)]), ("the twenty-first of June", [(None, 6, 21)]),
        ("2024-04", [(2024, 4, None)]),
        ("April 2024", [(2024, 4, None)]), ("3/13", [(None, 3, 13)]), ("13/03/2027", [(2027, 3, 13)]), ("三月十二号", [(None, 3, 12)]),
        ("31 June", []),
        ("2026年4月20日（周一）上午9点半", [(2026, 4, 20)]), ("1 May and 2 June", [(None, 5, 1), (None, 6, 2)]),
        ("I may 5", [(None, 5, 5)]), ("they may come", []),
    ],
)  # fmt: skip
def test_days_are_read(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(("text", "unclear"), [("3/4/2027", True), ("4/4/2027", False), ("3/13/2027", False)])
def test_a_date_that_can_be_read_in_two_ways_is_unclear(text, unclear):
    (day,) = dates(dated(text))
    assert day.unclear == unclear


@pytest.mark.parametrize(
    ("text", "year", "expected"),
    [
        ("Friday 12 March 2027", None, True),
        ("Saturday 12 March 2027", None, False),
        ("Friday 12 March", 2027, True),
        ("Sunday 12 March", None, True),
    ],
)
def test_a_weekday_agrees_with_its_date_or_not(text, year, expected):
    (day,) = dates(dated(text))
    assert agrees(day, year) == expected


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("25-26 October", [25, 26]),
        ("25 and 26 October", [25, 26]),
        ("7月22日至23日", [22, 23]),
        ("7月22、23日", [22, 23]),
        ("26 October", [26]),
    ],
)
def test_a_month_said_once_goes_with_both_days(text, days):
    assert sorted(day.day for day in dates(dated(text))) == days


@pytest.mark.parametrize(("text", "month", "day"), [("04.01.2028", 1, 4), ("18.02.", 2, 18), ("10-26", 10, 26), ("07-23", 7, 23)])
def test_figures_with_points_are_day_first_and_others_where_only_one_order_can_be(text, month, day):
    (found,) = dates(dated(text))
    assert (found.month, found.day, found.unclear) == (month, day, False)
