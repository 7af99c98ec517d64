"""Ways of drawing profiles in which a language model writes every value: MemSim's JointPL, SeqPL and IndePL (arXiv 2409.20163).

A reply is never mended: a value that is not of its attribute's domain is dropped and counted, and is then missing in the profile. What no method writes
is drawn as in the network; see `memsim.profiling.written`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from memsim.llm.bounded import bounded
from memsim.llm.client import Client, Completion
from memsim.llm.replies import parsed_json
from memsim.network.cpd import Ints
from memsim.network.elicit.asking import replied, said_value, said_values
from memsim.network.elicit.values import Lexicon, Values
from memsim.network.graph import BRNet, Profiles
from memsim.profiling.questions import Questions
from memsim.profiling.written import MISSING, completed, written
from memsim.rng import Rng
from memsim.spec.load import Spec

NOT_TOLD = "not told"
_APIECE = 50  # values that one call asks for where it asks for one attribute
Progress = Callable[[int, int], None]


class Writer(NamedTuple):
    """The model that is asked, and how.

    Attributes:
        client: The model.
        language: To ask in; the scenario's first by default.
        concurrency: How many calls are made at a time.
        progress: Told how many of how many calls of a step are done.
    """

    client: Client
    language: str | None = None
    concurrency: int = 32
    progress: Progress | None = None


class _Asked(ABC):
    """Has a model write values, keeps those that fit, and counts the others by reason in `dropped`."""

    def __init__(self, spec: Spec, network: BRNet, writer: Writer) -> None:
        self.dropped: Counter[str] = Counter()
        self._network, self._writer = network, writer
        self._nodes = written(spec, network)
        self._language = writer.language or spec.file.languages[0]
        self._questions = Questions(spec, network, self._language)
        lexicon = Lexicon(spec)
        attributes = {name.split(".", 1)[1] for of_class in self._nodes.values() for name in of_class}
        self._values = {attribute: Values(spec, attribute, lexicon) for attribute in sorted(attributes)}

    def sample(self, n: int, seed: int) -> Profiles:
        """Return n profiles, codes of shape (instances, n) by node, MISSING where no value fits.

        Raises:
            BudgetError: The budget does not allow the next call; replies so far are in the client's cache.
            MissingDependencyError: litellm or jinja2 is not installed.
            RefusedError: No call of the model will succeed.
        """
        self.dropped = Counter()
        nodes = [name for of_class in self._nodes.values() for name in of_class]
        codes = {name: np.full((self._network.nodes[name].lanes, n), MISSING, dtype=np.int64) for name in nodes}
        self._write(codes, n, seed)
        return completed(self._network, codes, Rng(seed, np.arange(n)))

    @abstractmethod
    def _write(self, codes: dict[str, Ints], n: int, seed: int) -> None:
        """Put in the codes of all values that fit."""

    def _code(self, name: str, said: object) -> int:
        """Return the code of what was said for a node, or MISSING, counted."""
        told = said_value(said, self._language)
        code = self._values[name.split(".", 1)[1]].code(told, new=False) if told else NOT_TOLD
        if isinstance(code, int):
            return code
        self.dropped[code] += 1
        return MISSING


class _Entities(_Asked):
    """Asks for whole entities of some classes in a call, told what earlier calls wrote."""

    def __init__(self, spec: Spec, network: BRNet, writer: Writer, steps: Sequence[Sequence[str]]) -> None:
        super().__init__(spec, network, writer)
        self._steps = steps

    def _write(self, codes: dict[str, Ints], n: int, seed: int) -> None:
        known: list[str] = []
        for classes in self._steps:
            nodes = {klass: self._nodes[klass] for klass in classes}
            told = {klass: self._nodes[klass] for klass in known}
            asked = (self._questions.entities(nodes, told, codes, place, seed) for place in range(n))
            replies = bounded(partial(replied, self._writer.client), asked, self._writer.concurrency)
            for place, reply in enumerate(replies):
                self._take(classes, reply, {name: codes[name][:, place] for of_class in nodes.values() for name in of_class})
                if self._writer.progress:
                    self._writer.progress(place + 1, n)
            known += classes

    def _take(self, classes: Sequence[str], reply: Completion | None, profile: dict[str, Ints]) -> None:
        """Write what a reply holds into a profile; codes of shape (instances,) by node, written to."""
        content = None if reply is None else parsed_json(reply.text)
        if not isinstance(content, dict):
            self.dropped[_trouble(reply)] += sum(map(len, profile.values()))
            return
        for klass in classes:
            found = content.get(klass)
            entities = found if isinstance(found, list) else []
            for name in self._nodes[klass]:
                for lane in range(len(profile[name])):
                    entity = entities[lane] if lane < len(entities) else None
                    profile[name][lane] = self._code(name, entity.get(name.split(".", 1)[1]) if isinstance(entity, dict) else None)


class Jointly(_Entities):
    """A whole profile in a call (JointPL)."""

    def __init__(self, spec: Spec, network: BRNet, writer: Writer) -> None:
        super().__init__(spec, network, writer, [list(written(spec, network))])


class InTurn(_Entities):
    """The entities of one class after the other, a call each, told those so far (SeqPL; the paper's steps are single attributes)."""

    def __init__(self, spec: Spec, network: BRNet, writer: Writer) -> None:
        super().__init__(spec, network, writer, [[klass] for klass in written(spec, network)])


class Blindly(_Asked):
    """One attribute of one class in a call, many values of it, which are dealt to the profiles at random (IndePL)."""

    def _write(self, codes: dict[str, Ints], n: int, seed: int) -> None:
        for name, of_node in codes.items():
            calls = -(-of_node.size // _APIECE)
            sizes = [min(_APIECE, of_node.size - call * _APIECE) for call in range(calls)]
            asked = (self._questions.values(name, size, call, seed) for call, size in enumerate(sizes))
            replies = bounded(partial(replied, self._writer.client), asked, self._writer.concurrency)
            told: list[int] = []
            for call, (size, reply) in enumerate(zip(sizes, replies, strict=True), start=1):
                told += self._take(name, size, reply)
                if self._writer.progress:
                    self._writer.progress(call, calls)
            dealt = np.argsort(Rng(seed, np.arange(of_node.size)).one(f"profiling/dealt/{name}"), kind="stable")
            of_node.flat[dealt] = told

    def _take(self, name: str, size: int, reply: Completion | None) -> list[int]:
        """Return as many codes as were asked for, MISSING where a value does not fit or there is none."""
        said = None if reply is None else said_values(reply.text, self._language)
        if said is None:
            self.dropped[_trouble(reply)] += size
            return [MISSING] * size
        padded = [*said, *[{}] * size][:size]
        return [self._code(name, one.get(self._language)) for one in padded]


def _trouble(reply: Completion | None) -> str:
    """Return why nothing could be read."""
    if reply is None:
        return "call failed"
    return "reply cut off" if reply.finish_reason == "length" else "reply not readable"
