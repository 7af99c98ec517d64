"""Rules of what must not come in: words, names, numbers, values of the scenario."""

from __future__ import annotations

from collections.abc import Iterator

from memsim.render.guard.case import Case

#: A word after one of these may be written with a capital, and so may the first.
_OPENING = ("", *".!?:;\"'-(\n")


def words(case: Case) -> Iterator[str]:
    """Every word is plain, or the phrase has it, or other phrases for the same attribute or topic do."""
    tokens, known = case.scene.literal(case.new), (*case.context.known, *case.context.around, case.scene.titles)
    for start, end in case.new.told:
        yield from case.scene.tongue.new(tokens[start:end], known)


def number(case: Case) -> Iterator[str]:
    """No number but those of the phrase."""
    kept = set(case.text.tokens)
    yield from (token for token in case.new.tokens if any(char.isdigit() for char in token) and token not in kept)


def name(case: Case) -> Iterator[str]:
    """No capital within a sentence but those of the phrase, nor a plain word that is a name where it stands."""
    new, kept = case.new, set(case.text.written)
    yield from (new.written[start + 1] for start, _ in new.found(case.scene.names) if new.written[start + 1][:1].isupper())
    if new.masked.upper() == new.masked:
        return
    for word, place in zip(new.written, new.places, strict=True):
        loud = word.isupper() and case.scene.tongue.plain([word.lower()])
        if (
            word[:1].isupper()
            and word not in kept
            and word.lower() not in case.scene.titles
            and not loud
            and new.masked[:place].rstrip()[-1:] not in _OPENING
        ):
            yield word


def vocabulary(case: Case) -> Iterator[str]:
    """No value of the scenario, nor what the scenario knows of one, but those whose words the phrase has."""
    here, literal = case.context.known[0], case.scene.tongue.join(case.scene.literal(case.new))
    for value in sorted(case.scene.vocabulary.find(case.new) - case.scene.vocabulary.find(case.text)):
        said = case.scene.tongue.join(value)
        if said in literal and not case.scene.tongue.units(said) <= here:
            yield said
