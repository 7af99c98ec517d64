"""Replies are read by id, however badly they are formed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.render.reply import MOST, texts

IDS = ("m1", "m2", "q")
SAID = {"m1": "One, then.", "m2": 'He said "two" \\ twice\nover.', "q": "三？"}


@pytest.mark.parametrize(
    "form",
    [
        json.dumps,
        lambda said: json.dumps(said, ensure_ascii=False, indent=2),
        lambda said: f"Sure, here it is:\n```json\n{json.dumps(said)}\n```\nAnything else?",
        lambda said: '<think>{"m1": "no"}</think>' + json.dumps(said),
        lambda said: json.dumps({"messages": said}),
        lambda said: json.dumps([{"id": name, "text": text} for name, text in said.items()]),
        lambda said: json.dumps({"rewrites": [{"id": name, "text": text} for name, text in said.items()]}),
        lambda said: "\n".join(json.dumps({name: text}) for name, text in said.items()),
        lambda said: json.dumps(said)[:-1],
    ],
    ids=["object", "indented", "fenced", "thought", "nested", "entries", "nested_entries", "lines", "unclosed"],
)  # fmt: skip
def test_every_form_of_a_reply_is_understood(form):
    assert texts(form(SAID), IDS) == {name: [text] for name, text in SAID.items()}


def test_of_a_reply_that_was_cut_off_what_is_whole_counts():
    whole = json.dumps(SAID)
    assert texts(whole[: whole.index("twice")], IDS) == {"m1": ["One, then."], "m2": [], "q": []}


def test_an_id_that_stands_twice_has_both_texts_and_the_same_text_once():
    assert texts('{"m1": "a", "m1": "b", "m1": "a"}', ["m1"]) == {"m1": ["a", "b"]}


NOTHING = [
    "", "null", "[]", "{}", "<html><body>503</body></html>", '{"m1": ""}', '{"m1": "  "}', '{"m1": 7}', '{"m1": ["a"]}', '{"m9": "a"}',
    '{"m1": "\\ud83d"}', '{"m1": "\\u12"}',
]  # fmt: skip


@pytest.mark.parametrize("reply", NOTHING)
def test_a_reply_without_a_text_has_none(reply):
    assert texts(reply, ["m1"]) == {"m1": []}


def test_a_reply_beyond_all_measure_says_nothing():
    assert texts(json.dumps({"m1": "x" * MOST}), ["m1"]) == {"m1": []}


def test_a_long_reply_is_read_in_no_time_whatever_it_is_made_of():
    """No pattern may go back over what it has read again and again: this would take hours."""
    for piece in ('"', '\\"', '"m1": "', '"m1"    :    ', "{", '"id": "m1", ', "<think>"):
        texts((piece * MOST)[:MOST], IDS)


@given(st.text(), st.dictionaries(st.sampled_from(IDS), st.text(min_size=1)))
def test_any_text_is_read_without_an_error_and_any_object_gives_its_texts(noise, said):
    texts(noise, IDS)
    wanted = {name: [text.strip()] for name, text in said.items() if text.strip()}
    found = texts(json.dumps(said), IDS)
    assert {name: each for name, each in found.items() if each} == wanted
