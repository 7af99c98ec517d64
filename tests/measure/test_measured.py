from dataclasses import replace

import pytest
from histories import item
from hypothesis import given
from hypothesis import strategies as st

from memsim.measure.measured import ANSWERS, applies, kind_of, measured
from memsim.records import Answer
from memsim.scoring.metrics import retrieval

KS = (1, 3)
FACTS = (("m1", "Anna Kim", "Busan"), ("m4", "my cousin", "Anna Kim"))
ASKED = item(evidence=("m1", "m4"), facts=FACTS)


def row_of(*ranking, texts=None, held=None):
    """A row; by default, every text recalled holds what it is said to hold."""
    bound = {str(rank): one for rank, one in enumerate(ranking) if not isinstance(one, str)}
    return {
        "ranking": list(ranking),
        "texts": dict.fromkeys(bound, "") | (texts or {}),
        "held": {rank: one or [] for rank, one in bound.items()} | (held or {}),
    }


def answers(row, asked=ASKED):
    return measured({"ranking": []} | row, asked, KS)


@given(st.lists(st.sampled_from(["m0", "m1", "m2", "m4", ["m1", "m2"], ["m4", "m1"], []]), max_size=6))
def test_rankings_are_measured_a_message_at_a_time(ranking):
    found = measured(row_of(*ranking), ASKED, KS)
    ranks = [mid for one in ranking for mid in ([one] if isinstance(one, str) else one or [""])]
    expected = retrieval([[mid] for mid in ranks], ASKED.truth.evidence, KS)
    assert found.values == expected
    assert found.missing == {"answers": "not asked"}


def test_a_question_without_evidence_has_no_retrieval_measures():
    found = answers({"ranking": ["m0"], "outcome": "correct"}, item(evidence=()))
    assert found.values == {"accuracy": 1, "accuracy_of_answered": 1}
    assert found.missing == {"retrieval": "no evidence"}


def test_what_failed_has_no_measures():
    assert measured({"error": "recall: no end"}, ASKED, KS) == ({}, {"retrieval": "failed", "answers": "failed"})


def test_evidence_is_found_by_fact_where_a_memory_does_not_say_its_sources():
    row = row_of(None, "m4", None, texts={"0": "Somebody moved to Busan.", "2": "Anna Kim works in Busan now."})
    found = measured(row, ASKED, KS).values
    assert (found["recall@1"], found["recall@3"], found["first_rank@3"], found["precision@3"]) == (0, 1, 2, pytest.approx(2 / 3))


def test_without_sources_and_without_facts_nothing_can_be_found():
    found = measured(row_of(None, texts={"0": "Busan"}), item(evidence=("m1",)), KS)
    assert found == ({}, {"retrieval": "no sources", "answers": "not asked"})


def test_sources_that_are_all_told_need_no_facts():
    found = measured(row_of(["m1", "m4"]), item(evidence=("m1", "m4")), KS).values
    assert (found["recall@1"], found["recall_all@3"]) == (0.5, 1)


def test_what_a_text_is_said_to_hold_counts_where_it_holds_it():
    said = row_of(["m1", "m4", "m7"], texts={"0": "Anna Kim works in Busan."}, held={"0": ["m7"]})
    found = measured(said, ASKED, KS).values
    assert (found["recall@1"], found["recall@3"]) == (0.5, 0.5)
    empty = row_of(["m1", "m4"], texts={"0": "x"}, held={"0": []})
    assert measured(empty, ASKED, KS).values["recall@3"] == 0


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ("correct", {"accuracy": 1, "accuracy_of_answered": 1}),
        ("distractor:other_entity", {"accuracy": 0, "accuracy_of_answered": 0}),
        ("wrong", {"accuracy": 0, "accuracy_of_answered": 0}),
        ("not_stated", {"accuracy": 0, "accuracy_of_answered": 0}),
        ("refused", {"accuracy": 0}),
        ("unparsed", {"accuracy": 0}),
    ],
)
def test_who_gives_no_answer_is_not_right_but_did_not_answer_wrongly(outcome, expected):
    found = answers({"outcome": outcome})
    assert {name: value for name, value in found.values.items() if name.startswith(("accuracy", "abstention"))} == expected
    assert found.missing == {}


def test_a_reading_that_failed_is_no_wrong_answer():
    found = answers({"ranking": ["m1"], "outcome": "failed"})
    assert not [name for name in found.values if name.startswith(("accuracy", "abstention"))]
    assert found.values["recall@3"] == 0.5
    assert found.missing == {"answers": "failed"}


@pytest.mark.parametrize(("status", "expected"), [("correct", 1), ("wrong", 0), ("unparsed", None), ("failed", None)])
def test_a_judge_counts_beside_the_grading_where_it_gave_a_verdict(status, expected):
    found = answers({"outcome": "wrong", "judged": {"status": status}}).values
    assert (found["accuracy"], found.get("accuracy_by_judge")) == (0, expected)


@pytest.mark.parametrize(("outcome", "right"), [("correct", 1), ("wrong", 0), ("unparsed", 0)])
def test_a_question_that_cannot_be_answered_counts_for_abstention_only(outcome, right):
    found = answers({"outcome": outcome}, item(evidence=(), answers=()))
    assert found == ({"abstention": right}, {"retrieval": "no evidence"})


def test_a_question_with_several_parts_is_one_answer():
    found = answers({"outcome": "correct"}, item(answers=(Answer("Busan"), Answer("5"))))
    assert found.values["accuracy"] == 1


@pytest.mark.parametrize("asked", [ASKED, item(evidence=()), item(answers=(), evidence=()), item(answers=())])
def test_what_applies_to_a_question_is_what_can_be_measured_of_it(asked):
    found = answers({"outcome": "correct", "judged": {"status": "correct"}}, asked).values
    every = {*answers({}).values, *ANSWERS}
    assert {name for name in every if applies(name, asked)} == set(found)


def test_what_is_missing_is_told_by_the_kind_of_the_measure():
    found = answers({"outcome": "failed"})
    assert {kind_of(name) for name in found.values} == {"retrieval"}
    assert {kind_of(name) for name in ANSWERS} == set(found.missing)


def test_evidence_counts_by_session_where_the_set_says_so():
    asked = ASKED._replace(truth=replace(ASKED.truth, sessions=(("m0", "m1"), ("m4", "m5"))))
    found = measured(row_of("m0", "m9", "m5"), asked, KS).values
    assert (found["hit@3"], found["session_hit@1"], found["session_recall@1"], found["session_recall_all@3"]) == (0, 1, 0.5, 1)
    assert applies("session_hit@1", asked)
    assert not applies("session_hit@1", ASKED)
    assert not [name for name in measured(row_of("m0"), ASKED, KS).values if name.startswith("session")]
