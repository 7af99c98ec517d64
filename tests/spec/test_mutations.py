"""Whatever stands in a scenario's files, loading works or raises an error of memsim, never another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import copy_daily

from memsim.errors import MemsimError
from memsim.network.graph import build_network
from memsim.spec.load import load_spec

ODD = [
    "", " ", "0", "1", "-1", "1e400", "nan", '"', '""', "{", "}", "{value}", "#", ",", "a,b", "\n", "\ufeff", "\0", "：", "é", "true", "0x1F", "1_0",
]  # fmt: skip
CELLS = st.one_of(
    st.sampled_from(ODD), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=6), st.floats().map(str)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return copy_daily(tmp_path_factory.mktemp("mutations") / "daily")


def load_changed(path, text, folder):
    """Load with one file changed, and put it back."""
    before = path.read_bytes()
    path.write_text(text, encoding="utf-8", newline="")
    try:
        build_network(load_spec(folder))
    except MemsimError as error:
        assert str(error).strip()  # noqa: PT017 - any of them will do, but not silence
    finally:
        path.write_bytes(before)


@settings(max_examples=40)
@given(data=st.data())
def test_any_cells_load_or_are_refused(folder, data):
    path = data.draw(st.sampled_from(sorted((folder / "priors").glob("*.csv"))))
    lines = path.read_text(encoding="utf-8").split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        line = data.draw(st.integers(0, len(lines) - 1))
        cells = lines[line].split(",")
        cells[data.draw(st.integers(0, len(cells) - 1))] = data.draw(CELLS)
        lines[line] = ",".join(cells)
    load_changed(path, "\n".join(lines), folder)


@settings(max_examples=30)
@given(data=st.data())
def test_any_lines_of_yaml_load_or_are_refused(folder, data):
    path = folder / data.draw(st.sampled_from(["scenario.yaml", "phrases.en.yaml", "phrases.zh.yaml"]))
    lines = path.read_text(encoding="utf-8").split("\n")
    line = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "repeat", "insert", "replace"]))
    words = lines[line].split(" ")
    match change:
        case "drop":
            del lines[line]
        case "repeat":
            lines.insert(line, lines[line])
        case "insert":
            lines.insert(line, data.draw(CELLS))
        case "replace":
            words[data.draw(st.integers(0, len(words) - 1))] = data.draw(CELLS)
            lines[line] = " ".join(words)
    load_changed(path, "\n".join(lines), folder)
