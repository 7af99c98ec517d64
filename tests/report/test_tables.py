"""The tables of a run, from results made by hand: every number is known."""

import pytest

from memsim.report import tables


def value(mean, n):
    return {"mean": mean, "low": 0.0, "high": 1.0, "n": n, "clusters": n}


def result(memory, *, paper="", control=False, eta=1, **fields):
    """A result; what is not given was not measured."""
    whole = {"outcomes": {}, "uncounted_outcomes": {}, "missing": {}, "errors": {}, "flags": {}, "times": {}, "measures": {}}
    usage = dict.fromkeys(("memory_usage", "reader_usage", "judge_usage"))
    by = {"question_type": {}, "language": {}, "topic": {}, "noisy": {}}
    named = {"set": "s", "memory": memory, "paper": paper, "control": control, "eta": eta, "rows": 10}
    return named | whole | {"usage": usage, "by": by} | fields


def rows(table):
    return [list(row) for row in (table.columns, *table.rows)]


@pytest.mark.parametrize(("ks", "k"), [([5], 5), ([1, 5, 10], 5), ([1, 3], 3), ([10], 10)])
def test_five_stands_for_all_cuts_where_it_was_measured_else_the_largest(ks, k):
    assert tables.headline(ks) == k


def test_a_name_says_what_the_paper_calls_it_and_whether_it_is_a_control():
    names = [("bm25", "", False), ("full", "FullMem", False), ("first", "", True), ("oracle", "OracleMem", True)]
    called = [tables.name_of(result(memory, paper=paper, control=control)) for memory, paper, control in names]
    assert called == ["bm25", "full (FullMem)", "first (control)", "oracle (OracleMem, control)"]


def test_types_stand_in_the_papers_order_and_controls_below():
    kinds = ("zebra", "post_processing", "noisy", "single_hop", "comparative")
    by = {"question_type": {kind: {"accuracy": value(0.5, 2)} for kind in kinds}}
    found = [result("none", control=True, by=by, measures={"accuracy": value(0.25, 10)}), result("bm25", by=by, measures={})]
    assert rows(tables.by(found, "question_type", "accuracy", "t")) == [
        ["memory", *(f"{kind} (n=2)" for kind in ("single_hop", "comparative", "post_processing", "noisy", "zebra")), "all (n=10)"],
        ["bm25", *[".500 (.000–1.000)"] * 5, "–"],
        ["none (control)", *[".500 (.000–1.000)"] * 5, ".250 (.000–1.000)"],
    ]


def test_a_memory_that_failed_on_some_has_its_own_n():
    a = result("a", by={"topic": {"roles": {"accuracy": value(0.5, 4)}}}, measures={"accuracy": value(0.5, 4)})
    b = result("b", by={"topic": {"roles": {"accuracy": value(0.5, 3)}}}, measures={"accuracy": value(0.5, 3)})
    assert rows(tables.by([a, b], "topic", "accuracy", "t")) == [
        ["memory", "roles", "all"],
        ["a", ".500 (.000–1.000) n=4", ".500 (.000–1.000) n=4"],
        ["b", ".500 (.000–1.000) n=3", ".500 (.000–1.000) n=3"],
    ]


def test_noise_around_the_question_is_told_in_words():
    by = {"noisy": {"true": {"accuracy": value(0.5, 1)}, "false": {"accuracy": value(0.5, 2)}}}
    assert rows(tables.by([result("a", by=by, measures={"accuracy": value(0.5, 3)})], "noisy", "accuracy", "t"))[0] == [
        "memory",
        "plain (n=2)",
        "noisy (n=1)",
        "all (n=3)",
    ]


def test_levels_stand_side_by_side_and_one_not_measured_is_a_dash():
    found = [result("a", eta=10, measures={"mrr@5": value(0.25, 2)}), result("a", measures={"mrr@5": value(0.5, 2)}), result("b", eta=10)]
    assert rows(tables.by_level(found, "mrr@5", "t")) == [
        ["memory", "η=1 (n=2)", "η=10 (n=2)"],
        ["a", ".500 (.000–1.000)", ".250 (.000–1.000)"],
        ["b", "–", "–"],
    ]


def test_measures_that_nobody_has_are_left_out():
    ranks = {"mean": 2.0, "p50": 2.0, "p95": 3.0, "n": 4}
    found = [result("a", measures={"recall@5": value(0.5, 5), "first_rank@5": ranks})]
    assert rows(tables.measures(found, ["accuracy", "recall@5", "first_rank@5"], "t")) == [
        ["memory", "recall@5 (n=5)", "first_rank@5 (mean / p50 / p95) (n=4)"],
        ["a", ".500 (.000–1.000)", "2 / 2 / 3"],
    ]
    assert tables.measures(found, ["accuracy"], "t") is None


def test_outcomes_are_summed_by_axis_whatever_the_part_and_nothing_is_lost():
    outcomes = {
        "correct": 5,
        "distractor:other_entity": 2,
        "distractor:part_1:other_entity": 1,
        "distractor:part_2:other_entity": 1,
        "distractor:part_1:other_number+part_2:other_set": 3,
        "distractor:part_1:other_entity+part_2:other_entity": 1,
        "distractor:unknown": 4,
        "refused": 1,
    }
    missing = {"answers": {"failed": 2}, "retrieval": {"failed": 2, "no evidence": 1}}
    found = [
        result(
            "a", rows=24, outcomes=outcomes | {"correct": 6, "wrong": 3}, uncounted_outcomes={"correct": 1, "wrong": 3}, missing=missing
        ),
        result("b"),
    ]
    head, first, second = rows(tables.outcomes(found, "t"))
    assert dict(zip(head, first, strict=True)) == {
        "memory": "a",
        "answers": "18",
        "correct": "5",
        "another choice": "4",
        "other entity": "4",
        "refused": "1",
        "several parts": "4",
        "retrieval only": "4",
        "not measured": "answers: failed 2; retrieval: failed 2; retrieval: no evidence 1",
        "rows": "24",
    }
    assert head[:3] == ["memory", "answers", "correct"]
    assert second == ["b", *["0"] * 7, "–", "10"]


def test_a_time_taken_once_is_no_distribution():
    found = [
        result(
            "a",
            recalled_characters={"mean": 1234.4, "p50": 1000, "p95": 2000, "n": 4},
            times={
                "response_s": {"mean": 0.5, "p50": 0.25, "p95": 1.0, "n": 4},
                "warm_up_s": dict.fromkeys(("mean", "p50", "p95"), 2.0) | {"n": 1},
            },
        )
    ]
    heads, cells = rows(tables.times(found, "t"))
    assert heads == ["memory", "response (n=4)", "first history (n=1)", "characters recalled (n=4)"]
    assert cells == ["a", "500 ms / 250 ms / 1 s", "2 s", "1,234"]


def test_what_models_took_is_told_and_an_unknown_price_is_no_zero():
    used = {"calls": 2, "prompt_tokens": 1500, "completion_tokens": 7, "cost": None}
    usage = {"memory_usage": None, "reader_usage": used, "judge_usage": {**used, "cost": 0.25}}
    assert rows(tables.usage([result("a", usage=usage), result("b")], "t"))[1:] == [
        ["a", "reader", "2", "1,500", "7", "unknown"],
        ["a", "judge", "2", "1,500", "7", "$0.2500"],
    ]
    assert tables.usage([result("b")], "t") is None


def test_never_looking_has_its_n():
    assert rows(tables.constants({"A": value(0.5, 8), "any": value(0.25, 8)}, "t")) == [
        ["always", "A", "any", "n"],
        ["accuracy", ".500 (.000–1.000)", ".250 (.000–1.000)", "8"],
    ]


def told(ks, *measures, k=5):
    return tables.told_first({"convention": {"k": k, "measures": list(measures)}}, ks)


def test_a_set_is_told_by_its_own_measures_first_and_each_once():
    assert told([5], "recall_all@{k}", "recall@{k}") == ["recall_all@5", "recall@5", "accuracy", "ndcg@5", "mrr@5"]
    assert told([1, 10], "session_hit@{k}", k=10)[0] == "session_hit@10"
    assert told([1, 3], "session_hit@{k}", k=10)[0] == "session_hit@3"
    assert tables.told_first({}, [5]) == ["accuracy", "recall@5", "ndcg@5", "mrr@5"]
