"""The measures of a ranking: against trec_eval by two doors, against hand-worked cases, and where an item holds several messages."""

import time
import warnings

import ir_measures
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, P, R, Success, nDCG

from memsim.scoring.metrics import METRICS, SESSION_METRICS, bounds, by_session, names, retrieval

KS = (1, 3, 5, 10)
TREC = {"recall": "recall", "P": "precision", "success": "hit", "ndcg_cut": "ndcg"}
IR = {R: "recall", P: "precision", Success: "hit", nDCG: "ndcg", RR: "mrr"}
DOCUMENTS = [f"m{i}" for i in range(16)]
CLOSE = 1e-9


@st.composite
def queries(draw):
    """Evidence and a ranking without repeats; some evidence may never come up, and nothing at all may be recalled."""
    order = draw(st.permutations(DOCUMENTS))
    wanted = draw(st.integers(1, 2 ** len(DOCUMENTS) - 1))
    return [document for bit, document in enumerate(DOCUMENTS) if wanted >> bit & 1], order[: draw(st.integers(0, len(DOCUMENTS)))]


several = st.lists(queries(), min_size=20, max_size=20)


def singles(ranking):
    return [(document,) for document in ranking]


def as_trec(asked):
    """Judgements and runs; similarities are whole numbers, so that there are no ties."""
    qrels = {f"q{i}": dict.fromkeys(evidence, 1) for i, (evidence, _) in enumerate(asked)}
    run = {f"q{i}": {document: float(100 - place) for place, document in enumerate(ranking)} for i, (_, ranking) in enumerate(asked)}
    return qrels, run


def ours(evidence, ranking, ks=KS):
    return retrieval(singles(ranking), evidence, ks)


@settings(max_examples=110)
@given(several)
def test_single_messages_score_as_in_trec_eval(asked):
    qrels, run = as_trec(asked)
    wanted = {f"{name}.{','.join(map(str, KS))}" for name in TREC}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run)
    for i, (evidence, ranking) in enumerate(asked):
        found = ours(evidence, ranking)
        # An empty ranking is left out by pytrec_eval; it scores 0 everywhere.
        expected = theirs.get(f"q{i}", dict.fromkeys([f"{name}_{k}" for name in TREC for k in KS], 0.0))
        for name, mine in TREC.items():
            for k in KS:
                assert found[f"{mine}@{k}"] == pytest.approx(expected[f"{name}_{k}"], abs=CLOSE)


@given(several)
def test_the_first_hit_scores_as_in_trec_eval_on_a_run_cut_at_k(asked):
    qrels, run = as_trec(asked)
    for k in KS:
        cut = {name: dict(list(found.items())[:k]) for name, found in run.items()}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(cut)
        for i, (evidence, ranking) in enumerate(asked):
            expected = theirs.get(f"q{i}", {"recip_rank": 0.0})["recip_rank"]
            assert ours(evidence, ranking)[f"mrr@{k}"] == pytest.approx(expected, abs=CLOSE)


@settings(max_examples=110)
@given(several)
def test_single_messages_score_as_in_ir_measures(asked):
    qrels, run = as_trec(asked)
    wanted = {measure @ k: f"{mine}@{k}" for measure, mine in IR.items() for k in KS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own
        theirs = {(found.query_id, found.measure): found.value for found in ir_measures.iter_calc(wanted, qrels, run)}
    assert len(theirs) == len(asked) * len(wanted)
    for i, (evidence, ranking) in enumerate(asked):
        found = ours(evidence, ranking)
        for measure, mine in wanted.items():
            assert found[mine] == pytest.approx(theirs[f"q{i}", measure], abs=CLOSE)


@st.composite
def talks(draw):
    """Documents in sessions, those with evidence among them, and a ranking."""
    evidence, ranking = draw(queries())
    of = {document: f"s{draw(st.integers(0, 5))}" for document in DOCUMENTS}
    return of, evidence, ranking


@settings(max_examples=110)
@given(st.lists(talks(), min_size=20, max_size=20))
def test_sessions_score_as_in_trec_eval_and_ir_measures_where_each_stands_at_its_first_message(asked):
    qrels, runs = {}, {k: {} for k in KS}
    for i, (of, evidence, ranking) in enumerate(asked):
        qrels[f"q{i}"] = {of[document]: 1 for document in evidence}
        for k in KS:
            first = list(dict.fromkeys(of[document] for document in ranking[:k]))
            runs[k][f"q{i}"] = {session: float(100 - place) for place, session in enumerate(first)}
    for k in KS:
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {f"recall.{k}", f"success.{k}"}).evaluate(runs[k])
        also = {(one.query_id, one.measure): one.value for one in ir_measures.iter_calc([R @ k, Success @ k], qrels, runs[k])}
        for i, (of, evidence, ranking) in enumerate(asked):
            sessions = [[document for document in DOCUMENTS if of[document] == name] for name in qrels[f"q{i}"]]
            found = by_session(singles(ranking), sessions, [k])
            expected = theirs.get(f"q{i}", {f"recall_{k}": 0.0, f"success_{k}": 0.0})
            assert found[f"session_recall@{k}"] == pytest.approx(expected[f"recall_{k}"], abs=CLOSE)
            assert found[f"session_recall@{k}"] == pytest.approx(also[f"q{i}", R @ k], abs=CLOSE)
            assert found[f"session_hit@{k}"] == expected[f"success_{k}"] == also[f"q{i}", Success @ k]
            assert found[f"session_recall_all@{k}"] == (expected[f"recall_{k}"] == 1)
            by_message = retrieval(singles(ranking), evidence, [k])
            assert found[f"session_hit@{k}"] >= by_message[f"hit@{k}"]
            assert found[f"session_recall_all@{k}"] >= by_message[f"recall_all@{k}"]


def test_a_session_comes_up_with_any_of_its_messages_and_gains_once():
    sessions = [("a", "b", "c"), ("d",)]
    assert by_session([("x",), ("c",), ("a",), ("d",)], sessions, [1, 2, 4]) == {
        "session_recall@1": 0, "session_recall@2": 0.5, "session_recall@4": 1,
        "session_recall_all@1": 0, "session_recall_all@2": 0, "session_recall_all@4": 1,
        "session_hit@1": 0, "session_hit@2": 1, "session_hit@4": 1,
    }  # fmt: skip
    assert {name.partition("@")[0] for name in by_session([], sessions, [1])} == {*SESSION_METRICS}


def test_no_session_with_evidence_is_refused():
    with pytest.raises(ValueError, match="evidence is empty"):
        by_session([("a",)], [], [1])


def lme_dcg(relevances, k):
    """LongMemEval's own discounted gain, written as its evaluation has it: relevances[0] + Σ relevances[i] / log2(i + 1)."""
    from math import log2

    relevances = relevances[:k]
    return relevances[0] + sum(relevance / log2(i + 1) for i, relevance in enumerate(relevances) if i) if relevances else 0.0


@given(several)
def test_the_variant_of_longmemeval_is_its_own(asked):
    for evidence, ranking in asked:
        relevances = [float(document in evidence) for document in [*ranking, *(d for d in DOCUMENTS if d not in ranking)]]
        for k in KS:
            expected = lme_dcg(relevances[: len(ranking)], k) / lme_dcg(sorted(relevances, reverse=True), k)
            assert ours(evidence, ranking)[f"lme_ndcg_any@{k}"] == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize(
    ("places", "ndcg", "lme"),
    [
        ((2,), 0.63093, 1.0),
        ((2, 4), 0.650921, 0.75),
        ((1,), 1.0, 1.0),
        ((1, 2), 1.0, 1.0),
        ((5,), 0.386853, 0.430677),
        ((6,), 0.0, 0.0),
    ],
)
def test_gold_at_known_ranks(places, ndcg, lme):
    ranking = [f"gold{place}" if place in places else f"other{place}" for place in range(1, 11)]
    found = ours([f"gold{place}" for place in places], ranking, [5])
    assert found["ndcg@5"] == pytest.approx(ndcg, abs=1e-6)
    assert found["lme_ndcg_any@5"] == pytest.approx(lme, abs=1e-6)


def test_every_measure_of_one_ranking():
    assert ours(["a", "b", "c"], ["x", "b", "y", "a"], [3]) == {
        "recall@3": 1 / 3,
        "recall_all@3": 0.0,
        "precision@3": 1 / 3,
        "hit@3": 1.0,
        "ndcg@3": pytest.approx(0.6309297535714575 / (1 + 0.6309297535714575 + 0.5)),
        "lme_ndcg_any@3": pytest.approx(1 / (1 + 1 + 0.6309297535714575)),
        "mrr@3": 0.5,
        "first_rank@3": 2.0,
    }


@pytest.mark.parametrize("ranking", [[], ["x"], ["x", "y", "z"]])
def test_what_brings_up_no_evidence_scores_zero(ranking):
    found = ours(["a", "b"], ranking)
    assert [found.pop(f"first_rank@{k}") for k in KS] == [k + 1 for k in KS]
    assert set(found.values()) == {0.0}


def test_strict_recall_wants_all_evidence_within_k():
    found = ours(["a", "b"], ["a", "x", "b"], [1, 2, 3])
    assert [found[f"recall_all@{k}"] for k in (1, 2, 3)] == [0, 0, 1]
    assert [found[f"recall@{k}"] for k in (1, 2, 3)] == [0.5, 0.5, 1]


def test_places_left_empty_count_against_precision():
    assert ours(["a"], ["a"], [5])["precision@5"] == 0.2


def test_the_first_evidence_is_looked_for_down_to_k():
    found = ours(["a"], [*DOCUMENTS, "a"], [16, 17])
    assert (found["mrr@16"], found["first_rank@16"], found["recall@16"]) == (0, 17, 0)
    assert (found["mrr@17"], found["first_rank@17"], found["recall@17"]) == (1 / 17, 17, 1)


def test_an_item_with_several_messages_counts_once_and_recalls_all_of_them():
    found = retrieval([("x",), ("a", "b", "y"), ("c",)], ["a", "b", "c"], [2, 3])
    assert (found["recall@2"], found["precision@2"], found["recall_all@3"]) == (2 / 3, 1 / 2, 1)
    assert found["ndcg@2"] == pytest.approx(0.6309297535714575 / 1.6309297535714575)


def test_what_was_recalled_before_gains_nothing():
    again = retrieval([("a",), ("a",), ("a", "x"), ("b", "a")], ["a", "b"], [4])
    once = retrieval([("a",), (), ("x",), ("b",)], ["a", "b"], [4])
    assert again == once
    assert once["precision@4"] == 0.5


chunks = st.lists(st.sets(st.sampled_from(DOCUMENTS), max_size=4).map(sorted), max_size=12)


@given(chunks, st.sets(st.sampled_from(DOCUMENTS), min_size=1, max_size=6))
def test_measures_lie_within_their_bounds_and_recall_grows_with_k(covered, evidence):
    found = retrieval(covered, evidence, KS)
    assert all(bounds(name)[0] <= value <= bounds(name)[1] + 1e-12 for name, value in found.items())
    for name in ("recall", "recall_all", "hit"):
        rising = [found[f"{name}@{k}"] for k in KS]
        assert rising == sorted(rising)
    for k in KS:
        seen = set().union(*covered[:k])
        assert found[f"recall@{k}"] == len(seen & evidence) / len(evidence)
        assert found[f"recall_all@{k}"] == (evidence <= seen)
        assert found[f"hit@{k}"] == bool(seen & evidence)


@given(chunks, st.sets(st.sampled_from(DOCUMENTS), min_size=1, max_size=6))
def test_the_first_rank_is_where_the_first_evidence_stands_or_beyond_k(covered, evidence):
    for k in KS:
        first = next((rank for rank, ids in enumerate(covered[:k], start=1) if evidence & set(ids)), None)
        found = retrieval(covered, evidence, [k])
        assert found[f"first_rank@{k}"] == (first or k + 1)
        assert found[f"mrr@{k}"] == (1 / first if first else 0)


@given(chunks, chunks, st.sets(st.sampled_from(DOCUMENTS), min_size=1, max_size=6))
def test_no_measure_depends_on_what_stands_below_k(covered, more, evidence):
    padded = [*covered, *[()] * (10 - len(covered))][:10]
    assert retrieval([*padded, *more], evidence, KS) == retrieval(padded, evidence, KS)


def test_names_are_those_of_the_values_in_order():
    assert list(ours(["a"], ["a"], [5, 10])) == names([5, 10])
    assert names([5, 10])[:3] == ["recall@5", "recall@10", "recall_all@5"]
    assert len(names([5])) == len(METRICS)


def test_a_question_without_evidence_is_refused():
    with pytest.raises(ValueError, match="evidence is empty"):
        ours([], ["a"])


@pytest.mark.parametrize("k", [0, -1])
def test_k_starts_at_1(k):
    with pytest.raises(ValueError, match=f"k must be at least 1, not {k}"):
        ours(["a"], ["a"], [5, k])


def test_long_rankings_are_fast():
    covered, evidence = singles(f"m{i}" for i in range(4000)), ["m1000", "m3999"]
    began = time.process_time()
    for _ in range(200):
        retrieval(covered, evidence, [5, 10])
    assert time.process_time() - began < 2
