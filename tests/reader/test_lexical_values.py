import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.reader.lexical.values import KINDS, figures, values
from memsim.text.clock import absolute, clock, day_of_year
from memsim.text.forms import FORMS, ways
from memsim.text.numerals import chinese, english


def keys(text, kind):
    return {value.key for value in values(text) if value.kind == kind}


@given(st.integers(0, 999))
def test_numbers_in_words_are_read_as_figures(number):
    assert figures(f"there are {english(number)} of them") == f"there are {number} of them"
    if number >= 10:
        assert figures(f"来了{chinese(number)}人") == f"来了{number}人"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("three thousand people", "3000 people"),
        ("a hundred and five", "105"),
        ("1,200 and 12,5", "1200 and 12,5"),
        ("三千零五十人", "3050人"),
        ("十二万", "120000"),
        ("二〇二七年", "2027年"),
        ("万一来了", "万一来了".replace("一", "1")),
        ("a stone often tends to weigh", "a stone often tends to weigh"),
    ],
)
def test_figures_of_other_numbers(text, plain):
    assert figures(text) == plain


@given(st.integers(1, 365))
def test_a_day_is_one_value_however_it_is_said(day):
    key = day_of_year(day, "key")
    for language in ("en", "zh"):
        for said in ways("day", day_of_year(day, language), day, language):
            assert keys(f"it is {said}, I think", "date") == {key}, said


@given(st.integers(0, 24 * 60 - 1))
def test_a_clock_time_is_one_value_in_both_languages(minute):
    assert keys(f"at {clock(minute, 'en')} sharp", "clock") == {str(minute)}
    assert keys(f"就在{clock(minute, 'zh')}见", "clock") == {str(minute)}


@pytest.mark.parametrize(
    ("said", "minute"), [("half past 7 in the evening", 1170), ("19:30", 1170), ("7:05 a.m.", 425), ("晚上七点一刻", 1155)]
)
def test_other_ways_of_saying_the_time(said, minute):
    assert keys(f"at {said}", "clock") == {str(minute)}


@given(st.integers(100, 299))
def test_a_height_is_one_value_however_it_is_said(height):
    for language, first in (("en", f"{height} cm"), ("zh", f"{height}厘米")):
        for said in ways("height", first, height, language):
            assert keys(f"up to {said}, they say", "length") == {str(height)}, said


@pytest.mark.parametrize("minutes", [30, 45, 60, 90, 120, 150, 1440, 2880])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_span_is_one_value_however_it_is_said(minutes, language):
    said = FORMS["hours"][language]("", minutes)
    assert said
    for text in said:
        assert keys(f"~{text}~", "span") == {str(minutes)}, text


@given(st.integers(0, 40_000_000), st.sampled_from(["en", "zh"]))
def test_a_moment_in_full_is_a_date_and_a_time(minutes, language):
    found = [value.kind for value in values(absolute(minutes, language)) if value.kind in {"date", "clock"}]
    assert set(found) == {"date", "clock"}


def test_years_and_weekdays_belong_to_the_date():
    (date,) = [value.text for value in values("see you Friday 12 March 2027, 7 pm") if value.kind == "date"]
    assert date == "Friday 12 March 2027"


@given(st.text())
def test_any_text_can_be_read(text):
    for value in values(text):
        assert value.kind in KINDS
        assert figures(text).startswith(value.text, value.start)
