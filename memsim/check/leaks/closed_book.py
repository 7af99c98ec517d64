"""What a language model answers without any history: what it knows of the world, and what the options give away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.options import options_of
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import Tried, rated
from memsim.errors import CallError, InputError
from memsim.io.formats.audited import Audited
from memsim.reader.protocol import Reader
from memsim.records import Asked, Reply

QUESTIONS = 500


class ClosedBook(Sampled):
    """A reader is asked questions with choices, and shown no message. A call that failed is left out and counted; what names no choice is wrong.

    Args:
        reader: Whom to ask, such as `memsim.reader.registry.make_reader` returns.
        questions: How many are asked at most, in each language.
        seed: Given to the model.
    """

    def __init__(self, reader: Reader, questions: int = QUESTIONS, seed: int = 0) -> None:
        super().__init__(questions, messages=None)
        self._reader, self._seed = reader, seed

    def findings(self) -> Iterator[Finding]:
        """Yield what was answered, language by language.

        Raises:
            InputError: No question has choices.
            CallError: No call was answered.
        """
        found = list(super().findings())
        if not found:
            raise InputError("no question has choices of which one is right, so that there is nothing to ask a model; expected no --llm")
        yield from found

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        options = options_of(histories)
        if not len(options):
            return
        replies = self._asked([Asked(one.question, one.time, one.language, one.choices) for one in options.asked])
        right = np.array([reply.answer == one.target for reply, one in zip(replies, options.asked, strict=True)], dtype=np.float64)
        heard = np.array([reply.status != "failed" for reply in replies])
        if not heard.any():
            raise CallError(f"no call of the model was answered, of {len(replies)} ({language}); the last: {replies[-1].reason}")
        tried = Tried(right, 1 / options.count, options.clusters, options.types, [one.id for one in options.asked]).where(heard)
        detail = {"language": language, "replies": dict(sorted(Counter(reply.status for reply in replies).items()))}
        yield rated("closed-book", "a model that sees no message is right as often as chance gives", tried, above=True, detail=detail)

    def _asked(self, questions: Sequence[Asked]) -> list[Reply]:
        with ThreadPoolExecutor(self._reader.concurrency) as threads:
            return list(threads.map(lambda one: self._reader.read(one, (), self._seed), questions))
