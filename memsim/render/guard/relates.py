"""Rules of how subject and value stand to each other: what relates them must be what does in phrases for the same attribute."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from memsim.render.guard.case import Case
from memsim.render.guard.given import Statement
from memsim.render.guard.patterns import NUMBER, SUBJECT, VALUE, Span
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
    if new.torn(span) or not new.clause_tells(span[0]) or _asked(case, words):
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


def predicate(case: Case) -> Iterator[str]:
    """What the subject does is what the phrase says of it, or phrases for the same attribute: a verb after it is theirs, or says nothing by itself."""
    if not _states(case):
        return
    yield from _asides(case)
    tokens = case.new.tokens
    for place in _predicates(case):
        if tokens[place] in case.scene.neutral:
            yield from _complements(case, place)
        elif not case.scene.tongue.units(tokens[place]) <= _told(case):
            yield tokens[place]


def _complements(case: Case, place: int) -> Iterator[str]:
    """Yield what else the subject does, after a verb that says nothing by itself: "is leaving", "has also won"."""
    tongue, known = case.scene.tongue, case.context.known[0] | case.context.stems
    rest = case.new.tokens[place + 1 : case.new.clause(place)[1]]
    rest = rest[: next((end for end, word in enumerate(rest) if word in case.scene.joints), len(rest))]
    says = not VALUES.isdisjoint(rest)
    for number, word in enumerate(rest[:3]):
        does = (tongue.doing(word) and number == 0) or (tongue.verb(word) and not says)
        if does and not tongue.units(word) <= known:
            yield word


def _told(case: Case) -> frozenset[str]:
    """Return the verbs of the phrase, what stands after its subject or that of phrases for the same attribute, and what may stand for them."""
    telling = (case.text.tokens[sentence.start : sentence.end] for sentence in case.text.sentences if sentence.tells)
    does = (token for tokens in telling for token in tokens if case.scene.tongue.verb(token))
    told = case.scene.tongue.units(" ".join((*does, *links(case.text, case.scene.bare).after, *case.context.links.after)))
    return told | case.scene.wording.instead(told)


def _asides(case: Case) -> Iterator[str]:
    """Yield what else is told of the subject in a clause of its own: ", who cannot stand me,"."""
    tokens, known = case.new.tokens, case.context.known[0] | case.context.stems
    for place in range(1, len(tokens)):
        if tokens[place] in case.scene.relatives and tokens[place - 1] == SUBJECT:
            rest = tokens[place + 1 : case.new.clause(place)[1]]
            if VALUES.isdisjoint(rest) and not case.scene.tongue.units(" ".join(rest)) <= known:
                yield " ".join(rest)


def _predicates(case: Case) -> Iterator[int]:
    """Yield where verbs stand after the subject, or after what may stand for it, or after one more word."""
    tokens, tongue, scene = case.new.tokens, case.scene.tongue, case.scene
    safe = {place for start, end in case.new.found(scene.idioms) for place in range(start, end)}
    for place in range(2, len(tokens)):
        if place in safe or not tongue.verb(tokens[place]) or not case.new.sentence(place).tells:
            continue
        between = tokens[place - 1 : place] if _subject(case, place - 2) else ()
        if _subject(case, place - 1) or (
            between and tongue.plain(between) and not tongue.verb(between[0]) and between[0] not in scene.speakers
        ):
            yield place


def _subject(case: Case, place: int) -> bool:
    """Return whether a token is the subject of what follows; after "have" or "got", it is what something is done to."""
    tokens, scene = case.new.tokens, case.scene
    if tokens[place] == SUBJECT or (tokens[place] == VALUE and case.context.agent):
        return tokens[place - 1] not in scene.doing
    if tokens[place] not in scene.joints:
        return False
    told = next((number for number in range(place, 0, -1) if tokens[number] == SUBJECT), place)
    return tokens[place] in scene.speakers or scene.speakers.isdisjoint(tokens[told:place])


def _states(case: Case) -> bool:
    return isinstance(case.given, Statement) and bool(case.given.attribute)


def _asked(case: Case, words: Iterable[str]) -> bool:
    """Return whether phrases that ask the same use some words."""
    asked = case.context.asked
    return asked is not None and case.scene.tongue.units(" ".join(words)) <= asked.known
