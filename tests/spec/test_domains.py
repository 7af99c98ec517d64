"""Domains: sizes, keys, surfaces, numbers and weights of each kind."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st


def test_listed_values_agree_in_number(spec):
    for name, domain in spec.domains.items():
        if domain.listed:
            assert len(domain.keys) == len(set(domain.keys)) == domain.size, name
            assert {len(surfaces) for surfaces in domain.surfaces.values()} == {domain.size}
            assert set(domain.surfaces) == set(spec.file.languages)
            assert all(weights.sum() == pytest.approx(1) and (weights >= 0).all() for weights in domain.weights.values())
            assert [domain.code(key) for key in domain.keys] == list(range(domain.size))
        else:
            assert domain.kind in {"product", "moment", "digits", "entity"}


def test_listed_values_read_differently(spec):
    for name, domain in spec.domains.items():
        for language, surfaces in domain.surfaces.items():
            assert len({surface.casefold() for surface in surfaces}) == len(surfaces), (name, language)


def test_kinds(spec):
    domains = spec.domains
    assert domains["age"].keys[0] == "20"
    assert domains["age"].surfaces["zh"][-1] == "66岁"
    assert domains["age"].numbers.tolist() == list(range(20, 67))
    assert domains["birthday"].numbers.tolist() == list(range(1, 366))
    assert domains["birthday"].keys[148] == "05-29"
    assert domains["bank_card"].size == 10**16
    assert domains["duration"].numbers.tolist() == sorted(set(domains["duration"].numbers.tolist()))
    assert domains["hobby"].numbers is None
    assert set(domains["relation"].weights) == {"relative", "colleague"}


def test_a_reference_has_as_many_values_as_there_are_entities_to_refer_to(spec):
    domain = spec.domains["companion"]
    assert domain.entities == {"work_event": "colleague", "leisure_event": "relative"}
    assert {spec.file.classes[klass].count for klass in domain.entities.values()} == {domain.size}
    assert domain.name == spec.file.topics["roles"].name
    assert domain.weights["weight"].tolist() == [1 / domain.size] * domain.size
    assert not domain.listed
    assert domain.numbers is None


def test_an_unknown_key_is_a_key_error(spec):
    with pytest.raises(KeyError, match="atlantis"):
        spec.domains["hometown"].code("atlantis")


@given(st.data())
def test_a_product_splits_into_its_parts(spec, data):
    domain = spec.domains[data.draw(st.sampled_from(["name", "phone", "email", "event_time"]))]
    codes = np.array(data.draw(st.lists(st.integers(0, domain.size - 1), min_size=1, max_size=5)))
    parts = domain.split(codes)
    assert domain.size == np.prod(domain.sizes)
    assert (np.ravel_multi_index(parts, domain.sizes) == codes).all()
