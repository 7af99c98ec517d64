"""Times: times, in order, before the question, and of their own weekday."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.io.formats.audited import Audited, Post


class Times:
    """See the module. What a set gives no times for at all is not tested.

    In a set of sessions, the time that messages of one have counts once; in any set, so do the times that a whole history lacks.
    """

    def __init__(self) -> None:
        self._missing = Tally("time-missing", "where messages of a set have times, each has one")
        self._missing_of_question = Tally("question-time-missing", "where questions of a set have times, each has one")
        self._unread = Tally("time-unreadable", "times are of the set's form, and there is such a day")
        self._weekday = Tally("time-weekday", "a day has its own weekday")
        self._back = Tally("time-back", "no history goes back in time")
        self._early = Tally("question-early", "no question is asked before the last message")

    def see(self, history: Audited) -> None:
        stamps: dict[object, Post] = {}
        by_message = not history.sessions and any(post.time for post in history.posts)
        for place, post in enumerate(history.posts):
            stamps.setdefault(place if by_message else (post.session, post.time), post)
        for post in stamps.values():
            self._see_stamp(post, f"{history.id}: {post.mid} at {post.time!r}")
        moments = [post.moment for post in history.posts if post.moment]
        if moments:
            back = next(((earlier, later) for earlier, later in pairwise(moments) if later < earlier), None)
            self._back.test(broken=back is not None, example=f"{history.id}: {back and ' and then '.join(back)}")
        self._see_questions(history, max(moments, default=""))

    def _see_stamp(self, post: Post, example: str) -> None:
        self._missing.test(broken=not post.time, example=example)
        if post.time:
            self._unread.test(broken=post.moment is None, example=example)
        if post.moment:
            self._weekday.test(broken=post.weekday_wrong, example=example)

    def _see_questions(self, history: Audited, last: str) -> None:
        for asked in history.asked:
            self._missing_of_question.test(broken=not asked.time, example=f"{asked.id}: {asked.question}")
            if asked.time:
                self._unread.test(broken=asked.moment is None, example=f"{asked.id} at {asked.time!r}")
            if asked.moment is not None:
                self._weekday.test(broken=asked.weekday_wrong, example=f"{asked.id} at {asked.time!r}")
                self._early.test(broken=asked.moment < last, example=f"{asked.id} at {asked.moment}, the last message at {last}")

    def findings(self) -> Iterator[Finding]:
        for tally in (self._missing, self._missing_of_question):
            yield (tally if tally.found < tally.tested else Tally(tally.name, tally.rule)).finding()  # a set may do without
        yield from (tally.finding() for tally in (self._unread, self._weekday, self._back, self._early))
