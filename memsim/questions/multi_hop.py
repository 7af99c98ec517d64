"""multi_hop: the value of b of the one entity whose a is v, over two to four facts, name links included.

Examples: "The person who works in Busan: what's their hobby?", "Which city is the event in that my boss comes along to?"
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "multi_hop"


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield bridges (two facts), links (two facts), bridges over a link (three facts), and chains (three and four facts)."""
    for klass, attribute, wording in scope.asked():
        links = scope.links(attribute, wording)
        for link in links:
            yield Pattern(NAME, scope.topic, klass, attribute, wording, link=link)
        for bridge in scope.attributes(klass, "bridge"):
            if bridge != attribute:
                yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge)
                for link in links:
                    yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge, link=link)
        yield from _chains(scope, klass, attribute, wording)


def _chains(scope: Scope, klass: str, attribute: str, wording: str) -> Iterator[Pattern]:
    """Yield the ways over a person: by role and name, by a bridge to the name, by a bridge to the role and on to the name."""
    for chain in scope.attributes(klass, "bridge"):
        person = scope.spec.domains[chain].entities.get(klass)
        topic = scope.spec.file.classes[person].topic if person else None
        if person is None or topic is None or chain == attribute:
            continue
        people = Scope(scope.spec, topic)
        yield Pattern(NAME, scope.topic, klass, attribute, wording, link="to_name", chain=chain, person=person)
        for bridge in people.attributes(person, "bridge"):
            yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge, chain=chain, person=person)
            yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge, link="to_name", chain=chain, person=person)
