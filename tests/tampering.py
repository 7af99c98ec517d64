"""Ways of tampering with one row of a dataset, and what the check must then say: shared by the tests of the promises."""

import re

from sets import joined, rows_of, seal

from memsim.check.row import read_sql
from memsim.check.run import check
from memsim.io.manifest import read_manifest
from memsim.render.phrases import PhraseBook
from memsim.render.question import parse, question
from memsim.spec.load import load_spec


class Cases(dict):
    """Tamperings by name: (what to do, the promises it must break, what the first complaint says, the language it is in)."""

    def case(self, *promises, says, language="en"):
        """Register a tampering: a function of the folder that returns the place of the row."""

        def register(tamper):
            self[tamper.__name__] = (tamper, promises, says, language)
            return tamper

        return register

    def assert_named(self, name, root):
        """Tamper, and make the manifest agree: the check must name the file, the row, its id and the promises, and no other row."""
        tamper, promises, says, language = self[name]
        place = tamper(root)
        seal(root)
        report = check(root)
        found = [fault for fault in report.faults if fault.promise in promises]
        assert not report.ok
        assert {fault.promise for fault in found} == set(promises), "\n".join(map(str, report.faults))
        assert any(re.search(says, fault.detail) for fault in found), "\n".join(map(str, found))
        ids = {row.row: row.question["id"] for row in joined(root, language)}
        for fault in found:
            if fault.promise != 11:
                assert (fault.file, fault.row, fault.id) == (f"{language}-00000.parquet", place, ids[place])
        assert {fault.row for fault in report.faults} == {place}, "\n".join(map(str, report.faults))
        assert all(report.failed[promise] == 1 for promise in promises)


def find(root, wanted, language="en"):
    """Return the place of the first trajectory that is as wanted."""
    return next(row.row for row in joined(root, language) if wanted(row))


def readings(row):
    return [read_sql(part["sql"]) for part in row.gold["parts"]]


def anybody(row):
    """Any trajectory will do."""
    return True


def plain(row):
    """One part, not noisy."""
    return len(row.gold["parts"]) == 1 and not row.question["noisy"]


def simple(row):
    """A value asked of a worded subject, without more."""
    return plain(row) and row.question["question_type"] == "single_hop"


def bridged(row):
    return plain(row) and readings(row)[0].bridge is not None


def first_message(row, wanted):
    return next((place for place, message in enumerate(row.gold["messages"]) if wanted(message)), None)


def noise(message):
    return message["kind"] == "noise" and message["hints"][0]["attribute"] != "event_time"


def change_part(root, wanted, language="en", **fields):
    place = find(root, wanted, language)
    with rows_of(root, "gold", language) as rows:
        rows[place]["parts"][0].update({name: value(rows[place]) if callable(value) else value for name, value in fields.items()})
    return place


def change_hint(root, wanted, said=None, **fields):
    """Change the hint of the first message that is as wanted, and with `said` its text and slots as well."""
    place = find(root, lambda row: first_message(row, wanted) is not None)
    with rows_of(root, "gold") as gold, rows_of(root, "histories") as histories:
        number = next(n for n, message in enumerate(gold[place]["messages"]) if wanted(message))
        message, seen = gold[place]["messages"][number], histories[place]["messages"][number]
        hint = message["hints"][0]
        if said:
            new = said(hint, seen)
            seen["text"] = seen["text"].replace(hint["said"], new)
            message["render"]["slots"][-1] = hint["said"] = new
        hint.update(fields)
    return place


def change_text(root, wanted, change):
    """Change the text of the first message that is as wanted."""
    place = find(root, lambda row: first_message(row, wanted) is not None)
    with rows_of(root, "gold") as gold, rows_of(root, "histories") as histories:
        number = next(n for n, message in enumerate(gold[place]["messages"]) if wanted(message))
        seen = histories[place]["messages"][number]
        seen["text"] = change(seen["text"], gold[place]["messages"][number]["hints"][0])
    return place


def change_world(root, wanted, change):
    """Change a trajectory's world; `change` gets its facts and the row."""
    row = joined(root)[find(root, wanted)]
    with rows_of(root, "profiles") as rows:
        change(rows[row.row]["facts_of_world"], row)
    return row.row


def untold(row):
    """Return the entities that no message speaks of."""
    told = {hint["entity"] for message in row.gold["messages"] for hint in message["hints"]}
    return lambda fact: fact["entity"] not in told


_BOOKS = {}


def book_of(root, language="en"):
    """Return the phrases of a dataset's scenario; copies of a dataset share them."""
    key = (read_manifest(root)["scenario"]["digest"], language)
    if key not in _BOOKS:
        _BOOKS[key] = PhraseBook(load_spec(root / "scenario").phrases[language])
    return _BOOKS[key]


def asks(root, core, slots, language="en"):
    """Return the text of a question from its phrase ids and slots."""
    book = book_of(root, language)
    return question(book, *parse(book, core, slots), None).text
