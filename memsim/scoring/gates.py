"""Gates: what a run must reach to pass, as one writes it on a command line: ``recall@5>=0.9``, ``bm25:accuracy>=base-0.01``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from math import isclose, isfinite
from typing import NamedTuple, TypeGuard
from xml.etree import ElementTree as ET

from memsim.errors import InputError

GRAMMAR = (
    "[[RUN/]MEMORY[/READER]:]METRIC OP VALUE, where OP is >=, >, <= or <, and VALUE a number, base, base-NUMBER, base+NUMBER or base*NUMBER; "
    "such as recall@5>=0.9 or bm25:accuracy>=base-0.01"
)
#: What holds a value against its bound.
OPERATORS: dict[str, Callable[[float, float], bool]] = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
#: What makes a bound of the baseline's value and a number.
CHANGES: dict[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_SLACK = 1e-12  # values that differ by less are equal: they were computed

# The last colon ends the target: names such as recent:5 and package.module:Class have colons of their own.
_TARGET = re.compile(r"(?:(?P<memory>.+):)?(?P<metric>[A-Za-z]\w*(?:@[1-9]\d*)?)", re.ASCII)
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?"
_VALUE = re.compile(rf"(?P<base>base)(?:\s*(?P<change>[+*-])\s*(?P<by>{_NUMBER}))?|(?P<number>[+-]?{_NUMBER})", re.ASCII)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Gate(NamedTuple):
    """One condition.

    Attributes:
        text: As it was written.
        memory: The memory that it is for, as it stands before the colon; None for every one.
        metric: What is held against the bound.
        operator: One of `OPERATORS`.
        change: One of `CHANGES`, where the bound is the baseline's value so changed; empty where it is `number` alone.
        number: The bound, or what changes the baseline's value.
    """

    text: str
    memory: str | None
    metric: str
    operator: str
    change: str
    number: float

    @property
    def base(self) -> bool:
        """Whether the bound depends on a baseline."""
        return bool(self.change)

    @property
    def wants_more(self) -> bool:
        """Whether a higher value never fails what a lower one passes."""
        return self.operator.startswith(">")


class GateResult(NamedTuple):
    """Whether a gate held for the run called `name`, and why."""

    name: str
    gate: Gate
    passed: bool
    message: str


def parse(text: str) -> Gate:
    """Read a gate.

    Raises:
        InputError: The text is none; the error names the place and the grammar.
    """
    parts = [part.strip() for part in re.split(f"({'|'.join(OPERATORS)})", text)]
    if len(parts) != 3:
        raise _wrong(text, text, f"holds {len(parts) // 2} of the signs {', '.join(OPERATORS)}, not one")
    target, sign, value = parts
    named, bound = _TARGET.fullmatch(target), _VALUE.fullmatch(value)
    if named is None:
        raise _wrong(text, target, "is no metric, with or without a memory before it")
    if bound is None:
        raise _wrong(text, value, "is no value")
    change = bound["change"] or ("+" if bound["base"] else "")
    return Gate(text.strip(), named["memory"], named["metric"], sign, change, float(bound["number"] or bound["by"] or 0))


def _wrong(text: str, place: str, why: str) -> InputError:
    return InputError(f"gate {text!r}: {place!r} {why}; expected {GRAMMAR}")


def judge(gate: Gate, name: str, value: float | None, base: float | None = None, note: str = "") -> GateResult:
    """Hold a measured value against a gate.

    Args:
        gate: What must hold.
        name: What was measured, such as the memory's name.
        value: The value of the gate's metric; None where it was not measured, which fails.
        base: The baseline's value of the same metric; None where there is none, which fails a gate that needs it.
        note: What the message shall say besides, such as how many questions are behind the value.
    """
    behind = f" ({note})" if note else ""
    if not _measured(value):
        return GateResult(name, gate, passed=False, message=f"{gate.metric} was not measured{behind}; wanted {gate.text}")
    bound = gate.number
    if gate.base:
        if not _measured(base):
            message = f"{gate.metric} is {value:.8g}{behind}, but was not measured for the baseline; wanted {gate.text}"
            return GateResult(name, gate, passed=False, message=message)
        bound = CHANGES[gate.change](base, gate.number)
    near = isclose(value, bound, rel_tol=_SLACK, abs_tol=_SLACK)
    passed = OPERATORS[gate.operator](bound if near else value, bound)
    worth = f", which is {bound:.8g}" if gate.base else ""
    return GateResult(name, gate, passed, f"{gate.metric} is {value:.8g}{behind}; wanted {gate.text}{worth}")


def _measured(value: float | None) -> TypeGuard[float]:
    return value is not None and isfinite(value)


def junit(results: Sequence[GateResult]) -> str:
    """Return results as JUnit XML, one test case a result, without times: the same results give the same text."""
    failures = sum(not result.passed for result in results)
    counts = {"tests": str(len(results)), "failures": str(failures), "errors": "0", "skipped": "0"}
    suites = ET.Element("testsuites", {"name": "memsim", **counts})
    suite = ET.SubElement(suites, "testsuite", {"name": "gates", **counts})
    for result in results:
        case = ET.SubElement(suite, "testcase", {"classname": _printable(result.name), "name": _printable(result.gate.text)})
        outcome = ET.SubElement(case, "system-out" if result.passed else "failure")
        outcome.text = _printable(result.message)
        if not result.passed:
            outcome.set("message", outcome.text)
    ET.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(suites, encoding="unicode")}\n'


def _printable(text: str) -> str:
    """Return a text with what no XML may hold, such as a NUL, replaced."""
    return _NOT_XML.sub("\ufffd", text)
