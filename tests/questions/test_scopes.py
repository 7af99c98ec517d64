"""Queries over a scope: their meaning, their SQL and a plain reference are the same for any facts."""

import re
from itertools import pairwise, permutations
from math import isclose

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from stories import KNOWLEDGE, KNOWN_ROWS, NAMES, ROLES, VALUES, by_sqlite, fact, plain, stories

from memsim.check.proofs import BlockProver, Claim, LiteralProver
from memsim.questions.patterns import Scope
from memsim.questions.predicates import BETWEEN, SIGNS, Bound, Member
from memsim.questions.registry import QUESTION_TYPES
from memsim.questions.scopes import STATISTICS, ScopeQuery

SEPARATORS = st.sampled_from([", ", "、", ", then ", "，再是", "' '", ""])
NONE = st.sampled_from(["none of them", "都没有", "nobody's", ""])
#: By kind of bound at 2: whether 1, 2 and 3 fit.
AT_TWO = {
    "above": (False, False, True),
    "at_least": (False, True, True),
    "below": (True, False, False),
    "at_most": (True, True, False),
    "equal": (False, True, False),
    "between": (False, True, True),
}


@st.composite
def predicates(draw):
    """A bound of any kind, or membership in a group, which nobody may be in."""
    kind = draw(st.sampled_from([*SIGNS, BETWEEN, "member"]))
    if kind == "member":
        return Member("kind", draw(st.sampled_from([*sorted(set(KNOWLEDGE.values())), "nobody's"])))
    low = draw(st.sampled_from([-1.0, 0.0, 1.0, 2.0, 2.5, 4.0]))
    return Bound(kind, (low, low + draw(st.sampled_from([0.0, 1.0, 2.0]))) if kind == "between" else (low,))


@st.composite
def queries(draw):
    """A query of any statistic over two to six subjects; means over as many as patterns ask."""
    statistic = draw(st.sampled_from(sorted(STATISTICS)))
    sizes = {"mean": [3, 5], "amount": [2]}.get(statistic, [2, 3, 4, 5, 6])
    subjects = tuple(draw(st.permutations(draw(st.sampled_from([ROLES, NAMES]))))[: draw(st.sampled_from(sizes))])
    predicate = draw(predicates()) if statistic in {"count", "which"} else None
    return ScopeQuery("b", subjects, statistic, predicate, draw(SEPARATORS), draw(NONE))


def fits(predicate, told):
    """Whether a fact fits, read off the words."""
    if isinstance(predicate, Member):
        return KNOWLEDGE.get((told.attribute, told.value, predicate.prop)) == predicate.result
    low, *high = predicate.numbers
    number = told.number
    return {
        "above": number > low, "at_least": not number < low, "below": number < low, "at_most": not number > low,
        "equal": number == low, "between": bool(high) and low <= number <= high[0],
    }[predicate.kind]  # fmt: skip


def reference(query, facts):
    """The answer by going through everything that could be one."""
    told = {one.subject: one for one in facts if one.attribute == query.attribute and one.subject in query.subjects}
    by_value = isinstance(query.predicate, Member)
    if any(subject not in told or (told[subject].number is None and not by_value) for subject in query.subjects):
        return None
    if query.statistic in {"count", "which"}:
        fitting = sorted(subject for subject in query.subjects if fits(query.predicate, told[subject]))
        return float(len(fitting)) if query.statistic == "count" else query.separator.join(fitting) if fitting else query.none
    numbers = [told[subject].number for subject in query.subjects]
    if query.statistic.startswith("order"):
        sign = -1 if query.statistic.endswith("max") else 1
        rising = [order for order in permutations(query.subjects) if is_rising([sign * told[subject].number for subject in order])]
        return query.separator.join(rising[0]) if rising else None
    spread = max(abs(one - other) for one in numbers for other in numbers)
    total = sum(numbers)
    return {"sum": total, "mean": nearest_tenth(total, len(numbers)), "range": spread, "amount": spread}[query.statistic]


def is_rising(numbers):
    return all(one < other for one, other in pairwise(numbers))


def nearest_tenth(total, count):
    """Round total / count in whole numbers."""
    tenths = int(total) * 10
    return (tenths // count + (2 * (tenths % count) > count)) / 10


@settings(max_examples=400)
@given(stories(whole=True), queries())
def test_python_sqlite_and_the_reference_agree_on_whole_stories(facts, query):
    assert query.run(facts, KNOWLEDGE)[0] == by_sqlite(query.sql(), facts) == reference(query, facts)


@settings(max_examples=400)
@given(stories(), queries())
def test_they_agree_whatever_was_left_untold(facts, query):
    assert query.run(facts, KNOWLEDGE)[0] == by_sqlite(query.sql(), facts) == reference(query, facts)


@settings(max_examples=200)
@given(stories(whole=True), queries())
def test_what_is_read_is_enough_and_none_of_it_to_spare(facts, query):
    found, read = query.run(facts, KNOWLEDGE)
    assert (found is None) == (read == [])
    assume(found is not None)
    assert len(set(read)) == len(read) == len(query.subjects)
    assert query.run([one for one in facts if one.mid in read], KNOWLEDGE)[0] == found
    for mid in read:
        left = [one for one in facts if one.mid != mid]
        assert query.run(left, KNOWLEDGE) == (None, [])
        assert by_sqlite(query.sql(), left) is None


@settings(max_examples=150)
@given(stories(), queries())
def test_both_provers_agree_with_python(facts, query):
    found, read = query.run(facts, KNOWLEDGE)
    literal, block = LiteralProver(KNOWN_ROWS), BlockProver(KNOWN_ROWS)
    literal.load(facts, [])
    assert literal.run(query.sql()) == (found, None)
    rows = [(0, f.mid, int(f.mid in read), f.time, f.subject, f.attribute, f.said, f.value, f.number) for f in facts]
    claims = [Claim(0, query.sql(), found, read)] if found is not None else [Claim(0, query.sql(), "no such answer", [])]
    assert {failure.promise for failure in block.prove(rows, [], claims)} == (set() if found is not None else {"answer", "evidence"})
    literal.close()
    block.close()


def test_every_statistic_and_predicate_has_answers_among_these_stories():
    """What the tests above compare is not nothing with nothing."""
    found = set()

    @settings(max_examples=400)
    @given(stories(whole=True), queries())
    def look(facts, query):
        if query.run(facts, KNOWLEDGE)[0] is not None:
            found.add((query.statistic, query.predicate and getattr(query.predicate, "kind", "member")))

    look()
    asked = {(statistic, kind) for statistic in ("count", "which") for kind in (*SIGNS, BETWEEN, "member")}
    assert found == asked | {(statistic, None) for statistic in STATISTICS if statistic not in {"count", "which"}}


def numbered(*numbers, subjects=ROLES):
    pairs = zip(subjects, numbers, strict=False)
    return [fact(f"m{place}", subject, "b", "chess", number) for place, (subject, number) in enumerate(pairs, 1)]


@pytest.mark.parametrize("statistic", ["order_max", "order_min"])
def test_a_tie_has_no_order(statistic):
    query = ScopeQuery("b", tuple(ROLES[:3]), statistic, separator=", then ")
    facts = numbered(2.0, 1.0, 2.0)
    assert query.run(facts, {}) == (None, [])
    assert by_sqlite(query.sql(), facts) is None


@pytest.mark.parametrize(("statistic", "expected"), [
    ("order_max", "my boss, then my aunt, then my cousin"),
    ("order_min", "my cousin, then my aunt, then my boss"),
])  # fmt: skip
def test_an_order_begins_with_the_largest_or_the_smallest(statistic, expected):
    query = ScopeQuery("b", tuple(ROLES[:3]), statistic, separator=", then ")
    facts = numbered(-5.0, 70.0, 9.0)
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts) == expected


@pytest.mark.parametrize("statistic", ["sum", "mean", "range", "which", "count"])
def test_a_tie_does_not_matter_to_the_others(statistic):
    predicate = Bound("at_least", (2.0,)) if statistic in {"which", "count"} else None
    query = ScopeQuery("b", tuple(ROLES[:3]), statistic, predicate)
    facts = numbered(2.0, 2.0, 2.0)
    expected = {"sum": 6.0, "mean": 2.0, "range": 0.0, "which": "my aunt, my boss, my cousin", "count": 3.0}[statistic]
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts) == expected


@pytest.mark.parametrize("statistic", ["which", "count"])
@pytest.mark.parametrize("predicate", [Bound("above", (99.0,)), Member("kind", "nobody's")])
def test_that_nobody_fits_is_an_answer_and_an_untold_one_is_not(statistic, predicate):
    query = ScopeQuery("b", tuple(ROLES[:3]), statistic, predicate, none="none of 'em")
    facts = numbered(1.0, 2.0, 3.0)
    assert query.run(facts, KNOWLEDGE)[0] == by_sqlite(query.sql(), facts) == {"which": "none of 'em", "count": 0.0}[statistic]
    assert query.run(facts[1:], KNOWLEDGE)[0] is by_sqlite(query.sql(), facts[1:]) is None


@pytest.mark.parametrize("statistic", ["which", "count"])
def test_members_are_known_by_value_and_need_no_number(statistic):
    told = zip(ROLES, [*VALUES[:3], VALUES[-1]], strict=False)
    facts = [fact(f"m{place}", role, "b", value) for place, (role, value) in enumerate(told, 1)]
    query = ScopeQuery("b", tuple(ROLES[:4]), statistic, Member("kind", "near"))
    assert KNOWLEDGE["b", VALUES[1], "kind"] == "near"
    assert ("b", VALUES[-1], "kind") not in KNOWLEDGE
    assert query.run(facts, KNOWLEDGE)[0] == by_sqlite(query.sql(), facts) == {"which": ROLES[1], "count": 1.0}[statistic]
    by_number = ScopeQuery("b", tuple(ROLES[:4]), statistic, Bound("above", (0.0,)))
    assert by_number.run(facts, KNOWLEDGE)[0] is by_sqlite(by_number.sql(), facts) is None


@pytest.mark.parametrize("kind", [*SIGNS, BETWEEN])
def test_the_threshold_itself(kind):
    bound = Bound(kind, (2.0, 3.0) if kind == "between" else (2.0,))
    facts = numbered(1.0, 2.0, 3.0)
    in_sql = [by_sqlite(f"SELECT {bound.sql('f')} FROM facts f WHERE f.mid = '{one.mid}'", facts) for one in facts]
    assert [bound.holds(one, {}) for one in facts] == in_sql == list(AT_TWO[kind])


def test_names_are_listed_by_code_point_however_they_are_told():
    """So a list reads the same whatever the locale: capitals first, then small letters, then all other scripts."""
    query = ScopeQuery("b", tuple(NAMES), "which", Bound("above", (0.0,)), " | ")
    facts = numbered(*[1.0] * len(NAMES), subjects=NAMES)[::-1]
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts) == " | ".join(sorted(NAMES))


def patterns_of(spec):
    return [pattern for topic in spec.file.topics for build in QUESTION_TYPES.values() for pattern in build(Scope(spec, topic))]


def test_means_are_rounded_alike_everywhere(spec):
    """No mean of a scope that is asked about lies halfway between two tenths."""
    sizes = {pattern.scope for pattern in patterns_of(spec) if pattern.statistic == "mean"}
    assert sizes
    for size in sizes:
        query = ScopeQuery("b", tuple(ROLES[:size]), "mean")
        for total in range(700):
            facts = numbered(float(total), *[0.0] * (size - 1))
            expected = nearest_tenth(total, size)
            assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts) == expected
            assert isclose(10 * total / size, 10 * expected, abs_tol=0.49)


@given(queries())
def test_the_sql_is_portable(query):
    sql = query.sql()
    bare = plain(sql)
    assert sql.startswith("SELECT ")
    assert not re.search(r"\b(LIMIT|WITH|INSERT|PRAGMA|now)\b|;|--", bare)
    assert bare.count("SELECT") == bare.count("WHERE")
    assert bare.count("ORDER BY") == bare.count("group_concat") == (query.statistic in {"which", "order_max", "order_min"})
    aliases = re.findall(r"\b(?:facts|knowledge) (\w)\b", bare)
    assert len(set(aliases)) == len(aliases)


@given(queries())
def test_a_scope_is_read_at_once_and_crosses_no_bridge(query):
    assert query.hops == 1
    assert query.unique_sql() == []
