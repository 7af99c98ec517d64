"""Texts with their numbers in figures: "two thousand and five" as 2005, 三十五万 as 350000, "1,200" as 1200."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from unicodedata import normalize

from memsim.text.numerals import english

_KEPT = 4096
_WORDS = {english(number): number for number in (*range(20), *range(20, 100, 10))}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ANY = "|".join(sorted(map(re.escape, (*_WORDS, *_SCALES)), key=len, reverse=True))
_GOES_ON = r"[ -]|(?:(?<=sand)|(?<=lion)), |(?:(?<=dred)|(?<=sand)|(?<=lion)) and | point "
_ENGLISH = re.compile(
    rf"(?<![\w.-])(?:an? (?=hundred|thousand|million|billion|dozen))?(?:{_ANY}|dozen)(?:(?:{_GOES_ON})(?:{_ANY}))*(?![\w]|-[a-z])",
    re.IGNORECASE,
)
# "The one", "one of them", "no one" count nothing.
_PRONOUN = re.compile(
    r"\b(?:the|this|that|which|no|any|each|every|some|another|only|other|right) one\b|\bone (?:of|that|who|which|or (?:the other|more|another))\b",
    re.IGNORECASE,
)
_SCALED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?: (thousand|million|billion|trillion)\b|(k|bn|mn)\b)", re.IGNORECASE)
_SUFFIXES = {"k": 1000, "mn": 10**6, "bn": 10**9, **_SCALES}

_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "亿": 10**8}
_ONE = "零〇一二两三四五六七八九"
_MEASURES = (
    "个人位名岁天米厘公分小秒周月日号点时刻年元块次场家件种条只张本台间所道层楼页句支颗杯瓶份盒袋双对套辆部款英磅斤吨克千毫百%钟整星礼几多"
)
_CHINESE = re.compile(
    r"(?<![第周期拜几数〇零一二两三四五六七八九十百千万亿])"
    rf"(?:\d+(?:\.\d+)?[百千万亿][\d{_ONE}十百千万亿]*(?!\.)|[{_ONE}十][{_ONE}十百千万亿]*(?:点[{_ONE}]+(?![{_ONE}十]*[分刻半]|十)[万亿]?)?)"
)
_NOT_COUNTED = re.compile(
    r"(?<![二三四五])十分(?!钟|之)|一[一起样直共般定些切旦向致律流度下边面同时再路]|[万统唯专单]一|[三四]川|(?<!十)一点(?![半\d零一二三四五六七八九十整钟])"
)
_METRES = re.compile(rf"(?<![\d.{_ONE}十百])([1-9一二两三])米([\d{_ONE}])([\d{_ONE}])?(?![\d{_ONE}十百千厘公分米])")
_EITHER = re.compile(
    r"(?<![\d第零〇一二两三四五六七八九])(?:一两|[一两]三|二三|三四|三五|四五|五六|六七|七八|八九)(?=[个人位名岁天次场家件种条十百千万小分])"
)
_GROUPED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?P<mark>[,' ])\d{3})(?:(?P=mark)\d{3})*(?![\d']|,\d)|(?<![\d.,])\d{1,2}(?:,\d{2})+,\d{3}(?!\d|,\d)"
)
_ALIKE = str.maketrans(
    {
        mark: same
        for same, marks in (("'", "’‘`"), ('"', "“”„「」『』"), ("-", "−‐‑‒–—"), ("~", "～〜"), ("/", "\u2044"), ("", "\u200b\ufeff\0"))
        for mark in marks
    }
)
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
_MIXED = re.compile(r"(?<=\d)(?=[½¼¾])")
_SPACES = re.compile(r"[^\S\n]+")
_DIGIT_BY_DIGIT = re.compile(rf"[{_ONE}]{{2,}}")


@lru_cache(_KEPT)
def plain(text: str) -> str:
    """Return a text with compatible characters made one: full width to half, curly quotes and dashes to straight ones, all spaces to a space.

    Lines are kept.
    """
    same = normalize("NFKC", _MIXED.sub(" ", text)).translate(_ALIKE)
    return _SPACES.sub(" ", same)


def _english(found: re.Match[str]) -> str:
    """Return the figures of a number in English words; a sequence that is no number ("five seven") gives its numbers one by one."""
    words = re.findall(r"[a-z]+", found[0].lower())
    if words == ["hundred"] or words[0] in {"thousand", "million", "billion", "trillion"}:
        return found[0]
    head, _, decimals = " ".join(word for word in words if word != "and").partition(" point ")
    numbers = [_joined(group) for group in _groups(head.split())]
    if decimals and all(word in _WORDS and _WORDS[word] < 10 for word in decimals.split()):
        numbers[-1] += "." + "".join(str(_WORDS[word]) for word in decimals.split())
    elif decimals:
        return found[0]
    return " ".join(numbers)


def _groups(words: list[str]) -> list[list[str]]:
    """Return the words of each number in a sequence of number words: a word that cannot go on with the number before it begins another."""
    groups: list[list[str]] = []
    for word in words:
        if groups and _goes_on(groups[-1], word):
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _goes_on(group: list[str], word: str) -> bool:
    last = group[-1]
    if word in _SCALES or last in _SCALES or word == "dozen":
        return True
    return last in _WORDS and _WORDS[last] >= 20 and 0 < _WORDS.get(word, 99) < 10


def _joined(words: list[str]) -> str:
    total = part = 0
    for word in words:
        if word in {"a", "an"}:
            continue
        if word == "dozen":
            part = (part or 1) * 12
        elif word == "hundred":
            part = (part or 1) * 100
        elif word in _SCALES:
            total, part = total + (part or 1) * _SCALES[word], 0
        else:
            part += _WORDS[word]
    return str(total + part)


def _chinese(found: re.Match[str]) -> str:
    """Return the figures of a number in Chinese characters, or of figures with Chinese scales; a lone character counts before a measure or a mark only."""
    text, after = found[0], found.string[found.end() : found.end() + 1]
    before = found.string[max(0, found.start() - 1) : found.start()]
    if len(text) == 1 and after and after not in _MEASURES and (after.isalnum() or not _stands_alone(before, after)):
        return text
    head, point, tail = text.partition("点")
    if point:
        scale = tail[-1] if tail[-1] in _MYRIADS else ""
        decimals = "".join(str(_DIGITS[char]) for char in tail.removesuffix(scale))
        return decimal(Fraction(f"{chinese_number(head)}.{decimals}") * _MYRIADS.get(scale, 1))
    if _DIGIT_BY_DIGIT.fullmatch(head):
        return "".join(str(_DIGITS[char]) for char in head)
    return decimal(chinese_number(head))


def _stands_alone(before: str, after: str) -> bool:
    return not before.isascii() or not before.isalnum() or not after.isalnum()


def chinese_number(text: str) -> Fraction:
    """Return the number that Chinese numerals, figures among them or not, come to: 三百五 is 350, 一万二 is 12000, 35.2345万 is 352345."""
    above = part = Fraction(0)
    last, digit = Fraction(1), None
    for piece in re.findall(r"\d+(?:\.\d+)?|.", text):
        if piece in _MYRIADS:
            size = Fraction(_MYRIADS[piece])
            above = (above + part + (digit or 0)) * size if piece == "亿" else above + (part + (digit or 0)) * size
            part, digit, last = Fraction(0), None, size
        elif piece in _TENS:
            part, digit, last = part + (1 if digit is None else digit) * _TENS[piece], None, Fraction(_TENS[piece])
        else:
            digit = Fraction(_DIGITS[piece]) if piece in _DIGITS else Fraction(piece)
            last = Fraction(1) if piece in "零〇" else last
    short = digit is not None and last >= 100 and digit < 10 and text[-2:-1] not in "零〇"
    return above + part + (digit or 0) * (last / 10 if short else 1)


def decimal(number: Fraction) -> str:
    """Return a number without an exponent; it must have a finite decimal form."""
    if number.denominator == 1:
        return str(number.numerator)
    places = next(place for place in range(1, 60) if (number * 10**place).denominator == 1)
    whole = abs(number * 10**places).numerator
    return f"{'-' if number < 0 else ''}{whole // 10**places}.{whole % 10**places:0{places}d}"


def _scaled(found: re.Match[str]) -> str:
    scale = _SUFFIXES[(found[2] or found[3]).lower()]
    return decimal(Fraction(found[1]) * scale)


def _metres(found: re.Match[str]) -> str:
    metres, *rest = (str(_DIGITS.get(digit or "0", digit)) if digit else "0" for digit in found.groups())
    return f"{metres}.{''.join(rest)}米"


@lru_cache(_KEPT)
def figures(text: str) -> str:
    """Return a plain text (see `plain`) with its numbers in figures, without marks between thousands, scales multiplied out.

    "five or six" stays two numbers; 两三个 becomes a range, "2~3个"; 一米八三 becomes "1.83米". Ordinals, weekdays (周三) and words that only
    look like numbers (一起) stay as they are.
    """
    text = text.translate(_FORMAL)
    text = _PRONOUN.sub(lambda found: found[0].replace("one", "\0").replace("One", "\0"), text)
    text = _GROUPED.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    text = _SCALED.sub(_scaled, _ENGLISH.sub(_english, text)).replace("\0", "one")
    text = _EITHER.sub(lambda found: f"{_DIGITS[found[0][0]]}~{_DIGITS[found[0][1]]}", _METRES.sub(_metres, text))
    words = iter([found[0] for found in _NOT_COUNTED.finditer(text)])
    text = _CHINESE.sub(_chinese, _NOT_COUNTED.sub("\0", text))
    return re.sub("\0", lambda _: next(words), text)
