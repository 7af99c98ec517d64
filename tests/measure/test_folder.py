"""What a run folder holds is read as it was written, or refused by file and line."""

import json
import shutil

import pytest
from sets import made

import memsim
from memsim.errors import DatasetError
from memsim.measure.folder import QUESTIONS, SAMPLES, read_questions, read_samples

OF_EVERY_SAMPLE = ("set", "question", "memory", "eta", "epoch", "messages", "timing", "times")
OF_EVERY_QUESTION = (
    "set",
    "truth",
    "id",
    "history_id",
    "language",
    "question_type",
    "topic",
    "noisy",
    "question",
    "question_time",
    "choices",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    native = made(tmp_path_factory, 12, language="en")
    return memsim.bench(native, "bm25", None, controls=False, timed=0, out=tmp_path_factory.mktemp("folder") / "run").path


@pytest.fixture
def broken(run, tmp_path):
    """Copies the run, with one line of a file as told."""

    def break_one(name, number, change):
        path = shutil.copytree(run, tmp_path / "run") / name
        lines = path.read_text(encoding="utf-8").splitlines()
        lines[number - 1] = change(lines[number - 1])
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path.parent

    return break_one


def without(key):
    return lambda line: json.dumps({name: value for name, value in json.loads(line).items() if name != key})


ROWS = [(SAMPLES, read_samples, key) for key in OF_EVERY_SAMPLE] + [(QUESTIONS, read_questions, key) for key in OF_EVERY_QUESTION]


@pytest.mark.parametrize(("name", "read", "key"), ROWS)
def test_a_row_without_a_key_is_told_by_its_line(broken, name, read, key):
    root = broken(name, 3, without(key))
    with pytest.raises(DatasetError, match=rf"{name}: line 3: unreadable \(.*{key}.*\); expected a row as written by `memsim bench`"):
        list(read(root))


@pytest.mark.parametrize("line", ["", "[]", "null", "7", '"text"', "{", "{}", "[" * 100_000])
@pytest.mark.parametrize(("name", "read"), [(SAMPLES, read_samples), (QUESTIONS, read_questions)])
def test_a_line_that_is_no_row_is_told(broken, name, read, line):
    root = broken(name, 2, lambda _: line)
    with pytest.raises(DatasetError, match=f"{name}: line 2: unreadable"):
        list(read(root))


@pytest.mark.parametrize(("name", "read", "key"), ROWS)
def test_a_value_of_another_kind_is_told(broken, name, read, key):
    for value in (None, 1.5, ["x"] if key != "choices" else "x"):
        row = broken(name, 1, lambda line, value=value: json.dumps(json.loads(line) | {key: value}))
        with pytest.raises(DatasetError, match=rf"line 1: unreadable \({key} is "):
            list(read(row))
        shutil.rmtree(row)


def test_what_reads_a_run_ends_in_that_error(broken, tmp_path):
    root = broken(SAMPLES, 4, without("question"))
    with pytest.raises(DatasetError, match="line 4: unreadable"):
        memsim.convert(root, tmp_path / "out", "trec-run")
    assert not (tmp_path / "out").exists()
