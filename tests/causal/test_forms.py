"""Forms: the SQL made from a template is the query's own; what an option says is what the query compares; a candidate reads as it counts."""

import itertools

import numpy as np
import pytest

from memsim.causal.choices import ORDERS
from memsim.causal.forms import Form, statistic_number, statistic_text, way_of
from memsim.causal.options import member_property
from memsim.causal.statements import Wording
from memsim.questions.scopes import STATISTICS
from memsim.render.question import phrase_keys, slot_count

NASTY = ["Seán O'Neil", "{0}", "{now}", "my (step)son", "''", "ana kim"]
NOW = "2027-03-12T19:00"


@pytest.fixture(scope="module", params=["en", "zh"])
def wording(request, catalog):
    return Wording(catalog, request.param)


def forms_of(wording):
    """Yield every pattern's form with one of its options; over the patterns of an attribute and predicate all options come."""
    turns = {}
    for place, pattern in enumerate(wording.catalog.patterns):
        turn = turns.setdefault((pattern.attribute, pattern.predicate, pattern.extreme), itertools.count())
        yield Form(wording, place, next(turn) % wording.catalog.option_count[place])


@pytest.fixture(scope="module")
def forms(wording):
    return list(forms_of(wording))


def test_a_template_gives_the_sql_of_the_query(forms):
    for form in forms:
        texts = NASTY[: 1 if form.pattern.bridge else form.pattern.scope]
        query = form.query(texts, NOW)
        assert form.sql(texts, NOW) == (query.sql(), query.unique_sql())
        assert form.hops == query.hops


def test_a_part_says_what_its_query_compares(spec, wording, forms):
    """Slots are the subjects or the bridge's value, and then the option as it reads; nothing else."""
    book = wording.book
    for form in forms:
        pattern = form.pattern
        texts = NASTY[: 1 if pattern.bridge else pattern.scope]
        asked, query = form.asked(texts, [0.0, 0.5, 0.999]), form.query(texts, NOW)
        assert [one.rpartition("[")[0] for one in asked.phrase_id.split("/")] == phrase_keys(way_of(pattern))
        assert len(asked.slots) == slot_count(book, asked.phrase_id)
        about = () if pattern.own else (book.enumerate(texts),)
        assert asked.slots[: len(about)] == about
        said = asked.slots[len(about) :]
        if pattern.statistic and pattern.predicate:
            prop = member_property(pattern.predicate)
            known = {row[3] for row in knowledge(spec, wording.language) if row[0] == pattern.attribute and row[2] == prop}
            assert said == (query.predicate.result,) if prop else said == worded(spec, wording, pattern.attribute, query.predicate.numbers)
            assert not prop or query.predicate.result in known
        elif pattern.extreme and pattern.extreme[1] == "closest":
            assert said == worded(spec, wording, pattern.extreme[0], [query.extreme.target])
        else:
            assert said == ()


def knowledge(spec, language):
    from memsim.spec.knowledge import knowledge_rows

    return knowledge_rows(spec, language)


def worded(spec, wording, attribute, numbers):
    """Return how the values with these numbers read."""
    domain = spec.domains[attribute]
    return tuple(domain.surfaces[wording.language][domain.numbers.tolist().index(number)] for number in numbers)


def test_what_the_sql_returns_is_compared_as_what_it_is(spec, forms):
    for form in forms:
        pattern, kind = form.pattern, spec.domains[form.pattern.attribute].kind
        if pattern.transform:
            expected = pattern.transform.answer_type
        elif pattern.statistic:
            expected = STATISTICS[pattern.statistic].answer_type
        else:
            expected = {"integers": "number", "moment": "time"}.get(kind, "text")
        assert form.answer_type == expected
        in_units = pattern.statistic in {"sum", "mean", "range", "amount"} or (
            kind == "integers" and not pattern.statistic and not pattern.transform
        )
        assert form.unit == (spec.file.attributes[pattern.attribute].unit if in_units else None)
        assert (form.number(1, 7.0) is None) == (expected != "number")


def test_a_plain_value_is_its_own_number_and_psi_has_one_of_its_own(forms):
    for form in forms:
        if form.answer_type == "number":
            if form.pattern.transform:
                assert form.number(3, 7.0) == form.pattern.transform.number(3)
            elif not form.pattern.statistic:
                assert form.number(3, 7.0) == 7.0
            elif form.pattern.statistic == "count":
                assert form.number(3, 7.0) == 3.0


@pytest.fixture(scope="module")
def scoped(wording):
    """The patterns that ask for a statistic, each (statistic, attribute, scope) once."""
    ways = {(p.statistic, p.attribute, p.scope): p for p in wording.catalog.patterns if p.statistic}
    return list(ways.values())


def test_a_candidate_is_its_number_and_that_of_a_mean_the_sum(scoped):
    for pattern in scoped:
        if pattern.statistic in {"sum", "range", "amount", "count"}:
            assert [statistic_number(pattern, code) for code in (0, 1, 17, 4000)] == [0.0, 1.0, 17.0, 4000.0]
        elif pattern.statistic == "mean":
            for code in range(60):
                assert statistic_number(pattern, code) == pytest.approx(code / pattern.scope, abs=0.05)
                assert round(10 * statistic_number(pattern, code), 6).is_integer()


def test_different_candidates_read_differently(spec, wording, scoped):
    for pattern in scoped:
        subjects = NASTY[: pattern.scope]
        orders = ORDERS.get(pattern.scope, [])
        many = {"count": pattern.scope + 1, "which": 1 << pattern.scope, "order_max": len(orders), "order_min": len(orders)}
        codes = range(many.get(pattern.statistic, 60))
        texts = [statistic_text(wording, pattern, code, subjects, orders) for code in codes]
        assert len(set(texts)) == len(texts)
        assert all(texts)


def test_a_subset_reads_as_its_members_in_the_order_of_the_sql(wording, scoped):
    for pattern in scoped:
        if pattern.statistic == "which":
            subjects = NASTY[: pattern.scope]
            for mask in range(1 << pattern.scope):
                members = sorted(text for place, text in enumerate(subjects) if mask & 2**place)
                expected = wording.book.separator.join(members) if members else wording.book.none
                assert statistic_text(wording, pattern, mask, subjects, []) == expected


def test_an_order_reads_as_its_members_one_after_the_other(wording, scoped):
    for pattern in scoped:
        if pattern.statistic.startswith("order"):
            subjects, orders = NASTY[: pattern.scope], ORDERS[pattern.scope]
            texts = [statistic_text(wording, pattern, code, subjects, orders) for code in range(len(orders))]
            assert set(texts) == {wording.book.order.join(order) for order in itertools.permutations(subjects)}


def test_a_number_reads_with_its_unit_where_the_language_has_one(wording, scoped):
    for pattern in scoped:
        if pattern.statistic in {"sum", "mean", "range", "amount"}:
            before, _, after = wording.book.results.get(pattern.attribute, "{n}").partition("{n}")
            for code in (0, 1, 17):
                text = statistic_text(wording, pattern, code, NASTY[: pattern.scope], [])
                shown = text.removeprefix(before).removesuffix(after)
                assert float(shown) == statistic_number(pattern, code)
                assert len(shown.partition(".")[2]) == (pattern.statistic == "mean")  # a whole mean has its decimal too


def test_orders_are_all_orders():
    for scope, orders in ORDERS.items():
        assert sorted(orders) == sorted(itertools.permutations(range(scope)))
        assert np.array(orders).shape[1] == scope
