"""Lies about counts, sets, sums, differences, orders and what is closest: each in a row of its own, with a manifest that agrees with it."""

import re
from contextlib import suppress

import pytest
import sets
from lies import Lies, answers, asks, hints, offers, queries, speaks_of
from tampering import book_of

from memsim.check import report as reports
from memsim.check.run import check
from memsim.render.question import parse, question
from memsim.text import words

TYPES, N = ("aggregative", "comparative"), 400
LIES = Lies(TYPES, N)
lie = LIES.lie


def statistic(*names):
    return lambda read, _row: read.statistic in names


def predicate(kind):
    return lambda read, _row: bool(read.predicate) and read.predicate[0].partition(":")[0] == kind


def outsider(row):
    """Somebody whom the history speaks of and the question does not."""
    return next(hint["subject"] for hint in hints(row) if hint["attribute"] == row.read.asked and hint["subject"] not in row.read.scope)


# Counts and sets


@lie(predicate("at_least"), 8, says=r"the SQL reads \w+ of predicate\.\w+\.above")
def at_least_becomes_more_than(row):
    queries(row, lambda sql: sql.replace("number >= ", "number > "))


@lie(predicate("at_most"), 8, says=r"the SQL reads \w+ of predicate\.\w+\.below")
def at_most_becomes_less_than(row):
    queries(row, lambda sql: sql.replace("number <= ", "number < "))


@lie(predicate("between"), 8, says="the question speaks of")
def a_range_asked_from_its_end(row):
    about, low, high = row.gold["question_render"]["slots"]
    asks(row, row.gold["question_render"]["core"], [about, high, low])


@lie(predicate("member"), 8, says="the question speaks of")
def another_group_asked_for(row):
    kind, (said,) = row.read.predicate
    results = set(row.spec.knowledge[row.read.asked, kind.removeprefix("member:")]["en"].values())
    speaks_of(row, -1, min(results - {said}))


@lie(predicate("member"), 8, says="the question asks")
def which_ones_becomes_how_many(row):
    core = row.gold["question_render"]["core"]
    other = {"which": "count", "count": "which"}[row.read.statistic]
    asks(row, re.sub(r"^\w+\[\d+\]", f"{other}[0]", core), row.gold["question_render"]["slots"])


@lie(statistic("count"), 4, says="'9' is no possible answer of part 1")
def more_of_them_than_there_are(row):
    offers(row, "9")


@lie(statistic("count"), 1, says="the SQL of part 1 gives")
def one_too_many(row):
    number = row.part["number"] + 1
    answers(row, words.count(int(number), "en"), number)


def some(read, row):
    """A set with members, and one of the scope that is none, not the first."""
    members = row.part["answer"].split(row.book.separator)
    return read.statistic == "which" and row.part["answer"] != row.book.none and bool(set(read.scope[1:]) - set(members))


@lie(some, 1, says="the SQL of part 1 gives")
def a_member_too_many(row):
    members = row.part["answer"].split(row.book.separator)
    more = next(subject for subject in row.read.scope if subject not in members)
    text = row.book.separator.join(sorted([*members, more]))
    answers(row, text)


@lie(some, 1, says="the SQL of part 1 gives")
def nobody_of_them(row):
    answers(row, row.book.none)


@lie(statistic("which"), 4, says="is no possible answer of part 1")
def a_set_with_a_stranger(row):
    offers(row, outsider(row))


@lie(statistic("which"), 4, says="is no possible answer of part 1")
def a_set_out_of_order(row):
    offers(row, row.book.separator.join(sorted(row.read.scope[:2], reverse=True)))


@lie(statistic("which"), 4, says="is no possible answer of part 1")
def a_set_with_a_member_twice(row):
    offers(row, row.book.separator.join([row.read.scope[0]] * 2))


@lie(statistic("which"), 12, says="has axis 'other_number'; expected 'other_set'")
def a_set_whose_axis_is_a_number(row):
    row.gold["choices"][(("ABCD".index(row.gold["target"])) + 1) % 4]["axis"] = "other_number"


@lie(statistic("count", "which"), 8, says="the question speaks of")
def a_scope_with_somebody_else(row):
    speaks_of(row, 0, row.book.enumerate([*row.read.scope[:-1], outsider(row)]))


@lie(statistic("count", "which"), 8, says="the question speaks of")
def a_scope_with_one_fewer_in_the_sql(row):
    gone = "'" + row.read.scope[-1].replace("'", "''") + "'"
    queries(row, lambda sql: sql.replace(f", {gone}", "").replace(f"= {len(row.read.scope)} THEN", f"= {len(row.read.scope) - 1} THEN"))


@lie(some, 12, says="the SQL of part 1 cannot be read")
def a_scope_that_is_smaller_within_the_sql(row):
    """One who does not belong to the set is not even looked at: the result is the same."""
    members = row.part["answer"].split(row.book.separator)
    gone = "'" + next(subject for subject in row.read.scope[1:] if subject not in members).replace("'", "''") + "'"
    before, within, after = row.part["sql"].partition("FROM facts s WHERE s.subject IN (")
    listed, end, rest = after.partition(")")
    assert f", {gone}" in listed
    row.part["sql"] = f"{before}{within}{listed.replace(f', {gone}', '')}{end}{rest}"


# Numbers


@lie(statistic("sum"), 8, says=r"asks aggregate\.\w+\.sum, the SQL reads aggregate\.\w+\.mean")
def a_sum_becomes_an_average(row):
    """The SQL and the answer are those of the average: only the words ask for a sum."""
    queries(row, lambda sql: sql.replace("THEN sum(c.number) END", "THEN round(avg(c.number), 1) END"))
    mean = round(row.part["number"] / len(row.read.scope), 1)
    answers(row, row.book.result(row.read.asked, mean), mean)


@lie(statistic("sum"), 1, says="the SQL of part 1 gives")
def a_sum_that_adds_up_to_something_else(row):
    answers(row, row.book.result(row.read.asked, row.part["number"] + 1), row.part["number"] + 1)


@lie(statistic("mean"), 8, says=r"the question asks aggregate\.\w+\.sum, the SQL reads aggregate\.\w+\.mean")
def an_average_asked_for_as_a_sum(row):
    key = f"aggregate.{row.read.asked}.sum[0]"
    if row.read.asked == "height":  # heights are not added up: ask for the span
        key = "aggregate.age.sum[0]"
    asks(row, key, row.gold["question_render"]["slots"])


@lie(statistic("sum", "mean", "range"), 4, says="'forty' is no possible answer of part 1")
def a_number_in_words(row):
    offers(row, "forty")


@lie(statistic("sum", "mean", "range"), 12, says="part 1 has unit None; expected")
def a_number_without_its_unit(row):
    row.part["unit"] = None


@lie(statistic("amount"), 1, says="the SQL of part 1 gives")
def a_difference_the_other_way_round(row):
    answers(row, row.book.result(row.read.asked, -row.part["number"]), -row.part["number"])


@lie(statistic("amount"), 12, says="part 1 is a aggregative; its SQL is of type comparative")
def a_difference_called_aggregative(row):
    row.part["question_type"] = row.question["question_type"] = "aggregative"


# Orders


def backwards(row):
    return row.book.order.join(reversed(row.part["answer"].split(row.book.order)))


def reversible(read, row):
    return bool(read.statistic) and read.statistic.startswith("order") and backwards(row) not in row.question["choices"]


@lie(reversible, 1, says="the SQL of part 1 gives")
def an_order_reversed(row):
    answers(row, backwards(row))


@lie(reversible, 8, says=r"asks order\.\w+\.(max|min), the SQL reads order\.\w+\.(?!\1)")
def an_order_reversed_in_the_sql_too(row):
    queries(row, lambda sql: sql.replace("number DESC", "number") if "DESC" in sql else sql.replace("BY s.number", "BY s.number DESC"))
    answers(row, backwards(row))


@lie(reversible, 8, says=r"asks order\.\w+\.(max|min), the SQL reads order\.\w+\.(?!\1)")
def an_order_asked_for_the_other_way_round(row):
    one, other = ("max", "min") if row.read.statistic == "order_max" else ("min", "max")
    core = re.sub(rf"\.{one}\[\d+\]", f".{other}[0]", row.gold["question_render"]["core"])
    asks(row, core, row.gold["question_render"]["slots"])


@lie(reversible, 4, says="is no possible answer of part 1")
def an_order_of_some(row):
    offers(row, row.book.order.join(row.read.scope[:-1]))


@lie(reversible, 4, says="is no possible answer of part 1")
def an_order_with_a_stranger(row):
    offers(row, row.book.order.join([*row.read.scope[:-1], outsider(row)]))


# The closest


def closest(read, _row):
    return bool(read.extreme) and read.extreme[0] == "closest"


@lie(closest, 8, says="the question speaks of")
def closest_to_another_number(row):
    attribute, said = row.read.extreme[1], row.gold["question_render"]["slots"][-1]
    surfaces = row.spec.domains[attribute].surfaces["en"]
    thresholds = [surfaces[row.spec.domains[attribute].code(str(one))] for one in row.spec.file.attributes[attribute].thresholds]
    speaks_of(row, -1, next(one for one in thresholds if one != said))


@lie(closest, 8, says=r"the SQL reads \S+ of extreme\.\w+\.min")
def closest_becomes_smallest(row):
    queries(row, lambda sql: re.sub(r"abs\((\w\.number) - \d+\.\d+\)", r"\1", sql))


# All of them


@pytest.fixture(scope="module")
def found(tmp_path_factory, one_scenario):
    """What the check says of each lie."""
    return LIES.found(tmp_path_factory, one_scenario)


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_named(found, name):
    LIES.assert_named(name, found)


def test_rows_left_alone_are_not_named(found):
    assert found[None] == []


def test_a_number_without_the_words_around_it_is_no_answer(tmp_path_factory, one_scenario):
    """Where a language dresses its numbers, "34岁", a bare one is told from them at once."""
    root = sets.copied(sets.made(tmp_path_factory, N, types=TYPES, language="zh"), tmp_path_factory.mktemp("bare") / "set")
    undressed = {}
    with sets.rows_of(root, "gold", "zh") as gold, sets.rows_of(root, "questions", "zh") as questions:
        for place, row in enumerate(gold):
            wrong = "ABCD".index(row["target"]) - 1
            if (
                len(row["parts"]) == 1
                and (bare := re.fullmatch(r"([\d.]+)\D+", questions[place]["choices"][wrong]))
                and row["parts"][0]["unit"]
            ):
                questions[place]["choices"][wrong] = row["choices"][wrong]["text"] = undressed[place] = bare[1]
    assert undressed
    sets.seal(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "KEPT", 10_000)
        faults = check(root).faults
    assert {(fault.promise, fault.row, fault.detail) for fault in faults} == {
        (4, place, f"{text!r} is no possible answer of part 1") for place, text in undressed.items()
    }


#: Phrases and those that ask for something else of the same people: an id's pattern, and what to put in its place.
OPPOSITES = [
    *((rf"(extreme\.\w+)\.{one}\.(\w+)\[\d+\]", rf"\1.{other}.\2[0]") for one, other in (("max", "min"), ("min", "max"))),
    *((rf"(order\.\w+)\.{one}\[\d+\]", rf"\1.{other}[0]") for one, other in (("max", "min"), ("min", "max"))),
    *(
        (rf"(predicate\.\w+)\.{one}\[\d+\]", rf"\1.{other}[0]")
        for one, other in (("above", "below"), ("below", "above"), ("at_least", "above"), ("at_most", "below"))
    ),
    *((rf"(aggregate\.\w+)\.{one}\[\d+\]", rf"\1.{other}[0]") for one, other in (("sum", "mean"), ("mean", "range"), ("range", "mean"))),
    *((rf"\b{one}\[\d+\]", f"{other}[0]") for one, other in (("count", "which"), ("which", "count"))),
    (r"(closest\.\w+)\.two\[\d+\]", r"\1.more[0]"),
]


def opposites(book, render):
    """The ids that ask for something else, by place in OPPOSITES, of phrases that there are."""
    found = {}
    for way, (pattern, other) in enumerate(OPPOSITES):
        core, times = re.subn(pattern, other, render["core"], count=1)
        with suppress(KeyError):
            parse(book, core, render["slots"])
            found |= {way: core} if times else {}
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("with_ids", [False, True])
def test_older_for_younger_is_found_in_every_such_question(tmp_path_factory, one_scenario, language, with_ids):
    """The question's words are turned; in the second round the phrase ids are turned with them, and only the SQL stands against it."""
    root = sets.copied(sets.made(tmp_path_factory, N, types=TYPES, language=language), tmp_path_factory.mktemp("turned") / "set")
    book, turned = book_of(root, language), {}
    with sets.rows_of(root, "gold", language) as gold, sets.rows_of(root, "questions", language) as questions:
        for place, (row, asked) in enumerate(zip(gold, questions, strict=True)):
            render = row["question_render"]
            cores = opposites(book, render)
            if not cores:
                continue
            way = min(cores, key=list(turned.values()).count)  # the one that was used least
            core = cores[way]
            chatter = (render["opener"], render["tail"]) if render["opener"] else None
            made = question(book, *parse(book, core, render["slots"]), chatter)
            if made.text == asked["question"]:
                continue
            asked["question"], turned[place] = made.text, way
            if with_ids:
                render["core"], render["core_span"] = core, list(made.core_span)
    assert set(turned.values()) == set(range(len(OPPOSITES))), "not every kind of question is there: make a larger set"
    sets.seal(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "KEPT", 10_000)
        report = check(root)
    says = "the SQL reads" if with_ids else "its phrases give"
    assert {fault.row for fault in report.faults if fault.promise == 8 and says in fault.detail} == set(turned)
    assert {fault.row for fault in report.faults} == set(turned)
