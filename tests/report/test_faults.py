"""What there is to know of results, as lines of text and of Markdown."""

from memsim.report.faults import Fault, faults


def result(memory, eta=1, *, rows=10, size=None, measures=None, **told):
    empty = {"errors": {}, "flags": {}, "missing": {}}
    return {"set": "s", "memory": memory, "eta": eta, "rows": rows, "size": size, "measures": measures or {}} | empty | told


def lines(*found, ks=(5,)):
    return list(map(str, faults(found, ks)))


def test_nothing_wrong_is_nothing_to_say():
    assert lines(result("bm25"), result("recent:5", size=5)) == []


def test_failures_are_told_by_memory_and_level_with_counts_and_the_most_frequent_reason_first():
    errors = {"store: no": 1, "recall: ValueError: a,\n  b": 4}
    assert lines(result("a", 3, errors=errors)) == [
        "a, η=3: 4 of 10 rows failed: recall: ValueError: a, b",
        "a, η=3: 1 of 10 rows failed: store: no",
    ]


def test_many_reasons_are_cut_short_but_counted():
    found = lines(result("a", rows=50, errors={f"why {place}": 9 - place for place in range(6)}))
    assert len(found) == 4
    assert found[-1] == "a, η=1: 15 of 50 rows failed in 3 other ways: see samples.jsonl"


def test_what_was_put_right_is_told():
    assert lines(result("a", flags={"duplicates": 1200, "over_k": 2, "close_failed": 1})) == [
        "a, η=1: 1,200 things were recalled again, and dropped",
        "a, η=1: 2 things were recalled beyond k, and cut off",
        "a, η=1: close() failed 1 times",
    ]


def test_a_size_below_k_is_told_once_with_the_cuts_beyond_it():
    found = [result("recent:5", eta, size=5, flags={"size_below_k": 10}) for eta in (1, 3)]
    assert lines(*found, ks=(5, 10, 50)) == ["recent:5: measures @10, @50 look at 5: it was asked for no more"]


def test_a_k_that_reaches_the_whole_history_is_told_once_a_level():
    found = [result(memory, flags={"k_at_least_history": 4}) for memory in ("a", "b")]
    assert lines(*found) == ["η=1: k=5 reaches the whole history in 4 of 10 rows of each memory; there, recall@5 is no merit"]


def test_in_markdown_a_failure_stands_out_and_its_reason_cannot_end_its_quotes():
    assert Fault("a, η=1", "1 of 2 rows failed", "x `y`").markdown() == "a, η=1: **1 of 2 rows failed**: `x 'y'`"
    assert Fault("a", "was put right").markdown() == "a: was put right"


def test_where_nothing_was_measured_it_is_told_once_a_level_why_and_what_would_measure():
    retrieval, unasked = {"retrieval": {"no evidence": 10}}, {"answers": {"not asked": 10}}
    nothing = "nothing was measured (retrieval: no evidence, answers: not asked); a reader would give answers to measure: --reader lexical, or a model"
    found = [result(name, eta, missing=retrieval | unasked) for eta in (1, 3) for name in ("a", "b")]
    assert lines(*found) == [f"η=1: {nothing}", f"η=3: {nothing}"]
    assert lines(result("a", missing=retrieval | {"answers": {"failed": 10}})) == [
        "η=1: nothing was measured (retrieval: no evidence, answers: failed)"
    ]
    assert lines(result("a", missing=retrieval | unasked), result("b", missing=unasked, measures={"recall@5": {}})) == []
