from collections import Counter
from dataclasses import dataclass

import pytest
from histories import history, item
from hypothesis import example, given
from hypothesis import strategies as st

from memsim.errors import InputError
from memsim.measure.selection import choose, distinct_names
from memsim.measure.settings import Settings

kinds = st.tuples(st.sampled_from(["en", "zh"]), st.sampled_from(["single_hop", "multi_hop"]))
sets = st.lists(st.lists(kinds, max_size=4), max_size=12)
limits = st.none() | st.integers(1, 5)


@dataclass
class Set:
    name: str
    found: list
    eta: int = 1

    def histories(self):
        return iter(self.found)


def made(kinds, name="set"):
    """A set with a history for each list of (language, type)."""
    count, found = 0, []
    for number, asked in enumerate(kinds):
        items = [item(count + place, language=language, question_type=kind) for place, (language, kind) in enumerate(asked)]
        found.append(history(2, items, f"h{number}"))
        count += len(items)
    return Set(name, found)


def ids(chosen):
    return [one.question.id for place in chosen for one in place.items]


def reference(source, limit, per_type):
    kept, seen = [], Counter()
    for one in (one for asked in source.found for one in asked.items):
        kind = one.question.language, one.question.question_type
        seen[kind] += 1
        if per_type is None or seen[kind] <= per_type:
            kept.append(one.question.id)
    return kept[:limit]


@example([[("en", "single_hop"), ("zh", "single_hop")], [("zh", "single_hop"), ("zh", "multi_hop")]], None, 1)
@given(sets, limits, limits)
def test_the_first_of_each_type_and_language_are_asked_and_of_those_the_first(kinds, limit, per_type):
    source, settings = made(kinds), Settings(limit=limit, per_type=per_type)
    chosen = list(choose([source], settings))
    assert ids(chosen) == reference(source, limit, per_type)
    assert list(choose([source], settings)) == chosen


@given(sets, limits, limits)
def test_histories_come_whole_in_order_and_numbered_and_none_without_a_question(kinds, limit, per_type):
    source = made(kinds)
    chosen = list(choose([source], Settings(limit=limit, per_type=per_type)))
    assert [place.number for place in chosen] == list(range(len(chosen)))
    assert all(place.items for place in chosen)
    places = [source.found.index(place.history) for place in chosen]
    assert places == sorted(set(places))


def test_each_set_has_its_own_limits_and_numbers():
    sources = [made([[("en", "single_hop")] * 2] * 3, name) for name in ("one", "two")]
    chosen = list(choose(sources, Settings(limit=3)))
    assert [(place.set, place.number, len(place.items)) for place in chosen] == [("one", 0, 2), ("one", 1, 1), ("two", 0, 2), ("two", 1, 1)]


def test_a_set_is_not_read_beyond_its_limit():
    def histories():
        yield history(1, [item()])
        raise AssertionError("read on")

    source = made([])
    source.histories = histories
    assert ids(choose([source], Settings(limit=1))) == ["q0"]


def test_sets_need_names_of_their_own():
    distinct_names([made([], "one"), made([], "two")])
    with pytest.raises(InputError, match="2 sets are named 'one'; expected folders or files of different names"):
        distinct_names([made([], "one"), made([], "two"), made([], "one")])


def test_no_set_is_refused():
    with pytest.raises(InputError, match="no set to measure on; expected at least one path"):
        distinct_names([])
