"""Choices differ, and the one called right is there and says what the answer says."""

import pytest
from auditing import asked, audited, broken, seen

from memsim.check.structure.options import Options, right_place


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"choices": ("one", "two", "one", "four")}, {"options-equal": 1}),
        ({"choices": ("one", "two", "One.", "four")}, {"options-equal": 1}),
        ({"choices": ("one", "two", "three", "Ｔｗｏ。")}, {"options-equal": 1, "options-gold-doubled": 1}),
        ({"choices": ("-2", "two", "2", "+2")}, {}),
        ({"choices": ("li_ming@a.example", "two", "li-ming@a.example", "5%")}, {}),
        ({"choices": ("1,5", "two", "15", "1.5")}, {}),
        ({"choices": ("one", "two ", "three", "four")}, {"options-spaces": 1}),
        ({"choices": ("one", "two", "three", "at  four")}, {"options-spaces": 1}),
        ({"choices": ("one", "two", "three", "")}, {"options-spaces": 1}),
        ({"choices": ("one", "two\u200b", "three", "four")}, {"options-spaces": 1}),
        ({"choices": ("one", "two", "t\u200bwo", "four")}, {"options-equal": 1, "options-gold-doubled": 1}),
        ({"target": "E"}, {"target-unknown": 1}),
        ({"target": ""}, {"target-unknown": 1}),
        ({"target": "AB"}, {"target-unknown": 1}),
        ({"target": "b"}, {"target-unknown": 1}),
        ({"target": None}, {"target-unknown": 1}),
        ({"target": "A", "choices": ()}, {"target-unknown": 1}),
        ({"target": "C"}, {"target-not-answer": 1}),
        ({"answer": "TWO."}, {}),
        ({"answer": 2, "choices": ("1", "2", "3", "4")}, {}),
        ({"answer": None}, {}),
    ],
)
def test_choices(fields, expected):
    found = seen(Options(), audited(questions=[asked(0, **fields), asked(1)]))
    assert broken(found) == expected
    assert all(finding.examples[0].startswith("q0: ") for finding in found.values() if not finding.ok)


def test_a_question_without_choices_is_not_tested():
    found = seen(Options(), audited(questions=[asked(0, choices=(), target=None)]))
    assert {finding.tested for finding in found.values()} == {0}


@pytest.mark.parametrize(("target", "place"), [("A", 0), ("D", 3), ("E", None), ("", None), (None, None), ("BC", None)])
def test_the_place_of_the_right_choice(target, place):
    assert right_place(asked(target=target)) == place
