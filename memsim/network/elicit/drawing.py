"""The draws of one implicit node: what its replies hold, case by case, and why others do not count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from memsim.llm.client import Completion
from memsim.network.elicit.asking import said_values
from memsim.network.elicit.cases import Implicit
from memsim.network.elicit.values import Values


@dataclass
class Elicited:
    """What came of asking for one node.

    Attributes:
        node: Its name ``class.attribute``.
        combinations: Of its parents' values.
        asked: Those that a world may have.
        from_model: Those whose row is the model's.
        fallback: By reason, how many of those asked kept the row that they had.
        dropped: By reason, how many values do not count.
        added: How many values are new.
    """

    node: str
    combinations: int
    asked: int
    from_model: int = 0
    fallback: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    added: int = 0


class Drawing:
    """Draws values of one node.

    Args:
        implicit: The node.
        values: Of its domain; shared with nodes that have the same.
        language: That it is asked in.
    """

    def __init__(self, implicit: Implicit, values: Values, language: str) -> None:
        self.implicit, self.values = implicit, values
        self._language = language
        self._drawn: list[list[int]] = [[] for _ in implicit.cases]
        self._trouble = [""] * len(implicit.cases)
        self._dropped: Counter[str] = Counter()

    def enough(self, case: int) -> bool:
        """Return whether at least half of the draws that a case is asked for were made."""
        return len(self._drawn[case]) * 2 >= self.implicit.node.draws

    @property
    def drawn(self) -> dict[int, list[int]]:
        """The codes drawn for each case that has enough of them."""
        return {case: codes for case, codes in enumerate(self._drawn) if self.enough(case)}

    def take(self, case: int, reply: Completion | None) -> None:
        """Draw what the reply to a case holds, no more than is asked for; None where the call failed."""
        said = None if reply is None else said_values(reply.text, self._language)
        if reply is None or said is None:
            unread = "reply cut off" if reply is not None and reply.finish_reason == "length" else "reply not readable"
            self._trouble[case] = "call failed" if reply is None else unread
            return
        self._trouble[case] = "too few values that fit"
        draws, drawn = self.implicit.node.draws, self._drawn[case]
        for one in said:
            if len(drawn) == draws:
                return
            code = self._code(case, one)
            if isinstance(code, int):
                drawn.append(code)
            else:
                self._dropped[code] += 1

    def _code(self, case: int, said: dict[str, str]) -> int | str:
        allowed = self.implicit.allowed[case]
        code = self.values.code(said, new=self.implicit.node.vocabulary == "open")
        forbidden = isinstance(code, int) and not allowed[min(code, len(allowed) - 1)]
        return "against a rule" if forbidden else code

    def report(self) -> Elicited:
        """Return what came of it."""
        drawn = self.drawn
        fallback = Counter(trouble for case, trouble in enumerate(self._trouble) if case not in drawn)
        new = {code for codes in drawn.values() for code in codes if code >= self.implicit.site.domain.size}
        asked = len(self.implicit.cases)
        return Elicited(self.implicit.name, len(self.implicit.table), asked, len(drawn), fallback, self._dropped, len(new))
