"""What a scenario's own phrases tell the guard: which words speak of an attribute, and which of another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from memsim.render.guard.patterns import SUBJECT, VALUE, Catalogue, Patterns
from memsim.render.guard.reading import Links, links, read
from memsim.render.guard.tongue import Tongue
from memsim.spec.load import Spec
from memsim.spec.phrases import leaves
from memsim.text.figures import plain

_SLOT = re.compile(r"\{(\w+)\}")
_MARKED = {"value": VALUE, "a_value": VALUE, "low": VALUE, "high": VALUE}
_FEW = 2  # phrases that a word must stand in to be a sign of anything
_COMMON = 0.3  # of all attributes: a word in the phrases of more of them is a sign of none
_OFTEN = 0.3  # of the phrases of an attribute: in so many, a plain word is a sign too
_FOLLOWS = "~"  # before a synonym that may stand for others, but for which others may not stand
_RELIED = 0.06  # of the phrases of an attribute: where so many use words that say the same, others that do may stand for them
#: Questions whose words may be used in statements of the same attribute.
_ASKED = ("ask", "own", "bridge")


def marked(phrase: str) -> str:
    """Return a phrase as it is read, with marks for its slots."""
    return _SLOT.sub(lambda found: _MARKED.get(found[1].lower(), SUBJECT), plain(phrase))


class Signs(NamedTuple):
    """Words that speak of an attribute.

    Attributes:
        known: All that its phrases use and what may stand for it, as units.
        exact: The same, as it stands there.
        runs: All of it, tokens joined by spaces.
        own: Those that the phrases of what rivals it never use: "grew" of a home town, never of a workplace. Empty where nothing rivals it.
        stands: Expressions that may stand for those.
        foreign: Those that only phrases of what rivals it use.
        links: What stands beside subject and value in them.
        keys: Of its phrases.
    """

    known: frozenset[str]
    exact: frozenset[str]
    runs: str
    own: frozenset[str]
    stands: Patterns
    foreign: frozenset[str]
    links: Links
    keys: tuple[str, ...]


class Wording:
    """The phrases of one language of a scenario.

    Args:
        spec: The scenario.
        language: The language.
        tongue: The language as the guard reads it.
        catalogue: Where patterns stand.

    Attributes:
        phrases: By key, with marks for slots.
        joints: Words that join what is told.
    """

    def __init__(self, spec: Spec, language: str, tongue: Tongue, catalogue: Catalogue) -> None:
        self._spec, self._tongue, self._catalogue = spec, tongue, catalogue
        self.phrases: dict[str, list[str]] = {}
        for key, phrase in leaves("", spec.phrases[language].model_dump(include={"statements", "own", "questions", "openers", "tails"})):
            self.phrases.setdefault(key.rpartition("[")[0], []).append(marked(phrase))
        self._synonyms, self.joints = tongue.lists.synonyms, frozenset(tongue.lists.joints)

    def topic(self, parts: Iterable[str]) -> str:
        """Return the topic of the attribute that stands among the parts of a key; "" where there is none."""
        declared = self._spec.file.attributes
        return next((declared[part].topic for part in parts if part in declared), "")

    def units(self, text: str) -> frozenset[str]:
        """Return what of a text another one can have in common with it."""
        return self._tongue.units(text)

    def whole(self, unit: str) -> bool:
        """Return whether a unit is a word, with nothing of its neighbours."""
        return self._tongue.whole(unit)

    def common(self, unit: str) -> bool:
        """Return whether a unit is made of plain words alone."""
        return self._tongue.common(unit)

    def split(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        return self._tongue.split(text)

    def words(self, keys: Iterable[str]) -> frozenset[str]:
        """Return the words of phrases as units."""
        return frozenset(unit for phrase in self._texts(keys) for unit in self.units(phrase))

    def _texts(self, keys: Iterable[str]) -> list[str]:
        return [phrase for key in keys for phrase in self.phrases.get(key, ())]

    def synonyms(self, counts: Counter[str], size: int) -> list[str]:
        """Return the words that may stand for words of so many phrases, as they are written; nothing stands for what is used now and then.

        Args:
            counts: In how many phrases a word stands, by unit.
            size: How many phrases there are.
        """
        out: list[str] = []
        for group in self._synonyms:
            relied = (self.units(word) for word in group if not word.startswith(_FOLLOWS))
            if sum(min((counts[unit] for unit in word), default=0) for word in relied) >= max(_FEW, _RELIED * size):
                out += [word.removeprefix(_FOLLOWS) for word in group]
        return out

    def instead(self, units: frozenset[str]) -> frozenset[str]:
        """Return the units of words that may stand for words of one text."""
        return frozenset().union(*(group for leaders, group in self._groups if any(words <= units for words in leaders)))

    @cached_property
    def _groups(self) -> list[tuple[list[frozenset[str]], frozenset[str]]]:
        """Groups of synonyms as units: those for which others may stand, and all."""
        leaders = ([self.units(word) for word in group if not word.startswith(_FOLLOWS)] for group in self._synonyms)
        units = (frozenset().union(*(self.units(word.removeprefix(_FOLLOWS)) for word in group)) for group in self._synonyms)
        return list(zip(leaders, units, strict=True))

    def telling(self, text: str) -> frozenset[str]:
        """Return the units of a text that are no plain words."""
        return frozenset(unit for unit in self.units(text) if not self._tongue.common(unit))

    @cached_property
    def ends(self) -> Mapping[str, frozenset[str]]:
        """By topic, the words of openers and tails."""
        return {topic: self.words(self.around(topic)) for topic in self._spec.file.topics}

    @staticmethod
    def around(topic: str) -> tuple[str, str]:
        """Return the keys of a topic's openers and tails."""
        return f"openers.{topic}", f"tails.{topic}"

    @cached_property
    def attributes(self) -> Mapping[str, Signs]:
        """By attribute that messages state."""
        declared = self._spec.file.attributes
        keys = {name: tuple(key for key in (f"statements.{name}", f"own.{name}") if key in self.phrases) for name in declared}
        told = [name for name, found in keys.items() if found]
        units = {name: [self.units(phrase) for phrase in self._texts(keys[name])] for name in told}
        counts = {name: Counter(unit for found in units[name] for unit in found) for name in told}
        spread = Counter(unit for count in counts.values() for unit in count)
        common = frozenset(unit for unit, number in spread.items() if number > _COMMON * len(told))
        out = {}
        for name in told:
            rivals = {
                other: self._look(other) == self._look(name)
                for other in told
                if declared[other].topic == declared[name].topic and other != name
            }
            alike = frozenset(unit for other, same in rivals.items() if same for unit in counts[other])
            silent = bool(alike) or self._spec.domains[name].kind == "entity"  # its values do not say what they are
            own = self._signs(counts[name], len(units[name]), alike | common) if silent else frozenset()
            synonyms = self.synonyms(counts[name], len(units[name]))
            mine = self.words((*keys[name], *(f"questions.{kind}.{name}" for kind in _ASKED))).union(*map(self.units, synonyms))
            foreign = (self._signs(counts[other], len(units[other]), mine) for other, same in rivals.items() if same)
            exact = frozenset(token for text in (*self._texts(keys[name]), *synonyms) for token in self._tongue.split(text))
            instead = {word for word in synonyms if self.units(word).isdisjoint(alike - common)} if silent else set()
            runs = " | ".join(" ".join(self._tongue.split(text)) for text in (*self._texts(keys[name]), *synonyms))
            out[name] = Signs(
                mine,
                exact,
                runs,
                own.union(*(self.units(word) for word in instead if " " not in word)),
                self._catalogue.patterns(sorted(word for word in instead if " " in word)),
                frozenset(unit for units in foreign for unit in units if not self._tongue.common(unit)),
                self._links((*keys[name], *(f"questions.{kind}.{name}" for kind in _ASKED)), synonyms),
                keys[name],
            )
        return out

    def _links(self, keys: Iterable[str], synonyms: Iterable[str]) -> Links:
        found = [
            links(read(text, text, self._tongue), (*self._tongue.lists.articles, *self._tongue.lists.ours)) for text in self._texts(keys)
        ]
        instead = frozenset(token for word in synonyms for token in self._tongue.split(word))
        return Links(*(instead.union(*(one[place] for one in found)) for place in range(len(Links._fields))))

    def _signs(self, counts: Counter[str], size: int, others: frozenset[str]) -> frozenset[str]:
        """Return the words that are used more than once, and by no others; plain ones only where they are used often."""
        signs = {unit for unit, number in counts.items() if unit not in others and number >= _FEW and self._tongue.whole(unit)}
        return frozenset(unit for unit in signs if counts[unit] >= _OFTEN * size or not self._tongue.common(unit))

    def _look(self, name: str) -> object:
        """Return what the values of an attribute have in common with those of another that cannot be told from them."""
        domain = self._spec.domains[name]
        return self._spec.file.attributes[name].group or domain.source or domain.parts or domain.name or (domain.kind, name)
