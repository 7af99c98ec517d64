"""The query: its meaning in Python and its SQL, run by sqlite3, are the same for any facts."""

import re
import sqlite3
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from memsim.check.proofs import BlockProver, Claim, LiteralProver
from memsim.questions.query import Query, quoted
from memsim.questions.transforms import find
from memsim.records import Fact

PEOPLE = [("my cousin", "Anna Kim"), ("my boss", "Seán O'Neil"), ("my aunt", "王伟"), ("my (step)son", 'Bo "Max" Li')]
ROLES = [role for role, _ in PEOPLE]
NAMES = [name for _, name in PEOPLE]
TEXTS = st.sampled_from(["Busan", "St. John's", "chess", "''", "WHERE (facts b)", "12.5", "x' OR '1' = '1", "下棋", "a; DROP TABLE facts"])
NUMBERS = st.integers(0, 3).map(float) | st.none()
TELL_ANNA = Fact("m3", "2027-03-01T09:00", "my cousin", "name", "Anna Kim", "Anna Kim", None)
WORKS_IN_BUSAN = Fact("m5", "2027-03-02T09:00", "Anna Kim", "workplace", "Busan", "Busan", None)
PLAYS_CHESS = Fact("m8", "2027-03-03T09:00", "my boss", "hobby", "chess", "chess", None)
CLIMBS = Fact("m9", "2027-03-04T09:00", "my cousin", "hobby", "bouldering", "bouldering", None)
STORY = [TELL_ANNA, WORKS_IN_BUSAN, PLAYS_CHESS, CLIMBS]
HOBBY_IN_BUSAN = Query("hobby", bridge=("workplace", "Busan"), link="to_role", name="name")


def by_sqlite(sql, facts, knowledge=()):
    """Return what the query gives on a plain database; None for NULL, no row, or several."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE facts(mid, time, subject, attribute, said, value, number REAL)")
    database.execute("CREATE TABLE knowledge(attribute, value, property, result)")
    columns = ("mid", "time", "subject", "attribute", "said", "value", "number")
    database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", [[getattr(fact, name) for name in columns] for fact in facts])
    database.executemany("INSERT INTO knowledge VALUES (?, ?, ?, ?)", knowledge)
    rows = database.execute(sql).fetchall()
    database.close()
    return rows[0][0] if len(rows) == 1 else None


@st.composite
def stories(draw, *, whole=False):
    """Facts about four people under both wordings, each (subject, attribute) at most once; in a whole story every one is told."""
    told = [(role, "name", name, None) for role, name in PEOPLE]
    for subject in (*ROLES, *NAMES):
        told += [(subject, attribute, draw(TEXTS), draw(NUMBERS)) for attribute in ("a", "b")]
    kept = told if whole else [one for one in told if draw(st.integers(0, 3))]
    order = draw(st.permutations(kept))
    return [
        Fact(f"m{place}", "2027-01-01T09:00", subject, name, value, value, number)
        for place, (subject, name, value, number) in enumerate(order, 1)
    ]


@st.composite
def queries(draw):
    """A query of any kind that needs no transform."""
    kind = draw(st.sampled_from(["named", "bridge", "extreme", "count"]))
    link = draw(st.sampled_from([None, "to_name", "to_role"])) if kind != "count" else None
    wordings = NAMES if link == "to_role" else ROLES if link == "to_name" else draw(st.sampled_from([ROLES, NAMES]))
    subjects = tuple(draw(st.permutations(wordings))[: draw(st.integers(2, 4))])
    common = {"attribute": "b", "link": link, "name": "name", "numeric": draw(st.booleans())}
    if kind == "named":
        return Query(subjects=subjects[:1], **common)
    if kind == "bridge":
        return Query(bridge=("a", draw(TEXTS)), classes=("relative",), **common)
    if kind == "extreme":
        return Query(subjects=subjects, extreme=("a", draw(st.sampled_from(["max", "min"]))), **common)
    predicate = (draw(st.sampled_from(["above", "below"])), draw(st.sampled_from([0.5, 1.0, 2.0])))
    return Query("b", subjects=tuple(draw(st.permutations(wordings))), predicate=predicate)


def identified(query, facts):
    """Return how many facts fit what identifies the subject."""
    if query.bridge:
        return sum((fact.attribute, fact.value) == query.bridge for fact in facts)
    if query.extreme:
        scope = [fact for fact in facts if fact.attribute == "a" and fact.subject in query.subjects and fact.number is not None]
        best = {"max": max, "min": min}[query.extreme[1]]((fact.number for fact in scope), default=None)
        return sum(fact.number == best for fact in scope)
    return 1


@settings(max_examples=300)
@given(stories(whole=True), queries())
def test_python_and_sqlite_agree_on_whole_stories(facts, query):
    assume(query.link is None or identified(query, facts) <= 1)  # a second who fits under the other wording has no link to follow
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts)


@settings(max_examples=300)
@given(stories(), queries())
def test_python_and_sqlite_agree_whatever_was_left_untold(facts, query):
    assume(identified(query, facts) <= 1)
    assert query.run(facts, {})[0] == by_sqlite(query.sql(), facts)


@settings(max_examples=200)
@given(stories(), queries())
def test_an_answer_in_python_is_one_in_sqlite_even_where_others_fit(facts, query):
    found, read = query.run(facts, {})
    if found is not None:
        assert read
        assert by_sqlite(query.sql(), facts) == found


@settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(stories(whole=True), queries())
def test_what_is_read_is_enough_and_none_of_it_to_spare(facts, query):
    found, read = query.run(facts, {})
    assume(found is not None)
    assert len(set(read)) == len(read)
    assert query.run([fact for fact in facts if fact.mid in read], {})[0] == found
    for mid in read:
        assert by_sqlite(query.sql(), [fact for fact in facts if fact.mid in read and fact.mid != mid]) is None


@settings(max_examples=100)
@given(stories(), queries())
def test_both_provers_agree_with_python(facts, query):
    assume(identified(query, facts) <= 1)
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


def test_the_example_of_a_bridge_over_a_name():
    assert HOBBY_IN_BUSAN.run(STORY, {}) == ("bouldering", ["m5", "m3", "m9"])
    assert HOBBY_IN_BUSAN.hops == 3
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), STORY) == "bouldering"


@pytest.mark.parametrize("missing", ["m3", "m5", "m9"])
def test_each_fact_of_the_example_is_needed(missing):
    left = [fact for fact in STORY if fact.mid != missing]
    assert HOBBY_IN_BUSAN.run(left, {}) == (None, [])
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), left) is None


def test_a_second_person_who_fits_leaves_no_answer():
    second = [replace(WORKS_IN_BUSAN, mid="m11", subject="Lee"), replace(TELL_ANNA, mid="m12", subject="my boss", value="Lee")]
    assert HOBBY_IN_BUSAN.run([*STORY, *second], {})[0] is None
    assert by_sqlite(HOBBY_IN_BUSAN.sql(), [*STORY, *second]) is None


@pytest.mark.parametrize("direction", ["max", "min"])
def test_a_tie_leaves_no_answer(direction):
    def ages(*numbers):
        told = zip(ROLES, numbers, strict=True)
        facts = [Fact(f"m{place}", "", role, "age", "", str(number), number) for place, (role, number) in enumerate(told)]
        return [*facts, *(Fact(f"h{place}", "", role, "hobby", "", f"hobby {place}", None) for place, role in enumerate(ROLES))]

    query = Query("hobby", subjects=tuple(ROLES[:3]), extreme=("age", direction))
    tied = ages(40.0, 40.0, 40.0, 20.0)
    assert query.run(tied, {})[0] is None
    assert by_sqlite(query.sql(), tied) is None
    clear = ages(40.0, 30.0, 35.0, 99.0)
    assert query.run(clear, {})[0] == by_sqlite(query.sql(), clear) == {"max": "hobby 0", "min": "hobby 1"}[direction]


@pytest.mark.parametrize("text", ["", "'", "''", "O'Neil", "a'b'c", "'; DROP TABLE facts; --"])
def test_literals_survive_quoting(text):
    assert by_sqlite(f"SELECT {quoted(text)}", []) == text


@given(queries())
def test_the_sql_is_portable(query):
    sql = query.sql()
    plain = re.sub(r"'(?:[^']|'')*'", "''", sql)
    assert sql.startswith("SELECT ")
    assert not re.search(r"\b(LIMIT|ORDER|WITH|INSERT|PRAGMA|now)\b|;|--", plain)
    assert plain.count("SELECT") == plain.count("WHERE")
    aliases = re.findall(r"\bfacts (\w)\b", plain)
    assert len(set(aliases)) == len(aliases)


@given(queries())
def test_hops_count_the_facts_read_one_after_the_other(query):
    plain = re.sub(r"'(?:[^']|'')*'", "''", query.sql())
    in_line = re.findall(r"\bfacts ([abn])\b", plain)
    assert query.hops == (1 if query.predicate else len(in_line))
    assert 1 <= query.hops <= 3


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
    assert Query("b", subjects=tuple(ROLES[:2]), extreme=("a", "max")).unique_sql() == []
    assert len(HOBBY_IN_BUSAN.unique_sql()) == 1


@pytest.fixture(scope="module")
def knowledge(spec):
    """Knowledge by language, as rows and as a look-up."""
    from memsim.spec.knowledge import knowledge_rows

    rows = {language: knowledge_rows(spec, language) for language in spec.file.languages}
    return {language: (found, {row[:3]: row[3] for row in found}) for language, found in rows.items()}


def transformed(spec):
    return [(attribute, transform) for attribute in spec.file.attributes for transform in find(spec, attribute)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_transform_means_the_same_in_python_sql_and_on_codes(spec, layout, knowledge, language):
    import numpy as np

    rows, lookup = knowledge[language]
    found = transformed(spec)
    assert {transform.name for _, transform in found} >= {"weekday", "suffix", "digit_sum", "country", "duty", "star_sign"}
    for attribute, transform in found:
        domain = spec.domains[attribute]
        size = domain.size if domain.kind != "moment" else 60 * 525_600
        codes = np.unique(np.linspace(0, size - 1, 40).astype(np.int64))
        values = layout.texts(attribute, codes, language).to_pylist()
        results = transform.texts(transform.codes(codes), language)
        for value, result in zip(values, results, strict=True):
            fact = Fact("m1", "", "it's me", attribute, value, value, None)
            query = Query(attribute, subjects=("it's me",), transform=transform)
            said, read = query.run([fact], lookup)
            assert read == ["m1"]
            assert said == by_sqlite(query.sql(), [fact], rows) == (float(result) if transform.answer_type == "number" else result)


def test_a_value_that_nobody_knows_has_no_transform(spec, knowledge):
    (country,) = find(spec, "workplace")
    fact = Fact("m1", "", "my aunt", "workplace", "Atlantis", "Atlantis", None)
    query = Query("workplace", subjects=("my aunt",), transform=country)
    assert query.run([fact], knowledge["en"][1])[0] is None
    assert by_sqlite(query.sql(), [fact], knowledge["en"][0]) is None
