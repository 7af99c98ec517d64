import pytest

from memsim.measure.costs import NEEDED, TIMES, costs


def row(history="h0", timing="alone", messages=10, **fields):
    """A row; steps and their seconds are given by name."""
    steps = {name: fields.pop(name) for name in ("make", "store", "settle", "recall", "answer", "read") if name in fields}
    return {"history": history, "messages": messages, "timing": timing, "times": steps} | fields


def times(*rows):
    return costs(rows)["times"]


def test_steps_are_summed_and_spread():
    found = times(row(store=1.0, settle=2.0, recall=0.1), row("h1", store=3.0, settle=4.0, recall=0.3))
    assert found["adaptation_s"] == {"mean": 5, "p50": 5, "p95": pytest.approx(6.8), "n": 2}
    assert (found["store_s"]["mean"], found["settle_s"]["mean"]) == (2, 3)
    assert found["response_s"]["mean"] == pytest.approx(0.2)


def test_a_memory_that_answers_by_itself_responds_when_it_has_answered():
    assert times(row(recall=1.0, answer=2.0))["response_s"]["mean"] == 3


def test_a_history_is_taken_in_once_whatever_is_asked_of_it():
    found = times(*(row(store=1.0, settle=1.0, recall=0.5) for _ in range(3)), row("h1", store=3.0, settle=3.0, recall=0.5))
    assert found["adaptation_s"] == {"mean": 4, "p50": 4, "p95": pytest.approx(5.8), "n": 2}
    assert found["response_s"]["n"] == 4


def test_taking_in_is_told_by_message():
    found = times(row(messages=10, store=1.0, settle=1.0), row("h1", messages=40, store=2.0))
    assert found["adaptation_a_message_s"]["mean"] == pytest.approx((0.2 + 0.05) / 2)


def test_taking_in_counts_only_where_nothing_was_kept_from_other_histories():
    found = times(row(timing="shared", store=9.0, recall=0.1, read=1.0), row("h1", store=1.0, recall=0.3, read=3.0))
    assert (found["adaptation_s"]["mean"], found["response_s"]["mean"], found["reading_s"]["mean"]) == (1, pytest.approx(0.2), 2)


def test_the_first_trial_of_a_memory_stands_apart_and_once():
    first = {"timing": "warm_up", "store": 1.0, "settle": 2.0}
    found = times(row(**first, make=5.0, recall=3.0, read=1.0), row(**first, recall=0.1, read=1.0))
    assert found == {"warm_up_s": {"mean": 11, "p50": 11, "p95": 11, "n": 1}}


def test_the_seconds_of_what_failed_are_left_out():
    failed = {"error": "recall: no end after 600 s", "recall": 600.0}
    found = times(row(store=1.0, **failed), row(store=1.0, recall=0.2), row("h1", store=600.0, error="store: no end after 600 s"))
    assert (found["adaptation_s"]["mean"], found["adaptation_s"]["n"]) == (1, 1)
    assert (found["response_s"]["mean"], found["response_s"]["n"]) == (0.2, 1)


def test_what_nobody_did_has_no_time():
    assert list(times(row(store=1.0))) == ["adaptation_s", "store_s", "adaptation_a_message_s"]
    assert times() == {}


def test_usage_is_summed_and_an_unknown_price_stays_unknown():
    rows = [
        row(memory_usage=[1, 10, 2, 0.5], reader_usage=[1, 100, 5, 0.25]),
        row(memory_usage=[2, 20, 4, 0.25], reader_usage=[1, 50, 5, None]),
    ]
    found = costs(rows)["usage"]
    assert found["memory_usage"] == {"calls": 3, "prompt_tokens": 30, "completion_tokens": 6, "cost": 0.75}
    assert found["reader_usage"] == {"calls": 2, "prompt_tokens": 150, "completion_tokens": 10, "cost": None}
    assert found["judge_usage"] is None


def test_what_failed_was_paid_for_all_the_same():
    rows = [row(error="recall: ValueError", memory_usage=[1, 10, 2, 0.5], judged={"usage": [1, 7, 1, 0.125]}), row(judged={})]
    found = costs(rows)["usage"]
    assert found["memory_usage"]["cost"] == 0.5
    assert found["judge_usage"]["prompt_tokens"] == 7


def test_what_is_needed_of_a_row_is_enough():
    full = row(store=1.0, recall=1.0, read=1.0, memory_usage=[1, 1, 1, 0.0], error="answer: none", ranking=["m1"], outcome="wrong")
    other = row("h1", timing="warm_up", make=1.0, judged={"usage": [1, 1, 1, 0.0]}, reader_usage=[1, 1, 1, 0.0])
    light = [{name: one[name] for name in NEEDED if name in one} for one in (full, other)]
    assert costs(light) == costs([full, other])
    assert {step for steps, _ in TIMES.values() for step in steps} == {"make", "store", "settle", "recall", "answer", "read"}
