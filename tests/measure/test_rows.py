"""Grading again: what was said decides, and a letter is looked for only in what a model or an agent said."""

import pytest
from histories import item

from memsim.measure.rows import graded_again
from memsim.records import Answer

CHOICES = ("tea", "rum", "milk", "juice")
ASKED = item(choices=CHOICES, target="B", answers=(Answer("rum"),), axes=("other", None, "other", "other"))


def graded(row, answers="choices", *, by_model=False):
    given = {"reader_status": "answered", "times": {"recall": 0.1, "read": 0.1}} | row
    return graded_again(given, ASKED, answers, by_model=by_model)["outcome"]


def test_what_was_written_beside_it_does_not_count():
    assert graded({"answer": "B", "outcome": "wrong"}) == "correct"
    assert graded({"answer": "A", "outcome": "correct"}) == "distractor:other"


def test_a_model_is_read_again_and_another_reader_taken_at_its_word():
    row = {"answer": "A", "raw": "B", "outcome": "wrong"}
    assert (graded(row, by_model=True), graded(row)) == ("correct", "distractor:other")


def test_an_agent_that_answers_by_itself_is_read_again():
    assert graded({"answer": "", "reader_status": "unparsed", "raw": "Answer: B", "times": {"recall": 0.1}}) == "correct"


@pytest.mark.parametrize("by_model", [True, False])
def test_free_text_is_the_answer_and_not_all_that_was_said(by_model):
    row = {"answer": "rum", "raw": "<think>tea? milk?</think> rum"}
    assert graded(row, "free", by_model=by_model) == "correct"


@pytest.mark.parametrize("status", ["refused", "unparsed"])
def test_no_answer_stays_none(status):
    assert graded({"reader_status": status, "answer": ""}) == status


@pytest.mark.parametrize(
    "row", [{"error": "recall: no end"}, {"reader_status": "failed", "answer": "", "outcome": "failed"}, {"ranking": []}]
)
def test_what_was_not_said_is_not_graded(row):
    assert graded_again(row, ASKED, "choices", by_model=True) == row
