"""Moments in every way that foreign sets write them: read with their own weekday, or no moment at all, and never another day."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.io.formats import times
from memsim.io.formats.times import read_time

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
#: By way, how it writes a moment.
WRITTEN = {
    times.CHINESE: lambda at: f"{at:%Y}年{at:%m}月{at:%d}日 周{'一二三四五六日'[at.weekday()]} {at:%H:%M}",
    times.SLASHED: lambda at: f"{at:%Y/%m/%d} ({DAYS[at.weekday()][:3]}) {at:%H:%M}",
    times.SPOKEN: lambda at: f"{(at.hour + 11) % 12 + 1}:{at:%M} {'ap'[at.hour > 11]}m on {at.day} {MONTHS[at.month - 1]}, {at:%Y}",
    times.UTC: lambda at: f"{at:%Y-%m-%dT%H:%M}:59Z",
    times.QUOTED: lambda at: f"'{at:%Y-%m-%d %H:%M}' {DAYS[at.weekday()]}",
    times.SECONDS: lambda at: f"{MONTHS[at.month - 1][:3]} {at.day}, {at:%Y}, {at:%H:%M}:23",
    times.DAY: lambda at: f"{MONTHS[at.month - 1]}-{at.day}-{at:%Y}",
}


@given(st.datetimes(datetime(1000, 1, 1), datetime(9999, 12, 31)), st.sampled_from(times.ANY))
def test_what_is_written_is_read_in_its_own_way_and_among_all(at, way):
    moment = at.replace(hour=0, minute=0) if way is times.DAY else at
    expected = (moment.isoformat(timespec="minutes")[:16], False)
    assert read_time(WRITTEN[way](at), way) == read_time(WRITTEN[way](at), *times.ANY) == expected
    assert all(read_time(WRITTEN[way](at), other) == (None, False) for other in times.ANY if other is not way)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56"),
        ("2023/05/30 (Tue) 21:56", "2023-05-30T21:56"),
        ("March-15-2024", "2024-03-15T00:00"),
        ("Dec 15, 2025, 06:11:23", "2025-12-15T06:11"),
        ("2024年04月01日 周一 08:39", "2024-04-01T08:39"),
        ("'2024-10-01 08:00' Tuesday", "2024-10-01T08:00"),
        ("2024-10-01 08:00", "2024-10-01T08:00"),
    ],
)
def test_moments_known_by_hand(text, moment):
    assert read_time(text, *times.ANY) == (moment, False)


@pytest.mark.parametrize(
    "text", ["2023/05/30 (Mon) 21:56", "2024年04月01日 周二 08:39", "'2024-10-01 08:00' Monday", "'2024-10-01 08:00' Someday"]
)
def test_the_weekday_of_another_day_is_told(text):
    moment, wrong = read_time(text, *times.ANY)
    assert wrong
    assert moment is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "soon",
        "13:00 pm on 8 May, 2023",
        "0:30 am on 8 May, 2023",
        "2023/02/30 (Thu) 21:56",
        "March-32-2024",
        "Mär-15-2024",
        "2024-10-01",
        "2024-10-01 24:00",
    ],
)
def test_what_is_no_moment_is_none(text):
    assert read_time(text, *times.ANY) == (None, False)
