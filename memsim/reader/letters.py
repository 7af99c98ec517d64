"""Which choice a reply names. Rules, not models: the same text always means the same letter, and what is not clear is not guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from memsim.errors import InputError
from memsim.llm.replies import spoken
from memsim.reader.options import Option, begun, mentioned, options_of, plain, without
from memsim.reader.wording import CLOSING, DECLINING, LEADING, LETTER, LETTERS, LONE, NEGATED, OPENING, SMALL, STATED, STATING


class Choice(NamedTuple):
    """What a reply comes to: `status` is ``answered``, ``refused`` or ``unparsed``, and `reason` says why there is no letter."""

    status: str
    letter: str
    reason: str


def lettered(choices: Sequence[str]) -> list[tuple[str, str]]:
    """Return the choices with their letters.

    Raises:
        InputError: There are more of them than letters.
    """
    if len(choices) > len(ascii_uppercase):
        raise InputError(f"a question with {len(choices)} choices; expected at most {len(ascii_uppercase)}, one a letter")
    return list(zip(ascii_uppercase, choices, strict=False))


def parse_choice(text: str, choices: Sequence[str], language: str) -> Choice:
    """Return the letter that a reply names.

    Looked for in this order: a reply that is nothing but a letter or a choice; the last statement of the kind "the answer is B"; lines that begin
    with a letter; letters that stand alone; the full text of a choice. The first that finds any decides, and if it finds two, nothing is decided.

    Args:
        text: What a model said.
        choices: Their full texts, A first.
        language: Of the question: in it, and in English, a reply may say that it will not or cannot answer.
    """
    said, options = re.sub(r"[*`]", "", plain(spoken(text))).strip(), options_of(lettered(choices))
    if not said:
        return Choice("unparsed", "", "says nothing")
    clear = NEGATED.sub(" that one ", said)  # a word, since what stands before may need one after it: "I can't pick A"
    for find in (_whole, _stated, _led, _alone):
        found = find(clear, options)
        if found:
            return _settled(found, options)
    declined = decline(said, language)
    if declined:
        return declined
    found = mentioned(clear, options)
    return _settled(found, options) if found else Choice("unparsed", "", "names no choice")


def decline(text: str, language: str) -> Choice | None:
    """Return how a reply without an answer says so: that it does not know, or that it will not answer; None where it says neither."""
    low = plain(text).replace("’", "'").casefold()
    for table, status, reason in DECLINING:
        if any(phrase in low for phrase in (*table["en"], *table.get(language, ()))):
            return Choice(status, "", reason)
    return None


def _settled(found: Sequence[str], options: Sequence[Option]) -> Choice:
    """Return the choice that the letters come to."""
    letters = sorted(set(found))
    if len(letters) > 1:
        return Choice("unparsed", "", f"names several choices: {', '.join(letters)}")
    if letters[0] not in {option.letter for option in options}:
        return Choice("unparsed", "", f"names {letters[0]}, which is not among the choices")
    return Choice("answered", letters[0], "")


def _read(said: str, start: int, options: Sequence[Option]) -> list[str]:
    """Return the letters of what stands at a place: a choice, or one or more letters; a letter with the text of another choice names both."""
    start = _past(OPENING, said, start)
    texts = begun(said, start, options)
    if texts:
        return texts
    letters = LETTERS.match(said, start)
    if letters:
        return LETTER.findall(letters[0]) + begun(said, _past(CLOSING, said, letters.end()), options)
    small = SMALL.match(said, start)
    return [small[0].upper()] if small else []


def _past(marks: re.Pattern[str], said: str, start: int) -> int:
    found = marks.match(said, start)
    return found.end() if found else start


def _whole(said: str, options: Sequence[Option]) -> list[str]:
    """A first line that is nothing but a letter, or a reply that is nothing but a choice."""
    letter = LONE.match(said)
    if letter:
        return [letter[1].upper()]
    return [option.letter for option in options if option.words and re.fullmatch(rf"{option.words.pattern}[\s.!。]*", said, re.IGNORECASE)]


def _stated(said: str, options: Sequence[Option]) -> list[str]:
    """The last "the answer is B", 答案：B, "B is correct" or its like."""
    places = [(found.start(), _read(said, found.end(), options)) for found in STATING.finditer(said)]
    places += [(found.start(), LETTER.findall(found[1])) for found in STATED.finditer(said)]
    return max(((place, letters) for place, letters in places if letters), default=(0, []))[1]


def _led(said: str, options: Sequence[Option]) -> list[str]:
    """Lines that begin with a letter: "B: Busan"."""
    return [letter for found in LEADING.finditer(said) for letter in _read(said, found.end(), options)]


def _alone(said: str, options: Sequence[Option]) -> list[str]:
    """Letters of choices anywhere, but in the text of a choice: "vitamin C" names no C."""
    known = {option.letter for option in options}
    return [letter for letter in LETTER.findall(without(said, options)) if letter in known]
