"""Rules of what kind of text a rewrite is: one clean utterance in the language, a statement where a statement was, a question where a question was."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from memsim.render.guard.case import Case
from memsim.render.guard.given import Inquiry
from memsim.render.guard.patterns import SUBJECT, VALUE
from memsim.render.guard.reading import MARKS, VALUES, Reading, pieces

#: Characters that no message of somebody who types or talks has by itself: control characters, markup, private and unassigned ones.
_STRANGE = re.compile(r"[^\w \n\u3000.,:;!?'\"()/&=，。、！？；：（）《》“”‘’…·～—–-]|[\x00-\x1f\x7f-\x9f_\ue000-\uf8ff]")
_FACES = re.compile("[\U0001f600-\U0001f64f\U0001f44d]|\u2764\ufe0f?")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_PAIRS = (("(", ")"), ("《", "》"), ("「", "」"))
_QUOTES = frozenset('"“”「」『』《》')
_OPENERS = tuple("([{<【#*>")
_CLAUSES = re.compile(r"[,.:;!?。…\n]+")
_QUOTED_MARK = re.compile(rf'"[{"".join(sorted(MARKS))}]"')
_BROKEN = re.compile(r"\bI\s*[;:]")  # "I; birthday: 1 May"
_FEW = 2  # tokens that may be repeated so often: "yes, yes"
_LABEL = re.compile(r"\s*(?:[-*•]|\(?\w{1,2}[.)]|[a-z]\d{1,3}\s*:)\s")


def strange_characters(raw: str, text: str) -> str:
    """Return the characters of a rewrite that no message has and its phrase has not either, each once."""
    kept = set(text)
    return "".join(dict.fromkeys(char for char in _STRANGE.findall(_FACES.sub("", raw)) if char not in kept))


def script(case: Case) -> Iterator[str]:
    """The script is that of the phrase."""
    if not _HAN.search(case.text.raw):
        found = re.search(r"[^\W\d_\u0000-\u024f\ue000-\ue004]+", case.new.masked)
        if found:
            yield found[0]


def residue(case: Case) -> Iterator[str]:
    """Nothing of what models say around an answer: labels, numbers of a list, quotes, talk of rewriting."""
    raw = case.new.raw
    if _LABEL.match(raw) and not _LABEL.match(case.text.raw):
        yield raw[:12]
    if case.new.masked[:1] in _OPENERS and case.text.raw[:1] not in _OPENERS:
        yield raw[0]
    if len(raw) > 1 and raw[0] == raw[-1] == "'" != case.text.raw[:1]:
        yield raw[0]
    if _BROKEN.search(raw) and not _BROKEN.search(case.text.raw):
        yield "I;"
    if _QUOTES.isdisjoint(case.text.raw):
        yield from sorted(_QUOTES & set(_QUOTED_MARK.sub("", case.new.masked)))
    said = {case.text.tokens[slice(*span)] for span in case.text.found(case.scene.residue)}
    for span in case.new.found(case.scene.residue):
        if case.new.tokens[slice(*span)] not in said and case.scene.chatter.isdisjoint(pieces(case.new.tokens, span)):
            yield _text(case, span)


def cut(case: Case) -> Iterator[str]:
    """It is not cut off: no word at the end that something must follow, no bracket left open."""
    new = case.new
    for opening, closing in _PAIRS:
        if new.raw.count(opening) != new.raw.count(closing) and case.text.raw.count(opening) == case.text.raw.count(closing):
            yield opening
    if new.raw.count('"') % 2 > case.text.raw.count('"') % 2:
        yield '"'
    last = new.raw.rstrip()
    if not new.stops or last.endswith(("..", "…")):
        hangs = [span for span in new.found(case.scene.dangling) if span[1] == len(new.tokens)]
        if hangs or last[-1] in ",、;:-—(" or _half(new.masked, case.text.masked):
            yield " ".join(new.tokens[-3:-1])


def _half(new: str, text: str) -> bool:
    """Return whether a text ends in the first part of a clause of another, and no more of it."""
    last = _CLAUSES.split(new.rstrip().lower())[-1].lstrip()
    whole = [clause.strip() for clause in _CLAUSES.split(text.lower())]
    return (
        len(last) > 1
        and last[-1] not in MARKS
        and any(clause.startswith(last) and clause != last for clause in whole)
        and last not in whole
    )


def repeats(case: Case) -> Iterator[str]:
    """No clause of several words is said more often than in the phrase."""
    said, kept = (Counter(text.tokens[start:end] for start, end in text.clauses) for text in (case.new, case.text))
    often = {clause: times - max(1, kept[clause]) for clause, times in said.items()}
    yield from (" ".join(clause) for clause, more in often.items() if more > (0 if len(clause) > _FEW else _FEW))


def question(case: Case) -> Iterator[str]:
    """What was stated is still stated, what was asked is still asked."""
    if isinstance(case.given, Inquiry):
        if not any(sentence.asks for sentence in case.new.sentences) and not case.new.found(case.scene.requests):
            yield "no question"
        return
    asked = {case.text.tokens[slice(*sentence[:2])] for sentence in case.text.sentences if sentence.asks}
    for place, sentence in enumerate(case.new.sentences):
        tokens = case.new.tokens[sentence.start : sentence.end]
        if sentence.asks and tokens not in asked and not case.scene.questions.find(tokens):
            asks = not MARKS.isdisjoint(tokens) or (case.scene.question_words.find(tokens) and not case.scene.others.isdisjoint(tokens))
            if asks and not _answered(case.new, place):
                yield case.scene.tongue.join(tokens[1:-1])


def _answered(text: Reading, place: int) -> bool:
    """Return whether a question is answered by the sentence after it, as in "My age? 34": one of them alone says the value, and no question all."""
    asked = MARKS.intersection(text.tokens[slice(*text.sentences[place][:2])])
    told = [MARKS.intersection(text.tokens[slice(*one[:2])]) for one in text.sentences[place + 1 : place + 2] if not one.asks]
    return any((VALUES & marks and not VALUES & asked) or (marks == {SUBJECT} and asked == {VALUE}) for marks in told)


def _text(case: Case, span: tuple[int, int]) -> str:
    return " ".join(case.new.tokens[slice(*span)])
