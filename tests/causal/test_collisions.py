"""A question says none of its choices, in no language, whatever languages are asked for."""

import numpy as np
import pytest

import memsim
from memsim.causal.choices import assignment_ratio
from memsim.causal.collisions import Collisions
from memsim.text.words import mentions


@pytest.fixture(scope="module")
def collisions(catalog):
    return Collisions(catalog)


@pytest.mark.parametrize(("choice", "said"), [("19", "19 January"), ("10", "10 May"), ("swimming", "swimming pool")])
def test_a_value_within_another_is_known(catalog, collisions, choice, said):
    pool = catalog.layout.surfaces["en"].to_pylist()
    if choice not in pool or said not in pool:
        pytest.skip("the scenario has no such values")
    pairs = np.array([[place] for place, text in enumerate(pool) if text == choice])
    hits = [collisions.between(np.array([[pool.index(said)]]), one[None]) for one in pairs]
    assert any(hit.all() for hit in hits)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_question_of_many_says_a_choice(tmp_path, language):
    dataset = memsim.generate("daily", 4000, seed=1, language=language, out=tmp_path / "set", types=["multi_hop", "post_processing"])
    joint = "；" if language == "zh" else "; "
    for one in dataset:
        halves = {half for choice in one.question.choices for half in choice.split(joint)}
        assert not [half for half in halves if mentions(one.question.question, half)], one.question


def test_a_whole_assignment_is_weighed_against_its_least_likely_permutation():
    even = np.full((4, 4, 1), 0.3)
    assert assignment_ratio(even) == pytest.approx(1.0)
    likely = even.copy()
    likely[0, 0] = 0.6
    assert assignment_ratio(likely) == pytest.approx(0.5)
    impossible = even.copy()
    impossible[0, 1] = 0.0
    assert assignment_ratio(impossible) == pytest.approx(0.0)
