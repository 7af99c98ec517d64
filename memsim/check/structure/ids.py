"""Ids: none twice."""

from __future__ import annotations

from collections.abc import Iterator

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import exact
from memsim.io.formats.audited import Audited


class Ids:
    """See the module."""

    def __init__(self) -> None:
        self._messages = Tally("message-id-repeated", "no two messages of a history have one id")
        self._histories = Tally("history-id-repeated", "no two histories have one id")
        self._questions = Tally("question-id-repeated", "no two questions have one id")
        self._seen: dict[Tally, set[int]] = {self._histories: set(), self._questions: set()}

    def see(self, history: Audited) -> None:
        mids: set[str] = set()
        self._messages.tested += len(history.posts)
        for post in history.posts:
            if post.mid in mids:
                self._messages.add(f"{history.id}: {post.mid}")
            mids.add(post.mid)
        self._see_id(self._histories, history.id, history.row)
        for asked in history.asked:
            self._see_id(self._questions, asked.id, asked.row)

    def _see_id(self, tally: Tally, name: str, row: str) -> None:
        seen, code = self._seen[tally], exact(name)
        tally.test(broken=code in seen, example=f"{name} again at {row}")
        seen.add(code)

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._messages, self._histories, self._questions))
