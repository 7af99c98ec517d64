"""MemBench (Tan et al., import-myself/Membench) as one who observes reads it: MemDaily's nesting, each message one text with its place and time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from memsim.conversion.memdaily import MemDaily
from memsim.conversion.needs import moment
from memsim.io.formats.membench import STAMP
from memsim.io.formats.times import ANY, read_time
from memsim.records import History, Message
from memsim.text.days import WEEKDAYS

_BEHIND = re.compile(rf"{STAMP.pattern}$")


class MemBench(MemDaily):
    """Messages are texts that end with where and when they were sent, in the layout with a step for each message."""

    format = "membench"
    types: ClassVar[Mapping[str, str]] = {**MemDaily.types, "knowledge_update": "knowledge_update"}

    def message(self, history: History, mid: int, message: Message) -> object:
        """Return a message such as ``I saw a heron. (place: unknown; time: '2024-10-01 08:00' Tuesday)``."""
        time = self.time(history, f"message {message.mid}", message.time)
        behind = _BEHIND.search(message.text)
        if behind and read_time(behind[1], *ANY)[0] == message.time:  # as it is in a set that was read from this format
            return message.text
        return f"{message.text} (place: {self.place(history)}; time: {time})"

    def time(self, history: History, where: str, time: str) -> str:
        """Return a time such as '2024-10-01 08:00' Tuesday, its quotes included."""
        at = moment(history, f"{where}: time", time, self.format)
        return f"'{at:%Y-%m-%d %H:%M}' {WEEKDAYS['en'][at.weekday()]}"
