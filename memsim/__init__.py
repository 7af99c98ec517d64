"""memsim makes benchmarks for the memory of LLM agents, every answer proved.

>>> import memsim
>>> scenario = memsim.load_scenario("daily")
>>> scenario.name
'daily'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsim.errors import (
    BudgetError,
    CallError,
    DatasetError,
    FetchError,
    GenerationError,
    HubError,
    InputError,
    MemsimError,
    ScenarioError,
)

if TYPE_CHECKING:
    from memsim.benchmarking import Run, bench, rescore
    from memsim.conversion.convert import convert
    from memsim.dataset import TrajectorySet, load
    from memsim.engine.rewritten import Rewriting
    from memsim.fetching.fetch import fetch
    from memsim.generation import generate
    from memsim.llm.client import Client
    from memsim.publishing.publish import publish
    from memsim.records import Asked, Message, Recalled, Usage
    from memsim.scenario import Scenario, load_scenario

__all__ = [
    "Asked",
    "BudgetError",
    "CallError",
    "Client",
    "DatasetError",
    "FetchError",
    "GenerationError",
    "HubError",
    "InputError",
    "MemsimError",
    "Message",
    "Recalled",
    "Rewriting",
    "Run",
    "Scenario",
    "ScenarioError",
    "TrajectorySet",
    "Usage",
    "__version__",
    "bench",
    "convert",
    "fetch",
    "generate",
    "load",
    "load_scenario",
    "publish",
    "rescore",
]

_HOMES = {
    "Asked": "memsim.records",
    "Client": "memsim.llm.client",
    "Message": "memsim.records",
    "Recalled": "memsim.records",
    "Rewriting": "memsim.engine.rewritten",
    "Run": "memsim.benchmarking",
    "Scenario": "memsim.scenario",
    "TrajectorySet": "memsim.dataset",
    "Usage": "memsim.records",
    "bench": "memsim.benchmarking",
    "convert": "memsim.conversion.convert",
    "fetch": "memsim.fetching.fetch",
    "generate": "memsim.generation",
    "load": "memsim.dataset",
    "load_scenario": "memsim.scenario",
    "publish": "memsim.publishing.publish",
    "rescore": "memsim.benchmarking",
}


def __getattr__(name: str) -> object:
    """Import what is asked for, and nothing before."""
    if name == "__version__":
        from importlib.metadata import version

        return version("memsim")
    if name not in _HOMES:
        raise AttributeError(f"module 'memsim' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
