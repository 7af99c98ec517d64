"""Proof by SQL: an answer is what its query returns over the stated facts; its evidence is enough, and none of it to spare.

`BlockProver` proves a whole block at once: queries that differ in literals only share a shape, and a shape runs as one correlated statement over all its
rows. `LiteralProver` runs one literal query at a time over tables that anybody could have made, as a sceptic would.
"""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from memsim.records import Fact

Value = str | float | None
FACT_COLUMNS = "mid, time, subject, attribute, said, value, number"
_TEXT = re.compile(r"'([^']*(?:''[^']*)*)'")
_ONE_ROW = ("SELECT CASE WHEN count(", "SELECT count(")  # an aggregate, whatever it finds
_TOKEN = re.compile(r"\0|\b\d+\.\d+\b|\b(?:facts|world) \w+\b|\bWHERE\b|[()]")


class Claim(NamedTuple):
    """What a row claims: that `sql` over the facts of history `tid` returns `answer`, because of exactly the messages `evidence`."""

    tid: int
    sql: str
    answer: Value
    evidence: Sequence[str]
    unique_sql: Sequence[str] = ()


@dataclass(frozen=True)
class Failure:
    """A claim that does not hold: its place in the list, the promise and what was found."""

    claim: int
    promise: str
    detail: str


def agrees(found: Value, claimed: Value) -> bool:
    """Return whether two answers are the same: numbers by value, all else exactly."""
    if isinstance(found, int | float) and isinstance(claimed, int | float):
        return float(found) == float(claimed)
    return found == claimed


def shape(sql: str) -> tuple[str, list[str]]:
    """Return (shape, literals) of a query in memsim's dialect: each literal becomes a column ``p.c<k>``, each scope is confined to its row's history."""
    pieces = _TEXT.split(sql)
    text, numbers = _shape("\0".join(pieces[::2]))
    return text, [piece.replace("''", "'") for piece in pieces[1::2]] + numbers


@lru_cache(maxsize=4096)
def _shape(skeleton: str) -> tuple[str, list[str]]:
    """Return the shape of a query whose texts are left out, and its numbers, whose columns follow those of the texts."""
    scopes: list[list[str]] = [[]]
    texts, numbers = itertools.count(), []
    first = skeleton.count("\0")

    def replace(match: re.Match[str]) -> str:
        token = match[0]
        if token == "\0":  # noqa: S105 - no password
            return f"p.c{next(texts)}"
        if token[0].isdigit():
            numbers.append(token)
            return f"CAST(p.c{first + len(numbers) - 1} AS REAL)"
        if token == "(":  # noqa: S105 - no password
            scopes.append([])
        elif token == ")":  # noqa: S105 - no password
            scopes.pop()
        elif token == "WHERE":  # noqa: S105 - no password
            return f"WHERE {''.join(map(_confine, scopes[-1]))}"
        else:
            scopes[-1].append(token)
        return token

    text = _TOKEN.sub(replace, skeleton)
    if text.startswith(_ONE_ROW):
        return text, numbers
    expression, _, rest = text.removeprefix("SELECT ").partition(" FROM ")
    return f"SELECT CASE WHEN count(*) = 1 THEN max({expression}) END FROM {rest}", numbers


def _confine(table: str) -> str:
    kind, alias = table.split()
    if kind == "world":
        return f"{alias}.tid = p.tid AND "
    return f"{alias}.tid = p.tid AND {alias}.mid <> r.dropped AND {alias}.evidence >= r.only AND "


class BlockProver:
    """Proves the claims of one block of histories in one language.

    Args:
        knowledge: Rows (attribute, value, property, result) of the language.
    """

    def __init__(self, knowledge: Iterable[tuple[str, str, str, str]]) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.execute(
            "CREATE TABLE facts(tid INT, mid TEXT, evidence INT, time TEXT, subject TEXT, attribute TEXT, said TEXT, value TEXT, number REAL,"
            " PRIMARY KEY(tid, attribute, subject, mid)) WITHOUT ROWID"
        )
        self._db.execute("CREATE TABLE world(tid INT, entity TEXT, class TEXT, attribute TEXT, value TEXT)")
        self._db.execute("CREATE INDEX w ON world(tid, attribute, value)")
        self._db.execute(
            "CREATE TABLE knowledge(attribute TEXT, value TEXT, property TEXT, result TEXT, PRIMARY KEY(attribute, value, property)) WITHOUT ROWID"
        )
        self._db.executemany("INSERT INTO knowledge VALUES (?, ?, ?, ?)", knowledge)

    def close(self) -> None:
        """Free the database."""
        self._db.close()

    def prove(self, facts: Iterable[tuple[object, ...]], world: Iterable[tuple[object, ...]], claims: Sequence[Claim]) -> list[Failure]:
        """Return the claims that do not hold.

        Args:
            facts: Rows (tid, mid, evidence 0|1, time, subject, attribute, said, value, number).
            world: Rows (tid, entity, class, attribute, value).
            claims: The claims; their tids refer to those rows.
        """
        queries: dict[str, list[tuple[int, bool, list[str]]]] = {}
        for place, claim in enumerate(claims):
            for which, sql in enumerate((claim.sql, *claim.unique_sql)):
                text, literals = shape(sql)
                queries.setdefault(text, []).append((place, which > 0, literals))
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM facts")
        self._db.execute("DELETE FROM world")
        self._db.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", facts)
        self._db.executemany("INSERT INTO world VALUES (?, ?, ?, ?, ?)", world)
        failures = [failure for text, mine in queries.items() for failure in self._run(text, mine, claims)]
        self._db.execute("COMMIT")
        return failures

    def _run(self, text: str, queries: list[tuple[int, bool, list[str]]], claims: Sequence[Claim]) -> list[Failure]:
        """Run all queries of one shape, each as often as its promises ask, and return what they refute.

        Table p has a row a query, with its literals; r a row a run: the message dropped or "", 1 for the evidence alone, and whether the answer must be found.
        """
        width = len(queries[0][2])
        self._db.execute(f"CREATE TABLE p(query INTEGER PRIMARY KEY, tid INT, answer{''.join(f', c{k} TEXT' for k in range(width))})")
        self._db.execute("CREATE TABLE r(query INT, dropped TEXT, only INT, same INT)")
        rows, runs = [], []
        for query, (place, unique, literals) in enumerate(queries):
            claim = claims[place]
            rows.append((query, claim.tid, 1 if unique else claim.answer, *literals))
            runs.append((query, "", 0, 1))
            if not unique:
                runs.append((query, "", 1, 1))
                runs += [(query, mid, 0, 0) for mid in claim.evidence]
        self._db.executemany(f"INSERT INTO p VALUES ({', '.join('?' * (width + 3))})", rows)
        self._db.executemany("INSERT INTO r VALUES (?, ?, ?, ?)", runs)
        wrong = self._db.execute(_WRONG.format(text)).fetchall()
        self._db.execute("DROP TABLE p")
        self._db.execute("DROP TABLE r")
        return [_failure(queries[query][0], *run, unique=queries[query][1]) for query, *run in wrong]


#: The runs of one shape that do not find what they must, or find what they must not.
_WRONG = (
    "SELECT query, dropped, only, found, answer FROM (SELECT p.query, r.dropped, r.only, r.same, p.answer, ({}) AS found"
    " FROM r CROSS JOIN p ON p.query = r.query) WHERE (found IS answer) <> same"
)


def _failure(claim: int, dropped: str, only: int, found: Value, answer: Value, *, unique: bool) -> Failure:
    if unique:
        return Failure(claim, "unique", f"{found} entities of the world fit the bridge; 1 must")
    if dropped:
        return Failure(claim, "evidence", f"the answer does not need {dropped}")
    return Failure(
        claim, "evidence" if only else "answer", f"{'the evidence alone' if only else 'the SQL'} gives {found!r}, the row says {answer!r}"
    )


_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
_FUNCTIONS = frozenset(
    (
        *(
            "abs",
            "avg",
            "coalesce",
            "count",
            "date",
            "group_concat",
            "ifnull",
            "instr",
            "julianday",
            "kept",
            "length",
            "lower",
            "max",
            "min",
        ),
        *("nullif", "printf", "replace", "round", "strftime", "substr", "sum", "time", "total", "trim", "upper"),
    )
)  # those that give the same on every machine
_STEPS = 1_000_000
_LONGEST = 1_000_000  # bytes of any one value


@lru_cache(maxsize=256)
def unfit(sql: str) -> str | None:
    """Return why a text cannot be a proof whatever it returns: no SELECT, a comment (it may say what the query does not do), the wall clock."""
    if sql.lstrip()[:6].upper() != "SELECT":
        return "not a SELECT"
    bare = "".join(_TEXT.split(sql)[::2])
    if "--" in bare or "/*" in bare:
        return "a comment in the SQL"
    return "the wall clock in the SQL" if "'now'" in sql.lower() else None


class LiteralProver:
    """Runs literal queries over plain tables facts, world and knowledge: one SELECT, read-only, no other table, a bounded number of steps.

    Args:
        knowledge: Rows (attribute, value, property, result) of the language.
    """

    def __init__(self, knowledge: Iterable[tuple[str, str, str, str]]) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None, cached_statements=512)
        self._trusted, self._out = True, frozenset[str]()
        self._db.create_function("kept", 1, lambda mid: mid not in self._out)
        self._db.execute("CREATE TABLE stated(mid TEXT, time TEXT, subject TEXT, attribute TEXT, said TEXT, value TEXT, number REAL)")
        self._db.execute(f"CREATE VIEW facts AS SELECT {FACT_COLUMNS} FROM stated WHERE kept(mid)")
        self._db.execute("CREATE TABLE world(entity TEXT, class TEXT, attribute TEXT, value TEXT, number REAL)")
        self._db.execute(
            "CREATE TABLE knowledge(attribute TEXT, value TEXT, property TEXT, result TEXT, PRIMARY KEY(attribute, value, property)) WITHOUT ROWID"
        )
        self._db.executemany("INSERT INTO knowledge VALUES (?, ?, ?, ?)", knowledge)
        self._db.set_authorizer(self._authorize)
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)

    def close(self) -> None:
        """Free the database."""
        self._db.close()

    def _authorize(self, action: int, first: str | None, second: str | None, _database: str | None, inner: str | None) -> int:
        """Allow what loads the tables, and of a query nothing but reading them; asked once for each statement that SQLite prepares."""
        if self._trusted:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            readable = first in ("facts", "world", "knowledge") or not first or (first == "stated" and inner == "facts")
            return sqlite3.SQLITE_OK if readable else sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_FUNCTION:
            return sqlite3.SQLITE_OK if second in _FUNCTIONS else sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY

    def load(self, facts: Sequence[Fact], world: Iterable[tuple[str, str, str, str, float | None]]) -> None:
        """Replace the tables' rows by those of one trajectory."""
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM stated")
        self._db.execute("DELETE FROM world")
        rows = [(f.mid, f.time, f.subject, f.attribute, f.said, f.value, f.number) for f in facts]
        self._db.executemany("INSERT INTO stated VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO world VALUES (?, ?, ?, ?, ?)", world)
        self._db.execute("COMMIT")

    def run(self, sql: str, without: Iterable[str] = ()) -> tuple[Value, str | None]:
        """Return (result, None), or (None, why the query is no proof), over the facts of all messages but `without`."""
        fault = unfit(sql)
        if fault:
            return None, fault
        self._out, self._trusted = frozenset(without), False
        self._db.set_progress_handler(lambda: 1, _STEPS)
        try:
            rows = self._db.execute(sql).fetchmany(2)
        except (sqlite3.Error, sqlite3.Warning) as error:
            return None, f"{type(error).__name__}: {error}"
        finally:
            self._db.set_progress_handler(None, 0)
            self._trusted = True
        if len(rows) > 1 or (rows and len(rows[0]) != 1):
            return None, "the query gives more than one value"
        value = rows[0][0] if rows else None
        if isinstance(value, bytes):
            return None, "the query gives bytes"
        return (value if isinstance(value, str) or value is None else float(value)), None
