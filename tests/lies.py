"""Lies about rows of a dataset, each in a row of its own, so that one check finds them all: shared by the tests of the promises."""

import re
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest
import sets
from tampering import book_of

from memsim.check import report as reports
from memsim.check.reading import read_sql
from memsim.check.run import check
from memsim.render.question import parse, question

TABLES = ("gold", "questions", "histories", "profiles")


class Lies(dict):
    """Lies by name: (what a row must be like, what to do with it, the promises it must break, what is complained of).

    Args:
        types: The question types of the set that they are told about.
        n: Its size, enough for a row of each kind.
    """

    def __init__(self, types, n):
        super().__init__()
        self.types, self.n = types, n

    def lie(self, wanted, *promises, says):
        """Register a lie; `wanted` gets what the row's SQL says, and the row."""

        def register(tamper):
            self[tamper.__name__] = (wanted, tamper, promises, says)
            return tamper

        return register

    def found(self, factory, spec):
        """Tell all lies about a set, and return by lie what the check says of its row; under None, what it says of rows left alone."""
        root = sets.copied(sets.made(factory, self.n, types=self.types, language="en"), factory.mktemp("lies") / "set")
        with tampered(root) as tables:
            liars = {name: row.place for name, (row,) in self.told(rows_of(tables, root, spec), lambda fit: fit[:1]).items()}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reports, "KEPT", 10_000)
            faults = check(root).faults
        out = {name: [fault for fault in faults if fault.row == place] for name, place in liars.items()}
        return out | {None: [fault for fault in faults if fault.row not in liars.values()]}

    def told(self, rows, pick):
        """Tell each lie in rows of its own, those that `pick` takes of all that are as wanted, and return them by lie."""
        liars, honest = {}, list(rows)
        for name, (wanted, tamper, _promises, _says) in self.items():
            fit = [row for row in honest if wanted(row.read, row)]
            assert fit, f"no row for {name}: make a larger set"
            liars[name] = pick(fit)
            for row in liars[name]:
                tamper(row)
                honest.remove(row)
        return liars

    def assert_named(self, name, found):
        """The check breaks the promises that a lie must break, and says why."""
        _wanted, _tamper, promises, says = self[name]
        assert {fault.promise for fault in found[name]} >= set(promises), "\n".join(map(str, found[name]))
        mine = [fault.detail for fault in found[name] if fault.promise in promises]
        assert any(re.search(says, detail) for detail in mine), "\n".join(mine)


@contextmanager
def tampered(root):
    """Give the rows of all tables, by table, and write them back as they are left, with a manifest that agrees."""
    with ExitStack() as stack:
        yield {table: stack.enter_context(sets.rows_of(root, table)) for table in TABLES}
    sets.seal(root)


def rows_of(tables, root, spec):
    """Yield rows of one part without chatter."""
    book = book_of(root)
    for place, (gold, asked, history, profile) in enumerate(zip(*(tables[name] for name in TABLES), strict=True)):
        if len(gold["parts"]) == 1 and not asked["noisy"]:
            yield SimpleNamespace(
                place=place, gold=gold, question=asked, history=history, world=profile["facts_of_world"],
                part=gold["parts"][0], read=read_sql(gold["parts"][0]["sql"]), book=book, spec=spec, own=book.wording["roles"]["own"],
            )  # fmt: skip


def swap_choices(row, text):
    """Let a choice that reads so read like the answer, so that the text stands nowhere."""
    if text in row.question["choices"]:
        offer(row, row.question["choices"].index(text), row.part["answer"])


def offer(row, place, text):
    row.question["choices"][place] = row.gold["choices"][place]["text"] = text


def answers(row, text, number=None):
    """Let the row say everywhere that this is the answer."""
    swap_choices(row, text)
    row.part["answer"], row.part["number"] = text, number
    row.gold["answer"] = text
    offer(row, "ABCD".index(row.gold["target"]), text)


def offers(row, text):
    """Let a wrong choice read so."""
    offer(row, ("ABCD".index(row.gold["target"]) + 1) % 4, text)


def asks(row, core, slots):
    """Let the question be made of these phrases."""
    made = question(row.book, *parse(row.book, core, slots), None)
    row.question["question"] = made.text
    row.gold["question_render"] |= {"core": core, "slots": list(slots), "core_span": list(made.core_span)}


def speaks_of(row, place, text):
    """Let the question say this in a slot."""
    slots = list(row.gold["question_render"]["slots"])
    slots[place] = text
    asks(row, row.gold["question_render"]["core"], slots)


def queries(row, change):
    """Let the SQL be another."""
    row.part["sql"] = change(row.part["sql"])


def hints(row):
    """Everything that the messages tell."""
    return [hint for message in row.gold["messages"] for hint in message["hints"]]
