"""What fits what in `daily`: neither does a value give its kind away, nor a kind its value."""

from itertools import combinations

import pytest

from memsim.spec.tables import read_table


def rows_by(spec, name, *parents):
    """The values that occur, with their weights, under each combination of parents."""
    found = {}
    for row in read_table(spec.priors / name).rows:
        found.setdefault(tuple(row[parent] for parent in parents), {})[row["value"]] = float(row["weight"])
    return found


@pytest.mark.parametrize("what", ["item", "place"])
def test_every_two_kinds_share_most_opinions(spec, what):
    opinions = rows_by(spec, f"{what}_comment_by_{what}_type.csv", f"{what}_type")
    assert len(opinions) == len(spec.domains[f"{what}_type"].keys) >= 120
    assert min(map(len, opinions.values())) >= 24
    assert min(len(set(one) & set(other)) for one, other in combinations(opinions.values(), 2)) >= 16


@pytest.mark.parametrize("what", ["item", "place"])
def test_praise_and_complaint_balance_for_every_kind(spec, what):
    result = {row["value"]: row["en"] for row in read_table(spec.priors / f"{what}_comment_polarity.csv").rows}
    assert set(result) == set(spec.domains[f"{what}_comment"].keys)
    for opinions in rows_by(spec, f"{what}_comment_by_{what}_type.csv", f"{what}_type").values():
        assert 0.45 <= sum(weight for opinion, weight in opinions.items() if result[opinion] == "praise") <= 0.55


def test_every_two_events_of_a_class_share_contents(spec):
    weights = dict(zip(spec.domains["event_type"].keys, spec.domains["event_type"].weights["work"], strict=True))
    contents = rows_by(spec, "event_content_by_event_type.csv", "event_type")
    assert min(map(len, contents.values())) >= 20
    for at_work in (True, False):
        of_class = [values for (event,), values in contents.items() if (weights[event] > 0) == at_work]
        assert len(of_class) >= 22
        assert min(len(set(one) & set(other)) for one, other in combinations(of_class, 2)) >= 10


def test_people_differ_mildly(spec):
    owners = rows_by(spec, "item_type_by_sex_stage.csv", "sex", "stage")
    assert len(owners) == 8
    assert all(set(items) == set(spec.domains["item_type"].keys) for items in owners.values())
    assert max(max(items.values()) / min(items.values()) for items in owners.values()) < 2.1
    events = spec.domains["event_type"]
    for name, parent, column in (
        ("event_type_by_sector.csv", "sector", "work"),
        ("leisure_event_type_by_stage.csv", "stage", "leisure"),
    ):
        able = {key for key, weight in zip(events.keys, events.weights[column], strict=True) if weight > 0}
        found = rows_by(spec, name, parent)
        assert {key for (key,) in found} == set(spec.domains[parent].keys)
        assert all(set(values) <= able and len(values) >= 12 for values in found.values())
        assert all(sum(values.values()) == pytest.approx(1) for values in found.values())
