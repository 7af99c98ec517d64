import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade

QUESTION = "How many total customers did we have in April 2024?"
OPTIONS = {
    "352,345": None, "361,250": "statistic", "351,340": "relative_time", "325,401": "other_month", "3,710": "sub_population",
    "21,604": "other_measure", "$2400": "adjacent_unit",
}  # fmt: skip


def outcome(reply, answer=None, question=QUESTION, options=OPTIONS, language="en"):
    answer = answer or Answer("352345", "number", 352345.0)
    axes = list(options.values()) if isinstance(options, dict) else [None, *(f"x{place}" for place in range(1, len(options)))]
    target = "A" if options else None
    return grade(reply, [answer], question=question, choices=list(options), target=target, axes=axes, language=language).outcome


RIGHT = [
    "352,345", "352345", "352 345", "352345.0", "+352,345", "３５２，３４５", '"352,345"', "**352,345**", "$\\boxed{352,345}$",
    "```\n352345\n```", "- 352,345",
    "1. 352,345", "352,345 (2024-04)", "352,345 customers as of April 30, 2024.", "352,345 (customers-metrics-spring-24)",
    "352,345 [m12]", "352,345 (msg 3)",
    "According to message 7, 352,345 customers", "I checked all 5 memories: 352,345", "352.345k", "35.2345万", "三十五万二千三百四十五",
    "three hundred fifty-two thousand three hundred forty-five",
    "Three hundred and fifty-two thousand, three hundred and forty-five customers.",
    "352,345 customers (three hundred fifty-two thousand three hundred forty-five)", "In April 2024, you had 352,345 total customers.",
    "It's 352,345, not 361,250.", "It was not 361,250 but 352,345.", "It wasn't 361,250; it was 352,345.",
    "If I'm not mistaken, it was 352,345.",
    "<think>361,250? no</think>352,345", "361,250 was March. Answer: 352,345", "Final answer: 352,345.", "答案：352,345",
    "350,000 + 2,345 = 352,345",
    "I don't remember the details, but the total was 352,345.",
]  # fmt: skip
NOT_RIGHT = [
    ("-352,345", "wrong"), ("352,344", "wrong"), ("352", "wrong"), ("400,000", "wrong"), ("$352,345", "wrong"), ("352,345 cm", "wrong"),
    ("352345%", "wrong"),
    ("It was not 352,345.", "wrong"), ("It isn't 352,345", "wrong"), ("352,345 is wrong", "wrong"), ("不是352,345", "wrong"),
    ("neither 352,345 nor 361,250", "wrong"),
    ("361,250", "distractor:statistic"), ("$2400", "distractor:adjacent_unit"), ("It was not 352,345 but 361,250.", "distractor:statistic"),
    ("352,345 or 361,250", "dump"), ("3,5,2,3,4,5", "dump"), ("either 351,340 or 352,345", "dump"),
    ("351,340, 352,345, 361,250, 325,401", "dump"),
    ("Somewhere between zero and 352,345", "approximate"), ("352,345 - 361,250", "approximate"), ("about 352,000", "approximate"),
    ("about 352,345", "approximate"), ("~352,345", "approximate"), ("over 352,345", "approximate"), ("at least 352,345", "approximate"),
    ("352,345 or so", "approximate"), ("350,000", "approximate"), ("352 thousand", "approximate"), ("约352,345", "approximate"),
    ("352,345左右", "approximate"),
    ("I don't know", "not_stated"), ("You didn't mention how many customers you had in April 2024.", "not_stated"),
    ("I'm sorry, but I don't know.", "not_stated"), ("As an AI language model, I can't help with that.", "refused"),
    ("I'm sorry, I can't help with that.", "refused"), ("", "unparsed"), (" \n", "unparsed"), ("Hello there!", "unparsed"),
    ("2024", "unparsed"), ("5 memories", "unparsed"),
]  # fmt: skip


@pytest.mark.parametrize("reply", RIGHT)
def test_a_number_is_right_however_it_is_written(reply):
    assert outcome(reply) == "correct"


@pytest.mark.parametrize(("reply", "expected"), NOT_RIGHT)
def test_what_is_not_exactly_the_number_is_not_right(reply, expected):
    assert outcome(reply) == expected


HEIGHT = Answer("183 cm", "number", 183.0, "cm")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [(right, "correct") for right in ("183 cm", "1.83 m", "183", "1 m 83 cm", "1.83 metres", "one hundred and eighty-three centimetres",
    "一米八三", "1米83", "一百八十三厘米")]
    + [
        ("183 feet", "wrong"), ("183 kg", "wrong"), ("183 m", "wrong"), ("175", "distractor:x1"), ("1.75 m", "distractor:x1"),
        ("183 or 175", "dump"),
        ("around 1.83 m", "approximate"), ("180 cm", "approximate"), ("1.8 m", "approximate"),
    ],
)  # fmt: skip
def test_units_of_one_measure_are_exact_and_others_contradict(reply, expected):
    assert outcome(reply, HEIGHT, "How tall is my boss?", ["183 cm", "175 cm"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [(right, "correct") for right in ("1.5 hours", "90 minutes", "an hour and a half", "one and a half hours", "一个半小时",
    "1 hour and 30 minutes", "1h30", "1 hr 30 min")]
    + [
        ("two hours", "distractor:x1"), ("30 min", "distractor:x2"), ("1.5", "wrong"), ("90 seconds", "wrong"),
        ("about an hour and a half", "approximate"),
        ("1-2 hours", "approximate"), ("one or two hours", "dump"), ("a long time", "unparsed"),
    ],
)  # fmt: skip
def test_durations_are_right_in_any_unit_that_is_exactly_equal(reply, expected):
    assert outcome(reply, Answer("1.5 hours", "text"), "How long does it last?", ["1.5 hours", "two hours", "half an hour"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("3 days ago", "correct"), ("three days ago", "correct"), ("3天前", "correct"), ("-3", "correct"), ("in 3 days", "wrong"),
        ("3 days", "approximate"),
        ("in 5 days", "distractor:x1"), ("yesterday", "wrong"), ("tomorrow", "wrong"),
    ],
)  # fmt: skip
def test_days_from_now_need_their_direction(reply, expected):
    answer = Answer("3 days ago", "number", -3.0)
    assert outcome(reply, answer, "In days, how far off is it, be it past or still to come?", ["3 days ago", "in 5 days"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("52", "correct"), ("52 years old", "correct"), ("52 years", "correct"), ("52岁", "correct"), ("52 cm", "wrong")],
)
def test_an_age_needs_no_unit(reply, expected):
    assert outcome(reply, Answer("52", "number", 52.0, "years"), "How old is my aunt?", ["52", "40"]) == expected


def test_the_unit_that_the_question_asks_for_is_the_unit_of_a_bare_right_answer():
    answer = Answer("61", "number", 61.0)
    assert outcome("61 inches", answer, "How tall is she in inches?", []) == "correct"
    assert outcome("61 cm", answer, "How tall is she in inches?", []) == "wrong"


@pytest.mark.parametrize("reply", ["5 notes", "You have five notes."])
def test_a_count_of_what_is_asked_about_is_no_count_of_what_was_read(reply):
    assert outcome(reply, Answer("5", "number", 5.0), "How many notes did I write?", []) == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("It's 3 of them.", "correct"),
        ("一共3个", "correct"),
        ("三个", "correct"),
        ("两三个", "approximate"),
        ("3个左右", "approximate"),
        ("十几个", "approximate"),
    ],
)
def test_counts_in_chinese(reply, expected):
    assert outcome(reply, Answer("3个", "number", 3.0), "我给过好评的有几个？", ["3个", "2个"], "zh") == expected
