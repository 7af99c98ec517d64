"""The text of a question: a frame around what is asked, who is asked about, chatter around it, two parts joined.

A part's id names its phrases from the outside in: ``ask.hobby[3]``, ``ask.hobby[3]/bridge.workplace[1]``, ``count[0]/predicate.age.above[2]``; a hybrid's is
``hybrid[0]:first+second``. Each phrase but the last has one slot that the next one fills; what fills the others stands in the part's slots, in order: from
ids and slots alone the text can be made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memsim.render.phrases import PhraseBook, Rendered
from memsim.text.words import capitalised


class Asked(NamedTuple):
    """One part: its id and slots."""

    phrase_id: str
    slots: tuple[str, ...]


class Way(NamedTuple):
    """What decides the phrases of a part.

    Attributes:
        attribute: Whose value, ψ or statistic is asked.
        own: Whether the user is asked about.
        transform: ψ.
        statistic, predicate: What is made of a scope; see `questions.patterns`.
        bridge, chain: Attributes that identify the subject.
        extreme: (attribute, direction).
        scope: How many subjects are listed.
    """

    attribute: str
    own: bool = False
    transform: str | None = None
    statistic: str | None = None
    predicate: str | None = None
    bridge: str | None = None
    chain: str | None = None
    extreme: tuple[str, str] | None = None
    scope: int = 1


def phrase_keys(way: Way) -> list[str]:
    """Return the lists of phrases that a part is made of, from the outside in."""
    if way.statistic:
        return _scope_keys(way)
    prefix = "own_" if way.own and way.transform else "own" if way.own else "" if way.transform else "ask"
    keys = [f"{prefix}transform.{way.transform}.{way.attribute}" if way.transform else f"{prefix}.{way.attribute}"]
    keys += [f"chain.{way.chain}"] if way.chain else []
    keys += [f"bridge.{way.bridge}"] if way.bridge else []
    if way.extreme:
        attribute, direction = way.extreme
        size = "two" if way.scope == 2 else "more"
        keys.append(f"closest.{attribute}.{size}" if direction == "closest" else f"extreme.{attribute}.{direction}.{size}")
    return keys


def _scope_keys(way: Way) -> list[str]:
    if way.predicate:
        kind, _, prop = way.predicate.partition(":")
        return [str(way.statistic), f"member.{way.attribute}.{prop}" if prop else f"predicate.{way.attribute}.{kind}"]
    if way.statistic == "amount":
        return [f"amount.{way.attribute}"]
    order, _, direction = str(way.statistic).partition("_")
    return [f"order.{way.attribute}.{direction}" if direction else f"aggregate.{way.attribute}.{order}"]


def part_text(book: PhraseBook, asked: Asked) -> str:
    """Return the text of one part."""
    left, cores = list(asked.slots), [book.core(phrase_id) for phrase_id in asked.phrase_id.split("/")]
    filled = [
        [left.pop(0) if left else "" for _ in range(core.own_slots(inner=place + 1 < len(cores)))] for place, core in enumerate(cores)
    ]
    text = ""
    for place in range(len(cores) - 1, -1, -1):
        text = cores[place].fill_all(filled[place], text if place + 1 < len(cores) else None)
    return capitalised(text)


def slot_count(book: PhraseBook, phrase_id: str) -> int:
    """Return how many slots a part with this id has."""
    ids = phrase_id.split("/")
    return sum(book.core(one).own_slots(inner=place + 1 < len(ids)) for place, one in enumerate(ids))


def question(book: PhraseBook, parts: Sequence[Asked], hybrid: str | None, chatter: tuple[str, str] | None) -> Rendered:
    """Render a whole question.

    Args:
        book: The language's phrases.
        parts: One part, or two for a hybrid.
        hybrid: Id of the phrase that joins two parts.
        chatter: Ids of what goes before and after, for noisy questions.
    """
    texts = [part_text(book, part) for part in parts]
    core = book.raw(hybrid).replace("{first}", texts[0]).replace("{second}", texts[1]) if hybrid else texts[0]
    core_id = (f"{hybrid}:" if hybrid else "") + "+".join(part.phrase_id for part in parts)
    before, after = chatter or (None, None)
    text, span = book.join(book.raw(before) if before else None, core, book.raw(after) if after else None)
    return Rendered(text, before, core_id, after, span, tuple(slot for part in parts for slot in part.slots))


def parse(book: PhraseBook, core_id: str, slots: Sequence[str]) -> tuple[list[Asked], str | None]:
    """Return the parts and the joining phrase of a question's id, the inverse of what `question` records; KeyError for an unknown id."""
    hybrid, _, rest = core_id.rpartition(":")
    parts, left = [], list(slots)
    for phrase_id in rest.split("+"):
        count = slot_count(book, phrase_id)
        parts.append(Asked(phrase_id, tuple(left[:count])))
        left = left[count:]
    return parts, hybrid or None
