"""The sense of the world: 2,000 sampled users of `daily`, read as people would read them."""

import csv
import itertools
import re

import numpy as np
import pytest

from memsim.render.phrases import PhraseBook
from memsim.text.words import normalised

PEOPLE = ["user", "relative", "colleague"]


@pytest.fixture(scope="module")
def number(profiles, spec):
    """Gives the numbers of a node, shape (instances, n)."""
    return lambda node: spec.domains[node.split(".")[1]].numbers[profiles[node]]


@pytest.fixture(scope="module")
def key(profiles, spec):
    """Gives the keys of a node, shape (instances, n)."""
    return lambda node: np.array(spec.domains[node.split(".")[1]].keys)[profiles[node]]


def rows_of(spec, name):
    lines = (spec.priors / name).read_text(encoding="utf-8").splitlines()
    return [row for row in csv.DictReader(line for line in lines if not line.startswith("#")) if float(row.get("weight", 1)) > 0]


def test_relatives_are_as_old_as_their_generation_lets_them(spec, number, key):
    ages, user, generations = number("relative.age"), number("user.age"), key("relative.generation")
    offsets = {}
    for row in rows_of(spec, "relative_age_offset.csv"):
        offsets.setdefault(row["generation"], set()).add(int(row["offset"]))
    top = spec.domains["age"].numbers[-1]
    for generation, allowed in offsets.items():
        found = (ages - user)[(generations == generation) & (ages < top)]
        assert set(found.astype(int).tolist()) <= allowed
    assert (ages > user).all()


def test_kinship_agrees_with_sex_and_generation(key):
    relations, sexes, generations = (key(f"relative.{name}") for name in ("relation", "sex", "generation"))
    assert set(sexes[np.isin(relations, ["big_brother", "uncle"])].tolist()) <= {"male"}
    for relation in np.unique(relations):
        assert len(np.unique(generations[relations == relation])) == 1, relation


def test_degrees_take_years(number):
    for klass in PEOPLE:
        education, age = number(f"{klass}.education"), number(f"{klass}.age")
        assert (age[education >= 5] >= 23).all()
        assert (age[education >= 6] >= 27).all()


def test_stage_is_that_of_the_age(number):
    for klass in PEOPLE:
        assert (number(f"{klass}.stage") == 1 + np.searchsorted([27, 35, 48], number(f"{klass}.age"), side="right")).all()


def test_sector_agrees_with_occupation_and_employer(spec, key):
    jobs = {(row["occupation"], row["value"]) for row in rows_of(spec, "sector_by_occupation.csv")}
    firms = {(row["sector"], row["value"]) for row in rows_of(spec, "employer_by_sector_stage.csv") if float(row["weight"])}
    for klass in ("user", "relative"):
        sector = key(f"{klass}.sector").ravel()
        assert set(zip(key(f"{klass}.occupation").ravel().tolist(), sector.tolist(), strict=True)) <= jobs
        assert set(zip(sector.tolist(), key(f"{klass}.employer").ravel().tolist(), strict=True)) <= firms


def test_colleagues_work_where_the_user_does(spec, profiles, key):
    assert (profiles["colleague.employer"] == profiles["user.employer"]).all()
    assert (profiles["colleague.workplace"] == profiles["user.workplace"]).all()
    jobs = {(row["value"], row["sector"]) for row in rows_of(spec, "occupation_by_education_sector.csv")}
    sector = np.broadcast_to(key("user.sector"), key("colleague.occupation").shape)
    assert set(zip(key("colleague.occupation").ravel().tolist(), sector.ravel().tolist(), strict=True)) <= jobs


def test_instances_differ_where_they_must(profiles):
    kinds = (
        "relative.relation",
        "colleague.relation",
        "work_event.event_type",
        "leisure_event.event_type",
        "item.item_type",
        "place.place_type",
    )
    for node in kinds:
        assert (np.diff(np.sort(profiles[node], axis=0), axis=0) > 0).all(), node


def test_work_and_leisure_keep_to_their_events(spec, profiles):
    for column, klass in (("work", "work_event"), ("leisure", "leisure_event")):
        for attribute in ("event_type", "slot"):
            assert (spec.domains[attribute].weights[column][profiles[f"{klass}.{attribute}"]] > 0).all()


def test_events_last_and_gather_as_their_kind_does(spec, key):
    for attribute in ("duration", "scale"):
        allowed = {(row["event_type"], row["value"]) for row in rows_of(spec, f"{attribute}_by_event_type.csv")}
        for klass in ("work_event", "leisure_event"):
            kinds, found = key(f"{klass}.event_type").ravel().tolist(), key(f"{klass}.{attribute}").ravel().tolist()
            assert set(zip(kinds, found, strict=True)) <= allowed


def luhn(text):
    digits = [int(digit) for digit in reversed(text)]
    return sum(sum(divmod(2 * digit, 10)) if place % 2 else digit for place, digit in enumerate(digits)) % 10


@pytest.mark.parametrize("language", ["en", "zh"])
def test_identifiers_are_valid_and_nobodys(layout, profiles, language):
    cards = layout.texts("bank_card", profiles["user.bank_card"].ravel(), language).to_pylist()
    assert all(re.fullmatch(r"9999\d{12}", card) and luhn(card) == 0 for card in cards)
    phone = {"en": r"\([2-9]\d\d\) 555-01\d\d", "zh": r"100-[2-9]\d\d5-01\d\d"}[language]
    patterns = {"phone": phone, "email": r"[a-z.]+\d\d@[a-z.-]+\.example"}
    for attribute, pattern in patterns.items():
        for klass in PEOPLE:
            texts = layout.texts(attribute, profiles[f"{klass}.{attribute}"].ravel(), language).to_pylist()
            assert not [text for text in texts if not re.fullmatch(pattern, text)]


def test_no_two_cards_are_the_same(profiles):
    assert len(np.unique(profiles["user.bank_card"])) > 1990


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("attribute", ["name", "phone", "email", "event_name", "item_name", "place_name"])
def test_no_two_values_read_the_same(layout, spec, attribute, language):
    texts = layout.texts(attribute, np.arange(spec.domains[attribute].size), language).to_pylist()
    assert len({normalised(text) for text in texts}) == len(texts)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_subjects_read_the_same(layout, spec, language):
    """All roles and names of all topics, as worded."""
    book = PhraseBook(spec.phrases[language])
    subjects = []
    for topic, declared in spec.file.topics.items():
        for wording, attribute in (("role", declared.role), ("name", declared.name)):
            if attribute:
                texts = layout.texts(attribute, np.arange(spec.domains[attribute].size), language).to_pylist()
                subjects += [normalised(book.subject(topic, wording, text)) for text in texts]
    assert len(set(subjects)) == len(subjects)


def test_users_differ(profiles):
    for node in ("user.name", "user.birthday", "user.phone", "user.email"):
        assert len(np.unique(profiles[node])) > 250, node
    rows = np.concatenate(list(profiles.values())).T
    assert not any((one == other).all() for one, other in itertools.pairwise(rows))
