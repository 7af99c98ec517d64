"""Ways of saying a value: each reads back as this value, and no two values share one."""

import re
from datetime import date

import pytest
from readers import MONTHS, number

from memsim.text.clock import day_of_year
from memsim.text.forms import FORMS, ways

FIGURES = r"\d+|[a-z-]+( hundred( and [a-z-]+)?)?"
CHINESE = r"\d+|[零一二两三四五六七八九十百]+"


def read_day_en(text):
    for pattern in (r"(?P<d>\d+)(th|st|nd|rd)? (?P<m>[A-Z]\w+)", r"(?P<m>[A-Z]\w+) (the )?(?P<d>\d+)(th|st|nd|rd)?"):
        match = re.fullmatch(pattern, text)
        if match:
            return date(2027, MONTHS.index(match["m"]) + 1, int(match["d"])).timetuple().tm_yday
    month, day = map(int, text.split("/"))
    assert month <= 12 < day  # else it may be day and month
    return date(2027, month, day).timetuple().tm_yday


def read_day_zh(text):
    match = re.fullmatch(rf"(?P<m>{CHINESE})月(?P<d>{CHINESE})[日号]", text)
    return date(2027, number(match["m"]), number(match["d"])).timetuple().tm_yday


def read_height_en(text):
    match = re.fullmatch(r"(\d+) ?(cm|centimetres)|(\d)\.(\d\d) (m|metres)", text)
    return int(match[1]) if match[1] else int(match[3] + match[4])


def read_height_zh(text):
    match = re.fullmatch(r"(\d+)(厘米|公分|cm)", text)
    if match:
        return int(match[1])
    metres, rest = text.split("米")
    rest = re.sub("[零一二三四五六七八九]", lambda digit: str("零一二三四五六七八九".index(digit[0])), rest)
    return 100 * number(metres) + int(rest.ljust(2, "0"))


def read_span(text, pattern, units, half):
    match = re.fullmatch(pattern, text)
    many = 1 if match["n"] in ("a", "an") else number(match["n"])
    return int(many * units[match["unit"]] + (units[match["unit"]] / 2 if match["half"] == half else 0))


def read_hours_en(text):
    known = {"half an hour": 30, "three quarters of an hour": 45}
    text = re.sub("whole |full ", "", text).replace("an hour and a half", "one and a half hour")
    pattern = r"(?P<n>[\w-]+)(?P<half> and a half)? (?P<unit>minute|hour|day)s?"
    return known.get(text) or read_span(text, pattern, {"minute": 1, "hour": 60, "day": 1440}, " and a half")


def read_hours_zh(text):
    known = {"半个小时": 30, "半个钟头": 30, "三刻钟": 45, "一整天": 1440}
    pattern = rf"(整整)?(?P<n>{CHINESE})(个)?(?P<half>半)?(?P<unit>分钟|小时|钟头|天)"
    return known.get(text) or read_span(text, pattern, {"分钟": 1, "小时": 60, "钟头": 60, "天": 1440}, "半")


READERS = {
    ("day", "en"): read_day_en,
    ("day", "zh"): read_day_zh,
    ("height", "en"): read_height_en,
    ("height", "zh"): read_height_zh,
    ("age", "en"): number,
    ("age", "zh"): lambda text: number(text.removesuffix("岁")),
    ("people", "en"): lambda text: number(text.removesuffix(" people")),
    ("people", "zh"): lambda text: number(re.sub("个?人$", "", text)),
    ("hours", "en"): read_hours_en,
    ("hours", "zh"): read_hours_zh,
}
PLAIN = {
    ("day", "en"): lambda n: day_of_year(n, "en"),
    ("day", "zh"): lambda n: day_of_year(n, "zh"),
    ("height", "en"): "{} cm".format,
    ("height", "zh"): "{}厘米".format,
    ("age", "en"): "{}".format,
    ("age", "zh"): "{}岁".format,
    ("people", "en"): "{} people".format,
    ("people", "zh"): "{}人".format,
}
NUMBERS = {"day": range(1, 366), "height": range(100, 300), "age": range(100), "people": range(1, 1200)}
SPANS = {
    "en": {30: "half an hour", 45: "45 minutes", 60: "one hour", 90: "an hour and a half", 120: "two hours", 150: "two and a half hours"},
    "zh": {30: "半个小时", 45: "45分钟", 60: "一个小时", 90: "一个半小时", 120: "两个小时", 150: "两个半小时"},
}
SPANS["en"] |= {300: "five hours", 1440: "a whole day", 2880: "two days", 5760: "four days"}
SPANS["zh"] |= {300: "五个小时", 1440: "一整天", 2880: "两天", 5760: "四天"}


def cases(name, language):
    """Every value's plain reading, by its number."""
    if name == "hours":
        return SPANS[language]
    return {n: PLAIN[name, language](n) for n in NUMBERS[name]}


@pytest.mark.parametrize(("name", "language"), READERS)
def test_each_way_reads_back_as_its_value_and_no_other(name, language):
    owner = {}
    for value, plain in cases(name, language).items():
        made = ways(name, plain, float(value), language)
        assert made[0] == plain
        assert len(made) == len({text.casefold() for text in made})
        for text in made:
            assert READERS[name, language](text) == value, text
            assert owner.setdefault(text.casefold(), value) == value
    assert any(len(ways(name, plain, value, language)) > 1 for value, plain in cases(name, language).items())


def test_the_readers_know_every_form():
    assert {(name, language) for name, languages in FORMS.items() for language in languages if name != "phone"} == set(READERS)


@pytest.mark.parametrize(
    ("name", "plain", "value", "language", "all_ways"),
    [
        ("day", "29 May", 149, "en", ["29 May", "May 29", "May 29th", "29th May", "May the 29th", "5/29"]),
        ("day", "5 May", 125, "en", ["5 May", "May 5", "May 5th", "5th May", "May the 5th"]),
        ("day", "5月29日", 149, "zh", ["5月29日", "5月29号", "五月二十九号", "五月二十九日"]),
        ("height", "183厘米", 183, "zh", ["183厘米", "183公分", "183cm", "1米83", "一米八三"]),
        ("height", "180厘米", 180, "zh", ["180厘米", "180公分", "180cm", "1米80", "一米八"]),
        ("height", "108厘米", 108, "zh", ["108厘米", "108公分", "108cm", "1米08", "一米零八"]),
        ("age", "34", 34, "en", ["34", "thirty-four"]),
        ("people", "60人", 60, "zh", ["60人", "60个人", "六十人", "六十个人"]),
        ("people", "120 people", 120, "en", ["120 people"]),
        ("hours", "an hour and a half", 90, "en", ["an hour and a half", "one and a half hours", "90 minutes", "ninety minutes"]),
        ("hours", "一整天", 1440, "zh", ["一整天", "整整一天"]),
        ("phone", "(415) 555-0123", None, "en", ["(415) 555-0123", "415-555-0123", "415 555 0123"]),
        ("phone", "100-4155-0123", None, "zh", ["100-4155-0123", "100 4155 0123"]),
    ],
)
def test_ways(name, plain, value, language, all_ways):
    assert list(ways(name, plain, value, language)) == all_ways


@pytest.mark.parametrize(
    ("name", "plain", "value", "language"),
    [
        ("height", "80 kg", 80, "en"), ("height", "183 kg", 183, "en"), ("hours", "a long weekend", 2880, "en"), ("age", "34", 34.5, "en"),
        ("age", "34", None, "en"), ("age", "34", 34, "fr"), ("day", "29 May", 400, "en"), ("people", "no people", 0, "en"),
    ],
)  # fmt: skip
def test_what_is_not_known_reads_as_itself(name, plain, value, language):
    assert ways(name, plain, value, language) == (plain,)
