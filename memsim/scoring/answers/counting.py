"""Counts that are said without a figure of their own, and figures beside a count that are none of it: "none of them", "3 of the 5", 一个都没有."""

from __future__ import annotations

import re

from memsim.text.quantities import counted

_ZERO = (
    re.compile(
        r"\b(?:not (?:even )?(?:a single )?one|there isn't one|none|no one|nobody|not any)\b(?: of (?:them|these|those))?", re.IGNORECASE
    ),
    re.compile(r"连?一[个位名场件家]人?[都也](?:没有?|不是?)|没有?任?何?一[个位名场件家]|(?<!还)没有?任?何?人|\A都?没有(?=[。.!]?\s*\Z)"),
)
_ONE_OF = re.compile(
    r"\b(?:only|exactly|just) one\b(?: of them\b)?"
    r"|(?<!every )(?<!each )\bone (?=(?:out )?of (?:the |these |those )?(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|them)\b))",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|every one|each one) of (?:them|these|those)\b(?! \d)|\A\W*(?:they )?all (?:are|did|were|have)\b|(?:全部|都)(?:是|在|来自|符合|有)",
    re.IGNORECASE,
)
_WHOLE = (
    re.compile(r"(?<=\d)(?P<apart> (?:out )?of (?:the |these |those |all |your |my )?)\d+\b", re.IGNORECASE),
    re.compile(r"\d+[个场位名人件家种]+[^,。;\d]{0,4}?(?:里面?|之?中|当中)(?=[^,。;]{0,4}\d)"),
)
_LISTS = (
    re.compile(r"(?:[^,;:?!.]+,\s)+[^,;:?!.]*?\b(?:and|or)\b", re.IGNORECASE),
    re.compile(r"[^、,。?:]+(?:、[^、,。?:]+)+?(?:和|与|以及|还有)"),
)


def countable(text: str) -> str:
    """Return a plain text in figures, with none, one of several and the number out of which they are told apart."""
    for pattern in _ZERO:
        text = pattern.sub("0", text)
    text = counted(_ONE_OF.sub("1 ", text))
    for pattern in _WHOLE:
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def all_listed(text: str, question: str) -> tuple[int, int, int] | None:
    """Return how many a question lists, and where a text says that it is all of them; None if it does not, or the question lists nothing."""
    said = _ALL.search(text)
    listed = [len(re.findall("[,、]", found[0])) + 2 for pattern in _LISTS for found in pattern.finditer(question)]
    return (max(listed), said.start(), said.end()) if said and listed else None
