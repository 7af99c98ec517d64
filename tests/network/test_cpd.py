"""Each kind of CPD: draws are as frequent as the table says, and log_prob is the table's."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import distributions, fits, seeds, uniforms

from memsim.network.cpd import CopyCpd, DistinctCpd, Inversion, NearCpd, ProductCpd, SequenceCpd, TableCpd, cumulative_rows, luhn

N = 20_000


def tensors(*shape, zeros=False):
    """Random P(child | parents) of a shape (parent sizes…, child size)."""
    rows = math.prod(shape[:-1])
    return st.lists(distributions(shape[-1], zeros=zeros), min_size=rows, max_size=rows).map(lambda found: np.array(found).reshape(shape))


def codes_below(size, lanes, n, seed):
    return np.random.RandomState(seed).randint(size, size=(lanes, n))


def counts(codes, *parents, shape):
    """How often each combination of parents and child occurs, over all lanes."""
    out = np.zeros(shape)
    np.add.at(out, tuple(array.ravel() for array in (*np.broadcast_arrays(*parents, codes),)), 1)
    return out


@settings(max_examples=10)
@given(seeds, tensors(2, 3, 4, zeros=True))
def test_table(seed, tensor):
    own, users = codes_below(2, 3, N, 1), codes_below(3, 1, N, 2)
    codes = TableCpd(tensor).draw(uniforms(seed, N), 3, [own, users])
    found = counts(codes, own, users, shape=tensor.shape)
    assert codes.shape == (3, N)
    for place in itertools.product(range(2), range(3)):
        assert fits(found[place], tensor[place], tests=60)


@settings(max_examples=10)
@given(seeds, distributions(5, zeros=True))
def test_table_without_parents(seed, weights):
    codes = TableCpd(weights).draw(uniforms(seed, N), 2, [])
    assert np.broadcast_to(codes, (2, N)).shape == (2, N)
    assert fits(np.bincount(np.broadcast_to(codes, (2, N)).ravel(), minlength=5), weights, tests=10)


@settings(max_examples=5)
@given(seeds, st.integers(2, 12))
def test_even_table(seed, size):
    codes = TableCpd(np.full(size, 1 / size)).draw(uniforms(seed, N), 1, [])
    assert fits(np.bincount(codes[0], minlength=size), np.full(size, 1 / size), tests=5)


def test_a_table_without_choice_draws_no_numbers():
    parent = codes_below(3, 2, 100, 0)
    permuted = np.eye(3)[[2, 0, 1]]
    assert (TableCpd(permuted).draw(None, 2, [parent]) == np.array([2, 0, 1])[parent]).all()


def test_a_root_without_choice_has_a_code_a_user():
    assert TableCpd(np.array([0.0, 1.0])).draw(uniforms(0, 10), 3, []).shape == (3, 10)


@given(tensors(2, 3, 4, zeros=True), seeds)
def test_log_prob_of_a_table(tensor, seed):
    own, users, codes = codes_below(2, 2, 20, 1), codes_below(3, 1, 20, 2), codes_below(4, 2, 20, 3)
    found = TableCpd(tensor).log_prob(codes, [own, users])
    expected = [math.prod(tensor[own[lane, i], users[0, i], codes[lane, i]] for lane in range(2)) for i in range(20)]
    assert found.shape == (20,)
    assert np.exp(found) == pytest.approx(np.array(expected))


ROWS = st.integers(1, 9).flatmap(lambda size: st.lists(distributions(size, zeros=True), min_size=1, max_size=5)).map(np.array)
UNIFORMS = st.one_of(st.floats(0, 1, exclude_max=True), st.integers(0, 2**53 - 1).map(lambda word: word * 2.0**-53))


@given(ROWS, st.data())
def test_inversion_finds_what_a_search_finds(weights, data):
    cumulative = cumulative_rows(weights)
    borders = st.sampled_from(sorted({0.0, 1 - 2.0**-53, *cumulative[cumulative < 1].tolist()}))
    uniform = np.array(data.draw(st.lists(UNIFORMS | borders, min_size=3, max_size=3)))
    rows = np.arange(len(weights))[:, None]
    found = Inversion(cumulative)(rows, np.broadcast_to(uniform, (len(weights), 3)))
    assert found.tolist() == [np.searchsorted(row, uniform, side="right").tolist() for row in cumulative]
    assert (weights[rows, found] > 0).all()


@pytest.mark.parametrize("small", [1e-3, 1e-6, 1e-12])
def test_inversion_of_weights_that_crowd_in_one_cell(small):
    weights = np.array([[small] * 50 + [1 - 50 * small], [1 - 50 * small] + [small] * 50])
    cumulative = cumulative_rows(weights)
    uniform = np.concatenate([cumulative[:, :-1], cumulative[:, :-1] - small / 2], axis=1)
    found = Inversion(cumulative)(np.arange(2)[:, None], uniform)
    assert found.tolist() == [np.searchsorted(row, own, side="right").tolist() for row, own in zip(cumulative, uniform, strict=True)]


@settings(max_examples=10)
@given(seeds, st.sampled_from([0.0, 0.3, 1.0]), distributions(4))
def test_copy(seed, p, prior):
    parent = codes_below(4, 2, N, 5)
    cpd = CopyCpd(p, prior)
    found = counts(cpd.draw(uniforms(seed, N), 2, [parent]), parent, shape=(4, 4))
    expected = p * np.eye(4) + (1 - p) * prior
    assert np.allclose(cpd.tensor, expected)
    assert all(fits(found[code], expected[code], tests=40) for code in range(4))


def test_a_copy_of_the_user_reaches_every_instance():
    user = codes_below(4, 1, 50, 5)
    assert (CopyCpd(1.0, np.full(4, 0.25)).draw(uniforms(0, 50), 3, [user]) == user).all()


GROUPS = np.array([0, 1, 0, 2, 1])
NEAR = (st.sampled_from([0.0, 0.4, 1.0]), st.sampled_from([0.0, 0.45, 1.0]), distributions(5))


def near_by_hand(p, q, prior, parent):
    """P(child | parent), said in plain words."""
    out = [0.0] * len(prior)
    group = [code for code in range(len(prior)) if GROUPS[code] == GROUPS[parent]]
    for code, weight in enumerate(prior):
        out[code] += p * (code == parent)
        if code in group:
            out[code] += (1 - p) * q * weight / sum(prior[member] for member in group)
        out[code] += (1 - p) * (1 - q) * weight
    return out


@settings(max_examples=12)
@given(seeds, *NEAR)
def test_near(seed, p, q, prior):
    parent = codes_below(5, 2, N, 5)
    cpd = NearCpd(p, q, prior, GROUPS)
    found = counts(cpd.draw(uniforms(seed, N), 2, [parent]), parent, shape=(5, 5))
    expected = np.array([near_by_hand(p, q, prior, code) for code in range(5)])
    assert cpd.tensor == pytest.approx(expected)
    assert all(fits(found[code], expected[code], tests=60) for code in range(5))


@given(*NEAR, seeds)
def test_log_prob_of_near(p, q, prior, seed):
    parent, codes = codes_below(5, 2, 20, 1), codes_below(5, 2, 20, 2)
    found = NearCpd(p, q, prior, GROUPS).log_prob(codes, [parent])
    by_hand = [near_by_hand(p, q, prior, code) for code in range(5)]
    expected = [math.prod(by_hand[parent[lane, i]][codes[lane, i]] for lane in range(2)) for i in range(20)]
    assert np.exp(found) == pytest.approx(np.array(expected))


def test_near_the_user_reaches_every_instance():
    user = codes_below(5, 1, 200, 5)
    codes = NearCpd(0.0, 1.0, np.full(5, 0.2), GROUPS).draw(uniforms(0, 200), 3, [user])
    assert codes.shape == (3, 200)
    assert (GROUPS[codes] == GROUPS[user]).all()


def test_near_keeps_to_values_with_weight():
    codes = NearCpd(0.0, 0.5, np.array([0.5, 0.2, 0.0, 0.3, 0.0]), GROUPS).draw(uniforms(0, 2000), 1, [codes_below(5, 1, 2000, 1)])
    assert set(codes.ravel().tolist()) == {0, 1, 3}


@settings(max_examples=10)
@given(seeds, distributions(4))
def test_distinct(seed, weights):
    """Frequencies of whole assignments are those of log_prob, so the lanes are exchangeable where log_prob is."""
    cpd = DistinctCpd(weights)
    codes = cpd.draw(uniforms(seed, N), 3, [])
    assert (np.diff(np.sort(codes, axis=0), axis=0) > 0).all()
    assignments = np.array(list(itertools.permutations(range(4), 3)))
    found = [(codes == assignment[:, None]).all(axis=0).sum() for assignment in assignments]
    assert fits(found, np.exp(cpd.log_prob(assignments.T, [])), tests=10)


@given(distributions(5), st.integers(1, 4))
def test_log_prob_of_distinct(weights, lanes):
    cpd = DistinctCpd(weights)
    everything = np.array(list(itertools.product(range(5), repeat=lanes))).T
    probability = np.exp(cpd.log_prob(everything, []))
    assert probability.sum() == pytest.approx(1)
    by_set = {}
    for assignment, found in zip(everything.T.tolist(), probability, strict=True):
        expected = (
            0.0
            if len(set(assignment)) < lanes
            else np.mean([drawn_in_order(weights, order) for order in itertools.permutations(assignment)])
        )
        assert found == pytest.approx(expected)
        assert by_set.setdefault(tuple(sorted(assignment)), found) == pytest.approx(found)


@settings(max_examples=6)
@given(seeds, tensors(2, 2, 4))
def test_distinct_given_parents(seed, weights):
    """Users with the same parents draw as if their row were the only one; all instances share it."""
    sex, stage = codes_below(2, 1, N, 1), codes_below(2, 1, N, 2)
    cpd = DistinctCpd(weights)
    codes = cpd.draw(uniforms(seed, N), 3, [sex, stage])
    assert codes.shape == (3, N)
    assignments = np.array(list(itertools.permutations(range(4), 3)))
    for place in itertools.product(range(2), range(2)):
        mine = codes[:, (sex[0] == place[0]) & (stage[0] == place[1])]
        found = [(mine == assignment[:, None]).all(axis=0).sum() for assignment in assignments]
        expected = [np.mean([drawn_in_order(weights[place], order) for order in itertools.permutations(a)]) for a in assignments.tolist()]
        assert fits(found, expected, tests=24)


@given(seeds, tensors(2, 3, 5, zeros=True), st.integers(1, 3))
def test_log_prob_of_distinct_given_parents(seed, weights, lanes):
    sex, stage, codes = codes_below(2, 1, 30, seed % 97), codes_below(3, 1, 30, seed % 89), codes_below(5, lanes, 30, seed % 83)
    found = DistinctCpd(weights).log_prob(codes, [sex, stage])
    assert DistinctCpd(weights).tensor is None
    for user in range(30):
        alone = DistinctCpd(weights[sex[0, user], stage[0, user]]).log_prob(codes[:, [user]], [])
        assert found[user] == pytest.approx(alone[0])


def test_values_of_weight_0_in_a_row_are_never_among_its_distinct():
    weights = np.array([[0.5, 0.0, 0.3, 0.2], [0.0, 0.6, 0.2, 0.2]])
    sex = codes_below(2, 1, 2000, 1)
    codes = DistinctCpd(weights).draw(uniforms(0, 2000), 3, [sex])
    assert [set(codes[:, sex[0] == code].ravel().tolist()) for code in range(2)] == [{0, 2, 3}, {1, 2, 3}]


def drawn_in_order(weights, order):
    """The chance of successive weighted draws without replacement."""
    chance, left = 1.0, 1.0
    for code in order:
        chance *= weights[code] / left
        left -= weights[code]
    return chance


def test_values_of_weight_0_are_never_among_the_distinct():
    codes = DistinctCpd(np.array([0.5, 0.0, 0.3, 0.2])).draw(uniforms(0, 2000), 3, [])
    assert set(codes.ravel().tolist()) == {0, 2, 3}


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), seeds)
def test_product(sizes, seed):
    parents = [codes_below(size, 2, 30, place) for place, size in enumerate(sizes)]
    cpd = ProductCpd(tuple(sizes))
    codes = cpd.draw(None, 2, parents)
    assert (codes == np.ravel_multi_index(parents, sizes)).all()
    assert (cpd.log_prob(codes, parents) == 0).all()
    assert (cpd.log_prob(codes + 1, parents) == -np.inf).all()


def luhn_by_hand(number):
    digits = [int(digit) for digit in reversed(str(number))]
    doubled = [sum(divmod(2 * digit, 10)) if place % 2 else digit for place, digit in enumerate(digits)]
    return sum(doubled) % 10


@given(st.integers(0, 10**18 - 1))
def test_luhn(number):
    assert luhn(np.array([number]), 18)[0] == luhn_by_hand(number)


@pytest.mark.parametrize("valid", [79927398713, 4539148803436467, 4111111111111111])
def test_luhn_of_known_numbers(valid):
    assert luhn(np.array([valid]), 18)[0] == 0
    assert luhn(np.array([valid + 1]), 18)[0] != 0


@settings(max_examples=10)
@given(seeds, st.sampled_from(["9999", "1", "40"]), st.integers(8, 18))
def test_sequence(seed, prefix, length):
    cpd = SequenceCpd(prefix, length)
    codes = cpd.draw(uniforms(seed, 2000), 2, [])
    texts = [str(code) for code in codes.ravel().tolist()]
    assert all(len(text) == length and text.startswith(prefix) and luhn_by_hand(text) == 0 for text in texts)
    assert fits(np.bincount([int(text[-3]) for text in texts], minlength=10), np.full(10, 0.1), tests=10)
    assert cpd.log_prob(codes, []) == pytest.approx(-2 * (length - len(prefix) - 1) * math.log(10))
    assert (cpd.log_prob(codes + 1, []) == -np.inf).all()


def test_all_sequences_share_the_probability():
    cpd = SequenceCpd("9", 4)
    assert np.exp(cpd.log_prob(np.arange(10_000)[None, :], [])).sum() == pytest.approx(1)
