"""Every ψ of `daily`: on codes, on one fact, in SQL and by a plain reference, the result is the same in every language."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stories import by_sqlite, fact
from strategies import DAY, moments

from memsim.errors import ScenarioError
from memsim.questions.psi.registry import CHOICES, COMPUTED, find, lookup
from memsim.questions.query import Query
from memsim.spec.knowledge import knowledge_rows
from memsim.text import clock

EPOCH = datetime(1970, 1, 1)
WEEKDAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "zh": ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"],
}
NOW = 29_900_000


def days(text, now):
    """Whole days from one date to another."""
    return (date.fromisoformat(text[:10]) - date.fromisoformat(now[:10])).days


def half_away(number):
    """Round as one does on paper."""
    return int(number + Fraction(1, 2))


#: By computed ψ: the result of (value, number, language, now), from what the words mean.
REFERENCE = {
    "days_until": lambda value, _number, _language, now: float(days(value, now)),
    "digit_sum": lambda value, _number, _language, _now: float(sum(map(int, value[-4:]))),
    "hours": lambda _value, number, _language, _now: float(Fraction(number) / 60),
    "in_ten_years": lambda _value, number, _language, _now: number + 10,
    "inches": lambda _value, number, _language, _now: float(half_away(Fraction(number) / Fraction("2.54"))),
    "prefix": lambda value, _number, _language, _now: value.replace("(", "-").split("-")[1][:3],
    "suffix": lambda value, _number, _language, _now: "@" + value.split("@")[1],
    "surname": lambda value, _number, language, _now: value[0] if language == "zh" else value.split(" ")[-1],
    "weekday": lambda value, _number, language, _now: WEEKDAYS[language][date.fromisoformat(value[:10]).weekday()],
}


@pytest.fixture(scope="module")
def knowledge(spec):
    """Knowledge by language, as rows and as a look-up."""
    rows = {language: knowledge_rows(spec, language) for language in spec.file.languages}
    return {language: (found, {row[:3]: row[3] for row in found}) for language, found in rows.items()}


@pytest.fixture(scope="module")
def transformed(spec):
    """Every (attribute, ψ)."""
    return [(attribute, transform) for attribute in spec.file.attributes for transform in find(spec, attribute)]


@cache
def spread(size):
    """Return codes from one end of a domain to the other."""
    return np.unique(np.linspace(0, size - 1, 40).astype(np.int64))


def values_of(spec, layout, attribute, language):
    """Return (codes, texts, numbers) of values of an attribute; moments are of the two years around NOW."""
    domain = spec.domains[attribute]
    codes = NOW + (spread(2 * 365 * DAY) - 365 * DAY) if domain.kind == "moment" else spread(domain.size)
    if domain.kind == "moment":
        codes = NOW + np.arange(-60, 60) * (DAY // 2 + 7)
    numbers = [None] * len(codes) if domain.numbers is None else domain.numbers[codes].tolist()
    return codes, layout.texts(attribute, codes, language).to_pylist(), numbers


def test_every_computed_transform_is_used_and_has_a_reference(transformed):
    names = {transform.name for _, transform in transformed}
    assert set(REFERENCE) == set(COMPUTED)
    assert set(COMPUTED) <= names
    assert names - set(COMPUTED)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_means_the_same_in_python_sql_on_codes_and_by_the_reference(spec, layout, knowledge, transformed, language):
    rows, known = knowledge[language]
    now = clock.iso(NOW)
    for attribute, transform in transformed:
        codes, values, numbers = values_of(spec, layout, attribute, language)
        results = transform.codes(codes, np.full(len(codes), NOW))
        shown = transform.texts(results, language)
        assert results.min() >= 0
        assert results.max() < transform.size
        about = [row for row in rows if row[0] == attribute and row[2] == transform.name]
        query = Query(attribute, subjects=("it's me",), transform=transform, now=now)
        for value, number, code, text in zip(values, numbers, results.tolist(), shown, strict=True):
            told = fact("m1", "it's me", attribute, value, number)
            said, read = query.run([told], known)
            assert read == ["m1"]
            assert said == by_sqlite(query.sql(), [told], about)
            if transform.name in REFERENCE:
                assert said == REFERENCE[transform.name](value, number, language, now)
            else:
                assert said == {row[1]: row[3] for row in about}[value]
            if transform.answer_type == "number":
                assert transform.number(code) == said
                reads = spec.phrases[language].results.get(transform.name, "{n}").replace("{n}", f"{said:g}")
                assert transform.name == "days_until" or text == reads
            else:
                assert text == said
                assert np.isnan(transform.number(code))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_codes_are_equal_where_results_read_the_same(spec, layout, transformed, language):
    for attribute, transform in transformed:
        domain = spec.domains[attribute]
        codes = np.arange(domain.size) if domain.listed else values_of(spec, layout, attribute, language)[0]
        results = transform.codes(codes, np.full(len(codes), NOW))
        texts = dict(zip(results.tolist(), transform.texts(results, language), strict=True))
        assert len({text.casefold() for text in texts.values()}) == len(texts), (attribute, transform.name)


def test_each_has_four_results_at_least(transformed):
    assert all(transform.size >= CHOICES for _, transform in transformed)


def test_what_the_scenario_knows_is_asked_where_it_has_four_results(spec, transformed):
    for attribute, declared in spec.file.attributes.items():
        asked = {transform.name for name, transform in transformed if name == attribute}
        by_prop = {prop: spec.knowledge[attribute, prop] for prop in declared.knowledge if prop not in COMPUTED}
        enough = {prop for prop, by_language in by_prop.items() if all(len(set(one.values())) >= CHOICES for one in by_language.values())}
        assert asked == enough | set(declared.transforms)


@settings(max_examples=60)
@given(moments, moments, st.integers(0, 1))
def test_days_and_weekdays_at_any_time(spec, knowledge, moment, now, early):
    """At midnight too, over leap days and centuries' ends."""
    moment, now = (moment // DAY * DAY, now) if early else (moment, now // DAY * DAY)
    (attribute,) = [name for name, declared in spec.file.attributes.items() if "days_until" in declared.transforms]
    found = {transform.name: transform for transform in find(spec, attribute)}
    rows, known = knowledge["en"]
    told = fact("m1", "x", attribute, clock.iso(moment))
    until = Query(attribute, subjects=("x",), transform=found["days_until"], now=clock.iso(now))
    apart = (EPOCH + timedelta(minutes=moment)).date() - (EPOCH + timedelta(minutes=now)).date()
    assert until.run([told], known)[0] == by_sqlite(until.sql(), [told]) == apart.days
    weekday = Query(attribute, subjects=("x",), transform=found["weekday"])
    expected = WEEKDAYS["en"][(EPOCH + timedelta(minutes=moment)).weekday()]
    assert weekday.run([told], known)[0] == by_sqlite(weekday.sql(), [told], rows) == expected


def test_a_moment_counts_from_the_question_of_its_own_trajectory(spec, transformed):
    transform = next(one for _, one in transformed if one.name == "days_until")
    now = NOW + np.array([0, DAY, -DAY, 3 * DAY])
    codes = transform.codes(np.full(4, NOW), now)
    assert [transform.number(code) for code in codes.tolist()] == [0, -1, 1, -3]
    words = spec.phrases["en"].days
    assert transform.texts(codes, "en") == [words.today, words.yesterday, words.tomorrow, words.past.replace("{n}", "3")]


def test_a_value_that_nobody_knows_has_no_transform(knowledge, transformed):
    rows, known = knowledge["en"]
    for attribute, transform in transformed:
        if transform.name not in COMPUTED:
            told = fact("m1", "my aunt", attribute, "Atlantis")
            query = Query(attribute, subjects=("my aunt",), transform=transform)
            assert query.run([told], known)[0] is None
            assert by_sqlite(query.sql(), [told], [row for row in rows if row[0] == attribute]) is None


@pytest.mark.parametrize("name", ["inches", "in_ten_years", "hours"])
def test_a_value_without_a_number_converts_to_nothing(transformed, name):
    attribute, transform = next(one for one in transformed if one[1].name == name)
    told = fact("m1", "my aunt", attribute, "tall", None)
    query = Query(attribute, subjects=("my aunt",), transform=transform)
    assert query.run([told], {})[0] is by_sqlite(query.sql(), [told]) is None


def test_another_propertys_row_is_not_read(transformed):
    attribute, transform = next(one for one in transformed if one[1].name not in COMPUTED)
    told = fact("m1", "my aunt", attribute, "x")
    rows = [(attribute, "x", "another", "wrong"), ("another", "x", transform.name, "wrong"), (attribute, "x", transform.name, "right")]
    query = Query(attribute, subjects=("my aunt",), transform=transform)
    assert by_sqlite(query.sql(), [told], rows) == query.run([told], {row[:3]: row[3] for row in rows})[0] == "right"


def changed(spec, attribute, **update):
    """Return the scenario with one attribute declared otherwise."""
    attributes = spec.file.attributes | {attribute: spec.file.attributes[attribute].model_copy(update=update)}
    return replace(spec, file=spec.file.model_copy(update={"attributes": attributes}))


@pytest.mark.parametrize(("attribute", "name", "says"), [
    ("name", "reversed", "'?reversed'?; expected one of days_until, digit_sum"),
    ("hobby", "inches", "values without numbers; expected a domain with numbers"),
    ("hobby", "suffix", "a domain without parts; expected a product"),
    ("hobby", "prefix", "a domain without parts; expected a product"),
    ("hobby", "surname", "a domain without parts; expected a product"),
])  # fmt: skip
def test_a_transform_that_does_not_fit_is_refused(spec, attribute, name, says):
    with pytest.raises(ScenarioError, match=rf"attributes\.{attribute}\.transforms: {says}"):
        find(changed(spec, attribute, transforms=[name]), attribute)


def test_surnames_that_cannot_be_cut_off_are_refused(spec):
    part = spec.domains["name"].parts[-1]
    for language, longer in (("en", "van Dam"), ("zh", "欧阳")):
        surfaces = dict(spec.domains[part].surfaces)
        surfaces[language] = (longer, *surfaces[language][1:])
        broken = replace(spec, domains=dict(spec.domains) | {part: replace(spec.domains[part], surfaces=surfaces)})
        with pytest.raises(ScenarioError, match=rf"{longer}.*\({language}\)"):
            find(broken, "name")


def test_digits_that_do_not_end_a_number_are_refused(spec):
    attribute = next(
        name for name, domain in spec.domains.items() if domain.kind == "product" and "digit_sum" in spec.file.attributes[name].transforms
    )
    domain = replace(spec.domains[attribute], pattern=dict(spec.domains[attribute].pattern) | {"en": "no. {phone_line}"})
    with pytest.raises(ScenarioError, match=rf"attributes\.{attribute}\.domain\.pattern\.en"):
        find(replace(spec, domains=dict(spec.domains) | {attribute: domain}), attribute)


def test_days_need_words(spec):
    phrases = dict(spec.phrases) | {"zh": spec.phrases["zh"].model_copy(update={"days": None})}
    attribute = next(name for name, declared in spec.file.attributes.items() if "days_until" in declared.transforms)
    with pytest.raises(ScenarioError, match=r"phrases\.zh\.yaml: days"):
        find(replace(spec, phrases=phrases), attribute)


def test_results_merged_in_one_language_only_are_refused(spec):
    attribute, prop = next((name, prop) for name, prop in spec.knowledge if prop not in COMPUTED)
    by_language = {language: dict(results) for language, results in spec.knowledge[attribute, prop].items()}
    one, other = list(dict.fromkeys(by_language["en"].values()))[:2]
    by_language["en"] = {key: one if result == other else result for key, result in by_language["en"].items()}
    broken = replace(spec, knowledge=dict(spec.knowledge) | {(attribute, prop): by_language})
    with pytest.raises(ScenarioError, match="merged in one language only"):
        lookup(broken, attribute, prop)


def test_results_merged_in_all_languages_are_one_result(spec):
    attribute, prop = next((name, prop) for name, prop in spec.knowledge if prop not in COMPUTED)
    before = lookup(spec, attribute, prop)
    by_language = {}
    for language, results in spec.knowledge[attribute, prop].items():
        one, other = (before.results[language][code] for code in (0, 1))
        by_language[language] = {key: one if result == other else result for key, result in results.items()}
    after = lookup(replace(spec, knowledge=dict(spec.knowledge) | {(attribute, prop): by_language}), attribute, prop)
    assert after.size == before.size - 1
    assert (after.index[before.index == 1] == 0).all()
