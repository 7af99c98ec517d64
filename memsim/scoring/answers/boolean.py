"""Answers that are yes or no."""

from __future__ import annotations

import re

from memsim.records import Answer
from memsim.scoring.answers.alone import sentence_words
from memsim.scoring.answers.kind import Candidate, Part, Unworded
from memsim.scoring.answers.naming import HAN
from memsim.text.figures import plain

_HEAD = r"(?:\A|(?<=[。.:,;!?\n\"])|(?<=\band)|(?<=\bor)|(?<=\bso))\s*"
_SAID = re.compile(
    r"\b(?P<yes>yes|yep|yeah|true|correct|affirmative)\b|\b(?P<no>nope|false|incorrect|untrue|negative)\b"
    rf"|{_HEAD}(?P<no2>no)\b(?! (?:doubt|problem|worries|question|idea|information|record|mention|need))"
    rf"|{_HEAD}(?:(?P<no3>并?不是的?|不对|不|没有|没|否|错|不会|不能|假)|(?P<yes2>是的?|对的?|有的?|会的?|能|没错|正确|真))(?=\Z|[。.,;!?\s\"啊呀呢哦])",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\bnot|\w+n't)\s+(?:\w+\s+){0,4}\Z", re.IGNORECASE)
# An answer without a yes or a no: "That's right, she does", "I don't think so", "Not any more".
_AGREEING = re.compile(r"\W*(?:that(?:'s| is) (?:right|so)|absolutely|indeed|certainly|definitely|of course|no doubt)\b", re.IGNORECASE)
_DISAGREEING = re.compile(
    r"\W*(?:that(?:'s| is) (?:not|wrong)|not\b|i don't (?:think|believe) so)|[^.!?\n]*\b(?:no longer|not any ?more)\b", re.IGNORECASE
)
_END = re.compile(r"[.,;:!?。\n]")
_HAN = re.compile(f"[{HAN}]+")
_NEGATION = re.compile(r"\b(?:not|never)\b|n't\b|[不没](?!错)", re.IGNORECASE)


class Boolean(Unworded):
    """Yes or no, or the question said again as a statement."""

    name = "boolean"
    family = "boolean"

    def view(self, text: str) -> str:
        return text

    def read(self, answer: Answer, question: str) -> bool | None:
        found = _SAID.fullmatch(plain(answer.text).strip(" .。"))
        return _yes(found) if found else None

    def find(self, view: str, part: Part) -> list[Candidate]:
        # What denies a yes makes a no of it: there is no third value, so it is weighed here.
        said = [
            Candidate(
                _yes(found) != bool(_NOT.search(view[max(0, found.start() - 40) : found.start()])), found.start(), found.end(), weighed=True
            )
            for found in _SAID.finditer(view)
        ]
        restated = None if said else _restated(view, plain(part.question))
        return said if restated is None else [Candidate(restated, 0, len(view), weighed=True)]

    def told(self, question: str, part: Part) -> list[bool]:
        return []

    def same(self, value: object, other: object) -> bool:
        return value == other

    def near(self, value: object, right: object) -> bool:
        return False


def _yes(found: re.Match[str]) -> bool:
    return bool(found["yes"] or found["yes2"])


def _restated(view: str, question: str) -> bool | None:
    """Return what a reply comes to that says neither yes nor no; None if its first clause is not the question over again."""
    if _DISAGREEING.match(view):
        return False
    if _AGREEING.match(view):
        return True
    first = _END.split(view.strip())[0]
    words = re.findall(r"[^\W\d_]+", _NEGATION.sub("", first).casefold())
    asked = question.casefold()
    told = all(
        sentence_words([word]) or word.removesuffix("s") in asked or (_HAN.fullmatch(word) and set(word) <= set(asked)) for word in words
    )
    return _NEGATION.search(first) is None if told and any(word in asked for word in words) else None
