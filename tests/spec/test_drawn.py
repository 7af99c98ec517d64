"""What is drawn of people, by class, and which index is over it."""

from memsim.network.profile import Layout
from memsim.spec.drawn import INDICES, drawn, indices


def test_what_is_drawn_is_in_the_world_listed_and_not_derived(spec):
    found, world = drawn(spec), Layout(spec).told
    assert list(found) == list(spec.file.classes)
    for klass, names in found.items():
        nodes = spec.file.nodes[klass]
        assert names == [name for name in nodes if name in world and spec.domains[name].listed and nodes[name].cpd != "derived"]


def test_identifiers_and_what_they_are_made_of_are_not_drawn(spec):
    every = {name for names in drawn(spec).values() for name in names}
    assert not every & {
        "name",
        "given_name",
        "phone",
        "phone_area",
        "email_handle",
        "passport",
        "companion",
        "event_time",
        "slot",
        "stage",
        "sector",
    }


def test_each_node_is_in_the_index_of_all_and_in_one_other(spec):
    persons, others, both = (indices(spec)[name] for name in INDICES)
    assert both == [*persons, *others]
    assert len(set(both)) == sum(map(len, drawn(spec).values())) == 54
    assert {node.partition(".")[0] for node in persons} == {"user", "relative", "colleague"}
