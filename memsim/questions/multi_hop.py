"""multi_hop: the value of b of the one entity whose a is v, over two or three facts, name links included.

Example: "The person who works in Busan: what's their hobby?"
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "multi_hop"


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield bridges (two facts), links (two facts) and bridges over a link (three facts)."""
    for klass, attribute, wording in scope.asked():
        links = scope.links(attribute, wording)
        for link in links:
            yield Pattern(NAME, scope.topic, klass, attribute, wording, link=link)
        for bridge in scope.attributes(klass, "bridge"):
            if bridge != attribute:
                yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge)
                for link in links:
                    yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge, link=link)
