"""What learns from options needs questions that stand apart from each other, and copes with whatever is offered."""

import pytest
from auditing import asked, audited
from leaking import leaks


def rows(questions=lambda number: f"What was it on day {number}?", ids=lambda number: number, choices=("a", "b", "c", "d")):
    return [
        audited(ids(number), questions=[asked(number, question=questions(number), choices=choices, target="ABCD"[number % 4])])
        for number in range(120)
    ]


@pytest.mark.parametrize(("apart", "told"), [(1, False), (4, False), (5, True), (120, True)])
def test_questions_are_learned_from_where_each_fold_has_some(apart, told):
    by_text = rows(lambda number: f"What was it on day {number % apart}?")
    by_history = rows(ids=lambda number: number % apart)
    for histories in (by_text, by_history):
        assert ("learned-option" in leaks(histories, "boosting")) is told


@pytest.mark.parametrize("text", ["9" * 400, "9" * 40, "-1e999", "", " ", "\0", "👍", "长" * 999])
def test_options_of_any_text_are_learned_from(text):
    found = leaks(rows(choices=(text, f"{text}1", "2", "3")), "thumb", "boosting")
    assert found["learned-option"].ok
