"""Draws a network for people: one box a class, attributes in layers from parents to children, arrows labelled by nothing but their direction."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from memsim.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from memsim.network.graph import BRNet

_COLOURS = ("#4878a8", "#b0603c", "#5f8f4e", "#8a5fa0", "#a8892f", "#3f8f8a", "#a34f6b", "#666666")
_ENDINGS = (".svg", ".png", ".pdf")
_ROW, _COLUMN = 0.36, 2.6


def _layout(network: BRNet) -> tuple[dict[str, tuple[float, float]], dict[str, tuple[float, float]], float]:
    """Return node positions, the vertical extent of each class, and the total width."""
    graph = network.to_networkx()
    depth: dict[str, int] = {}
    for name in network.nodes:
        own = [p for p in graph.predecessors(name) if network.nodes[p].klass == network.nodes[name].klass]
        depth[name] = 1 + max((depth[p] for p in own), default=-1)
    positions, bands, top = {}, {}, 0.0
    for klass in dict.fromkeys(node.klass for node in network.nodes.values()):
        layers: dict[int, list[str]] = {}
        for name in network.nodes:
            if network.nodes[name].klass == klass:
                layers.setdefault(depth[name], []).append(name)
        tallest = max(len(layer) for layer in layers.values())
        for column, layer in layers.items():
            shift = (tallest - len(layer)) / 2
            for row, name in enumerate(layer):
                positions[name] = (column * _COLUMN, -(top + (row + shift) * _ROW))
        bands[klass] = (-(top - _ROW), -(top + (tallest - 1) * _ROW + _ROW))
        top += tallest * _ROW + 3 * _ROW
    return positions, bands, (max(depth.values()) + 1) * _COLUMN


def plot(network: BRNet, path: str | Path) -> None:
    """Write the drawing; the format follows the file's ending. The bytes of an SVG depend on the network only.

    Raises:
        MissingDependencyError: matplotlib is not installed.
        InputError: The file's ending is none that can be drawn.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingDependencyError("plotting a network", "plot") from None
    from matplotlib.figure import Figure

    if Path(path).suffix not in _ENDINGS:
        raise InputError(f"{path}: cannot draw {Path(path).suffix or 'a file without ending'}; expected {', '.join(_ENDINGS)}")
    positions, bands, width = _layout(network)
    height = -min(low for _, low in bands.values()) + _ROW
    with mpl.rc_context({"svg.hashsalt": "memsim", "svg.fonttype": "none", "font.size": 8}):
        figure = Figure(figsize=(width * 0.62 + 0.8, height * 0.62 + 0.4))
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(-1.7, width - 0.6)
        axes.set_ylim(-height, _ROW * 2.2)
        _draw(axes, network, positions, bands)
        figure.savefig(path, metadata={"Date": None} if str(path).endswith(".svg") else None)


def _draw(axes: Any, network: BRNet, positions: dict[str, tuple[float, float]], bands: dict[str, tuple[float, float]]) -> None:
    colours = dict(zip(bands, _COLOURS * len(bands), strict=False))
    for klass, (high, low) in bands.items():
        lanes = next(node.lanes for node in network.nodes.values() if node.klass == klass)
        axes.axhspan(low, high, xmin=0.01, xmax=0.99, color=colours[klass], alpha=0.09, lw=0)
        axes.text(-1.6, (high + low) / 2, f"{klass}\n× {lanes}", color=colours[klass], weight="bold", va="center", fontsize=10)
    for parent, child in nx.DiGraph(network.to_networkx()).edges:
        across = network.nodes[parent].klass != network.nodes[child].klass
        arrow = {"arrowstyle": "-|>", "color": colours[network.nodes[parent].klass], "alpha": 0.35 if across else 0.75, "lw": 0.8}
        arrow |= {"shrinkA": 22, "shrinkB": 22, "connectionstyle": f"arc3,rad={0.18 if across else 0.06}"}
        axes.annotate("", xy=positions[child], xytext=positions[parent], arrowprops=arrow)
    for name, (x, y) in positions.items():
        box = {"boxstyle": "round,pad=0.22", "fc": "white", "ec": colours[network.nodes[name].klass], "lw": 1.0}
        axes.text(x, y, name.split(".", 1)[1], ha="center", va="center", bbox=box)
