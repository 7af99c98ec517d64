"""The provers: shapes and literals, a whole block at once, one literal query at a time and nothing else."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsim.check.proofs import BlockProver, Claim, LiteralProver, agrees, shape
from memsim.questions.predicates import Bound, Member
from memsim.questions.query import Extreme, Query
from memsim.questions.scopes import STATISTICS, ScopeQuery
from memsim.records import Fact

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12) | st.sampled_from(
    ["O'Neil", "''", "WHERE (x)", "12.5", "facts b"]
)


def fact(mid, subject, attribute, value, number=None):
    return Fact(mid, "2027-01-01T09:00", subject, attribute, value, value, number)


STORY = [
    fact("m1", "Anna Kim", "workplace", "Busan"),
    fact("m2", "Anna Kim", "hobby", "chess"),
    fact("m3", "Bo Li", "hobby", "choir"),
    fact("m4", "Anna Kim", "age", "40", 40.0),
    fact("m5", "Bo Li", "age", "30", 30.0),
    fact("m6", "Jazz Night", "companion", "Bo Li"),
    fact("m7", "Jazz Night", "place", "Riga"),
]
WORLD = [("relative-1", "relative", "workplace", "Busan", None), ("relative-2", "relative", "workplace", "Rome", None)]
NAMED = Query("hobby", subjects=("Anna Kim",))
BRIDGE = Query("hobby", bridge=("workplace", "Busan"), classes=("relative",))
BOTH = ("Anna Kim", "Bo Li")
OLDER = Query("hobby", subjects=BOTH, extreme=Extreme("age", "max"))
CLOSER = Query("hobby", subjects=BOTH, extreme=Extreme("age", "closest", 33.5))
COUNT = ScopeQuery("age", BOTH, "count", Bound("above", (35.0,)))
WHICH = ScopeQuery("age", BOTH, "which", Bound("between", (40.0, 50.0)), none="none of 'em")
NOBODY = ScopeQuery("age", BOTH, "which", Bound("above", (99.0,)), none="none of 'em")
ORDER = ScopeQuery("age", BOTH, "order_min", separator=", then ")
TOGETHER = ScopeQuery("age", BOTH, "sum")
APART = ScopeQuery("age", BOTH, "amount")
PLACE = Query("place", subjects=("Bo Li",), chain="companion")


@pytest.fixture
def literal():
    """A prover over the story."""
    prover = LiteralProver([("workplace", "Busan", "country", "South Korea")])
    prover.load(STORY, WORLD)
    yield prover
    prover.close()


def proved(claims, facts=STORY, world=WORLD):
    """Return what a block prover says against claims about one history; each claim has its own."""
    prover = BlockProver([])
    rows = [
        (claim.tid, f.mid, int(f.mid in claim.evidence), f.time, f.subject, f.attribute, f.said, f.value, f.number)
        for claim in claims
        for f in facts
    ]
    found = prover.prove(rows, [(claim.tid, *one[:4]) for claim in claims for one in world], claims)
    prover.close()
    return [(failure.claim, failure.promise) for failure in found]


@given(st.lists(TEXTS, min_size=3, max_size=3))
def test_a_shape_forgets_literals_and_gives_them_back(texts):
    subject, other, bridge = texts
    one = shape(Query(subject, bridge=(other, bridge)).sql())
    assert one[0] == shape(Query("b", bridge=("c", "d")).sql())[0]
    assert sorted(one[1]) == sorted([other, bridge, *texts])  # the bridge is asked for twice: once to find, once to count who fits


def every_kind(text):
    """Return a query of every kind, of an attribute with this name."""
    bounds = [Bound("above", (1.5,)), Bound("between", (1.5, 2.5)), Member("kind", text)]
    scopes = [ScopeQuery(text, ("x", "y"), name, bound, text, text) for name in ("count", "which") for bound in bounds]
    scopes += [ScopeQuery(text, ("x", "y"), name, None, text) for name in STATISTICS if name not in {"count", "which"}]
    extremes = [Query(text, subjects=("x", "y"), extreme=Extreme("a", way, 2.5)) for way in ("max", "min", "closest")]
    return [
        Query(text, subjects=("x",)),
        Query(text, bridge=("a", text)),
        Query(text, subjects=("x",), link="to_name", name="name"),
        Query(text, subjects=("x",), chain="companion"),
        Query(text, bridge=("a", text), link="to_name", chain="companion", name="name"),
        Query(text, subjects=("x",), numeric=True),
        *extremes,
        *scopes,
    ]


@given(TEXTS)
def test_a_shape_confines_every_scope_to_its_history(text):
    for query in every_kind(text):
        made, literals = shape(query.sql())
        assert made.count(".tid = p.tid") == made.count("facts ") > 0
        assert "'" not in made
        assert text in literals


def test_queries_of_another_kind_have_another_shape():
    """But for a range and an amount, which are read in the same way."""
    kinds = every_kind("x")
    assert len({shape(query.sql())[0] for query in kinds}) == len(kinds) - 1


def test_literals_are_all_that_differs_within_a_kind():
    for one, other in zip(every_kind("O'Neil"), every_kind("12.5"), strict=True):
        assert shape(one.sql())[0] == shape(other.sql())[0]


@pytest.mark.parametrize(("query", "answer", "evidence"), [
    (NAMED, "chess", ["m2"]),
    (BRIDGE, "chess", ["m1", "m2"]),
    (OLDER, "chess", ["m4", "m5", "m2"]),
    (CLOSER, "choir", ["m4", "m5", "m3"]),
    (COUNT, 1.0, ["m4", "m5"]),
    (WHICH, "Anna Kim", ["m4", "m5"]),
    (NOBODY, "none of 'em", ["m4", "m5"]),
    (ORDER, "Bo Li, then Anna Kim", ["m4", "m5"]),
    (TOGETHER, 70.0, ["m4", "m5"]),
    (APART, 10.0, ["m4", "m5"]),
    (PLACE, "Riga", ["m6", "m7"]),
])  # fmt: skip
def test_a_true_claim_is_proved(literal, query, answer, evidence):
    assert proved([Claim(0, query.sql(), answer, evidence, query.unique_sql())]) == []
    assert literal.run(query.sql()) == (answer, None)


@pytest.mark.parametrize(("claim", "promises"), [
    (Claim(0, NAMED.sql(), "choir", ["m2"]), {"answer", "evidence"}),
    (Claim(0, NAMED.sql(), "chess", []), {"evidence"}),
    (Claim(0, NAMED.sql(), "chess", ["m2", "m3"]), {"evidence"}),
    (Claim(0, BRIDGE.sql(), "chess", ["m2"]), {"evidence"}),
    (Claim(0, COUNT.sql(), 2.0, ["m4", "m5"]), {"answer", "evidence"}),
    (Claim(0, COUNT.sql(), 1.0, ["m4"]), {"evidence"}),
    (Claim(0, WHICH.sql(), "Bo Li", ["m4", "m5"]), {"answer", "evidence"}),
    (Claim(0, WHICH.sql(), "Anna Kim", ["m4", "m5", "m1"]), {"evidence"}),
    (Claim(0, ORDER.sql(), "Anna Kim, then Bo Li", ["m4", "m5"]), {"answer", "evidence"}),
    (Claim(0, PLACE.sql(), "Riga", ["m7"]), {"evidence"}),
    (Claim(0, BRIDGE.sql(), "chess", ["m1", "m2"], ["SELECT count(DISTINCT w.entity) FROM world w WHERE w.class IN ('relative')"]), {"unique"}),
    (Claim(0, BRIDGE.sql(), "chess", ["m1", "m2"], Query("x", bridge=("workplace", "Oslo"), classes=("relative",)).unique_sql()), {"unique"}),
])  # fmt: skip
def test_a_false_claim_is_not(claim, promises):
    assert {promise for _, promise in proved([claim])} == promises


def test_a_block_names_the_claims_that_fail_among_those_that_hold():
    claims = [Claim(tid, NAMED.sql(), "choir" if tid in {3, 7} else "chess", ["m2"]) for tid in range(10)]
    assert {place for place, _ in proved(claims)} == {3, 7}


def test_histories_of_a_block_do_not_see_each_other():
    claims = [Claim(0, NAMED.sql(), "chess", ["m2"]), Claim(1, NAMED.sql(), "chess", ["m2"])]
    assert proved(claims) == []
    prover = BlockProver([])
    rows = [(1, "m2", 1, "", "Anna Kim", "hobby", "chess", "chess", None)]
    assert {(failure.claim, failure.promise) for failure in prover.prove(rows, [], claims)} == {(0, "answer"), (0, "evidence")}
    prover.close()


def test_a_prover_forgets_the_block_before():
    prover = BlockProver([])
    rows = [(0, "m2", 1, "", "Anna Kim", "hobby", "chess", "chess", None)]
    claim = [Claim(0, NAMED.sql(), "chess", ["m2"])]
    assert prover.prove(rows, [], claim) == []
    assert {failure.promise for failure in prover.prove([], [], claim)} == {"answer", "evidence"}
    assert prover.prove(rows, [], claim) == []
    prover.close()


@settings(max_examples=60)
@given(TEXTS, TEXTS, st.lists(st.tuples(TEXTS, TEXTS), max_size=6))
def test_any_text_may_be_a_value(subject, value, others):
    facts = [
        fact("m1", subject, "hobby", value),
        *(fact(f"m{place}", f"{one}!{place}", "hobby", two) for place, (one, two) in enumerate(others, 2)),
    ]
    query = Query("hobby", subjects=(subject,))
    assert proved([Claim(0, query.sql(), value, ["m1"])], facts, []) == []
    prover = LiteralProver([])
    prover.load(facts, [])
    assert prover.run(query.sql()) == (value, None)
    prover.close()


def test_messages_can_be_left_out_and_come_back(literal):
    assert literal.run(NAMED.sql(), ["m2"]) == (None, None)
    assert literal.run(NAMED.sql(), ["m1", "m3"]) == ("chess", None)
    assert literal.run(COUNT.sql(), ["m5"]) == (None, None)
    assert literal.run(NAMED.sql()) == ("chess", None)


def test_numbers_are_numbers(literal):
    assert literal.run("SELECT count(*) FROM facts") == (float(len(STORY)), None)
    assert agrees(1, 1.0)
    assert not agrees("1", 1.0)
    assert not agrees(None, 0)


EVIL = [
    "DELETE FROM facts",
    "DROP VIEW facts",
    "INSERT INTO world VALUES ('a', 'b', 'c', 'd', 1)",
    "UPDATE world SET value = 'x'",
    "CREATE TABLE x(y)",
    "ATTACH ':memory:' AS other",
    "PRAGMA query_only = 0",
    "BEGIN",
    "VACUUM",
    "EXPLAIN SELECT 1",
    "WITH x AS (SELECT 1) DELETE FROM world",
    "VALUES ('chess')",
    "SELECT name FROM sqlite_master",
    "SELECT name FROM sqlite_schema",
    "SELECT value FROM stated",
    "SELECT s.value FROM facts f, stated s",
    "SELECT (SELECT sql FROM sqlite_master LIMIT 1) FROM facts",
    "SELECT name FROM pragma_database_list",
    "SELECT load_extension('evil')",
    "SELECT writefile('x', 'y')",
    "SELECT 1; DELETE FROM world",
    "SELECT value FROM facts",
    "SELECT subject, value FROM facts WHERE mid = 'm1'",
    "SELECT",
    "",
    "SELECT 'it''s",
    "SELECT value FROM nowhere",
    "SELECT (WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r)",
    "SELECT count(*) FROM facts a, facts b, facts c, facts d, facts e, facts f, facts g, facts h, facts i, facts j",
    "SELECT abs(-9223372036854775808)",
]


@pytest.mark.parametrize("sql", EVIL)
def test_no_other_query_proves_anything_or_harms(literal, sql):
    found, why = literal.run(sql)
    assert found is None
    assert why
    assert "\n" not in why
    assert literal.run(NAMED.sql()) == ("chess", None)
    assert literal.run("SELECT count(*) FROM world") == (2.0, None)


@pytest.mark.parametrize("sql", ["SELECT x'3132'", "SELECT x'00'", "SELECT CAST('12' AS BLOB)"])
def test_bytes_prove_nothing(literal, sql):
    found, why = literal.run(sql)
    assert found is None
    assert why


BIG = 20_000_000


@pytest.mark.parametrize("sql", [
    f"SELECT length(zeroblob({BIG}))",
    f"SELECT length(printf('%.*c', {BIG}, 'x'))",
    f"SELECT length(replace(hex(zeroblob({BIG // 100})), '0', '{'x' * 60}'))",
])  # fmt: skip
def test_a_query_that_wants_much_memory_proves_nothing(literal, sql):
    assert literal.run(sql)[0] is None


def test_a_closed_prover_is_closed(literal):
    literal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        literal.load([], [])


@pytest.mark.parametrize(
    "sql", ["SELECT /* b.subject = 'x' */ 1", "SELECT 1 -- 'x'", "SELECT datetime('now')", "SELECT random()", "DELETE FROM stated"]
)
def test_what_is_no_proof_whatever_it_returns(literal, sql):
    found, why = literal.run(sql)
    assert found is None
    assert why
