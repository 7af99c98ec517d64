"""What a part's SQL says, read from its text: the check shares no query code with the generator."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LITERAL = re.compile(r"'((?:[^']|'')*)'")
_HOLE = r"'#(\d+)'"
_SCOPE = re.compile(r"\b[aceus]\.subject IN \(((?:'#\d+'(?:, )?)+)\) AND [aceus]\.attribute = '#(\d+)'")
_EXTREME = re.compile(r"SELECT (max|min)\((abs\()?c\.number(?: - (-?\d+\.\d+)\))?\) FROM facts c WHERE")
_BOUND = re.compile(r"[cs]\.number (>=|<=|>|<|=) (-?\d+\.\d+)(?: AND [cs]\.number <= (-?\d+\.\d+))?")
_KINDS = {">": "above", ">=": "at_least", "<": "below", "<=": "at_most", "=": "equal"}
#: How the result of each statistic begins, after THEN.
_STATISTICS = (
    ("sum(CASE WHEN ", "count"),
    ("coalesce((SELECT group_concat(", "which"),
    ("sum(c.number) ", "sum"),
    ("round(avg(c.number), 1) ", "mean"),
    ("max(c.number) - min(c.number) ", "range"),
    ("(SELECT group_concat(", "order_min"),
)
#: What stands in the result of each computed ψ.
_COMPUTED = (
    ("SELECT substr(b.value, instr(b.value,", "suffix"),
    ("SELECT substr(b.value, -1, 1)", "digit_sum"),
    ("SELECT CASE WHEN instr(b.value,", "surname"),
    ("SELECT substr(b.value, CASE WHEN instr(b.value,", "prefix"),
    ("SELECT round(b.number / 2.54)", "inches"),
    ("SELECT b.number + 10.0 ", "in_ten_years"),
    ("SELECT b.number / 60.0 ", "hours"),
    ("SELECT julianday(date(b.value))", "days_until"),
)


@dataclass(frozen=True)
class Reading:
    """What a part's SQL says.

    Attributes:
        asked: The attribute asked.
        bridge: (attribute, value), for a bridge.
        extreme: ("max" | "min" | "closest", attribute, target).
        statistic: What is made of the scope.
        predicate: (kind of bound or "member:" and a property, what it says: numbers or a result).
        scope: The subjects listed.
        subject: The one subject worded.
        transform: ψ: a property of knowledge or a computed one.
        link: Whether a name fact is read.
        chain: The attribute that leads from a name to another entity.
        now: The time of asking that the SQL states.
    """

    asked: str
    bridge: tuple[str, str] | None = None
    extreme: tuple[str, str, float] | None = None
    statistic: str | None = None
    predicate: tuple[str, tuple[float | str, ...]] | None = None
    scope: tuple[str, ...] = ()
    subject: str | None = None
    transform: str | None = None
    link: bool = False
    chain: str | None = None
    now: str | None = None

    @property
    def counted(self) -> bool:
        """Whether the answer is the size of a set."""
        return self.statistic == "count"

    @property
    def lists(self) -> bool:
        """Whether the answer lists subjects: a set or an order."""
        return self.statistic in ("which", "order_max", "order_min")

    @property
    def hops(self) -> int:
        """How many facts the SQL reads one after the other."""
        return 1 + sum(map(bool, (self.bridge, self.extreme, self.link, self.chain)))


def read_sql(sql: str) -> Reading:
    """Return what a query of memsim's dialect asks.

    Raises:
        ValueError: It asks nothing.
    """
    texts = [text.replace("''", "'") for text in _LITERAL.findall(sql)]
    holes = iter(range(len(texts)))
    bare = _LITERAL.sub(lambda _: f"'#{next(holes)}'", sql)

    def text(pattern: str) -> str | None:
        found = re.search(pattern, bare)
        return texts[int(found[1])] if found else None

    scopes = {(tuple(texts[int(hole)] for hole in re.findall(_HOLE, among)), texts[int(of)]) for among, of in _SCOPE.findall(bare)}
    if len(scopes) > 1:
        raise ValueError("the SQL reads several scopes")
    listed, compared = next(iter(scopes), ((), ""))
    if bare.startswith("SELECT CASE WHEN count("):
        if not scopes:
            raise ValueError("the SQL names no scope and attribute")
        return _of_scope(bare, texts, listed, compared)
    asked = text(rf"\bb\.attribute = {_HOLE}")
    if asked is None:
        raise ValueError("the SQL names no attribute that it asks for")
    bridge, value = text(rf"\ba\.attribute = {_HOLE} AND a\.value = "), text(rf"\ba\.value = {_HOLE}")
    extreme, prop = _EXTREME.search(bare), text(rf"\bk\.property = {_HOLE}")
    direction = None if extreme is None else "closest" if extreme[2] else extreme[1]
    return Reading(
        asked,
        bridge=(bridge, value) if bridge is not None and value is not None else None,
        extreme=(str(direction), compared, float(extreme[3] or 0)) if extreme and scopes else None,
        scope=listed,
        subject=text(rf"\b(?:b\.subject|n\.subject|n\.value) = {_HOLE}"),
        transform=prop or next((name for start, name in _COMPUTED if bare.startswith(start)), None),
        link=" facts n" in bare,
        chain=text(rf"\bg\.attribute = {_HOLE}"),
        now=text(rf"- julianday\(date\({_HOLE}"),
    )


def _of_scope(bare: str, texts: list[str], scope: tuple[str, ...], attribute: str) -> Reading:
    result = bare.partition(" THEN ")[2]
    result = result.partition(" THEN ")[2] if result.startswith("c.subject END") else result
    statistic = next((name for start, name in _STATISTICS if result.startswith(start)), None)
    if statistic is None:
        raise ValueError(f"the SQL makes nothing known of its scope: {result!r}")
    if statistic == "order_min" and "ORDER BY s.number DESC" in result:
        statistic = "order_max"
    if statistic == "range" and len(scope) == 2:
        statistic = "amount"
    return Reading(
        attribute, statistic=statistic, predicate=_predicate(result, texts) if statistic in ("count", "which") else None, scope=scope
    )


def _predicate(result: str, texts: list[str]) -> tuple[str, tuple[float | str, ...]] | None:
    member = re.search(rf"k\.property = {_HOLE} AND k\.value = [cs]\.value\) = {_HOLE}", result)
    if member:
        return f"member:{texts[int(member[1])]}", (texts[int(member[2])],)
    bound = _BOUND.search(result)
    if bound is None:
        return None
    if bound[3]:
        return "between", (float(bound[2]), float(bound[3]))
    return _KINDS[bound[1]], (float(bound[2]),)
