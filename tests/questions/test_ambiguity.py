"""A question that two could be meant by has no answer, even where the answer is told of one of them only."""

import pytest

from memsim.check.proofs import LiteralProver
from memsim.questions.query import Query
from memsim.records import Fact


def fact(mid, subject, attribute, value, number=None):
    return Fact(mid, "", subject, attribute, value, value, number)


AMBIGUOUS = {
    "bridge": (
        Query("hobby", bridge=("workplace", "Busan")),
        [fact("m1", "Anna Kim", "workplace", "Busan"), fact("m2", "Bo Li", "workplace", "Busan"), fact("m3", "Bo Li", "hobby", "chess")],
    ),
    "extreme": (
        Query("hobby", subjects=("Anna Kim", "Bo Li"), extreme=("age", "max")),
        [fact("m1", "Anna Kim", "age", "40", 40.0), fact("m2", "Bo Li", "age", "40", 40.0), fact("m3", "Bo Li", "hobby", "chess")],
    ),
}


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_the_meaning_gives_no_answer(kind):
    query, facts = AMBIGUOUS[kind]
    assert query.run(facts, {})[0] is None


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_the_sql_gives_no_answer(kind):
    query, facts = AMBIGUOUS[kind]
    prover = LiteralProver([])
    prover.load(facts, [])
    found = prover.run(query.sql())[0]
    prover.close()
    assert found is None
