"""Nodes that a model may be asked for: what they must have is named, with key, value and what was expected."""

import pytest
from implicit import PROMPT, edit, scenario
from small import HEADER, listed

from memsim.errors import ScenarioError
from memsim.spec import implicit
from memsim.spec.implicit import implicit_nodes, same_values
from memsim.spec.load import load_spec

KEY = "nodes.friend.hobby"


def refused(folder):
    with pytest.raises(ScenarioError) as caught:
        load_spec(folder)
    assert caught.value.file == str(folder / "scenario.yaml")
    return caught.value.key, str(caught.value.found), caught.value.expected


def test_what_is_left_out_has_a_default(tmp_path):
    spec = load_spec(scenario(tmp_path / "it"))
    ((klass, attribute, node),) = implicit_nodes(spec)
    assert (klass, attribute) == ("friend", "hobby")
    assert (node.vocabulary, node.draws, node.smoothing, node.file) == ("closed", 10, 0.5, None)


def test_daily_has_none(spec):
    assert list(implicit_nodes(spec)) == []


@pytest.mark.parametrize(
    ("fields", "key", "found"),
    [
        ({"prompt": "A {band} person"}, "prompt", "'A {band} person'"),
        ({"vocabulary": "opened"}, "vocabulary", "'opened'"),
        ({"draws": 0}, "draws", "0"),
        ({"draws": 101}, "draws", "101"),
        ({"smoothing": 1}, "smoothing", "1"),
        ({"smoothing": -0.1}, "smoothing", "-0.1"),
        ({"file": "../hobby.csv"}, "file", "'../hobby.csv'"),
        ({"model": "openai/x"}, "model", "'openai/x'"),
    ],
)
def test_a_field_of_another_kind_is_named(tmp_path, fields, key, found):
    assert refused(scenario(tmp_path / "it", **fields))[:2] == (f"{KEY}.llm.{key}", found)


def test_a_node_needs_a_prompt(tmp_path):
    folder = scenario(tmp_path / "it")
    edit(folder, "nodes.friend", {"hobby": {"cpd": "llm"}})
    assert refused(folder)[0] == f"{KEY}.llm.prompt"


@pytest.mark.parametrize(
    ("prompt", "key", "found", "expected"),
    [
        ({}, "", "nothing", "a prompt in 'en', the scenario's first language"),
        ({"zh": PROMPT}, "", "'zh'", "a prompt in 'en', the scenario's first language"),
        ({"en": PROMPT, "zh": PROMPT}, ".zh", "'zh'", "a language of the scenario: en"),
        ({"en": "A {band} person"}, ".en", "'A {band} person'", "a slot for each parent, and no other: {band}, {user.city}"),
        ({"en": "A {band} {age} in {user.city}"}, ".en", "'A {band} {age} in {user.city}'", "and no other: {band}, {user.city}"),
        ({"en": "A {band} in {city}"}, ".en", "'A {band} in {city}'", "{user.city}"),
        ({"en": "A {band} in {user.city"}, ".en", "'A {band} in {user.city'", "balanced braces"),
        ({"en": "A {band!r} in {user.city}"}, ".en", "'A {band!r} in {user.city}'", "plain slots"),
        ({"en": "A {band:>9} in {user.city}"}, ".en", "'A {band:>9} in {user.city}'", "plain slots"),
    ],
)
def test_a_prompt_that_does_not_fit_is_named(tmp_path, prompt, key, found, expected):
    at, there, wanted = refused(scenario(tmp_path / "it", prompt=prompt))
    assert (at, there) == (f"{KEY}.prompt{key}", found)
    assert expected in wanted


def test_a_node_without_parents_has_a_prompt_without_slots(tmp_path):
    assert load_spec(scenario(tmp_path / "it", parents=[], prompt={"en": "A hobby"}))
    assert refused(scenario(tmp_path / "other", parents=[], prompt={"en": " "}))[2].endswith("and no other: none")


def test_a_parent_must_be_listed(tmp_path):
    at, found, _ = refused(scenario(tmp_path / "it", parents=["name"], prompt={"en": "The hobby of {name}"}))
    assert (at, found) == (f"{KEY}.parents", "'name'")


def test_a_parent_stands_once(tmp_path):
    assert refused(scenario(tmp_path / "it", parents=["band", "band"], prompt={"en": "{band}"})) == (
        f"{KEY}.parents",
        "'band' twice",
        "each parent once",
    )


def test_its_own_values_must_be_listed(tmp_path):
    folder = scenario(tmp_path / "it")
    edit(folder, "nodes.friend", {"name": {"cpd": "llm", "parents": ["band"], "prompt": {"en": "The name of somebody {band}"}}})
    assert refused(folder) == ("nodes.friend.name", "a domain 'product'", "an attribute with listed values")


def test_so_many_combinations_are_refused_before_any_call(tmp_path, monkeypatch):
    folder = scenario(tmp_path / "it", parents=["age", "user.city"], prompt={"en": "{age}, {user.city}"})
    monkeypatch.setattr(implicit, "MOST_COMBINATIONS", 40 * 8)
    assert load_spec(folder)
    monkeypatch.setattr(implicit, "MOST_COMBINATIONS", 40 * 8 - 1)
    at, found, expected = refused(folder)
    assert (at, found) == (f"{KEY}.parents", "320 combinations of values (age 40 × user.city 8)")
    assert "at most 319, as each is a call" in expected


INTEGERS = {"kind": "integers", "low": 1, "high": 9, "pattern": {"en": "{n}"}}
BY_HOBBY = {"city": {"cpd": "table", "parents": ["hobby"], "file": "city.csv"}}


@pytest.mark.parametrize(
    ("place", "fields", "found"),
    [
        ("attributes.hobby", {"domain": INTEGERS}, "open, over a domain 'integers'"),
        ("attributes.hobby", {"knowledge": {"kind": "hobby.csv"}}, "open, while 'hobby' has `knowledge`"),
        ("attributes", {"pastime": listed("hobby", knowledge={"kind": "hobby.csv"})}, "open, while 'pastime' has `knowledge`"),
        ("nodes.friend", BY_HOBBY, "open, while friend.city depends on the value"),
    ],
)
def test_an_open_vocabulary_needs_values_that_nothing_else_needs(tmp_path, place, fields, found):
    folder = scenario(tmp_path / "it", vocabulary="open")
    edit(folder, place, fields)
    at, there, expected = refused(folder)
    assert (at, there) == (f"{KEY}.vocabulary", found)
    assert expected.startswith("closed, or an attribute")


@pytest.mark.parametrize(
    ("header", "row", "fields", "found"),
    [
        ("weight,number,en", "{0}{0},1,{0},x{0}{0}", {}, "open, over values with numbers"),
        ("weight,en", "{0}{0},1,(20{0}) 555-0123", {"forms": "phone"}, "open, while 'hobby' has `forms`"),
    ],
)
def test_an_open_vocabulary_needs_plain_words(tmp_path, header, row, fields, found):
    folder = scenario(tmp_path / "it", vocabulary="open")
    rows = "".join(f"{row.format(number)}\n" for number in range(1, 9))
    (folder / "priors" / "hobby.csv").write_text(f"{HEADER}value,{header}\n{rows}", encoding="utf-8")
    edit(folder, "attributes.hobby", fields)
    assert refused(folder)[:2] == (f"{KEY}.vocabulary", found)


def test_a_copy_may_depend_on_values_that_are_added(tmp_path):
    folder = scenario(tmp_path / "it", vocabulary="open")
    edit(folder, "nodes.user", {"hobby": {"cpd": "llm", "vocabulary": "open", "prompt": {"en": "A hobby"}}})
    edit(folder, "nodes.friend", {"hobby": {"cpd": "copy", "parents": ["user.hobby"], "p": 0.5}})
    assert [klass for klass, *_ in implicit_nodes(load_spec(folder))] == ["user"]


def test_what_is_put_together_may_depend_on_values_that_are_added(tmp_path):
    folder = scenario(tmp_path / "it")
    edit(folder, "nodes.friend", {"first": {"cpd": "llm", "vocabulary": "open", "prompt": {"en": "A given name"}}})
    assert [attribute for _, attribute, _ in implicit_nodes(load_spec(folder))] == ["first", "hobby"]


def test_what_shares_a_file_shares_its_values(spec):
    assert same_values(spec, "workplace") == ["hometown", "workplace", "event_place"]
    assert same_values(spec, "age") == ["age"]
