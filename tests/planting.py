"""Faults of structure by kind, planted in histories as they are audited: shared by the tests of what must find them."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from memsim.io.formats.audited import Audited
from memsim.io.formats.ours import _moment
from memsim.records import Message
from memsim.text import clock

#: What somebody or something left behind in a text.
LEFT = ("[ERRORQ]", "[ERROR]", "[无效输出]", "TODO", "TBD", "Lorem ipsum dolor", "{name}", "{{ city }}", "${answer}", "%(date)s", "[insert name]",
        "<answer>", "As an AI language model, I forget.", "as an AI, I forget", "作为一个人工智能", "N/A")  # fmt: skip
#: What is left behind where there should be a text.
LEFT_ALONE = ("null", "none", "nan", "undefined", "#REF!", "[]")
#: What nobody sees: alone, and at an end of a text or doubled within.
BLANK = ("", " ", "\n\t", "\u3000", "\u200b", "\ufeff ")
SPACED = ("", " ", " {}", "{} ", "{}\t", "{}\n", "{}\u00a0", "{}\u3000", "The  {}", "{}\u200b", "\ufeff{}")
NO_TIMES = ("soon", "2027-02-30T08:00", "2027-13-01T08:00", "2027-03-01T24:00", "2027-03-01", "8:15", "2027-03-01T08:00Z")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


class Fault(NamedTuple):
    """A kind of fault.

    Attributes:
        rules: The rules of structure that it breaks, once where it is planted.
        plant: From a history and a random.Random, the histories that stand in its place: it, changed, or it and another one.
    """

    rules: set[str]
    plant: Callable[..., tuple[Audited, ...]]


FAULTS: dict[str, Fault] = {}


def of_question(name, *rules):
    """Register what a fault makes of a question: a function of it and random that returns the fields that change."""

    def register(change):
        def plant(history, random):
            (asked,) = history.asked
            return (replace(history, asked=(replace(asked, **change(asked, random)),)),)

        FAULTS[name] = Fault(set(rules), plant)
        return change

    return register


def of_history(name, *rules):
    """Register what a fault makes of a history: a function of it, its question and random that returns the fields that change."""

    def register(change):
        FAULTS[name] = Fault(set(rules), lambda history, random: (replace(history, **change(history, history.asked[0], random)),))
        return change

    return register


def beside(name, *rules):
    """Register the fault of a history that stands beside another: a function of that, its question and random that returns how they differ."""

    def register(change):
        def plant(history, random):
            (asked,) = history.asked
            other = {"id": f"{history.id}x", "posts": tuple(post._replace(text=f"{post.text} {history.id}") for post in history.posts)}
            question = {"id": f"{asked.id}x", "question": f"{asked.question} And {history.id}?"}
            fields, of_asked = change(history, asked, random)
            return history, replace(history, **other | fields, asked=(replace(asked, **question | of_asked),))

        FAULTS[name] = Fault(set(rules), plant)
        return change

    return register


def right(asked):
    """Return the place of the right choice."""
    return "ABCD".index(asked.target)


def with_choice(asked, place, text):
    """Return the choices with another text at a place."""
    return (*asked.choices[:place], text, *asked.choices[place + 1 :])


def two_wrong(asked, random):
    """Return the places of two choices that are not the right one."""
    return random.sample([place for place in range(len(asked.choices)) if place != right(asked)], 2)


def alike(text, random):
    """Return a text that reads the same."""
    marked = (f"{text}.", f"“{text}”", f"{text}!", f"({text})", "\u200b".join(text), "\u00ad".join(text))
    return random.choice((text, text.upper(), text.swapcase(), text.translate(WIDE), normalize("NFD", text), *marked))


def left(text, random):
    """Return a text in which something was left behind, or nothing else."""
    mark = random.choice(LEFT)
    return random.choice((mark, f"{mark} {text}", f"{text} {mark}", random.choice(LEFT_ALONE)))


def instead(asked, random, text):
    """Return the fields of a question that reads so, and has a choice of its own: else two such questions may be one question twice."""
    return {"question": text, "choices": with_choice(asked, two_wrong(asked, random)[0], f"as in {asked.id}")}


def one_post(history, random, change):
    """Change one message; `change` gets it and returns the fields that change."""
    place = random.randrange(len(history.posts))
    post = history.posts[place]
    return {"posts": (*history.posts[:place], post._replace(**change(post)), *history.posts[place + 1 :])}


def at(time):
    """Return the fields of a message or a question of that time."""
    return {"time": time, "moment": _moment(time)}


def minutes_before(time, minutes):
    return clock.iso(clock.parse_iso(time) - minutes)


# Questions ------------------------------------------------------------------------------------------------------------------------------

of_question("answer missing", "answer-missing")(lambda asked, random: {"answer": None})
of_question("answer a number", "answer-number", "target-not-answer")(
    lambda asked, random: {"answer": random.choice((-17, 0.125, True, False))}
)
of_question("answer blank", "answer-blank", "target-not-answer")(lambda asked, random: {"answer": random.choice(BLANK)})
of_question("evidence missing", "evidence-missing")(lambda asked, random: {"evidence": ()})
of_question("evidence malformed", "evidence-malformed")(
    lambda asked, random: {"malformed": (random.choice(("m1; m2", "m1,m2", "D", "see above", "")),)}
)


@of_question("evidence dangling", "evidence-dangling")
def _(asked, random):
    lost = random.choice(("m999", "M1", "m0", "s99", "m1 ", "1"))
    place = random.randrange(len(asked.evidence) + 1)  # past the end it is one more
    return {"evidence": (*asked.evidence[:place], lost, *asked.evidence[place + 1 :])}


of_question("evidence doubled", "evidence-doubled")(
    lambda asked, random: {"evidence": tuple(random.sample(both := (*asked.evidence, random.choice(asked.evidence)), len(both)))}
)
of_question("gold doubled", "options-equal", "options-gold-doubled")(
    lambda asked, random: {"choices": with_choice(asked, two_wrong(asked, random)[0], alike(asked.choices[right(asked)], random))}
)


@of_question("options equal", "options-equal")
def _(asked, random):
    one, other = two_wrong(asked, random)
    return {"choices": with_choice(asked, one, alike(asked.choices[other], random))}


@of_question("option with a space", "options-spaces")
def _(asked, random):
    return {"choices": with_choice(asked, two_wrong(asked, random)[0], random.choice(SPACED).format("Atlantis"))}


of_question("target unknown", "target-unknown")(lambda asked, random: {"target": random.choice(("E", "Z", "", "a", "AB", "1", " A"))})
of_question("wrong letter", "target-not-answer")(lambda asked, random: {"target": "ABCD"[two_wrong(asked, random)[0]]})
of_question("wrong answer", "target-not-answer")(
    lambda asked, random: {"answer": random.choice(("Atlantis", asked.choices[two_wrong(asked, random)[0]]))}
)
of_question("placeholder for a question", "placeholder")(lambda asked, random: instead(asked, random, left(asked.question, random)))
of_question("placeholder for a choice", "placeholder")(
    lambda asked, random: {"choices": with_choice(asked, two_wrong(asked, random)[0], left("Atlantis", random))}
)
of_question("question blank", "text-blank")(lambda asked, random: instead(asked, random, random.choice(BLANK)))
of_question("question time unreadable", "time-unreadable")(lambda asked, random: at(random.choice(NO_TIMES)))
of_question("question without time", "question-time-missing")(lambda asked, random: at(""))
of_question("question of the wrong weekday", "time-weekday")(lambda asked, random: {"weekday_wrong": True})


@of_history("asked early", "question-early")
def _(history, asked, random):
    time = random.choice(("1999-01-01T00:00", minutes_before(history.posts[-1].time, 1), history.posts[0].time))
    return {"asked": (replace(asked, **at(time)),)}


# Histories ------------------------------------------------------------------------------------------------------------------------------

of_history("orphan", "orphan")(lambda history, asked, random: {"orphans": (f"gold of m{random.randrange(900, 999)}, which is no message",)})
of_history("placeholder for a message", "placeholder")(
    lambda history, asked, random: one_post(history, random, lambda post: {"text": left(post.text, random)})
)
of_history("message blank", "text-blank")(
    lambda history, asked, random: one_post(history, random, lambda _: {"text": random.choice(BLANK)})
)
of_history("message time unreadable", "time-unreadable")(
    lambda history, asked, random: one_post(history, random, lambda _: at(random.choice(NO_TIMES)))
)
of_history("message without time", "time-missing")(lambda history, asked, random: one_post(history, random, lambda _: at("")))
of_history("history without times", "time-missing")(
    lambda history, asked, random: {"posts": tuple(post._replace(**at(""), session="s1") for post in history.posts)}
)
of_history("message of the wrong weekday", "time-weekday")(
    lambda history, asked, random: one_post(history, random, lambda _: {"weekday_wrong": True})
)


@of_history("back in time", "time-back")
def _(history, asked, random):
    pairs = list(pairwise(history.posts))
    place = random.randrange(len(pairs))
    time = minutes_before(pairs[place][0].time, random.choice((1, 60, 10_000)))
    return {"posts": (*history.posts[: place + 1], pairs[place][1]._replace(**at(time)), *history.posts[place + 2 :])}


of_history("message twice", "message-repeated-within")(
    lambda history, asked, random: {
        "posts": (*history.posts, history.posts[-1]._replace(mid="new", text=random.choice(history.posts).text))
    }
)
of_history("message id twice", "message-id-repeated")(
    lambda history, asked, random: {
        "posts": (*history.posts, history.posts[-1]._replace(mid=random.choice(history.posts).mid, text=f"A word more on {history.id}."))
    }
)
of_history("question twice", "question-repeated-within")(
    lambda history, asked, random: {"asked": random.sample((asked, replace(asked, id=f"{asked.id}x")), 2)}
)
of_history("question nearly twice", "question-near-within")(
    lambda history, asked, random: {"asked": (asked, replace(asked, id=f"{asked.id}x", question=unlike(asked.question, random)))}
)
of_history("session twice", "session-repeated")(lambda history, asked, random: {"sessions": (("s1", "a"), ("s1", "a"))})
of_history("session empty", "session-empty")(lambda history, asked, random: {"sessions": (("s1", "a"), ("s999", ""))})
of_history("session of two contents", "session-repeated", "session-conflict")(
    lambda history, asked, random: {"sessions": (("s1", "a"), ("s1", "b"))}
)


def unlike(text, random):
    """Return a text that differs in case, width and punctuation alone."""
    ways = (f"{text.upper()}!", f"{text} …", text.translate(WIDE), f"“{text}”", text.replace(" ", "  "))
    return random.choice([way for way in ways if way != text])


# Histories beside others ----------------------------------------------------------------------------------------------------------------

beside("history twice", "history-repeated")(lambda history, asked, random: ({"posts": history.posts}, {}))
beside("history id twice", "history-id-repeated")(lambda history, asked, random: ({"id": history.id}, {}))
beside("question id twice", "question-id-repeated")(lambda history, asked, random: ({}, {"id": asked.id}))


@beside("history nearly twice", "history-near")
def _(history, asked, random):
    posts, last = history.posts, len(history.posts) - 1
    ways = [
        [post.text for post in posts[1:]] + [posts[0].text],
        [unlike(post.text, random) for post in posts],
        *([[*(post.text for post in posts[:last]), f"A word more on {history.id}."]] if last >= 9 else []),
    ]
    return {"posts": tuple(post._replace(text=text) for post, text in zip(posts, random.choice(ways), strict=True))}, {}


def moved(asked, random):
    """Return the fields of the same question with its choices in another order."""
    choices = tuple(random.sample(asked.choices, len(asked.choices)))
    return {"choices": choices, "target": "ABCD"[choices.index(asked.choices[right(asked)])]}


beside("question of another history", "question-repeated-across")(
    lambda history, asked, random: ({}, {"question": asked.question} | moved(asked, random))
)
beside("nearly a question of another history", "question-near-across")(
    lambda history, asked, random: ({}, {"question": unlike(asked.question, random)} | moved(asked, random))
)


# In files -------------------------------------------------------------------------------------------------------------------------------


def written(tables, place, histories):
    """Write histories into the tables of a set of ours: the first in place of a row, others at the end as copies of it.

    Args:
        tables: Rows by table.
        place: Of the row.
        histories: What a fault made of it.
    """
    first, *others = histories
    copies = [{table: deepcopy(rows[place]) for table, rows in tables.items()} for _ in others]
    _write({table: rows[place] for table, rows in tables.items()}, first)
    for row, history in zip(copies, others, strict=True):
        _write(row, history)
        for table, rows in tables.items():
            rows.append(row[table])


def _write(row, history):
    (asked,) = history.asked
    for part in row.values():
        part["history_id"] = history.id
    gold = row["gold"]
    row["histories"]["messages"] = [dict(zip(Message._fields, post[: len(Message._fields)], strict=True)) for post in history.posts]
    row["questions"] |= {"id": asked.id, "question": asked.question, "question_time": asked.time, "choices": list(asked.choices)}
    gold |= {"id": asked.id, "target": asked.target, "answer": asked.answer, "evidence": list(asked.evidence)}
    for choice, text in zip(gold["choices"], asked.choices, strict=True):
        choice["text"] = text
    for orphan in history.orphans:
        gold["messages"].append({**gold["messages"][-1], "mid": orphan.split()[2].rstrip(",")})
