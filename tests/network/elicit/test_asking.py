"""What a model is asked of a case, and what is read out of its reply."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from implicit import HOBBIES, listing, scenario

from memsim.llm.prompts import languages
from memsim.network.elicit import asking
from memsim.network.elicit.asking import question, said_values, template
from memsim.network.elicit.cases import implicit
from memsim.spec.load import load_spec


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """The implicit node with a closed and with an open vocabulary."""
    folder = tmp_path_factory.mktemp("asking")
    return {kind: implicit(load_spec(scenario(folder / kind, vocabulary=kind, draws=7)), "en")[0] for kind in ("closed", "open")}


def schema_of(asked):
    return asked.schema["properties"]["values"]


def listed_lines(asked):
    return [line.removeprefix("- ") for line in asked.prompt.splitlines() if line.startswith("- ")]


def test_a_closed_vocabulary_lists_every_value_and_allows_no_other(nodes):
    asked = question(nodes["closed"], 0, "en", 0, 0)
    assert asked.prompt.splitlines()[0] == "A young person in Oslo: what is their hobby?"
    assert sorted(listed_lines(asked)) == sorted(HOBBIES)
    assert "with 7 values" in asked.prompt
    assert schema_of(asked) == {"type": "array", "items": {"type": "string", "enum": HOBBIES}, "minItems": 7, "maxItems": 7}


def test_an_open_vocabulary_shows_examples_and_asks_in_every_language(nodes):
    asked = question(nodes["open"], 0, "en", 0, 0)
    assert set(listed_lines(asked)) <= set(HOBBIES)
    assert 'each of these languages: en. Reply with JSON and nothing else: {"values": [{"en": "…"}, …]}' in asked.prompt
    item = {"type": "object", "properties": {"en": {"type": "string"}}, "required": ["en"], "additionalProperties": False}
    assert schema_of(asked)["items"] == item


def test_too_many_values_are_not_listed(nodes, monkeypatch):
    monkeypatch.setattr(asking, "_LISTED", len(HOBBIES) - 1)
    monkeypatch.setattr(asking, "_EXAMPLES", 3)
    asked = question(nodes["closed"], 0, "en", 0, 0)
    assert len(listed_lines(asked)) == 3
    assert schema_of(asked)["items"] == {"type": "string"}


def test_the_order_of_values_depends_on_case_seed_and_attempt_alone(nodes):
    orders = {
        tuple(listed_lines(question(nodes["closed"], case, "en", seed, attempt)))
        for case in range(16) for seed in range(3) for attempt in range(3)
    }  # fmt: skip
    assert len(orders) == 16 * 3 * 3
    firsts = {order[0] for order in orders}
    assert firsts == set(HOBBIES), "no value stands first more often than chance has it"
    assert question(nodes["closed"], 5, "en", 2, 1) == question(nodes["closed"], 5, "en", 2, 1)


def test_what_is_asked_of_a_case_does_not_depend_on_what_others_there_are(nodes):
    every = nodes["closed"]
    fewer = replace(every, cases=every.cases[[0, 5, 9]])
    assert [question(fewer, case, "en", 4, 1) for case in range(3)] == [question(every, case, "en", 4, 1) for case in (0, 5, 9)]


def test_a_language_without_a_prompt_of_its_own_is_asked_in_english():
    assert [template(language) for language in ("en", "zh", "de")] == ["en", "zh", "en"]
    assert languages(asking.PROMPT) == ["en", "zh"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (listing("chess", "judo"), [{"en": "chess"}, {"en": "judo"}]),
        ('["chess"]', [{"en": "chess"}]),
        ('```json\n{"values": ["chess"]}\n```', [{"en": "chess"}]),
        ('<think>chess? judo?</think>{"values": ["judo"]}', [{"en": "judo"}]),
        (listing({"en": "chess", "zh": "象棋"}), [{"en": "chess", "zh": "象棋"}]),
        (listing({"en": "chess", "zh": None}), [{"en": "chess"}]),
        (listing(34, 1.5), [{"en": "34"}, {"en": "1.5"}]),
        (listing(True, None, ["chess"]), [{}, {}, {}]),
        ('{"values": []}', []),
        ('{"values": "chess"}', None),
        ('{"value": ["chess"]}', None),
        ('{"values": ["chess", ', None),
        ("chess, judo", None),
        ("", None),
        ("null", None),
    ],
)
def test_a_reply_is_read_or_is_none(text, said):
    assert said_values(text, "en") == said


@given(
    st.text()
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    ).map(json.dumps)
)
def test_any_reply_is_read_or_is_none(text):
    said = said_values(text, "en")
    assert said is None or all(isinstance(text, str) for one in said for pair in one.items() for text in pair)
