"""What makes choices exchangeable, each piece against brute force: assignments, the user among rivals, orders, letters."""

from itertools import permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small import PHRASES, SCENARIO, listed, write
from small import VALUES as SCENARIO_VALUES
from strategies import fits, seeds

from memsim.causal.catalog import STATISTICS, Catalog
from memsim.causal.choices import ORDERS, _own_likelihood, arrange, assignment_ratio, target_likelihood
from memsim.causal.trajectory import Planner
from memsim.rng import Rng
from memsim.spec.load import load_spec


@settings(max_examples=30)
@given(st.lists(st.integers(0, 9), min_size=16, max_size=16))
def test_target_likelihood_equals_all_assignments(cells):
    likelihood = np.array(cells, dtype=float).reshape(4, 4)
    expected = np.zeros(4)
    for order in permutations(range(4)):
        expected[order[0]] += np.prod([likelihood[holder, value] for holder, value in enumerate(order)])
    assert target_likelihood(likelihood[:, :, None])[:, 0] == pytest.approx(expected)


@pytest.mark.parametrize("holders", [3, 4, 5])
@settings(max_examples=15)
@given(data=st.data())
def test_the_assignment_ratio_equals_the_least_of_all_assignments(holders, data):
    cells = data.draw(st.lists(st.integers(1, 9), min_size=holders**2, max_size=holders**2))
    likelihood = np.array(cells, dtype=float).reshape(holders, holders)
    every = [np.prod([likelihood[holder, value] for holder, value in enumerate(order)]) for order in permutations(range(holders))]
    true = likelihood.diagonal().prod()
    assert assignment_ratio(likelihood[:, :, None])[0] == pytest.approx(min(every) / true)


def test_holders_that_are_alike_have_each_value_alike():
    column = np.array([0.1, 0.2, 0.3, 0.4])
    likelihood = np.tile(column, (4, 1))[:, :, None]
    found = target_likelihood(likelihood)[:, 0]
    assert found == pytest.approx(np.full(4, found[0]))
    assert assignment_ratio(likelihood) == pytest.approx(1.0)


def test_an_assignment_that_could_not_be_otherwise_is_never_kept():
    likelihood = np.full((4, 4, 1), 0.3)
    likelihood[0, 1] = 0.0
    assert assignment_ratio(likelihood) == pytest.approx(0.0)


TINY_VALUES = {
    "bond": ["neighbour", "flatmate", "coach", "landlord", "tutor", "barber"],
    "first": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"],
    "last": ["Moor", "Vale", "Ford", "Hill", "Lake", "Reed", "Stone", "Wood"],
    "city": ["Oslo", "Lima", "Riga", "Bern", "Cork"],
    "club": ["Reds", "Blues", "Golds", "Teals", "Pinks"],
    "sport": ["Golf", "Judo", "Polo", "Luge", "Rowing"],
    "level": ["One", "Two", "Three", "Four", "Five"],
    "mood": ["Calm", "Glad", "Keen", "Warm", "Wry"],
}
#: By attribute asked of the user: how it is drawn for the user and for a friend, and what else of the user's ties the two.
TIED = {
    # a friend copies the user's own value
    "city": ({"cpd": "table"}, {"cpd": "copy", "parents": ["user.city"], "p": 0.3}, []),
    # both depend on something else
    "club": (("city",), ("user.city",), ["user.city"]),
    # a friend depends on the user's own value and on its role
    "sport": (("club",), ("bond", "user.sport"), []),
    # a friend depends on the user's own value, and on something that lies above it
    "level": (("sport", "club"), ("user.level", "user.city"), ["user.city"]),
    # a friend's depends on something of its own that depends on the user's
    "mood": (("city",), ("city",), ["user.city"]),
}


def drawn(name, parents):
    """Return a node by a table, or as it is declared."""
    return (
        {"cpd": "table", "file": f"{name}_by_{'_'.join(parents)}.csv", "parents": list(parents)} if isinstance(parents, tuple) else parents
    )


def table_of(name, parents):
    """Return (name, header, rows) of a table with uneven weights."""
    plain = [parent.removeprefix("user.") for parent in parents]
    places = list(product(*([value.lower() for value in TINY_VALUES[parent]] for parent in plain)))
    weights = 0.2 + Rng(len(name), np.arange(len(places))).uniform(f"{name}/{plain}", len(TINY_VALUES[name]))
    weights /= weights.sum(axis=0)
    rows = [
        (*place, value.lower(), repr(weights[code, row].item()))
        for row, place in enumerate(places)
        for code, value in enumerate(TINY_VALUES[name])
    ]
    return f"{name}_by_{'_'.join(parents)}", f"{','.join(plain)},value,weight", rows


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A scenario small enough to enumerate, in which the user is asked about."""
    friend = SCENARIO["nodes"]["friend"]
    scenario = SCENARIO | {
        "name": "tiny",
        "attributes": SCENARIO["attributes"] | {name: listed(name, uses=["ask"]) for name in TIED},
        "classes": {"user": {"count": 1, "topic": "friends", "own": True}, "friend": {"count": 5, "topic": "friends"}},
        "nodes": {
            "user": {name: drawn(name, mine) for name, (mine, _, _) in TIED.items()},
            "friend": friend | {name: drawn(name, other) for name, (_, other, _) in TIED.items()},
        },
    }
    questions, asked = PHRASES["questions"], {name: [f"Which {name} for {{subject}}?"] for name in TIED}
    phrases = PHRASES | {
        "wording": {"friends": PHRASES["wording"]["friends"] | {"own": "I"}},
        "statements": PHRASES["statements"] | {name: ["{Subject} has {value}."] for name in TIED},
        "own": {name: ["I have {value}."] for name in TIED},
        "questions": questions | {"ask": questions["ask"] | asked, "own": {name: [f"Which {name} for me?"] for name in TIED}},
    }
    tables = [table_of(name, parents) for name, ways in TIED.items() for parents in ways[:2] if isinstance(parents, tuple)]
    return Catalog(load_spec(write(tmp_path_factory.mktemp("scenario") / "tiny", scenario, phrases, TINY_VALUES, tables)))


def chance(catalog, name, assigned):
    """Return P(a node's value | its parents' values), all read from one assignment."""
    node = catalog.network.nodes[name]
    return node.cpd.tensor[tuple(assigned[one] for one in (*node.parents, name))]


def assignments(catalog, names, fixed):
    """Yield every assignment of these nodes that has the fixed values, with its probability given the fixed nodes that are none of them."""
    free = [name for name in names if name not in fixed]
    for values in product(range(5), repeat=len(free)):
        assigned = fixed | dict(zip(free, values, strict=True))
        yield assigned, np.prod([chance(catalog, name, assigned) for name in names])


def enumerated(catalog, attribute, world, others, values):
    """Return P(the user has each of four values, the others having the rest in any way), given what ties them and the others' roles."""
    graph, layout, asked = catalog.network.to_networkx(), catalog.layout, f"user.{attribute}"
    above = nx.ancestors(graph, f"friend.{attribute}") | nx.ancestors(graph, asked) | {asked, f"friend.{attribute}"}
    mine = [name for name in catalog.network.nodes if name in above and name.startswith("user.")]
    theirs = [name for name in catalog.network.nodes if name in above and name.startswith("friend.") and name != "friend.bond"]
    fixed = {name: int(world[layout.node_rows[name]][0]) for name in TIED[attribute][2]}
    out = np.zeros(4)
    for user, weight in assignments(catalog, mine, fixed):
        each = np.zeros((3, 5))
        for place, entity in enumerate(others):
            role = {"friend.bond": int(world[layout.slot[entity, layout.column["bond"]]])}
            for friend, chance_of in assignments(catalog, theirs, user | role):
                each[place, friend[f"friend.{attribute}"]] += chance_of
        for order in permutations(range(4)):
            if user[asked] == values[order[0]]:
                out[order[0]] += weight * np.prod([each[place, values[value]] for place, value in enumerate(order[1:])])
    return out


@pytest.mark.parametrize("attribute", TIED)
@settings(max_examples=12)
@given(seed=seeds, data=st.data())
def test_the_users_likelihood_equals_enumeration(tiny, attribute, seed, data):
    (place,) = [place for place, pattern in enumerate(tiny.patterns) if pattern.own and pattern.attribute == attribute]
    layout = tiny.layout
    world = layout.matrix(tiny.network.draw(Rng(seed, np.arange(1))))
    others = layout.first["friend"] + np.array(data.draw(st.permutations(range(5)))[:3])
    values = np.array(data.draw(st.permutations(range(5)))[:4])
    holders = np.array([layout.first["user"], *others])
    world[layout.slot[holders, layout.column[attribute]], 0] = values
    found = _own_likelihood(tiny, np.array([place]), holders[:, None], values[:, None], world)[:, 0]
    expected = enumerated(tiny, attribute, world[:, 0], others, values)
    assert found / found.sum() == pytest.approx(expected / expected.sum())


def test_of_what_the_user_has_each_option_is_right_as_often_as_any(tiny):
    """Planned worlds: within each set of four values, the user has each in a quarter."""
    plan = Planner(tiny, 3, ("single_hop",)).plan(np.arange(20_000))
    tests = len(TIED) * 5
    for attribute in TIED:
        mine = np.array([pattern.own and pattern.attribute == attribute for pattern in tiny.patterns])[plan.pattern[0]]
        assert mine.sum() > 200
        options = plan.candidates[0][:, mine]
        right = options[plan.truth[0, mine], np.arange(mine.sum())]
        assert (right == plan.codes[tiny.layout.slot[tiny.layout.first["user"], tiny.layout.column[attribute]]][mine]).all()
        missing = 10 - options.sum(axis=0)
        for left_out in range(5):
            counts = np.bincount(right[missing == left_out], minlength=5)
            assert counts[left_out] == 0
            assert fits(np.delete(counts, left_out), np.full(4, 0.25), tests=tests)


RANKS = 9


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    """A scenario in which roles go far to say who is first, and what the first has: years and grades by the bond, steeply."""
    bonds = [bond.lower() for bond in SCENARIO_VALUES["bond"]]
    near = np.exp(-np.abs(np.arange(RANKS) - np.arange(len(bonds))[:, None]) / 3)
    years = [(bond, f"y{rank}", repr(float(near[row, rank] / near[row].sum()))) for row, bond in enumerate(bonds) for rank in range(RANKS)]
    near = 0.4 + (np.arange(RANKS) == np.arange(len(bonds))[::-1, None])
    grades = [(bond, f"g{rank}", repr(float(near[row, rank] / near[row].sum()))) for row, bond in enumerate(bonds) for rank in range(RANKS)]
    domains = {name: {"topic": "friends", "domain": {"kind": "file", "file": f"{name}.csv"}} for name in ("year", "grade")}
    attributes = {name: SCENARIO["attributes"][name] for name in ("bond", "first", "last")} | {
        "name": SCENARIO["attributes"]["name"] | {"uses": []},
        "year": domains["year"] | {"uses": ["order", "compare"]},
        "grade": domains["grade"] | {"uses": ["ask"]},
    }
    friend = {name: node for name, node in SCENARIO["nodes"]["friend"].items() if name in attributes}
    tables = {name: {"cpd": "table", "file": f"{name}_by_bond.csv", "parents": ["bond"]} for name in ("year", "grade")}
    scenario = SCENARIO | {
        "name": "ranked",
        "classes": {"user": {"count": 1}, "friend": {"count": 6, "topic": "friends"}},
        "attributes": attributes,
        "nodes": {"user": {"first": {"cpd": "table"}}, "friend": friend | tables},
    }
    asked, degrees = PHRASES["questions"], {"two": ["the first of {list}"], "more": ["the very first of {list}"]}
    phrases = PHRASES | {
        "statements": {name: ["{Subject} has {value}."] for name in ("name", "year", "grade")},
        "questions": asked | {
            "ask": {"grade": ["Which grade has {subject}?"]},
            "extreme": {"year": {"max": degrees, "min": degrees}},
            "order": {"year": {"max": ["Sort {list}, last first."], "min": ["Sort {list}, first first."]}},
        },
    }  # fmt: skip
    values = [(f"y{rank}", 1, rank, f"Year {rank}") for rank in range(RANKS)]
    files = [
        ("year", "value,weight,number,en", values),
        ("grade", "value,weight,en", [(f"g{rank}", 1, f"Grade {rank}") for rank in range(RANKS)]),
        ("year_by_bond", "bond,value,weight", years),
        ("grade_by_bond", "bond,value,weight", grades),
    ]
    folder = tmp_path_factory.mktemp("scenario") / "ranked"
    return Catalog(load_spec(write(folder, scenario, phrases, {name: SCENARIO_VALUES[name] for name in ("bond", "first", "last")}, files)))


@pytest.fixture(scope="module")
def comparisons(ranked):
    """Many planned comparisons: the plan, and by lane of the holders their bonds, years and grades, (4, n)."""
    plan, layout = Planner(ranked, 5, ("comparative",)).plan(np.arange(10_000)), ranked.layout
    holders, around = plan.holders[0, :4], np.arange(len(plan))
    return plan, *(plan.codes[layout.slot[holders, layout.column[name]], around] for name in ("bond", "year", "grade"))


@pytest.mark.parametrize(("statistic", "sign"), [("order_max", -1), ("order_min", 1)])
@pytest.mark.parametrize("scope", [3, 4])
def test_roles_do_not_say_who_is_first(ranked, comparisons, statistic, sign, scope):
    """Of three or four bonds, each is first as often as any, the one whose years are the largest by far too."""
    plan, bonds, years, _ = comparisons
    pattern = plan.pattern[0]
    at = np.flatnonzero((ranked.statistic[pattern] == STATISTICS.index(statistic)) & (ranked.scope[pattern] == scope))
    assert len(at) > 500
    first = np.argmin(sign * years[:scope, at], axis=0)
    rank = (bonds[:scope, at] < bonds[first, at]).sum(axis=0)
    assert fits(np.bincount(rank, minlength=scope), np.full(scope, 1 / scope), tests=20)


def test_nor_which_of_the_offered_orders_is_right(ranked, comparisons):
    """Whoever sorts by what the bonds are likely to have does no better than chance."""
    plan, bonds, _, _ = comparisons
    at = np.flatnonzero(ranked.statistic[plan.pattern[0]] >= 0)
    hits = 0
    for place in at.tolist():
        scope = ranked.scope[plan.pattern[0, place]]
        expected = bonds[:scope, place] * (-1 if ranked.statistic[plan.pattern[0, place]] == STATISTICS.index("order_max") else 1)
        wrong = [np.abs(expected[list(ORDERS[scope][code])] - np.sort(expected)).sum() for code in plan.candidates[0, :, place].tolist()]
        best = np.flatnonzero(np.array(wrong) == min(wrong))
        hits += (plan.truth[0, place] in best) / len(best)
    chance = len(at) / 4
    assert abs(hits - chance) < 4.5 * np.sqrt(chance * 0.75)


@pytest.mark.parametrize("scope", [2, 3, 4])
def test_what_the_winner_has_is_no_likelier_to_be_its_own_than_a_rivals(ranked, comparisons, scope):
    """Given the bonds: the right assignment of two grades to the winner and another is as likely to be the likelier one of the two."""
    plan, bonds, _, grades = comparisons
    pattern, target = plan.pattern[0], plan.target[0]
    table = ranked.network.nodes["friend.grade"].cpd.tensor
    at = np.flatnonzero(
        (ranked.statistic[pattern] < 0) & (ranked.scope[pattern] == scope) & (ranked.attribute[pattern] == ranked.layout.column["grade"])
    )
    assert len(at) > 300
    likelier, less = 0, 0
    for lane in range(1, scope):
        other = (target[at] + lane) % scope
        one, two = bonds[target[at], at], bonds[other, at]
        mine, theirs = grades[target[at], at], grades[other, at]
        gain = table[one, mine] * table[two, theirs] - table[one, theirs] * table[two, mine]
        likelier, less = likelier + (gain > 1e-9).sum(), less + (gain < -1e-9).sum()
    assert min(likelier, less) > 50
    assert fits([likelier, less], [0.5, 0.5], tests=6 * (scope - 1))


class Orders:
    """Parts that ask for an order, of many planned trajectories."""

    def __init__(self, catalog):
        plan = Planner(catalog, 9, ("comparative",)).plan(np.arange(8000))
        orders = [STATISTICS.index(name) for name in ("order_max", "order_min")]
        there = np.stack([np.ones(len(plan), dtype=bool), plan.hybrid]) & np.isin(catalog.statistic[plan.pattern], orders)
        part, row = np.nonzero(there)
        self.patterns = [catalog.patterns[place] for place in plan.pattern[part, row].tolist()]
        self.scope = catalog.scope[plan.pattern[part, row]]
        self.candidates, self.truth = plan.candidates[part, :, row].T, plan.truth[part, row]
        column = catalog.attribute[plan.pattern[part, row]]
        holders = plan.holders[part, :4, row].T
        codes = plan.codes[catalog.layout.slot[holders, column], row]
        self.numbers = catalog.layout.number(np.broadcast_to(column, codes.shape), codes)
        self.right = self.candidates[self.truth, np.arange(len(row))]


@pytest.fixture(scope="module")
def orders(catalog):
    return Orders(catalog)


def test_the_right_order_sorts_the_scope(orders):
    assert len(orders.patterns) > 800
    for place, pattern in enumerate(orders.patterns):
        sign = -1 if pattern.statistic == "order_max" else 1
        numbers = (sign * orders.numbers[: pattern.scope, place]).tolist()
        order = ORDERS[pattern.scope][orders.right[place]]
        ordered = [numbers[one] for one in order]
        assert ordered == sorted(set(numbers))


def test_four_different_orders_are_offered(orders):
    assert (np.diff(np.sort(orders.candidates, axis=0), axis=0) > 0).all()
    assert orders.candidates.min() >= 0
    assert (orders.candidates < np.where(orders.scope == 3, 6, 24)).all()


@pytest.mark.parametrize("scope", [3, 4])
def test_every_order_is_right_as_often_as_any_and_offered_as_often(orders, scope):
    """The four holders are exchangeable: who is named first says nothing."""
    at, many = orders.scope == scope, len(ORDERS[scope])
    assert fits(np.bincount(orders.right[at], minlength=many), np.full(many, 1 / many), tests=4)
    wrong = orders.candidates[:, at][np.arange(4)[:, None] != orders.truth[at]]
    assert fits(np.bincount(wrong, minlength=many), np.full(many, 1 / many), tests=4)


@pytest.mark.parametrize("scope", [3, 4])
def test_each_wrong_order_is_offered_beside_each_right_one(orders, scope):
    """A neighbour of the right order is no likelier to be an option than its reverse."""
    at, many = orders.scope == scope, len(ORDERS[scope])
    every = np.array(ORDERS[scope])
    apart = (every[:, None] != every[None, :]).sum(axis=2)
    found, expected = np.zeros(scope + 1), np.zeros(scope + 1)
    for offered, right in zip(orders.candidates[:, at].T, orders.right[at].tolist(), strict=True):
        found += np.bincount(apart[right, offered], minlength=scope + 1)
        expected += np.bincount(np.delete(apart[right], right), minlength=scope + 1) * 3 / (many - 1)
    assert found[0] == at.sum()
    assert fits(found[1:], expected[1:] / expected[1:].sum(), tests=2)


def test_the_same_orders_are_right_whatever_is_compared(orders):
    """For each attribute and direction: no role is oldest by nature, or it would be known who comes first."""
    ways = {}
    for pattern, right in zip(orders.patterns, orders.right.tolist(), strict=True):
        if pattern.scope == 3:
            ways.setdefault((pattern.attribute, pattern.klass, pattern.statistic, pattern.wording), []).append(right)
    assert len(ways) > 4
    for rights in ways.values():
        assert fits(np.bincount(rights, minlength=6), np.full(6, 1 / 6), tests=len(ways))


def planned_letters(seed, hybrid, rivals=4, n=4000):
    rng = Rng(seed, np.arange(n))
    truth = np.stack([rng.below("truth/0", rivals), rng.below("truth/1", rivals)])
    return truth, *arrange(rng, truth, np.full((2, n), rivals), np.full(n, hybrid))


@settings(max_examples=10)
@given(seeds)
def test_plain_letters_show_each_candidate_once(seed):
    truth, picks, letter = planned_letters(seed, hybrid=False)
    around = np.arange(truth.shape[1])
    assert (np.sort(picks[0], axis=0) == np.arange(4)[:, None]).all()
    assert (picks[0][letter, around] == truth[0]).all()
    assert fits(np.bincount(letter, minlength=4), np.full(4, 0.25), tests=20)


@pytest.mark.parametrize("rivals", [2, 3, 4])
@settings(max_examples=8)
@given(seed=seeds)
def test_hybrid_letters_cross_the_truths_with_one_rival_each(rivals, seed):
    """Rivals are those compared: whoever is named but cannot be the oldest of two is no option."""
    truth, picks, letter = planned_letters(seed, True, rivals)
    around = np.arange(truth.shape[1])
    right = picks == truth[:, None]
    assert (right.sum(axis=1) == 2).all()
    assert (right.all(axis=0).sum(axis=0) == 1).all()
    assert right[:, letter, around].all()
    assert picks.max() < rivals
    for part in range(2):
        others = np.where(right[part], -1, picks[part])
        assert (others.max(axis=0) == np.where(right[part], 9, picks[part]).min(axis=0)).all()
        shift = (others.max(axis=0) - truth[part]) % rivals
        assert fits(np.bincount(shift, minlength=rivals)[1:], np.full(rivals - 1, 1 / (rivals - 1)), tests=100)
    assert fits(np.bincount(letter, minlength=4), np.full(4, 0.25), tests=100)
