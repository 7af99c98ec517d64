"""The knowledge table of a scenario: what it knows of the values of its world."""

from __future__ import annotations

from memsim.spec.load import Spec


def knowledge_rows(spec: Spec, language: str) -> list[tuple[str, str, str, str]]:
    """Return the rows (attribute, value, property, result) of a language, sorted; a value that is not listed stands by its key."""
    out = []
    for (attribute, prop), by_language in spec.knowledge.items():
        domain = spec.domains[attribute]
        surface = dict(zip(domain.keys, domain.surfaces.get(language, ()), strict=True))
        out += [(attribute, surface.get(key, key), prop, result) for key, result in by_language[language].items()]
    return sorted(out)
