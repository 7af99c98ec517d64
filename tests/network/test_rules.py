"""Rules: where all of `when` holds, `then` must; on codes as on single values."""

from types import SimpleNamespace

import numpy as np
import pytest
from breaking import breaking, only
from hypothesis import given
from hypothesis import strategies as st

from memsim.network.rules import Rules, broken, holds, kept, named
from memsim.spec.load import load_spec
from memsim.spec.model import Bound, Rule

NUMBERS = st.lists(st.one_of(st.integers(-5, 5).map(float), st.just(float("nan"))), min_size=1, max_size=10)
LIMITS = st.one_of(st.none(), st.integers(-5, 5))
RULES = load_spec("daily").file.rules


def seen(**values):
    """One entity's values, each a number or a key."""
    return lambda name: SimpleNamespace(number=values[name], among=lambda keys: values[name] in keys)


@given(NUMBERS, LIMITS, LIMITS)
def test_limits(numbers, low, high):
    bound = Bound(attribute="age", at_least=low, at_most=high)
    found = np.broadcast_to(holds(bound, seen(age=np.array(numbers))), len(numbers))
    expected = [(low is None or number >= low) and (high is None or number <= high) for number in numbers]
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("one_of", "none_of", "expected"),
    [(["a", "b"], None, True), (["c"], None, False), (None, ["a"], False), (None, ["c"], True), (["a"], ["a"], False)],
)
def test_keys(one_of, none_of, expected):
    assert holds(Bound(attribute="hobby", one_of=one_of, none_of=none_of), seen(hobby="a")) is expected


@pytest.mark.parametrize(("age", "expected"), [(45, False), (46, True), (70, True), (71, False)])
def test_limits_by_another_attribute(age, expected):
    bound = Bound(attribute="age", at_least={"attribute": "parent.age", "plus": 16}, at_most={"attribute": "parent.age", "plus": 40})
    assert holds(bound, lambda name: seen(age=age, parent=30)(name.removesuffix(".age"))) is expected


@pytest.mark.parametrize(("education", "age", "is_broken"), [(6, 26, True), (6, 27, False), (5, 20, False), (6, 60, False)])
def test_one_condition(education, age, is_broken):
    rule = Rule(name="r", classes=["user"], when={"attribute": "education", "at_least": 6}, then=Bound(attribute="age", at_least=27))
    assert broken(rule, seen(education=float(education), age=float(age))) is is_broken
    assert broken(rule, seen(education=np.array([education, 0.0]), age=np.array([age, 0.0]))).tolist() == [is_broken, False]


@pytest.mark.parametrize(("a", "b", "is_broken"), [(1, 1, True), (1, 0, False), (0, 1, False), (0, 0, False)])
def test_several_conditions_all_hold(a, b, is_broken):
    rule = Rule(
        name="r",
        classes=["user"],
        when=[{"attribute": "a", "at_least": 1}, {"attribute": "b", "at_least": 1}],
        then=Bound(attribute="c", at_most=0),
    )
    assert broken(rule, seen(a=a, b=b, c=1)) is is_broken


def test_without_a_condition_it_always_holds():
    rule = Rule(name="r", classes=["user"], then=Bound(attribute="c", at_most=0))
    assert broken(rule, seen(c=1))
    assert not broken(rule, seen(c=0))


def test_the_attributes_of_a_rule():
    rule = Rule(
        name="r",
        classes=["x"],
        when={"attribute": "a", "one_of": ["k"]},
        then={"attribute": "b", "at_least": {"attribute": "user.b", "plus": 1}},
    )
    assert named(rule) == ["a", "b", "user.b"]


def test_on_codes_as_on_single_values(spec):
    """Even draws over all values break rules often; every verdict is that of the plain function on one entity's keys and numbers."""
    draws = np.random.RandomState(3)
    codes = {
        f"{klass}.{attribute}": draws.randint(spec.domains[attribute].size, size=(spec.file.classes[klass].count, 40))
        for klass, nodes in spec.file.nodes.items()
        for attribute in nodes
        if spec.domains[attribute].listed
    }
    verdicts = set()
    for rule, klass, found in Rules(spec).broken(codes.__getitem__):
        assert found.shape == (spec.file.classes[klass].count, 40)
        for (lane, n), verdict in np.ndenumerate(found):

            def see(attribute, klass=klass, lane=lane, n=n):
                own, name = ("user", attribute[5:]) if attribute.startswith("user.") else (klass, attribute)
                domain, code = spec.domains[name], codes[f"{own}.{name}"][0 if own == "user" else lane, n]
                return SimpleNamespace(
                    number=domain.numbers[code] if domain.numbers is not None else None, among=lambda keys: domain.keys[code] in keys
                )

            assert broken(rule, see) == verdict
        verdicts |= {(rule.name, verdict) for verdict in np.unique(found).tolist()}
    assert len(verdicts) > len(spec.file.rules)


def test_the_tables_of_daily_never_break_a_rule(spec, network):
    """A rule is a net under the tables: what it catches would be drawn again, and the tables would not be what they say."""
    profiles = network.sample(20_000, seed=1)
    assert [(rule.name, klass) for rule, klass, found in Rules(spec).broken(profiles.__getitem__) if found.any()] == []
    assert len(spec.file.rules) >= 28


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_broken_rule_is_found_where_it_is_broken(spec, profiles, rule):
    for klass in rule.classes:
        codes = {name: values[:, :3].copy() for name, values in profiles.items()}
        for node, code in breaking(spec, rule, klass).items():
            codes[node][-1, 1] = code
        found = next(found for _, own, found in Rules(only(spec, rule)).broken(codes.__getitem__) if own == klass)
        assert found[-1].tolist() == [False, True, False]


@pytest.mark.parametrize("klass", ["user", "relative", "work_event"])
def test_kept_is_where_no_rule_is_broken(spec, profiles, klass):
    """Of all that is known of many entities; and where less is known, of the rules that speak of nothing else."""
    mixed = {node: np.roll(codes, 37 * place, axis=-1) for place, (node, codes) in enumerate(profiles.items())}  # else no rule is broken
    seen = {node: (spec.domains[node.partition(".")[2]], codes) for node, codes in mixed.items() if node.split(".")[0] in {klass, "user"}}
    found = [(rule, mask) for rule, of, mask in Rules(spec).broken(mixed.__getitem__) if of == klass]
    expected = ~np.any([mask for _, mask in found], axis=0)
    assert (np.broadcast_to(kept(spec.file.rules, klass, seen), expected.shape) == expected).all()
    assert not expected.all()
    hidden = "user.age" if klass == "relative" else f"{klass}.{'age' if klass == 'user' else 'duration'}"
    some = [mask for rule, mask in found if hidden not in {name if "." in name else f"{klass}.{name}" for name in named(rule)}]
    less = {node: one for node, one in seen.items() if node != hidden}
    assert 0 < len(some) < len(found)
    assert (np.broadcast_to(kept(spec.file.rules, klass, less), expected.shape) == ~np.any(some, axis=0)).all()


def test_without_a_rule_that_speaks_all_is_kept(spec, profiles):
    assert kept(spec.file.rules, "user", {}) is True
    assert kept(spec.file.rules, "item", {"item.item_type": (spec.domains["item_type"], profiles["item.item_type"])}) is True
