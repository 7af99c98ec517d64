"""What profiles are worth: how rational they are, by the rules and by the network of their scenario, and how varied.

MemSim (arXiv 2409.20163) has models and people score rationality, and names the diversity indices SWI-R, SWI-O and SWI-A. Here rationality is what can be
proved: no rule is broken, and the network can draw it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memsim.network.graph import BRNet, Profiles
from memsim.network.rules import Rules, named
from memsim.profiling.written import MISSING, written
from memsim.scoring.diversity import shannon_wiener
from memsim.scoring.intervals import Estimate, estimate
from memsim.spec.drawn import indices
from memsim.spec.load import Spec

Bools = NDArray[np.bool_]
_Z = NormalDist().inv_cdf(0.975)


class Index(NamedTuple):
    """A Shannon-Wiener index in nats, with its 95 % interval, over so many attributes; NaN over none, as is the interval of one profile."""

    value: float
    low: float
    high: float
    attributes: int


@dataclass(frozen=True)
class Measures:
    """What a way of drawing profiles gave.

    Attributes:
        n: Profiles.
        complete: Those that miss no value.
        rational: The share of profiles that break no rule, of those that have all values that rules speak of.
        rational_entities: The same of entities, of classes that a rule speaks of; the entities of one profile are a cluster.
        broken: By rule, the share of profiles that break it; most frequent first, those that none breaks left out.
        possible: The share of profiles that the network can draw, of the complete ones.
        log_prob: Their mean natural-log probability by the network; NaN where there is none.
        diversity: SWI-R, SWI-O and SWI-A over the nodes of `memsim.spec.drawn.indices`.
        distinct: Different profiles by all that is written, per profile.
        values: How many were written.
        dropped: By reason, how many were not, or did not fit.
    """

    n: int
    complete: int
    rational: Estimate
    rational_entities: Estimate
    broken: Mapping[str, float]
    possible: Estimate
    log_prob: float
    diversity: Mapping[str, Index]
    distinct: float
    values: int
    dropped: Mapping[str, int]


def measured(spec: Spec, network: BRNet, profiles: Profiles, dropped: Mapping[str, int]) -> Measures:
    """Return the measures of one or more profiles; codes of shape (instances, n) by node, MISSING where there is no value."""
    n, verdict, nodes = next(iter(profiles.values())).shape[1], _Verdict(spec, profiles), written(spec, network)
    complete = np.stack([(codes != MISSING).all(axis=0) for codes in profiles.values()]).all(axis=0)
    log_prob = network.log_prob({name: codes[:, complete] for name, codes in profiles.items()})
    possible = np.isfinite(log_prob)
    return Measures(
        n,
        int(complete.sum()),
        verdict.of_profiles(),
        verdict.of_entities(),
        verdict.broken(),
        estimate(possible),
        float(log_prob[possible].mean()) if possible.any() else float("nan"),
        {name: index(profiles, group) for name, group in indices(spec).items()},
        _distinct(profiles, nodes) / n,
        sum(int((profiles[name] != MISSING).sum()) for of_class in nodes.values() for name in of_class),
        dict(Counter(dropped).most_common()),
    )


def index(profiles: Profiles, nodes: Iterable[str]) -> Index:
    """Return the mean over nodes of `shannon_wiener`, taken over all profiles and instances: what `memsim stats` shows of a set.

    H is the mean of -ln p over what was drawn, so its standard error is that of a mean over profiles (the delta method; Basharin 1959, Theory of
    Probability 4), in which all values of a profile count as one observation. H falls short of that of the distribution by about (values - 1) / 2N for N
    independent draws (Miller 1955). Instances that copy each other, as colleagues do their employer, are one draw: of few profiles, those that keep such a
    tie look less varied than those that break it, which the interval does not know. Nodes without any value are left out.

    Args:
        profiles: Codes of shape (instances, n) by node, MISSING left out.
        nodes: Of the profiles.
    """
    entropies: list[float] = []
    apart = np.zeros(next(iter(profiles.values())).shape[1])
    for name in nodes:
        codes, known = profiles[name], profiles[name] != MISSING
        drawn = int(known.sum())
        if drawn:
            counts = np.bincount(codes[known])
            entropies.append(shannon_wiener(counts))
            surprisal = -np.log(np.where(known, counts[codes], drawn) / drawn)
            apart += np.where(known, surprisal - entropies[-1], 0.0).sum(axis=0) / drawn
    if not entropies:
        return Index(np.nan, np.nan, np.nan, 0)
    n = len(apart)
    mean, error = float(np.mean(entropies)), sqrt(float(apart @ apart) * n / (n - 1)) / len(entropies) if n > 1 else np.nan
    return Index(mean, mean - _Z * error, mean + _Z * error, len(entropies))


def _distinct(profiles: Profiles, nodes: Mapping[str, list[str]]) -> int:
    rows = np.concatenate([profiles[name] for of_class in nodes.values() for name in of_class]).T
    return len({row.tobytes() for row in np.ascontiguousarray(rows)})


class _Verdict:
    """Which entities break rules, and of which it cannot be said since a value is missing."""

    def __init__(self, spec: Spec, profiles: Profiles) -> None:
        self._n = next(iter(profiles.values())).shape[1]
        self._sound: dict[str, Bools] = {}
        self._known: dict[str, Bools] = {}
        self._broken: dict[str, Bools] = {}
        filled = {name: np.maximum(codes, 0) for name, codes in profiles.items()}
        for rule, klass, broken in Rules(spec).broken(filled.__getitem__):
            nodes = [attribute if "." in attribute else f"{klass}.{attribute}" for attribute in named(rule)]
            known = np.logical_and.reduce(np.broadcast_arrays(*(profiles[node] != MISSING for node in nodes)))
            shape = (spec.file.classes[klass].count, self._n)
            self._sound[klass] = self._sound.get(klass, np.ones(shape, dtype=bool)) & ~broken
            self._known[klass] = self._known.get(klass, np.ones(shape, dtype=bool)) & known
            self._broken[rule.name] = self._broken.get(rule.name, np.zeros(self._n, dtype=bool)) | (broken & known).any(axis=0)

    def broken(self) -> dict[str, float]:
        shares = {name: float(where.mean()) for name, where in self._broken.items() if where.any()}
        return dict(sorted(shares.items(), key=lambda one: -one[1]))

    def of_profiles(self) -> Estimate:
        known = np.flatnonzero(self._all(self._known).all(axis=0))
        return estimate(self._all(self._sound)[:, known].all(axis=0))

    def of_entities(self) -> Estimate:
        sound, known = self._all(self._sound), self._all(self._known)
        return estimate(sound[known], [str(place) for place in np.nonzero(known)[1].tolist()])

    def _all(self, parts: Mapping[str, Bools]) -> Bools:
        """Return what holds of the entities of all classes, shape (entities, n)."""
        return np.concatenate([np.empty((0, self._n), dtype=bool), *parts.values()])
