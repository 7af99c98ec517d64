import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade


def outcome(reply, answer, options, question="When is it?"):
    axes = [None, *(f"x{place}" for place in range(1, len(options)))]
    return grade(reply, [answer], question=question, choices=options, target="A", axes=axes, language="en").outcome


DAYS = ["12 March", "13 May", "2 June"]


@pytest.mark.parametrize(
    "reply",
    ["2027-03-12", "12 March 2027", "March 12th", "Mar 12", "the twelfth of March", "3月12日", "三月十二号",
    "Her birthday is on 12 March.", "Friday 12 March 2027", "on the 12th of March"],
)  # fmt: skip
def test_a_day_is_right_however_it_is_written(reply):
    assert outcome(reply, Answer("12 March", "text"), DAYS) == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("March", "approximate"), ("in March", "approximate"), ("March 2027", "approximate"), ("12/03/2027", "approximate"),
        ("around 12 March", "approximate"),
        ("13 May", "distractor:x1"), ("12 March or 13 May", "dump"), ("Saturday 12 March 2027", "wrong"), ("14 March", "wrong"),
        ("not 12 March", "wrong"),
        ("12", "unparsed"), ("tomorrow", "unparsed"), ("30 February", "unparsed"),
    ],
)  # fmt: skip
def test_what_is_not_exactly_the_day_is_not_right(reply, expected):
    assert outcome(reply, Answer("12 March", "text"), DAYS) == expected


def test_a_numeric_date_is_read_where_it_can_be_read_in_one_way_only():
    assert outcome("13/03/2027", Answer("13 March", "date"), ["13 March", "1 May"]) == "correct"
    assert outcome("03/13/2027", Answer("13 March", "date"), ["13 March", "1 May"]) == "correct"
    assert outcome("05/05/2027", Answer("5 May", "date"), ["5 May", "1 May"]) == "correct"


MOMENTS = ["Monday 20 April 2026, 9:30 am", "Monday 20 April 2026, 12 noon", "Tuesday 21 April 2026, 12:30 pm"]
MOMENT = Answer("2026-04-20T09:30", "time")


@pytest.mark.parametrize(
    "reply",
    [
        "2026-04-20T09:30", "2026-04-20 09:30:00", "20 April at 9:30 am", "9:30 am on 20 April 2026",
        "Monday, April 20th 2026, at half past nine in the morning",
        "2026年4月20日（周一）上午9点半", "It starts on 4/20/2026 at 9:30.",
    ],
)  # fmt: skip
def test_a_moment_is_right_however_it_is_written(reply):
    assert outcome(reply, MOMENT, MOMENTS) == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("20 April 2026", "approximate"), ("9:30 am", "approximate"), ("April 2026", "approximate"),
        ("around 9:30 am on 20 April 2026", "approximate"),
        ("20 April 2026, 12 noon", "distractor:x1"), ("Tuesday 20 April 2026, 9:30 am", "wrong"), ("20 April 2026, 9:30 pm", "wrong"),
        ("20 April 2027, 9:30 am", "wrong"), ("21 April 2026", "wrong"),
    ],
)  # fmt: skip
def test_a_moment_needs_its_day_and_its_time(reply, expected):
    assert outcome(reply, MOMENT, MOMENTS) == expected


@pytest.mark.parametrize("reply", ["7 pm", "7 p.m.", "19:00", "晚上7点", "seven in the evening", "七点", "7 o'clock", "seven pm", "19时"])
def test_a_time_of_the_day_is_right_however_it_is_written(reply):
    assert outcome(reply, Answer("7 pm", "text"), ["7 pm", "8 pm"]) == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("20:00", "distractor:x1"), ("7:30 pm", "wrong"), ("7 am", "wrong"), ("around 7 pm", "approximate"), ("7", "unparsed")],
)
def test_what_is_not_exactly_the_time_is_not_right(reply, expected):
    assert outcome(reply, Answer("7 pm", "text"), ["7 pm", "8 pm"]) == expected


def test_half_of_the_day_must_be_said_where_the_options_have_both():
    assert outcome("half past seven", Answer("7:30 pm", "text"), ["7:30 pm", "8 pm"]) == "correct"
    assert outcome("half past seven", Answer("7:30 pm", "text"), ["7:30 pm", "7:30 am"]) != "correct"
