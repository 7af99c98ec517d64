"""Loading: what is found where, and a digest that knows content only."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import replace

from memsim.errors import ScenarioError
from memsim.spec.load import data_root, find_scenario, load_spec, prior_files, scenario_names
from memsim.spec.tables import read_table


def test_daily_is_found_by_name_folder_and_file(spec):
    folder = data_root() / "schemas" / "scenarios" / "daily"
    assert "daily" in scenario_names()
    assert find_scenario("daily") == find_scenario(folder) == find_scenario(str(folder / "scenario.yaml")) == folder
    assert spec.folder == folder
    assert spec.path == folder / "scenario.yaml"


def test_daily(spec):
    assert spec.file.name == "daily"
    assert list(spec.file.languages) == list(spec.phrases) == ["en", "zh"]
    assert list(spec.domains) == list(spec.file.attributes)
    assert list(spec.file.classes) == ["user", "relative", "colleague", "work_event", "leisure_event", "item", "place"]
    assert sum(len(nodes) for nodes in spec.file.nodes.values()) >= 73
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.digest = ""


def test_every_prior_is_used_and_every_used_prior_is_there(spec):
    there = {path.name for path in spec.priors.glob("*.csv")} - {"statistics.csv"}  # describes the others
    assert prior_files(spec.file) == sorted(there)
    assert all(path.is_file() for path in spec.sources.values())
    assert {name.partition("/")[2] for name in spec.sources if name.startswith("priors/")} == set(prior_files(spec.file))


def test_every_prior_says_where_it_comes_from(spec):
    for name in prior_files(spec.file):
        header = read_table(spec.priors / name).header
        assert "sha256" in header["source"] or header["source"] in ("authored", "memsim scenario balance"), name


def test_knowledge_is_complete_in_each_language(spec):
    for (name, prop), by_language in spec.knowledge.items():
        assert set(by_language) == {"en", "zh"}, prop
        for results in by_language.values():
            assert all(result.strip() for result in results.values())
            assert set(spec.domains[name].keys) <= set(results)


def test_a_folder_brings_its_own_priors(daily_copy, spec):
    copy = load_spec(daily_copy)
    assert copy.priors == daily_copy / "priors"
    assert copy.digest == spec.digest
    replace(daily_copy / "priors" / "personality.csv", "value,weight,en,zh\n", "value,weight,en,zh\nx,1,well-read,博览群书\n")
    changed = load_spec(daily_copy)
    assert "well-read" in changed.domains["personality"].surfaces["en"]
    assert changed.digest != spec.digest


def test_the_digest_is_blind_to_byte_order_marks_and_line_ends(daily_copy, spec):
    for path in (*daily_copy.glob("*.yaml"), *daily_copy.glob("priors/*.csv")):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    copy = load_spec(daily_copy)
    assert copy.digest == spec.digest
    assert copy.file == spec.file
    assert dict(copy.phrases) == dict(spec.phrases)
    assert copy.knowledge == spec.knowledge
    assert all(copy.domains[name].surfaces == domain.surfaces for name, domain in spec.domains.items())


@pytest.mark.parametrize("file", ["scenario.yaml", "phrases.en.yaml", "phrases.zh.yaml", "priors/city.csv", "priors/occupation_duty.csv"])
def test_every_file_counts_in_the_digest(daily_copy, spec, file):
    path = daily_copy / file
    text = path.read_text(encoding="utf-8")
    path.write_text(f"# remark: one\n{text}", encoding="utf-8", newline="\n")
    assert load_spec(daily_copy).digest != spec.digest


@given(st.data())
def test_an_error_reads_as_one_line(data):
    file, key, found, expected = (data.draw(st.text("abc .:'", min_size=1, max_size=9)) for _ in range(4))
    error = ScenarioError(file, key, found, expected)
    assert str(error) == f"{file}: {key}: {found}; expected {expected}"
    assert (error.file, error.key, error.found, error.expected) == (file, key, found, expected)
