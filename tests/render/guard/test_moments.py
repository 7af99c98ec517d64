"""Where a text says a moment: its day and its time, as the day of the message sees them."""

import pytest

from memsim.render.guard.moments import moment_finder

TOLD = "2028-07-01T10:00"  # a Saturday
FRIDAY = "2028-07-07T19:00"


def says(text, value=FRIDAY, language="en", said="?"):
    return bool(moment_finder(said, TOLD, value, language)(text.lower()))


@pytest.mark.parametrize(
    "text",
    [
        "Friday at 7 pm", "next week on Friday, 19:00", "Friday next week, 7 in the evening", "7 July at 7 p.m.", "July 7th, seven in the evening",
        "7pm on the 7th of July", "in six days at 19:00", "6 days from now, at 7 pm", "7 July 2028, 7:00 pm", "the evening of Friday, at 7 o'clock",
    ],
)  # fmt: skip
def test_a_moment_may_be_said_in_many_ways(text):
    assert says(text)


@pytest.mark.parametrize(
    "text",
    [
        "Friday", "7 pm", "Thursday at 7 pm", "Friday at 7 am", "Friday at 8 pm", "Friday at 7:30 pm", "7 June at 7 pm", "in five days at 19:00",
        "Friday the week after next at 17:00", "8 July at 19:00", "Friday at 7",
    ],
)  # fmt: skip
def test_another_moment_or_half_of_one_is_none(text):
    assert not says(text)


def test_a_time_of_the_day_may_be_told_by_the_part_of_the_day():
    assert says("Friday evening at 7")
    assert says("Monday at noon", "2028-07-03T12:00")
    assert says("tomorrow at half past eight in the morning", "2028-07-02T08:30")
    assert not says("tomorrow at half past eight in the evening", "2028-07-02T08:30")


@pytest.mark.parametrize("text", ["下星期五晚上7点", "周五晚上七点", "7月7日19点", "7月7号晚上7点", "6天后的晚上7点", "下周五19:00"])
def test_a_moment_may_be_said_in_chinese(text):
    assert says(text, language="zh")


@pytest.mark.parametrize("text", ["下星期四晚上7点", "周五早上7点", "7月8日19点", "周五", "晚上7点", "5天后晚上7点"])
def test_another_moment_in_chinese_is_none(text):
    assert not says(text, language="zh")


def test_as_it_is_said_it_is_always_found():
    assert says("see you at the usual hour", said="at the usual hour")


def test_two_weeks_from_today_is_a_day():
    assert says("at 15:30 two weeks from today", "2028-07-15T15:30")
    assert says("in a fortnight, at 3:30 pm", "2028-07-15T15:30")
    assert not says("at 15:30 three weeks from today", "2028-07-15T15:30")
