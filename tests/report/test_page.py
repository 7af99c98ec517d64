"""`report.md`: what a reader has to know stands there, every number with what it is out of."""

import json
import re
import sys
from pathlib import Path

import pytest

import memsim
from memsim.measure.settings import PROTOCOL_VERSION
from memsim.records import Recalled
from memsim.report.page import page

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


class Flawed:
    """A memory that fails on some questions, and recalls too much of the same on the others."""

    def reset(self):
        self.kept = []

    __init__ = reset

    def store(self, message):
        self.kept.append(message)

    def recall(self, query, k):
        if len(query) % 3 == 0:
            raise ValueError("a | pipe,\na `line`")
        return [Recalled(message.text, 1.0, (message.mid,)) for message in [*self.kept[:1], *self.kept]]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Two languages, two levels, a memory with faults; not to be written to."""
    return memsim.bench(SAMPLE, [Flawed, "full,bm25"], eta=[1, 3], k=[1, 5], per_type=5, out=tmp_path_factory.mktemp("run") / "run")


@pytest.fixture(scope="module")
def text(run):
    return (run.path / "report.md").read_text(encoding="utf-8")


def of(run, memory, eta=1):
    return next(one for one in run.results["results"] if (one["memory"], one["eta"]) == (memory, eta))


def section(text, title):
    return re.search(rf"^### {re.escape(title)}\n(.*?)(?=^###? |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def row_of(text, memory):
    """A row of the first table, by its headings."""
    heads, row = (next(line for line in text.splitlines() if line.startswith(f"| {name} |")) for name in ("memory", memory))
    return dict(zip(*([cell.strip() for cell in line.strip("|").split("|")] for line in (heads, row)), strict=True))


def test_it_says_what_was_measured_with_what(run, text):
    facts = text.split("How to read it")[0]
    for said in (
        f"protocol {PROTOCOL_VERSION}, memsim 0.1.0",
        "reader: lexical",
        "k 1, 5; η 1, 3; seed 0; epochs 1",
        "at most 5 questions of each type",
    ):
        assert said in facts
    assert run.manifest["sets"][0]["digest"][:16] in text
    assert "questions asked: 50; histories: 50" in text
    assert "by language: en 25, zh 25" in text
    assert "by question type: aggregative 10, comparative 10" in text


def test_the_papers_tables_come_first_one_a_measure_and_level(text):
    assert re.findall(r"^###+ (.*)$", text, re.MULTILINE)[:5] == [
        "By question type",
        "Accuracy, η=1",
        "Accuracy, η=3",
        "Recall@5, η=1",
        "Recall@5, η=3",
    ]


def test_every_table_is_whole(text):
    tables = re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE)
    assert len(tables) > 15
    for table in tables:
        lines = table.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1
        assert re.fullmatch(r"\| --- (\| --: )*\|", lines[1])


def test_every_value_has_its_n(text):
    for line in section(text, "By question type").splitlines():
        if line.startswith("| memory"):
            heads = [head.strip() for head in line.strip("|").split("|")][1:]
        elif re.search(r"\d \(", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")][1:]
            assert all("(n=" in head or " n=" in cell or cell == "–" for head, cell in zip(heads, cells, strict=True))


def test_failures_and_what_was_put_right_are_told_with_counts(run, text):
    one = of(run, "Flawed")
    (count,) = set(one["errors"].values())
    assert 0 < count < one["rows"] == 50
    assert f"Flawed, η=1: **{count} of 50 rows failed**: `recall: ValueError: a | pipe, a 'line'`" in text
    assert f"Flawed, η=1: {one['flags']['duplicates']} things were recalled again, and dropped" in text
    assert f"Flawed, η=1: {one['flags']['over_k']} things were recalled beyond k, and cut off" in text
    assert one["measures"]["recall@5"]["n"] == 50 - count


def test_many_kinds_of_failure_are_cut_short_but_counted(run):
    results = json.loads(json.dumps(run.results))
    found = next(one for one in results["results"] if one["memory"] == "bm25")
    found["errors"] = {f"why {place}": 9 - place for place in range(6)}
    text = page(run.manifest, results, {})
    assert re.findall(r"bm25, η=1: \*\*(\d) of 50 rows failed\*\*: `why (\d)`", text) == [("9", "0"), ("8", "1"), ("7", "2")]
    assert "bm25, η=1: 15 of 50 rows failed in 3 other ways: see samples.jsonl" in text


def test_a_k_that_reaches_the_whole_history_is_flagged(run, text):
    count = of(run, "bm25")["flags"]["k_at_least_history"]
    assert f"η=1: k=5 reaches the whole history in {count} of 50 rows of each memory" in text


def test_types_for_retrieval_only_are_named_and_left_out_of_accuracies(run, text):
    for one in run.results["retrieval_only"]["daily-sample"]:
        assert f"{one['question_type']} {one['language']} ({one['accuracy']:.0%}, n={one['n']}, too few to tell)" in text
    row = row_of(section(text, "Outcomes"), "oracle (OracleMem, control)")
    assert int(row["answers"]) + int(row["retrieval only"]) == int(row["rows"]) == 50
    accuracy = of(run, "oracle")["measures"]["accuracy"]
    assert int(row["answers"]) == accuracy["n"]
    assert int(row["correct"]) == round(accuracy["n"] * accuracy["mean"])


def test_each_language_has_its_column(text):
    by = section(text, "By language, topic and noise")
    assert "#### Accuracy by language, η=1" in by
    assert re.search(r"^\| memory \| en .*\| zh .*\| all ", by, re.MULTILINE)


def test_controls_are_marked_and_below_and_never_looking_has_its_table(text):
    table = section(text, "By question type").split("####")[1]
    names = re.findall(r"^\| ([^|]*?) \|", table, re.MULTILINE)[2:]
    assert names == [
        "Flawed",
        "full (FullMem)",
        "bm25",
        *(f"{name}control)" for name in ("none (NonMem, ", "random (", "first (", "oracle (OracleMem, ")),
    ]
    assert re.search(r"^\| always \| A \| B \| C \| D \| any \| n \|$", section(text, "Never looking"), re.MULTILINE)


def test_the_plots_are_shown_and_there(run, text):
    shown = re.findall(r"!\[.*?\]\(<(.*?)>\)", text)
    assert shown == ["accuracy-daily-sample.png", "recall_at_5-daily-sample.png"]
    assert all((run.path / name).is_file() for name in shown)
    assert [path.name for path in run.plot()] == shown


def test_without_matplotlib_the_report_says_why_it_has_no_plots(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    before = (run.path / "report.md").read_bytes()
    text = run.report()
    (run.path / "report.md").write_bytes(before)
    assert "![" not in text
    assert "no plots: they need `pip install 'memsim[bench]'`" in text


def test_retrieval_alone_has_no_empty_tables(tmp_path):
    text = memsim.bench(SAMPLE, "bm25", None, limit=5, controls=False, out=tmp_path / "run").report()
    assert "reader: none, retrieval only" in text
    assert "Accuracy" not in text
    assert "### Outcomes" not in text
    assert "#### Recall@5, η=1" in text


def test_without_an_oracle_it_says_that_accuracies_may_include_what_cannot_be_answered(run, text, tmp_path):
    alone = memsim.bench(SAMPLE, "bm25", limit=5, controls=False, out=tmp_path / "run").report()
    assert "**no oracle took part**: accuracies include types of question" in alone
    assert "no oracle took part" not in text


@pytest.mark.parametrize(("n", "says"), [(29, "(50%, n=29, too few to tell)"), (1200, "(50%, n=1,200)")])
def test_a_share_of_few_questions_is_called_so(run, n, says):
    kind = {"language": "en", "question_type": "multi_hop", "accuracy": 0.5, "n": n}
    assert f"multi_hop en {says}" in page(run.manifest, {**run.results, "retrieval_only": {"daily-sample": [kind]}}, {})


def test_scored_again_the_head_has_the_cuts_and_the_protocol_of_the_scoring(run):
    head = page({**run.manifest, "protocol_version": 0}, {**run.results, "ks": [1, 3]}, {}).split("How to read it")[0]
    assert f"protocol 0, scored by protocol {run.results['protocol_version']}, memsim" in head
    assert "k 1, 3; η 1, 3" in head


def test_what_making_a_memory_took_has_a_line_of_its_own(run):
    environment = {"python": "3.11", "made_s": {"bm25": 0.003, "retrieved": 1.5}}
    head = page({**run.manifest, "environment": environment}, run.results, {}).split("How to read it")[0]
    assert "\n- seconds that the first of each took to be made: bm25 0.003, retrieved 1.5\n" in head
    assert "made_s" not in head


def test_a_memory_of_a_size_below_k_is_noted(tmp_path):
    text = memsim.bench(SAMPLE, "recent:2", k=[1, 5], limit=5, controls=False, out=tmp_path / "run").report()
    assert "- recent:2: measures @5 look at 2: it was asked for no more" in text
