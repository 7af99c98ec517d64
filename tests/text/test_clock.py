"""Dates and times: ISO 8601, and that a reader with a calendar restores every moment as it was said."""

import re
from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import DAY, languages, moments, told_and_moment

from memsim.text import clock

EPOCH = datetime(1970, 1, 1)
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
WEEKDAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "zh": ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
}
HALF_DAYS = {"am": 0, "pm": 12, "noon": 12, "上午": 0, "中午": 0, "下午": 12, "晚上": 12}
DATES = {
    "en": r"(tomorrow|the day after tomorrow|this (?P<this>\w+)|next (?P<next>\w+)|in (?P<days>\d+) days|on (?P<day>\d+) (?P<month>\w+)) at (?P<at>.+)",
    "zh": r"(明天|后天|这(?P<this>周.)|下(?P<next>周.)|(?P<days>\d+)天后|(?P<month>\d+)月(?P<day>\d+)日)(?P<at>.+)",
}
CLOCKS = {
    "en": r"(?P<hour>\d+)(:(?P<minute>\d\d))? (?P<half>am|pm|noon)",
    "zh": r"(?P<half>上午|中午|下午|晚上)(?P<hour>\d+)点((?P<minute>\d+)分|(?P<thirty>半))?",
}


def minutes_of(moment):
    return int((moment - EPOCH).total_seconds()) // 60


def read_clock(text, language):
    """Return the minute of the day that a person would understand."""
    match = re.fullmatch(CLOCKS[language], text)
    assert match, text
    hour = int(match["hour"])
    if language == "en" or match["half"] in {"下午", "晚上"}:
        hour %= 12
    minute = 30 if match.groupdict().get("thirty") else int(match["minute"] or 0)
    return (hour + HALF_DAYS[match["half"]]) * 60 + minute


def read_date(match, today, language):
    """Return the date that a person with a calendar would look up."""
    monday = today - timedelta(days=today.weekday())
    if match["days"]:
        return today + timedelta(days=int(match["days"]))
    if match["this"]:
        return monday + timedelta(days=WEEKDAYS[language].index(match["this"]))
    if match["next"]:
        return monday + timedelta(days=7 + WEEKDAYS[language].index(match["next"]))
    if match["month"]:
        month = int(match["month"]) if language == "zh" else MONTHS.index(match["month"]) + 1
        ahead = (today + timedelta(days=days) for days in range(366))
        return next(day for day in ahead if (day.month, day.day) == (month, int(match["day"])))
    return today + timedelta(days={"tomorrow": 1, "the day after tomorrow": 2, "明天": 1, "后天": 2}[match[1]])


def read_said(text, told, language):
    """Return the moment meant by a text in a message sent at `told`."""
    match = re.fullmatch(DATES[language], text)
    assert match, text
    day = read_date(match, (EPOCH + timedelta(minutes=told)).date(), language)
    return minutes_of(datetime(day.year, day.month, day.day)) + read_clock(match["at"], language)


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
def test_weekday_and_day_are_those_of_the_calendar(moment):
    there = EPOCH + timedelta(minutes=moment)
    assert clock.weekday(moment) == there.weekday()
    assert clock.day_key(moment) == (there.month, there.day)


def test_days_of_the_year():
    for language in ("en", "zh", "key"):
        assert len({clock.day_of_year(day, language) for day in range(1, 366)}) == 365
    assert [clock.day_of_year(1, language) for language in ("en", "zh", "key")] == ["1 January", "1月1日", "01-01"]
    assert [clock.day_of_year(149, language) for language in ("en", "zh", "key")] == ["29 May", "5月29日", "05-29"]
    assert [clock.day_of_year(365, language) for language in ("en", "zh", "key")] == ["31 December", "12月31日", "12-31"]
    assert "02-29" not in {clock.day_of_year(day, "key") for day in range(1, 366)}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_minute_of_the_day_reads_as_itself(language):
    assert [read_clock(clock.clock(minute, language), language) for minute in range(DAY)] == list(range(DAY))


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
    assert minutes_of(day) + read_clock(match["at"], language) == moment
    assert WEEKDAYS[language].index(match["name"]) == day.weekday()


def test_a_moment_in_full():
    moment = clock.parse_iso("2027-03-12T19:00")
    assert clock.absolute(moment, "en") == "Friday 12 March 2027, 7 pm"
    assert clock.absolute(moment, "zh") == "2027年3月12日（周五）晚上7点"


@given(told_and_moment(), languages)
def test_a_reader_with_a_calendar_restores_the_moment(case, language):
    told, moment = case
    forms = clock.forms(told, moment)
    assert forms
    assert list(forms) == [form for form in clock.FORMS if form in forms]
    for form in forms:
        assert read_said(clock.said(told, moment, form, language), told, language) == moment


@given(told_and_moment(), st.data(), languages)
def test_two_moments_told_in_one_message_read_alike_only_if_they_are_one(case, data, language):
    told, moment = case
    other = (told // DAY + data.draw(st.integers(1, 13))) * DAY + data.draw(st.integers(0, DAY - 1))
    assume(other != moment)
    said = {clock.said(told, moment, form, language) for form in clock.forms(told, moment)}
    assert not said & {clock.said(told, other, form, language) for form in clock.forms(told, other)}


@given(told_and_moment())
def test_a_weekday_is_said_where_nobody_could_misread_it(case):
    """'This Friday' on a Thursday is tomorrow, and 'next Monday' on a Saturday is doubtful."""
    told, moment = case
    days = moment // DAY - told // DAY
    forms = clock.forms(told, moment)
    assert "date" in forms
    assert ("tomorrow" in forms) == (days == 1)
    assert ("after_tomorrow" in forms) == (days == 2)
    assert not ({"this_week"} & set(forms) and days < 2)
    assert not ({"next_week"} & set(forms) and days < 4)
    assert not {"this_week", "next_week"} <= set(forms)


@pytest.mark.parametrize(
    ("told", "moment", "form", "en", "zh"),
    [
        ("2027-03-10T08:00", "2027-03-12T19:00", "this_week", "this Friday at 7 pm", "这周五晚上7点"),
        ("2027-03-10T08:00", "2027-03-16T19:00", "next_week", "next Tuesday at 7 pm", "下周二晚上7点"),
        ("2027-03-10T23:59", "2027-03-11T09:30", "tomorrow", "tomorrow at 9:30 am", "明天上午9点半"),
        ("2027-03-10T08:00", "2027-03-12T12:00", "after_tomorrow", "the day after tomorrow at 12 noon", "后天中午12点"),
        ("2027-03-10T08:00", "2027-03-16T15:00", "in_days", "in 6 days at 3 pm", "6天后下午3点"),
        ("2027-12-30T08:00", "2028-01-03T19:00", "date", "on 3 January at 7 pm", "1月3日晚上7点"),
    ],
)
def test_said(told, moment, form, en, zh):
    pair = clock.parse_iso(told), clock.parse_iso(moment)
    assert form in clock.forms(*pair)
    assert [clock.said(*pair, form, language) for language in ("en", "zh")] == [en, zh]
