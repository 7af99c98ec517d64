"""Facts told of a few people and events, whole or in part, and a plain database to ask: shared by the tests of queries and of their readings."""

import sqlite3

import numpy as np
from hypothesis import strategies as st
from strategies import seeds

from memsim.records import Fact
from memsim.rng import Rng

PEOPLE = [
    ("my cousin", "Anna Kim"),
    ("my boss", "Seán O'Neil"),
    ("my aunt", "王伟"),
    ("my (step)son", 'Bo "Max" Li'),
    ("我表姐", "ana kim"),
    ("my #1 fan", "{0}, then Zoë"),
]
ROLES = [role for role, _ in PEOPLE]
NAMES = [name for _, name in PEOPLE]
EVENTS = ["“铜色灯笼”", "Jazz O'Clock", "WHERE (facts g)"]
VALUES = ["Busan", "St. John's", "chess", "''", "WHERE (facts b)", "12.5", "x' OR '1' = '1", "下棋", "a; DROP TABLE facts"]
TEXTS = st.sampled_from(VALUES)
NUMBERS = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, None]
#: What is known of some of the values; of the others, nothing.
KNOWLEDGE = {("b", value, "kind"): ["far", "near", "it's"][place % 3] for place, value in enumerate(VALUES[:-2])}
KNOWN_ROWS = [(*key, result) for key, result in KNOWLEDGE.items()]
_COLUMNS = ("mid", "time", "subject", "attribute", "said", "value", "number")


def by_sqlite(sql, facts, knowledge=KNOWN_ROWS):
    """Return what the query gives on a plain database; None for NULL, no row, or several."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE facts(mid, time, subject, attribute, said, value, number REAL)")
    database.execute("CREATE TABLE knowledge(attribute, value, property, result)")
    database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", [[getattr(fact, name) for name in _COLUMNS] for fact in facts])
    database.executemany("INSERT INTO knowledge VALUES (?, ?, ?, ?)", knowledge)
    rows = database.execute(sql).fetchall()
    database.close()
    return rows[0][0] if len(rows) == 1 else None


def fact(mid, subject, attribute, value, number=None):
    """Return a fact that is said as its value reads."""
    return Fact(mid, "2027-01-01T09:00", subject, attribute, value, value, number)


def story(seed, *, whole):
    """Return facts about six people under both wordings and three events, each (subject, attribute) at most once; all of them in a whole story."""
    subjects = [*ROLES, *NAMES, *EVENTS]
    rng = Rng(seed, np.arange(1))
    values = iter(rng.uniform("values", 5 * len(subjects))[:, 0].tolist())

    def one_of(options):
        return options[int(next(values) * len(options))]

    told = [(role, "name", name, None) for role, name in PEOPLE]
    told += [(event, "with", one_of(NAMES[:5]), None) for event in EVENTS]
    for subject in subjects:
        told += [(subject, attribute, one_of(VALUES), one_of(NUMBERS)) for attribute in ("a", "b")]
    share = 1.0 if whole else rng.one("share").item()
    kept = rng.uniform("kept", len(told))[:, 0] < share
    order = [int(place) for place in rng.permutation("order", len(told))[:, 0] if kept[place]]
    return [fact(f"m{number}", *told[place]) for number, place in enumerate(order, 1)]


def stories(*, whole=False):
    """Stories by seed: so long ones are dull to draw fact by fact."""
    return seeds.map(lambda seed: story(seed, whole=whole))


def plain(sql):
    """Return SQL without what its texts say."""
    return "''".join(_outside(sql))


def _outside(sql):
    """Yield the pieces of SQL between texts, character by character: a doubled quote within a text is no end."""
    piece, inside, place = "", False, 0
    while place < len(sql):
        if sql[place] == "'" and inside and sql[place + 1 : place + 2] == "'":
            place += 1
        elif sql[place] == "'":
            inside = not inside
            if inside:
                yield piece
                piece = ""
        elif not inside:
            piece += sql[place]
        place += 1
    yield piece
