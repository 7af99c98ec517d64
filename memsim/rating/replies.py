"""The scores that a model's reply gives: taken where there is one way to read them, and else a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from memsim.llm.replies import spoken
from memsim.rating.criteria import SCALE, Criterion
from memsim.rating.judgements import SCORED, UNPARSED, Score

Pairs = tuple[tuple[str, Any], ...]
NO_OBJECT, SEVERAL, TWICE = "no JSON object with scores", "several objects that differ", "two scores that differ"
MISSING, NO_NUMBER = "no score", "no whole number"
OUTSIDE = f"not from {SCALE[0]} to {SCALE[-1]}"
_FLAT = re.compile(r"\{[^{}]*\}")
_WRITTEN = re.compile(rf"([+-]?\d{{1,9}})(?:\.0+)?(?:\s*/\s*{SCALE[-1]})?", re.ASCII)
_SCORE = "score"  # where a model gives each criterion an object with its reasons


def scores_in(text: str, criteria: Sequence[Criterion], language: str) -> dict[str, Score]:
    """Return the score of each criterion: from the one JSON object that holds any, alone, in a fence, inside another, or between words.

    Names may be those of the criteria or what they are called in the language, in any case; a score may be a text, or ``{"score": 4}``.
    """
    names = {key: one.name for one in criteria for key in (one.name.casefold(), one.wording[language].label.casefold())}
    found: list[dict[str, list[Any]]] = []
    for pairs in _objects(spoken(text)):
        given: dict[str, list[Any]] = {}
        for key, value in pairs:
            if (name := names.get(key.casefold())) and value not in given.setdefault(name, []):
                given[name].append(value)
        if given and given not in found:
            found.append(given)
    if len(found) != 1:
        return {one.name: Score(UNPARSED, reason=SEVERAL if found else NO_OBJECT) for one in criteria}
    return {one.name: _score(found[0].get(one.name, [])) for one in criteria}


def _objects(said: str) -> Iterator[Pairs]:
    """Yield the objects of a reply and those right inside of them."""
    whole = _loaded(said[said.find("{") : said.rfind("}") + 1])
    for pairs in [whole] if whole is not None else filter(None, map(_loaded, _FLAT.findall(said))):
        yield pairs
        yield from (inner for _, inner in pairs if isinstance(inner, tuple))


def _loaded(text: str) -> Pairs | None:
    """Return an object as its pairs, None where it cannot be read: of two with the same key, a dictionary would keep the last."""
    try:
        pairs: Pairs = json.loads(text, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return None
    return pairs


def _score(values: Sequence[object]) -> Score:
    given = [dict(value).get(_SCORE) if isinstance(value, tuple) else value for value in values]
    if len(given) > 1:
        return Score(UNPARSED, reason=TWICE)
    if given in ([], [None]):
        return Score(UNPARSED, reason=MISSING)
    number = _whole(given[0])
    if number is None:
        return Score(UNPARSED, reason=NO_NUMBER)
    return Score(SCORED, number) if number in SCALE else Score(UNPARSED, reason=OUTSIDE)


def _whole(given: object) -> int | None:
    match given:
        case bool():
            return None
        case int():
            return given
        case float():
            return int(given) if given.is_integer() else None
        case str():
            written = _WRITTEN.fullmatch(given.strip())
            return int(written[1]) if written else None
    return None
