"""Slow, plain readers of what people say: each returns everything that a text may mean to a person with a calendar."""

import re
from datetime import date, datetime, timedelta

EPOCH = datetime(1970, 1, 1)
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
WEEKDAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "zh": ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
}
SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"]
SMALL += ["fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "一": 1, "二": 2, "三": 3, "四": 4}
CLOCKS = {
    "en": [
        r"(?P<hour>\d+)(:(?P<minute>\d\d))? (?P<half>am|pm|noon)",
        r"(?P<thirty>half past )?(?P<hour>\d+)(:(?P<minute>\d\d))? in the (?P<half>morning|afternoon|evening)",
        r"(?P<full>\d\d):(?P<minute>\d\d)",
    ],
    "zh": [
        r"(?P<half>早上|上午|中午|下午|晚上)(?P<hour>\d+|[零一两二三四五六七八九十]+)点((?P<minute>\d+)分|(?P<thirty>半))?",
        r"(?P<full>\d\d):(?P<minute>\d\d)",
    ],
}
LATE = {"pm", "afternoon", "evening", "下午", "晚上"}


def minutes_of(moment):
    return int((moment - EPOCH).total_seconds()) // 60


def number(text):
    """Return what a number says, in figures or in words, English or Chinese."""
    if text.isdigit():
        return int(text)
    return english(text) if text.isascii() else chinese(text)


def english(text):
    total = 0
    for word in re.split(r"[ -]", text):
        if word == "hundred":
            total *= 100
        elif word != "and":
            total += SMALL.index(word) if word in SMALL else 10 * TENS.index(word)
    return total


def chinese(text):
    total, digit = 0, None
    for char in text.replace("零", "") or "零":
        if char in "十百":
            total += (1 if digit is None else digit) * (10 if char == "十" else 100)
            digit = None
        else:
            digit = "零一二三四五六七八九".find(char) if char != "两" else 2
            assert digit >= 0, text
    return total + (digit or 0)


def read_clock(text, language):
    """Return the minutes of the day that a text may mean: none where it says no time."""
    found = set()
    for pattern in CLOCKS[language]:
        match = re.fullmatch(pattern, text)
        if match:
            said = match.groupdict()
            minute = 30 if said.get("thirty") else int(said["minute"] or 0)
            if said.get("full"):
                hour = int(said["full"])
            else:
                hour = number(said["hour"])
                if language == "en" or said["half"] in LATE:
                    hour %= 12
                hour += 12 if said["half"] in LATE or (language == "en" and said["half"] == "noon") else 0
            found.add(hour * 60 + minute)
    return found


def ahead(today, wanted, count=1):
    """Return the first days after today that are as wanted."""
    return [day for day in (today + timedelta(days=n) for n in range(1, 366 * count + 1)) if wanted(day)][:count]


def of_week(today, name, weeks, language):
    """Return the days of that name in this week or a later one, for those whose week begins on Monday and those whose week begins on Sunday."""
    place = WEEKDAYS[language].index(name)
    monday = today - timedelta(days=today.weekday())
    sunday = today - timedelta(days=(today.weekday() + 1) % 7)
    both = {monday + timedelta(days=7 * weeks + place), sunday + timedelta(days=7 * weeks + (place + 1) % 7)}
    return {day for day in both if day > today}


def of_month(today, months, wanted):
    """Return the days of this month or a later one that are as wanted."""
    first = date(today.year + (today.month + months - 1) // 12, (today.month + months - 1) % 12 + 1, 1)
    days = [first + timedelta(days=n) for n in range(31)]
    return [day for day in days if day.month == first.month and day > today and wanted(day)]


def last(days):
    return days[-1:]


W = {"en": r"(?P<w>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day", "zh": r"(周|星期)(?P<w>[一二三四五六日])"}
N, D, C = r"(?P<n>\w+)", r"(?P<d>\d+)(st|nd|rd|th)?", r"(?P<d>\d+|[一二三四五六七八九十]+)[号日]"
M = r"(?P<m>[A-Z]\w+)"
CM = r"(?P<m>\d+|[一二三四五六七八九十]+)月"
RULES = {
    "en": [
        ("tomorrow", lambda t, m: [t + timedelta(days=1)]),
        ("the day after tomorrow", lambda t, m: [t + timedelta(days=2)]),
        (
            rf"in {N} days( time|' time)?|{N.replace('<n>', '<k>')} days from now",
            lambda t, m: [t + timedelta(days=number(m["n"] or m["k"]))],
        ),
        (rf"{N} weeks? from today", lambda t, m: [t + timedelta(days=7 * (1 if m["n"] == "a" else number(m["n"])))]),
        (rf"{N} weeks? from tomorrow", lambda t, m: [t + timedelta(days=1 + 7 * (1 if m["n"] == "a" else number(m["n"])))]),
        ("a fortnight from today", lambda t, m: [t + timedelta(days=14)]),
        (rf"this {W['en']}|on {W['en'].replace('<w>', '<x>')} this week", lambda t, m: of_week(t, name(m), 0, "en")),
        (rf"this coming {W['en']}", lambda t, m: ahead(t, lambda d: d.strftime("%A") == name(m))),
        (rf"next {W['en']}|on {W['en'].replace('<w>', '<x>')} next week", lambda t, m: of_week(t, name(m), 1, "en")),
        (rf"a week from {W['en']}", lambda t, m: [d + timedelta(days=7) for d in ahead(t, lambda d: d.strftime("%A") == name(m))]),
        (rf"on {W['en']} of the week after next", lambda t, m: of_week(t, name(m), 2, "en")),
        (rf"on the {D}", lambda t, m: ahead(t, lambda d: d.day == int(m["d"]))),
        (rf"on the {D} of this month", lambda t, m: of_month(t, 0, lambda d: d.day == int(m["d"]))),
        (rf"on the {D} of next month", lambda t, m: of_month(t, 1, lambda d: d.day == int(m["d"]))),
        ("on the last day of the month", lambda t, m: last(of_month(t, 0, bool))),
        ("on the first of next month", lambda t, m: of_month(t, 1, lambda d: d.day == 1)),
        (rf"on the last {W['en']} of this month", lambda t, m: last(of_month(t, 0, lambda d: d.strftime("%A") == name(m)))),
        (rf"on the {N} {W['en']} of next month", lambda t, m: of_month(t, 1, lambda d: d.strftime("%A") == name(m))[NTH[m["n"]] - 1 :][:1]),
        (rf"on {W['en']} the {D}", lambda t, m: ahead(t, lambda d: (d.strftime("%A"), d.day) == (name(m), int(m["d"])))),
        (rf"on {D} {M}|on {M.replace('<m>', '<k>')} {D.replace('<d>', '<e>')}", lambda t, m: ahead(t, lambda d: on(d, m))),
        (rf"on {D} {M} (?P<y>\d+)", lambda t, m: [d for d in ahead(t, lambda d: on(d, m), 4) if d.year == int(m["y"])]),
        (rf"on the {D} of {M}", lambda t, m: ahead(t, lambda d: on(d, m))),
        (rf"on {W['en']} {D} {M}", lambda t, m: [d for d in ahead(t, lambda d: on(d, m)) if d.strftime("%A") == name(m)]),
    ],
    "zh": [
        ("明天", lambda t, m: [t + timedelta(days=1)]),
        ("后天", lambda t, m: [t + timedelta(days=2)]),
        ("大后天", lambda t, m: [t + timedelta(days=3)]),
        (r"(?P<n>\d+|[一二三四五六七八九十]+)天(以)?后", lambda t, m: [t + timedelta(days=number(m["n"]))]),
        ("下周的今天|一周后的今天", lambda t, m: [t + timedelta(days=7)]),
        (r"(?P<n>[两三])(周|个星期)后的今天", lambda t, m: [t + timedelta(days=7 * number(m["n"]))]),
        (rf"(这|本|这个){W['zh']}", lambda t, m: of_week(t, f"周{m['w']}", 0, "zh")),
        (rf"下个?{W['zh']}", lambda t, m: of_week(t, f"周{m['w']}", 1, "zh")),
        (rf"下下个?{W['zh']}", lambda t, m: of_week(t, f"周{m['w']}", 2, "zh")),
        (C, lambda t, m: ahead(t, lambda d: d.day == number(m["d"]))),
        (rf"(这个|本)月{C}", lambda t, m: of_month(t, 0, lambda d: d.day == number(m["d"]))),
        (rf"下个月{C}", lambda t, m: of_month(t, 1, lambda d: d.day == number(m["d"]))),
        ("这个月最后一天", lambda t, m: last(of_month(t, 0, bool))),
        (rf"这个月最后一个{W['zh']}", lambda t, m: last(of_month(t, 0, lambda d: zh_name(d) == m["w"]))),
        (rf"下个月第(?P<n>.)个{W['zh']}", lambda t, m: of_month(t, 1, lambda d: zh_name(d) == m["w"])[NTH[m["n"]] - 1 :][:1]),
        (rf"{C}{W['zh']}", lambda t, m: ahead(t, lambda d: (d.day, zh_name(d)) == (number(m["d"]), m["w"]))),
        (rf"(?P<y>\d+)年{CM}{C}", lambda t, m: [d for d in ahead(t, lambda d: zh_on(d, m), 4) if d.year == int(m["y"])]),
        (rf"{CM}{C}({W['zh']})?", lambda t, m: [d for d in ahead(t, lambda d: zh_on(d, m)) if m["w"] in (None, zh_name(d))]),
    ],
}


def name(match):
    return (match["w"] or match["x"] if "x" in match.groupdict() else match["w"]) + "day"


def zh_name(day):
    return "一二三四五六日"[day.weekday()]


def on(day, match):
    said = match.groupdict()
    month, number_of_day = said["m"] or said["k"], said["d"] or said["e"]
    return month in MONTHS and (day.month, day.day) == (MONTHS.index(month) + 1, int(number_of_day))


def zh_on(day, match):
    return (day.month, day.day) == (number(match["m"]), number(match["d"]))


def read_day(text, today, language):
    """Return the days ahead that a text may mean; none where it tells no day."""
    found = set()
    for pattern, days in RULES[language]:
        match = re.fullmatch(pattern, text)
        if match:
            found |= set(days(today, match))
    return found


def read_said(text, told, language):
    """Return the moments that a text may mean in a message sent at `told`."""
    today = (EPOCH + timedelta(minutes=told)).date()
    if language == "zh":
        halves = [(text[:cut], text[cut:]) for cut in range(1, len(text))]
    else:
        halves = [(text[: cut.start()], text[cut.end() :]) for cut in re.finditer(" at ", text)]
        if text.startswith("at "):
            halves += [(text[cut.end() :], text[3 : cut.start()]) for cut in re.finditer(" ", text) if cut.start() > 3]
    return {
        minutes_of(datetime(day.year, day.month, day.day)) + minute
        for one, other in halves
        for minute in read_clock(other, language)
        for day in read_day(one, today, language)
    }
