"""Sessions of formats in which only a session has a date: its messages that stand side by side and were sent at one time."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from memsim.records import History, Message


def sittings(history: History) -> list[list[Message]]:
    """Return the messages in order, in as few sessions as keep the time of each."""
    return [list(group) for _, group in groupby(history.messages, key=lambda message: (message.session, message.time))]


def divided(history: History) -> int:
    """Return how many messages belong to sessions that `sittings` divides."""
    groups = sittings(history)
    made_of = Counter(group[0].session for group in groups)
    if len(made_of) == 1:
        return 0  # one session is no session: nothing is told by it
    return sum(len(group) for group in groups if made_of[group[0].session] > 1)
