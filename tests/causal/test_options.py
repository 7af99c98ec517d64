"""What a question may say beside its subjects: which values each option lets fit, against going through all of them."""

from dataclasses import replace
from itertools import combinations

import pytest

from memsim.causal.catalog import EXTREMES
from memsim.causal.options import MOST_RUNS, member_property, options
from memsim.errors import ScenarioError
from memsim.questions.patterns import Pattern
from memsim.questions.predicates import BETWEEN, SIGNS, Bound, Member
from memsim.records import Fact


@pytest.fixture(scope="module")
def said(catalog):
    """The options of every pattern that has any, each (attribute, extreme, predicate) once."""
    ways = {(p.attribute, p.extreme, p.predicate): (p, mine) for p, mine in zip(catalog.patterns, catalog.options, strict=True)}
    return [(pattern, mine) for pattern, mine in ways.values() if mine]


def test_patterns_say_something_where_they_ask_of_a_predicate_or_a_target(catalog):
    for pattern, mine in zip(catalog.patterns, catalog.options, strict=True):
        says = pattern.predicate is not None or (pattern.extreme is not None and pattern.extreme[1] == "closest")
        assert bool(mine) == says


def test_an_option_lets_fit_what_its_predicate_does(spec, said):
    """The runs of codes, against the predicate's own meaning for every value of the attribute."""
    seen = set()
    for pattern, mine in said:
        if pattern.predicate is None:
            continue
        domain, prop = spec.domains[pattern.attribute], member_property(pattern.predicate)
        numbers = [None] * domain.size if domain.numbers is None else domain.numbers.tolist()
        facts = [Fact("", "", "", pattern.attribute, "", key, number) for key, number in zip(domain.keys, numbers, strict=True)]
        results = spec.knowledge[pattern.attribute, prop]["en"] if prop else {}
        known = {(pattern.attribute, key, prop): result for key, result in results.items()}
        for option in mine:
            if prop:
                predicate = Member(prop, list(dict.fromkeys(results[key] for key in domain.keys))[option.result])
            else:
                predicate = Bound(pattern.predicate, tuple(numbers[code] for code in option.codes))
            fits = {code for code, fact in enumerate(facts) if predicate.holds(fact, known)}
            assert {code for low, high in option.runs for code in range(low, high)} == fits
            assert sum(high - low for low, high in option.runs) == len(fits)
            seen.add(pattern.predicate.partition(":")[0])
    assert seen == {*SIGNS, BETWEEN, "member"}


def test_no_option_is_empty_or_everything(spec, said):
    """ "Older than the oldest there can be" has one answer."""
    for pattern, mine in said:
        if pattern.predicate:
            size = spec.domains[pattern.attribute].size
            assert all(0 < sum(high - low for low, high in option.runs) < size for option in mine), pattern


def test_options_say_thresholds_only(spec, said):
    for pattern, mine in said:
        attribute = pattern.extreme[0] if pattern.extreme else pattern.attribute
        thresholds = {spec.domains[attribute].code(str(value)) for value in spec.file.attributes[attribute].thresholds}
        for option in mine:
            assert set(option.codes) <= thresholds
            assert len(option.codes) == {"between": 2, None: 1}.get(pattern.predicate, 0 if member_property(pattern.predicate or "") else 1)
        if pattern.extreme:
            assert {option.codes for option in mine} == {(code,) for code in thresholds}
        if pattern.predicate == "between":
            assert all(low < high for low, high in (option.codes for option in mine))
        assert len({(option.codes, option.result) for option in mine}) == len(mine) <= 12


def test_few_thresholds_make_every_range(spec):
    name = next(name for name, attribute in spec.file.attributes.items() if "between" in attribute.predicates)
    few = spec.file.attributes[name].model_copy(update={"thresholds": spec.file.attributes[name].thresholds[:4]})
    spec = replace(spec, file=spec.file.model_copy(update={"attributes": spec.file.attributes | {name: few}}))
    codes = [spec.domains[name].code(str(value)) for value in few.thresholds]
    pattern = Pattern("aggregative", "any", "any", name, "name", statistic="count", predicate="between", scope=3)
    assert [option.codes for option in options(spec, pattern)] == list(combinations(codes, 2))


def test_a_group_that_lies_scattered_is_refused(spec):
    name, prop = next((name, prop) for name, attribute in spec.file.attributes.items() for prop in attribute.members)
    keys = spec.domains[name].keys
    assert len(keys) > 2 * MOST_RUNS + 1
    scattered = {language: {key: f"{place % 2}" for place, key in enumerate(keys)} for language in spec.file.languages}
    broken = replace(spec, knowledge=dict(spec.knowledge) | {(name, prop): scattered})
    pattern = Pattern("aggregative", "any", "any", name, "name", statistic="count", predicate=f"member:{prop}", scope=3)
    with pytest.raises(ScenarioError, match=rf"{prop}.* runs; expected at most {MOST_RUNS} runs"):
        options(broken, pattern)


def test_the_catalog_holds_the_same_as_arrays(catalog, spec):
    for place, (pattern, mine) in enumerate(zip(catalog.patterns, catalog.options, strict=True)):
        assert catalog.option_count[place] == max(1, len(mine))
        for number, option in enumerate(mine):
            assert [code for code in catalog.said[place, number].tolist() if code >= 0] == list(option.codes)
            assert [run for run in map(tuple, catalog.runs[place, number].tolist()) if run != (0, 0)] == list(option.runs)
            if pattern.extreme:
                assert catalog.targets[place, number] == spec.domains[pattern.extreme[0]].numbers[option.codes[0]]
        assert catalog.extreme[place] == (EXTREMES[pattern.extreme[1]] if pattern.extreme else 0)
        if mine and any(option.codes for option in mine):
            said = pattern.extreme[0] if pattern.extreme else pattern.attribute
            assert catalog.layout.attributes[catalog.said_attribute[place]] == said
