"""Numbers in words: "thirty-four", "12th"; 三十四, 两百."""

from __future__ import annotations

from functools import cache

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_DIGITS = "零一二三四五六七八九"
MOST = 999  # the largest number that is put into words


@cache
def english(number: int) -> str:
    """Return 0..999 in English words: "thirty-four", "one hundred and twenty"."""
    hundreds, rest = divmod(number, 100)
    if hundreds:
        return f"{_ONES[hundreds]} hundred" + (f" and {english(rest)}" if rest else "")
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def ordinal(number: int) -> str:
    """Return an English ordinal in figures: "1st", "12th", "23rd"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@cache
def chinese(number: int) -> str:
    """Return 0..999 in Chinese, as said by itself: 二, 三十四, 一百零五, 两百二十."""
    hundreds, rest = divmod(number, 100)
    if hundreds:
        head = f"{'两' if hundreds == 2 else _DIGITS[hundreds]}百"
        return head + (f"{'零' if rest < 10 else '一' if rest < 20 else ''}{chinese(rest)}" if rest else "")
    tens, ones = divmod(number, 10)
    head = f"{_DIGITS[tens] if tens > 1 else ''}十" if tens else ""
    return head + (_DIGITS[ones] if ones or not tens else "")


def counted(number: int) -> str:
    """Return how many in Chinese, as before a measure word: 两 (天), 三, 十二."""
    return "两" if number == 2 else chinese(number)


@cache
def is_number(text: str) -> bool:
    """Return whether a text is nothing but a number, in figures or in words: "34", "thirty-four", 三十四."""
    return text.isdecimal() or text.casefold() in _spelled()


@cache
def _spelled() -> frozenset[str]:
    return frozenset(spell(number) for number in range(MOST + 1) for spell in (english, chinese))
