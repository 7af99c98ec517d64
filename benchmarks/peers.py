"""The same network in memsim and in pgmpy, and how fast each samples it."""

from __future__ import annotations

import gzip
import logging
import time
import warnings
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy as np

_ROWS, _TRIES = 20_000, 3


def best_rate(run: Callable[[int], object], n: int) -> float:
    """Return the rows a second of the best of three runs."""
    taken = []
    for _ in range(_TRIES):
        start = time.perf_counter()
        run(n)
        taken.append(time.perf_counter() - start)
    return n / min(taken)


def alarm_rates() -> tuple[float, float]:
    """Return the rows a second of alarm (Beinlich et al. 1989) in memsim and in pgmpy."""
    logging.getLogger("pgmpy").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.readwrite import BIFReader

        packed = (files("pgmpy") / "utils" / "example_models" / "alarm.bif.gz").read_bytes()
        model = BIFReader(string=gzip.decompress(packed).decode()).get_model()
        network = same_network(model)
        theirs = best_rate(lambda n: model.simulate(n, seed=1, show_progress=False), _ROWS)
    return best_rate(lambda n: network.sample(n, seed=1), _ROWS), theirs


def same_network(model: Any) -> Any:
    """Return memsim's network with the tables of a pgmpy model."""
    from memsim.network.cpd import TableCpd
    from memsim.network.graph import BRNet, Node

    nodes = []
    for cpd in model.get_cpds():
        child, *parents = cpd.variables
        tensor = np.moveaxis(np.asarray(cpd.values, dtype=float), 0, -1)
        keys = tuple(cpd.state_names[child])
        nodes.append(Node(f"user.{child}", 1, tuple(f"user.{parent}" for parent in parents), TableCpd(tensor), keys))
    return BRNet(nodes)
