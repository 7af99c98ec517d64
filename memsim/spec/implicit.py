"""Checks of the nodes that a language model may be asked for: their prompts, and whether their values may be listed, weighed and added to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memsim.errors import ScenarioError
from memsim.spec.model import ImplicitNode
from memsim.spec.phrases import slots

if TYPE_CHECKING:
    from memsim.spec.load import Spec

MOST_COMBINATIONS = 2_000  # of parents' values of one node: each is a call
#: What may depend on values that a model adds, as it needs no row for them.
_EASY = {"copy", "derived"}


def implicit_nodes(spec: Spec) -> Iterator[tuple[str, str, ImplicitNode]]:
    """Yield (class, attribute, node) of the nodes that a model may be asked for, in the order of the file."""
    for klass, nodes in spec.file.nodes.items():
        yield from ((klass, name, node) for name, node in nodes.items() if isinstance(node, ImplicitNode))


def same_values(spec: Spec, attribute: str) -> list[str]:
    """Return the attributes whose values stand in the same file as those of an attribute, itself included."""
    source = spec.domains[attribute].source
    return [name for name, domain in spec.domains.items() if name == attribute or (source is not None and domain.source == source)]


def check_implicit(spec: Spec) -> None:
    """Raise ScenarioError for the first node that a model could not be asked for."""
    for klass, attribute, node in implicit_nodes(spec):
        key = f"nodes.{klass}.{attribute}"
        _values(spec, key, attribute, node)
        _prompt(spec, key, node)
        if node.vocabulary == "open":
            _open(spec, key, attribute)


def _values(spec: Spec, key: str, attribute: str, node: ImplicitNode) -> None:
    if not spec.domains[attribute].listed:
        raise ScenarioError(spec.path, key, f"a domain {spec.domains[attribute].kind!r}", "an attribute with listed values")
    twice = next((parent for parent in node.parents if node.parents.count(parent) > 1), None)
    if twice is not None:
        raise ScenarioError(spec.path, f"{key}.parents", f"{twice!r} twice", "each parent once")
    parents = [spec.domains[parent.removeprefix("user.")] for parent in node.parents]
    unlisted = [name for name, domain in zip(node.parents, parents, strict=True) if not domain.listed]
    if unlisted:
        raise ScenarioError(spec.path, f"{key}.parents", repr(unlisted[0]), "parents with listed values, which a prompt can say")
    combinations = math.prod(domain.size for domain in parents)
    if combinations > MOST_COMBINATIONS:
        sizes = " × ".join(f"{name} {domain.size:,}" for name, domain in zip(node.parents, parents, strict=True))
        expected = f"at most {MOST_COMBINATIONS:,}, as each is a call; depend on a coarser attribute, such as a `band` of ages"
        raise ScenarioError(spec.path, f"{key}.parents", f"{combinations:,} combinations of values ({sizes})", expected)


def _prompt(spec: Spec, key: str, node: ImplicitNode) -> None:
    first, *_ = spec.file.languages
    if first not in node.prompt:
        found = ", ".join(map(repr, node.prompt)) or "nothing"
        raise ScenarioError(spec.path, f"{key}.prompt", found, f"a prompt in {first!r}, the scenario's first language")
    for language, prompt in node.prompt.items():
        at = f"{key}.prompt.{language}"
        if language not in spec.file.languages:
            raise ScenarioError(spec.path, at, repr(language), f"a language of the scenario: {', '.join(spec.file.languages)}")
        try:
            found_slots = slots(prompt)
        except ValueError as error:
            raise ScenarioError(spec.path, at, repr(prompt), f"balanced braces around plain slots ({error})") from None
        wanted = ", ".join(f"{{{parent}}}" for parent in node.parents) or "none"
        if set(found_slots) != set(node.parents) or not prompt.strip():
            raise ScenarioError(spec.path, at, repr(prompt), f"a text with a slot for each parent, and no other: {wanted}")


def _open(spec: Spec, key: str, attribute: str) -> None:
    """Values may be added where nothing else needs a row, a number or a form of each."""
    domain, alike = spec.domains[attribute], same_values(spec, attribute)
    needs = "closed, or an attribute"
    if domain.kind != "file":
        raise ScenarioError(spec.path, f"{key}.vocabulary", f"open, over a domain {domain.kind!r}", f"{needs} with a `file` of values")
    if domain.numbers is not None:
        raise ScenarioError(spec.path, f"{key}.vocabulary", "open, over values with numbers", f"{needs} whose values have none")
    for name in alike:
        declared = spec.file.attributes[name]
        bound = next((f"`{field}`" for field in ("knowledge", "forms") if getattr(declared, field)), None)
        if bound:
            raise ScenarioError(spec.path, f"{key}.vocabulary", f"open, while {name!r} has {bound}", f"{needs} without {bound}")
    for klass, nodes in spec.file.nodes.items():
        for name, node in nodes.items():
            if node.cpd not in _EASY and any(parent.removeprefix("user.") in alike for parent in node.parents):
                found = f"open, while {klass}.{name} depends on the value"
                raise ScenarioError(spec.path, f"{key}.vocabulary", found, f"{needs} on which nothing depends but by `copy` or `derived`")
