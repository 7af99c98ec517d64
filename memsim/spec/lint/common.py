"""What reads wrong in any language: slots, punctuation, endings, and lists that repeat themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memsim.spec.lint.phrase import ABBREVIATION, MARKS, NOUNS, SENTENCES, ListRule, Phrase, PhraseRule
from memsim.spec.phrases import slots


def _wrong_slots(phrase: Phrase) -> Iterator[str]:
    try:
        found = slots(phrase.text)
    except ValueError as error:
        yield f"unbalanced braces ({error})"
        return
    for group in phrase.groups:
        if len([name for name in found if name in group]) != 1:
            yield f"not exactly one of the slots {', '.join(sorted(group))}"
    unknown = [name for name in found if not any(name in group for group in phrase.groups)]
    if unknown:
        yield f"a slot that nothing fills, {unknown[0]!r}"


_UNFILLED = re.compile(r"[\[\]<>{}｛｝_$#|\\^*=]|(?<![A-Za-z])X{2,}(?![A-Za-z])|[Xx]{3,}")


def _unfilled(phrase: Phrase) -> Iterator[str]:
    if found := _UNFILLED.search(phrase.plain):
        yield f"what looks like an unfilled slot, {found[0]!r}"


def _digits(phrase: Phrase) -> Iterator[str]:
    if found := re.search(r"\d+", phrase.plain):
        yield f"a number of its own, {found[0]!r}"


_DETERMINER = re.compile(r"(my|our|your|a|an|the) |我")


def _determiner_twice(phrase: Phrase) -> Iterator[str]:
    """A subject that may be worded with a determiner takes no other before it; that of a question may always be ("the person who …")."""
    wording, topics = phrase.spec.phrases[phrase.language].wording, phrase.spec.file.topics
    topic = phrase.spec.file.attributes[phrase.attribute].topic if phrase.attribute else None
    if topic is None or topic not in wording:
        return
    told = {"name": topics[topic].name, "role": topics[topic].role}
    worded = [text for kind, text in wording[topic].items() if told.get(kind) != phrase.attribute]
    before = re.search(r"\b(my|our|your|an?|the) \{(?:subject|list)\}|(我)\{subject\}", phrase.text, re.IGNORECASE)
    if before and (phrase.of(("questions",)) or any(_DETERMINER.match(text) for text in worded)):
        yield f"{(before[1] or before[2])!r} before a subject that brings its own"


_ELLIPSIS = re.compile(r"…+|(?<!\.)\.\.\.(?!\.)|[?？][!！]|[!！][?？]")


def _punctuation_twice(phrase: Phrase) -> Iterator[str]:
    text = _ELLIPSIS.sub("…", ABBREVIATION.sub("x", phrase.text))
    if found := re.search(rf"[{MARKS}…]\s?[{MARKS}]|[。！？.!?][\"”’」』][。.，,]", text):
        yield f"punctuation twice, {found[0]!r}"


def _spaces(phrase: Phrase) -> Iterator[str]:
    if phrase.text != phrase.text.strip() or re.search(r"\s\s|[\t\n]", phrase.text):
        yield "a space too many"
    if found := re.search(rf"\s[{MARKS}]", phrase.text):
        yield f"a space before {found[0][1]!r}"


def _endings(phrase: Phrase) -> Iterator[str]:
    if phrase.of(SENTENCES) and not re.search(r"[。！？….!?][\"”’」』)）]?$", phrase.text):
        yield "no sentence punctuation at the end"
    if phrase.of(NOUNS) and re.search(rf"[{MARKS}]$", phrase.text):
        yield "punctuation at the end of what is part of a sentence"


def _repeated(phrases: list[Phrase]) -> Iterator[tuple[Phrase, str]]:
    """Phrases that differ in nothing but case, punctuation and the form of their slots are one."""
    first: dict[str, Phrase] = {}
    for phrase in phrases:
        bare = re.sub(r"[\W_]+", "", phrase.text.replace("{a_value}", "{value}").casefold())
        other = first.setdefault(bare, phrase)
        if other is not phrase:
            yield phrase, f"the same as {other.key}"


_STIFF = {
    "en": re.compile(r"(?:The [\w' -]+ of \{subject\}|\{Subject\}'s [\w -]+) (?:is|was) (?:on |in |at )?\{(?:a_)?value\}[.,]"),
    "zh": re.compile(r"\{subject\}的[^，。的]{1,6}是\{value\}[，。]"),
}
_ONE_IN = 8


def _stiff(phrases: list[Phrase]) -> Iterator[tuple[Phrase, str]]:
    """At most one core in eight says no more than "The X of Y is Z"."""
    pattern = _STIFF.get(phrases[0].language)
    if pattern is None or not phrases[0].of(("statements",)):
        return
    stiff = [phrase for phrase in phrases if pattern.match(phrase.text)]
    if len(stiff) > max(1, len(phrases) // _ONE_IN):
        yield (
            stiff[-1],
            f"{len(stiff)} of {len(phrases)} cores are of the form 'The X of {{subject}} is {{value}}', at most one in {_ONE_IN}",
        )


_NAME_IS = re.compile(r"(?:\{Subject\}'s (?:full )?name is \{value\}|\{subject\}的(?:名字|全名|姓名)(?:是|叫)\{value\})[.。]")


def _named_twice(phrases: list[Phrase]) -> Iterator[tuple[Phrase, str]]:
    """A name is no news of a subject that has no other wording, and no bare "X's name is X" of any."""
    topics = phrases[0].spec.file.topics.values()
    topic = next((topic for topic in topics if topic.name == phrases[0].attribute), None)
    if topic is None or not phrases[0].of(("statements",)):
        return
    for phrase in phrases:
        if topic.role is None:
            yield phrase, "repeats its subject, which is worded by this name alone"
        elif _NAME_IS.fullmatch(phrase.text):
            yield phrase, "a bare 'X's name is X'"


RULES: list[PhraseRule] = [_wrong_slots, _unfilled, _digits, _determiner_twice, _punctuation_twice, _spaces, _endings]
LIST_RULES: list[ListRule] = [_repeated, _stiff, _named_twice]
