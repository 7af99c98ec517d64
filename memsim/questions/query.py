"""The query behind a question: what it means, and the same in portable SQL.

The two are written apart, so that each can judge the other. In the SQL every table of facts has an alias of its own, each SELECT has a WHERE, and literals
are plain quoted strings or numbers: anybody can re-run it with the sqlite3 of the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memsim.questions.transforms import Transform
from memsim.records import Fact

Link = Literal["to_name", "to_role"]
Value = str | float | None
Knowledge = Mapping[tuple[str, str, str], str]


def quoted(text: str) -> str:
    """Return the text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _among(column: str, subjects: Sequence[str]) -> str:
    return f"{column} IN ({', '.join(map(quoted, subjects))})"


@dataclass(frozen=True, slots=True)
class Query:
    """A query over facts.

    Attributes:
        attribute: Whose value is asked (b).
        subjects: The worded subject, or the scope of d subjects for extremes and counts; empty for a bridge.
        bridge: (a, v): the one subject whose a is v.
        extreme: (a, "max" | "min"): the one subject of the scope whose a is largest or smallest.
        predicate: ("above" | "below", number): how many of the scope.
        link: The name fact leads from a role wording to the name, or back, before b is read.
        name: The attribute that names an entity of the topic.
        numeric: Whether the answer is b's number instead of its value.
        transform: ψ, applied to b's value.
        classes: The classes of the topic, for uniqueness.
    """

    attribute: str
    subjects: tuple[str, ...] = ()
    bridge: tuple[str, str] | None = None
    extreme: tuple[str, str] | None = None
    predicate: tuple[str, float] | None = None
    link: Link | None = None
    name: str = ""
    numeric: bool = False
    transform: Transform | None = None
    classes: tuple[str, ...] = ()

    def sql(self) -> str:
        """Return the query as SQL over facts(mid, time, subject, attribute, said, value, number) and knowledge."""
        if self.predicate:
            return self._count_sql()
        tables, where = self._select_subject()
        if self.transform:
            result, join = self.transform.sql("b")
        else:
            result, join = ("b.number" if self.numeric else "b.value"), ""
        where.append(f"b.attribute = {quoted(self.attribute)}")
        return f"SELECT {result} FROM {tables}{join} WHERE {' AND '.join(where)}"

    def _select_subject(self) -> tuple[str, list[str]]:
        first, where = self._first_fact()
        if self.link is None:
            return (first and f"{first} JOIN facts b ON b.subject = a.subject") or "facts b", where
        there, back = ("subject", "value") if self.link == "to_name" else ("value", "subject")
        is_name = f"n.attribute = {quoted(self.name)}"
        if first:
            return f"{first} JOIN facts n ON {is_name} AND n.{there} = a.subject JOIN facts b ON b.subject = n.{back}", where
        return f"facts n JOIN facts b ON b.subject = n.{back}", [is_name, f"n.{there} = {quoted(self.subjects[0])}"]

    def _first_fact(self) -> tuple[str, list[str]]:
        if self.bridge:
            attribute, value = map(quoted, self.bridge)
            only = f"(SELECT count(*) FROM facts u WHERE u.attribute = {attribute} AND u.value = {value}) = 1"
            return "facts a", [f"a.attribute = {attribute}", f"a.value = {value}", only]
        if self.extreme:
            attribute, direction = quoted(self.extreme[0]), self.extreme[1]
            best = f"SELECT {direction}(c.number) FROM facts c WHERE {_among('c.subject', self.subjects)} AND c.attribute = {attribute}"
            all_there = (
                f"SELECT count(DISTINCT e.subject) FROM facts e WHERE {_among('e.subject', self.subjects)} AND e.attribute = {attribute}"
            )
            covered = f"({all_there} AND e.number IS NOT NULL) = {len(self.subjects)}"
            mine = f"{_among('u.subject', self.subjects)} AND u.attribute = {attribute}"
            untied = f"(SELECT count(*) FROM facts u WHERE {mine} AND u.number = a.number) = 1"
            return "facts a", [_among("a.subject", self.subjects), f"a.attribute = {attribute}", f"a.number = ({best})", untied, covered]
        return "", [] if self.link else [f"b.subject = {quoted(self.subjects[0])}"]

    def _count_sql(self) -> str:
        assert self.predicate is not None  # noqa: S101 - the only caller checked, for the type checker
        sign = ">" if self.predicate[0] == "above" else "<"
        covered = f"count(DISTINCT CASE WHEN c.number IS NOT NULL THEN c.subject END) = {len(self.subjects)}"
        found = f"sum(c.number {sign} {self.predicate[1]!r})"
        where = f"{_among('c.subject', self.subjects)} AND c.attribute = {quoted(self.attribute)}"
        return f"SELECT CASE WHEN {covered} THEN {found} END FROM facts c WHERE {where}"

    def unique_sql(self) -> list[str]:
        """Return the SQL over world(entity, class, attribute, value, number) that counts who fits the bridge; it must give 1."""
        if not self.bridge:
            return []
        where = f"{_among('w.class', self.classes)} AND w.attribute = {quoted(self.bridge[0])} AND w.value = {quoted(self.bridge[1])}"
        return [f"SELECT count(DISTINCT w.entity) FROM world w WHERE {where}"]

    @property
    def hops(self) -> int:
        """How many facts are read one after the other, name links included."""
        return 1 + (self.bridge is not None) + (self.extreme is not None) + (self.link is not None)

    def run(self, facts: Sequence[Fact], knowledge: Knowledge) -> tuple[Value, list[str]]:
        """Return the answer (None where the facts do not give one) and the mids read, in the order of reading."""
        if self.predicate:
            return self._run_count(facts)
        subject, read = self._run_subject(facts)
        if subject and self.link:
            there, back = ("subject", "value") if self.link == "to_name" else ("value", "subject")
            link = _only([f for f in facts if f.attribute == self.name and getattr(f, there) == subject])
            subject, read = (getattr(link, back), [*read, link.mid]) if link else (None, read)
        final = _only([f for f in facts if f.subject == subject and f.attribute == self.attribute]) if subject else None
        if final is None:
            return None, []
        value: Value = self.transform.run(final, knowledge) if self.transform else (final.number if self.numeric else final.value)
        return value, [*read, final.mid]

    def _run_subject(self, facts: Sequence[Fact]) -> tuple[str | None, list[str]]:
        if self.bridge:
            found = _only([f for f in facts if (f.attribute, f.value) == self.bridge])
            return (found.subject, [found.mid]) if found else (None, [])
        if self.extreme is None:
            return self.subjects[0], []
        scope = [f for f in facts if f.attribute == self.extreme[0] and f.subject in self.subjects and f.number is not None]
        if {f.subject for f in scope} != set(self.subjects):
            return None, []
        pick = max if self.extreme[1] == "max" else min
        best = pick(f.number for f in scope if f.number is not None)
        winner = _only([f for f in scope if f.number == best])
        return (winner.subject, [f.mid for f in scope]) if winner else (None, [])

    def _run_count(self, facts: Sequence[Fact]) -> tuple[Value, list[str]]:
        assert self.predicate is not None  # noqa: S101 - the only caller checked, for the type checker
        scope = [f for f in facts if f.attribute == self.attribute and f.subject in self.subjects and f.number is not None]
        if {f.subject for f in scope} != set(self.subjects):
            return None, []
        above, bound = self.predicate[0] == "above", self.predicate[1]
        fits = [f for f in scope if f.number is not None and (f.number > bound if above else f.number < bound)]
        return float(len(fits)), [f.mid for f in scope]


def _only(facts: Sequence[Fact]) -> Fact | None:
    return facts[0] if len(facts) == 1 else None
