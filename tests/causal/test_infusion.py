"""Pool messages among real ones: distinct minutes, real times kept, every place as likely as any other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from memsim.causal.infusion import distinct, infuse
from memsim.causal.timeline import habits, question_times, waking_times
from memsim.errors import GenerationError
from memsim.rng import Rng

DAY = 1440


def histories(seed, n, most=14):
    """Real messages of n histories: (rng, habit, row, minute, question)."""
    rng = Rng(seed, np.arange(n))
    habit, count = habits(rng), 2 + rng.below("count", most - 1)
    waking = waking_times(rng, habit, most, count - 1, np.full(n, 10_000))
    question = habit.moments(question_times(rng, habit, waking[count - 1, np.arange(n)]))
    row = np.repeat(np.arange(n), count)
    place = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    return rng, habit, row, habit.moments(waking)[place, row], question


@given(st.integers(0, 10**6), st.integers(1, 60))
def test_times_rise_and_real_ones_stay(seed, eta):
    rng, habit, row, minute, question = histories(seed, 5)
    made = infuse(rng, habit, row, minute, question, eta)
    count = np.bincount(row)
    assert np.array_equal(np.bincount(made.row, minlength=5), (eta - 1) * count)
    for history in range(5):
        real, pool = row == history, made.row == history
        place = np.concatenate([made.real_place[real], made.place[pool]])
        at = np.concatenate([minute[real], made.minute[pool]])
        assert sorted(place) == list(range(eta * count[history]))
        assert (np.diff(at[np.argsort(place)]) > 0).all()
        assert at.max(initial=0) < question[history]
    assert np.array_equal(habit.of(made.row).moments(habit.of(made.row).waking(made.minute)), made.minute)  # nobody writes at night


def test_without_a_pool_nothing_moves():
    rng, habit, row, minute, question = histories(1, 50)
    made = infuse(rng, habit, row, minute, question, 1)
    assert len(made.row) == 0
    assert np.array_equal(made.real_place, np.arange(len(row)) - np.searchsorted(row, row))


@pytest.mark.parametrize(("eta", "n"), [(2, 6000), (5, 6000), (40, 1000)])
def test_a_real_message_stands_anywhere(eta, n):
    rng, habit, row, minute, question = histories(3, n)
    made = infuse(rng, habit, row, minute, question, eta)
    spread = Rng(9, np.arange(len(row))).one("spread")
    where = (made.real_place + spread) / (eta * np.bincount(row))[row]
    assert chisquare(np.bincount((where * 10).astype(int), minlength=10)).pvalue > 0.001


def test_the_gap_before_a_message_tells_nothing():
    rng, habit, row, minute, question = histories(4, 4000)
    made = infuse(rng, habit, row, minute, question, 5)
    at, where, history = (np.concatenate(pair) for pair in ((minute, made.minute), (made.real_place, made.place), (row, made.row)))
    order = np.lexsort((where, history))
    gap, is_real = np.diff(at[order]), (order < len(row))[1:]
    inside = np.diff(history[order]) == 0
    real, pool = np.log(gap[inside & is_real]), np.log(gap[inside & ~is_real])
    assert abs(real.mean() - pool.mean()) < 4 * np.sqrt(real.var() / len(real) + pool.var() / len(pool))


def test_a_history_does_not_depend_on_the_others():
    rng, habit, row, minute, question = histories(6, 20)
    whole = infuse(rng, habit, row, minute, question, 4)
    mine = row == 13
    alone = infuse(Rng(6, np.array([13])), habit.of(np.array([13])), np.zeros(mine.sum(), dtype=np.int64), minute[mine], question[[13]], 4)
    assert np.array_equal(whole.minute[whole.row == 13], alone.minute)
    assert np.array_equal(whole.real_place[mine], alone.real_place)


def test_where_minutes_are_short_the_window_grows():
    row, minute, question = np.zeros(2, dtype=np.int64), np.array([20500 * DAY + 600, 20500 * DAY + 601]), np.array([20500 * DAY + 632])
    rng = Rng(0, np.array([5]))
    made = infuse(rng, habits(rng), row, minute, question, 400)
    assert len(np.unique(made.minute)) == 798
    assert made.minute.max() < question[0]
    assert not set(made.minute.tolist()) & set(minute.tolist())


def test_too_few_numbers_are_an_error():
    with pytest.raises(GenerationError, match="lower eta"):
        distinct(Rng(0, np.arange(1)), "few", np.zeros(4, dtype=np.int64), lambda uniform, _at, _round: (uniform * 3).astype(np.int64))
