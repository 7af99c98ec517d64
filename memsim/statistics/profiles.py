"""How varied the users' worlds are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import fmean

import pyarrow as pa
import pyarrow.compute as pc

from memsim.statistics.attributes import Attributes
from memsim.statistics.entropy import evenness, shannon_wiener
from memsim.statistics.figures import Figures
from memsim.statistics.parts import Part

#: By index, whether it is over the attributes of persons.
_INDICES = {"SWI-R": (True,), "SWI-O": (False,), "SWI-A": (True, False)}


class Profiles:
    """Shannon–Wiener indices of the values that attributes have in the users' worlds.

    MemSim (Zhang et al., arXiv 2409.20163) names the indices SWI-R (roles), SWI-O (others) and SWI-A (all); its text is not public in full, so how they
    are taken is memsim's choice. For an attribute, H = -Σ p ln p in nats over the values that it has, p a value's share of all draws; draws are
    pooled over the users of a set and over the entities that have the attribute (three relatives are three draws). SWI-R is the mean of H over the
    attributes of persons (in `daily` the user, relatives and colleagues), SWI-O that over the attributes of all else (events, items, places), SWI-A
    that over both, each attribute counting once. The evenness of an index is the mean of Pielou's J = H / ln S, S being how many values the scenario
    lists for the attribute; an attribute with one value has none.

    Attributes without a list of values are left out, and named in a note: a value is composed of others (names, phone numbers, e-mail addresses,
    moments), refers to another entity or is a row of digits. Most have far more possible values than a set has draws, so H would measure the size of the set.
    """

    def __init__(self, attributes: Attributes | None) -> None:
        self._attributes, self._users = attributes, 0
        self._left_out: set[str] = set()
        self._counts: defaultdict[tuple[bool, str], Counter[str]] = defaultdict(Counter)

    def add(self, part: Part) -> None:
        if part.known is None or self._attributes is None:
            return
        self._users += len(part.lengths)
        world = part.known.world
        self._left_out.update(set(pc.unique(world["attribute"]).to_pylist()) - set(self._attributes.possible))
        listed = world.filter(pc.is_in(world["attribute"], pa.array(list(self._attributes.possible), pa.string())))
        for row in listed.group_by(listed.column_names).aggregate([([], "count_all")]).to_pylist():
            key = row["class"] in self._attributes.persons, row["attribute"]
            self._counts[key][row["value"]] += row["count_all"]

    def figures(self) -> Figures:
        drawn = {index: [key for key in sorted(self._counts) if key[0] in sides] for index, sides in _INDICES.items()}
        entropies = {key: shannon_wiener(counts.values()) for key, counts in self._counts.items()}
        possible = self._attributes.possible if self._attributes else {}
        return {
            "users": self._users if self._attributes else None,
            **{f"attributes in {index}": len(keys) if self._attributes else None for index, keys in drawn.items()},
            **{index: _mean(entropies[key] for key in keys) for index, keys in drawn.items()},
            **{f"{index}, evenness": _mean(evenness(entropies[key], possible[key[1]]) for key in keys) for index, keys in drawn.items()},
        }

    def notes(self, figures: Figures) -> list[str]:
        if self._attributes is None:
            return ["no profiles: their figures are blank"]
        return [f"left out of SWI, since their values are not listed: {', '.join(sorted(self._left_out))}"] if self._left_out else []


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
