"""The kinds of ψ by name. A new kind is one class and one entry here; what a scenario knows of a value needs neither."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from memsim.errors import ScenarioError
from memsim.questions.psi.base import Floats, Transform
from memsim.questions.psi.numbers import DaysUntil, DigitSum, Hours, Inches, InTenYears
from memsim.questions.psi.texts import Lookup, Prefix, Suffix, Surname, Weekday
from memsim.spec.load import Spec


def lookup(spec: Spec, attribute: str, prop: str) -> Lookup:
    """Return the look-up of a property of an attribute's values.

    Raises:
        ScenarioError: Results are merged in one language only.
    """
    by_language = spec.knowledge[attribute, prop]
    keys = spec.domains[attribute].keys
    rows = [tuple(by_language[language][key] for language in spec.file.languages) for key in keys]
    place = {row: number for number, row in enumerate(dict.fromkeys(rows))}
    for number, language in enumerate(spec.file.languages):
        if len({row[number] for row in place}) != len(place):
            path = spec.priors / spec.file.attributes[attribute].knowledge[prop]
            raise ScenarioError(
                path, f"column {language!r}", "results merged in one language only", "results that are equal in all languages or in none"
            )
    results = {language: tuple(row[number] for row in place) for number, language in enumerate(spec.file.languages)}
    return Lookup(prop, attribute, np.array([place[row] for row in rows]), results)


def _weekday(spec: Spec, attribute: str) -> Transform:
    if (attribute, "weekday") not in spec.knowledge:
        raise ScenarioError(
            spec.path, f"attributes.{attribute}.knowledge", "no 'weekday'", "the names of the days, which `weekday` asks for"
        )
    by_language = spec.knowledge[attribute, "weekday"]
    return Weekday({language: tuple(results[str(day)] for day in range(7)) for language, results in by_language.items()})


def _days_until(spec: Spec, attribute: str) -> Transform:
    words = {}
    for language, phrases in spec.phrases.items():
        if phrases.days is None:
            raise ScenarioError(spec.folder / f"phrases.{language}.yaml", "days", "missing", f"how days read: {attribute} has days_until")
        words[language] = phrases.days.model_dump()
    return DaysUntil({}, words)


def _part(spec: Spec, attribute: str, place: int) -> str:
    parts = spec.domains[attribute].parts
    if not parts:
        raise ScenarioError(spec.path, f"attributes.{attribute}.transforms", "a domain without parts", "a product")
    return parts[place]


def _suffix(spec: Spec, attribute: str) -> Transform:
    return Suffix(spec.domains[attribute], spec.domains[_part(spec, attribute, -1)])


def _surname(spec: Spec, attribute: str) -> Transform:
    domain, part = spec.domains[attribute], _part(spec, attribute, -1)
    fits = {"en": lambda text: " " not in text, "zh": lambda text: len(text) == 1}
    for language, surfaces in spec.domains[part].surfaces.items():
        wrong = [text for text in surfaces if not fits[language](text)]
        if wrong:
            raise ScenarioError(spec.path, f"attributes.{part}", wrong[0], f"surnames that can be cut off a full name ({language})")
    return Surname(domain, spec.domains[part], len(domain.parts) - 1)


def _prefix(spec: Spec, attribute: str) -> Transform:
    return Prefix(spec.domains[attribute], spec.domains[_part(spec, attribute, 0)])


def _digit_sum(spec: Spec, attribute: str) -> Transform:
    domain = spec.domains[attribute]
    for language, pattern in domain.pattern.items():
        if not pattern.endswith("01{%s}" % domain.parts[-1]):  # noqa: UP031 - braces
            raise ScenarioError(
                spec.path, f"attributes.{attribute}.domain.pattern.{language}", pattern, "a pattern that ends in 01 and two digits"
            )
    return DigitSum(_patterns(spec, "digit_sum"), domain)


def _patterns(spec: Spec, transform: str) -> dict[str, str]:
    return {language: phrases.results.get(transform, "{n}") for language, phrases in spec.phrases.items()}


def _numbers(spec: Spec, attribute: str) -> Floats:
    numbers = spec.domains[attribute].numbers
    if numbers is None:
        raise ScenarioError(spec.path, f"attributes.{attribute}.transforms", "values without numbers", "a domain with numbers")
    return numbers


CHOICES = 4  # fewer results than that give no four options
COMPUTED: dict[str, Callable[[Spec, str], Transform]] = {
    "days_until": _days_until,
    "digit_sum": _digit_sum,
    "hours": lambda spec, attribute: Hours(_patterns(spec, "hours"), _numbers(spec, attribute)),
    "in_ten_years": lambda spec, attribute: InTenYears(_patterns(spec, "in_ten_years"), _numbers(spec, attribute)),
    "inches": lambda spec, attribute: Inches(_patterns(spec, "inches"), _numbers(spec, attribute)),
    "prefix": _prefix,
    "suffix": _suffix,
    "surname": _surname,
    "weekday": _weekday,
}


def find(spec: Spec, attribute: str) -> list[Transform]:
    """Return the transforms that a scenario declares for an attribute, in declared order."""
    declared = spec.file.attributes[attribute]
    unknown = [name for name in declared.transforms if name not in COMPUTED]
    if unknown:
        raise ScenarioError(spec.path, f"attributes.{attribute}.transforms", unknown[0], f"one of {', '.join(COMPUTED)}")
    computed = [COMPUTED[name](spec, attribute) for name in declared.transforms]
    looked_up = [lookup(spec, attribute, prop) for prop in declared.knowledge if prop not in COMPUTED]
    return [*computed, *(one for one in looked_up if one.size >= CHOICES)]
