"""Messages that stand twice are counted as by a plain Counter."""

from collections import Counter

import pytest
from auditing import audited, broken, post, seen
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.structure.messages import LIMIT, Messages

texts = st.lists(st.lists(st.sampled_from(["a", "b", "c", "A", "d "]) | st.text(max_size=3), max_size=8), min_size=1, max_size=6)


@given(texts)
def test_counts_are_those_of_a_counter(histories):
    made = [audited(number, posts=[post(place, text) for place, text in enumerate(one)]) for number, one in enumerate(histories)]
    found = seen(Messages(), *made)
    counts = Counter(text for one in histories for text in one)
    assert found["message-repeated-within"].found == sum(len(one) - len(set(one)) for one in histories)
    over_all = found["message-repeated"]
    assert (over_all.tested, over_all.found) == (counts.total(), counts.total() - len(counts))
    assert over_all.detail == {"distinct": len(counts), "most_often": max(counts.values(), default=0)}
    assert over_all.ok == (over_all.found <= LIMIT * over_all.tested)


def test_examples_say_where_the_most_frequent_ones_stand_first():
    rows = [["x", "Take care!", "y"], ["Take care!", "z"], ["v", "z", "Take care!"]]
    made = [audited(number, posts=[post(place, text) for place, text in enumerate(row)]) for number, row in enumerate(rows)]
    assert seen(Messages(), *made)["message-repeated"].examples == ("h0, message 2: 3 times", "h1, message 2: 2 times")


@pytest.mark.parametrize(("repeats", "ok"), [(5, True), (6, False)])
def test_few_repeats_in_a_large_set_pass(repeats, ok):
    made = [audited(number, posts=[post(0, f"text {number if number >= repeats else 99}")]) for number in range(100)]
    found = seen(Messages(), *made)
    assert found["message-repeated"].found == repeats
    assert found["message-repeated"].ok is ok
    assert "message-repeated-within" not in broken(found)
