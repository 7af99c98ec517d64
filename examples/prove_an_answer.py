"""Proves one answer with nothing but pyarrow and the sqlite3 of the standard library.

Usage: python examples/prove_an_answer.py generated/daily
"""

import sqlite3
import sys
from pathlib import Path

import pyarrow.parquet as pq


def main(folder: Path) -> None:
    """Load the facts of the first trajectory into three tables, run its SQL, and leave out each message of its evidence."""
    block = min(path.name for path in (folder / "gold").iterdir())
    gold = pq.read_table(folder / "gold" / block).slice(0, 1).to_pylist()[0]
    history = pq.read_table(folder / "histories" / block).slice(0, 1).to_pylist()[0]
    world = pq.read_table(folder / "profiles" / block).slice(0, 1).to_pylist()[0]["facts_of_world"]
    knowledge = [row for row in pq.read_table(folder / "knowledge.parquet").to_pylist() if row["language"] == history["language"]]
    times = {message["mid"]: message["time"] for message in history["messages"]}

    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE facts(mid, time, subject, attribute, said, value, number REAL)")
    db.execute("CREATE TABLE world(entity, class, attribute, value, number REAL)")
    db.execute("CREATE TABLE knowledge(attribute, value, property, result)")
    for message in gold["messages"]:
        for hint in message["hints"]:
            fact = (message["mid"], times[message["mid"]], *(hint[name] for name in ("subject", "attribute", "said", "value", "number")))
            db.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", fact)
    db.executemany("INSERT INTO world VALUES (:entity, :class, :attribute, :value, :number)", world)
    db.executemany("INSERT INTO knowledge VALUES (:attribute, :value, :property, :result)", knowledge)

    for part in gold["parts"]:
        print(part["sql"])
        print("  gives", db.execute(part["sql"]).fetchall(), "and the row says", part["answer"])
        for sql in part["unique_sql"]:
            print("  entities that fit the bridge:", db.execute(sql).fetchone()[0])
        for mid in part["evidence"]:
            db.execute("SAVEPOINT all_told")
            db.execute("DELETE FROM facts WHERE mid = ?", (mid,))
            print(f"  without {mid} it gives", db.execute(part["sql"]).fetchall())
            db.execute("ROLLBACK TO all_told")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
