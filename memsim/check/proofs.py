"""Proof by SQL: an answer is what its query returns over the stated facts; its evidence is enough, and none of it to spare.

`BlockProver` proves a whole block at once: queries that differ in literals only share a shape, and a shape runs as one correlated statement over all its
rows. `LiteralProver` runs one literal query at a time over tables that anybody could have made, as a sceptic would.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from memsim.records import Fact

Value = str | float | None
FACT_COLUMNS = "mid, time, subject, attribute, said, value, number"
_LITERAL = re.compile(r"('(?:[^']|'')*'|\d+\.\d+)")
_TOKEN = re.compile(r"\0|\b(?:facts|world) \w+\b|\bWHERE\b|[()]")


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
    pieces = _LITERAL.split(sql)
    literals = [token[1:-1].replace("''", "'") if token[0] == "'" else token for token in pieces[1::2]]
    kinds = "".join("t" if token[0] == "'" else "n" for token in pieces[1::2])
    return _shape("\0".join(pieces[::2]), kinds), literals


@lru_cache(maxsize=4096)
def _shape(skeleton: str, kinds: str) -> str:
    scopes: list[list[str]] = [[]]
    columns = iter(f"p.c{place}" if kind == "t" else f"CAST(p.c{place} AS REAL)" for place, kind in enumerate(kinds))

    def replace(match: re.Match[str]) -> str:
        token = match[0]
        if token == "\0":  # noqa: S105 - the mark of a literal
            return next(columns)
        if token == "(":  # noqa: S105 - a parenthesis
            scopes.append([])
        elif token == ")":  # noqa: S105 - a parenthesis
            scopes.pop()
        elif token == "WHERE":  # noqa: S105 - a keyword
            return f"WHERE {''.join(map(_confine, scopes[-1]))}"
        else:
            scopes[-1].append(token)
        return token

    text = _TOKEN.sub(replace, skeleton)
    expression, _, rest = text.removeprefix("SELECT ").partition(" FROM ")
    if "count(" not in expression:
        expression = f"CASE WHEN count(*) = 1 THEN max({expression}) END"
    return f"SELECT {expression} FROM {rest}"


def _confine(table: str) -> str:
    kind, alias = table.split()
    if kind == "world":
        return f"{alias}.tid = p.tid AND "
    return f"{alias}.tid = p.tid AND {alias}.mid <> p.dropped AND {alias}.evidence >= p.only AND "


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
        self._db.execute("CREATE TABLE knowledge(attribute TEXT, value TEXT, property TEXT, result TEXT, PRIMARY KEY(attribute, value, property)) WITHOUT ROWID")
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
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM facts")
        self._db.execute("DELETE FROM world")
        self._db.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", facts)
        self._db.executemany("INSERT INTO world VALUES (?, ?, ?, ?, ?)", world)
        failures = []
        runs: dict[str, list[tuple[int, str, int, list[str]]]] = {}
        for place, claim in enumerate(claims):
            text, literals = shape(claim.sql)
            mine = runs.setdefault(text, [])
            mine += [(place, "", 0, literals), (place, "", 1, literals), *((place, mid, 0, literals) for mid in claim.evidence)]
            for unique in claim.unique_sql:
                text, literals = shape(unique)
                runs.setdefault(text, []).append((place, "", -1, literals))
        for text, rows in runs.items():
            for (place, dropped, only, _), found in zip(rows, self._run(text, rows, claims), strict=True):
                failure = _judge(claims[place], place, dropped, only, found)
                if failure:
                    failures.append(failure)
        self._db.execute("COMMIT")
        return failures

    def _run(self, text: str, rows: list[tuple[int, str, int, list[str]]], claims: Sequence[Claim]) -> list[Value]:
        width = len(rows[0][3])
        columns = "".join(f", c{k} TEXT" for k in range(width))
        self._db.execute(f"CREATE TEMP TABLE p(run INTEGER PRIMARY KEY, tid INT, dropped TEXT, only INT{columns})")
        marks = ", ".join("?" * (width + 4))
        values = [(run, claims[place].tid, dropped, only, *literals) for run, (place, dropped, only, literals) in enumerate(rows)]
        self._db.executemany(f"INSERT INTO p VALUES ({marks})", values)  # noqa: S608 - question marks only
        found = [row[0] for row in self._db.execute(f"SELECT ({text}) FROM p ORDER BY run")]  # noqa: S608 - the query under proof
        self._db.execute("DROP TABLE p")
        return found


def _judge(claim: Claim, place: int, dropped: str, only: int, found: Value) -> Failure | None:
    if only < 0:
        return None if found == 1 else Failure(place, "unique", f"{found} entities of the world fit the bridge; 1 must")
    if dropped:
        return Failure(place, "evidence", f"the answer does not need {dropped}") if agrees(found, claim.answer) else None
    if agrees(found, claim.answer):
        return None
    return Failure(place, "evidence" if only else "answer", f"{'the evidence alone' if only else 'the SQL'} gives {found!r}, the row says {claim.answer!r}")


_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
_FORBIDDEN_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}
_STEPS = 1_000_000


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
        self._db.execute(f"CREATE VIEW facts AS SELECT {FACT_COLUMNS} FROM stated WHERE kept(mid)")  # noqa: S608 - a constant
        self._db.execute("CREATE TABLE world(entity TEXT, class TEXT, attribute TEXT, value TEXT, number REAL)")
        self._db.execute("CREATE TABLE knowledge(attribute TEXT, value TEXT, property TEXT, result TEXT, PRIMARY KEY(attribute, value, property)) WITHOUT ROWID")
        self._db.executemany("INSERT INTO knowledge VALUES (?, ?, ?, ?)", knowledge)
        self._db.set_authorizer(self._authorize)

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
            return sqlite3.SQLITE_DENY if second in _FORBIDDEN_FUNCTIONS else sqlite3.SQLITE_OK
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
        if sql.lstrip()[:6].upper() != "SELECT":
            return None, "not a SELECT"
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
        return (value if isinstance(value, str) or value is None else float(value)), None
