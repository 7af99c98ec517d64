"""What reads wrong in English: capitals, articles, doubled words, agreement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memsim.spec.lint.phrase import ABBREVIATION, SENTENCES, Phrase, PhraseRule
from memsim.text.words import with_article

_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]+")


def _chinese_in_english(phrase: Phrase) -> Iterator[str]:
    if found := _CJK.search(phrase.plain):
        yield f"another script, {found[0]!r}"


_START = re.compile(r"(?:^|(?<!\.\.)[.!?…][\"”’)]* |(?<=\{first\} )|(?<=\{second\} ))[\"“‘(]*(\{\w+\}|\w)")


def _capitals(phrase: Phrase) -> Iterator[str]:
    """Sentences start in upper case, and only there a slot does."""
    if not phrase.of((*SENTENCES, "questions.hybrid")):
        return
    text = ABBREVIATION.sub("x", phrase.text)
    starts = [found[1] for found in _START.finditer(text)]
    for start in starts:
        if start[0].islower() or start in ("{subject}", "{list}", "{a_value}") or (start == "{value}" and _may_be_lower(phrase)):
            yield f"a sentence that starts in lower case, {start!r}"
    for slot in ("{Subject}", "{List}"):
        if text.count(slot) > starts.count(slot):
            yield f"{slot!r} inside of a sentence"


def _may_be_lower(phrase: Phrase) -> bool:
    domain = phrase.spec.domains[phrase.attribute] if phrase.attribute else None
    return domain is not None and any(surface[0].islower() for surface in domain.surfaces.get("en", ()))


_ARTICLE = re.compile(r"(\ban?|^An?|(?<=[.!?] )An?) (\{value\}|[a-z][\w'-]*)")
_DETERMINED = re.compile(r"\b(an?|the|my|your|our|their|its|his|every|each|any|no) \{a_value\}", re.IGNORECASE)


def _articles(phrase: Phrase) -> Iterator[str]:
    for article, noun in _ARTICLE.findall(phrase.text):
        if noun != "{value}" and with_article(noun) != f"{article.lower()} {noun}":
            yield f"{article!r} before {noun!r}"
        if noun == "{value}" and not all(with_article(surface).startswith(f"{article.lower()} ") for surface in _surfaces(phrase)):
            yield f"{article!r} before {{value}} where {{a_value}} is needed"
    if found := _DETERMINED.search(phrase.text):
        yield f"{found[1]!r} before {{a_value}}, which brings an article"


def _surfaces(phrase: Phrase) -> Iterable[str]:
    """Return how the values of a phrase read, or one of each sound where they are not listed."""
    domain = phrase.spec.domains[phrase.attribute] if phrase.attribute else None
    return domain.surfaces["en"] if domain is not None and domain.listed else ("apple", "pear")


_TWICE = re.compile(r"\b(?!(?:had|that|bye|ha|blah)\b)([a-z']+) \1\b", re.IGNORECASE)


def _words_twice(phrase: Phrase) -> Iterator[str]:
    if found := _TWICE.search(phrase.text):
        yield f"a word twice, {found[0]!r}"


# Where a clause begins, so that what follows is its subject and not the end of something else ("photos of {subject} are").
_CLAUSE = r"(?:^|[.!?,] |\b(?:that|because|when|since|but|so|although|while) )"
_ONE, _MANY = r"(?:are|aren't|were|weren't|have|haven't|do|don't)\b", r"(?:is|isn't|was|wasn't|has|hasn't|does|doesn't)\b"
_MODAL = r"(?:do|does|did|doesn't|didn't|will|would|can|could|should|must|may|might|shall|if|wish|and|or|nor|let)"
_COUNTED = r"(?:people|persons|guests|friends|colleagues|relatives|things|places|events|items|minutes|hours|days|weeks|months|years)"
_MASS = r"(?:time|money|water|stuff|information|advice|news|luggage|help)"
_AGREEMENT = re.compile(
    "|".join(
        (
            rf"{_CLAUSE}(?:it|this|\{{subject\}}) {_ONE}",
            rf"\b(?:they|we) {_MANY}",
            rf"{_CLAUSE}(?:you|\{{list\}}) {_MANY}",
            rf"{_CLAUSE}(?:these |those |many |most )?people {_MANY}(?! (?:\{{|it\b|the\b))",
            r"(?<!and )\bI (?:is|are|has|does)\b",
            rf"\b(?:much|less) {_COUNTED}\b",
            rf"\b(?:this|one|another|each|every) {_COUNTED}\b",
            rf"\b(?:many|few|fewer|these|those) {_MASS}\b",
            r"\b(?:these|those) (?:is|was|has|person|thing|place|event|day|number|name)\b",
        )
    ),
    re.IGNORECASE,
)
_HE_OR_SHE = re.compile(rf"(?:\b([\w']+) )?\b(?:he|she) {_ONE}", re.IGNORECASE)


def _agreement(phrase: Phrase) -> Iterator[str]:
    found = [match[0] for match in _AGREEMENT.finditer(phrase.text)]
    found += [match[0] for match in _HE_OR_SHE.finditer(phrase.text) if not re.fullmatch(_MODAL, match[1] or "", re.IGNORECASE)]
    if found:
        yield f"words that do not agree, {found[0].strip()!r}"


RULES: list[PhraseRule] = [_chinese_in_english, _capitals, _articles, _words_twice, _agreement]
