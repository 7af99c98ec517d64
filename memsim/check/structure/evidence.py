"""Evidence: there, written as ids, leading somewhere, none twice; and no part that belongs to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.io.formats.audited import Asked, Audited


class Evidence:
    """See the module. A message that no question needs is no part without place."""

    def __init__(self) -> None:
        self._missing = Tally("evidence-missing", "every question that can be answered names its evidence")
        self._malformed = Tally("evidence-malformed", "each reference is one id")
        self._dangling = Tally("evidence-dangling", "evidence leads to messages or sessions of its history")
        self._doubled = Tally("evidence-doubled", "no evidence is named twice")
        self._orphans = Tally("orphan", "every part belongs to something that is there")

    def see(self, history: Audited) -> None:
        known = {post.mid for post in history.posts} | {post.session for post in history.posts} | {name for name, _ in history.sessions}
        for asked in history.asked:
            self._see_question(asked, known)
        self._orphans.tested += len(history.sessions or {post.session for post in history.posts}) + len(history.orphans)
        for orphan in history.orphans:
            self._orphans.add(f"{history.id}: {orphan}")

    def _see_question(self, asked: Asked, known: set[str]) -> None:
        if not asked.unanswerable:
            self._missing.test(broken=not asked.evidence and not asked.malformed, example=f"{asked.id}: {asked.question}")
        self._malformed.tested += len(asked.evidence) - asked.inside
        for reference in asked.malformed:
            self._malformed.test(broken=True, example=f"{asked.id}: {reference!r}")
        seen: set[str] = set()
        for mid in asked.evidence:
            self._dangling.test(broken=mid not in known, example=f"{asked.id}: {mid}")
            self._doubled.test(broken=mid in seen, example=f"{asked.id}: {mid}")
            seen.add(mid)

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._missing, self._malformed, self._dangling, self._doubled, self._orphans))
