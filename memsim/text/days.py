"""The ways of telling a day relative to another, by language: each says when it can be used without being misread, and how it reads.

A reader with a calendar, who knows the day of the message, finds exactly one day. A week begins on Monday for some and on Sunday for others: a way that
counts weeks is used only where both find the same day.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from memsim.text.numerals import chinese, english, ordinal

_EPOCH = date(1970, 1, 1)
_SUNDAY = 6
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Gap(NamedTuple):
    """A day as seen from the day on which it is told.

    Attributes:
        days, weeks, months: How many lie between the two; weeks begin on Monday.
        from_sunday: Whether it is told on a Sunday.
        weekday: 0 for Monday to 6 for Sunday.
        year, month, day: In the calendar.
        left: Days of its month that come after it.
    """

    days: int
    weeks: int
    months: int
    from_sunday: bool
    weekday: int
    year: int
    month: int
    day: int
    left: int

    def alike(self) -> Gap:
        """Return one gap for all that the same ways fit: of the date, only how near it is to an end of the month bars a way."""
        day = 1 if self.day == 1 else min(max(self.day, 28), 29)
        left = self.left and min(max(self.left, 6), 7)
        return Gap(self.days, self.weeks, self.months, self.from_sunday, self.weekday, 0, 0, day, left)


@lru_cache(4096)
def gap(told: int, day: int) -> Gap:
    """Return how a day is seen from the day `told`; both in days since 1970-01-01."""
    here, there = _EPOCH + timedelta(days=told), _EPOCH + timedelta(days=day)
    months = (there.year - here.year) * 12 + there.month - here.month
    weeks = (day + 3) // 7 - (told + 3) // 7
    left = monthrange(there.year, there.month)[1] - there.day
    return Gap(day - told, weeks, months, here.weekday() == _SUNDAY, there.weekday(), there.year, there.month, there.day, left)


class Way(NamedTuple):
    """A way of telling a day.

    Attributes:
        family: What it counts by: days, weeks, months, or nothing (a date). Families are drawn before ways, so that dates are not most of all.
        fits: Whether it can be used.
        words: How it reads.
        turns: Whether the time of the day may stand before it: "at 7 pm tomorrow".
    """

    family: str
    fits: Callable[[Gap], bool]
    words: Callable[[Gap], str]
    turns: bool = True


def _days(*counts: int) -> Callable[[Gap], bool]:
    return lambda g: g.days in counts


def _this_year(g: Gap) -> bool:
    return 0 <= g.days <= 300


def _far(g: Gap) -> bool:
    return g.days > 180


def _this_week(g: Gap) -> bool:
    return g.weeks == 0 and g.days >= 2


def _next_week(g: Gap) -> bool:
    return g.weeks == 1 and g.days >= 4 and not g.from_sunday and g.weekday != _SUNDAY


def _week_after_next(g: Gap) -> bool:
    return g.weeks == 2 and not g.from_sunday and g.weekday != _SUNDAY


def _this_month(g: Gap) -> bool:
    return g.months == 0 and g.days >= 2


def _next_month(g: Gap) -> bool:
    return g.months == 1 and g.days >= 3


def _last_day(g: Gap) -> bool:
    return _this_month(g) and g.left == 0


def _last_weekday(g: Gap) -> bool:
    return _this_month(g) and g.left < 7


def _numbered_weekday(g: Gap) -> bool:
    return _next_month(g) and g.day <= 28


def _en(g: Gap) -> str:
    return WEEKDAYS["en"][g.weekday]


def _zh(g: Gap) -> str:
    return WEEKDAYS["zh"][g.weekday]


def _star(g: Gap) -> str:
    return f"星期{_zh(g)[1]}"


def _month(g: Gap) -> str:
    return MONTHS[g.month - 1]


_NTH = {"en": ("first", "second", "third", "fourth"), "zh": ("第一个", "第二个", "第三个", "第四个")}


def _nth(g: Gap, language: str) -> str:
    return _NTH[language][(g.day - 1) // 7]


_FEW = (3, 4, 5, 6)
#: By language and name, the ways of telling a day.
WAYS: dict[str, dict[str, Way]] = {
    "en": {
        "tomorrow": Way("days", _days(1), lambda _: "tomorrow"),
        "after_tomorrow": Way("days", _days(2), lambda _: "the day after tomorrow"),
        "in_days": Way("days", _days(*_FEW, 10), lambda g: f"in {g.days} days", turns=False),
        "days_time": Way("days", _days(*_FEW, 10), lambda g: f"in {english(g.days)} days' time", turns=False),
        "from_now": Way("days", _days(*_FEW, 8, 9, 10), lambda g: f"{english(g.days)} days from now", turns=False),
        "week_today": Way("days", _days(7), lambda _: "a week from today"),
        "week_tomorrow": Way("days", _days(8), lambda _: "a week from tomorrow"),
        "two_weeks": Way("days", _days(14), lambda _: "two weeks from today"),
        "fortnight": Way("days", _days(14), lambda _: "a fortnight from today"),
        "two_weeks_tomorrow": Way("days", _days(15), lambda _: "two weeks from tomorrow"),
        "three_weeks": Way("days", _days(21), lambda _: "three weeks from today"),
        "three_weeks_tomorrow": Way("days", _days(22), lambda _: "three weeks from tomorrow"),
        "this_week": Way("weeks", _this_week, lambda g: f"this {_en(g)}"),
        "of_this_week": Way("weeks", lambda g: _this_week(g) and g.weekday != _SUNDAY, lambda g: f"on {_en(g)} this week"),
        "coming": Way("weeks", lambda g: 2 <= g.days <= 6, lambda g: f"this coming {_en(g)}"),
        "next_week": Way("weeks", _next_week, lambda g: f"next {_en(g)}"),
        "of_next_week": Way("weeks", _next_week, lambda g: f"on {_en(g)} next week"),
        "week_from": Way("weeks", lambda g: g.weeks == 1 and g.days >= 9, lambda g: f"a week from {_en(g)}"),
        "week_after_next": Way("weeks", _week_after_next, lambda g: f"on {_en(g)} of the week after next"),
        "the_day": Way("months", _this_month, lambda g: f"on the {ordinal(g.day)}"),
        "this_month": Way("months", _this_month, lambda g: f"on the {ordinal(g.day)} of this month"),
        "next_month": Way("months", _next_month, lambda g: f"on the {ordinal(g.day)} of next month"),
        "last_day": Way("months", _last_day, lambda _: "on the last day of the month"),
        "first_day": Way("months", lambda g: _next_month(g) and g.day == 1, lambda _: "on the first of next month"),
        "last_weekday": Way("months", _last_weekday, lambda g: f"on the last {_en(g)} of this month"),
        "numbered_weekday": Way("months", _numbered_weekday, lambda g: f"on the {_nth(g, 'en')} {_en(g)} of next month"),
        "weekday_day": Way("months", lambda g: 3 <= g.days <= 28, lambda g: f"on {_en(g)} the {ordinal(g.day)}"),
        "date": Way("date", _this_year, lambda g: f"on {g.day} {_month(g)}"),
        "month_first": Way("date", _this_year, lambda g: f"on {_month(g)} {g.day}"),
        "ordinal": Way("date", _this_year, lambda g: f"on the {ordinal(g.day)} of {_month(g)}"),
        "month_ordinal": Way("date", _this_year, lambda g: f"on {_month(g)} {ordinal(g.day)}"),
        "weekday_date": Way("date", _this_year, lambda g: f"on {_en(g)} {g.day} {_month(g)}"),
        "full_date": Way("date", _far, lambda g: f"on {g.day} {_month(g)} {g.year}"),
    },
    "zh": {
        "tomorrow": Way("days", _days(1), lambda _: "明天"),
        "after_tomorrow": Way("days", _days(2), lambda _: "后天"),
        "three_days": Way("days", _days(3), lambda _: "大后天"),
        "in_days": Way("days", _days(*_FEW, 8, 9, 10), lambda g: f"{g.days}天后"),
        "days_words": Way("days", _days(*_FEW, 8, 9, 10), lambda g: f"{chinese(g.days)}天后"),
        "days_later": Way("days", _days(*_FEW, 10), lambda g: f"{chinese(g.days)}天以后"),
        "week_today": Way("days", _days(7), lambda _: "下周的今天"),
        "one_week": Way("days", _days(7), lambda _: "一周后的今天"),
        "two_weeks": Way("days", _days(14), lambda _: "两周后的今天"),
        "two_weeks_star": Way("days", _days(14), lambda _: "两个星期后的今天"),
        "three_weeks": Way("days", _days(21), lambda _: "三周后的今天"),
        "three_weeks_star": Way("days", _days(21), lambda _: "三个星期后的今天"),
        "this_week": Way("weeks", _this_week, lambda g: f"这{_zh(g)}"),
        "of_this_week": Way("weeks", _this_week, lambda g: f"本{_zh(g)}"),
        "this_star": Way("weeks", _this_week, lambda g: f"这个{_star(g)}"),
        "next_week": Way("weeks", _next_week, lambda g: f"下{_zh(g)}"),
        "next_star": Way("weeks", _next_week, lambda g: f"下{_star(g)}"),
        "next_one_star": Way("weeks", _next_week, lambda g: f"下个{_star(g)}"),
        "week_after_next": Way("weeks", _week_after_next, lambda g: f"下下{_zh(g)}"),
        "after_next_star": Way("weeks", _week_after_next, lambda g: f"下下个{_star(g)}"),
        "the_day": Way("months", _this_month, lambda g: f"{g.day}号"),
        "this_month": Way("months", _this_month, lambda g: f"这个月{g.day}号"),
        "this_month_date": Way("months", _this_month, lambda g: f"本月{g.day}日"),
        "next_month": Way("months", _next_month, lambda g: f"下个月{g.day}号"),
        "next_month_words": Way("months", _next_month, lambda g: f"下个月{chinese(g.day)}号"),
        "last_day": Way("months", _last_day, lambda _: "这个月最后一天"),
        "last_weekday": Way("months", _last_weekday, lambda g: f"这个月最后一个{_zh(g)}"),
        "numbered_weekday": Way("months", _numbered_weekday, lambda g: f"下个月{_nth(g, 'zh')}{_zh(g)}"),
        "weekday_day": Way("months", lambda g: 3 <= g.days <= 28, lambda g: f"{g.day}号{_zh(g)}"),
        "date": Way("date", _this_year, lambda g: f"{g.month}月{g.day}日"),
        "spoken_date": Way("date", _this_year, lambda g: f"{g.month}月{g.day}号"),
        "date_words": Way("date", _this_year, lambda g: f"{chinese(g.month)}月{chinese(g.day)}号"),
        "weekday_date": Way("date", _this_year, lambda g: f"{g.month}月{g.day}号{_star(g)}"),
        "full_date": Way("date", _far, lambda g: f"{g.year}年{g.month}月{g.day}日"),
    },
}
