import pytest
from histories import item

from memsim.measure.constant import constant_answers


def asked(targets, choices=4, name="set"):
    return {
        (name, f"q{number}"): item(number, choices=tuple("abcdefghij"[:choices]), target=target) for number, target in enumerate(targets)
    }


def test_each_letter_is_right_as_often_as_it_is_the_target():
    found = constant_answers(asked("AABC"))["set"]
    assert {letter: one["mean"] for letter, one in found.items() if letter != "any"} == {"A": 0.5, "B": 0.25, "C": 0.25, "D": 0}
    assert all(one["n"] == 4 for one in found.values())


@pytest.mark.parametrize("choices", [2, 4, 5])
def test_a_drawn_letter_is_right_by_chance(choices):
    found = constant_answers(asked(["A", "B"] * 1500, choices))["set"]
    assert found["any"]["mean"] == pytest.approx(1 / choices, abs=0.03)
    assert constant_answers(asked(["A", "B"] * 1500, choices))["set"] == found


def test_letters_are_those_of_the_choices():
    assert list(constant_answers(asked("AB", choices=2))["set"]) == ["A", "B", "any"]
    assert list(constant_answers(asked("AE", choices=5))["set"]) == ["A", "B", "C", "D", "E", "any"]


def test_sets_stand_apart_and_questions_without_choices_are_left_out():
    free = {("free", "q0"): item()}
    found = constant_answers(asked("A", name="one") | asked("BB", name="two") | free)
    assert {name: one["B"]["mean"] for name, one in found.items()} == {"one": 0, "two": 1}
