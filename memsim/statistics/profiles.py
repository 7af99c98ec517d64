"""How varied the users' worlds are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import fmean

import pyarrow as pa
import pyarrow.compute as pc

from memsim.scoring.diversity import evenness, shannon_wiener
from memsim.spec.drawn import INDICES
from memsim.statistics.attributes import Attributes
from memsim.statistics.figures import Figures
from memsim.statistics.parts import Part


class Profiles:
    """Shannon–Wiener indices of the values that attributes have in the users' worlds.

    MemSim (Zhang et al., arXiv 2409.20163) names the indices SWI-R (roles), SWI-O (others) and SWI-A (all); its text is not public in full, so how they
    are taken is memsim's choice, and the same wherever memsim shows them. For an attribute of a class, H = -Σ p ln p in nats over the values that it
    has, p a value's share of all draws; draws are pooled over the users of a set and over the entities of the class (seven relatives are seven draws). An
    index is the mean of H over its nodes (`memsim.spec.drawn.indices`). Its evenness is the mean of Pielou's J = H / ln S, S being how many values
    the scenario lists for the attribute, though a class may draw from some of them only; an attribute with one value has none.

    Only what is drawn from listed values (`memsim.spec.drawn.drawn`) counts; all else is named in a note. Most of it has far more possible values than a set
    has draws, so H would measure the size of the set.
    """

    def __init__(self, attributes: Attributes | None) -> None:
        self._attributes, self._users = attributes, 0
        self._left_out: set[str] = set()
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, part: Part) -> None:
        if part.known is None or self._attributes is None:
            return
        self._users += len(part.lengths)
        world, counted = part.known.world, list(self._attributes.possible)
        nodes = pc.binary_join_element_wise(world["class"], world["attribute"], ".")
        self._left_out.update(set(pc.unique(nodes).to_pylist()) - set(counted))
        values = pa.table({"node": nodes, "value": world["value"]}).filter(pc.is_in(nodes, pa.array(counted, pa.string())))
        for row in values.group_by(["node", "value"]).aggregate([([], "count_all")]).to_pylist():
            self._counts[row["node"]][row["value"]] += row["count_all"]

    def figures(self) -> Figures:
        known = self._attributes
        drawn = {index: [node for node in known.indices[index] if node in self._counts] if known else [] for index in INDICES}
        entropies = {node: shannon_wiener(counts.values()) for node, counts in self._counts.items()}
        even = {node: evenness(entropy, known.possible[node]) if known else None for node, entropy in entropies.items()}
        return {
            "users": self._users if known else None,
            **{f"attributes in {index}": len(nodes) if known else None for index, nodes in drawn.items()},
            **{index: _mean(entropies[node] for node in nodes) for index, nodes in drawn.items()},
            **{f"{index}, evenness": _mean(even[node] for node in nodes) for index, nodes in drawn.items()},
        }

    def notes(self, figures: Figures) -> list[str]:
        if self._attributes is None:
            return ["no profiles: their figures are blank"]
        names = sorted({node.partition(".")[2] for node in self._left_out})
        return [f"left out of SWI, since their values are composed, derived or not listed: {', '.join(names)}"] if names else []


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
