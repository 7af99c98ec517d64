"""Streams: the published numbers, independent of order, block and attempt, and uniform."""

import math
import re
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import fits, seeds

from memsim.rng import GAMMA, Rng, mix64, opaque_ids

N = 20_000
PURPOSES = st.text(min_size=1, max_size=20)
indices = st.lists(st.integers(0, 2**40), min_size=1, max_size=30).map(np.array)


def test_splitmix64_gives_the_published_numbers():
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    steps = np.arange(1, 6, dtype=np.uint64) * np.uint64(GAMMA)
    assert mix64(np.uint64(1234567) + steps).tolist() == expected


@given(st.lists(st.integers(0, 2**64 - 1), unique=True, max_size=200))
def test_the_mixer_is_injective(numbers):
    assert len(set(mix64(np.array(numbers, dtype=np.uint64)).tolist())) == len(numbers)


@given(seeds, PURPOSES, indices, st.randoms())
def test_a_row_depends_on_its_number_only(seed, purpose, index, random):
    order = random.sample(range(len(index)), len(index))
    together = Rng(seed, index).words(purpose, 3)
    assert (Rng(seed, index[order]).words(purpose, 3) == together[:, order]).all()
    for row, number in enumerate(index):
        assert (Rng(seed, np.array([number])).words(purpose, 3)[:, 0] == together[:, row]).all()


@settings(max_examples=20)
@given(seeds, st.lists(PURPOSES, min_size=2, max_size=5, unique=True))
def test_purposes_can_be_drawn_in_any_order(seed, purposes):
    forth, back = Rng(seed, np.arange(10)), Rng(seed, np.arange(10))
    first = {purpose: forth.one(purpose) for purpose in purposes}
    second = {purpose: back.one(purpose) for purpose in reversed(purposes)}
    assert all((first[purpose] == second[purpose]).all() for purpose in purposes)
    assert all((first[a] != first[b]).any() for a, b in pairwise(purposes))


@given(seeds, PURPOSES, st.integers(1, 6))
def test_more_lanes_leave_the_first_as_they_are(seed, purpose, lanes):
    rng = Rng(seed, np.arange(20))
    assert (rng.uniform(purpose, lanes + 3)[:lanes] == rng.uniform(purpose, lanes)).all()


@given(seeds, PURPOSES, st.lists(st.integers(0, 200), min_size=2, max_size=30).map(np.array))
def test_a_redraw_touches_its_own_rows_only(seed, purpose, attempts):
    index = np.arange(len(attempts)) + 100
    fresh, mixed = Rng(seed, index).words(purpose, 2), Rng(seed, index, attempts).words(purpose, 2)
    assert ((fresh == mixed) == (attempts == 0)).all()
    for row, (number, attempt) in enumerate(zip(index, attempts, strict=True)):
        assert (Rng(seed, np.array([number]), int(attempt)).words(purpose, 2)[:, 0] == mixed[:, row]).all()


def test_no_two_rows_attempts_and_lanes_share_a_word():
    words = [Rng(5, np.arange(5000), attempt).words("x", 2) for attempt in range(100)]
    assert len(np.unique(words)) == 100 * 2 * 5000


@pytest.mark.parametrize(("seed", "other"), [(0, 1), (0, -1), (1, 2**64 + 1), (10**30, 10**30 + 1)])
def test_seeds_of_any_size_give_streams_of_their_own(seed, other):
    assert (Rng(seed, np.arange(100)).one("x") != Rng(other, np.arange(100)).one("x")).all()


@settings(max_examples=10)
@given(seeds)
def test_uniform(seed):
    drawn = Rng(seed, np.arange(N)).uniform("x", 3)
    assert drawn.shape == (3, N)
    assert drawn.min() >= 0
    assert drawn.max() < 1
    for lane in drawn:
        assert fits(np.histogram(lane, 64, (0, 1))[0], np.full(64, 1 / 64), tests=30)


@settings(max_examples=5)
@given(seeds)
def test_lanes_purposes_rows_and_attempts_do_not_tell_of_each_other(seed):
    rng = Rng(seed, np.arange(N))
    streams = [*rng.uniform("x", 4), *rng.uniform("y", 2), rng.one("x2"), Rng(seed + 1, np.arange(N)).one("x")]
    streams += [Rng(seed, np.arange(N), 1).one("x"), Rng(seed, np.arange(1, N + 1)).one("x")]
    correlation = np.corrcoef(streams)[np.triu_indices(len(streams), 1)]
    assert np.abs(correlation).max() < 5.5 / math.sqrt(N)
    for stream in streams[1:]:
        pairs = np.histogram2d(streams[0], stream, 8, [[0, 1], [0, 1]])[0]
        assert fits(pairs, np.full(64, 1 / 64), tests=5 * len(streams))


def test_low_and_high_bits_are_even():
    words = Rng(3, np.arange(N)).words("bits", 1)[0]
    ones = [(words >> np.uint64(bit) & np.uint64(1)).sum() for bit in range(64)]
    assert np.abs(np.array(ones) - N / 2).max() < 4.5 * math.sqrt(N) / 2


@settings(max_examples=10)
@given(seeds, st.integers(1, 40))
def test_below(seed, limit):
    drawn = Rng(seed, np.arange(N)).below("x", limit)
    assert fits(np.bincount(drawn, minlength=limit), np.full(limit, 1 / limit), tests=10)


def test_below_takes_a_limit_a_row():
    limits = np.tile([1, 2, 5], 3000)
    drawn = Rng(0, np.arange(len(limits))).below("x", limits)
    for limit in (1, 2, 5):
        assert fits(np.bincount(drawn[limits == limit], minlength=limit), np.full(limit, 1 / limit), tests=3)


@settings(max_examples=5)
@given(seeds)
def test_permutations_are_uniform(seed):
    drawn = Rng(seed, np.arange(N)).permutation("x", 4)
    rows = [tuple(column) for column in drawn.T.tolist()]
    assert fits([rows.count(order) for order in permutations(range(4))], np.full(24, 1 / 24), tests=5)


@given(seeds, st.integers(0, 12))
def test_a_permutation_holds_each_number_once(seed, size):
    drawn = Rng(seed, np.arange(7)).permutation("x", size)
    assert (np.sort(drawn, axis=0) == np.arange(size)[:, None]).all()


def test_no_rows_are_no_numbers():
    assert Rng(0, np.arange(0)).uniform("x", 3).shape == (3, 0)
    assert len(Rng(0, np.arange(0))) == 0


@settings(max_examples=5)
@given(seeds)
def test_ids_are_unique_and_say_nothing(seed):
    ids = opaque_ids(seed, "q", "question", np.arange(N))
    assert len(set(ids)) == N
    assert all(re.fullmatch(r"q-[0-9a-f]{16}", name) for name in ids)
    rank = np.argsort(np.argsort(ids))
    assert abs(np.corrcoef(rank, np.arange(N))[0, 1]) < 5.5 / math.sqrt(N)


@settings(max_examples=20)
@given(seeds, indices)
def test_an_id_depends_on_seed_purpose_and_index_only(seed, index):
    ids = opaque_ids(seed, "q", "question", index)
    assert ids == [opaque_ids(seed, "q", "question", np.array([number]))[0] for number in index]
    for other in (
        opaque_ids(seed, "h", "question", index),
        opaque_ids(seed, "q", "history", index),
        opaque_ids(seed + 1, "q", "question", index),
    ):
        assert not {name[2:] for name in ids} & {name[2:] for name in other}
