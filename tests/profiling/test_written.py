"""What is written is what people tell of each other, identifiers apart; the rest is the network's."""

import networkx as nx
import numpy as np
from hypothesis import given
from strategies import seeds

from memsim.profiling.written import MISSING, completed, written
from memsim.rng import Rng


def names(spec, network):
    return [name for of_class in written(spec, network).values() for name in of_class]


def test_what_daily_writes(spec, network):
    found = written(spec, network)
    assert found["relative"] == [
        f"relative.{name}"
        for name in (
            "relation", "sex", "age", "height", "birthday", "hometown", "workplace", "education", "occupation", "position", "employer", "hobby",
            "personality",
        )
    ]  # fmt: skip
    assert found["item"] == ["item.item_type", "item.item_relation", "item.item_comment"]
    assert sum(map(len, found.values())) == 54


def test_nothing_latent_and_no_identifier_is_written(spec, network):
    left_out = {
        "stage",
        "generation",
        "sector",
        "given_name",
        "surname",
        "name",
        "phone",
        "email",
        "passport",
        "event_time",
        "companion",
        "lead",
    }
    assert left_out <= {name.split(".")[1] for name in network.nodes}
    assert not left_out & {name.split(".")[1] for name in names(spec, network)}


def test_no_attribute_stands_before_what_it_depends_on(spec, network):
    graph = network.to_networkx()
    for of_class in written(spec, network).values():
        for place, name in enumerate(of_class):
            assert not nx.ancestors(graph, name) & set(of_class[place:])


@given(seeds)
def test_what_the_network_wrote_is_completed_to_what_it_drew(small, seed):
    rng = Rng(seed, np.arange(7))
    drawn = small.network.draw(rng)
    found = completed(small.network, {name: drawn[name] for name in names(small.spec, small.network)}, rng)
    assert set(found) == set(drawn)
    assert all((found[name] == drawn[name]).all() for name in drawn)


def test_where_a_value_is_missing_so_is_what_is_drawn_by_it(small):
    rng = Rng(3, np.arange(4))
    given_codes = {name: small.network.draw(rng)[name].copy() for name in names(small.spec, small.network)}
    given_codes["friend.age"][2, 1] = MISSING
    found = completed(small.network, given_codes, rng)
    lost = {name: np.argwhere(codes == MISSING).tolist() for name, codes in found.items() if (codes == MISSING).any()}
    assert lost == {"friend.age": [[2, 1]], "friend.band": [[2, 1]]}
