"""Whatever reads the reply of a model takes no time over it: no pattern goes back over what it has read again and again."""

import json
import time

import pytest

from memsim.llm.replies import MOST, parsed_json, spoken
from memsim.memory.llm import _numbers
from memsim.network.elicit.asking import said_values
from memsim.rating.criteria import CRITERIA
from memsim.rating.replies import scores_in
from memsim.reader.letters import decline, parse_choice
from memsim.render.reply import texts

READERS = {
    "thoughts": spoken,
    "json": parsed_json,
    "texts by id": lambda reply: texts(reply, ["m1", "m2"]),
    "numbers of messages": _numbers,
    "values": lambda reply: said_values(reply, "en"),
    "scores": lambda reply: scores_in(reply, CRITERIA["messages"], "en"),
    "a choice": lambda reply: parse_choice(reply, ["Busan", "New York", "7 of 12", "A, and B"], "en"),
    "no answer": lambda reply: decline(reply, "zh"),
}
#: What may stand before, between and after: each takes the time of its length squared, or cubed, from a pattern that looks for the end everywhere.
BEFORE = ("", "```json", '{"m1"', "1", "The answer is", "not A")
BETWEEN = ("\n", " ", "\t\n", "1", "1 ", ", ", "`", "{", "[", '"', "\\", "A,", "new ", "<think>", "</think>", "n't ")
AFTER = ("x", "```")
LENGTH = 20_000
SECONDS = 1.0  # the square of the length would take several


@pytest.mark.parametrize("name", READERS)
def test_a_reply_is_read_in_no_time_whatever_it_is_made_of(name):
    for between in BETWEEN:
        for before in BEFORE:
            for after in AFTER:
                reply = before + (between * LENGTH)[:LENGTH] + after
                started = time.process_time()
                READERS[name](reply)
                assert time.process_time() - started < SECONDS, (before, between, after)


@pytest.mark.parametrize("reply", ["```json" + "\n" * 2000 + "{", "```" + " \n" * 60_000 + "x", "1" + " " * 100_000 + "x"])
def test_blank_lines_end_no_process(reply):
    """The first of these took thirteen seconds, and the time grew with the cube of their number."""
    started = time.process_time()
    assert (parsed_json(reply), _numbers(reply)) == (None, None)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n\n  ```", "```json  \n\n{}```", "{}"])
@pytest.mark.parametrize("content", [{"ids": [1]}, [1, 2], {"text": "a\n```\nb"}])
def test_a_fence_is_taken_off_and_nothing_else(fence, content):
    assert parsed_json(fence.replace("{}", json.dumps(content, indent=1))) == content


@pytest.mark.parametrize("reply", ["```", "``````", "````", "```json```", "```json\n```", "```[1,\n2```", "``` [1] ```\n2```"])
def test_half_a_fence_is_no_json(reply):
    assert parsed_json(reply) is None


def test_json_beyond_all_measure_is_none():
    assert parsed_json(json.dumps("x" * (MOST - 2))) == "x" * (MOST - 2)
    assert parsed_json(json.dumps("x" * MOST)) is None
