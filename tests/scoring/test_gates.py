"""Gates: read as they are written, passed only by what was measured, and reported as JUnit has it."""

from math import inf, nan
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import InputError
from memsim.scoring.gates import CHANGES, GRAMMAR, OPERATORS, judge, junit, parse

numbers = st.floats(0, 10, allow_nan=False).map(lambda x: round(x, 6))


@pytest.mark.parametrize(
    ("text", "memory", "metric", "sign", "change", "number"),
    [
        ("recall@5>=0.9", None, "recall@5", ">=", "", 0.9),
        ("accuracy>=base-0.01", None, "accuracy", ">=", "-", 0.01),
        ("bm25:recall@5>=0.8", "bm25", "recall@5", ">=", "", 0.8),
        ("bm25/lexical:accuracy > .5", "bm25/lexical", "accuracy", ">", "", 0.5),
        ("recent:5:mrr@5>0", "recent:5", "mrr@5", ">", "", 0.0),
        ("dense/openai/gpt:mini:accuracy<1", "dense/openai/gpt:mini", "accuracy", "<", "", 1.0),
        ("my.package:Class:ndcg@10 >= base", "my.package:Class", "ndcg@10", ">=", "+", 0.0),
        ("response_s<=base*1.5", None, "response_s", "<=", "*", 1.5),
        (" hit@1 >= base + 2e-2 ", None, "hit@1", ">=", "+", 0.02),
        ("effect>=-0.1", None, "effect", ">=", "", -0.1),
    ],
)
def test_gates_are_read_as_written(text, memory, metric, sign, change, number):
    gate = parse(text)
    assert gate == (text.strip(), memory, metric, sign, change, number)
    assert gate.base == ("base" in text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "'' holds 0 of the signs >=, <=, >, <, not one"),
        ("recall@5", "'recall@5' holds 0 of the signs"),
        ("recall@5=0.9", "holds 0 of the signs"),
        ("0.5<recall@5<0.9", "holds 2 of the signs"),
        ("recall@5=>0.9", "'recall@5=' is no metric"),
        (">=0.9", "'' is no metric"),
        (":recall@5>=0.9", "':recall@5' is no metric"),
        ("recent:5>=0.9", "'recent:5' is no metric"),
        ("recall@0>=0.9", "'recall@0' is no metric"),
        ("recall@>=0.9", "'recall@' is no metric"),
        ("recall@5>=", "'' is no value"),
        ("recall@5>=high", "'high' is no value"),
        ("recall@5>=nan", "'nan' is no value"),
        ("recall@5>=90%", "'90%' is no value"),
        ("recall@5>=base/2", "'base/2' is no value"),
        ("recall@5>=0.01-base", "'0.01-base' is no value"),
        ("recall@5>=base-", "'base-' is no value"),
    ],
)
def test_what_is_no_gate_is_refused_with_its_place_and_the_grammar(text, place):
    with pytest.raises(InputError) as refused:
        parse(text)
    assert place in str(refused.value)
    assert str(refused.value).startswith(f"gate {text!r}: ")
    assert GRAMMAR in str(refused.value)


@pytest.mark.parametrize(
    ("text", "value", "base", "passed"),
    [
        ("recall@5>=0.9", 0.9, None, True),
        ("recall@5>=0.9", 0.1 * 9, None, True),
        ("recall@5>=0.3", 0.1 + 0.2, None, True),
        ("recall@5>0.3", 0.1 + 0.2, None, False),
        ("recall@5<=0.3", 0.1 + 0.2, None, True),
        ("recall@5<0.3", 0.1 + 0.2, None, False),
        ("recall@5>=0.9", 0.8999, None, False),
        ("recall@5>=0.9", 0.9 - 1e-10, None, False),
        ("recall@5<0.9", 0.8999, None, True),
        ("accuracy>=base-0.01", 0.89, 0.9, True),
        ("accuracy>=base-0.01", 0.8899, 0.9, False),
        ("accuracy>=base+0.02", 0.92, 0.9, True),
        ("accuracy>=base+0.02", 0.91, 0.9, False),
        ("accuracy>=base*0.98", 0.49, 0.5, True),
        ("accuracy>base", 0.5, 0.5, False),
        ("response_s<=base*2", 2.1, 1.0, False),
        ("tokens<=1000000", 1_000_000.0000001, None, True),
    ],
)
def test_a_value_is_held_against_its_bound(text, value, base, passed):
    result = judge(parse(text), "bm25", value, base)
    assert (result.name, result.gate.text, result.passed) == ("bm25", text, passed)


@given(st.sampled_from(sorted(OPERATORS)), st.sampled_from(["", *CHANGES]), numbers, numbers, numbers)
def test_any_gate_holds_as_arithmetic_has_it(sign, change, number, value, base):
    result = judge(parse(f"m:accuracy{sign}{f'base{change}' if change else ''}{number:f}"), "m", value, base)
    bound = {"": number, "+": base + number, "-": base - number, "*": base * number}[change]
    if abs(value - bound) > 1e-9:
        assert result.passed == {">=": value >= bound, ">": value > bound, "<=": value <= bound, "<": value < bound}[sign]
    else:
        assert result.passed == sign.endswith("=")


@pytest.mark.parametrize("sign", sorted(OPERATORS))
@pytest.mark.parametrize("value", [None, nan, inf])
def test_what_was_not_measured_never_passes(sign, value):
    result = judge(parse(f"recall@5{sign}0.5"), "full", value)
    assert not result.passed
    assert result.message == f"recall@5 was not measured; wanted recall@5{sign}0.5"
    assert not judge(parse(f"recall@5{sign}base"), "full", value, 0.5).passed


@pytest.mark.parametrize("sign", sorted(OPERATORS))
@pytest.mark.parametrize("base", [None, nan])
def test_a_missing_baseline_never_passes(sign, base):
    result = judge(parse(f"accuracy{sign}base*2"), "full", 0.5, base)
    assert not result.passed
    assert result.message == f"accuracy is 0.5, but was not measured for the baseline; wanted accuracy{sign}base*2"


def test_messages_tell_the_value_and_the_bound():
    assert judge(parse("recall@5>=0.9"), "m", 0.8712).message == "recall@5 is 0.8712; wanted recall@5>=0.9"
    assert judge(parse("mrr@5>=base-0.01"), "m", 0.5, 0.9).message == "mrr@5 is 0.5; wanted mrr@5>=base-0.01, which is 0.89"


@pytest.mark.parametrize("gate", ["accuracy>=0.5", "accuracy>=base", "recall@5<=0.5"])
def test_what_is_to_be_said_besides_stands_in_every_message(gate):
    for value, base in ((0.5, 0.5), (None, 0.5), (0.5, None)):
        assert (
            " (n=5, 3 rows failed and counted as 0)" in judge(parse(gate), "m", value, base, "n=5, 3 rows failed and counted as 0").message
        )


@pytest.mark.parametrize(("gate", "more"), [("a>1", True), ("a>=1", True), ("a<1", False), ("a<=1", False)])
def test_a_gate_wants_more_or_less(gate, more):
    assert parse(gate).wants_more == more


def outcomes():
    return [
        judge(parse("recall@5>=0.9"), "bm25", 0.95),
        judge(parse("a&'\"\0:recall@5>=0.9"), "<b>&'\"\0", 0.5),
        judge(parse("accuracy<base"), "记忆 🙂", None),
    ]


def test_junit_has_a_case_for_each_result():
    text = junit(outcomes())
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ')
    root = ET.fromstring(text.encode())  # noqa: S314 - our own
    (suite,) = root
    counts = {"tests": "3", "failures": "2", "errors": "0", "skipped": "0"}
    assert root.attrib == {"name": "memsim", **counts}
    assert suite.attrib == {"name": "gates", **counts}
    assert [case.tag for case in suite] == ["testcase"] * 3
    assert [case.get("classname") for case in suite] == ["bm25", "<b>&'\"\ufffd", "记忆 🙂"]
    assert [case.get("name") for case in suite] == ["recall@5>=0.9", "a&'\"\ufffd:recall@5>=0.9", "accuracy<base"]
    assert [case.find("failure") is None for case in suite] == [True, False, False]
    assert suite[2].find("failure").get("message") == suite[2].find("failure").text == "accuracy was not measured; wanted accuracy<base"


def test_junit_is_the_same_each_time_and_tells_no_time():
    assert junit(outcomes()) == junit(outcomes())
    assert "time" not in junit(outcomes())


def test_junit_of_nothing_is_an_empty_suite():
    root = ET.fromstring(junit([]))  # noqa: S314 - our own
    assert root.get("tests") == "0"
    assert len(root[0]) == 0
