"""Everything about asking that does not depend on a profile, computed once: the patterns of each question type and topic as arrays, and their odds."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memsim.causal.odds import Odds, UnfairError
from memsim.errors import InputError, ScenarioError
from memsim.network.graph import BRNet, build_network
from memsim.network.infer import posterior
from memsim.network.profile import Layout
from memsim.questions.patterns import Pattern, Scope
from memsim.questions.registry import QUESTION_TYPES
from memsim.spec.load import Spec

Ints = NDArray[np.int64]
HYBRID = "hybrid"
_SUPPORT = 4.0
WORDINGS = ("role", "name")


@dataclass(frozen=True)
class Cell:
    """A question type on a topic: the patterns it may draw, and their cumulative weights."""

    question_type: str
    topic: str
    patterns: Ints
    cumulative: NDArray[np.float64]


class Catalog:
    """A scenario made ready to plan with.

    Attributes:
        patterns: Every pattern that can be asked fairly.
        skipped: By reason, the patterns that cannot.
        members: The entities of each topic, filled up with -1, (topics, most).
        cells: By (question type, topic).
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.network: BRNet = build_network(spec)
        self.layout = Layout(spec)
        self.odds = Odds(spec, self.network, self.layout)
        self.scopes = {topic: Scope(spec, topic) for topic in spec.file.topics}
        entities = [self.layout.members(topic).tolist() for topic in self.scopes]
        self.members = np.array(list(zip(*itertools.zip_longest(*entities, fillvalue=-1), strict=True)), dtype=np.int64)
        self._check_support()
        self.patterns: list[Pattern] = []
        self.skipped: dict[str, int] = {}
        self.cells: dict[tuple[str, str], Cell] = {}
        rows: list[tuple[int, tuple[str, ...]]] = []
        for topic, scope in self.scopes.items():
            for question_type, build in QUESTION_TYPES.items():
                start = len(self.patterns)
                for pattern in build(scope):
                    try:
                        rows.append(self._register(pattern))
                    except UnfairError as error:
                        self.skipped[str(error)] = self.skipped.get(str(error), 0) + 1
                    else:
                        self.patterns.append(pattern)
                if len(self.patterns) > start:
                    self.cells[question_type, topic] = self._cell(question_type, topic, np.arange(start, len(self.patterns)))
        if not self.cells:
            raise ScenarioError(spec.path, "attributes", "nothing can be asked", "attributes with uses, in classes with a topic")
        self.odds.freeze()
        self._arrays(rows)

    def _check_support(self) -> None:
        file = self.spec.file
        for scope in self.scopes.values():
            for klass, attribute in dict.fromkeys((klass, attribute) for klass, attribute, _ in scope.asked()):
                domain = self.spec.domains[attribute]
                if not domain.listed:
                    continue
                try:
                    weights = posterior(self.network, f"{klass}.{attribute}", {})
                except InputError:  # under a `distinct` node: its own weights bound it
                    weights = np.maximum.reduce(list(domain.weights.values()))
                weights = weights[weights > 0] / weights.sum()
                support = float(np.exp(-(weights * np.log(weights)).sum()))
                if support < _SUPPORT:
                    expected = (
                        f"an effective support of at least {_SUPPORT:g} (exp of the entropy of its weights) for a value that is asked"
                    )
                    raise ScenarioError(
                        self.spec.path, f"attributes.{attribute}.uses", f"ask, with an effective support of {support:.2f}", expected
                    )
        for klass, entity_class in file.classes.items():
            if entity_class.topic and entity_class.count < _SUPPORT:
                raise ScenarioError(
                    self.spec.path, f"classes.{klass}.count", entity_class.count, "at least 4: the choices are four holders' values"
                )

    def _register(self, pattern: Pattern) -> tuple[int, tuple[str, ...]]:
        """Return (odds row, attributes to agree on) of a pattern."""
        if pattern.predicate:
            return self.odds.row(pattern.klass, pattern.attribute, alone=True), ()
        context = self.odds.context(pattern.klass, pattern.attribute, pattern.reads, alone=False)
        if len(context.agree) > 1:
            raise UnfairError(f"{pattern.klass}.{pattern.attribute} reveals {', '.join(context.agree)} at once")
        return self.odds.row(pattern.klass, pattern.attribute, pattern.reads) if not context.agree else -1, context.agree

    def _cell(self, question_type: str, topic: str, places: Ints) -> Cell:
        """Weigh patterns so that each shape, then each attribute of it, then each way is drawn as often as any other."""
        shapes: dict[object, dict[str, int]] = {}
        for place in places:
            pattern = self.patterns[place]
            by_attribute = shapes.setdefault(pattern.shape, {})
            by_attribute[pattern.attribute] = by_attribute.get(pattern.attribute, 0) + 1
        weights = []
        for place in places:
            by_attribute = shapes[self.patterns[place].shape]
            weights.append(1 / (len(shapes) * len(by_attribute) * by_attribute[self.patterns[place].attribute]))
        return Cell(question_type, topic, places, np.cumsum(weights) / np.sum(weights))

    def _arrays(self, rows: list[tuple[int, tuple[str, ...]]]) -> None:
        """Lay the patterns' fields out as arrays, indexed by pattern."""
        column, patterns, file = self.layout.column, self.patterns, self.spec.file

        def ints(values: list[int]) -> Ints:
            return np.array(values, dtype=np.int64)

        self.first = ints([self.layout.first[p.klass] for p in patterns])
        self.count = ints([file.classes[p.klass].count for p in patterns])
        self.topic = ints([list(file.topics).index(p.topic) for p in patterns])
        self.attribute = ints([column[p.attribute] for p in patterns])
        self.reads = ints([column[p.reads] if p.reads else -1 for p in patterns])
        self.is_bridge = np.array([p.bridge is not None for p in patterns])
        self.extreme = ints([0 if not p.extreme else 1 if p.extreme[1] == "max" else -1 for p in patterns])
        self.predicate = ints([0 if not p.predicate else 1 if p.predicate == "above" else -1 for p in patterns])
        self.scope = ints([p.scope for p in patterns])
        self.linked = np.array([p.link is not None for p in patterns])
        self.wording = ints([WORDINGS.index(p.wording) for p in patterns])
        self.asked_wording = ints([WORDINGS.index(p.asked_wording) for p in patterns])
        alike = [self.spec.file.attributes[p.attribute].alike for p in patterns]
        self.alike = ints([column[name] if name and name in file.nodes[p.klass] else -1 for name, p in zip(alike, patterns, strict=True)])
        self.odds_row = ints([row for row, _ in rows])
        self.agree = ints([column[agree[0]] if agree else -1 for _, agree in rows])
        self.thresholds = [self.spec.file.attributes[p.attribute].thresholds if p.predicate else [] for p in patterns]
        self.threshold_codes = np.zeros((len(patterns), max([1, *map(len, self.thresholds)])), dtype=np.int64)
        for place, (pattern, values) in enumerate(zip(patterns, self.thresholds, strict=True)):
            domain = self.spec.domains[pattern.attribute]
            self.threshold_codes[place, : len(values)] = [domain.code(str(value)) for value in values]
        self.threshold_count = ints([max(1, len(values)) for values in self.thresholds])
        self.transform_of = {place: p.transform for place, p in enumerate(patterns) if p.transform}
        self.name_column = ints([column[file.topics[p.topic].name] for p in patterns])
        self.domain_group = self._domain_groups()
        self.sizes = ints([self.spec.domains[name].size if self.spec.domains[name].listed else 0 for name in self.layout.attributes])

    def _domain_groups(self) -> Ints:
        """Number the attributes so that those whose values read alike (the same file) share a number."""
        seen: dict[object, int] = {}
        groups = []
        for name in self.layout.attributes:
            domain = self.spec.domains[name]
            groups.append(seen.setdefault(domain.source or name, len(seen)))
        return np.array(groups)
