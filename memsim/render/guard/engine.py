"""The guard: reads a rewrite beside what it must keep, and runs all rules over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple, get_args

from memsim.render.guard import asides, kind, new, relates, survives, turns
from memsim.render.guard.case import Case, Context, Rule
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.lists import DangerName
from memsim.render.guard.moments import moment_finder
from memsim.render.guard.patterns import NUMBER, SUBJECT, VALUE
from memsim.render.guard.reading import Marked, Reading, mask, read
from memsim.render.guard.scene import Scene
from memsim.render.guard.values import Finder, as_there, finder, is_measure, lowered
from memsim.spec.load import Spec
from memsim.text.figures import plain

_TURNS: dict[str, Rule] = {name: turns.danger(name) for name in get_args(DangerName)}
_RULES: dict[str, Rule] = {
    "script": kind.script,
    "residue": kind.residue,
    "cut": kind.cut,
    "repeats": kind.repeats,
    "subject": survives.subject,
    "value": survives.value,
    "slots": survives.slots,
    "counted": survives.counted,
    "given_away": survives.given_away,
    "question": kind.question,
    "person": survives.person,
    "number": new.number,
    "vocabulary": new.vocabulary,
    "name": new.name,
    **_TURNS,
    "turning": turns.turning,
    "joined": turns.joined,
    "swapped": turns.swapped,
    "denied": turns.denied,
    "affirmed": turns.affirmed,
    "sex": turns.sex,
    "tense": turns.tense,
    "attribute": survives.attribute,
    "asked": survives.asked,
    "link": relates.link,
    "clause": relates.clause,
    "aside": asides.aside,
    "words": new.words,
}
#: The names of all rules, in the order in which they are looked at.
RULES: tuple[str, ...] = ("length", "characters", *_RULES)


class Rejection(NamedTuple):
    """Why a rewrite is of no use: the rule that it breaks, and where."""

    rule: str
    detail: str


def longest(text: str) -> int:
    """Return how many characters a rewrite of a text may have."""
    return 2 * len(text) + 80


class Guard:
    """Judges rewrites in one language of a scenario; all that depends on the scenario alone is prepared once.

    Args:
        spec: The scenario.
        language: The language.

    Raises:
        InputError: The language has no lists.
    """

    def __init__(self, spec: Spec, language: str) -> None:
        self._scene = Scene(spec, language)
        self._told = cache(self._context)

    def judge(self, given: Statement | Inquiry, rewrite: str) -> list[Rejection]:
        """Return what is wrong with a rewrite; nothing where it says or asks the same, brings in nothing new and gives nothing away."""
        if not rewrite.strip() or len(rewrite) > longest(given.text):
            return [Rejection("length", f"{len(rewrite)} characters")]
        strange = kind.strange_characters(rewrite, given.text)
        if strange or rewrite != rewrite.strip():
            return [Rejection("characters", repr(strange))]
        case = self._case(given, rewrite)
        return [Rejection(name, detail) for name, rule in _RULES.items() for detail in rule(case)]

    def _case(self, given: Statement | Inquiry, rewrite: str) -> Case:
        old, new = (self._scene.untitled(plain(text)) for text in (given.text, rewrite))
        old_low, new_low = lowered(old), lowered(new)
        here: list[Marked] = []
        there: list[Marked] = []
        missing = []
        for what, said, mark, find in self._wanted(given):
            spans = find(old_low)
            if not spans:
                find = as_there(old_low, lowered(plain(said)))  # noqa: PLW2901 - as the phrase says it
                spans = find(old_low)
            found = find(new_low)
            here += ((start, end, mark) for start, end in spans)
            there += ((start, end, mark) for start, end in found)
            if not found:
                missing.append((what, said))
        text = self._read(old, here)
        context = self._asked(text) if isinstance(given, Inquiry) else self._told(given.attribute)
        known = (self._scene.tongue.units(text.masked), frozenset(text.tokens), *context.known)
        return Case(self._scene, given, text, self._read(new, there), tuple(missing), context._replace(known=known))

    def _context(self, attribute: str) -> Context:
        """Return what the phrases for an attribute let a rewrite say; without one, what those of the topics do."""
        wording = self._scene.wording
        if not attribute:
            return Context((), around=(*wording.ends.values(),), coming=True)
        signs, topic = self._scene.attributes[attribute], self._scene.spec.file.attributes[attribute].topic
        core, ends = self._scene.dangers(signs.keys), self._scene.dangers(wording.around(topic))
        return Context(
            known=(signs.known,),
            around=(wording.ends[topic],),
            exact=signs.exact,
            runs=signs.runs,
            foreign=signs.foreign,
            own=signs.own,
            stands=signs.stands,
            links=signs.links,
            core=core,
            ends=ends,
            coming=topic in self._scene.coming,
            owned=f"own.{attribute}" in signs.keys,
        )

    def _asked(self, text: Reading) -> Context:
        asked = self._scene.asking.read(text.masked)
        return Context((asked.known,), foreign=self._scene.asking.foreign(asked.meanings), asked=asked)

    def _wanted(self, given: Statement | Inquiry) -> Iterator[tuple[str, str, str, Finder]]:
        """Yield (what, text, mark, finder) of all that must survive."""
        scene = self._scene
        if isinstance(given, Statement) and given.attribute:
            if given.subject:
                yield "subject", given.subject, SUBJECT, scene.subjects.finder(given.subject)
            yield "value", given.said, self._mark(given), self._value(given)
            return
        for slot in given.slots:
            for member in scene.members(slot):
                mark = NUMBER if is_measure(plain(member)) else SUBJECT
                found = scene.subjects.finder(member) if scene.subjects.role(member) else finder(plain(member), scene.articles)
                yield "slot", member, mark, found

    def _mark(self, given: Statement) -> str:
        moment = self._scene.spec.domains[given.attribute].kind == "moment"
        return NUMBER if moment or is_measure(plain(given.said)) else VALUE

    def _value(self, given: Statement) -> Finder:
        if self._scene.spec.domains[given.attribute].kind == "moment":
            return moment_finder(given.said, given.time, given.value, self._scene.language)
        return finder(plain(given.said), self._scene.articles)

    def _read(self, raw: str, spans: Iterable[Marked]) -> Reading:
        return read(raw, mask(raw, spans), self._scene.tongue, self._scene.catalogue, self._scene.idle)
