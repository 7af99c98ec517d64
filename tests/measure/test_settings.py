"""What a run is asked to do is checked before anything is done."""

import math

import numpy as np
import pytest

from memsim.errors import InputError
from memsim.measure.settings import Settings, is_control, lineup, rising


@pytest.mark.parametrize(("given", "found"), [(5, (5,)), ([5], (5,)), ([10, 1, 5, 1], (1, 5, 10)), ((3, 2), (2, 3))])
def test_numbers_rise_each_once(given, found):
    assert rising("k", given) == found


@pytest.mark.parametrize("given", [0, -1, [], [1, 0], [1.5], ["5"], "5", [True], True, [None], [np.int64(3)], math.nan])
def test_what_is_no_whole_number_from_1_on_is_refused(given):
    with pytest.raises((InputError, TypeError)) as refused:
        rising("eta", given)
    if refused.type is InputError:
        assert str(refused.value).startswith("eta ")
        assert "expected whole numbers from 1 on" in str(refused.value)


@pytest.mark.parametrize(("changed", "says"), [
    ({"ks": ()}, "k ''"),
    ({"ks": (5, 1)}, "k '5,1'"),
    ({"ks": (1, 1)}, "k '1,1'"),
    ({"levels": (0,)}, "eta '0'"),
    ({"limit": 0}, "limit 0; expected 1 or more"),
    ({"per_type": -1}, "per-type -1"),
    ({"epochs": 0}, "epochs 0"),
    ({"timed": -1}, "timed -1"),
    ({"answers": "essay"}, "answers 'essay'; expected choices or free"),
    ({"timeout": 0}, "timeout 0"),
    ({"timeout": math.nan}, "timeout nan"),
    ({"timeout": math.inf}, "timeout inf"),
])  # fmt: skip
def test_a_wrong_setting_is_refused_by_name_and_value(changed, says):
    with pytest.raises(InputError) as refused:
        Settings(**changed)
    assert says in str(refused.value)


def test_the_defaults_hold():
    assert (Settings().ks, Settings().levels, Settings().answers) == ((5,), (1,), "choices")


def names(*given, **options):
    return [entrant.name for entrant in lineup(*given, **options)]


def test_controls_take_part_once_after_the_memories():
    assert names("bm25,recent:5", controls=True) == ["bm25", "recent:5", "none", "random", "first", "oracle"]
    assert names("oracle,bm25,random:3", controls=True) == ["oracle", "bm25", "random:3", "none", "first"]
    assert names("bm25", controls=False) == ["bm25"]


class Mine:
    def reset(self): ...
    def store(self, message): ...
    def recall(self, query, k): ...


def test_memories_are_named_or_given_one_or_many():
    for given in (Mine, Mine(), [Mine], [Mine()]):
        assert names(given, controls=False) == ["Mine"]
    assert names(["bm25,grep", Mine, "full"], controls=False) == ["bm25", "grep", "Mine", "full"]


@pytest.mark.parametrize("given", ["bm25,bm25", ["bm25", "bm25"], [Mine, Mine()], "bm52", ""])
def test_memories_unknown_or_named_twice_are_refused(given):
    with pytest.raises(InputError):
        lineup(given, controls=True)


@pytest.mark.parametrize(("name", "control"), [
    ("none", True), ("random:3", True), ("first", True), ("oracle", True), ("noisy", False), ("bm25", False), ("firstly", False),
])  # fmt: skip
def test_controls_are_told_by_name_whatever_their_size(name, control):
    assert is_control(name) == control
