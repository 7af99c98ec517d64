"""The query for one value: its meaning in Python and its SQL, run by sqlite3, are the same for any facts."""

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from stories import EVENTS, KNOWLEDGE, KNOWN_ROWS, NAMES, ROLES, TEXTS, by_sqlite, fact, plain, stories

from memsim.check.proofs import BlockProver, Claim, LiteralProver
from memsim.questions.query import Extreme, Query
from memsim.questions.sql import quoted

TELL_ANNA = fact("m3", "my cousin", "name", "Anna Kim")
WORKS_IN_BUSAN = fact("m5", "Anna Kim", "workplace", "Busan")
PLAYS_CHESS = fact("m8", "my boss", "hobby", "chess")
CLIMBS = fact("m9", "my cousin", "hobby", "bouldering")
STORY = [TELL_ANNA, WORKS_IN_BUSAN, PLAYS_CHESS, CLIMBS]
HOBBY_IN_BUSAN = Query("hobby", bridge=("workplace", "Busan"), link="to_role", name="name")


@st.composite
def extremes(draw):
    """The largest, the smallest, or the closest to a target, which two may be equally close to."""
    direction = draw(st.sampled_from(["max", "min", "closest"]))
    return Extreme("a", direction, draw(st.sampled_from([0.0, 1.0, 1.5, 2.5])) if direction == "closest" else 0.0)


@st.composite
def queries(draw):
    """A query of any kind that needs no transform."""
    kind = draw(st.sampled_from(["named", "bridge", "extreme", "chain"]))
    common = {"attribute": "b", "name": "name", "numeric": draw(st.booleans())}
    if kind == "chain":
        common |= {"chain": "with", "classes": ("relative",)}
        link = draw(st.sampled_from([None, "to_name"]))
        if draw(st.booleans()):
            return Query(bridge=("a", draw(TEXTS)), link=link, **common)
        return Query(subjects=(draw(st.sampled_from(ROLES if link else NAMES)),), link=link, **common)
    link = draw(st.sampled_from([None, "to_name", "to_role"]))
    wordings = NAMES if link == "to_role" else ROLES if link == "to_name" else draw(st.sampled_from([ROLES, NAMES, EVENTS]))
    if kind == "named":
        return Query(subjects=(draw(st.sampled_from(wordings)),), link=link, **common)
    if kind == "bridge":
        return Query(bridge=("a", draw(TEXTS)), classes=("relative",), link=link, **common)
    subjects = draw(st.lists(st.sampled_from(wordings), min_size=2, max_size=4, unique=True))
    return Query(subjects=tuple(subjects), extreme=draw(extremes()), link=link, **common)


@settings(max_examples=400)
@given(stories(whole=True), queries())
def test_python_and_sqlite_agree_on_whole_stories(facts, query):
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts)


@settings(max_examples=400)
@given(stories(), queries())
def test_python_and_sqlite_agree_whatever_was_left_untold(facts, query):
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts)


@settings(max_examples=200, suppress_health_check=[HealthCheck.filter_too_much])
@given(stories(whole=True), queries())
def test_what_is_read_is_enough_and_none_of_it_to_spare(facts, query):
    found, read = query.run(facts, {})
    assume(found is not None)
    assert len(set(read)) == len(read)
    assert query.run([one for one in facts if one.mid in read], {})[0] == found
    for mid in read:
        assert by_sqlite(query.sql(), [one for one in facts if one.mid in read and one.mid != mid]) is None


@settings(max_examples=100)
@given(stories(), queries())
def test_both_provers_agree_with_python(facts, query):
    found, read = query.run(facts, {})
    literal, block = LiteralProver([]), BlockProver([])
    literal.load(facts, [])
    assert literal.run(query.sql()) == (found, None)
    rows = [(0, f.mid, int(f.mid in read), f.time, f.subject, f.attribute, f.said, f.value, f.number) for f in facts]
    claims = [Claim(0, query.sql(), found, read)] if found is not None else [Claim(0, query.sql(), "no such answer", [])]
    failures = block.prove(rows, [], claims)
    assert {failure.promise for failure in failures} == (set() if found is not None else {"answer", "evidence"})
    literal.close()
    block.close()


def test_every_kind_of_query_has_answers_among_these_stories():
    """What the tests above compare is not nothing with nothing."""
    found = set()

    @settings(max_examples=400)
    @given(stories(whole=True), queries())
    def look(facts, query):
        if query.run(facts, {})[0] is not None:
            found.add((query.bridge is not None, query.extreme and query.extreme.direction, query.link, query.chain))

    look()
    means = [(True, None), (False, None), *((False, way) for way in ("max", "min", "closest"))]
    expected = {(*mean, link, None) for mean in means for link in (None, "to_name", "to_role")}
    expected |= {(bridged, None, link, "with") for bridged in (True, False) for link in (None, "to_name")}
    assert found == expected


def test_the_example_of_a_bridge_over_a_name():
    assert HOBBY_IN_BUSAN.run(STORY, {}) == ("bouldering", ["m5", "m3", "m9"])
    assert HOBBY_IN_BUSAN.hops == 3
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), STORY) == "bouldering"


@pytest.mark.parametrize("missing", ["m3", "m5", "m9"])
def test_each_fact_of_the_example_is_needed(missing):
    left = [one for one in STORY if one.mid != missing]
    assert HOBBY_IN_BUSAN.run(left, {}) == (None, [])
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), left) is None


def test_a_second_person_who_fits_leaves_no_answer():
    second = [replace(WORKS_IN_BUSAN, mid="m11", subject="Lee"), replace(TELL_ANNA, mid="m12", subject="my boss", value="Lee")]
    assert HOBBY_IN_BUSAN.run([*STORY, *second], {})[0] is None
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), [*STORY, *second]) is None


GALA = [
    fact("m1", "Anna Kim", "workplace", "Busan"),
    fact("m2", "Anna Kim", "name", "not a role"),
    fact("m3", "my cousin", "name", "Anna Kim"),
    fact("m4", "my cousin", "hobby", "chess"),
    fact("m5", "Copper Gala", "companion", "Anna Kim"),
    fact("m6", "Copper Gala", "place", "Porto"),
    fact("m7", "Jazz Night", "companion", "Bo Li"),
    fact("m8", "Jazz Night", "place", "Riga"),
]


@pytest.mark.parametrize(("query", "read"), [
    (Query("place", subjects=("Anna Kim",), chain="companion"), ["m5", "m6"]),
    (Query("place", subjects=("my cousin",), link="to_name", chain="companion", name="name"), ["m3", "m5", "m6"]),
    (Query("place", bridge=("workplace", "Busan"), chain="companion", name="name"), ["m1", "m5", "m6"]),
    (Query("place", bridge=("hobby", "chess"), link="to_name", chain="companion", name="name"), ["m4", "m3", "m5", "m6"]),
])  # fmt: skip
def test_a_chain_leads_over_a_person_to_an_event(query, read):
    assert query.run(GALA, {}) == ("Porto", read)
    assert by_sqlite(query.sql(), GALA) == "Porto"
    assert query.hops == len(read)
    for mid in read:
        left = [one for one in GALA if one.mid != mid]
        assert query.run(left, {}) == (None, [])
        assert by_sqlite(query.sql(), left) is None


def aged(*numbers):
    told = [fact(f"m{place}", role, "age", str(number), number) for place, (role, number) in enumerate(zip(ROLES, numbers, strict=False))]
    return [*told, *(fact(f"h{place}", role, "hobby", f"hobby {place}") for place, role in enumerate(ROLES))]


@pytest.mark.parametrize("direction", ["max", "min", "closest"])
def test_a_tie_leaves_no_answer(direction):
    query = Query("hobby", subjects=tuple(ROLES[:3]), extreme=Extreme("age", direction, 36.0))
    tied = aged(40.0, 40.0, 40.0, 36.0)
    assert query.run(tied, {})[0] is None
    assert by_sqlite(query.sql(), tied) is None
    clear = aged(40.0, 30.0, 35.0, 36.0)
    assert query.run(clear, {})[0] == by_sqlite(query.sql(), clear) == {"max": "hobby 0", "min": "hobby 1", "closest": "hobby 2"}[direction]


def test_equally_far_on_both_sides_is_a_tie():
    query = Query("hobby", subjects=tuple(ROLES[:3]), extreme=Extreme("age", "closest", 35.0))
    facts = aged(30.0, 40.0, 50.0)
    assert query.run(facts, {})[0] is by_sqlite(query.sql(), facts) is None


@pytest.mark.parametrize("text", ["", "'", "''", "O'Neil", "a'b'c", "'; DROP TABLE facts; --"])
def test_literals_survive_quoting(text):
    assert by_sqlite(f"SELECT {quoted(text)}", []) == text


@given(queries())
def test_the_sql_is_portable(query):
    sql = query.sql()
    bare = plain(sql)
    assert sql.startswith("SELECT ")
    assert not re.search(r"\b(LIMIT|ORDER|WITH|INSERT|PRAGMA|now)\b|;|--", bare)
    assert bare.count("SELECT") == bare.count("WHERE")
    aliases = re.findall(r"\bfacts (\w)\b", bare)
    assert len(set(aliases)) == len(aliases)


@given(queries())
def test_hops_count_the_facts_read_one_after_the_other(query):
    in_line = re.findall(r"\bfacts ([abgn])\b", plain(query.sql()))
    assert query.hops == len(in_line)
    assert 1 <= query.hops <= 4


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["relative", "colleague", "item"]), TEXTS), max_size=12), TEXTS)
def test_unique_sql_counts_the_entities_that_fit(world, value):
    query = Query("b", bridge=("a", value), classes=("relative", "colleague"))
    (sql,) = query.unique_sql()
    prover = LiteralProver([])
    prover.load([], [(f"{klass}-{number}", klass, "a", text, None) for number, klass, text in world])
    fits = {(number, klass) for number, klass, text in world if text == value and klass != "item"}
    assert prover.run(sql) == (float(len(fits)), None)
    prover.close()


def test_only_bridges_need_to_be_unique():
    assert Query("b", subjects=("my aunt",)).unique_sql() == []
    assert Query("b", subjects=tuple(ROLES[:2]), extreme=Extreme("a", "max")).unique_sql() == []
    assert len(HOBBY_IN_BUSAN.unique_sql()) == 1


def test_what_is_known_of_facts_plays_no_part_without_a_transform():
    facts = [fact("m1", "my aunt", "b", "Busan", 2.0)]
    query = Query("b", subjects=("my aunt",))
    assert query.run(facts, KNOWLEDGE) == query.run(facts, {}) == ("Busan", ["m1"])
    assert by_sqlite(query.sql(), facts, KNOWN_ROWS) == by_sqlite(query.sql(), facts, []) == "Busan"
