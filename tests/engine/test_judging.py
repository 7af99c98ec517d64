"""A judge in a process of its own says what one in this process says; a process that ends too soon is told with what to do."""

import asyncio
import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from memsim.engine.judging import DistantJudge
from memsim.errors import GenerationError
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


@pytest.mark.slow
def test_a_judge_whose_process_was_killed_is_told_with_what_to_do(spec):
    distant = DistantJudge(spec.folder.absolute(), ["en"])
    try:
        asyncio.run(distant("en", SAID[:1]))
        for child in multiprocessing.active_children():
            child.kill()
        for _ in range(2):
            with pytest.raises(GenerationError, match=r"the process that judges rewrites ended too soon; .*__main__.*--resume"):
                asyncio.run(distant("en", SAID))
    finally:
        distant.close()


BEGIN = """
import sys
from pathlib import Path
sys.path.append({tests!r})
import memsim
"""
UNGUARDED = {
    "the process that judges rewrites": """
from memsim.engine import rewritten
from models import fake_model
from rewriting import faithful, rewriting
rewritten._WORTH_A_PROCESS = 1
with fake_model(faithful) as model:
    memsim.generate("daily", 2, out="set", rewriting=rewriting(model, Path(".")))
""",
    "a worker process": 'memsim.generate("daily", 2, out="set", workers=2)',
    "a process that checks": """
import os
from memsim.check import run
run._WORTH_PROCESSES, run._PART, os.cpu_count = 1, 20, lambda: 2
memsim.load({sample!r}).check()
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("who", UNGUARDED)
def test_a_script_that_does_not_say_where_it_begins_is_told_so(tmp_path, who):
    tests, script = Path(__file__).parents[1], tmp_path / "script.py"
    sample = tests.parent / "generated" / "daily-sample"
    script.write_text((BEGIN + UNGUARDED[who]).format(tests=str(tests), sample=str(sample)), encoding="utf-8")
    ended = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    assert "BrokenProcessPool" not in ended.stderr
    told = f"memsim.errors.ProcessError: {who} ended too soon; a script that uses several processes needs `if __name__"
    assert [line for line in ended.stderr.splitlines() if line.startswith(told)]  # what tracks the processes may have the last word
    assert not (tmp_path / "set").exists()
