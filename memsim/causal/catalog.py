"""Everything about asking that does not depend on a profile, computed once: the patterns of each question type and topic as arrays, and their odds."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memsim.causal.odds import Odds, UnfairError
from memsim.causal.options import MOST_RUNS, Option, options
from memsim.errors import InputError, ScenarioError
from memsim.network.graph import BRNet, build_network
from memsim.network.infer import posterior
from memsim.network.profile import Layout
from memsim.questions import scopes
from memsim.questions.patterns import WORDINGS, Pattern, Scope
from memsim.questions.registry import QUESTION_TYPES
from memsim.spec.load import Spec

Ints = NDArray[np.int64]
HYBRID = "hybrid"
EXTREMES = {"max": 1, "min": -1, "closest": 2}
STATISTICS = tuple(scopes.STATISTICS)
#: How the options of a question differ.
AXES = ("other_entity", "other_number", "other_set", "other_order", "other_attribute")
_SUPPORT = 4.0


def axis_of(pattern: Pattern) -> str:
    """Return how the options of a pattern differ."""
    if pattern.rivals:
        return "other_attribute"
    if pattern.statistic is None:
        return "other_entity"
    return {"which": "other_set", "order_max": "other_order", "order_min": "other_order"}.get(pattern.statistic, "other_number")


def exchanged(pattern: Pattern) -> int:
    """Return how many holders must be exchangeable as a whole, 0 where only the target's value is at stake.

    Wrong options come from other orders and subsets of those told, and a hybrid offers the value of any rival of an extreme.
    """
    if pattern.extreme or (pattern.statistic and pattern.statistic.startswith("order")):
        return 4
    by_statistic = {"amount": 4, "sum": pattern.scope + 1, "mean": pattern.scope + 1, "range": pattern.scope + 2}
    return by_statistic.get(pattern.statistic or "", 0)


@dataclass(frozen=True)
class Registered:
    """How a pattern's values are weighed.

    Attributes:
        table: In which table of `Odds`, -1 where the holders are drawn alike.
        own: The same for the user, where the user is one of the holders.
        agree: Attributes that the holders must share instead.
    """

    table: int = -1
    own: int = -1
    agree: tuple[str, ...] = ()


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
        self.topic_classes = {
            topic: tuple(name for name, klass in spec.file.classes.items() if klass.topic == topic) for topic in spec.file.topics
        }
        entities = [self.layout.members(topic).tolist() for topic in self.scopes]
        self.members = np.array(list(zip(*itertools.zip_longest(*entities, fillvalue=-1), strict=True)), dtype=np.int64)
        self._check_support()
        self.patterns: list[Pattern] = []
        self.skipped: dict[str, int] = {}
        self.cells: dict[tuple[str, str], Cell] = {}
        rows: list[Registered] = []
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
            if entity_class.topic and not entity_class.own and entity_class.count < _SUPPORT:
                raise ScenarioError(
                    self.spec.path, f"classes.{klass}.count", entity_class.count, "at least 4: the choices are four holders' values"
                )

    def _register(self, pattern: Pattern) -> Registered:
        """Return the tables that a pattern's values are looked up in, and the attributes that its holders must agree on."""
        if pattern.rivals or pattern.chain:
            return Registered()  # identifiers are all drawn alike; a person tells nothing of an event
        if pattern.own:
            row, own = self.odds.own_row(pattern.klass, pattern.attribute)
            return Registered(row, own)
        if pattern.statistic in ("count", "which"):
            return Registered(self.odds.row(pattern.klass, pattern.attribute, alone=True))
        context = self.odds.context(pattern.klass, pattern.attribute, pattern.reads, alone=False)
        if len(context.agree) > 1:
            raise UnfairError(f"{pattern.klass}.{pattern.attribute} reveals {', '.join(context.agree)} at once")
        row = self.odds.row(pattern.klass, pattern.attribute, pattern.reads) if not context.agree else -1
        return Registered(row, agree=context.agree)

    def _cell(self, question_type: str, topic: str, places: Ints) -> Cell:
        """Weigh patterns so that each attribute is asked in each shape as often as any other, and so are its ways in that shape."""
        whats = [(self.patterns[place].shape, self.patterns[place].attribute) for place in places]
        ways = Counter(whats)
        weights = np.array([1 / ways[what] for what in whats])
        return Cell(question_type, topic, places, np.cumsum(weights) / weights.sum())

    def _arrays(self, rows: list[Registered]) -> None:
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
        self.bridge = ints([column[p.bridge] if p.bridge else -1 for p in patterns])
        self.extreme = ints([EXTREMES[p.extreme[1]] if p.extreme else 0 for p in patterns])
        self.statistic = ints([STATISTICS.index(p.statistic) if p.statistic else -1 for p in patterns])
        self.scope = ints([p.scope for p in patterns])
        self.linked = np.array([p.link is not None for p in patterns])
        self.chained = np.array([p.chain is not None for p in patterns])
        self.own = np.array([p.own for p in patterns])
        self.wording = ints([WORDINGS.index(p.wording) for p in patterns])
        self.asked_wording = ints([WORDINGS.index(p.asked_wording) for p in patterns])
        alike = [self.spec.file.attributes[p.attribute].alike for p in patterns]
        self.alike = ints([column[name] if name and name in file.nodes[p.klass] else -1 for name, p in zip(alike, patterns, strict=True)])
        self.rivals = np.array([[column[name] for name in (p.attribute, *p.rivals)] if p.rivals else [-1] * 4 for p in patterns])
        self.odds_row, self.odds_own = ints([row.table for row in rows]), ints([row.own for row in rows])
        self.agree = ints([column[row.agree[0]] if row.agree else -1 for row in rows])
        self.transform_of = {place: p.transform for place, p in enumerate(patterns) if p.transform}
        identified = [file.classes[p.person].topic or p.topic if p.person else p.topic for p in patterns]
        self.identified = ints([list(file.topics).index(topic) for topic in identified])  # the topic of whom the question identifies
        self.name_column = ints([column[file.topics[topic].name] for topic in identified])
        self.domain_group = self._domain_groups()
        self.sizes = ints([self.spec.domains[name].size if self.spec.domains[name].listed else 0 for name in self.layout.attributes])
        self.exchanged = ints([exchanged(p) for p in patterns])
        self.axis = ints([AXES.index(axis_of(p)) for p in patterns])
        self._options()

    def _options(self) -> None:
        """Lay out what each pattern may say beside its subjects."""
        made: dict[object, list[Option]] = {}
        for pattern in self.patterns:
            what = (pattern.attribute, pattern.extreme, pattern.predicate)
            if what not in made:
                made[what] = options(self.spec, pattern)
        self.options = [made[pattern.attribute, pattern.extreme, pattern.predicate] for pattern in self.patterns]
        self.option_count = np.array([max(1, len(mine)) for mine in self.options])
        most = int(self.option_count.max())
        self.runs = np.zeros((len(self.patterns), most, MOST_RUNS, 2), dtype=np.int64)
        self.said = np.full((len(self.patterns), most, 2), -1, dtype=np.int64)  # codes of the values that an option says
        for place, mine in enumerate(self.options):
            for number, option in enumerate(mine):
                self.said[place, number, : len(option.codes)] = option.codes
                for which, run in enumerate(option.runs):
                    self.runs[place, number, which] = run
        closest = [p.extreme[0] if p.extreme and p.extreme[1] == "closest" else None for p in self.patterns]
        counted = [p.attribute if p.predicate else None for p in self.patterns]
        said = [one or other for one, other in zip(closest, counted, strict=True)]
        self.said_attribute = np.array([self.layout.column[name] if name else -1 for name in said])
        self.targets = np.zeros((len(self.patterns), most))
        for place, name in enumerate(closest):
            if name:
                numbers = self.spec.domains[name].numbers
                assert numbers is not None  # noqa: S101 - validated: `closest` needs numbers
                self.targets[place, : len(self.options[place])] = [numbers[option.codes[0]] for option in self.options[place]]

    def _domain_groups(self) -> Ints:
        """Number the attributes so that those whose values read alike (the same file) share a number."""
        seen: dict[object, int] = {}
        groups = []
        for name in self.layout.attributes:
            domain = self.spec.domains[name]
            groups.append(seen.setdefault(domain.source or name, len(seen)))
        return np.array(groups)
