"""The question types, by name. A new type is one file and one entry here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memsim.questions import aggregative, comparative, multi_hop, post_processing, single_hop
from memsim.questions.patterns import Pattern, Scope

QUESTION_TYPES: dict[str, Callable[[Scope], Iterator[Pattern]]] = {
    module.NAME: module.patterns for module in (single_hop, multi_hop, comparative, aggregative, post_processing)
}
