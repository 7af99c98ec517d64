"""Answers are there, texts, and not blank."""

import pytest
from auditing import asked, audited, broken, seen

from memsim.check.structure.answers import Answers


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (None, "answer-missing"),
        (2022, "answer-number"),
        (0, "answer-number"),
        (1.5, "answer-number"),
        (False, "answer-number"),
        ("", "answer-blank"),
        (" \n", "answer-blank"),
        ("\u200b\ufeff ", "answer-blank"),
    ],
)
def test_an_answer_that_is_none_is_found(answer, name):
    found = seen(Answers(), audited(questions=[asked(0, answer=answer), asked(1)]))
    assert broken(found) == {name: 1}
    assert found[name].examples[0].startswith("q0: ")
    assert found["answer-missing"].tested == 2


def test_missing_answers_are_told_apart_by_what_can_be_answered():
    questions = [asked(0, answer=None), asked(1, answer=None, unanswerable=True), asked(2, answer=None, unanswerable=True)]
    found = seen(Answers(), audited(questions=questions))
    assert found["answer-missing"].detail == {"answerable": 1, "unanswerable": 2}


def test_texts_pass():
    assert broken(seen(Answers(), audited(questions=[asked(0, answer="0"), asked(1, answer="没有")]))) == {}
