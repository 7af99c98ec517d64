"""What the check reads from SQL is what the generator meant by it: for every way of asking `daily`, in every language."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stories import NAMES, ROLES

from memsim.causal.forms import Form
from memsim.causal.options import member_property
from memsim.causal.statements import Wording
from memsim.check.reading import Reading, read_sql
from memsim.questions.predicates import BETWEEN, SIGNS, Bound, Member
from memsim.questions.query import Extreme, Query
from memsim.questions.scopes import STATISTICS, ScopeQuery

NOW = "2027-03-12T19:00"
NASTY = [*NAMES, "b.attribute = '#0'", "SELECT CASE WHEN count(", " facts n", "g.attribute = 'x'", "k.property = 'season'", "'#7'"]


@pytest.fixture(scope="module", params=["en", "zh"])
def wording(request, catalog):
    return Wording(catalog, request.param)


def meant(form, texts):
    """Return what a form's SQL must say about these texts, told by the pattern and the query alone."""
    pattern, query = form.pattern, form.query(texts, NOW)
    extreme = getattr(query, "extreme", None)
    predicate = getattr(query, "predicate", None)
    says = None
    if predicate:
        says = (pattern.predicate, (predicate.result,) if member_property(pattern.predicate) else predicate.numbers)
    return Reading(
        pattern.attribute,
        bridge=(pattern.bridge, texts[0]) if pattern.bridge else None,
        extreme=(pattern.extreme[1], pattern.extreme[0], extreme.target) if extreme else None,
        statistic=pattern.statistic,
        predicate=says,
        scope=tuple(texts) if pattern.scope > 1 else (),
        subject=texts[0] if pattern.scope == 1 and not pattern.bridge else None,
        transform=pattern.transform.name if pattern.transform else None,
        link=pattern.link is not None,
        chain=pattern.chain,
        now=NOW if pattern.transform and pattern.transform.name == "days_until" else None,
    )


def test_every_pattern_is_read_as_it_is_meant(wording):
    """Each with one of its options, in turn, and with subjects that look like SQL."""
    turn, seen = itertools.count(), []
    for place, pattern in enumerate(wording.catalog.patterns):
        number = next(turn)
        form = Form(wording, place, number % wording.catalog.option_count[place])
        texts = [NASTY[(number + lane) % len(NASTY)] for lane in range(1 if pattern.bridge else pattern.scope)]
        sql, _ = form.sql(texts, NOW)
        reading = read_sql(sql)
        assert reading == meant(form, texts), sql
        assert reading.hops == form.hops
        assert reading.counted == (pattern.statistic == "count")
        seen.append(reading)
    assert {reading.statistic for reading in seen} == {None, *STATISTICS}
    assert {reading.predicate[0].partition(":")[0] for reading in seen if reading.predicate} == {*SIGNS, BETWEEN, "member"}
    assert {reading.extreme[0] for reading in seen if reading.extreme} == {"max", "min", "closest"}


def test_different_patterns_read_differently(wording):
    """All that tells two ways of asking apart, but for how they are worded, stands in the SQL."""
    by_reading = {}
    for place, pattern in enumerate(wording.catalog.patterns):
        form = Form(wording, place, 0)
        texts = ROLES[: 1 if pattern.bridge else pattern.scope]
        by_reading.setdefault(read_sql(form.sql(texts, NOW)[0]), []).append(pattern)
    for mine in by_reading.values():
        assert len({(p.attribute, p.bridge, p.extreme, p.statistic, p.predicate, p.scope, p.link and True, p.chain) for p in mine}) == 1
        assert len({p.transform and p.transform.name for p in mine}) == 1


TEXTS = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@given(TEXTS, TEXTS, TEXTS)
def test_any_text_may_stand_in_a_bridge(attribute, value, name):
    reading = read_sql(Query(attribute, bridge=(attribute, value), link="to_role", name=name).sql())
    assert reading == Reading(attribute, bridge=(attribute, value), link=True)


@given(st.lists(TEXTS, min_size=2, max_size=6, unique=True), st.sampled_from(sorted(STATISTICS)), TEXTS, TEXTS, st.data())
def test_any_text_may_stand_in_a_scope(subjects, statistic, attribute, separator, data):
    predicate, says = None, None
    if statistic in {"count", "which"}:
        result = data.draw(TEXTS)
        low = data.draw(st.integers(0, 3000).map(float))
        kinds = {"member:kind": (Member("kind", result), (result,)), "between": (Bound("between", (low, low + 2)), (low, low + 2))}
        kinds |= {kind: (Bound(kind, (low,)), (low,)) for kind in [*SIGNS, BETWEEN] if kind != BETWEEN}
        name = data.draw(st.sampled_from(sorted(kinds)))
        predicate, says = kinds[name][0], (name, kinds[name][1])
    if statistic in {"range", "amount"}:
        statistic = "amount" if len(subjects) == 2 else "range"
    reading = read_sql(ScopeQuery(attribute, tuple(subjects), statistic, predicate, separator, separator).sql())
    assert reading == Reading(attribute, statistic=statistic, predicate=says, scope=tuple(subjects))


@given(st.lists(TEXTS, min_size=2, max_size=4, unique=True), st.sampled_from(["max", "min", "closest"]), st.integers(0, 2000), TEXTS)
def test_any_text_may_stand_beside_an_extreme(subjects, direction, target, attribute):
    goal = target / 2 if direction == "closest" else 0.0
    reading = read_sql(Query("b", subjects=tuple(subjects), extreme=Extreme(attribute, direction, goal)).sql())
    assert reading == Reading("b", extreme=(direction, attribute, goal), scope=tuple(subjects))


@pytest.mark.parametrize(("sql", "says"), [
    ("SELECT 1", "names no attribute"),
    ("SELECT a.value FROM facts a WHERE a.attribute = 'hobby'", "names no attribute"),
    ("SELECT 'b.attribute = ''hobby'''", "names no attribute"),
    ("SELECT CASE WHEN count(*) = 1 THEN sum(c.number) END FROM facts c WHERE c.attribute = 'age'", "names no scope"),
    ("SELECT CASE WHEN count(*) = 2 THEN total(c.number) END FROM facts c WHERE c.subject IN ('x', 'y') AND c.attribute = 'age'", "makes nothing known"),
    ("", "names no attribute"),
])  # fmt: skip
def test_what_asks_nothing_is_refused(sql, says):
    with pytest.raises(ValueError, match=says):
        read_sql(sql)


EVERY = [
    Query("b", subjects=("x",), link="to_name", name="name", chain="with").sql(),
    Query("b", bridge=("a", "it's")).sql(),
    Query("b", subjects=("x", "y"), extreme=Extreme("a", "closest", 2.5)).sql(),
    *(
        ScopeQuery("b", ("x", "y", "z"), name, Bound("between", (1.0, 2.0)) if name in {"count", "which"} else None).sql()
        for name in STATISTICS
    ),
    ScopeQuery("b", ("x", "y", "z"), "count", Member("kind", "far")).sql(),
]


@settings(max_examples=300)
@given(st.sampled_from(EVERY), st.data())
def test_a_tampered_query_is_read_or_refused(sql, data):
    """Whatever was cut out, put in or doubled."""
    start = data.draw(st.integers(0, len(sql)))
    end = data.draw(st.integers(start, min(len(sql), start + 40)))
    put = data.draw(st.sampled_from(["", "'", "''", "'#9'", "'#", "(", ")", sql[start:end] * 2, "b.attribute = '#42", "12.5"]))
    try:
        reading = read_sql(sql[:start] + put + sql[end:])
    except ValueError:
        return
    assert isinstance(reading, Reading)
    assert reading.hops >= 1
