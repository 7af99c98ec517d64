"""From the files of `daily` to tables: the kinds that are computed, against the formula they are named after."""

import csv

import numpy as np
import pytest
from scipy.stats import norm
from strategies import replace

from memsim.causal.catalog import Catalog
from memsim.errors import ScenarioError
from memsim.network.cpd import CopyCpd, DistinctCpd, NearCpd, ProductCpd, SequenceCpd, TableCpd
from memsim.network.graph import build_network
from memsim.spec.load import load_spec

KINDS = {
    "table": TableCpd, "normal": TableCpd, "integer": TableCpd, "offset": TableCpd, "copy": CopyCpd,
    "near": NearCpd, "distinct": DistinctCpd, "sequence": SequenceCpd,
}  # fmt: skip


def rows_of(spec, name):
    lines = (spec.priors / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_every_node_has_the_cpd_that_it_names(spec, network):
    for klass, nodes in spec.file.nodes.items():
        for attribute, declared in nodes.items():
            node = network.nodes[f"{klass}.{attribute}"]
            derived = {"product": ProductCpd, "band": TableCpd}.get(getattr(declared, "function", ""))
            assert type(node.cpd) is (derived or KINDS[declared.cpd]), node.name
            assert node.lanes == spec.file.classes[klass].count
            assert node.keys == spec.domains[attribute].keys


def test_dense_tables_sum_to_1(network):
    for name, node in network.nodes.items():
        if node.cpd.tensor is not None:
            assert node.cpd.tensor.shape == (*(len(network.nodes[parent].keys) for parent in node.parents), len(node.keys)), name
            assert node.cpd.tensor.sum(axis=-1) == pytest.approx(1, abs=1e-12)
            assert (node.cpd.tensor >= 0).all()


def test_a_table_holds_its_file(spec, network):
    tensor = network.nodes["user.education"].cpd.tensor
    stage, education = spec.domains["stage"], spec.domains["education"]
    expected = np.zeros(tensor.shape)
    for row in rows_of(spec, "education_by_stage.csv"):
        expected[stage.code(row["stage"]), education.code(row["value"])] = float(row["weight"])
    assert tensor == pytest.approx(expected)


def test_normal_is_a_normal_on_the_grid(spec, network):
    heights, tensor = spec.domains["height"].numbers, network.nodes["user.height"].cpd.tensor
    for row in rows_of(spec, "height_by_sex_stage.csv"):
        density = norm.pdf(heights, float(row["mean"]), float(row["sd"]))
        place = spec.domains["sex"].code(row["sex"]), spec.domains["stage"].code(row["stage"])
        assert tensor[place] == pytest.approx(density / density.sum())


def test_integer_is_even(network):
    assert network.nodes["user.birthday"].cpd.tensor == pytest.approx(1 / 365)


def test_offset_adds_to_the_parent_within_the_domain(spec, network):
    tensor = network.nodes["relative.age"].cpd.tensor
    ages = [int(key) for key in spec.domains["age"].keys]
    generations = spec.domains["generation"].keys
    expected = np.zeros((len(ages), len(generations), len(ages)))
    for row in rows_of(spec, "relative_age_offset.csv"):
        for code, age in enumerate(ages):
            child = min(max(age + int(row["offset"]), ages[0]), ages[-1])
            expected[code, generations.index(row["generation"]), ages.index(child)] += float(row["weight"])
    assert tensor == pytest.approx(expected)


def test_band_cuts_the_parent(spec, network):
    tensor = network.nodes["user.stage"].cpd.tensor
    for code, age in enumerate(spec.domains["age"].numbers):
        assert tensor[code].tolist() == np.eye(4)[sum(age >= cut for cut in (27, 35, 48))].tolist()


def test_copy_keeps_p(network):
    assert network.nodes["colleague.employer"].cpd.p == 1
    assert network.nodes["colleague.employer"].cpd.tensor.tolist() == np.eye(len(network.nodes["user.employer"].keys)).tolist()


def test_near_groups_by_what_is_known(spec, network):
    declared, cpd = spec.file.nodes["user"]["workplace"], network.nodes["user.workplace"].cpd
    country = {row["value"]: row["en"] for row in rows_of(spec, "city_country.csv")}
    prior = spec.domains["workplace"].weights["weight"]
    for code, city in enumerate(spec.domains["workplace"].keys):
        near = np.array([country[other] == country[city] for other in spec.domains["workplace"].keys]) * prior
        expected = (1 - declared.p) * (declared.q * near / near.sum() + (1 - declared.q) * prior)
        expected[code] += declared.p
        assert cpd.tensor[code] == pytest.approx(expected)


PLACES = "place_type: {cpd: distinct}"
SHARES = "# source: authored\n# licence: same as this project\n# population: nobody\n# unit: weight = probability\n"


def with_places(folder, rows, parents="[user.sex]", columns="sex,value,weight"):
    """Let the place types of a copy of `daily` depend on the user."""
    (folder / "priors" / "place_type_by_user.csv").write_text(f"{SHARES}{columns}\n{rows}", encoding="utf-8")
    replace(folder / "scenario.yaml", PLACES, f"place_type: {{cpd: distinct, file: place_type_by_user.csv, parents: {parents}}}")
    return load_spec(folder)


def test_distinct_reads_its_rows(daily_copy, spec):
    keys = spec.domains["place_type"].keys
    rows = "".join(f"{sex},{key},0.2\n" for sex, some in (("female", keys[:5]), ("male", keys[5:10])) for key in some)
    network = build_network(with_places(daily_copy, rows))
    assert network.nodes["place.place_type"].parents == ("user.sex",)
    profiles = network.sample(300)
    men = profiles["user.sex"][0] == spec.domains["sex"].code("male")
    for own, first in ((men, 5), (~men, 0)):
        assert (np.sort(profiles["place.place_type"][:, own], axis=0) == np.arange(first, first + 5)[:, None]).all()
    assert np.isfinite(network.log_prob(profiles)).all()


@pytest.mark.parametrize("node", ["item.item_type", "work_event.event_type", "leisure_event.event_type"])
def test_what_is_distinct_given_the_user_follows_its_file(spec, network, node):
    """Shares of the first instance alone: they are the file's, row by row of the user's own values."""
    klass, attribute = node.split(".")
    declared = spec.file.nodes[klass][attribute]
    parents = [parent.removeprefix("user.") for parent in declared.parents]
    assert network.nodes[node].parents == tuple(declared.parents)
    shares = {}
    for row in rows_of(spec, declared.file):
        place = tuple(spec.domains[name].code(row[name]) for name in parents)
        shares.setdefault(place, np.zeros(spec.domains[attribute].size))[spec.domains[attribute].code(row["value"])] = float(row["weight"])
    assert len(shares) == np.prod([spec.domains[name].size for name in parents])
    every = np.arange(spec.domains[attribute].size)[None, :]
    for place, expected in shares.items():
        own = [np.full((1, every.size), code) for code in place]
        with np.errstate(divide="ignore"):
            assert np.exp(network.nodes[node].cpd.log_prob(every, own)) == pytest.approx(expected, abs=1e-9)


def test_what_depends_on_the_user_without_replacement_can_be_asked(daily_copy, catalog):
    """The questions of a scenario with such a node are as many as without: the instances are exchangeable given the user."""
    keys = catalog.spec.domains["place_type"].keys
    rows = "".join(f"{sex},{key},{1 / len(keys)!r}\n" for sex in catalog.spec.domains["sex"].keys for key in keys)
    with_places(daily_copy, rows)
    alike = "item_type: {cpd: distinct, file: item_type_by_sex_stage.csv, parents: [user.sex, user.stage]}"
    replace(daily_copy / "scenario.yaml", alike, "item_type: {cpd: distinct}")
    changed = load_spec(daily_copy)
    assert changed.file.nodes["place"]["place_type"].parents == ["user.sex"]
    assert changed.file.nodes["item"]["item_type"].parents == []
    assert len(Catalog(changed).patterns) == len(catalog.patterns)


@pytest.mark.parametrize(
    ("parents", "columns", "rows", "says"),
    [
        ("[user.sex]", "sex,value,weight", "female,a,1\n", "weights sum to 0; expected 1"),
        ("[user.sex]", "sex,value,weight", "", "2 values for 5 instances where user.sex is 'male'; expected at least as many values"),
        ("[place_relation]", "place_relation,value,weight", "", r"parents: \['place_relation'\]; expected parents user.<attribute>"),
    ],
)
def test_a_wrong_distinct_is_named(daily_copy, spec, parents, columns, rows, says):
    keys = spec.domains["place_type"].keys
    few = "".join(f"female,{key},0.2\n" for key in keys[:5]) + "".join(f"male,{key},0.5\n" for key in keys[:2])
    rows = rows.replace("female,a", f"female,{keys[0]}") or few
    with pytest.raises(ScenarioError, match=says):
        build_network(with_places(daily_copy, rows, parents, columns))


def test_parents_of_distinct_need_a_file(daily_copy):
    replace(daily_copy / "scenario.yaml", PLACES, "place_type: {cpd: distinct, parents: [user.sex]}")
    with pytest.raises(ScenarioError, match=r"nodes\.place\.place_type: parents without a file"):
        build_network(load_spec(daily_copy))
