"""The query for one value: which subject, and what of it. `scopes` has the queries over several.

What it means and its SQL are written apart, so that each can judge the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memsim.questions.psi.base import Transform
from memsim.questions.sql import among, covered, quoted
from memsim.records import Fact

Link = Literal["to_name", "to_role"]
Value = str | float | None
Knowledge = Mapping[tuple[str, str, str], str]


@dataclass(frozen=True, slots=True)
class Extreme:
    """What picks one subject of a scope by a number: the largest, the smallest, or the closest to a target."""

    attribute: str
    direction: Literal["max", "min", "closest"]
    target: float = 0.0

    def sql(self, number: str) -> str:
        """Return what is to be as small or as large as can be."""
        return f"abs({number} - {self.target!r})" if self.direction == "closest" else number

    @property
    def pick(self) -> str:
        """The SQL function that finds the best."""
        return "max" if self.direction == "max" else "min"

    def merit(self, number: float) -> float:
        """Return what is largest for the subject sought."""
        return {"max": number, "min": -number, "closest": -abs(number - self.target)}[self.direction]


@dataclass(frozen=True, slots=True)
class Query:
    """A query over facts for one value.

    Attributes:
        attribute: Whose value is asked (b).
        subjects: The worded subject, or the scope of d subjects for an extreme; empty for a bridge.
        bridge: (a, v): the one subject whose a is v.
        extreme: What picks the one subject of the scope.
        link: The name fact leads from a role wording to the name, or back, before b is read.
        chain: The attribute that leads from a person's name to the subject of b: the event that she comes along to.
        name: The attribute that names an entity of the topic of the first subject.
        numeric: Whether the answer is b's number instead of its value.
        transform: ψ, applied to b's value.
        now: The time of the question as ISO 8601, for ψ that depends on it.
        classes: The classes of the bridge's topic, for uniqueness; a chain is unique by its draw, without replacement.
    """

    attribute: str
    subjects: tuple[str, ...] = ()
    bridge: tuple[str, str] | None = None
    extreme: Extreme | None = None
    link: Link | None = None
    chain: str | None = None
    name: str = ""
    numeric: bool = False
    transform: Transform | None = None
    now: str = ""
    classes: tuple[str, ...] = ()

    def sql(self) -> str:
        """Return the query as SQL over facts(mid, time, subject, attribute, said, value, number) and knowledge."""
        steps, last = self._first_fact()
        if self.link:
            there, back = ("subject", "value") if self.link == "to_name" else ("value", "subject")
            steps.append(("n", [f"n.attribute = {quoted(self.name)}", f"n.{there} = {last}"]))
            last = f"n.{back}"
        if self.chain:
            only = f"(SELECT count(*) FROM facts v WHERE v.attribute = {quoted(self.chain)} AND v.value = {last}) = 1"
            steps.append(("g", [f"g.attribute = {quoted(self.chain)}", f"g.value = {last}", only]))
            last = "g.subject"
        steps.append(("b", [f"b.subject = {last}", f"b.attribute = {quoted(self.attribute)}"]))
        result, join = ("b.number" if self.numeric else "b.value"), ""
        if self.transform:
            result, join = self.transform.sql("b", quoted(self.now))
        (first, where), *others = steps
        joined = "".join(f" JOIN facts {alias} ON {' AND '.join(on)}" for alias, on in others)
        return f"SELECT {result} FROM facts {first}{joined}{join} WHERE {' AND '.join(where)}"

    def _first_fact(self) -> tuple[list[tuple[str, list[str]]], str]:
        """Return ([(alias of a fact, its conditions)], the subject that they find)."""
        if self.bridge:
            attribute, value = map(quoted, self.bridge)
            only = f"(SELECT count(*) FROM facts u WHERE u.attribute = {attribute} AND u.value = {value}) = 1"
            return [("a", [f"a.attribute = {attribute}", f"a.value = {value}", only])], "a.subject"
        if self.extreme is None:
            return [], quoted(self.subjects[0])
        extreme, attribute, mine = self.extreme, self.extreme.attribute, self.extreme.sql("a.number")
        best = f"SELECT {extreme.pick}({extreme.sql('c.number')}) FROM facts c WHERE {among('c', self.subjects, attribute)}"
        tied = f"SELECT count(*) FROM facts u WHERE {among('u', self.subjects, attribute)} AND {extreme.sql('u.number')} = {mine}"
        where = [among("a", self.subjects, attribute), f"{mine} = ({best})", f"({tied}) = 1", covered(self.subjects, attribute)]
        return [("a", where)], "a.subject"

    def unique_sql(self) -> list[str]:
        """Return the SQL over world(entity, class, attribute, value, number) that counts who fits the bridge; it must give 1."""
        if not self.bridge:
            return []
        classes = ", ".join(map(quoted, self.classes))
        where = f"w.class IN ({classes}) AND w.attribute = {quoted(self.bridge[0])} AND w.value = {quoted(self.bridge[1])}"
        return [f"SELECT count(DISTINCT w.entity) FROM world w WHERE {where}"]

    @property
    def hops(self) -> int:
        """How many facts are read one after the other, name links included."""
        return 1 + sum(step is not None for step in (self.bridge, self.extreme, self.link, self.chain))

    def run(self, facts: Sequence[Fact], knowledge: Knowledge) -> tuple[Value, list[str]]:
        """Return the answer (None where the facts do not give one) and the mids read, in the order of reading."""
        subject, read = self._run_subject(facts)
        if self.link and subject is not None:
            there, back = ("subject", "value") if self.link == "to_name" else ("value", "subject")
            subject, read = _follow([f for f in facts if f.attribute == self.name and getattr(f, there) == subject], back, read)
        if self.chain and subject is not None:
            subject, read = _follow([f for f in facts if f.attribute == self.chain and f.value == subject], "subject", read)
        final = _only([f for f in facts if f.subject == subject and f.attribute == self.attribute])
        if final is None:
            return None, []
        value: Value = self.transform.run(final, knowledge, self.now) if self.transform else (final.number if self.numeric else final.value)
        return value, [*read, final.mid]

    def _run_subject(self, facts: Sequence[Fact]) -> tuple[str | None, list[str]]:
        if self.bridge:
            return _follow([f for f in facts if (f.attribute, f.value) == self.bridge], "subject", [])
        if self.extreme is None:
            return self.subjects[0], []
        merit = {
            f.mid: self.extreme.merit(f.number)
            for f in facts
            if f.attribute == self.extreme.attribute and f.subject in self.subjects and f.number is not None
        }
        scope = [f for f in facts if f.mid in merit and f.attribute == self.extreme.attribute]
        if {f.subject for f in scope} != set(self.subjects):
            return None, []
        winner = _only([f for f in scope if merit[f.mid] == max(merit.values())])
        return (winner.subject, [f.mid for f in scope]) if winner else (None, [])


def _only(facts: Sequence[Fact]) -> Fact | None:
    return facts[0] if len(facts) == 1 else None


def _follow(facts: Sequence[Fact], field: str, read: list[str]) -> tuple[str | None, list[str]]:
    """Return what the one fact leads to and the mids read so far, or (None, []) where there is none or more than one."""
    fact = _only(facts)
    return (getattr(fact, field), [*read, fact.mid]) if fact else (None, [])
