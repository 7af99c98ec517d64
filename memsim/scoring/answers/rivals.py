"""Names that a reply says beside a known one, as if they were answers too: "X or Peter Brown", "X, no, it's actually Peter Brown", X和另一个人."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memsim.scoring.answers.alone import sentence_words
from memsim.scoring.answers.kind import Candidate, Part
from memsim.scoring.answers.naming import HAN, key, named

_REACH = 80
_TWO = r"(?-i:[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)+)"
_AFTER = (
    re.compile(
        r",? (?:or|and|and/or|&) (?:(?:her|his|their|an?|the|my|your|maybe|possibly) )*(?P<name>[^\W\d_][\w'-]*(?: [\w'-]+){0,2})(?=\W*(?:\Z|[.;!?\n]))",
        re.IGNORECASE,
    ),
    re.compile(rf", (?P<name>{_TWO})(?=\W*(?:\Z|[.;!?\n]))"),
    re.compile(rf"[^.!?\n]{{0,40}}\b(?:actually|replaced by|it's now|it is now|but it's|but it is) (?P<name>{_TWO})"),
    re.compile(rf"(?:和|跟|与|或者?|还是|以及)(?P<name>[{HAN}]{{1,8}}?)[吧呢]?(?=\Z|[。,;!?\n])"),
)
_BEFORE = (
    re.compile(
        r"(?:\A|[,;:.\n] ?|\b(?:is|was|it's|either|in|on|an?|the) )(?P<name>[^\W\d_][\w'-]*(?: [\w'-]+)?),? or (?:(?:an?|the|my|your) )?\Z",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:\A|[,;:.\n] ?)(?P<name>{_TWO}), (?:who|which) (?:\w+ ){{0,3}}\Z"),
    re.compile(rf"(?:\A|[是在叫,。])(?P<name>[{HAN}]{{1,8}})(?:或者?|还是)\Z"),
)


def rivals(view: str, found: Sequence[Candidate], part: Part) -> Iterator[Candidate]:
    """Yield what is said to be an answer beside those found, and is neither known nor asked about."""
    for one in found:
        start = max(0, one.start - _REACH)
        before, after = view[start : one.start], view[one.end : one.end + _REACH]
        for place, match in [
            *((one.end, pattern.match(after)) for pattern in _AFTER),
            *((start, pattern.search(before)) for pattern in _BEFORE),
        ]:
            # "Johannesburg, South Africa" is one place.
            apposed = match and match[0] == f", {match['name']}" and " " not in view[one.start : one.end]
            if match and not apposed and _a_name(match["name"], part):
                yield Candidate(key(match["name"]), place + match.start("name"), place + match.end("name"))


def _a_name(text: str, part: Part) -> bool:
    """Return whether a text names something that is not known, and not only what sentences go on with."""
    words = re.findall(r"[^\W_]+", text.casefold())
    asked = part.question.casefold()
    if named(text, part.words) or all(word in asked for word in words) or re.match("[我你您他她它]|另?外?一起", text) or "一起" in text:
        return False
    return not sentence_words(words[:1])
