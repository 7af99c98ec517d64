"""Choices that no message states: each distribution against enumeration, each sample of four against its probabilities, and the planned result."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import fits, p_value

from memsim.causal.catalog import STATISTICS
from memsim.causal.derived import of_subsets, poisson_binomial, subsets, systematic, water_level
from memsim.causal.forms import statistic_number
from memsim.causal.hints import LISTED
from memsim.causal.trajectory import Planner
from memsim.questions.predicates import Bound, Member
from memsim.records import Fact
from memsim.rng import Rng

N = 40_000
CHANCES = st.integers(0, 20).map(lambda number: number / 20)
OF_NUMBERS = ("sum", "mean", "range", "amount")
DERIVED = ("count", "which", *OF_NUMBERS)


@st.composite
def weights(draw, least=4, most=12):
    """One column of weights that sums to 1, zeros and equals among them."""
    drawn = draw(st.lists(st.integers(0, 6) | st.integers(0, 1000), min_size=least, max_size=most).filter(any))
    return np.array(drawn) / sum(drawn)


@given(weights())
def test_the_water_level_solves_its_equation(column):
    (level,) = water_level(column[:, None])
    assert np.minimum(column, level).sum() == pytest.approx(4 * level, abs=1e-9)
    assert (level > 1e-12) == ((column > 0).sum() >= 4)


@given(weights())
def test_no_higher_water_level_does(column):
    (level,) = water_level(column[:, None])
    for higher in (level * 1.001 + 1e-6, level * 1.5 + 1e-3, 1.0):
        assert np.minimum(column, higher).sum() < 4 * higher


@given(weights())
def test_at_the_water_level_sizes_are_probabilities_of_a_sample_of_four(column):
    (level,) = water_level(column[:, None])
    if level > 1e-9:
        sizes = np.minimum(column, level) / level
        assert sizes.sum() == pytest.approx(4)
        assert sizes.max() <= 1 + 1e-12


@settings(max_examples=20)
@given(st.lists(weights(5, 5), min_size=2, max_size=6))
def test_columns_do_not_touch_each_other(columns):
    together = water_level(np.stack(columns, axis=1))
    assert together.tolist() == [water_level(column[:, None])[0] for column in columns]


def outcomes(chances, size):
    """Yield (events, probability) of the first `size` independent events."""
    for events in product([0, 1], repeat=size):
        yield events, np.prod([p if happened else 1 - p for p, happened in zip(chances, events, strict=False)])


@given(st.lists(CHANCES, min_size=LISTED, max_size=LISTED), st.integers(0, LISTED))
def test_poisson_binomial_equals_enumeration(chances, size):
    expected = np.zeros(LISTED + 1)
    for events, probability in outcomes(chances, size):
        expected[sum(events)] += probability
    assert poisson_binomial(np.array(chances)[:, None], np.array([size]))[:, 0] == pytest.approx(expected)


@given(st.lists(CHANCES, min_size=LISTED, max_size=LISTED), st.integers(0, 4))
def test_subsets_equal_enumeration(chances, size):
    expected = np.zeros(16)
    for events, probability in outcomes(chances, size):
        expected[sum(happened << lane for lane, happened in enumerate(events))] += probability
    assert subsets(np.array(chances)[:, None], np.array([size]))[:, 0] == pytest.approx(expected)


def made_of(statistic, numbers):
    """Return what a statistic makes of a few numbers, a mean as the sum behind it."""
    return sum(numbers) if statistic in {"sum", "mean"} else max(numbers) - min(numbers)


@given(
    st.lists(st.lists(st.integers(-20, 200), min_size=2, max_size=2), min_size=4, max_size=6),
    st.integers(2, 4),
    st.sampled_from(OF_NUMBERS),
)
def test_subsets_of_the_told_give_what_each_alone_would(columns, size, statistic):
    """Of all members that are told, column by column; the scope itself, which is told first, comes first."""
    numbers = np.array(columns)
    found = of_subsets(numbers, size, statistic)
    for column in range(2):
        expected = [made_of(statistic, [columns[lane][column] for lane in lanes]) for lanes in combinations(range(len(columns)), size)]
        assert found[:, column].tolist() == expected


SIZES = {
    "equal": [4 / 6] * 6,
    "uneven": [1.0, 0.9, 0.8, 0.7, 0.35, 0.25],
    "four": [1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
    "zeros": [0.0, 0.5, 1.0, 1.0, 0.75, 0.75],
}


@pytest.fixture(scope="module", params=SIZES)
def sample(request):
    """Many systematic samples with the same sizes: sizes, picks, truth, place."""
    sizes = np.array(SIZES[request.param])
    rng = Rng(11, np.arange(N))
    truth = np.searchsorted(np.cumsum(sizes), rng.one("truth") * 4, side="right")
    picked, place = systematic(np.tile(sizes[:, None], N), truth, rng.one("spread"))
    return sizes, picked, truth, place


def test_a_sample_holds_the_truth_at_its_place_and_three_others(sample):
    _, picked, truth, place = sample
    assert picked.shape == (4, N)
    assert (picked[place, np.arange(N)] == truth).all()
    assert (np.diff(np.sort(picked, axis=0), axis=0) > 0).all()


def test_inclusion_probabilities_are_the_sizes(sample):
    sizes, picked, _, _ = sample
    for item, size in enumerate(sizes):
        inside = int((picked == item).any(axis=0).sum())
        assert fits([inside, N - inside], [size, 1 - size], tests=len(SIZES) * len(sizes))


def test_within_each_sample_the_truth_is_uniform(sample):
    _, picked, _, place = sample
    names = (np.sort(picked, axis=0) * np.array([[1], [10], [100], [1000]])).sum(axis=0)
    for name in np.unique(names):
        assert fits(np.bincount(place[names == name], minlength=4), np.full(4, 0.25), tests=len(SIZES) * len(np.unique(names)))


class Planned:
    """Parts that ask for a statistic, of many planned trajectories: arrays with the part last."""

    def __init__(self, catalog, n, types):
        plan = Planner(catalog, 4, types).plan(np.arange(n))
        self.catalog = catalog
        part, self.row = np.nonzero(np.stack([np.ones(n, dtype=bool), plan.hybrid]) & (catalog.statistic[plan.pattern] >= 0))
        self.pattern, self.option = plan.pattern[part, self.row], plan.option[part, self.row]
        self.candidates, self.truth = plan.candidates[part, :, self.row].T, plan.truth[part, self.row]
        self.holders, self.codes = plan.holders[part, :, self.row].T, plan.codes
        self.scope = catalog.scope[self.pattern]
        self.ranked = np.sort(self.candidates, axis=0)
        self.right = self.candidates[self.truth, np.arange(len(self.truth))]
        self.rank = (self.ranked == self.right).argmax(axis=0)

    def of(self, statistic):
        """Return the parts that ask for a statistic."""
        return np.flatnonzero(self.catalog.statistic[self.pattern] == STATISTICS.index(statistic))

    def facts(self, place, many=None):
        """Return what is told of the scope of a part, or of so many holders, in order; subjects are called by their numbers."""
        pattern, layout = self.catalog.patterns[self.pattern[place]], self.catalog.layout
        entities, column = self.holders[: pattern.scope if many is None else many, place], layout.column[pattern.attribute]
        codes = self.codes[layout.slot[entities, column], self.row[place]]
        numbers = layout.number(np.full(len(codes), column), codes).tolist()
        texts = layout.texts(pattern.attribute, codes, "en").to_pylist()
        return [
            Fact("", "", str(lane), pattern.attribute, "", text, number)
            for lane, (text, number) in enumerate(zip(texts, numbers, strict=True))
        ]


@pytest.fixture(scope="module")
def planned(catalog):
    return Planned(catalog, 12_000, ("aggregative", "comparative"))


@pytest.fixture(scope="module")
def known(spec):
    """What is known of the values in English."""
    from memsim.spec.knowledge import knowledge_rows

    return {row[:3]: row[3] for row in knowledge_rows(spec, "en")}


def predicate_of(planned, place):
    """Return the predicate of a part, made from the scenario alone."""
    spec, pattern = planned.catalog.spec, planned.catalog.patterns[planned.pattern[place]]
    option = planned.catalog.options[planned.pattern[place]][planned.option[place]]
    kind, _, prop = pattern.predicate.partition(":")
    if prop:
        (result,) = {spec.knowledge[pattern.attribute, prop]["en"][spec.domains[pattern.attribute].keys[low]] for low, _ in option.runs}
        return Member(prop, result)
    numbers = spec.domains[pattern.attribute].numbers
    return Bound(kind, tuple(float(numbers[code]) for code in option.codes))


@pytest.mark.parametrize("statistic", DERIVED)
def test_the_truth_is_what_the_values_of_the_scope_give(planned, known, statistic):
    places = planned.of(statistic)[:400]
    assert len(places) > 100
    for place in places.tolist():
        pattern, told, right = planned.catalog.patterns[planned.pattern[place]], planned.facts(place), int(planned.right[place])
        numbers = [one.number for one in told]
        if statistic in {"count", "which"}:
            predicate = predicate_of(planned, place)
            fitting = [lane for lane, one in enumerate(told) if predicate.holds(one, known)]
            assert right == (len(fitting) if statistic == "count" else sum(1 << lane for lane in fitting))
        else:
            spread = max(numbers) - min(numbers)
            expected = {"sum": sum(numbers), "mean": round(sum(numbers) / len(numbers), 1), "range": spread, "amount": spread}[statistic]
            assert statistic_number(pattern, right) == expected


@pytest.mark.parametrize("statistic", DERIVED)
def test_the_four_are_different_results(planned, statistic):
    places = planned.of(statistic)
    ranked, scope = planned.ranked[:, places], planned.scope[places]
    assert (np.diff(ranked, axis=0) > 0).all()
    assert ranked.min() >= 0
    if statistic == "count":
        assert (ranked <= scope).all()
    if statistic == "which":
        assert (ranked < 1 << scope).all()
    if statistic in {"range", "amount"}:
        assert ranked.min() > 0


@pytest.mark.parametrize("statistic", OF_NUMBERS)
def test_numbers_are_what_as_many_of_the_told_give(planned, statistic):
    """Each wrong option is right of others: it cannot be told from what is mentioned."""
    for place in planned.of(statistic)[:300].tolist():
        pattern = planned.catalog.patterns[planned.pattern[place]]
        told = [one.number for one in planned.facts(place, planned.catalog.exchanged[planned.pattern[place]])]
        possible = {made_of(statistic, lanes) for lanes in combinations(told, pattern.scope)}
        assert set(planned.ranked[:, place].tolist()) <= possible


@pytest.mark.parametrize("statistic", DERIVED)
def test_the_truth_has_each_rank_as_often_as_any(planned, statistic):
    """Whatever the four are, the truth is uniform over them; so over all of them its rank is."""
    rank = planned.rank[planned.of(statistic)]
    assert fits(np.bincount(rank, minlength=4), np.full(4, 0.25), tests=len(DERIVED))


@pytest.mark.parametrize("statistic", ["count", "which"])
def test_so_it_has_within_each_set_of_four(planned, statistic):
    """Of those sets that come often enough to tell."""
    places = planned.of(statistic)
    names = (planned.ranked[:, places] * 16 ** np.arange(4)[:, None]).sum(axis=0) * 8 + planned.scope[places]
    often = [name for name, count in zip(*np.unique(names, return_counts=True), strict=True) if count >= 40]
    assert often
    for name in often:
        rank = planned.rank[places[names == name]]
        assert fits(np.bincount(rank, minlength=4), np.full(4, 0.25), tests=2 * len(often))


@pytest.mark.parametrize("statistic", DERIVED)
def test_so_it_has_for_each_attribute_and_predicate(planned, statistic):
    places = planned.of(statistic)
    ways = {}
    for place in places.tolist():
        pattern = planned.catalog.patterns[planned.pattern[place]]
        ways.setdefault((pattern.attribute, pattern.klass, pattern.predicate), []).append(planned.rank[place])
    for ranks in ways.values():
        assert fits(np.bincount(ranks, minlength=4), np.full(4, 0.25), tests=len(DERIVED) * len(ways))


def test_no_count_is_right_oftener_than_offered(planned):
    """ "Always three" scores a quarter: of the sets that offer a count, it is right in every fourth."""
    places = planned.of("count")
    offered = [(planned.ranked[:, places] == count).any(axis=0).sum() for count in range(LISTED + 1)]
    right = np.bincount(planned.right[places], minlength=LISTED + 1)
    assert p_value(right, np.array(offered) / 4) > 1e-4
    assert right.min() > 0


def test_a_predicate_is_not_chosen_by_who_fits(planned):
    """Its options are many, and the truth says little of which was chosen: none has one count only."""
    counts = {}
    for place in planned.of("count").tolist():
        counts.setdefault((planned.pattern[place], planned.option[place]), []).append(planned.right[place])
    often = [mine for mine in counts.values() if len(mine) >= 12]
    assert len(often) > 5
    assert all(len(set(mine)) > 1 for mine in often)
