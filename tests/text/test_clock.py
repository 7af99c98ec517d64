"""Dates and times: ISO 8601, days of the year, moments in full."""

import re
from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from readers import EPOCH, MONTHS, WEEKDAYS, minutes_of, read_clock
from strategies import languages, moments

from memsim.text import clock


@given(moments)
def test_iso_can_be_read_back(moment):
    text = clock.iso(moment)
    assert clock.parse_iso(text) == moment
    assert datetime.fromisoformat(text) == EPOCH + timedelta(minutes=moment)
    assert len(text) == 16


@given(st.lists(moments, max_size=20))
def test_many_iso_texts_are_those_of_each(several):
    assert clock.iso_texts(np.array(several, dtype=np.int64)).to_pylist() == [clock.iso(moment) for moment in several]


NO_MOMENTS = [
    "", "2027-03-12", "2027-03-12 19:00", "2027-03-12T19:00:00", "2027-03-12T19:00Z",
    "2027-02-30T19:00", "2027-03-12T24:30", "friday at 7 pm!!",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_what_is_no_moment_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        clock.parse_iso(text)


@pytest.mark.parametrize("text", ["2027-03-12T1900Z", "2027-03-12T19+01", "2027-W10-5T19:00"])
def test_other_iso_forms_are_refused(text):
    with pytest.raises(ValueError, match=r"."):
        clock.parse_iso(text)


@given(moments)
def test_the_weekday_is_that_of_the_calendar(moment):
    there = EPOCH + timedelta(minutes=moment)
    assert clock.weekday(moment) == there.weekday()


def test_days_of_the_year():
    for language in ("en", "zh", "key"):
        assert len({clock.day_of_year(day, language) for day in range(1, 366)}) == 365
    assert [clock.day_of_year(1, language) for language in ("en", "zh", "key")] == ["1 January", "1月1日", "01-01"]
    assert [clock.day_of_year(149, language) for language in ("en", "zh", "key")] == ["29 May", "5月29日", "05-29"]
    assert [clock.day_of_year(365, language) for language in ("en", "zh", "key")] == ["31 December", "12月31日", "12-31"]
    assert "02-29" not in {clock.day_of_year(day, "key") for day in range(1, 366)}


@pytest.mark.parametrize(
    ("minute", "en", "zh"),
    [
        (0, "12 am", "上午0点"), (540, "9 am", "上午9点"), (720, "12 noon", "中午12点"), (750, "12:30 pm", "中午12点半"),
        (870, "2:30 pm", "下午2点半"), (1140, "7 pm", "晚上7点"), (1145, "7:05 pm", "晚上7点5分"),
    ],
)  # fmt: skip
def test_clock(minute, en, zh):
    assert (clock.clock(minute, "en"), clock.clock(minute, "zh")) == (en, zh)


@given(moments, languages)
def test_a_moment_in_full_can_be_read_back(moment, language):
    text = clock.absolute(moment, language)
    if language == "en":
        match = re.fullmatch(r"(?P<name>\w+) (?P<day>\d+) (?P<month>\w+) (?P<year>\d+), (?P<at>.+)", text)
        month = MONTHS.index(match["month"]) + 1
    else:
        match = re.fullmatch(r"(?P<year>\d+)年(?P<month>\d+)月(?P<day>\d+)日（(?P<name>周.)）(?P<at>.+)", text)
        month = int(match["month"])
    day = datetime(int(match["year"]), month, int(match["day"]))
    assert {minutes_of(day) + minute for minute in read_clock(match["at"], language)} == {moment}
    assert WEEKDAYS[language].index(match["name"]) == day.weekday()


def test_a_moment_in_full():
    moment = clock.parse_iso("2027-03-12T19:00")
    assert clock.absolute(moment, "en") == "Friday 12 March 2027, 7 pm"
    assert clock.absolute(moment, "zh") == "2027年3月12日（周五）晚上7点"
