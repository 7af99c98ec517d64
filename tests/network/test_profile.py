"""The numbering of a profile, and how its codes read."""

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import languages, moments

from memsim.text import clock


def test_every_slot_is_used_once(layout, spec):
    slots = layout.slot[layout.slot >= 0]
    assert sorted(slots.tolist()) == list(range(layout.slots))
    assert layout.slots == sum(spec.file.classes[klass].count * len(nodes) for klass, nodes in spec.file.nodes.items())


def test_entities_are_numbered_class_by_class(layout, spec):
    assert len(layout.entities) == sum(klass.count for klass in spec.file.classes.values())
    for klass, declared in spec.file.classes.items():
        own = range(layout.first[klass], layout.first[klass] + declared.count)
        assert [layout.entities[entity] for entity in own] == [f"{klass}-{lane + 1}" for lane in range(declared.count)]
        assert {layout.classes[layout.class_of[entity]] for entity in own} == {klass}
        has = {name for name in layout.attributes if layout.slot[own[0], layout.column[name]] >= 0}
        assert has == set(spec.file.nodes[klass])


def test_members(layout, spec):
    for topic in spec.file.topics:
        expected = [entity for entity in layout.entities if spec.file.classes[entity.rpartition("-")[0]].topic == topic]
        assert [layout.entities[entity] for entity in layout.members(topic)] == expected
    belonging = [entity for topic in spec.file.topics for entity in layout.members(topic).tolist()]
    assert sorted(belonging) == list(range(len(layout.entities)))  # each to one topic, the user to that of people
    assert layout.entities.index("user-1") in layout.members("roles")


def test_the_matrix_holds_every_code(layout, profiles):
    matrix = layout.matrix(profiles)
    assert matrix.shape == (layout.slots, 2000)
    for name, codes in profiles.items():
        klass, attribute = name.split(".")
        for lane, row in enumerate(codes):
            assert (matrix[layout.slot[layout.first[klass] + lane, layout.column[attribute]]] == row).all()


def test_parts_and_latent_values_are_not_told(layout):
    assert {"name", "age", "email", "event_time", "bank_card"} <= set(layout.told)
    assert not {"given_name", "surname", "stage", "sector", "generation", "phone_line", "lead", "slot"} & set(layout.told)


def text_by_hand(spec, attribute, code, language):
    """One value's text, part by part."""
    domain = spec.domains[attribute]
    if domain.kind == "moment":
        return clock.iso(code)
    if domain.kind == "digits":
        return str(code)
    if domain.kind == "file" or domain.listed:
        return domain.surfaces[language][code]
    if domain.kind == "entity":  # told, it is the name's code
        return text_by_hand(spec, domain.name, code, language)
    parts = [int(part[0]) for part in domain.split(np.array([code]))]
    texts = {name: text_by_hand(spec, name, part, language) for name, part in zip(domain.parts, parts, strict=True)}
    return domain.pattern[language].format(**texts)


@st.composite
def values(draw, spec, attributes=None):
    """(attribute, code): any value of any attribute."""
    name = draw(st.sampled_from(attributes or list(spec.domains)))
    domain = spec.domains[spec.domains[name].name or name]
    return name, draw(moments if domain.kind == "moment" else st.integers(0, domain.size - 1))


@given(st.data(), languages)
def test_texts(layout, spec, data, language):
    name, first = data.draw(values(spec))
    codes = np.array([first, data.draw(values(spec, [name]))[1]])
    assert layout.texts(name, codes, language).to_pylist() == [text_by_hand(spec, name, code, language) for code in codes.tolist()]


@given(st.data(), languages)
def test_mixed_texts_are_those_of_each(layout, spec, data, language):
    mixed = data.draw(st.lists(values(spec), max_size=12))
    attribute = np.array([layout.column[name] for name, _ in mixed], dtype=np.int64)
    codes = np.array([code for _, code in mixed], dtype=np.int64)
    found = layout.mixed_texts(attribute, codes, language)
    assert isinstance(found, pa.Array)
    assert found.to_pylist() == [text_by_hand(spec, name, code, language) for name, code in mixed]


@given(st.data())
def test_numbers(layout, spec, data):
    mixed = data.draw(st.lists(values(spec), min_size=1, max_size=12))
    found = layout.number(np.array([layout.column[name] for name, _ in mixed]), np.array([code for _, code in mixed]))
    for number, (name, code) in zip(found, mixed, strict=True):
        domain = spec.domains[name]
        expected = code if domain.kind == "moment" else np.nan if domain.numbers is None else domain.numbers[code]
        assert number == pytest.approx(expected, nan_ok=True)


@given(st.data(), languages)
def test_options_are_texts_but_for_moments(layout, spec, data, language):
    mixed = data.draw(st.lists(values(spec), min_size=1, max_size=12))
    attribute, codes = np.array([layout.column[name] for name, _ in mixed]), np.array([code for _, code in mixed])
    for option, (name, code) in zip(layout.options(attribute, codes, language), mixed, strict=True):
        timed = spec.domains[name].kind == "moment"
        assert option == (clock.absolute(code, language) if timed else text_by_hand(spec, name, code, language))


@given(st.data(), languages)
def test_pooled_texts_are_those_of_each(layout, spec, data, language):
    mixed = data.draw(st.lists(values(spec), min_size=1, max_size=12))
    attribute, codes = np.array([layout.column[name] for name, _ in mixed]), np.array([code for _, code in mixed])
    place, pool = layout.pooled(attribute, codes, language)
    assert [pool[at].as_py() for at in place.tolist()] == [text_by_hand(spec, name, code, language) for name, code in mixed]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_sampled_texts(layout, network, profiles, language):
    few = {name: codes[:, :4] for name, codes in profiles.items()}
    for name, codes in few.items():
        texts = layout.sampled_texts(name.split(".")[1], codes, language)
        assert [len(lane) for lane in texts] == [4] * network.nodes[name].lanes
        if name.endswith(".event_time"):
            assert all(re.fullmatch(r"\+\d+ \S.+", text) for lane in texts for text in lane)
        elif name.endswith(".companion"):  # nobody has a name yet
            assert texts == [[f"no. {code + 1}" for code in lane] for lane in codes.tolist()]
        else:
            assert texts == [layout.texts(name.split(".")[1], lane, language).to_pylist() for lane in codes]


def test_a_reference_is_told_as_the_name_of_whom_it_means(layout, spec, network):
    """Before, its code is the place of an instance; then the code of that instance's name. Nothing else changes."""
    drawn = layout.matrix(network.sample(200, seed=3))
    codes = drawn.copy()
    referred = layout.referred(codes)
    domain, column = spec.domains["companion"], layout.column["companion"]
    changed = np.zeros(layout.slots, dtype=bool)
    for entity, name in enumerate(layout.entities):
        klass = name.rpartition("-")[0]
        if klass not in domain.entities:
            assert (referred[entity] == -1).all()
            continue
        slot = layout.slot[entity, column]
        changed[slot] = True
        for n in range(200):
            person = f"{domain.entities[klass]}-{drawn[slot, n] + 1}"
            assert layout.entities[referred[entity, n]] == person
            assert codes[slot, n] == drawn[layout.slot[layout.entities.index(person), layout.column["name"]], n]
    assert (codes[~changed] == drawn[~changed]).all()


def test_events_of_a_class_have_different_companions(profiles):
    for klass in ("work_event", "leisure_event"):
        assert (np.diff(np.sort(profiles[f"{klass}.companion"], axis=0), axis=0) > 0).all()
