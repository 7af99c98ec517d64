"""A scenario in one language as the guard knows it: all that does not depend on a message is made ready here, once."""

from __future__ import annotations

import re
from functools import cache

from memsim.render.guard.asking import Asking
from memsim.render.guard.hazard import Hazard
from memsim.render.guard.lists import DangerName
from memsim.render.guard.patterns import START, Catalogue
from memsim.render.guard.reading import Reading, pieces, read
from memsim.render.guard.sexes import FEMALE, MALE, Sexes
from memsim.render.guard.signs import attribute_signs
from memsim.render.guard.subjects import Subjects
from memsim.render.guard.tongue import tongue
from memsim.render.guard.vocabulary import Vocabulary
from memsim.render.guard.wording import Wording
from memsim.spec.load import Spec


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
        self.lists = lists = self.tongue.lists
        self.catalogue = Catalogue(self.tongue.split)
        self.wording = Wording(spec, language, self.tongue)
        self.attributes = attribute_signs(spec, self.wording, self.catalogue)
        self.asking = Asking(self.wording)
        self.subjects = Subjects(spec.phrases[language].wording, lists)
        self.vocabulary = Vocabulary(spec, language, self.tongue, self.catalogue)
        self.idioms, self.relating = self.catalogue.patterns(lists.idioms), self.catalogue.patterns(lists.relating)
        self.light = frozenset(
            (*lists.neutral, *lists.prepositions, *lists.joints, *lists.articles, *lists.ours, *lists.first, *lists.others)
        )
        self.articles = tuple(map(str.lower, lists.articles))
        self.dangling = self.catalogue.patterns(f"{word} END" for word in lists.dangling)
        self.bare = frozenset((*self.articles, *lists.ours))
        self.relatives = frozenset(lists.relatives)
        self.neutral, self.doing = frozenset(lists.neutral), frozenset(lists.doing)
        self.prepositions, self.joints = frozenset(lists.prepositions), frozenset(lists.joints)
        self.hazards = {name: Hazard(danger, self.idioms, self.catalogue) for name, danger in lists.dangers.items()}
        self.residue, self.questions = self.catalogue.patterns(lists.residue), self.catalogue.patterns(lists.questions)
        self.requests, self.question_words = self.catalogue.patterns(lists.requests), self.catalogue.patterns(lists.question_words)
        self.asks = frozenset((*lists.question_words, *lists.requests))
        self.names, self.first = self.catalogue.patterns(lists.names), self.catalogue.patterns(lists.first)
        self.operators, self.diverting = (
            [self.catalogue.patterns(group) for group in groups] for groups in (lists.operators, lists.diverting)
        )
        self.sexes = Sexes(spec, language, lists.sexes, self.subjects)
        self.titles = frozenset((*lists.titles.female, *lists.titles.male))
        self.sexed = {sex: self.catalogue.patterns([*getattr(lists.pronouns, sex), *getattr(lists.titles, sex)]) for sex in (FEMALE, MALE)}
        self.others = frozenset((*lists.pronouns.female, *lists.pronouns.male, *lists.others))
        self.speakers = frozenset((*lists.first, *self.others, *lists.relatives))
        moments = (name for name, domain in spec.domains.items() if domain.kind == "moment")
        self.coming = frozenset(spec.file.attributes[name].topic for name in moments)
        self._listing = spec.phrases[language].enumeration
        self._dotted = re.compile(
            rf"\b({'|'.join([*lists.titles.female, *lists.titles.male, *lists.abbreviations]) or '(?!)'})\.(?=[\s:,])", re.IGNORECASE
        )
        self.dangers = cache(self._dangers)
        around = (self.read(phrase) for topic in spec.file.topics for phrase in self.wording.texts(self.wording.around(topic)))
        self.chatter = frozenset(piece for text in around for span in text.found(self.residue) for piece in pieces(text.tokens, span))

    def _dangers(self, keys: tuple[str, ...]) -> dict[DangerName, frozenset[tuple[str, ...]]]:
        """Return, by danger, what of it stands in phrases, with the word after it: there it is none."""
        texts = [self.read(phrase) for phrase in self.wording.texts(keys)]
        found = {name: [(text, span) for text in texts for span in hazard.find(text)] for name, hazard in self.hazards.items()}
        return {name: frozenset(piece for text, span in spans for piece in pieces(text.tokens, span)) for name, spans in found.items()}

    def read(self, phrase: str) -> Reading:
        """Return a phrase, with marks for its slots, as the rules read it."""
        return read(phrase, phrase, self.tongue, self.catalogue)

    def literal(self, text: Reading) -> list[str]:
        """Return the tokens of a text with blanks for expressions that state nothing."""
        tokens = list(text.tokens)
        for start, end in self.idioms.find(tokens):
            tokens[start:end] = [START] * (end - start)
        return tokens

    def members(self, slot: str) -> list[str]:
        """Return what a slot lists: "Anna Kim" and "my boss" of "Anna Kim and my boss"."""
        listed = self._listing
        members = [member for part in slot.split(listed.separator) for member in part.split(listed.last)]
        return members if all(members) else [slot]

    def untitled(self, raw: str) -> str:
        """Return a text without the dots after titles and abbreviations, which end no sentence."""
        return self._dotted.sub(r"\1", raw)
