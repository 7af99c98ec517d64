"""A scenario in one language as the guard knows it: all that does not depend on a message is made ready here, once."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from memsim.render.guard.asking import Asking, Meaning
from memsim.render.guard.hazard import Hazard
from memsim.render.guard.lists import DangerName, Lists, read_words
from memsim.render.guard.patterns import END, START, Catalogue, Patterns
from memsim.render.guard.reading import MARKS, Reading, pieces, read
from memsim.render.guard.sexes import FEMALE, MALE, Sexes
from memsim.render.guard.signs import attribute_signs, shared
from memsim.render.guard.subjects import Subjects
from memsim.render.guard.tongue import tongue
from memsim.render.guard.vocabulary import Vocabulary
from memsim.render.guard.wording import Wording
from memsim.spec.load import Spec

_BRIEF = 3  # tokens that a clause about anything may have
_KEPT = 8192  # clauses of which it is remembered whether they are chatter


class Scene:
    """What the rules look things up in.

    Args:
        spec: The scenario.
        language: The language.

    Raises:
        InputError: The language has no lists.
    """

    def __init__(self, spec: Spec, language: str) -> None:
        self.spec, self.language = spec, language
        self.tongue = tongue(language)
        self.catalogue = Catalogue(self.tongue.split)
        lists, find = self.tongue.lists, self.catalogue.patterns
        self.wording = Wording(spec, language, self.tongue)
        self._around = self._chatter_clauses()
        self._fillers = Catalogue(self.tongue.split).patterns(read_words(language, "fillers"))
        self.idle = lru_cache(_KEPT)(self._idle)
        self.attributes = attribute_signs(spec, self.wording, self.catalogue)
        self.empty = self.tongue.empty | shared(spec, self.wording)
        self.asking = Asking(self.wording)
        self.subjects = Subjects(spec.phrases[language].wording, lists)
        self.sexes = Sexes(spec, language, lists.sexes, self.subjects)
        self.vocabulary = Vocabulary(spec, language, self.tongue, self.catalogue)
        self.coming = frozenset(spec.file.attributes[name].topic for name, domain in spec.domains.items() if domain.kind == "moment")
        self._listing, self._dotted = spec.phrases[language].enumeration, _dotted(lists)

        self.idioms, self.relating, self.residue = find(lists.idioms), find(lists.relating), find(lists.residue)
        self.questions, self.requests, self.question_words = find(lists.questions), find(lists.requests), find(lists.question_words)
        self.names, self.first, self.denials = find(lists.names), find(lists.first), find(lists.denials)
        self.turning, self.conditional = find(lists.turning), find(lists.conditional)
        self.joined = find(lists.joined)
        self.swaps = [(find(olds), find(news)) for olds, news in lists.swaps]
        self.dangling = find(f"{word} END" for word in lists.dangling)
        self.operators, self.diverting = list(map(find, lists.operators)), list(map(find, lists.diverting))
        self.operated = cache(self._operated)
        self.sexed = {sex: find([*getattr(lists.pronouns, sex), *getattr(lists.titles, sex)]) for sex in (FEMALE, MALE)}
        self.hazards = {name: Hazard(danger, self.idioms, self.catalogue) for name, danger in lists.dangers.items()}
        self.dangers = cache(self._dangers)
        self.chatter = self._chatter()

        self.articles = tuple(map(str.lower, lists.articles))
        self.bare = frozenset((*self.articles, *lists.ours))
        self.neutral = frozenset(lists.neutral)
        self.prepositions = frozenset(lists.prepositions)
        self.titles = frozenset((*lists.titles.female, *lists.titles.male))
        self.others = frozenset((*lists.pronouns.female, *lists.pronouns.male, *lists.others))
        self.speakers = frozenset((*lists.first, *self.others))

    def _chatter_clauses(self) -> frozenset[tuple[str, ...]]:
        """Return the clauses of all openers and tails, and those of what stands around questions that are too long to answer a fact: not "so am I"."""
        ends = tuple(key for topic in self.spec.file.topics for key in self.wording.around(topic))
        return self._clauses(ends) | frozenset(clause for clause in self._clauses(self.wording.chatter) if len(clause) > _BRIEF)

    def _clauses(self, keys: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
        texts = (read(phrase, phrase, self.tongue) for phrase in self.wording.texts(keys))
        spans = ((text, span) for text in texts for span in text.told)
        return frozenset(tuple(token for token in text.tokens[slice(*span)] if token not in {START, END}) for text, span in spans)

    def _operated(self, meaning: Meaning) -> frozenset[Patterns]:
        """Return the operators that stand in the phrases of a question's meaning."""
        texts = list(map(self.tongue.split, self.asking.phrases[meaning]))
        return frozenset(group for group in self.operators if any(map(group.find, texts)))

    def _chatter(self) -> frozenset[tuple[str, ...]]:
        """Return the pieces of openers and tails that models could say around an answer, too."""
        texts = [self.read(phrase) for topic in self.spec.file.topics for phrase in self.wording.texts(self.wording.around(topic))]
        return frozenset(piece for text in texts for span in text.found(self.residue) for piece in pieces(text.tokens, span))

    def _dangers(self, keys: tuple[str, ...]) -> dict[DangerName, frozenset[tuple[str, ...]]]:
        """Return, by danger, what of it stands in phrases, with the word after it: there it is none."""
        texts = [self.read(phrase) for phrase in self.wording.texts(keys)]
        found = {name: [(text, span) for text in texts for span in hazard.find(text)] for name, hazard in self.hazards.items()}
        return {name: frozenset(piece for text, span in spans for piece in pieces(text.tokens, span)) for name, spans in found.items()}

    def read(self, phrase: str) -> Reading:
        """Return a phrase, with marks for its slots, as the rules read it."""
        return read(phrase, phrase, self.tongue, self.catalogue, self.idle)

    def _idle(self, clause: tuple[str, ...]) -> bool:
        """Return whether a clause is chatter as a whole: one of the scenario's, or made of fillers of the language."""
        if not MARKS.isdisjoint(clause):
            return False
        words = tuple(token for token in clause if token not in {START, END})
        ends = dict(self._fillers.find(words))
        place = 0
        while place < len(words) and place in ends:
            place = ends[place]
        return place == len(words) or words in self._around

    def literal(self, text: Reading) -> list[str]:
        """Return the tokens of a text with blanks for expressions that state nothing."""
        tokens = list(text.tokens)
        for start, end in text.found(self.idioms):
            tokens[start:end] = [START] * (end - start)
        return tokens

    def members(self, slot: str) -> list[str]:
        """Return what a slot lists: "Anna Kim" and "my boss" of "Anna Kim and my boss"."""
        listed = self._listing
        members = [member for part in slot.split(listed.separator) for member in part.split(listed.last)]
        return members if all(members) else [slot]

    def untitled(self, raw: str) -> str:
        """Return a text without the dots after titles and abbreviations, which end no sentence."""
        return self._dotted.sub("", raw)


def _dotted(lists: Lists) -> re.Pattern[str]:
    """Return what matches the dot after a title or an abbreviation; it looks for dots first, as there are fewer of them than of words."""
    words = [re.escape(word) for word in (*lists.titles.female, *lists.titles.male, *lists.abbreviations)]
    before = "|".join(rf"(?<=\b{word}\.)" for word in words) or "(?!)"
    return re.compile(rf"\.(?=[\s:,])(?:{before})", re.IGNORECASE)
