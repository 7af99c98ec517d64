"""Ids, fields and the order of rows are held to what chance gives, however few or many stand together."""

import numpy as np
import pytest
from auditing import asked, audited, post
from hypothesis import given
from hypothesis import strategies as st
from leaking import leaks
from scipy.stats import hypergeom

from memsim.check.leaks.ids import _number, _Share


def sessions(gold_hour=None, histories=300, size=20, turns=6):
    """Histories of sessions, each with an hour of its own, of which two are needed; their hour is drawn like any other unless given."""
    draw = np.random.Generator(np.random.PCG64(5))
    for number in range(histories):
        gold = draw.choice(size, 2, replace=False).tolist()
        posts = []
        for place in range(size):
            hour = gold_hour if gold_hour is not None and place in gold else int(draw.integers(0, 24))
            fields = {"session": f"s{place}", "moment": f"2027-03-01T{hour:02}:00"}
            spoken = (post(turn, f"Word {number} {place} {turn}.", role=("user", "assistant")[turn % 2], **fields) for turn in range(turns))
            posts += [one._replace(mid=f"s{place}:{turn}") for turn, one in enumerate(spoken)]
        yield audited(number, posts, [asked(number, choices=(), target=None, evidence=tuple(f"s{place}" for place in gold))])


def test_messages_of_a_session_that_is_needed_are_no_evidence_of_each_other():
    assert leaks(list(sessions()), "ids")["evidence-by-hour"].ok


def test_sessions_that_are_needed_at_one_hour_are_found():
    found = leaks(list(sessions(gold_hour=7)), "ids")["evidence-by-hour"]
    assert not found.ok
    assert found.examples[0].startswith("07: +")


@given(st.lists(st.tuples(st.integers(2, 12), st.integers(1, 11), st.integers(1, 11)), min_size=1, max_size=5))
def test_no_count_is_called_less_likely_than_it_is(drawn):
    """Against the exact distribution of the sum, each count of it in turn, on the side of the mean where it lies."""
    rows = [(size, min(many, size - 1), min(wanted, size - 1)) for size, many, wanted in drawn]
    exact = np.ones(1)
    for size, many, wanted in rows:
        exact = np.convolve(exact, hypergeom.pmf(np.arange(min(many, wanted) + 1), size, many, wanted))
    for found in range(len(exact)):
        share = _Share()
        for place, (size, many, wanted) in enumerate(rows):
            share.add(found if place == 0 else 0, many, wanted, size)
        beyond = exact[found:].sum() if found > share.expected else exact[: found + 1].sum()
        if abs(found - share.expected) >= 1:
            assert share.p >= beyond - 1e-9


@pytest.mark.parametrize(("text", "number"), [("q-3-17", 17), ("none", -1), ("", -1), ("D1:" + "9" * 6000, int("9" * 18)), ("٣", 3)])
def test_the_last_number_of_an_id(text, number):
    assert _number(text) == number
