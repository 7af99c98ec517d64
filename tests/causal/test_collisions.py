"""A question says none of its choices, in no language, whatever languages are asked for."""

import numpy as np
import pytest

import memsim
from memsim.causal.asking import Asking
from memsim.causal.catalog import STATISTICS
from memsim.causal.collisions import Collisions
from memsim.causal.statements import Wording
from memsim.causal.trajectory import Draft, Plan, Planner
from memsim.questions.registry import QUESTION_TYPES
from memsim.rng import Rng
from memsim.text.words import mentions

DRAFTS = 6000
SEED = 77


@pytest.fixture(scope="module")
def collisions(catalog):
    return Collisions(catalog)


def test_values_within_others_are_known(catalog, collisions):
    """For values from one end of the pool to the other, against every value: "10 May" says 10, in whatever language."""
    pools = [surfaces.to_pylist() for surfaces in catalog.layout.surfaces.values()]
    size, hits = len(pools[0]), 0
    choices = np.tile(np.arange(size), (4, 1))
    for said in np.linspace(0, size - 1, 90).astype(np.int64).tolist():
        found = np.flatnonzero(collisions.between(np.full((1, size), said), choices))
        expected = {choice for pool in pools for choice, text in enumerate(pool) if mentions(pool[said], text)}
        assert set(found.tolist()) == expected, pools[0][said]
        hits += len(expected) > 1
    assert hits > 10


def numbers_of(collisions, catalog, attribute, codes):
    return collisions._numbered(np.full(len(codes), catalog.layout.column[attribute]), np.array(codes))


def test_a_name_collides_with_itself_and_with_no_other(catalog, collisions):
    """And so does everything that is made of parts: an address, a number; two attributes never share a number."""
    made = [name for name, domain in catalog.spec.domains.items() if domain.kind == "product"]
    assert {topic.name for topic in catalog.spec.file.topics.values()} <= set(made)
    numbers = {name: numbers_of(collisions, catalog, name, [0, 1, catalog.spec.domains[name].size - 1]) for name in made}
    assert len({number for mine in numbers.values() for number in mine.tolist()}) == 3 * len(made)
    for mine in numbers.values():
        for place, said in enumerate(mine):
            hits = [bool(collisions.between(np.array([[said]]), np.array([[other]]))[0]) for other in mine]
            assert hits == [place == other for other in range(3)]


def test_a_reference_collides_with_the_name_it_is_worded_by(catalog, collisions):
    references = [(name, domain.name) for name, domain in catalog.spec.domains.items() if domain.kind == "entity"]
    assert references
    for reference, name in references:
        codes = [0, 5, 17]
        assert (numbers_of(collisions, catalog, reference, codes) == numbers_of(collisions, catalog, name, codes)).all()


def test_what_stands_within_a_value_that_is_made_of_parts_is_known(catalog, collisions):
    """A surname in a full name, whether it names the subject or whom an event is attended with; an @provider in an address."""
    layout, seen = catalog.layout, set()
    for name, pieces in ((layout.attributes[column], pieces) for column, pieces in collisions._pieces.items() if pieces):
        made = catalog.spec.domains[name].name or name
        codes = np.linspace(0, catalog.spec.domains[made].size - 1, 50).astype(np.int64)
        numbers = np.stack(collisions._within(np.full(50, layout.column[name]), codes))
        assert (numbers >= 0).sum(axis=0).tolist() == [len(pieces)] * 50
        for transform in catalog.transform_of.values():
            places = [
                place for place, one in catalog.transform_of.items() if one is transform and catalog.attribute[place] == layout.column[made]
            ]
            results = transform.codes(codes, np.zeros(50, dtype=np.int64)) if places and transform.answer_type == "text" else []
            for code, number in zip(results, numbers.T, strict=False):
                choice = np.full((4, 1), collisions._bases[places[0]] + code)
                assert collisions.between(number[:, None], choice).all()
                seen.add((name, transform.name))
    references = {(name, "surname") for name, domain in catalog.spec.domains.items() if domain.kind == "entity"}
    assert seen >= references | {("email", "suffix"), ("phone", "prefix"), ("name", "surname")}


def test_what_is_neither_listed_nor_made_of_parts_collides_with_nothing(catalog, collisions):
    nothing = collisions._numbered(
        np.array([catalog.layout.column[name] for name, domain in catalog.spec.domains.items() if domain.kind in {"moment", "digits"}]),
        np.array([5]),
    )
    assert (nothing < 0).all()
    assert not collisions.between(nothing[None, :1], nothing[None, :1]).any()


class Drafted:
    """Drafts, kept or not, with what their questions say and the four results of each part as texts."""

    def __init__(self, catalog, language):
        types = tuple(QUESTION_TYPES)
        planner, index = Planner(catalog, SEED, types), np.arange(DRAFTS)
        kind, first, second, noisy = planner.kinds_of(index)
        self.draft = Draft(planner, Rng(SEED, index), kind, first, second)
        plan = Plan(index, self.draft.arrays() | {"question_type": kind, "noisy": noisy, "hybrid": second >= 0})
        asking = Asking(Wording(catalog, language), plan, SEED)
        where = np.argsort(asking._part, kind="stable")  # as part rows: first parts stand first
        self.slots = [asking.parts[place].asked.slots for place in where.tolist()]
        self.options = asking._candidates[where]
        self.own = asking._pattern[where]


@pytest.fixture(scope="module")
def drafted(catalog):
    return {language: Drafted(catalog, language) for language in catalog.spec.file.languages}


def test_a_block_is_tested_as_its_texts_would_be(catalog, collisions, drafted):
    """Against the texts themselves: whether a slot of a part's question holds one of its four results, in any language."""
    draft = drafted["en"].draft
    at = np.arange(len(draft.rows.row))
    said, choices = collisions.said(draft.rows, draft.told, draft.codes, at), collisions.choices(draft.rows, draft.candidates.codes, at)
    found = collisions.between(said, choices)
    statistic = catalog.statistic[draft.rows.pattern]
    stated = ~np.isin(
        statistic, [STATISTICS.index(name) for name in ("which", "order_max", "order_min")]
    )  # those list what the question lists
    hits = 0
    for place in np.flatnonzero(stated).tolist():
        expected = any(mentions(slot, option) for one in drafted.values() for slot in one.slots[place] for option in one.options[place])
        assert found[place] == expected, [(one.slots[place], one.options[place]) for one in drafted.values()]
        hits += expected
    assert hits > 10
    assert not found[~stated].any()


def test_names_that_a_question_says_are_known(catalog, collisions, drafted):
    """Of everybody in the world: whose name stands in a part's slots, and whose does not."""
    one, names = drafted["en"], list(catalog.spec.file.topics.values())
    draft, layout = one.draft, catalog.layout
    columns = {topic: layout.column[words.name] for topic, words in zip(catalog.spec.file.topics, names, strict=True)}
    everybody = [(entity, column) for topic, column in columns.items() for entity in layout.members(topic).tolist()]
    slots = np.array([layout.slot[entity, column] for entity, column in everybody])
    attribute = np.array([column for _, column in everybody])
    at = np.arange(0, len(one.slots), 9)
    said, found = collisions.said(draft.rows, draft.told, draft.codes, at), set()
    for place, part in enumerate(at.tolist()):
        codes = draft.codes[slots, draft.rows.row[part]]
        texts = layout.mixed_texts(attribute, codes, "en").to_pylist()
        numbers = collisions._numbered(attribute, codes)
        hits = collisions.between(np.repeat(said[:, [place]], len(codes), axis=1), np.tile(numbers, (4, 1)))
        pattern = catalog.patterns[draft.rows.pattern[part]]
        assert hits.tolist() == [any(text in slot for slot in one.slots[part]) for text in texts], (one.slots[part], texts)
        found.add((pattern.topic, bool(hits.any())))
    assert found == {(topic, hit) for topic in columns for hit in (True, False)}


def test_the_role_of_a_person_that_a_chain_begins_with_is_known(catalog, collisions, drafted):
    """It is of another topic than what is asked."""
    draft, layout = drafted["en"].draft, catalog.layout
    at = np.flatnonzero(catalog.chained[draft.rows.pattern] & ~catalog.is_bridge[draft.rows.pattern])
    assert len(at) > 20
    said = collisions.said(draft.rows, draft.told, draft.codes, at)
    for place, part in enumerate(at.tolist()):
        pattern = catalog.patterns[draft.rows.pattern[part]]
        role = layout.column[catalog.spec.file.topics[catalog.spec.file.classes[pattern.person].topic].role]
        code = draft.codes[layout.slot[draft.told.persons[0, part], role], draft.rows.row[part]]
        assert layout.offset[role] + code in said[:, place]


def test_a_hybrid_says_no_choice_of_its_other_part(catalog, drafted):
    """Against the texts of both parts, in all languages."""
    draft = drafted["en"].draft
    n, statistic = len(draft.rng), catalog.statistic[draft.rows.pattern]
    stated = ~np.isin(
        statistic, [STATISTICS.index(name) for name in ("which", "order_max", "order_min")]
    )  # those list what the question lists
    parts = {row: [place] for place, row in enumerate(draft.rows.row[:n].tolist())}
    for place in range(n, len(draft.rows.row)):
        parts[int(draft.rows.row[place])].append(place)
    given_away, crossed = draft._given_away(np.ones(n, dtype=bool)), 0
    for row, mine in parts.items():
        hits = [
            (one, other)
            for one in mine
            for other in mine
            if stated[other]
            and any(mentions(slot, option) for texts in drafted.values() for slot in texts.slots[one] for option in texts.options[other])
        ]
        assert given_away[row] == bool(hits)
        crossed += any(one != other for one, other in hits)
    assert crossed > 5


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_question_of_many_says_a_choice(tmp_path, language):
    dataset = memsim.generate(
        "daily", 4000, seed=1, language=language, out=tmp_path / "set", types=["single_hop", "multi_hop", "post_processing"]
    )
    joint = "；" if language == "zh" else "; "
    for one in dataset:
        halves = {half for choice in one.question.choices for half in choice.split(joint)}
        assert not [half for half in halves if mentions(one.question.question, half)], one.question
