"""From the files of `daily` to tables: the kinds that are computed, against the formula they are named after."""

import csv

import numpy as np
import pytest
from scipy.stats import norm

from memsim.network.cpd import CopyCpd, DistinctCpd, ProductCpd, SequenceCpd, TableCpd

KINDS = {
    "table": TableCpd, "normal": TableCpd, "integer": TableCpd, "offset": TableCpd, "copy": CopyCpd,
    "distinct": DistinctCpd, "sequence": SequenceCpd,
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
    heights = spec.domains["height"].numbers
    for row in rows_of(spec, "height_by_sex.csv"):
        density = norm.pdf(heights, float(row["mean"]), float(row["sd"]))
        assert network.nodes["user.height"].cpd.tensor[spec.domains["sex"].code(row["sex"])] == pytest.approx(density / density.sum())


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
    assert network.nodes["user.workplace"].cpd.p == 0.4
    assert network.nodes["colleague.employer"].cpd.tensor.tolist() == np.eye(len(network.nodes["user.employer"].keys)).tolist()
