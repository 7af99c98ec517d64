"""memsim makes benchmarks for the memory of LLM agents, every answer proved.

>>> import memsim
>>> scenario = memsim.load_scenario("daily")
>>> scenario.name
'daily'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsim.errors import DatasetError, GenerationError, InputError, MemsimError, ScenarioError

if TYPE_CHECKING:
    from memsim.dataset import TrajectorySet, load
    from memsim.generation import generate
    from memsim.scenario import Scenario, load_scenario

__all__ = [
    "DatasetError",
    "GenerationError",
    "InputError",
    "MemsimError",
    "Scenario",
    "ScenarioError",
    "TrajectorySet",
    "__version__",
    "generate",
    "load",
    "load_scenario",
]

_HOMES = {
    "Scenario": "memsim.scenario",
    "TrajectorySet": "memsim.dataset",
    "generate": "memsim.generation",
    "load": "memsim.dataset",
    "load_scenario": "memsim.scenario",
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
