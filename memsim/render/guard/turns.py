"""Rules of what turns a fact, though all its words stay: negation, doubt, time, condition, another's word, another's fact, a sex that nothing gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from memsim.render.guard.case import Case, Rule
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.hazard import Hazard
from memsim.render.guard.lists import DangerName
from memsim.render.guard.patterns import SUBJECT, Patterns, Span, outside
from memsim.render.guard.reading import MARKS, VALUES, Reading, pieces

#: Dangers in questions.
_ASKED = frozenset({"negation", "second", "relation"})
_NEAR = 3  # words after a negation that it can be about
#: Dangers that are none where other phrases for the same attribute hold them.
_TOLD_ALIKE = frozenset({"quality", "past", "retraction", "second", "time", "relation"})
#: Dangers that say when or of whom: what of them the phrase says of its fact may be said of it in another place.
_MOVABLE = frozenset({"time", "relation", "condition", "report"})


def danger(name: DangerName) -> Rule:
    """Return the rule that a danger does not come in: where it stands, the phrase has it before the same word, or, of some, one for the same attribute."""

    def rule(case: Case) -> Iterator[str]:
        hazard = case.scene.hazards.get(name)
        found = _found(name, case, hazard) if hazard and _concerns(name, case) else []
        if hazard and found:
            tokens, kept = case.new.tokens, _kept(name, case, hazard)
            around = kept | case.context.ends.get(name, frozenset())
            for span in found:
                known = kept if case.new.sentence(span[0]).tells else around
                new = known.isdisjoint([tokens[slice(*span)], *pieces(tokens, span)])
                if new and not any(harmless(case, hazard, span) for harmless in _HARMLESS.get(name, ())) and not _requests(case, span):
                    yield " ".join(tokens[slice(*span)])

    rule.__doc__ = f"No {name} comes in."
    return rule


def _found(name: DangerName, case: Case, hazard: Hazard) -> list[Span]:
    """Return where a text is in danger; in a clause that tells what a message of the pool does, no doubt or denial is harmless."""
    found = hazard.find(case.new)
    if isinstance(case.given, Statement) and not case.given.attribute and name in ("negation", "hedge"):
        kept = hazard.all(case.text)
        found += [] if kept else [span for span in hazard.plain(case.new) if span not in found and case.new.clause_tells(span[0])]
    return found


def turning(case: Case) -> Iterator[str]:
    """No clause begins so that it tells no fact, where none of the phrase does: "I wish"; nor does the one that says the value: "if"."""
    scene, new = case.scene, case.new
    says = [span for span in new.told if not VALUES.isdisjoint(new.tokens[slice(*span)])]
    for words, clauses in ((scene.turning, new.told), (scene.conditional, says)):
        if not _opening(case, case.text, words, case.text.told):
            yield from (" ".join(new.tokens[start:end]) for start, end in _opening(case, new, words, clauses))


def _opening(case: Case, text: Reading, words: Patterns, clauses: Iterable[Span]) -> list[Span]:
    """Return where some clauses begin with words."""
    begins = [span for start, end in clauses for span in text.found(words) if start <= span[0] <= start + 1 and span[1] <= end]
    return outside(begins, text.found(case.scene.idioms))


def joined(case: Case) -> Iterator[str]:
    """Nobody is put beside the subject."""
    if isinstance(case.given, Statement) and case.given.attribute and not case.text.found(case.scene.joined):
        yield from (" ".join(case.new.tokens[start:end]) for start, end in _opening(case, case.new, case.scene.joined, case.new.told))


def swapped(case: Case) -> Iterator[str]:
    """No word takes the place of another that turns the fact: "was" of "is", "you" of "I"."""
    for olds, news in case.scene.swaps:
        gone, come = (len(_counted(case, case.text, words)) - len(_counted(case, case.new, words)) for words in (olds, news))
        if gone > 0 > come:
            yield " ".join(case.new.tokens[slice(*_counted(case, case.new, news)[-1])])


def _counted(case: Case, text: Reading, words: Patterns) -> list[Span]:
    """Return where words stand in what a text tells, but for those in expressions that state nothing."""
    within = [span for span in text.found(words) if any(start <= span[0] and span[1] <= end for start, end in text.told)]
    return outside(within, text.found(case.scene.idioms))


def denied(case: Case) -> Iterator[str]:
    """A question denies no more than its phrase does, but for what says that it is one: "I don't remember"."""
    if isinstance(case.given, Inquiry):
        new = [span for span in _counted(case, case.new, case.scene.denials) if not _requests(case, span)]
        if len(new) > len(_counted(case, case.text, case.scene.denials)):
            yield " ".join(case.new.tokens[slice(*new[-1])])


def affirmed(case: Case) -> Iterator[str]:
    """What a message of the pool denies stays denied."""
    hazard = case.scene.hazards.get("negation")
    if hazard and isinstance(case.given, Statement) and not case.given.attribute:
        old = hazard.find(case.text)
        if old and not case.new.found(case.scene.denials):
            yield " ".join(case.text.tokens[slice(*old[0])])


def _kept(name: DangerName, case: Case, hazard: Hazard) -> frozenset[tuple[str, ...]]:
    """Return the pieces of the phrase that hold a danger, and those of phrases for the same attribute."""
    text = case.text
    kept = frozenset(piece for span in hazard.find(text) for piece in pieces(text.tokens, span))
    kept |= case.context.core.get(name, frozenset()) if name in _TOLD_ALIKE else frozenset()
    if name in _MOVABLE:
        kept |= {text.tokens[slice(*span)] for span in hazard.all(text) if text.sentence(span[0]).tells}
    return kept


def _requests(case: Case, span: Span) -> bool:
    """Return whether a piece of a question says that it is one: "I don't remember where"."""
    requests = case.new.found(case.scene.requests) if isinstance(case.given, Inquiry) else ()
    return any(start <= span[0] and span[1] <= end for start, end in requests)


def _negates(case: Case, hazard: Hazard, span: Span) -> bool:
    """Return whether a piece negates what the phrase negates, too: never subject or value."""
    old = hazard.all(case.text)
    return bool(_after(case, case.text, old) & _after(case, case.new, [span])) and (
        not _marked(case.new, span) or any(_marked(case.text, one) for one in old)
    )


def _marked(text: Reading, span: Span) -> bool:
    """Return whether a piece of a text follows a mark."""
    return text.tokens[span[0] - 1] in MARKS


def _after(case: Case, text: Reading, spans: Iterable[Span]) -> frozenset[str]:
    """Return the words that tell something, right after pieces of the sentences that tell the fact."""
    words = [word for span in spans if text.sentence(span[0]).tells for word in text.tokens[span[1] : span[1] + _NEAR]]
    return case.scene.tongue.units(" ".join(word for word in words if word not in MARKS)) - case.scene.tongue.empty


def _always(case: Case, _: Hazard, span: Span) -> bool:
    """Return whether a piece is all that another wording of the attribute says: "since forever", of what never changes."""
    return f"| {' '.join(case.new.tokens[slice(*span)])} |" in f"| {case.context.runs} |"


#: By danger, what else makes it none.
_HARMLESS: dict[DangerName, tuple[Callable[[Case, Hazard, Span], bool], ...]] = {"negation": (_negates,), "time": (_always,)}


def _concerns(name: DangerName, case: Case) -> bool:
    """Return whether a danger is one: a question states nothing, what is to come anyway may be told so, and the user's own facts are its own."""
    given = case.given
    if isinstance(given, Inquiry):
        return name in _ASKED
    return not (name == "future" and case.context.coming) and not (name == "own" and not (given.subject and case.context.owned))


def sex(case: Case) -> Iterator[str]:
    """No pronoun or title gives a sex that the words for the subject and the value do not give."""
    given = case.given
    told = case.scene.sexes.given((given.subject, given.said) if isinstance(given, Statement) else given.slots)
    for name, words in case.scene.sexed.items():
        if name not in told:
            new, kept = ({text.tokens[slice(*span)] for span in text.found(words)} for text in (case.new, case.text))
            yield from sorted(map(" ".join, new - kept))


def tense(case: Case) -> Iterator[str]:
    """What is said of the subject is not put into the past: "works" stays, or becomes "is working"."""
    if isinstance(case.given, Inquiry):
        return
    tongue, kept = case.scene.tongue, {*case.text.tokens, *case.context.exact}
    for before, token in pairwise(case.new.tokens):
        if before == SUBJECT and tongue.past(token) and token not in kept and not tongue.plain([token]):
            yield token
