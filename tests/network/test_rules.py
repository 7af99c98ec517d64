"""Rules: where `when` holds, `then` must."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.network.rules import broken, holds
from memsim.spec.model import Bound, Rule

NUMBERS = st.lists(st.one_of(st.integers(-5, 5).map(float), st.just(float("nan"))), min_size=1, max_size=10)
LIMITS = st.one_of(st.none(), st.integers(-5, 5))


@given(NUMBERS, LIMITS, LIMITS)
def test_holds(numbers, low, high):
    found = np.broadcast_to(holds(Bound(attribute="age", at_least=low, at_most=high), np.array(numbers)), len(numbers))
    expected = [(low is None or number >= low) and (high is None or number <= high) for number in numbers]
    assert found.tolist() == expected


@pytest.mark.parametrize(("education", "age", "is_broken"), [(6, 26, True), (6, 27, False), (5, 20, False), (6, 60, False)])
def test_broken(education, age, is_broken):
    rule = Rule(name="r", classes=["user"], when=Bound(attribute="education", at_least=6), then=Bound(attribute="age", at_least=27))
    assert bool(broken(rule, float(education), float(age))) is is_broken
    assert broken(rule, np.array([education, 0.0]), np.array([age, 0.0])).tolist() == [is_broken, False]
