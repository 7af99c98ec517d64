"""A finished block with its texts rewritten by a model: the columns of texts and renderings are made anew, all else stays."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memsim.engine.block import Block
from memsim.engine.judging import DistantJudge
from memsim.errors import InputError
from memsim.llm.client import Client
from memsim.llm.prompts import prompt_hash
from memsim.render.constraints import constraint
from memsim.render.guard import Guard
from memsim.render.judging import Judge
from memsim.render.rewrite import Piece, Rewrite, Rewriter, Texts, parts
from memsim.render.stated import inquiry, statement
from memsim.spec.load import Spec

MESSAGES, QUESTIONS = "messages", "questions"
WHAT = (MESSAGES, QUESTIONS)
MOST_TRIES = 10
_WORTH_A_PROCESS = 1000  # trajectories; for fewer, starting a process takes longer than it saves
QUESTION = "q"  # what the question is called in a call; messages have their mids


@dataclass(frozen=True)
class Rewriting:
    """How the texts of a set are rewritten.

    Attributes:
        client: The model.
        what: WHAT, or one of them.
        tries: How often a text is asked for before its phrase stands.
        constraints: See `memsim.render.constraints`.
        concurrency: How many trajectories are asked for at a time; the rows do not depend on it.
    """

    client: Client
    what: tuple[str, ...] = (MESSAGES,)
    tries: int = 3
    constraints: str = "strict"
    concurrency: int = 32

    @property
    def guarded(self) -> bool:
        """Whether texts must say the same as the phrases do."""
        return constraint(self.constraints).guarded

    def check(self) -> None:
        """Raise InputError for a setting that makes no sense, or a model that cannot be called."""
        for name in self.what:
            if name not in WHAT:
                raise InputError(f"cannot rewrite {name!r}; expected {', '.join(WHAT)}")
        if not self.what or len(set(self.what)) != len(self.what):
            raise InputError(
                f"rewrite {', '.join(self.what) or 'nothing'}: expected each of {', '.join(WHAT)} at most once, and at least one"
            )
        if not self.guarded and self.what != (MESSAGES,):
            raise InputError(f"constraints {self.constraints!r} are for messages; expected --rewrite messages, or constraints 'strict'")
        if not 1 <= self.tries <= MOST_TRIES:
            raise InputError(f"tries is {self.tries}; expected 1 to {MOST_TRIES}")
        if self.concurrency < 1:
            raise InputError(f"concurrency is {self.concurrency}; expected at least 1")
        self.client.check()

    def settings(self, languages: Sequence[str]) -> dict[str, Any]:
        """Return what the manifest records: all that the texts depend on, but for the model's own whims."""
        made = {name: self.client.identity()[name] for name in ("model", "temperature")}
        hashes = {language: prompt_hash(constraint(self.constraints).prompt, language) for language in languages}
        return {**made, "what": list(self.what), "tries": self.tries, "constraints": self.constraints, "prompts": hashes}

    def judge(self, spec: Spec, languages: Sequence[str], n: int) -> Judge | DistantJudge:
        """Return who judges the texts of a set of n trajectories."""
        if not self.guarded:
            return Judge({})
        if n >= _WORTH_A_PROCESS:
            return DistantJudge(spec.folder.absolute(), languages)
        return Judge({language: Guard(spec, language) for language in languages})


class BlockRewriter:
    """Rewrites blocks of one set.

    Args:
        rewriting: How.
        spec: The scenario.
        languages: Of the set.
        seed: Of the set.
        judge: Judges the texts; closed with this.
    """

    def __init__(self, rewriting: Rewriting, spec: Spec, languages: Sequence[str], seed: int, judge: Judge | DistantJudge) -> None:
        self._rewriting, self._languages = rewriting, languages
        self._prompt = constraint(rewriting.constraints).prompt
        self._judge = judge
        self._rewriter = Rewriter(
            rewriting.client, self._judge, self._prompt, seed=seed, tries=rewriting.tries, concurrency=rewriting.concurrency
        )
        self._own = next((f"{name}-1" for name, klass in spec.file.classes.items() if klass.own), "")
        self._model = str(rewriting.client.identity()["model"])

    def check_answered(self) -> None:
        """Raise CallError where all calls so far failed: a set of phrases alone is not what was ordered."""
        self._rewriting.client.check_answered()

    def close(self) -> None:
        """End what judges, where that is a process of its own."""
        if isinstance(self._judge, DistantJudge):
            self._judge.close()

    def calls(self, block: Block) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Yield the first calls that rewriting a block takes, and the texts that each asks for."""
        for language in self._languages:
            for history in _Sheet(block, language, self._rewriting.what, self._own).histories():
                for part, pieces in parts(history.pieces):
                    yield self._rewriter.call(history, pieces, part=part), [piece.given.text for piece in pieces]

    def rewrite(self, blocks: Iterable[Block]) -> Generator[tuple[int, Block | None], None, None]:
        """Rewrite blocks in place, and count what became of their texts; for every history, yield how many trajectories and which block it completes.

        The next block is taken while the last calls of the one before it are under way, so that the model never waits for a block.

        Raises:
            RefusedError: The model refuses all calls.
            BudgetError: The next call could pass the budget.
        """
        begun: deque[_Sheet] = deque()
        for rewrites in self._rewriter.rewrite(self._histories(blocks, begun)):
            sheet = begun[0]
            sheet.made.append(rewrites)
            is_last = sheet.language == self._languages[-1]
            if not sheet.is_made:
                yield int(is_last), None
                continue
            begun.popleft().fill(self._model, prompt_hash(self._prompt, sheet.language))
            yield int(is_last), sheet.block if is_last else None

    def _histories(self, blocks: Iterable[Block], begun: deque[_Sheet]) -> Iterator[Texts]:
        """Yield the texts of blocks, and put down whose they are."""
        for block in blocks:
            for language in self._languages:
                begun.append(_Sheet(block, language, self._rewriting.what, self._own))
                yield from begun[-1].histories()


def _fate(rewrite: Rewrite) -> str:
    return f"kept at try {rewrite.attempts}" if rewrite.kept else "fallback"


class _Sheet:
    """The texts of one block in one language.

    Attributes:
        made: What became of the texts of each history, as far as it is known.
    """

    def __init__(self, block: Block, language: str, what: Sequence[str], own: str) -> None:
        self.block, self.language, self._what, self._own = block, language, what, own
        self.made: list[list[Rewrite]] = []
        self._histories, self._questions, self._gold = (block.tables[name, language] for name in ("histories", "questions", "gold"))
        self._counts = pc.list_value_length(self._histories["messages"].combine_chunks()).to_pylist()

    @property
    def is_made(self) -> bool:
        """Whether it is known what became of all texts."""
        return len(self.made) == len(self._counts)

    def fill(self, model: str, prompt_hash: str) -> None:
        """Put what became of the texts into the block."""
        made = [rewrite for rewrites in self.made for rewrite in rewrites]
        self.block.tables |= self._tables(made, model, prompt_hash)
        counts = self.block.counts
        counts.setdefault("rewritten", Counter()).update(map(_fate, made))
        counts.setdefault("rejected", Counter()).update(reason for rewrite in made for reason in rewrite.rejected)

    def histories(self) -> Iterator[Texts]:
        """Yield the texts to rewrite, trajectory by trajectory."""
        messages = iter(self._message_pieces()) if MESSAGES in self._what else iter(())
        questions = iter(self._question_pieces()) if QUESTIONS in self._what else None
        topics = self._questions["topic"].to_pylist()
        for index, topic, count in zip(self._gold["index"].to_pylist(), topics, self._counts, strict=True):
            pieces = [next(messages) for _ in range(count)] if MESSAGES in self._what else []
            if questions is not None:
                pieces.append(next(questions))
            yield Texts(index, self.language, topic, tuple(pieces))

    def _message_pieces(self) -> Iterator[Piece]:
        seen = _flat(self._histories["messages"])
        gold = _flat(self._gold["messages"])
        columns = (seen.field("text").to_pylist(), seen.field("time").to_pylist(), gold.to_pylist())
        for text, time, message in zip(*columns, strict=True):
            yield Piece(message["mid"], statement(text, time, message, self._own))

    def _question_pieces(self) -> Iterator[Piece]:
        asked = self._questions.select(["question", "question_time", "choices"]).to_pylist()
        for question, render in zip(asked, self._gold["question_render"].to_pylist(), strict=True):
            yield Piece(QUESTION, inquiry(question["question"], question, render))

    def _tables(self, made: list[Rewrite], model: str, prompt_hash: str) -> dict[tuple[str, str], pa.Table]:
        """Return the tables that change, given what became of the texts in the order of `histories`."""
        sizes = np.array([count * (MESSAGES in self._what) + (QUESTIONS in self._what) for count in self._counts])
        asked = np.zeros(len(made), dtype=bool)
        if QUESTIONS in self._what:
            asked[np.cumsum(sizes) - 1] = True
        out = {"histories": self._histories, "questions": self._questions, "gold": self._gold}
        if MESSAGES in self._what:
            told = [rewrite for rewrite, is_question in zip(made, asked.tolist(), strict=True) if not is_question]
            out["histories"] = _replaced(out["histories"], "messages", text=_texts(told))
            gold = _flat(self._gold["messages"])
            out["gold"] = _replaced(out["gold"], "messages", render=_renders(gold.field("render"), told, model, prompt_hash))
        if QUESTIONS in self._what:
            put = [rewrite for rewrite, is_question in zip(made, asked.tolist(), strict=True) if is_question]
            out["questions"] = _set(out["questions"], "question", _texts(put))
            render = _renders(self._gold["question_render"].combine_chunks(), put, model, prompt_hash)
            out["gold"] = _set(out["gold"], "question_render", render)
        return {(name, self.language): rows for name, rows in out.items()}


def _texts(rewrites: Sequence[Rewrite]) -> pa.Array:
    return pa.array([rewrite.text for rewrite in rewrites], pa.string())


def _flat(column: pa.ChunkedArray) -> pa.StructArray:
    return column.combine_chunks().flatten()


def _set(rows: pa.Table, name: str, column: pa.Array) -> pa.Table:
    return rows.set_column(rows.column_names.index(name), name, column)


def _replaced(rows: pa.Table, name: str, **fields: pa.Array) -> pa.Table:
    """Return a table with fields of a column of lists of structs replaced."""
    lists = rows[name].combine_chunks()
    return _set(rows, name, pa.ListArray.from_arrays(lists.offsets, _with(lists.values, **fields)))


def _with(structs: pa.StructArray, **fields: pa.Array) -> pa.StructArray:
    names = [field.name for field in structs.type]
    return pa.StructArray.from_arrays([fields.get(name, structs.field(name)) for name in names], names=names)


def _renders(before: pa.StructArray, rewrites: Sequence[Rewrite], model: str, prompt_hash: str) -> pa.StructArray:
    """Return how texts came about: phrase ids and slots stay, as they say what was rewritten; a rewritten text is all core."""
    spans = zip(rewrites, before.field("core_span").to_pylist(), strict=True)
    size = len(rewrites)
    return _with(
        before,
        by=pa.array(["llm" if rewrite.kept else "phrase" for rewrite in rewrites], pa.string()),
        core_span=pa.array([[0, len(rewrite.text)] if rewrite.kept else span for rewrite, span in spans], pa.list_(pa.int64())),
        model=pa.array([model] * size, pa.string()),
        prompt_hash=pa.array([prompt_hash] * size, pa.string()),
        attempts=pa.array([rewrite.attempts for rewrite in rewrites], pa.int64()),
        fallback=pa.array([not rewrite.kept for rewrite in rewrites], pa.bool_()),
    )
