"""What memories do wrong is told with the questions that it spoils, and spoils nothing else."""

import time

import numpy as np
import pytest
from histories import history, message
from hypothesis import given
from hypothesis import strategies as st

from memsim.measure import trial
from memsim.measure.given import Given
from memsim.measure.worker import Worker
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared
from memsim.records import Asked, Recalled, Usage

SOON = 0.5
ASKED = (Asked("Who?", "2027-03-12T19:00", "en"), Asked("Where?", "", "en", ("Busan", "Seoul")))
GIVEN = Given(history([message(number, f"text {number}")._replace(mid=f"own-{number}") for number in range(6)]))


@pytest.fixture(scope="module")
def worker():
    made = Worker(30)
    yield made
    made.close()


class Sound:
    """Recalls the first k messages; how often each method was called is counted. Others break one method of it."""

    def __init__(self):
        self.kept, self.calls, self.closed = [], [], 0

    def reset(self):
        assert self.kept == []
        self.reset_done = True

    def store(self, message):
        assert self.reset_done
        self.kept.append(message)
        self.calls.append("store")

    def settle(self):
        self.calls.append("settle")

    def recall(self, query, k):
        self.calls.append(f"recall {query} {k}")
        return [Recalled(one.text, 1.0, (one.mid,)) for one in self.kept[:k]]

    def close(self):
        self.closed += 1


class Run:
    """One run of a memory: its trials, and the memory itself, if it came to be."""

    def __init__(self, kind, worker, k=2, asked=ASKED):
        self.memory = None

        def make():
            self.memory = kind()
            return self.memory

        self.trials = trial.run(make, GIVEN, asked, k, worker)
        self.errors = [one.error for one in self.trials]
        self.sources = [one.recalled and [part.sources for part in one.recalled] for one in self.trials]


def breaking(method, function, base=Sound):
    return type("Broken", (base,), {method: function})


def recalling(found):
    """A memory that recalls what is given."""
    return breaking("recall", lambda self, query, k: found)


def thrower(error):
    def throw(*_):
        raise error

    return throw


def endless(*_):
    while True:
        pass


def still_works(worker):
    return Run(Sound, worker).sources == [[("own-0",), ("own-1",)]] * 2


def test_a_sound_memory_stores_settles_and_is_asked_in_order(worker):
    run = Run(Sound, worker)
    assert run.memory.calls == ["store"] * 6 + ["settle", "recall Who? 2", "recall Where? 2"]
    assert run.memory.kept == [message(number, f"text {number}", session="s0") for number in range(6)]
    assert run.sources == [[("own-0",), ("own-1",)]] * 2
    assert (run.errors, run.memory.closed) == (["", ""], 1)
    assert all((one.flags, one.said, one.usage) == ({}, None, Usage()) for one in run.trials)


def test_each_trial_has_the_times_of_its_steps(worker):
    class Slow(Sound):
        def settle(self):
            time.sleep(0.02)

        def recall(self, query, k):
            time.sleep(0.04)
            return []

        def answer(self, asked):
            return "A"

    first, second = Run(Slow, worker).trials
    assert list(first.times) == ["make", "store", "settle", "recall", "answer"]
    assert list(second.times) == ["store", "settle", "recall", "answer"]
    assert (first.times["store"], first.times["settle"]) == (second.times["store"], second.times["settle"])
    assert first.times["settle"] >= 0.02
    assert second.times["recall"] >= 0.04


def test_a_memory_needs_no_more_than_three_methods(worker):
    class Bare:
        def reset(self):
            self.kept = []

        def store(self, message):
            self.kept.append(message)

        def recall(self, query, k):
            return [Recalled(one.text, 1.0, (one.mid,)) for one in self.kept[:k]]

    run = Run(Bare, worker)
    assert run.sources == [[("own-0",), ("own-1",)]] * 2
    assert "settle" not in run.trials[0].times


def test_an_agent_may_answer_by_itself(worker):
    seen = []

    def answer(_, asked):
        seen.append(asked)
        return "Busan"

    run = Run(breaking("answer", answer), worker)
    assert [one.said for one in run.trials] == ["Busan", "Busan"]
    assert seen == list(ASKED)


STEPS = ["__init__", "store", "settle", "recall", "answer"]
NAMES = {"__init__": "make"}


@pytest.mark.parametrize("method", STEPS)
@pytest.mark.parametrize("error", [ValueError("no luck"), SystemExit(2), KeyboardInterrupt("no luck"), RecursionError("deep")])
def test_a_step_that_raises_is_told(worker, method, error):
    run = Run(breaking(method, thrower(error)), worker)
    assert run.errors == [f"{NAMES.get(method, method)}: {type(error).__name__}: {error}"] * 2
    assert all(one.recalled is None for one in run.trials)
    assert run.memory is None if method == "__init__" else run.memory.closed == 1
    assert still_works(worker)


@pytest.mark.parametrize("method", STEPS)
def test_a_step_that_hangs_is_told(method):
    hasty = Worker(SOON)
    run = Run(breaking(method, endless), hasty)
    assert run.errors == [f"{NAMES.get(method, method)}: no end after {SOON} s"] * 2
    assert run.memory is None if method == "__init__" else run.memory.closed == 1
    assert still_works(hasty)
    hasty.close()


@pytest.mark.parametrize("close", [thrower(OSError("gone")), endless])
def test_closing_that_fails_is_flagged_and_spoils_nothing(close):
    calls = []

    def counted(self):
        calls.append(self)
        close()

    hasty = Worker(SOON)
    run = Run(breaking("close", counted), hasty)
    assert run.sources == [[("own-0",), ("own-1",)]] * 2
    assert ([one.flags for one in run.trials], len(calls)) == ([{"close_failed": 1}, {}], 1)
    assert still_works(hasty)
    hasty.close()


def test_one_question_that_fails_does_not_spoil_the_others(worker):
    def recall(self, query, k):
        return 1 / 0 if query == "Who?" else Sound.recall(self, query, k)

    run = Run(breaking("recall", recall), worker)
    assert run.errors == ["recall: ZeroDivisionError: division by zero", ""]
    assert run.sources == [None, [("own-0",), ("own-1",)]]
    assert run.memory.closed == 1


class Odd:
    """Looks like something recalled, and raises where it is looked at."""

    def __init__(self, part):
        self.part = part

    def __getattr__(self, name):
        if name == self.part:
            raise RuntimeError(f"no {name}")
        return {"text": "text", "score": 1.0, "sources": ()}[name]


class UnspeakableError(Exception):
    def __str__(self):
        raise ValueError


class Unspeakable:
    def __repr__(self):
        raise UnspeakableError


BAD = {
    "unknown id": ([Recalled("t", 1.0, ("m6",))], "'m6' is no id of a message it was given"),
    "half a character": ([Recalled("\ud800", 1.0, ("m1",))], "expected memsim.Recalled"),
    "own id": ([Recalled("t", 1.0, ("own-0",))], "'own-0' is no id"),
    "unknown id among others": ([Recalled("t", 1.0, ("m0", "x"))], "'x' is no id"),
    "unknown id beyond k": ([Recalled("t", 1.0, (mid,)) for mid in ("m0", "m1", "m9")], "'m9' is no id"),
    "ids that are one text": ([Recalled("t", 1.0, "m0")], "expected memsim.Recalled"),
    "ids that are numbers": ([Recalled("t", 1.0, (0,))], "expected memsim.Recalled"),
    "ids that are no list": ([Recalled("t", 1.0, 3)], "expected memsim.Recalled"),
    "NaN": ([Recalled("t", float("nan"), ("m0",))], "with a finite score"),
    "infinite": ([Recalled("t", float("inf"), ("m0",))], "with a finite score"),
    "too large": ([Recalled("t", 10**400, ("m0",))], "with a finite score"),
    "score that is text": ([Recalled("t", "0.5", ("m0",))], "with a finite score"),
    "no score": ([Recalled("t", None, ("m0",))], "with a finite score"),
    "no text": ([Recalled(None, 1.0, ("m0",))], "expected memsim.Recalled"),
    "bytes": ([Recalled(b"t", 1.0, ("m0",))], "expected memsim.Recalled"),
    "None": (None, "TypeError: 'NoneType' object is not iterable"),
    "number": (5, "TypeError: 'int' object is not iterable"),
    "texts": (["text 0"], "'text 0'; expected memsim.Recalled(text, score, sources)"),
    "messages": ([message(0)], "expected memsim.Recalled"),
    "dicts": ([{"text": "t", "score": 1.0}], "expected memsim.Recalled"),
    "tuples": ([("t", 1.0, ("m0",))], "expected memsim.Recalled"),
    "nothing in a list": ([None], "None; expected memsim.Recalled"),
    "one that cannot be shown": ([Unspeakable()], "recall: UnspeakableError, which does not say why"),
    **{f"raising {part}": ([Odd(part)], f"RuntimeError: no {part}") for part in ("text", "score", "sources")},
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_not_as_it_should_be_is_refused(worker, kind):
    found, said = BAD[kind]
    run = Run(recalling(found), worker)
    assert all(error.startswith("recall: ") and said in error for error in run.errors), run.errors
    assert all(one.recalled is None for one in run.trials)
    assert run.memory.closed == 1
    assert still_works(worker)


def test_a_list_of_ids_without_end_is_stopped():
    class Forever:
        text, score = "text", 1.0

        @property
        def sources(self):
            while True:
                yield "m0"

    hasty = Worker(SOON)
    assert Run(recalling([Forever()]), hasty).errors == [f"recall: no end after {SOON} s"] * 2
    hasty.close()


@pytest.mark.parametrize("score", [3, True, np.float32(0.5), np.int64(2), -1e300])
def test_any_finite_number_is_a_score(worker, score):
    (first, _) = Run(recalling([Recalled("t", score, ("m0",))]), worker).trials
    assert first.recalled == [Recalled("t", float(score), ("own-0",))]
    assert type(first.recalled[0].score) is float


def test_anything_that_looks_like_it_is_taken_for_something_recalled(worker):
    class Mine:
        text, score = "mine", 1

    (first, _) = Run(recalling(iter([Mine()])), worker).trials
    assert first.recalled == [Recalled("mine", 1.0, None)]
    assert type(first.recalled[0]) is Recalled


def test_messages_recalled_again_are_dropped_and_counted(worker):
    found = [Recalled("t", 1.0, mids) for mids in (("m0",), ("m0",), ("m1", "m2"), ("m2", "m1"), ("m2",), ("m2", "m3"), (), (), None, None)]
    run = Run(recalling(found), worker, k=9)
    kept = [("own-0",), ("own-1", "own-2"), ("own-2", "own-3"), ()]
    assert run.sources == [kept, kept]
    assert [one.flags for one in run.trials] == [{"duplicates": 6}] * 2


def test_an_id_told_twice_of_one_thing_counts_once(worker):
    assert Run(recalling([Recalled("t", 1.0, ("m1", "m0", "m1"))]), worker).sources == [[("own-1", "own-0")]] * 2


def test_more_than_k_is_cut_after_duplicates_and_counted(worker):
    found = [Recalled("t", 1.0, (mid,)) for mid in ("m0", "m0", "m1", "m2", "m3")]
    run = Run(recalling(found), worker, k=2)
    assert run.sources == [[("own-0",), ("own-1",)]] * 2
    assert [one.flags for one in run.trials] == [{"duplicates": 1, "over_k": 2}] * 2


def test_a_memory_that_recalls_all_it_has_is_not_cut(worker):
    whole = type("Whole", (Sound,), {"whole": True, "recall": lambda self, query, k: Sound.recall(self, query, 9)})
    run = Run(whole, worker, k=2)
    assert [len(sources) for sources in run.sources] == [6, 6]
    assert [one.flags for one in run.trials] == [{}, {}]


@given(st.lists(st.none() | st.lists(st.sampled_from(["m0", "m1", "m2", "m5"]), max_size=3)), st.integers(1, 6))
def test_what_is_believed_is_at_most_k_with_known_ids_and_none_again(sources, k):
    worker = Worker(30)
    (found,) = Run(recalling([Recalled(str(place), 0.0, mids) for place, mids in enumerate(sources)]), worker, k, ASKED[:1]).trials
    worker.close()
    assert found.error == ""
    assert len(found.recalled) + sum(found.flags.values()) == len(sources)
    assert len(found.recalled) <= k
    seen = set()
    for one in found.recalled:
        assert [part.removeprefix("own-") for part in one.sources or ()] == [mid[1:] for mid in dict.fromkeys(sources[int(one.text)] or ())]
        assert not one.sources or not seen.issuperset(one.sources)
        seen.update(one.sources or ())


@pytest.mark.parametrize("said", [None, 5, b"A", ["A"], Unspeakable()])
def test_an_answer_that_is_no_text_fails(worker, said):
    run = Run(breaking("answer", lambda self, asked: said), worker)
    assert all(error.startswith("answer: ") for error in run.errors)
    assert [(one.said, one.recalled) for one in run.trials] == [(None, None)] * 2


def test_a_memory_cannot_change_what_others_are_given(worker):
    before = list(GIVEN.messages)
    failed = []

    def tamper(self, message):
        for change in (
            lambda: setattr(message, "text", "x"),
            lambda: object.__setattr__(message, "text", "x"),
            lambda: delattr(message, "text"),
            lambda: message.__setitem__(4, "x"),
            lambda: message.__dict__.update(text="x"),
        ):
            try:
                change()
            except (AttributeError, TypeError):
                failed.append(message.mid)

    run = Run(breaking("store", tamper), worker)
    assert run.errors == ["", ""]
    assert len(failed) == 5 * len(before)
    assert GIVEN.messages == before
    assert still_works(worker)


def test_secrets_in_what_is_raised_are_hidden(worker, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "hush-hush-hush")
    run = Run(breaking("recall", thrower(ValueError("key sk-abcdef123456, or hush-hush-hush, is wrong"))), worker)
    assert run.errors == ["recall: ValueError: key [redacted], or [redacted], is wrong"] * 2


class Paid(Sound):
    """Calls a model once a message, when it settles, and for each question: once, then twice."""

    def __init__(self):
        super().__init__()
        self.usage = Usage()

    def store(self, message):
        super().store(message)
        self.usage += Usage(1, 10, 1, 0.5)

    def recall(self, query, k):
        self.usage += Usage(2, 0, 0, None if query == "Where?" else 0.25)
        return super().recall(query, k)


def test_usage_is_told_by_question_and_storing_counts_to_the_first(worker):
    first, second = Run(Paid, worker).trials
    assert first.usage == Usage(8, 60, 6, 3.25)
    assert second.usage == Usage(2, 0, 0, None)


def test_what_was_used_before_the_first_message_is_not_counted(worker):
    class Old(Paid):
        def __init__(self):
            super().__init__()
            self.usage = Usage(100, 100, 100, 100.0)

    assert Run(Old, worker).trials[0].usage == Usage(8, 60, 6, 3.25)


def test_what_a_question_that_failed_used_is_its_own(worker):
    def recall(self, query, k):
        self.usage += Usage(1, 1, 1, 1.0)
        return None if query == "Who?" else []

    first, second = Run(breaking("recall", recall, Paid), worker).trials
    assert (first.usage, second.usage) == (Usage(7, 61, 7, 4.0), Usage(1, 1, 1, 1.0))


@pytest.mark.parametrize("usage", [None, {}, (1, 2, 3, 0.0), property(thrower(RuntimeError("no")))])
def test_a_usage_that_is_none_is_told(worker, usage):
    run = Run(type("Mine", (Sound,), {"usage": usage}), worker)
    assert all(error.startswith("usage: ") for error in run.errors)
    assert run.memory.closed == 1
    assert still_works(worker)


def test_of_two_failures_the_first_is_told(worker):
    def recall(self, query, k):
        self.usage = None
        raise ValueError(query)

    assert Run(breaking("recall", recall, Paid), worker).errors == ["recall: ValueError: Who?", "recall: ValueError: Where?"]


@pytest.mark.parametrize("name", ["recall", "settle", "answer", "whole", "usage"])
def test_looking_at_a_memory_may_raise(worker, name):
    run = Run(type("Mine", (Sound,), {name: property(thrower(RuntimeError("no")))}), worker)
    assert all(error.endswith(": RuntimeError: no") for error in run.errors)
    assert run.memory.closed == 1
    assert still_works(worker)


def test_looking_for_close_may_raise(worker):
    run = Run(type("Mine", (Sound,), {"close": property(thrower(RuntimeError("no")))}), worker)
    assert run.errors == ["", ""]
    assert run.trials[0].flags == {"close_failed": 1}


def test_a_function_that_makes_none_is_told(worker):
    assert Run(lambda: None, worker).errors[0].startswith("reset: AttributeError")


def test_the_memories_that_come_with_memsim_need_no_more_than_this(worker):
    (found, _) = trial.run(lambda: BM25(Shared()), GIVEN, [ASKED[0]._replace(question="text 4"), ASKED[1]], 1, worker)
    assert [one.sources for one in found.recalled] == [("own-4",)]
