"""A question that two could be meant by has no answer, even where the answer is told of one of them only."""

import pytest
from stories import by_sqlite, fact

from memsim.check.proofs import LiteralProver
from memsim.questions.query import Extreme, Query

IN_BUSAN = [fact("m1", "Anna Kim", "workplace", "Busan"), fact("m2", "Bo Li", "workplace", "Busan"), fact("m3", "Bo Li", "hobby", "chess")]
AGED = [fact("m1", "Anna Kim", "age", "40", 40.0), fact("m2", "Bo Li", "age", "40", 40.0), fact("m3", "Bo Li", "hobby", "chess")]
AROUND = [fact("m1", "Anna Kim", "age", "35", 35.0), fact("m2", "Bo Li", "age", "45", 45.0), fact("m3", "Bo Li", "hobby", "chess")]
TOGETHER = [fact("m1", "Gala", "companion", "Bo Li"), fact("m2", "Jazz", "companion", "Bo Li"), fact("m3", "Jazz", "place", "Riga")]
LED = [fact("m4", "my boss", "name", "Bo Li"), fact("m5", "Bo Li", "workplace", "Busan")]
BOTH = ("Anna Kim", "Bo Li")
AMBIGUOUS = {
    "bridge": (Query("hobby", bridge=("workplace", "Busan")), IN_BUSAN),
    "bridge over a link": (Query("hobby", bridge=("workplace", "Busan"), link="to_name", name="name"), [*IN_BUSAN, fact("m4", "Bo Li", "name", "Bo Li")]),
    "largest": (Query("hobby", subjects=BOTH, extreme=Extreme("age", "max")), AGED),
    "smallest": (Query("hobby", subjects=BOTH, extreme=Extreme("age", "min")), AGED),
    "closest, on one side": (Query("hobby", subjects=BOTH, extreme=Extreme("age", "closest", 38.0)), AGED),
    "closest, on both sides": (Query("hobby", subjects=BOTH, extreme=Extreme("age", "closest", 40.0)), AROUND),
    "chain": (Query("place", subjects=("Bo Li",), chain="companion"), TOGETHER),
    "chain over a link": (Query("place", subjects=("my boss",), link="to_name", chain="companion", name="name"), TOGETHER + LED),
    "chain over a bridge": (Query("place", bridge=("workplace", "Busan"), chain="companion", name="name"), TOGETHER + LED),
}  # fmt: skip


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_the_meaning_gives_no_answer(kind):
    query, facts = AMBIGUOUS[kind]
    assert query.run(facts, {})[0] is None


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_the_sql_gives_no_answer(kind):
    query, facts = AMBIGUOUS[kind]
    prover = LiteralProver([])
    prover.load(facts, [])
    found = prover.run(query.sql())
    prover.close()
    assert found == (None, None)


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_once_one_of_the_two_is_gone_there_is_one(kind):
    """So nothing but the second one stands in the way."""
    query, facts = AMBIGUOUS[kind]
    rest = [one for one in facts if one.mid != "m1"]
    if query.extreme:
        query = Query(query.attribute, subjects=("Bo Li",), extreme=query.extreme)
    assert query.run(rest, {})[0] == by_sqlite(query.sql(), rest) is not None
