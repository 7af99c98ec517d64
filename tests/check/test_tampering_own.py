"""Lies about chains from person to event, days counted, and the user's own facts: each in a row of its own, with a manifest that agrees with it."""

import pytest
from lies import Lies, answers, asks, hints, queries, speaks_of

from memsim.text import clock, words

LIES = Lies(("multi_hop", "post_processing", "single_hop"), 400)
lie = LIES.lie


# Chains


def chain(read, row):
    return bool(read.chain) and read.bridge is None and len(row.gold["parts"]) == 1


def another_person(row):
    """Somebody else whose name is told, worded as the question words people."""
    return next(hint["subject"] for hint in hints(row) if hint["attribute"] == "name" and hint["subject"] != row.read.subject)


@lie(chain, 8, says="the question speaks of")
def a_chain_from_another_person(row):
    speaks_of(row, 0, another_person(row))


@lie(chain, 8, says="the question speaks of")
def a_chain_from_another_person_in_the_sql(row):
    other = another_person(row)
    queries(row, lambda sql: sql.replace(f"'{row.read.subject}'", f"'{other}'"))


@lie(lambda read, _row: bool(read.chain and read.bridge), 2, says="unique_sql for a bridge")
def a_chain_whose_bridge_is_not_counted(row):
    row.part["unique_sql"] = []


@lie(lambda read, _row: bool(read.chain), 12, says="has 1 hops; its SQL reads")
def a_chain_of_one_hop(row):
    row.part["hops"] = 1


# Days


@lie(lambda read, _row: read.transform == "days_until", 8, says=r"the SQL counts from .*, the question is asked at")
def days_counted_from_another_day(row):
    """The answer is what the SQL gives: only the question's own time stands against it."""
    now = row.question["question_time"]
    queries(row, lambda sql: sql.replace(now, clock.iso(clock.parse_iso(now) - clock.DAY)))
    number = row.part["number"] + 1
    answers(row, words.days_away(int(number), row.book.days), number)


@lie(lambda read, _row: read.transform == "days_until", 1, says="the SQL of part 1 gives")
def a_day_too_far(row):
    number = row.part["number"] + 1
    answers(row, words.days_away(int(number), row.book.days), number)


# The user's own facts


def own(read, row):
    return read.subject == row.own and not read.transform and row.read.asked in row.spec.file.nodes["relative"]


def told_by(row):
    """The message that is the evidence, and how it reads."""
    (mid,) = row.part["evidence"]
    place = next(place for place, message in enumerate(row.gold["messages"]) if message["mid"] == mid)
    return row.gold["messages"][place], row.history["messages"][place]


def restate(row, message, seen, core, slots):
    render = message["render"]
    render["core"], render["slots"] = core, slots
    seen["text"], span = row.book.restate(core, render["opener"], render["tail"], slots)
    render["core_span"] = list(span)


def kin(row):
    """A relative that the world has: (entity, how its role words it)."""
    role = next(fact for fact in row.world if fact["entity"] == "relative-3" and fact["attribute"] == "relation")
    return role["entity"], row.book.subject("roles", "role", role["value"])


@lie(own, 1, 9, says=r"tells \w+ .* of relative-3; the world has|the SQL of part 1 gives None")
def my_fact_told_of_somebody_else(row):
    """Subject, entity, phrase and text agree with each other; the world does not."""
    message, seen = told_by(row)
    hint = message["hints"][0]
    hint["entity"], hint["subject"] = kin(row)
    restate(row, message, seen, f"{hint['attribute']}[0]", [hint["subject"], hint["said"]])


@lie(own, 1, 9, says="calls user-1 .*; expected I|the SQL of part 1 gives None")
def my_fact_under_somebody_elses_name(row):
    message, _seen = told_by(row)
    message["hints"][0]["subject"] = kin(row)[1]


@lie(own, 8, says="has no phrase")
def my_fact_in_the_words_for_others(row):
    """The text is what such a phrase would make of it: "I likes chess"."""
    message, seen = told_by(row)
    hint = message["hints"][0]
    restate(row, message, seen, f"{hint['attribute']}[0]", [hint["subject"], hint["said"]])


@lie(own, 8, says=r"the question asks ask\.\w+, the SQL reads own\.\w+")
def a_question_about_me_put_about_somebody_else(row):
    asks(row, f"ask.{row.read.asked}[0]", [kin(row)[1]])


def of_others(read, row):
    return row.part["question_type"] == "single_hop" and read.subject != row.own and read.asked in row.spec.phrases["en"].questions.own


@lie(of_others, 8, says=r"the question asks own\.")
def a_question_about_somebody_else_put_about_me(row):
    asks(row, f"own.{row.read.asked}[0]", [])


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
