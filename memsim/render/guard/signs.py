"""Which words speak of an attribute, and which of another: told by the phrases of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memsim.render.guard.patterns import Catalogue, Patterns
from memsim.render.guard.reading import Links, links, read
from memsim.render.guard.wording import FEW, Wording
from memsim.spec.load import Spec

_COMMON = 0.3  # of all attributes: a word in the phrases of more of them is a sign of none
_SHARED = 0.15  # of all attributes: a word in the phrases of so many relates nothing by itself
_OFTEN = 0.3  # of the phrases of an attribute: in so many, a plain word is a sign too
#: Questions whose words may be used in statements of the same attribute.
_ASKED = ("ask", "own", "bridge")


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


class _Told(NamedTuple):
    """How an attribute is told: in so many phrases, a word in some of them, by unit."""

    keys: tuple[str, ...]
    size: int
    counts: Counter[str]


def attribute_signs(spec: Spec, wording: Wording, catalogue: Catalogue) -> dict[str, Signs]:
    """Return the words that speak of each attribute that messages state.

    Args:
        spec: The scenario.
        wording: Its phrases.
        catalogue: Where patterns stand.
    """
    told = _all_told(spec, wording)
    common = _spread(told, _COMMON)
    return {name: _signs(spec, wording, catalogue, name, told, common) for name in told}


def shared(spec: Spec, wording: Wording) -> frozenset[str]:
    """Return the units that phrases of many attributes use: they relate nothing by themselves."""
    return _spread(_all_told(spec, wording), _SHARED)


def _spread(told: Mapping[str, _Told], share: float) -> frozenset[str]:
    """Return the units that stand in the phrases of more than a share of all attributes."""
    spread = Counter(unit for one in told.values() for unit in one.counts)
    return frozenset(unit for unit, number in spread.items() if number > share * len(told))


def _all_told(spec: Spec, wording: Wording) -> dict[str, _Told]:
    return {name: one for name in spec.file.attributes if (one := _told(wording, name)).size}


def _told(wording: Wording, name: str) -> _Told:
    keys = tuple(key for key in (f"statements.{name}", f"own.{name}") if key in wording.phrases)
    units = [wording.tongue.units(phrase) for phrase in wording.texts(keys)]
    return _Told(keys, len(units), Counter(unit for found in units for unit in found))


def _signs(spec: Spec, wording: Wording, catalogue: Catalogue, name: str, told: Mapping[str, _Told], common: frozenset[str]) -> Signs:
    tongue, mine = wording.tongue, told[name]
    rivals = [one for other, one in told.items() if other != name and _look(spec, other) == _look(spec, name)]
    alike = frozenset(unit for one in rivals for unit in one.counts)
    silent = bool(alike) or spec.domains[name].kind == "entity"  # its values do not say what they are
    own = _distinct(wording, mine, alike | common) if silent else frozenset()
    synonyms = wording.synonyms(mine.counts, mine.size)
    instead = sorted({word for word in synonyms if silent and tongue.units(word).isdisjoint(alike - common)})
    keys = (*mine.keys, *(f"questions.{kind}.{name}" for kind in _ASKED))
    known = wording.words(keys).union(*map(tongue.units, synonyms))
    texts = [tongue.split(text) for text in (*wording.texts(mine.keys), *synonyms)]
    foreign = frozenset(unit for one in rivals for unit in _distinct(wording, one, known))
    return Signs(
        known,
        frozenset(token for text in texts for token in text),
        " | ".join(map(" ".join, texts)),
        own.union(*(tongue.units(word) for word in instead if " " not in word)),
        catalogue.patterns(word for word in instead if " " in word),
        frozenset(unit for unit in foreign if not tongue.common(unit)),
        _links(wording, keys, mine, synonyms),
        mine.keys,
    )


def _look(spec: Spec, name: str) -> object:
    """Return what the values of an attribute have in common with those of another of its topic that cannot be told from them."""
    domain, declared = spec.domains[name], spec.file.attributes[name]
    return declared.topic, declared.group or domain.source or domain.parts or domain.name or (domain.kind, name)


def _distinct(wording: Wording, told: _Told, others: frozenset[str]) -> frozenset[str]:
    """Return the words that are used more than once, and by no others; plain ones only where they are used often."""
    tongue = wording.tongue
    signs = (unit for unit, number in told.counts.items() if unit not in others and number >= FEW and tongue.whole(unit))
    return frozenset(unit for unit in signs if told.counts[unit] >= _OFTEN * told.size or not tongue.common(unit))


def _links(wording: Wording, keys: Iterable[str], told: _Told, synonyms: Iterable[str]) -> Links:
    """Return what stands beside subject and value; what most phrases say, as "age", may be said to be the subject's."""
    lists = wording.tongue.lists
    often = frozenset(unit for unit, number in told.counts.items() if number >= _OFTEN * told.size)
    found = [links(read(text, text, wording.tongue), frozenset((*lists.articles, *lists.ours))) for text in wording.texts(keys)]
    instead = frozenset(token for word in synonyms for token in wording.tongue.split(word))
    before, owned = (instead.union(*(one[place] for one in found)) for place in range(len(Links._fields)))
    return Links(before, owned | often)
