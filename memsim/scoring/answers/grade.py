"""Grades a reply in free text: exact in what it says, tolerant of how it says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from memsim.records import Answer
from memsim.scoring.answers.decide import Verdict, decide
from memsim.scoring.answers.declining import clauses, declines, rest
from memsim.scoring.answers.hedging import doubted
from memsim.scoring.answers.kind import Option, Part
from memsim.scoring.answers.kinds import ABSENT, REGISTRY, columns, kind_of
from memsim.scoring.answers.naming import key, named
from memsim.scoring.answers.said import statement

_BEST_FIRST = ("correct", "approximate", "distractor", "wrong", "dump", "not_stated", "refused", "unparsed")
_STATED = frozenset(_BEST_FIRST[:5])
_MOST_CUTS = 50
_MOST_READ = 20_000  # characters, over all cuts: long replies are cut less often
_LONGEST = 4000
#: Where one part of a reply can end and the next begin, the clearest first.
_CUTS = (re.compile(r"[;\n]+"), re.compile(r"[.!?](?=\s)|[。!?]"), re.compile(r",(?!\d{3})|、|\b(?:and|while)\b|和|以及|还有|而"))


# What says that it answers, in a reply that has no answer, and what is made up there.
_CLAIM = re.compile(
    r"\A(?:\W*\w+){1,3}\W*\Z|\b(?:it's|it is|it was|think|believe|probably|maybe|guess|name is)\b|应该|可能|是", re.IGNORECASE
)
_MADE_UP = re.compile(
    r"(?:\b(?:it's|it is|is|was|probably|maybe|guess) |\A)\W*(?:[A-Z]\w+ [A-Z]\w+|(?:Dr|Mr|Mrs|Ms)\b|\d)|应该是|可能是|\A是"
)


class Graded(NamedTuple):
    """What a reply comes to, and why.

    Attributes:
        outcome: ``correct``; ``distractor:<axis>`` (says exactly a wrong option); ``wrong``; ``dump`` (several values, or all there are); ``approximate``;
            ``not_stated`` (says that it was not told); ``refused``; ``unparsed`` (nothing of the kind wanted).
        detail: In words; empty for a right answer.
    """

    outcome: str
    detail: str


def grade(
    reply: str,
    answers: Sequence[Answer],
    *,
    question: str,
    choices: Sequence[str],
    target: str | None,
    axes: Sequence[str | None],
    language: str,
) -> Graded:
    """Return what a reply in free text comes to.

    Args:
        reply: All that was said; thoughts, markup and what stands before the last "Answer:" are left out.
        answers: The right answer to each part; empty, or of the kind ``absent``, where nothing that was told answers.
        question: Values in it are no answers, unless they are the right one or an option.
        choices: The options, which the reply's author has not seen; a wrong answer that is one of them is told by its axis.
        target: The letter of the right one.
        axes: Of each choice, how it differs from the right one.
        language: Of the question.
    """
    said = statement(reply)
    if not re.search(r"\w", said):
        return Graded("unparsed", "says nothing")
    if len(said) > _LONGEST:
        return Graded("unparsed", f"goes on for {len(said)} characters without an answer set apart; expected at most {_LONGEST}")
    parts = _parts(answers, question, choices, target, axes, language)
    absent = not parts or any(answer.kind == ABSENT or kind_of(answer, choices, language) == ABSENT for answer in answers)
    declined = declines(_without(said, [word for part in parts for word in part.words if not declines(word)]))
    if absent:
        return _unanswerable(said, declined, question, choices, axes, language)
    return _despite(said, declined, parts, choices, axes) if declined else _whole(said, parts, choices, axes)


def _despite(said: str, declined: str, parts: Sequence[Part], choices: Sequence[str], axes: Sequence[str | None]) -> Graded:
    """Return what a reply comes to that says that it has no answer, and may answer all the same ("I'm afraid it is X")."""
    left = rest(said)
    graded = _whole(left, parts, choices, axes) if left else None
    if graded and graded.outcome in {"correct", "approximate"}:
        return Graded("approximate", "says it without being sure") if doubted(said) else graded
    if graded and declined == "refused" and graded.outcome not in {"wrong", "unparsed"}:
        return graded
    return Graded(declined, "says that it has no answer" if declined == "not_stated" else "will not answer")


def _parts(
    answers: Sequence[Answer], question: str, choices: Sequence[str], target: str | None, axes: Sequence[str | None], language: str
) -> list[Part]:
    rows = columns(choices, len(answers), language) if answers else []
    right = ord(target) - ord("A") if target else -1
    parts = []
    for number, answer in enumerate(answers):
        name = kind_of(answer, choices, language)
        if name == ABSENT:
            continue
        kind = REGISTRY[name]
        spoken = rows[right][number] if 0 <= right < len(rows) else answer.text
        value = kind.read(answer, question)
        if value is None:
            kind = REGISTRY["name"]
            value = kind.read(Answer(spoken), question)
        options = [
            Option(
                row[number],
                kind.read(Answer(row[number], unit=answer.unit), question),
                _axis(axes[place] if place < len(axes) else None, number),
            )
            for place, row in enumerate(rows)
            if place != right and key(row[number]) not in {key(spoken), key(answer.text)}
        ]
        parts.append(Part(kind, answer, spoken, value, tuple(options), question, language))
    return parts


def _axis(axis: str | None, part: int) -> str | None:
    """Return the axis of one part: ``part_1:other_entity+part_2:other_number`` is that of two."""
    found = re.search(rf"\bpart_{part + 1}:([^+]+)", axis or "")
    return found[1] if found else axis


def _without(said: str, texts: Sequence[str]) -> str:
    for found in reversed(named(said, texts)):
        said = said[: found.start] + " " * (found.end - found.start) + said[found.end :]
    return said


def _unanswerable(
    said: str, declined: str | None, question: str, choices: Sequence[str], axes: Sequence[str | None], language: str
) -> Graded:
    left = " ".join(piece for piece in clauses(rest(said)) if _CLAIM.search(piece)) if declined else said
    for place, choice in enumerate(choices):
        others = [other for other in choices if other != choice]
        (part,) = _parts((Answer(choice),), question, (choice, *others), "A", (), language) or (None,)
        if part and left and decide(left, part).outcome in {"correct", "approximate"}:
            axis = axes[place] if place < len(axes) else None
            return Graded(f"distractor:{axis or 'unknown'}", f"says {choice}")
    if declined and not _MADE_UP.search(left):
        return Graded("correct", "") if declined == "not_stated" else Graded(declined, "will not answer")
    return Graded("wrong", "answers what was never told")


def _whole(said: str, parts: Sequence[Part], choices: Sequence[str], axes: Sequence[str | None]) -> Graded:
    verdicts = [decide(said, parts[0])] if len(parts) == 1 else _several(said, parts)
    worst = max(verdicts, key=_rank)
    if len(parts) > 1 and worst.outcome.startswith("distractor"):
        chosen = [key(verdict.option or "") for verdict in verdicts]
        for row, axis in zip(columns(choices, len(parts), parts[0].language), axes, strict=False):
            if [key(text) for text in row] == chosen and axis:
                return Graded(f"distractor:{axis}", worst.detail)
    return Graded(worst.outcome, worst.detail)


def _rank(verdict: Verdict) -> int:
    return _BEST_FIRST.index(verdict.outcome.partition(":")[0])


def _several(said: str, parts: Sequence[Part]) -> list[Verdict]:
    """Return the verdict on each part: of the whole reply where no value can be meant for two parts, else of the pieces of it, in order."""
    if all(_apart(one, other) for one, other in combinations(parts, 2)):
        return [
            decide(_without(said, [word for other in parts if other is not part for word in other.words]) or " ", part) for part in parts
        ]
    best: list[Verdict] = []
    for cut in _CUTS:
        for pieces in islice(_pieces(said, cut, len(parts)), min(_MOST_CUTS, _MOST_READ // len(said))):
            verdicts = [decide(piece, part) for piece, part in zip(pieces, parts, strict=True)]
            if not best or max(map(_rank, verdicts)) < max(map(_rank, best)):
                best = verdicts
        if best and all(verdict.outcome.partition(":")[0] in _STATED for verdict in best):
            return best
    return best or [decide(said, part) for part in parts]


def _pieces(said: str, cut: re.Pattern[str], count: int) -> Iterator[list[str]]:
    for places in combinations(list(cut.finditer(said)), count - 1):
        starts, ends = [0, *(place.end() for place in places)], [*(place.start() for place in places), len(said)]
        pieces = [said[start:end].strip() for start, end in zip(starts, ends, strict=True)]
        if all(pieces):
            yield pieces


def _apart(one: Part, other: Part) -> bool:
    if one.kind.family != other.kind.family:
        return True
    return one.kind.family == "text" and not {key(word) for word in one.words} & {key(word) for word in other.words}
