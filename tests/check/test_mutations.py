"""Whatever cell of whatever row is changed, and the manifest with it: the check says so, and names the row."""

import pytest
from sets import copied, joined, made, rows_of, seal

from memsim.check import report as reports
from memsim.check.run import check
from memsim.errors import DatasetError
from memsim.rng import Rng

pytestmark = pytest.mark.usefixtures("one_scenario")
TABLES = ("histories", "questions", "gold")
#: A change of these ends the check at once, with a DatasetError: see the tests of files.
ENDS = {*((table, "history_id") for table in TABLES), ("questions", "language")}
CELLS = 4  # of each column, and of each kind of change


def _other(value):
    if isinstance(value, bool):
        return not value
    return f"{value}x" if isinstance(value, str) else value + 1


CHANGES = {"other": _other, "empty": lambda value: "" if isinstance(value, str) else _other(value), "null": lambda _: None}


def leaves(node, path=(), place=()):
    """Yield (column, place) of every cell; a column's name leaves out places in lists."""
    if isinstance(node, dict):
        for name, child in node.items():
            yield from leaves(child, (*path, name), (*place, name))
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from leaves(child, path, (*place, number))
    else:
        yield ".".join(path), place


def columns_of(schema, path=()):
    """Return the columns of a table, from its schema."""
    import pyarrow as pa

    out = []
    for field in schema:
        kind = field.type.value_type if pa.types.is_list(field.type) else field.type
        out += columns_of(kind, (*path, field.name)) if pa.types.is_struct(kind) else [".".join((*path, field.name))]
    return out


def all_columns():
    from memsim.io.tables import SCHEMAS

    return [(table, column) for table in TABLES for column in columns_of(SCHEMAS[table])]


def change(row, place, kind):
    """Change one cell; a cell that is null gets a value."""
    *above, last = place
    for step in above:
        row = row[step]
    row[last] = CHANGES[kind](row[last]) if row[last] is not None else 7.0 if last == "number" else "x"


def plans(root, kind):
    """Deal cells of every column out to rows: rounds of at most one change a row, as lists of (row, table, column, place)."""
    import numpy as np

    rows = {
        table: [getattr(row, {"histories": "history", "questions": "question", "gold": "gold"}[table]) for row in joined(root)]
        for table in TABLES
    }
    cells = {}
    for table in TABLES:
        for number, row in enumerate(rows[table]):
            for column, place in leaves(row):
                if (table, column) not in ENDS:
                    cells.setdefault((table, column), []).append((number, place))
    rounds = []
    for key, found in cells.items():
        order = np.argsort(Rng(1, np.arange(len(found))).one(f"{kind}/{key}"), kind="stable")
        for pick in order[:CELLS].tolist():
            number, place = found[pick]
            target = next((one for one in rounds if number not in one), None)
            if target is None:
                rounds.append(target := {})
            target[number] = (*key, place)
    return rounds


@pytest.fixture(scope="module")
def unnoticed(tmp_path_factory, one_scenario):
    """The (table, column) of which some change goes unnoticed; all changes of a round are checked at once."""
    whole, found = made(tmp_path_factory, 30, language="en"), set()
    kept, reports.KEPT = reports.KEPT, 10_000
    for kind in ("other", "empty"):
        for turn, changes in enumerate(plans(whole, kind)):
            root = copied(whole, tmp_path_factory.mktemp("mutated") / f"{kind}{turn}")
            for table in TABLES:
                mine = {number: place for number, (name, _, place) in changes.items() if name == table}
                if mine:
                    with rows_of(root, table) as rows:
                        for number, place in mine.items():
                            change(rows[number], place, kind)
            seal(root)
            named = {fault.row for fault in check(root).faults}
            found |= {(table, column) for number, (table, column, _) in changes.items() if number not in named}
    reports.KEPT = kept
    return found


@pytest.mark.parametrize(("table", "column"), [key for key in all_columns() if key not in ENDS])
def test_a_changed_cell_is_noticed(unnoticed, table, column):
    assert (table, column) not in unnoticed


def test_a_null_is_an_error_or_a_complaint_never_a_traceback(tmp_path_factory):
    root, stopped = copied(made(tmp_path_factory, 4, language="en"), tmp_path_factory.mktemp("null") / "set"), {}
    for table in TABLES:
        path = root / table / "en-00000.parquet"
        whole, cells = path.read_bytes(), {}
        with rows_of(root, table) as rows:
            for number, row in enumerate(rows):
                for column, place in leaves(row):
                    cells.setdefault(column, (number, place))
        for column, (number, place) in cells.items():
            with rows_of(root, table) as rows:
                change(rows[number], place, "null")
            try:
                check(root)
            except DatasetError:
                pass
            except (TypeError, AttributeError, ValueError, KeyError, IndexError) as error:
                stopped[table, column] = repr(error)
            path.write_bytes(whole)
    assert stopped == {}
