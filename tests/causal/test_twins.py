"""Pool messages look like their models, and come once a history."""

import numpy as np
import pyarrow as pa
import pytest

from memsim.causal.twins import Twins
from memsim.render.pool import Pool
from memsim.rng import Rng
from memsim.text.surface import COUNTED, surfaces


@pytest.fixture(scope="module")
def dressed(spec):
    pool = Pool(spec, "en")
    return pool, Twins(pool)


def test_surfaces_count_what_they_name():
    found = surfaces(pa.array(["I'd say 12, at 7:30 - no?", "“盐路”，12号。"])).tolist()
    assert found == [[25, 5, 1, 1, 1, 0, 1, 1, 1, 0], [9, 2, 0, 1, 0, 2, 0, 0, 0, 1]]
    assert list(COUNTED)[:2] == ["digits", "capitals"]


def test_a_message_of_the_pool_is_like_itself(dressed):
    pool, twins = dressed
    wanted = np.arange(0, pool.size, 97)
    row = np.arange(len(wanted))
    numbers = twins.choose(Rng(0, row), "test", row, pool.cores(wanted), pool.topic[wanted])
    same = (pool.surfaces[numbers, 1:] == pool.surfaces[wanted, 1:]).all(axis=1)
    assert same.mean() > 0.95  # looks that hardly any message has are not drawn from
    assert (pool.topic[numbers] == pool.topic[wanted]).all()
    assert np.abs(pool.surfaces[numbers[same], 0] - pool.surfaces[wanted[same], 0]).mean() < 3


def test_none_comes_twice_even_when_all_models_are_one(dressed):
    pool, twins = dressed
    row = np.zeros(3000, dtype=np.int64)
    model = np.full(3000, 12)
    numbers = twins.choose(Rng(0, np.arange(1)), "test", row, pool.cores(model), pool.topic[model])
    assert len(np.unique(numbers)) == 3000
    assert (pool.topic[numbers] == pool.topic[12]).all()


def test_a_history_draws_alone(dressed):
    pool, twins = dressed
    model = np.arange(40)
    row = np.repeat([0, 1], 20)
    both = twins.choose(Rng(3, np.array([8, 9])), "test", row, pool.cores(model), pool.topic[model])
    second = twins.choose(Rng(3, np.array([9])), "test", np.zeros(20, dtype=np.int64), pool.cores(model[20:]), pool.topic[model[20:]])
    assert np.array_equal(both[20:], second)
