"""A history as it is given to memories: behind ids that say nothing."""

from __future__ import annotations

from functools import cached_property

from memsim.records import History, Message


class Given:
    """A history at one level; what memories are given of it is made once for all of them, since they cannot change it.

    Ids of sessions are replaced like those of messages: foreign sets name the session that is the evidence, or give its messages its name.

    Args:
        history: With its own ids.
    """

    def __init__(self, history: History) -> None:
        self.history = history

    @cached_property
    def messages(self) -> list[Message]:
        """The messages, each with its place for an id, and that of its session among the sessions."""
        sessions: dict[str, str] = {}
        return [
            Message(f"m{place}", sessions.setdefault(message.session, f"s{len(sessions)}"), *message[2:])
            for place, message in enumerate(self.history.messages)
        ]

    @cached_property
    def mids(self) -> dict[str, str]:
        """The history's own id for each id given."""
        return {given.mid: message.mid for given, message in zip(self.messages, self.history.messages, strict=True)}

    @cached_property
    def by_mid(self) -> dict[str, Message]:
        """The messages by the history's own ids."""
        return {message.mid: message for message in self.history.messages}
