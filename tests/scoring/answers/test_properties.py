from hypothesis import given
from hypothesis import strategies as st

from memsim.records import Answer
from memsim.scoring.answers import KINDS, grade, kind_of
from memsim.text.numerals import chinese, english

OUTCOMES = {"correct", "wrong", "dump", "approximate", "not_stated", "refused", "unparsed"}
WORDS = st.sampled_from(
    [
        "not",
        "about",
        "5",
        "7",
        "1/0",
        "-",
        "二十",
        "半",
        "3月",
        "12 March",
        "7 pm",
        "my boss",
        "or",
        "then",
        "Ann",
        "(",
        "“",
        "…",
        "\\boxed{",
        "<think>",
        "3'",
        "1e9",
    ]
)
TEXTS = st.text(max_size=60) | st.lists(WORDS, max_size=8).map(" ".join)


def outcome(reply, answer, choices=(), language="en"):
    return grade(
        reply, [answer], question="How many?", choices=choices, target="A" if choices else None, axes=(), language=language
    ).outcome


@given(TEXTS, TEXTS, st.sampled_from(["", "text", "number", "time", *KINDS]), st.lists(TEXTS, max_size=4), st.sampled_from(["en", "zh"]))
def test_any_text_is_graded(reply, gold, kind, choices, language):
    answer = Answer(gold, kind)
    assert kind_of(answer, choices, language) in KINDS
    assert outcome(reply, answer, [gold, *choices], language).partition(":")[0] in OUTCOMES | {"distractor"}


@given(st.integers(0, 10**12))
def test_a_number_is_right_with_and_without_marks_and_fractions(number):
    answer = Answer(str(number), "number", float(number))
    for reply in (f"{number}", f"{number:,}", f"{number}.0", f"It was {number:,}.", f"{number:,}".replace(",", " ")):
        assert outcome(reply, answer) == "correct"


@given(st.integers(0, 999))
def test_a_number_is_right_in_words(number):
    answer = Answer(str(number), "number", float(number))
    assert outcome(english(number), answer) == "correct"
    assert outcome(f"{chinese(number)}个", answer) == "correct"


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_no_number_is_another(number, other):
    assert (outcome(str(number), Answer(str(other), "number", float(other))) == "correct") == (number == other)


@given(st.integers(1, 999), st.integers(1, 999))
def test_two_numbers_are_never_right(number, other):
    reply = f"{number} or {number + other}"
    assert outcome(reply, Answer(str(number), "number", float(number))) == "dump"


@given(st.integers(1, 600))
def test_a_duration_is_right_in_minutes_and_hours(minutes):
    hours, rest = divmod(minutes, 60)
    answer = Answer(f"{minutes} minutes", "duration")
    assert outcome(f"{hours} hours and {rest} minutes", answer) == "correct"
    assert outcome(f"{hours}小时{rest}分钟", answer) == "correct"


@given(st.dates())
def test_a_date_is_right_in_figures_and_words(day):
    answer = Answer(f"{day:%d %B} {day.year}".lstrip("0"), "date")
    replies = [
        day.isoformat(),
        f"{day:%B} {day.day}, {day.year}",
        f"{day:%A} {day.day} {day:%B} {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
    ]
    if 1500 <= day.year < 2200:
        assert {outcome(reply, answer) for reply in replies} == {"correct"}
