"""Plots: both endings, the same bytes again, legends and names that are whole."""

import re
import sys

import pytest

from memsim.errors import MissingDependencyError
from memsim.report.plots import draw


def result(memory, eta, mean, *, control=False, name="s"):
    measures = {"accuracy": {"mean": mean, "low": mean / 2, "high": (1 + mean) / 2, "n": 10, "clusters": 10}}
    return {"set": name, "memory": memory, "paper": "", "control": control, "eta": eta, "measures": measures}


def results(memories, levels, name="s"):
    found = [
        result(memory, eta, place / len(memories), control=memory == "none", name=name)
        for eta in levels
        for place, memory in enumerate(memories)
    ]
    return {"ks": [5], "results": found}


def texts(svg):
    return [text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("levels", [[1], [1, 10, 50]])
def test_the_same_results_give_the_same_bytes(tmp_path, levels):
    given = results(["bm25", "none"], levels)
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        assert draw(given, tmp_path / folder) == {"s": ["accuracy-s.png"]}
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == ["accuracy-s.png", "accuracy-s.svg"]
    for ending in ("png", "svg"):
        first, second = ((tmp_path / folder / f"accuracy-s.{ending}").read_bytes() for folder in ("a", "b"))
        assert first == second
    assert (tmp_path / "a" / "accuracy-s.png").read_bytes().startswith(b"\x89PNG")


def test_levels_are_on_the_axis_and_every_memory_in_the_legend(tmp_path):
    memories = [*(f"memory:{place}" for place in range(13)), "_mine:Class", "none"]
    draw(results(memories, [1, 10, 200]), tmp_path)
    drawn = texts(tmp_path / "accuracy-s.svg")
    assert drawn.count("s") == 1
    assert {"1", "10", "200", "accuracy"} <= set(drawn)
    assert [text for text in drawn if text.startswith(("memory:", "_mine", "none"))] == [*memories[:-1], "none (control)"]


def test_at_one_level_the_memories_are_on_the_axis(tmp_path):
    draw(results(["bm25", "_mine", "none"], [7]), tmp_path)
    drawn = texts(tmp_path / "accuracy-s.svg")
    assert {"bm25", "_mine", "none (control)", "accuracy, η=7"} <= set(drawn)


@pytest.mark.parametrize("name", ["set_a $x$ (b)", "数据集 $1$", "x" * 150])
@pytest.mark.parametrize("levels", [[1], [1, 10]])
def test_any_name_of_a_set_is_drawn_as_it_is(tmp_path, name, levels):
    draw(results(["$a_b$", "bm25"], levels, name), tmp_path)
    drawn = "".join(texts(tmp_path / f"accuracy-{name}.svg"))
    assert name in drawn
    assert "$a_b$" in drawn


def test_each_set_has_its_plots_and_what_was_not_measured_has_none(tmp_path):
    given = results(["bm25"], [1], "one")
    other = results(["bm25"], [1], "two")["results"]
    other[0]["measures"]["recall@5"] = other[0]["measures"]["accuracy"]
    given["results"] += other
    assert draw(given, tmp_path) == {"one": ["accuracy-one.png"], "two": ["accuracy-two.png", "recall_at_5-two.png"]}


def test_without_matplotlib_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'memsim\[bench\]'"):
        draw(results(["bm25"], [1]), tmp_path)
