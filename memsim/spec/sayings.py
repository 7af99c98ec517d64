"""How a scenario's values may be said in messages: `forms` of an attribute, applied to its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsim.errors import ScenarioError
from memsim.text import forms

if TYPE_CHECKING:
    from memsim.spec.load import Spec


def sayings(spec: Spec, attribute: str, value: str, language: str) -> tuple[str, ...]:
    """Return every way of saying a value, given as it reads, that one first; a moment, and a value that the domain does not have, has no other."""
    domain, name = spec.domains[attribute], spec.file.attributes[attribute].forms
    if name is None:
        return (value,)
    if name in forms.TEXTUAL:
        return forms.ways(name, value, None, language)
    surfaces = domain.surfaces.get(language, ())
    if domain.numbers is None or value not in surfaces:
        return (value,)
    return forms.ways(name, value, float(domain.numbers[surfaces.index(value)]), language)


def listed_sayings(spec: Spec, attribute: str, language: str) -> list[tuple[str, ...]]:
    """Return the ways of saying each value of an attribute, by code; nothing for values that are not listed."""
    return [sayings(spec, attribute, value, language) for value in spec.domains[attribute].surfaces.get(language, ())]


def check_forms(spec: Spec) -> None:
    """Raise ScenarioError where `forms` of an attribute name nothing, do not fit its values, or would make two values read the same."""
    for attribute, declared in spec.file.attributes.items():
        name, key = declared.forms, f"attributes.{attribute}.forms"
        if name is None:
            continue
        domain = spec.domains[attribute]
        if name not in forms.FORMS:
            raise ScenarioError(spec.path, key, repr(name), f"a way of saying values: {', '.join(forms.FORMS)}")
        if domain.kind == "moment" or (name not in forms.TEXTUAL and (domain.numbers is None or not domain.listed)):
            raise ScenarioError(spec.path, key, repr(name), "a domain of listed values with numbers")
        for language in spec.file.languages if domain.listed else ():
            _check_listed(spec, attribute, language)


def _check_listed(spec: Spec, attribute: str, language: str) -> None:
    key, ways = f"attributes.{attribute}.forms", listed_sayings(spec, attribute, language)
    if all(len(one) == 1 for one in ways):
        expected = f"values that read as it says them; in {language!r} it knows no other way to say {ways[0][0]!r}"
        raise ScenarioError(spec.path, key, repr(spec.file.attributes[attribute].forms), expected)
    owner: dict[str, str] = {}
    for one in ways:
        for text in one:
            other = owner.setdefault(text.casefold(), one[0])
            if other != one[0]:
                raise ScenarioError(spec.path, key, f"{text!r} for {other!r} and {one[0]!r}", "no two values with a form in common")
