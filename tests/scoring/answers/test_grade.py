import time

import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade

TWO = (Answer("Gostra Kappa 80", "text"), Answer("10 people", "text"))
TWO_CHOICES = ("Gostra Kappa 80; 10 people", "Velo 9; 10 people", "Gostra Kappa 80; 20 people", "Velo 9; 20 people")
HEIGHTS = (Answer("154 cm", "number", 154.0, "cm"), Answer("164 cm", "number", 164.0, "cm"))
HEIGHT_CHOICES = ("154 cm; 164 cm", "150 cm; 164 cm", "154 cm; 160 cm", "150 cm; 160 cm")
AXES = (None, "part_1:e", "part_2:e", "part_1:e+part_2:e")


def outcome(reply, answers, choices, axes=AXES, target="A", question="What is it? And how many?"):
    return grade(reply, answers, question=question, choices=choices, target=target, axes=axes, language="en").outcome


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (right, "correct")
        for right in (
            "Gostra Kappa 80; 10 people", "Gostra Kappa 80 and 10", "10 people; Gostra Kappa 80",
            "Your turntable is a Gostra Kappa 80. Ten people are coming.",
            "1. Gostra Kappa 80\n2. 10 people", "Gostra Kappa 80, ten", "**Gostra Kappa 80**; **10**",
        )
    ]
    + [
        ("Velo 9; 10", "distractor:part_1:e"), ("Velo 9; 20", "distractor:part_1:e+part_2:e"), ("Gostra Kappa 80", "unparsed"),
        ("10 people", "wrong"),
        ("Gostra Kappa 80; about 10", "approximate"), ("Gostra Kappa 80; 10 or 20", "dump"), ("Zelta; 10", "wrong"),
        ("5; 10; Gostra Kappa 80", "dump"),
        ("I don't know", "not_stated"),
    ],
)  # fmt: skip
def test_a_reply_must_hold_both_answers_and_the_worse_counts(reply, expected):
    assert outcome(reply, TWO, TWO_CHOICES) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (right, "correct")
        for right in ("154 cm; 164 cm", "154 and 164", "A is 154 cm, and B is 164 cm.", "A: 154 cm\nB: 164 cm", "A is 154 cm. B is 164 cm.")
    ]
    + [("164; 154", "wrong"), ("154", "wrong"), ("154, 155 and 164", "dump"), ("150; 164", "distractor:part_1:e")],
)
def test_two_answers_of_a_kind_are_told_in_the_order_of_the_question(reply, expected):
    assert outcome(reply, HEIGHTS, HEIGHT_CHOICES, question="How tall is A? And B?") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("I don't know", "correct"), ("You never told me.", "correct"), ("没有提到", "correct"),
        ("You didn't mention Ann, but Ben has 12 cats.", "correct"),
        ("12", "distractor:other_person"), ("15", "wrong"), ("I can't help with that.", "refused"), ("", "unparsed"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("answers", [(), (Answer("not stated", "absent"),), (Answer("You never mentioned it."),)])
def test_where_nothing_answers_it_is_right_to_say_so(answers, reply, expected):
    axes = ("other_person", "other_thing")
    assert outcome(reply, answers, ("12", "9"), axes=axes, target=None, question="How many cats does Ann have?") == expected


def test_an_axis_that_is_not_known_is_said_to_be_so():
    assert outcome("Ben", (Answer("Ann"),), ("Ann", "Ben"), axes=(None, None)) == "distractor:unknown"


def test_without_choices_a_wrong_answer_is_wrong():
    assert outcome("Ben", (Answer("Ann"),), (), axes=(), target=None) == "wrong"
    assert outcome("It's Ann.", (Answer("Ann"),), (), axes=(), target=None) == "correct"


def test_why_is_told_of_all_but_right_answers():
    graded = grade("5", [Answer("7")], question="How many?", choices=(), target=None, axes=(), language="en")
    assert graded.outcome == "wrong"
    assert graded.detail
    assert grade("7", [Answer("7")], question="How many?", choices=(), target=None, axes=(), language="en") == ("correct", "")


def test_an_essay_is_no_answer_unless_one_is_set_apart():
    essay = "I have been thinking about this for a while. " * 200
    assert outcome(essay + "7", (Answer("7"),), (), axes=(), target=None) == "unparsed"
    assert outcome(essay + "\nAnswer: 7", (Answer("7"),), (), axes=(), target=None) == "correct"


@pytest.mark.parametrize(
    "piece", ["1 ", "3,5,", "not ", "Ann, ", "1=2", "ten and ", "at 7 pm on 12 March for 3 hours ", "十三", "(", "answer "]
)
@pytest.mark.parametrize("answer", [Answer("7"), Answer("Ann"), Answer("12 March"), Answer("7 pm"), Answer("five hours")])
def test_no_reply_takes_long(piece, answer):
    started = time.process_time()
    outcome((piece * 4000)[:3990], (answer,), (), axes=(), target=None)
    assert time.process_time() - started < 5.0
