"""A judge in a process of its own says what one in this process says."""

import asyncio

import pytest

from memsim.engine.judging import DistantJudge
from memsim.render.guard import Guard, Inquiry, Statement
from memsim.render.judging import COPY, MISSING, Judge

FACT = Statement("My boss works in Busan.", "my boss", "workplace", "Busan", "Busan", None, "2027-03-01T10:00")
ASKED = Inquiry("Where does my boss work?", ("my boss",), ("Busan", "Lisbon", "Oslo", "Riga"), "2027-03-05T10:00")
SAID = [
    (FACT, ["My boss works in Busan. Thanks."]),
    (FACT, ["My boss works in Lisbon.", "My boss works in Busan, by the way."]),
    (FACT, ["My boss works in Lisbon."]),
    (FACT, ["My boss works in Busan."]),
    (FACT, []),
    (ASKED, ["Where does my boss work? Thanks.", "Does my boss work in Busan?"]),
]


@pytest.mark.slow
def test_a_distant_judge_agrees_with_a_near_one(spec):
    near, distant = Judge({"en": Guard(spec, "en")}), DistantJudge(spec.folder.absolute(), ["en"])
    try:
        verdicts = asyncio.run(distant("en", SAID))
    finally:
        distant.close()
    assert verdicts == near.judge("en", SAID) == asyncio.run(near("en", SAID))
    assert [verdict.text for verdict in verdicts] == [
        "My boss works in Busan. Thanks.", "My boss works in Busan, by the way.", None, None, None, "Where does my boss work? Thanks.",
    ]  # fmt: skip
    assert [verdict.reason for verdict in verdicts[3:5]] == [COPY, MISSING]
