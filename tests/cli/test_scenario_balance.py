"""`memsim scenario balance`: weights that a scenario can name, and that even out what noise is about."""

import re

import pytest
import yaml
from sets import is_one_line
from small import write

from memsim.causal import balance
from memsim.spec.load import load_spec


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A small scenario, of which few trajectories are planned."""
    monkeypatch.setattr(balance, "TRAJECTORIES", 1500)
    return write(tmp_path / "small")


def test_the_weights_are_of_use_once_they_are_named(memsim, small):
    ended = memsim("scenario", "balance", small, "--out", small / "priors" / "noise.csv")
    after, before = map(float, re.search(r"curve of ([\d.]+), before ([\d.]+); chance 0.5", ended.out).groups())
    assert ended.code == 0
    assert "noise: noise.csv" in ended.err
    assert after < before
    path = small / "scenario.yaml"
    path.write_text(path.read_text(encoding="utf-8") + yaml.safe_dump({"noise": "noise.csv"}), encoding="utf-8")
    assert set(load_spec(small).noise) <= {(klass, name) for klass, nodes in load_spec(small).file.nodes.items() for name in nodes}
    first = (small / "priors" / "noise.csv").read_bytes()
    again = memsim("scenario", "balance", small, "--out", small / "priors" / "noise.csv")
    assert again.err == ""
    assert f"curve of {after:.3f}, before {after:.3f}" in again.out
    assert (small / "priors" / "noise.csv").read_bytes() == first
    assert memsim("scenario", "check", small).code == 0


def test_it_can_be_quiet(memsim, small):
    ended = memsim("scenario", "balance", small, "--out", small / "noise.csv", "--quiet")
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_a_file_that_is_none_of_the_scenarios_priors_is_told_where_to_go(memsim, small, tmp_path):
    ended = memsim("scenario", "balance", small, "--out", tmp_path / "weights.csv")
    assert f"put it among the scenario's priors: {small / 'priors'}" in ended.err
    assert "`noise: weights.csv`" in ended.err


def test_a_name_that_no_scenario_could_give_is_refused(memsim, small):
    is_one_line(memsim("scenario", "balance", small, "--out", small / "noise.txt"), "--out", "noise.txt", "ends in .csv")


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_planned(memsim, small, monkeypatch):
    monkeypatch.setattr(balance, "balance", None)
    is_one_line(memsim("scenario", "balance", small, "--out", small / "none" / "noise.csv"), "--out", "noise.csv", "a folder that is there")
