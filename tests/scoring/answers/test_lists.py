import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade


def outcome(reply, answer, options, question="Which of them?", language="en"):
    axes = [None, *(f"x{place}" for place in range(1, len(options)))]
    return grade(reply, [answer], question=question, choices=options, target="A", axes=axes, language=language).outcome


SETS = ["my boss, my deputy", "my boss", "none of them", "my boss, my deputy, my aunt"]
ASKED = "Among my boss, my deputy, my aunt and my uncle, who is taller than 180 cm?"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (right, "correct")
        for right in (
            "my boss, my deputy", "Your deputy and your boss", "your boss; your deputy", "1. my deputy\n2. my boss",
            "- my boss\n- my deputy", "boss and deputy",
            "Your boss and your deputy are taller than 180 cm.", "your boss, your deputy, but not your aunt",
            "Among your boss, your deputy and your aunt, it's your boss and your deputy.",
        )
    ]
    + [
        ("my boss", "distractor:x1"), ("none of them", "distractor:x2"), ("None", "distractor:x2"),
        ("my boss, my deputy, my aunt", "distractor:x3"),
        ("my deputy", "wrong"), ("my boss, my aunt", "wrong"), ("my boss, my deputy, my cousin", "wrong"),
        ("my boss, my deputy or none of them", "dump"),
        ("not my boss and my deputy", "wrong"), ("I don't know", "not_stated"),
    ],
)  # fmt: skip
def test_a_set_is_right_in_any_order_without_a_member_more_or_less(reply, expected):
    assert outcome(reply, Answer("my boss, my deputy", "text"), SETS, ASKED) == expected


def test_all_there_is_is_no_answer_where_less_is_right():
    options = ["Amber", "Amber, Birch", "none of them", "Birch, Cedar"]
    assert outcome("Amber, Birch, Cedar", Answer("Amber", "text"), options) == "dump"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("你副手和你上司", "correct"),
        ("你上司以及你副手都是。", "correct"),
        ("都没有", "distractor:x1"),
        ("你上司", "distractor:x2"),
        ("都没有或者你上司", "dump"),
    ],
)
def test_sets_in_chinese(reply, expected):
    assert outcome(reply, Answer("我上司、我副手", "text"), ["我上司、我副手", "都没有", "我上司"], "哪几个？", "zh") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("none of them", "correct"),
        ("None.", "correct"),
        ("neither", "correct"),
        ("my boss", "distractor:x1"),
        ("It was not none of them.", "wrong"),
    ],
)
def test_that_there_is_none_can_be_right(reply, expected):
    got = outcome(reply, Answer("none of them", "text"), ["none of them", "my boss", "my boss, my deputy"])
    assert got == expected


ORDERS = ["Amber, then Birch, then Cedar", "Birch, then Amber, then Cedar", "Cedar, then Birch, then Amber"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (right, "correct")
        for right in (
            "Amber, then Birch, then Cedar", "Amber > Birch > Cedar", "Amber → Birch → Cedar", "1. Amber 2. Birch 3. Cedar",
            "1. Amber\n2. Birch\n3. Cedar",
            "First Amber, then Birch, and finally Cedar.", "Amber, Birch, Cedar", "Cedar after Birch after Amber",
            "Not Birch, then Amber, then Cedar, but Amber, Birch, Cedar",
        )
    ]
    + [
        ("Birch, Amber, Cedar", "distractor:x1"), ("Amber, Birch", "wrong"), ("Amber, Cedar, Birch", "wrong"),
        ("Amber, Birch, Cedar or Birch, Amber, Cedar", "dump"),
        ("Amber, Birch, Cedar. Cedar, Birch, Amber.", "dump"),
    ],
)  # fmt: skip
def test_an_order_is_right_in_its_order_only(reply, expected):
    assert outcome(reply, Answer("Amber, then Birch, then Cedar", "text"), ORDERS) == expected


@pytest.mark.parametrize(
    ("gold", "reply", "expected"),
    [("Yes", right, "correct") for right in ("Yes", "yes.", "True", "Yes, you did.", "是", "是的", "对", "It is true.")]
    + [("No", right, "correct") for right in ("No", "没有", "不对", "No, you never did.", "Not true")]
    + [
        ("Yes", "No", "wrong"),
        ("Yes", "没有", "wrong"),
        ("Yes", "Not true", "wrong"),
        ("Yes", "Yes and no", "dump"),
        ("Yes", "Perhaps", "unparsed"),
    ],
)
def test_yes_and_no(gold, reply, expected):
    assert outcome(reply, Answer(gold), [], "Did I?") == expected
