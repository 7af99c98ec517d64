"""A letter that is right too often is told, and judged where enough histories say so."""

import pytest
from auditing import asked, audited
from leaking import leaks


def rows(histories, questions=1):
    return [audited(number, questions=[asked(place, target="A") for place in range(questions)]) for number in range(histories)]


@pytest.mark.parametrize(("histories", "questions", "ok"), [(9, 1, True), (9, 99, True), (10, 1, False), (400, 1, False)])
def test_less_than_ten_histories_are_told_and_not_judged(histories, questions, ok):
    found = leaks(rows(histories, questions), "letters")["right-letter"]
    assert (found.share, found.ok) == (1, ok)


def test_letters_that_are_right_alike_are_none():
    assert leaks([audited(number, questions=[asked(target="ABCD"[number % 4])]) for number in range(400)], "letters")["right-letter"].ok
