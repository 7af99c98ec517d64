"""Which attributes are drawn from listed values and told: what diversity is measured over."""

from __future__ import annotations

from memsim.spec.load import Spec

#: What MemSim (Zhang et al., arXiv 2409.20163) calls the indices of diversity.
INDICES = ("SWI-R", "SWI-O", "SWI-A")


def drawn(spec: Spec) -> dict[str, list[str]]:
    """Return the attributes by class, in the order of the scenario's file; a class without any is left out.

    Left out are latent attributes, which nobody tells; what is derived from others; and identifiers: names, numbers, addresses and moments, with the
    parts that they are made of, and references to other entities. Those are nearly unique by construction, and would make any profiles look varied.
    """
    parts = {part for domain in spec.domains.values() for part in domain.parts}
    listed = {
        name for name, domain in spec.domains.items() if domain.listed and name not in parts and not spec.file.attributes[name].latent
    }
    found = {
        klass: [name for name, node in of_class.items() if name in listed and node.cpd != "derived"]
        for klass, of_class in spec.file.nodes.items()
    }
    return {klass: names for klass, names in found.items() if names}


def indices(spec: Spec) -> dict[str, list[str]]:
    """Return over which nodes, ``class.attribute``, each of `INDICES` is taken.

    SWI-R is over persons (the user and the classes of the topic ``roles``: in `daily` the user, relatives and colleagues), SWI-O over all else (events,
    items, places), SWI-A over both. An attribute of two classes is two nodes, as in the network: it is drawn in two ways.
    """
    nodes = {klass: [f"{klass}.{name}" for name in names] for klass, names in drawn(spec).items()}
    persons = {name for name, klass in spec.file.classes.items() if name == "user" or klass.topic == "roles"}
    of_persons = [node for klass, of_class in nodes.items() if klass in persons for node in of_class]
    of_others = [node for klass, of_class in nodes.items() if klass not in persons for node in of_class]
    return dict(zip(INDICES, (of_persons, of_others, [*of_persons, *of_others]), strict=True))
