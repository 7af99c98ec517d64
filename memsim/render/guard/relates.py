"""Rules of how subject and value stand to each other: what relates them must be what does in phrases for the same attribute."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from memsim.render.guard.case import Case
from memsim.render.guard.given import Statement
from memsim.render.guard.patterns import NUMBER, VALUE, Span
from memsim.render.guard.reading import MARKS, VALUES, Reading, links


def link(case: Case) -> Iterator[str]:
    """No word relates subject and value that the phrase has not, nor phrases for the same attribute: "near", "than", "half of"."""
    scene, new = case.scene, case.new
    runs = f" {case.context.runs} | {' '.join(case.text.tokens)} "
    yield from (words for span in new.found(scene.relating) if (words := _relating(case, span)) and f" {words} " not in runs)
    if not _states(case):
        return
    found, here, there = links(new, scene.bare, scene.idioms), links(case.text, scene.bare), case.context.links
    for word in sorted(found.before - there.before - here.before):
        if word in scene.prepositions and not all(f" {pair} " in runs for pair in _before(new, word, scene.bare)):
            yield f"{word} the value"
    yield from (
        f"its {word}"
        for word in sorted(found.owned - there.owned - here.owned)
        if not (scene.tongue.plain([word]) or scene.tongue.units(word) <= there.owned)
    )


def _relating(case: Case, span: Span) -> str:
    """Return the words of a piece that relates the fact to something; "" where it says what the phrase says, or nothing."""
    scene, new = case.scene, case.new
    words = [token for token in new.tokens[slice(*span)] if token not in MARKS and token not in scene.articles]
    words = words[bool(words) and words[0] in scene.speakers :]
    said = {tuple(map(_alike, case.text.tokens[slice(*one)])) for one in case.text.found(scene.relating)}
    if not words or tuple(map(_alike, new.tokens[slice(*span)])) in said or (words[0] in scene.neutral and words[-1] in case.text.tokens):
        return ""
    if new.torn(span) or MARKS.isdisjoint(new.tokens[slice(*new.clause(span[0]))]) or _asked(case, words):
        return ""
    safe = any(start <= span[0] and span[1] <= end for start, end in new.found(scene.idioms))
    return "" if safe else " ".join(words)


def _before(text: Reading, word: str, bare: Container[str]) -> Iterator[str]:
    """Yield a word that stands before a value with the one before it: "go to"."""
    places = [place for place, token in enumerate(text.tokens) if token not in bare]
    for before, place, after in zip(places, places[1:], places[2:], strict=False):
        if text.tokens[place] == word and text.tokens[after] in VALUES:
            yield f"{text.tokens[before]} {word}"


def _alike(token: str) -> str:
    return VALUE if token == NUMBER else token


def clause(case: Case) -> Iterator[str]:
    """The clause that says the value has no word but empty ones and those of the phrase, or of phrases for the same attribute."""
    if not _states(case):
        return
    tokens, known = case.scene.literal(case.new), (*case.context.known, case.scene.empty)
    places = (place for place, token in enumerate(case.new.tokens) if token in VALUES)
    for start, end in dict.fromkeys(map(case.new.clause, places)):
        yield from case.scene.tongue.rest(tokens[start:end], known)


def _states(case: Case) -> bool:
    return isinstance(case.given, Statement) and bool(case.given.attribute)


def _asked(case: Case, words: Iterable[str]) -> bool:
    """Return whether phrases that ask the same use some words."""
    asked = case.context.asked
    return asked is not None and case.scene.tongue.units(" ".join(words)) <= asked.known
