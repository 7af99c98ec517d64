"""That a reader with a calendar finds exactly one moment in whatever a message says of it, and the right one."""

from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readers import read_clock, read_said
from strategies import DAY, languages, told_and_moment

from memsim.text import clock, when
from memsim.text.days import WAYS, gap


@settings(max_examples=400)
@given(told_and_moment(60), languages)
def test_a_reader_with_a_calendar_finds_one_moment_and_the_right_one(case, language):
    told, moment = case
    for text in when.sayings(told, moment, language):
        assert read_said(text, told, language) == {moment}, text


@settings(max_examples=30)
@given(told_and_moment(1000), languages)
def test_so_it_is_years_ahead(case, language):
    told, moment = case
    assert when.forms(told, moment, language)
    for form in when.forms(told, moment, language):
        assert read_said(when.said(told, moment, form, language), told, language) == {moment}


@given(told_and_moment(60), languages)
def test_what_is_over_is_not_told(case, language):
    told, moment = case
    assert when.sayings(moment, told, language) == set()
    assert clock.parse_iso("9999-12-31T10:00") // DAY == 2_932_896  # the last day that has a date
    assert when.sayings(told, 2_932_896 * DAY, language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_so_it_is_throughout_a_leap_year(language):
    """Every eleventh day meets each day of the week and both ends of months; one time of the day will do."""
    first = (date(2028, 1, 1) - date(1970, 1, 1)).days
    for told in range(first, first + 366, 11):
        for days in range(1, 29):
            moment = (told + days) * DAY + 17 * 60
            for form in when.forms(told * DAY, moment, language):
                text = when.said(told * DAY, moment, form, language)
                assert read_said(text, told * DAY, language) == {moment}, (text, clock.iso(told * DAY))


@given(told_and_moment(60), languages, st.floats(0, 1, exclude_max=True), st.floats(0, 1, exclude_max=True))
def test_what_is_drawn_is_one_of_the_sayings(case, language, day, hour):
    told, moment = case
    form = when.choose(told, moment, language, day)
    assert form in when.forms(told, moment, language)
    assert when.said(told, moment, form, language, hour) in when.sayings(told, moment, language)


@given(told_and_moment(60), languages)
def test_every_way_that_fits_can_be_drawn(case, language):
    told, moment = case
    drawn = {when.choose(told, moment, language, spread) for spread in np.linspace(0, 1, 2000, endpoint=False)}
    assert drawn == set(when.forms(told, moment, language))


@given(told_and_moment(60), languages)
def test_families_are_as_likely_as_each_other(case, language):
    told, moment = case
    families = {name: WAYS[language][name].family for name in when.forms(told, moment, language)}
    drawn = [families[when.choose(told, moment, language, (place + 0.5) / 240)] for place in range(240)]
    counts = [drawn.count(family) for family in set(families.values())]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_way_is_used_within_the_weeks_of_a_history(language):
    seen = {
        name
        for told in range(20_089, 20_089 + 60)
        for days in range(1, 27)
        for name in when.forms(told * DAY, (told + days) * DAY, language)
    }
    assert seen == set(WAYS[language]) - {"full_date"}
    assert len([name for name in seen if WAYS[language][name].family != "date"]) >= 12


@given(told_and_moment(60))
def test_a_day_as_seen_from_another_is_that_of_the_calendar(case):
    told, moment = (minutes // DAY for minutes in case)
    here, there = date.fromordinal(told + date(1970, 1, 1).toordinal()), date.fromordinal(moment + date(1970, 1, 1).toordinal())
    seen = gap(told, moment)
    assert (seen.days, seen.weekday) == ((there - here).days, there.weekday())
    assert (seen.year, seen.month, seen.day) == (there.year, there.month, there.day)
    assert seen.months == (there.year * 12 + there.month) - (here.year * 12 + here.month)
    assert date.fromordinal(there.toordinal() + seen.left + 1).day == 1
    assert seen.from_sunday == (here.weekday() == 6)


@given(told_and_moment(400), languages)
def test_days_that_are_alike_are_told_in_the_same_ways(case, language):
    seen = gap(case[0] // DAY, case[1] // DAY)
    fitting = [[name for name, way in WAYS[language].items() if way.fits(one)] for one in (seen, seen.alike())]
    assert fitting[0] == fitting[1]
    assert seen.alike().alike() == seen.alike()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_minute_of_the_day_reads_as_itself(language):
    for minute in range(DAY):
        ways = when.hours(minute, language)
        assert ways[0] == clock.clock(minute, language)
        assert len(set(ways)) == len(ways)
        assert [read_clock(text, language) for text in ways] == [{minute}] * len(ways), ways


@pytest.mark.parametrize(
    ("told", "moment", "form", "en", "zh"),
    [
        ("2027-03-10T08:00", "2027-03-12T19:00", "this_week", "this Friday at 7 pm", "这周五晚上7点"),
        ("2027-03-10T08:00", "2027-03-16T19:00", "next_week", "next Tuesday at 7 pm", "下周二晚上7点"),
        ("2027-03-10T23:59", "2027-03-11T09:30", "tomorrow", "tomorrow at 9:30 am", "明天上午9点半"),
        ("2027-03-10T08:00", "2027-03-12T12:00", "after_tomorrow", "the day after tomorrow at 12 noon", "后天中午12点"),
        ("2027-03-10T08:00", "2027-03-16T15:00", "in_days", "in 6 days at 3 pm", "6天后下午3点"),
        ("2027-03-10T08:00", "2027-03-17T15:00", "week_today", "a week from today at 3 pm", "下周的今天下午3点"),
        ("2027-03-10T08:00", "2027-03-24T15:00", "two_weeks", "two weeks from today at 3 pm", "两周后的今天下午3点"),
        ("2027-03-10T08:00", "2027-03-26T15:00", "week_after_next", "on Friday of the week after next at 3 pm", "下下周五下午3点"),
        ("2027-03-10T08:00", "2027-04-02T15:00", "next_month", "on the 2nd of next month at 3 pm", "下个月2号下午3点"),
        ("2027-03-10T08:00", "2027-03-31T15:00", "last_day", "on the last day of the month at 3 pm", "这个月最后一天下午3点"),
        (
            "2027-03-10T08:00",
            "2027-03-31T15:00",
            "last_weekday",
            "on the last Wednesday of this month at 3 pm",
            "这个月最后一个周三下午3点",
        ),
        ("2027-12-30T08:00", "2028-01-03T19:00", "date", "on 3 January at 7 pm", "1月3日晚上7点"),
    ],
)
def test_said(told, moment, form, en, zh):
    pair = clock.parse_iso(told), clock.parse_iso(moment)
    for language, text in (("en", en), ("zh", zh)):
        assert form in when.forms(*pair, language)
        assert when.said(*pair, form, language) == text


@pytest.mark.parametrize(
    ("told", "moment", "never"),
    [
        ("2027-03-11T08:00", "2027-03-12T19:00", "this_week"),  # a Friday that is tomorrow
        ("2027-03-13T08:00", "2027-03-15T19:00", "next_week"),  # on a Saturday, "next Monday" may be nine days away
        ("2027-03-14T08:00", "2027-03-19T19:00", "next_week"),  # to some, Sunday begins the week of that Friday
        ("2027-03-10T08:00", "2027-03-21T19:00", "next_week"),  # to some, the next week ends on Saturday
        ("2027-03-10T08:00", "2027-04-12T19:00", "the_day"),  # two days are a 12th before it is over
    ],
)
def test_what_could_be_misread_is_not_said(told, moment, never):
    pair = clock.parse_iso(told), clock.parse_iso(moment)
    for language in ("en", "zh"):
        assert never in WAYS[language]
        assert never not in when.forms(*pair, language)
