import pytest
from histories import message, mids, stored
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from memsim.memory.baselines import First, Full, Nothing, Random, Recent
from memsim.memory.protocol import Shared
from memsim.records import Recalled

ALL = (Full, Recent, First, Random, Nothing)
sizes, ks = st.integers(0, 30), st.integers(1, 40)


def texts(count):
    return [f"text {number}" for number in range(count)]


@given(sizes, ks)
def test_full_recalls_everything_in_order_whatever_k(n, k):
    assert mids(stored(Full, texts(n)).recall("", k)) == [f"m{number}" for number in range(n)]
    assert Full.whole


@given(sizes, ks)
def test_recent_recalls_the_last_k_the_latest_first(n, k):
    assert mids(stored(Recent, texts(n)).recall("", k)) == [f"m{number}" for number in reversed(range(max(0, n - k), n))]


@given(sizes, ks)
def test_first_recalls_the_first_k(n, k):
    assert mids(stored(First, texts(n)).recall("", k)) == [f"m{number}" for number in range(min(n, k))]


@given(sizes, ks)
def test_nothing_recalls_nothing(n, k):
    assert stored(Nothing, texts(n)).recall("text", k) == []


@given(sizes, ks, st.text(max_size=8))
def test_random_recalls_k_different_messages_and_the_same_again(n, k, query):
    found = stored(Random, texts(n)).recall(query, k)
    assert len(set(mids(found))) == len(found) == min(n, k)
    assert stored(Random, texts(n)).recall(query, k) == found


@given(st.integers(1, 20), st.integers(0, 20), st.text(max_size=8))
def test_the_order_that_random_draws_does_not_depend_on_what_comes_later(n, more, query):
    order = mids(stored(Random, texts(n + more)).recall(query, n + more))
    short = mids(stored(Random, texts(n)).recall(query, n))
    assert [mid for mid in order if mid in short] == short


@pytest.mark.parametrize("rank", [0, 1, 4])
def test_random_is_uniform_at_every_rank(rank):
    memory = stored(Random, texts(12))
    drawn = [mids(memory.recall(f"question {number}", 5))[rank] for number in range(3000)]
    assert chisquare([drawn.count(f"m{number}") for number in range(12)]).pvalue > 0.001


def test_random_draws_two_neighbours_independently():
    memory = stored(Random, texts(4))
    pairs = [tuple(mids(memory.recall(f"question {number}", 2))) for number in range(3000)]
    assert chisquare([pairs.count((f"m{a}", f"m{b}")) for a in range(4) for b in range(4) if a != b]).pvalue > 0.001


@pytest.mark.parametrize("kind", [Full, Recent, First, Random])
def test_what_is_recalled_is_a_message_word_for_word_with_falling_scores(kind):
    found = stored(kind, texts(9)).recall("q", 5)
    assert all(one == Recalled(f"text {one.sources[0][1:]}", one.score, one.sources) for one in found)
    scores = [one.score for one in found]
    assert scores == sorted(set(scores), reverse=True)


@pytest.mark.parametrize("kind", ALL)
def test_a_memory_that_was_reset_is_as_new(kind):
    memory, new = stored(kind, texts(5)), kind(Shared())
    memory.reset()
    assert memory.recall("q", 3) == []
    for one in (memory, new):
        one.store(message(7, "seven"))
    assert memory.recall("q", 3) == new.recall("q", 3)
