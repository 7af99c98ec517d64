"""The text of a question: a subject, what is asked of it, chatter around it, two parts joined.

A part's id is ``ask.hobby[3]`` or, with an identifying noun phrase, ``ask.hobby[3]/bridge.workplace[1]``; a hybrid's is ``hybrid[0]:first+second``. The slots
of a part are the subject, the bridge's value or the enumeration, and for counts the threshold: from ids and slots alone the text can be made again.
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


def ask_key(attribute: str, transform: str | None, predicate: str | None) -> str:
    """Return the list of phrases that asks for a value, ψ of it, or a count."""
    if predicate:
        return f"count.{attribute}.{predicate}"
    return f"transform.{transform}.{attribute}" if transform else f"ask.{attribute}"


def subject_key(bridge: str | None, extreme: tuple[str, str] | None, scope: int) -> str | None:
    """Return the list of noun phrases that identifies the subject, or None where it is worded plainly."""
    if bridge:
        return f"bridge.{bridge}"
    if extreme:
        return f"extreme.{extreme[0]}.{extreme[1]}.{'two' if scope == 2 else 'more'}"
    return None


def part_text(book: PhraseBook, asked: Asked) -> str:
    """Return the text of one part."""
    core_id, _, subject_id = asked.phrase_id.partition("/")
    subject = asked.slots[0]
    if subject_id.startswith("bridge."):
        subject = book.core(subject_id).fill("", subject)
    elif subject_id:
        subject = book.core(subject_id).fill(subject)
    return capitalised(book.core(core_id).fill(subject, *asked.slots[1:]))


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


def parse(core_id: str, slots: Sequence[str]) -> tuple[list[Asked], str | None]:
    """Return the parts and the joining phrase of a question's id; the inverse of what `question` records."""
    hybrid, _, rest = core_id.rpartition(":")
    parts, left = [], list(slots)
    for phrase_id in rest.split("+"):
        count = 2 if phrase_id.startswith("count.") else 1
        parts.append(Asked(phrase_id, tuple(left[:count])))
        left = left[count:]
    return parts, hybrid or None
