"""Choices: different, one of them called right by a letter that there is, and saying what the answer says."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import trimmed, visible
from memsim.io.formats.audited import Asked, Audited


def right_place(asked: Asked) -> int | None:
    """Return the place of the choice called right; None where there is none."""
    place = ascii_uppercase.find(asked.target) if asked.target else -1
    return place if len(asked.target or "") == 1 and 0 <= place < len(asked.choices) else None


def _tidy(choice: str) -> bool:
    ends = choice[:1] + choice[-1:]
    return bool(choice) and choice == " ".join(choice.split()) and ends == visible(ends)


class Options:
    """See the module."""

    def __init__(self) -> None:
        self._equal = Tally(
            "options-equal", "no two choices read the same, whatever their case, their width and the punctuation around them"
        )
        self._doubled = Tally("options-gold-doubled", "no other choice reads like the right one")
        self._target = Tally("target-unknown", "the letter called right is that of a choice")
        self._differs = Tally("target-not-answer", "the choice called right is the answer")
        self._spaces = Tally(
            "options-spaces", "no choice begins or ends with a space or what nobody sees, holds two spaces in a row or is blank"
        )

    def see(self, history: Audited) -> None:
        for asked in history.asked:
            if asked.choices or asked.target is not None:
                self._see_question(asked)

    def _see_question(self, asked: Asked) -> None:
        read, place = [trimmed(choice) or choice for choice in asked.choices], right_place(asked)
        shown = f"{asked.id}: {asked.target} of {', '.join(asked.choices)}"
        self._equal.test(broken=len(set(read)) < len(read), example=shown)
        self._target.test(broken=place is None, example=shown)
        self._spaces.test(broken=not all(map(_tidy, asked.choices)), example=f"{asked.id}: {asked.target} of {list(asked.choices)}")
        if place is None:
            return
        self._doubled.test(broken=read.count(read[place]) > 1, example=shown)
        if asked.answer is not None:
            differs = trimmed(str(asked.answer)) != trimmed(asked.choices[place])
            self._differs.test(
                broken=differs, example=f"{asked.id}: {asked.choices[place]!r} is called right, the answer is {asked.answer!r}"
            )

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._equal, self._doubled, self._target, self._differs, self._spaces))
