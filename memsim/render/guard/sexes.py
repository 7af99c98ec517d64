"""Which sex a text may give somebody: that which the word for a subject gives, or its name, by the tables from which a scenario draws names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memsim.render.guard import lists
from memsim.render.guard.subjects import Subjects
from memsim.render.guard.values import lowered
from memsim.spec.load import Spec
from memsim.spec.model import TableNode
from memsim.spec.tables import read_table

FEMALE, MALE = "female", "male"


class Sexes:
    """The sexes that words for people and names give.

    Args:
        spec: The scenario.
        language: The language.
        words: Words for people by sex.
        subjects: The subjects of the language.
    """

    def __init__(self, spec: Spec, language: str, words: lists.Sexes, subjects: Subjects) -> None:
        self._words = {word: sex for sex, found in ((FEMALE, words.female), (MALE, words.male)) for word in found}
        self._names = {lowered(name): sex for name, sex in names_by_sex(spec, language).items()}
        self._subjects = subjects

    def given(self, texts: Iterable[str]) -> frozenset[str]:
        """Return the sexes that texts give: "my uncle" and "Anna Kim", both."""
        return frozenset(sex for text in texts for sex in self._of(lowered(text)) if sex)

    def _of(self, low: str) -> Iterator[str]:
        role = self._subjects.role(low)
        if role:
            yield self._words.get(role, "")
            return
        first, _, more = low.partition(" ")
        if more:  # a given name comes first where names are spaced, else last
            yield self._names.get(first, "")
        else:
            yield from (self._names.get(low[start:], "") for start in range(len(low)))


def names_by_sex(spec: Spec, language: str) -> dict[str, str]:
    """Return the sex of each value, as it reads, of attributes that are drawn given a sex and nothing else; values of both are left out."""
    out: dict[str, str] = {}
    for name, sex, key in _drawn(spec):
        domain = spec.domains[name]
        surface = dict(zip(domain.keys, domain.surfaces.get(language, ()), strict=False)).get(key)
        if surface is not None:
            out[surface] = sex if out.get(surface, sex) == sex else ""
    return {surface: sex for surface, sex in out.items() if sex}


def _drawn(spec: Spec) -> Iterator[tuple[str, str, str]]:
    """Yield (attribute, sex, key) of each value with a weight."""
    seen = set()
    for nodes in spec.file.nodes.values():
        for name, node in nodes.items():
            if not isinstance(node, TableNode) or node.file is None or len(node.parents) != 1 or (name, node.file) in seen:
                continue
            seen.add((name, node.file))
            parent = node.parents[0].removeprefix("user.")
            if {FEMALE, MALE} <= set(spec.domains[parent].keys):
                table = read_table(spec.priors / node.file)
                column = parent if parent in table.columns else node.parents[0]
                yield from ((name, row[column], row["value"]) for row in table.rows if float(row[node.weights]) > 0)
