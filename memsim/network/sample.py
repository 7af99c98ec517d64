"""Ancestral sampling of profiles, with evidence by rejection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError
from memsim.rng import Rng

if TYPE_CHECKING:
    from memsim.network.graph import BRNet, Profiles

_ATTEMPTS = 2_000
_BATCH = 4096


def _targets(network: BRNet, evidence: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """Return (node, lane, code) for evidence keys such as ``user.age`` and ``relative[2].age``."""
    targets = []
    for key, value in evidence.items():
        match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?\.(\w+)", key)
        name = f"{match[1]}.{match[3]}" if match else key
        code = network.code(name, value)
        lanes = network.nodes[name].lanes
        lane = int(match[2]) if match and match[2] else 0
        if lane >= lanes or (lanes > 1 and not (match and match[2])):
            raise InputError(f"evidence {key!r}: {name} has {lanes} instances; name one, e.g. {name.replace('.', '[0].')}")
        targets.append((name, lane, code))
    return targets


def sample(network: BRNet, n: int, seed: int, evidence: Mapping[str, Any]) -> Profiles:
    """Return n profiles; with evidence, the first n of the seed's stream that agree with it.

    Raises:
        InputError: n is negative, or the evidence is so rare that 8 million draws did not give n profiles.
    """
    if n < 0:
        raise InputError(f"n is {n}; expected 0 or more")
    if not evidence or n == 0:
        _targets(network, evidence)
        return network.draw(Rng(seed, np.arange(n)))
    targets = _targets(network, evidence)
    kept: list[Profiles] = []
    found = 0
    for batch in range(_ATTEMPTS):
        values = network.draw(Rng(seed, np.arange(batch * _BATCH, (batch + 1) * _BATCH)))
        agree: NDArray[np.bool_] = np.ones(_BATCH, dtype=bool)
        for name, lane, code in targets:
            agree &= values[name][lane] == code
        if agree.any():
            kept.append({name: codes[:, agree] for name, codes in values.items()})
            found += int(agree.sum())
        if found >= n:
            return {name: np.concatenate([part[name] for part in kept], axis=1)[:, :n] for name in network.nodes}
    raise InputError(f"the evidence {dict(evidence)} fits {found} of {_ATTEMPTS * _BATCH:,} draws; {n} profiles were asked for")
