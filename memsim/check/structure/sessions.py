"""Sessions, in sets that are made of them: with messages, none twice in a history, one content to an id."""

from __future__ import annotations

from collections.abc import Iterator

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.io.formats.audited import Audited


class Sessions:
    """See the module. That histories share sessions is no defect: haystacks are drawn from one stock."""

    def __init__(self) -> None:
        self._empty = Tally("session-empty", "every session has messages")
        self._repeated = Tally("session-repeated", "no session stands twice in one history, by id or by content")
        self._conflict = Tally("session-conflict", "sessions of one id have one content, over the whole set")
        self._content: dict[str, str] = {}

    def see(self, history: Audited) -> None:
        seen: dict[str, str] = {}
        for name, digest in history.sessions:
            self._empty.test(broken=not digest, example=f"{history.id}: {name}")
            again = seen.get(name, seen.get(digest) if digest else None)
            self._repeated.test(broken=again is not None, example=f"{history.id}: {name} as {again}")
            first = self._content.setdefault(name, digest)
            self._conflict.test(broken=first != digest, example=f"{history.id}: {name}")
            seen |= {name: name} | ({digest: name} if digest else {})

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._empty, self._repeated, self._conflict))
