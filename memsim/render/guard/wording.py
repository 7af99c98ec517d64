"""The phrases of a scenario as the guard reads them, and which of their words may stand for each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from memsim.render.guard.patterns import SUBJECT, VALUE
from memsim.render.guard.tongue import Tongue
from memsim.spec.load import Spec
from memsim.spec.phrases import leaves
from memsim.text.figures import plain

FEW = 2  # phrases that a word must stand in to be a sign of anything
_SLOT = re.compile(r"\{(\w+)\}")
_MARKED = {"value": VALUE, "a_value": VALUE, "low": VALUE, "high": VALUE}
_FOLLOWS = "~"  # before a synonym that may stand for others, but for which others may not stand
_RELIED = 0.06  # of some phrases: where so many use words that say the same, others that do may stand for them


def marked(phrase: str) -> str:
    """Return a phrase as it is read, with marks for its slots."""
    return _SLOT.sub(lambda found: _MARKED.get(found[1].lower(), SUBJECT), plain(phrase))


class Wording:
    """The phrases of one language of a scenario.

    Args:
        spec: The scenario.
        language: The language.
        tongue: The language as the guard reads it.

    Attributes:
        tongue: The language.
        phrases: By key, with marks for slots.
        joints: Words that join what is told.
    """

    def __init__(self, spec: Spec, language: str, tongue: Tongue) -> None:
        self._spec, self.tongue = spec, tongue
        self.phrases: dict[str, list[str]] = {}
        for key, phrase in leaves("", spec.phrases[language].model_dump(include={"statements", "own", "questions", "openers", "tails"})):
            self.phrases.setdefault(key.rpartition("[")[0], []).append(marked(phrase))
        self._synonyms, self.joints = tongue.lists.synonyms, frozenset(tongue.lists.joints)

    def topic(self, parts: Iterable[str]) -> str:
        """Return the topic of the attribute that stands among the parts of a key; "" where there is none."""
        declared = self._spec.file.attributes
        return next((declared[part].topic for part in parts if part in declared), "")

    def texts(self, keys: Iterable[str]) -> list[str]:
        """Return the phrases of some keys."""
        return [phrase for key in keys for phrase in self.phrases.get(key, ())]

    def words(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the words of the phrases of some keys as units."""
        return frozenset(unit for phrase in self.texts(keys) for unit in self.tongue.units(phrase))

    def synonyms(self, counts: Counter[str], size: int) -> list[str]:
        """Return the words that may stand for words of so many phrases, as they are written; nothing stands for what is used now and then.

        Args:
            counts: In how many phrases a word stands, by unit.
            size: How many phrases there are.
        """
        out: list[str] = []
        for group in self._synonyms:
            relied = (self.tongue.units(word) for word in group if not word.startswith(_FOLLOWS))
            if sum(min((counts[unit] for unit in word), default=0) for word in relied) >= max(FEW, _RELIED * size):
                out += [word.removeprefix(_FOLLOWS) for word in group]
        return out

    def instead(self, units: frozenset[str]) -> frozenset[str]:
        """Return the units of words that may stand for words of one text."""
        return frozenset().union(*(group for leaders, group in self._groups if any(words <= units for words in leaders)))

    @cached_property
    def _groups(self) -> list[tuple[list[frozenset[str]], frozenset[str]]]:
        """Groups of synonyms as units: those for which others may stand, and all."""
        leaders = ([self.tongue.units(word) for word in group if not word.startswith(_FOLLOWS)] for group in self._synonyms)
        units = (frozenset().union(*(self.tongue.units(word.removeprefix(_FOLLOWS)) for word in group)) for group in self._synonyms)
        return list(zip(leaders, units, strict=True))

    def telling(self, text: str) -> frozenset[str]:
        """Return the units of a text that are no plain words."""
        return frozenset(unit for unit in self.tongue.units(text) if not self.tongue.common(unit))

    @cached_property
    def ends(self) -> Mapping[str, frozenset[str]]:
        """By topic, the words of openers and tails."""
        return {topic: self.words(self.around(topic)) for topic in self._spec.file.topics}

    @property
    def chatter(self) -> tuple[str, ...]:
        """The keys of what stands around questions."""
        return tuple(key for key in self.phrases if key.startswith("questions.chatter"))

    @staticmethod
    def around(topic: str) -> tuple[str, str]:
        """Return the keys of a topic's openers and tails."""
        return f"openers.{topic}", f"tails.{topic}"
