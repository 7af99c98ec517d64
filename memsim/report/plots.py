"""Plots of a run: how memories fall as noise grows, or where they stand at one level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from textwrap import fill
from typing import Any
from warnings import catch_warnings, filterwarnings

from memsim.errors import MissingDependencyError
from memsim.report.tables import Result, headline, name_of, sorted_for_show

_ENDINGS = (".png", ".svg")
_STYLE: dict[Any, Any] = {"svg.hashsalt": "memsim", "svg.fonttype": "none", "text.parse_math": False, "font.size": 9}
_COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#8c6d31",
    "#000000",
)  # Okabe & Ito's, which colour-blind people tell apart
_MARKERS = "os^DvPX"  # one fewer than colours, so that both together repeat late
_TITLE = 60  # letters in a line of it
_GREY = "#8a8a8a"
_SPREAD = 0.3  # how far apart, in steps between levels, memories stand at one level, so that their intervals do not hide each other


def draw(results: Mapping[str, Any], folder: Path) -> dict[str, list[str]]:
    """Write a plot a set and measure, as PNG and SVG, and return the names of the PNG files by set.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError("plots of a run", "bench") from None
    names: dict[str, list[str]] = {}
    for name, measure, found in _plots(results):
        levels = sorted({one["eta"] for one in found})
        count = len({one["memory"] for one in found})
        plot, height = (_falling, 3.6) if len(levels) > 1 else (_standing, 1.4)
        with rc_context(_STYLE), catch_warnings():
            filterwarnings("ignore", message="Glyph .* missing from")  # the name of a set may have letters that the font lacks
            figure = Figure(figsize=(8, max(height, 0.24 * count + 1.2)), layout="constrained")
            axes = figure.add_subplot()
            plot(axes, found, measure)
            axes.set_title(fill(name, _TITLE))
            stem = f"{measure.replace('@', '_at_')}-{name}"
            for ending in _ENDINGS:
                figure.savefig(folder / (stem + ending), dpi=120, metadata={"Date": None} if ending == ".svg" else {"Software": None})
        names.setdefault(name, []).append(stem + _ENDINGS[0])
    return names


def _plots(results: Mapping[str, Any]) -> list[tuple[str, str, list[Result]]]:
    """Return what there is to draw: set, measure, and the results that have it, controls last."""
    measures = ("accuracy", f"recall@{headline(results['ks'])}")
    shown = sorted_for_show(results["results"])
    groups = [
        (name, measure, [one for one in shown if one["set"] == name and measure in one["measures"]])
        for name in dict.fromkeys(one["set"] for one in results["results"])
        for measure in measures
    ]
    return [group for group in groups if group[2]]


def _falling(axes: Any, found: Sequence[Result], measure: str) -> None:
    """Draw one line a memory over the levels, which stand at equal distances."""
    levels = sorted({one["eta"] for one in found})
    memories = list({one["memory"]: one for one in found}.values())
    lines = []
    for place, (memory, style) in enumerate(zip(memories, _styles(memories), strict=True)):
        points = sorted((one["eta"], one["measures"][measure]) for one in found if one["memory"] == memory["memory"])
        shift = _SPREAD * ((place + 0.5) / len(memories) - 0.5)
        means, ends = _ends([point for _, point in points])
        lines.append(axes.errorbar([levels.index(eta) + shift for eta, _ in points], means, ends, **style))
    axes.set_xticks(range(len(levels)), [str(eta) for eta in levels])
    axes.set_xlabel("η: messages in all for each real one")
    axes.set_ylabel(measure)
    axes.set_ylim(-0.02, 1.02)
    axes.grid(axis="y", color="#e5e5e5", linewidth=0.6)
    # Given by hand: matplotlib leaves names that begin with "_" out of a legend.
    axes.figure.legend(lines, list(map(name_of, memories)), loc="outside right upper", frameon=False)


def _standing(axes: Any, found: Sequence[Result], measure: str) -> None:
    """Draw one row a memory, the first on top."""
    for place, (one, style) in enumerate(zip(found, _styles(found), strict=True)):
        means, ends = _ends([one["measures"][measure]])
        axes.errorbar(means, [place], xerr=ends, **style)
    axes.set_yticks(range(len(found)), list(map(name_of, found)))
    axes.invert_yaxis()
    axes.set_xlabel(f"{measure}, η={found[0]['eta']}")
    axes.set_xlim(-0.02, 1.02)
    axes.grid(axis="x", color="#e5e5e5", linewidth=0.6)


def _ends(points: Sequence[Mapping[str, float]]) -> tuple[list[float], list[list[float]]]:
    """Return means, and how far below and above them their intervals reach."""
    means = [point["mean"] for point in points]
    return means, [[point["mean"] - point["low"] for point in points], [point["high"] - point["mean"] for point in points]]


def _styles(memories: Sequence[Result]) -> list[dict[str, Any]]:
    """Return how each memory is drawn: controls in grey and dashed, the others in a colour each."""
    colours, markers = cycle(_COLOURS), cycle(_MARKERS)
    drawn = {"markersize": 4, "capsize": 2, "elinewidth": 0.8, "linewidth": 1.2}
    return [
        {**drawn, "marker": next(markers), "color": _GREY, "linestyle": "--"}
        if one["control"]
        else {**drawn, "marker": next(markers), "color": next(colours), "linestyle": "-"}
        for one in memories
    ]
