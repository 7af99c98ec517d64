"""Plans: what is fixed by seed and index, what is uniform over 20,000 trajectories, what holds in each."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import fits, p_value

from memsim.causal.hints import AXES, FACTS, KINDS
from memsim.causal.trajectory import ATTEMPTS, Planner
from memsim.errors import GenerationError
from memsim.questions.registry import QUESTION_TYPES
from memsim.text import clock

N = 20_000
SEED = 2027
TYPES = tuple(QUESTION_TYPES)


@pytest.fixture(scope="module")
def planner(catalog):
    """Plans questions of all types."""
    return Planner(catalog, SEED, TYPES)


@pytest.fixture(scope="module")
def plan(planner):
    """20,000 trajectories; not to be written to."""
    made = planner.plan(np.arange(N))
    for array in made.arrays.values():
        array.flags.writeable = False
    return made


def topics_of(catalog, plan):
    """Return the topic of each part's question, -1 where there is no second part."""
    topic = catalog.topic[plan.pattern]
    topic[1][~plan.hybrid.astype(bool)] = -1
    return topic


def test_the_target_is_each_letter_as_often_as_any(plan):
    assert fits(np.bincount(plan.letter, minlength=4), np.full(4, 0.25))


@pytest.mark.parametrize("question_type", TYPES)
def test_so_it_is_within_each_type(plan, question_type):
    letters = plan.letter[plan.question_type == TYPES.index(question_type)]
    assert fits(np.bincount(letters, minlength=4), np.full(4, 0.25), tests=len(TYPES))


def test_so_it_is_whatever_the_topic(catalog, plan):
    first, second = topics_of(catalog, plan)
    cells = list(zip(first.tolist(), second.tolist(), strict=True))
    for cell in set(cells):
        letters = plan.letter[[one == cell for one in cells]]
        assert fits(np.bincount(letters, minlength=4), np.full(4, 0.25), tests=len(set(cells)))


def evidence_places(plan, rows):
    """Return how often evidence lies in each twentieth of its history, and how often it would if it lay anywhere."""
    found, expected = np.zeros(20), np.zeros(20)
    evidence = (plan.kind == KINDS.index("evidence")) & (plan.place >= 0)
    for count in np.unique(plan.count[rows]):
        mine = np.flatnonzero(rows & (plan.count == count))
        share = np.minimum(np.arange(count) * 20 // count, 19)
        places = plan.place[:, mine][evidence[:, mine]]
        found += np.bincount(share[places], minlength=20)
        expected += len(places) * np.bincount(share, minlength=20) / count
    return found, expected


def test_evidence_lies_anywhere_in_its_history(plan):
    assert p_value(*evidence_places(plan, np.ones(N, dtype=bool))) > 1e-4


@pytest.mark.parametrize("question_type", TYPES)
def test_so_it_does_within_each_type(plan, question_type):
    assert p_value(*evidence_places(plan, plan.question_type == TYPES.index(question_type))) > 1e-4 / len(TYPES)


def test_so_it_does_where_events_may_not_be_over(catalog, plan):
    """An event is spoken of before it takes place: redraws for that must not push evidence to either end."""
    events = list(catalog.spec.file.topics).index("events")
    assert p_value(*evidence_places(plan, (topics_of(catalog, plan) == events).any(axis=0))) > 1e-4


@pytest.mark.parametrize("end", ["first", "last"])
def test_the_first_and_last_messages_are_evidence_no_more_than_others(plan, end):
    """In a history of m messages with e of evidence, either end is evidence with chance e / m."""
    evidence = (plan.kind == KINDS.index("evidence")) & (plan.place >= 0)
    at_end = plan.place == (0 if end == "first" else plan.count - 1)
    chance = evidence.sum(axis=0) / plan.count
    hits = int((evidence & at_end).any(axis=0).sum())
    assert abs(hits - chance.sum()) < 4.5 * np.sqrt((chance * (1 - chance)).sum())


@settings(max_examples=12)
@given(st.lists(st.integers(0, N - 1), min_size=1, max_size=40, unique=True))
def test_a_plan_does_not_depend_on_its_block(planner, plan, index):
    """Hypothesis lists numbers in any order: subsets, single rows and shuffled rows."""
    alone = planner.plan(np.array(index))
    assert set(alone.arrays) == set(plan.arrays)
    for name, array in alone.arrays.items():
        assert np.array_equal(array, plan.arrays[name][..., index]), name


def test_type_and_topic_are_fixed_by_the_index(catalog, planner, plan):
    kind, first, second, noisy = planner.kinds_of(np.arange(N))
    assert (kind == np.arange(N) % len(TYPES)).all()
    assert (plan.question_type == kind).all()
    asked = np.array([TYPES.index(pattern.question_type) for pattern in catalog.patterns])[plan.pattern]
    assert (asked[0] == kind).all()
    assert (asked[1][plan.hybrid] == kind[plan.hybrid]).all()
    topic = topics_of(catalog, plan)
    assert (topic[0] == first).all()
    assert (topic[1] == second).all()
    assert (plan.noisy == noisy).all()


def test_types_and_topics_are_even(catalog, plan):
    first, second = topics_of(catalog, plan)
    for place, name in enumerate(TYPES):
        mine = plan.question_type == place
        topics = [topic for topic in catalog.spec.file.topics if (name, topic) in catalog.cells]
        hybrid = second[mine] >= 0
        counts = [*np.bincount(first[mine][~hybrid], minlength=len(catalog.spec.file.topics)), hybrid.sum()]
        counts = [count for count in counts if count]
        assert len(counts) == len(topics) + (len(topics) > 1)
        assert fits(counts, np.full(len(counts), 1 / len(counts)), tests=len(TYPES))
    assert fits(np.bincount(plan.noisy.astype(int)), [0.75, 0.25])


def test_message_times_strictly_rise_and_the_question_comes_last(plan):
    told = np.arange(len(plan.times))[:, None] < plan.count
    assert (np.diff(plan.times, axis=0)[told[1:]] > 0).all()
    assert (plan.question > plan.times[plan.count - 1, np.arange(N)]).all()


def test_messages_are_sent_by_day(plan):
    told = np.arange(len(plan.times))[:, None] < plan.count
    for moments in (plan.times[told], plan.question):
        minute = moments % clock.DAY
        assert minute.min() >= 5.75 * 60
        assert minute.max() > 21 * 60


def test_places_number_the_messages_of_each_history(plan):
    assert (np.sort(np.where(plan.place >= 0, plan.place, 99), axis=0)[:4] == np.arange(4)[:, None]).all()
    assert ((plan.place >= 0).sum(axis=0) == plan.count).all()
    assert (plan.place.max(axis=0) == plan.count - 1).all()


def test_no_fact_is_told_twice(catalog, plan):
    told = plan.place >= 0
    unique = -1 - np.arange(len(told))[:, None]
    keys = np.where(told, plan.entity * len(catalog.layout.attributes) + plan.attribute, unique)
    assert (np.diff(np.sort(keys, axis=0), axis=0) > 0).all()


def test_noise_is_about_what_no_query_reads(catalog, plan):
    """Attribute-side noise tells another attribute of a holder; entity-side noise speaks of somebody else."""
    told = plan.place >= 0
    names = np.array(AXES, dtype=object)[plan.axis]
    kinds = np.array(KINDS, dtype=object)[plan.kind]
    assert set(kinds[told]) == set(KINDS)
    for axis in ("attribute_side", "entity_side"):
        assert (kinds[told & (names == axis)] == "noise").all()
    for part in range(2):
        facts = slice(part * FACTS, (part + 1) * FACTS)
        pattern = plan.pattern[part]
        side = told[facts] & (names[facts] == "attribute_side")
        assert side.any()
        for barred in (catalog.attribute[pattern], catalog.reads[pattern], *catalog.rivals[pattern].T):
            assert not (side & (plan.attribute[facts] == barred)).any()
        assert (plan.entity[facts][:, :, None] == np.moveaxis(plan.holders[part], 0, -1)[None]).any(axis=2)[side].all()


def test_the_four_candidates_differ(catalog, plan):
    for part in range(2):
        asked = np.ones(N, dtype=bool) if part == 0 else plan.hybrid.astype(bool)
        ordered = np.sort(plan.candidates[part][:, asked], axis=0)
        assert (np.diff(ordered, axis=0) > 0).all()


def test_redraws_are_counted_by_reason(plan):
    assert set(plan.redraws) >= {"equal_values", "likely_value", "ambiguous_bridge", "tie"}
    assert all(count > 0 for count in plan.redraws.values())


def test_no_world_is_lost_to_an_event_that_is_over(plan):
    """All is told in time by habit, not by redraws, which would favour some orders."""
    assert "past_event" not in plan.redraws


def test_other_seeds_plan_other_trajectories(catalog, plan):
    other = Planner(catalog, SEED + 1, TYPES).plan(np.arange(200))
    same = (other.codes == plan.codes[:, :200]).mean(axis=0)
    assert same.max() < 0.5


def test_question_types_may_be_fewer(catalog):
    some = ("comparative", "single_hop")
    plan = Planner(catalog, 1, some).plan(np.arange(50))
    asked = [[catalog.patterns[pattern].question_type for pattern in plan.pattern[0]][place] for place in range(50)]
    assert asked == [some[place % 2] for place in range(50)]


def test_a_trajectory_that_finds_no_world_is_an_error(catalog, monkeypatch):
    from memsim.causal.trajectory import Draft

    monkeypatch.setattr(Draft, "judge", lambda draft: np.zeros(len(draft.rng), dtype=np.int64))
    with pytest.raises(GenerationError, match=f"3.*{ATTEMPTS} attempts.*rule"):
        Planner(catalog, 0, TYPES).plan(np.array([3]))
