"""What a trajectory tells: four holders of what is asked, all told alike, and all that the question needs to be answered, each in its place."""

import numpy as np
import pytest

from memsim.causal import hints
from memsim.causal.asking import Asking
from memsim.causal.hints import ASKED, AXES, FACTS, HOLDERS, KINDS, LINKS, LISTED, NOISE, PERSONS, READS
from memsim.causal.statements import Wording, told_facts
from memsim.causal.trajectory import Planner
from memsim.questions.patterns import OWN, WORDINGS
from memsim.questions.registry import QUESTION_TYPES
from memsim.records import Fact
from memsim.spec.knowledge import knowledge_rows
from memsim.text import clock

N = 6000
SEED = 31
FIELDS = ("entity", "attribute", "wording", "kind", "axis", "place")


class Parts:
    """Every part of many planned questions: what it tells, as arrays with the part last, by the place of the fact."""

    def __init__(self, catalog):
        self.plan = plan = Planner(catalog, SEED, tuple(QUESTION_TYPES)).plan(np.arange(N))
        self.part, self.row = np.nonzero(np.stack([np.ones(N, dtype=bool), plan.hybrid]))
        for name in FIELDS:
            by_part = getattr(plan, name).reshape(2, FACTS, N)
            setattr(self, name, by_part[self.part, :, self.row].T)
        self.active = self.place >= 0
        self.pattern = plan.pattern[self.part, self.row]
        self.holders, self.persons = plan.holders[self.part, :, self.row].T, plan.persons[self.part, :, self.row].T
        self.target = plan.target[self.part, self.row]
        self.own, self.chained = catalog.own[self.pattern], catalog.chained[self.pattern]
        self.statistic, self.rivalled = catalog.statistic[self.pattern] >= 0, catalog.rivals[self.pattern, 0] >= 0
        self.scope, self.extreme = catalog.scope[self.pattern], catalog.extreme[self.pattern] != 0
        self.lane = np.arange(LISTED)[:, None]


@pytest.fixture(scope="module")
def parts(catalog):
    return Parts(catalog)


def of_kind(parts, name):
    return parts.kind == KINDS.index(name)


def test_the_places_of_facts_follow_each_other():
    places = [ASKED, READS, LINKS, PERSONS, NOISE]
    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert NOISE.stop == FACTS
    assert (ASKED.stop, READS.stop - READS.start) == (LISTED, HOLDERS)


def test_each_way_of_telling_occurs(catalog, parts):
    for which in (
        parts.own & ~parts.rivalled,
        parts.rivalled,
        parts.chained,
        parts.statistic,
        parts.extreme,
        catalog.linked[parts.pattern],
    ):
        assert which.sum() >= 10


def test_four_holders_of_the_class_are_told_what_is_asked(catalog, parts):
    """But of the user itself: it stands among three others, or alone, with four of its own values."""
    plain = ~parts.own
    klass = np.array([catalog.layout.classes.index(pattern.klass) for pattern in catalog.patterns])[parts.pattern]
    assert parts.active[:HOLDERS].all()
    assert (parts.entity[ASKED] == parts.holders).all()
    assert (catalog.layout.class_of[parts.holders] == klass)[:, plain].all()
    ordered = np.sort(parts.holders[:HOLDERS], axis=0)
    assert (np.diff(ordered, axis=0) > 0)[:, ~parts.rivalled].all()
    assert (parts.attribute[:HOLDERS] == catalog.attribute[parts.pattern])[:, ~parts.rivalled].all()
    assert (parts.wording[ASKED] == catalog.wording[parts.pattern])[:, plain].all()


def test_the_user_is_the_first_holder_of_its_own_value_and_is_worded_as_itself(catalog, parts):
    mine, user = parts.own & ~parts.rivalled, catalog.layout.first["user"]
    klass = np.array([catalog.layout.classes.index(pattern.klass) for pattern in catalog.patterns])[parts.pattern]
    assert (parts.holders[0, mine] == user).all()
    assert (catalog.layout.class_of[parts.holders[1:HOLDERS]] == klass)[:, mine].all()
    assert (parts.wording[0, mine] == WORDINGS.index(OWN)).all()
    assert (parts.wording[1:HOLDERS, mine] != WORDINGS.index(OWN)).all()
    by_role = (parts.wording[1, mine] == WORDINGS.index("role")).mean()
    assert 0.3 < by_role < 0.7
    assert (parts.wording[1:HOLDERS] == parts.wording[1])[:, mine].all()
    assert (parts.target[parts.own] == 0).all()


def test_no_rival_is_worded_by_what_it_is_asked(catalog, parts):
    """The user's name is asked beside the names of three who are then called by their roles."""
    for wording in ("role", "name"):
        words = [getattr(catalog.spec.file.topics[pattern.topic], wording) for pattern in catalog.patterns]
        about = np.array([catalog.layout.column[word] if word else -1 for word in words])[parts.pattern]
        told = (parts.active & (parts.wording == WORDINGS.index(wording)))[ASKED]
        assert told.any()
        assert not (told & (parts.attribute[ASKED] == about)).any()


def test_the_users_own_values_rival_each_other_where_they_are_of_a_group(catalog, parts):
    at = np.flatnonzero(parts.rivalled)
    user = catalog.layout.first["user"]
    assert (parts.entity[:HOLDERS, at] == user).all()
    assert (parts.wording[:HOLDERS, at] == WORDINGS.index(OWN)).all()
    for place in at.tolist():
        pattern = catalog.patterns[parts.pattern[place]]
        told = [catalog.layout.attributes[column] for column in parts.attribute[:HOLDERS, place]]
        assert told == [pattern.attribute, *pattern.rivals]
    assert (parts.axis[1:HOLDERS, at] == AXES.index("other_attribute")).all()
    assert not parts.active[HOLDERS : PERSONS.stop, at].any()


def test_what_identifies_is_told_of_all_four(catalog, parts):
    reads = catalog.reads[parts.pattern]
    assert (parts.active[READS] == (reads >= 0)).all()
    assert (parts.entity[READS] == parts.holders[:HOLDERS])[parts.active[READS]].all()
    assert (parts.attribute[READS] == reads)[parts.active[READS]].all()
    linked = catalog.linked[parts.pattern]
    assert (parts.active[LINKS] == linked).all()
    assert (parts.entity[LINKS] == parts.persons)[parts.active[LINKS]].all()
    assert (parts.attribute[LINKS] == catalog.name_column[parts.pattern])[parts.active[LINKS]].all()
    assert (parts.wording[LINKS] == WORDINGS.index("role"))[parts.active[LINKS]].all()


def test_a_chain_leads_over_whom_each_holder_refers_to(catalog, parts):
    """The persons are those whose names the events' facts tell; what identifies them is told of the four persons, not of the events."""
    at = np.flatnonzero(parts.chained)
    layout, codes = catalog.layout, parts.plan.codes
    for place in at.tolist():
        pattern, row = catalog.patterns[parts.pattern[place]], parts.row[place]
        chain, name = layout.column[pattern.chain], layout.column[catalog.spec.domains[pattern.chain].name]
        told = codes[layout.slot[parts.holders[:HOLDERS, place], chain], row]
        assert (told == codes[layout.slot[parts.persons[:, place], name], row]).all()
        assert {layout.classes[klass] for klass in layout.class_of[parts.persons[:, place]]} == {pattern.person}
        assert (parts.attribute[READS, place] == chain).all()
        assert (parts.wording[READS, place] == WORDINGS.index(pattern.wording)).all()
        assert parts.active[PERSONS, place].all() == (pattern.bridge is not None)
        if pattern.bridge:
            assert (parts.entity[PERSONS, place] == parts.persons[:, place]).all()
            assert (parts.attribute[PERSONS, place] == layout.column[pattern.bridge]).all()
    assert not parts.active[PERSONS][:, ~parts.chained].any()
    assert (parts.persons == parts.holders[:HOLDERS])[:, ~parts.chained].all()


def test_a_statistic_reads_its_scope_and_enough_others_are_told(catalog, parts):
    """Of a count or list as many as there are, up to six; else as many as give the wrong options."""
    at = parts.statistic
    evidence = of_kind(parts, "evidence") & parts.active
    assert (evidence[ASKED] == (parts.lane < parts.scope))[:, at].all()
    assert not evidence[READS.start :][:, at].any()
    exchanged = catalog.exchanged[parts.pattern]
    told = np.where(exchanged > 0, exchanged, np.minimum(catalog.count[parts.pattern], LISTED))
    assert (parts.active[ASKED].sum(axis=0) == np.maximum(told, HOLDERS))[at].all()
    assert (told >= parts.scope)[at].all()
    assert not parts.active[HOLDERS:LISTED][:, ~at].any()


def test_an_extreme_reads_its_scope_and_one_value_of_the_winner(catalog, parts):
    evidence, lane = of_kind(parts, "evidence") & parts.active, parts.lane[:HOLDERS]
    at = parts.extreme
    assert (evidence[READS] == (lane < parts.scope))[:, at].all()
    assert (evidence[:HOLDERS] == (lane == parts.target))[:, at].all()
    assert (parts.target < parts.scope)[at].all()


def test_the_winner_of_an_extreme_is_the_one_there_is(catalog, parts):
    layout = catalog.layout
    for place in np.flatnonzero(parts.extreme)[:600].tolist():
        pattern, row = catalog.patterns[parts.pattern[place]], parts.row[place]
        name, direction = pattern.extreme
        column = layout.column[name]
        codes = parts.plan.codes[layout.slot[parts.holders[: pattern.scope, place], column], row]
        numbers = layout.number(np.full(len(codes), column), codes).tolist()
        goal = None
        if direction == "closest":
            option = parts.plan.option[parts.part[place], row]
            goal = catalog.spec.domains[name].numbers[catalog.options[parts.pattern[place]][option].codes[0]]
        merits = [abs(number - goal) if goal is not None else number for number in numbers]
        best = max(merits) if direction == "max" else min(merits)
        assert [lane for lane, merit in enumerate(merits) if merit == best] == [parts.target[place]]


def test_all_other_questions_read_the_target_alone(parts):
    evidence, lane = of_kind(parts, "evidence") & parts.active, parts.lane[:HOLDERS]
    at = ~parts.statistic & ~parts.extreme
    for place in (slice(0, HOLDERS), READS, LINKS, PERSONS):
        assert (evidence[place] == (parts.active[place] & (lane == parts.target)))[:, at].all()


def test_evidence_has_no_axis_and_all_else_but_context_has_one(parts):
    evidence, context = (of_kind(parts, name) for name in ("evidence", "context"))
    bare = parts.axis == AXES.index(None)
    assert (bare == (evidence | context))[parts.active].all()
    assert (context[LINKS] | evidence[LINKS])[parts.active[LINKS]].all()
    assert not np.delete(context, np.arange(FACTS)[LINKS], axis=0).any()


def test_the_user_is_spoken_of_in_the_first_person_only(catalog, parts):
    mine = parts.entity == catalog.layout.first["user"]
    assert ((parts.wording == WORDINGS.index(OWN)) == mine)[parts.active].all()


def test_holders_are_alike_where_the_scenario_wants_it(catalog, parts):
    """Names of one sex, ages of one generation: as many of the four as there are in the class."""
    alike = catalog.alike[parts.pattern]
    at = np.flatnonzero((alike >= 0) & ~parts.own)
    assert len(at) > 200
    slots = catalog.layout.slot[parts.holders[:HOLDERS, at], alike[at]]
    values = parts.plan.codes[slots, parts.row[at]]
    same = (values == values[0]).sum(axis=0)
    lane = np.arange(catalog.count.max())[:, None]
    first, count = catalog.first[parts.pattern[at]], catalog.count[parts.pattern[at]]
    every = catalog.layout.slot[np.where(lane < count, first + lane, first), alike[at]]
    there = ((parts.plan.codes[every, parts.row[at]] == values[0]) & (lane < count)).sum(axis=0)
    assert (same == np.minimum(there, HOLDERS)).all()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_query_over_what_is_told_gives_the_answer_and_reads_the_evidence(catalog, parts, language):
    """Each question's own meaning, over the facts as they are worded, against what was planned."""
    plan, layout, wording = parts.plan, catalog.layout, Wording(catalog, language)
    known = {row[:3]: row[3] for row in knowledge_rows(catalog.spec, language)}
    told = told_facts(catalog, plan, SEED)
    values, subjects = (
        wording.values(told.attribute, told.code),
        wording.subjects(plan.codes, told.entity, told.wording, told.row).to_pylist(),
    )
    facts = [[] for _ in range(N)]
    for place, row in enumerate(told.row.tolist()):
        number = None if np.isnan(told.number[place]) else float(told.number[place])
        name = layout.attributes[told.attribute[place]]
        mid = f"{told.part[place]}/{told.kind[place]}/{told.place[place]}"
        facts[row].append(Fact(mid, "", subjects[place], name, "", values[place], number))
    asking = Asking(wording, plan, SEED)
    texts, now = iter(asking._texts), [clock.iso(minute) for minute in plan.question.tolist()]
    for row, part, asked, about in zip(asking._row.tolist(), asking._part.tolist(), asking.parts, texts, strict=True):
        if row % 3:
            continue
        query = asked.form.query(about, now[row])
        answer, read = query.run(facts[row], known)
        assert answer == (asked.answer if asked.number is None else asked.number)
        mine = [fact.mid for fact in facts[row] if fact.mid.startswith(f"{part}/{KINDS.index('evidence')}/")]
        assert sorted(read) == sorted(mine)


def test_each_attribute_is_asked_in_each_of_its_shapes_as_often(catalog):
    """So many ways of asking by a bridge do not crowd out the few ways of asking plainly; nor, within a shape, one way the others."""
    for cell in catalog.cells.values():
        chances = np.diff(cell.cumulative, prepend=0.0)
        ways = {}
        for place, chance in zip(cell.patterns.tolist(), chances.tolist(), strict=True):
            pattern = catalog.patterns[place]
            ways.setdefault((pattern.shape, pattern.attribute), []).append(chance)
        for mine in ways.values():
            assert mine == pytest.approx([1 / len(ways) / len(mine)] * len(mine))


def test_each_part_row_draws_from_its_own_cell(catalog):
    """As often as the cell says: the number at the middle of each pattern's share draws that pattern."""
    cells = sorted(catalog.cells)
    middles = [(cell.cumulative + np.concatenate([[0.0], cell.cumulative[:-1]])) / 2 for cell in map(catalog.cells.get, cells)]
    mixed = [(cell, place, middle) for cell, mine in zip(cells, middles, strict=True) for place, middle in enumerate(mine.tolist())][::-1]
    drawn = hints.draw_patterns(catalog, [cell for cell, _, _ in mixed], np.array([middle for *_, middle in mixed]))
    assert drawn.tolist() == [catalog.cells[cell].patterns[place] for cell, place, _ in mixed]
