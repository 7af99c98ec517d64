import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade


def outcome(reply, answer, options, question="Who is it?", language="en"):
    axes = [None, *(f"x{place}" for place in range(1, len(options)))]
    return grade(reply, [Answer(answer, "text")], question=question, choices=options, target="A", axes=axes, language=language).outcome


PEOPLE = ["Anna Kim", "Ben Lee", "Carla Diaz", "Dan Roe"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (right, "correct")
        for right in (
            "Anna Kim", "anna kim", "ANNA KIM!", "“Anna Kim”", "**Anna Kim**", "Ms Anna Kim", "Dr. Anna Kim", "It's Anna Kim.",
            "Anna Kim, not Ben Lee",
            "Not Ben Lee but Anna Kim", "You said Anna Kim is coming with you.", "No doubt it's Anna Kim.",
        )
    ]
    + [
        ("Anna", "wrong"), ("Anna Kimball", "wrong"), ("Anna Kim Lee", "wrong"), ("Anna Kim-Lee", "wrong"),
        ("It was Mary Anna Kim.", "wrong"), ("Joanna Kim", "wrong"),
        ("not Anna Kim", "wrong"), ("Somebody else", "wrong"), ("Ben Lee", "distractor:x1"), ("Anna Kim or Ben Lee", "dump"),
        ("It could be Anna Kim, Ben Lee, Carla Diaz or Dan Roe", "dump"),
        ("Anna Kim\nBen Lee", "dump"),
        ("Anything but Anna Kim", "wrong"),
        ("Well well, what a lovely day it is today, I hope that you are all doing fine out there", "unparsed"),
    ],
)  # fmt: skip
def test_a_name_is_right_in_any_form_and_a_longer_one_is_another(reply, expected):
    assert outcome(reply, "Anna Kim", PEOPLE) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("my boss", "correct"), ("your boss", "correct"), ("the boss", "correct"), ("Boss", "correct"),
        ("Your boss is taller than your deputy.", "correct"),
        ("my new boss", "distractor:x2"), ("your deputy", "distractor:x1"), ("my former boss", "wrong"),
    ],
)  # fmt: skip
def test_persons_may_change_and_the_longest_known_name_is_meant(reply, expected):
    assert outcome(reply, "my boss", ["my boss", "my deputy", "my new boss"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"), [("lent to you", "correct"), ("It was lent to you.", "correct"), ("bought new", "distractor:x1")]
)
def test_persons_may_change_within_a_phrase(reply, expected):
    assert outcome(reply, "lent to me", ["lent to me", "bought new"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"), [("assistant", "correct"), ("She works as an assistant.", "correct"), ("executive assistant", "wrong")]
)
def test_a_bare_longer_phrase_is_another(reply, expected):
    assert outcome(reply, "assistant", ["assistant", "project lead"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [(right, "correct") for right in ("北京", "他在北京上班", "在北京。", "北京市", "是北京", "你说过是北京。", "不是上海，是北京",
    "北京，不是上海", "“北京”")]
    + [
        ("北京大学", "wrong"), ("不是北京", "wrong"), ("上海", "distractor:x1"), ("北京或者上海", "dump"), ("我不知道", "not_stated"),
        ("你没有提到过", "not_stated"),
        ("作为AI，我不能提供", "refused"),
    ],
)  # fmt: skip
def test_names_in_chinese_sentences(reply, expected):
    assert outcome(reply, "北京", ["北京", "上海", "南京"], "他在哪个城市上班？", "zh") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("刘", "correct"), ("姓刘", "correct"), ("刘先生", "correct"), ("刘长庚", "wrong"), ("谢谢，是刘", "correct"), ("刘或者谢", "dump")],
)
def test_a_family_name_of_one_character_stands_by_itself(reply, expected):
    assert outcome(reply, "刘", ["刘", "谢"], "那位姓什么？", "zh") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [(right, "correct") for right in ("(555) 201-3344", "555-201-3344", "5552013344", "555 201 3344", "Her number is 555.201.3344.")]
    + [("555-201-3345", "distractor:x1"), ("555-201-33445", "wrong"), ("555-201", "wrong")],
)
def test_a_telephone_number_is_right_in_any_grouping(reply, expected):
    assert outcome(reply, "(555) 201-3344", ["(555) 201-3344", "(555) 201-3345"]) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Plain.Bagel62@MAILBOX.example", "correct"),
        ("unplain.bagel62@mailbox.example", "wrong"),
        ("plain.bagel62@mailbox.example.org", "wrong"),
    ],
)
def test_an_address_is_right_in_any_case_and_as_a_whole(reply, expected):
    assert outcome(reply, "plain.bagel62@mailbox.example", ["plain.bagel62@mailbox.example", "x@y.example"]) == expected


@pytest.mark.parametrize("reply", ["Saturday", "Sat", "星期六", "周六", "It's a Saturday."])
def test_a_weekday_is_right_in_any_form(reply):
    assert outcome(reply, "Saturday", ["Saturday", "Friday"]) == "correct"


def test_denial_within_a_name_denies_nothing():
    assert outcome("没人在家时投粮", "没人在家时投粮", ["没人在家时投粮", "切菜"], "用途是什么？", "zh") == "correct"
    assert outcome("not worth it or far too flimsy", "far too flimsy", ["far too flimsy", "not worth it"]) == "dump"
