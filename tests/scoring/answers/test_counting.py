import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade

AMONG = "Think of A, B, C and D. How many of them are in Asia?"
AMONG_ZH = "甲、乙、丙和丁里有几个在亚洲？"


def outcome(reply, answer, question=AMONG, kind="number", options=("7777", "8888")):
    number = float(answer) if answer.isdecimal() else None
    return grade(
        reply,
        [Answer(answer, kind, number)],
        question=question,
        choices=[answer, *options],
        target="A",
        axes=[None, "x", "y"],
        language="en",
    ).outcome


@pytest.mark.parametrize(
    ("reply", "answer", "question"),
    [
        *((reply, "0", AMONG) for reply in ("None of them", "None.", "No one", "Nobody", "Not one of them", "Zero - none of the four")),
        *((reply, "0", AMONG_ZH) for reply in ("一个都没有", "一位也没有", "连一个都没有", "一个都不是", "没有一个", "没有人")),
        *((reply, "1", AMONG) for reply in ("Only one", "Exactly one of them", "One of the four", "1 out of 4")),
        *((reply, "1", AMONG_ZH) for reply in ("四个里有1个", "只有一个", "一个")),
        *((reply, "4", AMONG) for reply in ("All of them", "Every one of them", "4 of the 4")),
        ("都在亚洲", "4", AMONG_ZH), ("Three of the four", "3", AMONG),
    ],
)  # fmt: skip
def test_none_some_and_all_are_counts(reply, answer, question):
    assert outcome(reply, answer, question) == "correct"


@pytest.mark.parametrize("reply", ["一个都没有", "一位也没有", "连一个都没有", "一个都不是", "None", "Nobody"])
def test_none_is_not_one(reply):
    assert outcome(reply, "1") != "correct"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("The biggest has 150 people and the smallest 12, so the gap is 138.", "138"), ("198 in total (50 + 28 + 120)", "198"),
        ("A: 50\nB: 28\nTotal: 78", "78"), ("甲240人、乙250人，一共490人。", "490"), ("甲178，乙171，差7", "7"), ("A is 176 and B is 165, so 11.", "11"),
    ],
)  # fmt: skip
def test_a_conclusion_is_the_answer_and_its_terms_are_not(reply, answer):
    assert outcome(reply, answer, "What do they come to?") == "correct"


@pytest.mark.parametrize("reply", ["so 138 or 140", "150 and 12", "138 and 150"])
def test_without_one_conclusion_several_numbers_are_no_answer(reply):
    assert outcome(reply, "138", "What is the gap?") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "52 and a half",
        "twice 52",
        "half of 52",
        "±52",
        "turning 52 next year",
        "c. 52",
        "more than 52",
        "no more than 52",
        "快52岁了",
        "明年52岁",
        "52出头",
    ],
)
def test_a_number_that_is_modified_is_not_exact(reply):
    assert outcome(reply, "52", "How old is he?") not in {"correct", "distractor:x"}


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Yes", "correct"), ("That's right", "correct"), ("Absolutely", "correct"), ("She does live in Lisbon.", "correct"), ("Indeed she does.", "correct"),
        ("No", "distractor:x"), ("She doesn't live in Lisbon.", "distractor:x"), ("Not any more.", "distractor:x"), ("I don't think so.", "distractor:x"),
        ("Probably yes", "approximate"), ("Yes, but I'm not sure.", "approximate"), ("Yes? No.", "dump"), ("No idea.", "not_stated"),
    ],
)  # fmt: skip
def test_a_yes_may_be_said_as_a_statement(reply, expected):
    found = grade(
        reply,
        [Answer("yes", "boolean")],
        question="Does she live in Lisbon?",
        choices=["yes", "no"],
        target="A",
        axes=[None, "x"],
        language="en",
    )
    assert found.outcome == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("No name was given.", "correct"), ("The conversation doesn't say.", "correct"), ("It's unclear.", "correct"), ("Not mentioned", "correct"),
        ("Your messages don't include it.", "correct"), ("你没跟我提过", "correct"), ("消息里没提", "correct"), ("根据已有信息无法回答。", "correct"),
        ("Dr. Smith. You didn't mention the street.", "wrong"), ("You didn't say exactly, but I think it's Ann Lee.", "distractor:x"),
        ("Ann Lee, I don't know her number though.", "distractor:x"),
    ],
)  # fmt: skip
def test_what_is_made_up_outweighs_not_knowing(reply, expected):
    choices, axes = ["not mentioned", "Ann Lee", "Bo Roe"], [None, "x", "y"]
    answers = [Answer("not mentioned", "absent")]
    assert grade(reply, answers, question="Who is my dentist?", choices=choices, target="A", axes=axes, language="en").outcome == expected
