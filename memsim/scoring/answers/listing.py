"""Answers that are several things: in any order, or in one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise

from memsim.records import Answer
from memsim.scoring.answers.alone import bare, by_itself
from memsim.scoring.answers.context import opaque
from memsim.scoring.answers.denying import denied
from memsim.scoring.answers.kind import Candidate, Part
from memsim.scoring.answers.naming import Found, key, named
from memsim.text.figures import plain

_KEPT = 8192
_NONE = re.compile(
    r"\b(?:none(?: of (?:them|these|those|the \w+))?|neither(?: of them)?|nothing|not (?:any|one)(?: of them)?|no one|nobody)\b"
    r"|都没有|没有人|没有一[个样家场]|一[个样家场位][都也]?(?:没有?|不)|[零0]个|都?(?:没有?|不是)(?:\Z|[。,!])",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|every one|each) (?:\w+ )?of (?:them|these|those)\b|\A\W*(?:they all|both|everything|all (?:two|three|four|five|six|\d|except|but|apart))\b"
    "|[二三四五六七八九两\\d]个?都(?![没不])|全都|全部|都是",
    re.IGNORECASE,
)
_LEADING_NONE = re.compile(r"\W*(?:none|nobody|no one|一?[个位]?都没有?)(?:\b|(?=[,。]))(?! (?:but|except|other))(?! of)", re.IGNORECASE)
_MARK = re.compile(r"\s*(?:,?\s*\b(?:and )?then\b|[,、;\n]|->|→|>|,?\s*然后是?)\s*(?:and\b|以及|和|最后是?)?\s*", re.IGNORECASE)
_WORD = re.compile(r"\s+(?:and|&)\s+|和|以及|与", re.IGNORECASE)
_OR = re.compile(r"\bor\b|或者?是?|还是", re.IGNORECASE)
_BACKWARDS = re.compile(r"\b(?:after|follows|preceded by)\b", re.IGNORECASE)
_LAST_FIRST = re.compile(
    r"\b(?:latest|last|newest|reverse|smallest|lowest|shortest|youngest)(?: \w+)? (?:first|order)\b|从[晚后]到[早先前]|从近到远|倒序",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\bat the same time\b|同时", re.IGNORECASE)
_NAMING = re.compile(r"[^\W\d_]")
_NO_NAME = re.compile(r"\A\W*\d.*|.*:|\b(?:my|your|the|a|an|his|her|their|our)\b|[我你您他她的吧呢啊呀哦了也就是嘛]", re.IGNORECASE)
# "Among A, B and C, it is …" says again what was asked.
_RESTATED = re.compile(
    r"\s*(?:(?:among|out of|of|between|from)\b[^.!?\n]*,(?=\s)|[在从]?[^。!?\n]*(?:里[头面]?|之中|当中|中)(?:,|(?=[是有只]))[^\S\n]*)",
    re.IGNORECASE,
)


# What comes after it gives reasons; after "only these" so does every other sentence.
_REASON = re.compile(r"\b(?:since|because|as)\b|因为", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just)\b|[只仅]有?", re.IGNORECASE)
_STOP = re.compile(r"[;!?。\n]|\.(?=\s)")
_STATEMENT = re.compile(r"[;!?。\n]|\.(?=\s)|,? \b(?:but|while|whereas)\b|但是?|而", re.IGNORECASE)
_RULED_OUT = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|would)(?:n't| not)\b|\bneither\b|\b(?:out|excluded)\W*\Z|都?不[在是算行符]|都?没",
    re.IGNORECASE,
)


@lru_cache(_KEPT)
def items(text: str) -> tuple[str, ...]:
    """Return the things that a text lists, without quotes; () if it says that there is none."""
    whole = plain(text).strip()
    if _NONE.fullmatch(whole):
        return ()
    marked = [piece for piece in _MARK.split(whole) if piece.strip(' ".')]
    return tuple(piece.strip(' ".') for piece in (marked if len(marked) > 1 else _WORD.split(whole)))


class _Several:
    """What sets and orders have in common: members are found by name, and those that are denied left out."""

    family = "text"
    worded = True

    def words(self, texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item for text in texts for item in items(text)))

    def view(self, text: str) -> str:
        return text

    def near(self, value: Hashable, right: Hashable) -> bool:
        return False

    def told(self, question: str, part: Part) -> list[Hashable]:
        return []  # that it names the members settles nothing

    def same(self, value: Hashable, other: Hashable) -> bool:
        return value == other

    def _sides(self, view: str, part: Part) -> list[tuple[int, str, list[Found]]]:
        """Return what is named in each of the alternatives that a reply leaves open ("A or B"), with its place: those without any member are none."""
        restated = _RESTATED.match(view)
        start = restated.end() if restated and named(view[restated.end() :], part.words) else 0
        text = view[start:]
        if not self._members(text, part):
            return [(start, text, [])]
        cuts = [(0, 0), *(found.span() for found in _OR.finditer(text)), (len(text), len(text))]
        pieces = [(start + last, text[last:this]) for (_, last), (this, _) in pairwise(cuts)]
        strange = len(pieces) > 1 and all(bare(piece) for _, piece in pieces)
        sides = [(place, piece, self._members(piece, part)) for place, piece in pieces if piece.strip()]
        kept = [side for side in sides if side[2] or _none(side[1], part) or (strange and not named(side[1], part.words))]
        return kept or [(start, text, [])]

    def _members(self, text: str, part: Part) -> list[Found]:
        found = named(text, part.words)
        empty = [found.span() for found in _NONE.finditer(text)]
        clear = opaque(text, [*((one.start, one.end) for one in found), *empty])
        out = [one for one in found if by_itself(text, one, found, part.question) and not denied(clear, one.start, one.end, part.question)]
        return _answering(clear, out)


def _answering(text: str, found: Sequence[Found]) -> list[Found]:
    """Return of members those that are named as answers: not in reasons, nor in a statement that rules them out ("while A and B don't")."""
    if not found:
        return []
    first = found[0]
    near = text[max(0, first.start - 20) : first.start] + text[first.end : first.end + 8]
    ends = [pattern.search(text, first.end) for pattern in ((_REASON, _STOP) if _ONLY.search(near) else (_REASON,))]
    end = min((stop.start() for stop in ends if stop), default=len(text))
    starts = [0, *(mark.end() for mark in _STATEMENT.finditer(text)), len(text)]
    out = []
    for start, stop in pairwise(starts):
        told = [one for one in found if start <= one.start < stop and one.start < end]
        if told and not _RULED_OUT.search(text, told[-1].end, stop):
            out += told
    return out


class Set(_Several):
    """Things in any order. All that could be meant, where fewer are right, is no answer but a list of the options."""

    name = "set"

    def read(self, answer: Answer, question: str) -> frozenset[str]:
        return frozenset(map(key, items(answer.text)))

    def find(self, view: str, part: Part) -> list[Candidate]:
        sides = self._sides(view, part)
        values = [(self._value(text, found, part), start, start + len(text)) for start, text, found in sides]
        everything = frozenset(map(key, part.words))
        if [value for value, *_ in values] == [everything] and everything not in {part.value, *(option.value for option in part.options)}:
            values = [(frozenset({member}), 0, len(view)) for member in sorted(everything)]
        return [_placed(value, view, start, end, part) for value, start, end in values if value is not None]

    def _value(self, text: str, found: Sequence[Found], part: Part) -> frozenset[str] | None:
        members = [key(part.words[one.known]) for one in found]
        if _LEADING_NONE.match(text):
            return frozenset()
        if not members and _ALL.search(text):
            return frozenset(map(key, part.words)) - {key(part.words[one.known]) for one in named(text, part.words)}
        if not members and _none(text, part):
            return frozenset()
        strange = [piece for piece in _pieces(text) if not named(piece, part.words)] if bare(text) else []
        return frozenset([*members, *map(key, strange)]) or None


def _placed(value: Hashable, view: str, start: int, end: int, part: Part) -> Candidate:
    """Return a value as a candidate that stands from the first to the last member named in a piece of a reply."""
    found = named(view[start:end], part.words)
    if found:
        start, end = start + found[0].start, start + found[-1].end
    return Candidate(value, start, end, weighed=True)


def _none(text: str, part: Part) -> bool:
    """Return whether a text says that nothing is a member, and does not deny that."""
    return any(not denied(text, found.start(), found.end(), part.question) for found in _NONE.finditer(text))


def _pieces(text: str) -> list[str]:
    return [piece for mark in _MARK.split(text) for piece in _WORD.split(mark) if _NAMING.search(_NO_NAME.sub("", piece))]


class Order(_Several):
    """Things in one order: that in which a reply first names them, or backwards ("B after A")."""

    name = "order"

    def read(self, answer: Answer, question: str) -> tuple[str, ...]:
        return tuple(map(key, items(answer.text)))

    def find(self, view: str, part: Part) -> list[Candidate]:
        return [
            _placed(order, view, start, start + len(text), part)
            for start, text, found in self._sides(view, part)
            for order in self._orders(text, found, part)
        ]

    def _orders(self, text: str, found: Sequence[Found], part: Part) -> list[tuple[str, ...]]:
        """Return the order told; both, if all are named twice in different orders."""
        named_keys = [key(part.words[one.known]) for one in found]
        first = tuple(dict.fromkeys(named_keys))
        if not first:
            return []
        again = tuple(named_keys[len(first) :])
        if len(set(again)) == len(again) == len(first) and again != first:
            return [first, again]
        gaps = [text[one.end : other.start] for one, other in pairwise(found)]
        if _TOGETHER.search(text):
            return []
        turned = (bool(gaps) and all(map(_BACKWARDS.search, gaps))) or (_LAST_FIRST.search(text) and not _LAST_FIRST.search(part.question))
        return [first[::-1] if turned else first]
