"""What formats of retrieval share: messages of all histories are documents of one corpus, under ids that tell the history, and questions queries of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memsim.conversion.needs import one_word
from memsim.records import History, Item, Message


class Document(NamedTuple):
    """A message and what it is called in a corpus."""

    id: str
    message: Message


class Query(NamedTuple):
    """A question that has evidence, and what the documents are called that are relevant."""

    id: str
    item: Item
    relevant: tuple[str, ...]


def document_id(history_id: str, mid: str) -> str:
    """Return what a message is called: mids alone come again in each history."""
    return f"{history_id}/{mid}"


def documents(history: History, format: str) -> list[Document]:
    """Return the messages of a history as documents.

    Raises:
        InputError: An id has white space.
    """
    return [
        Document(one_word(history, f"message {message.mid}: id", document_id(history.id, message.mid), format), message)
        for message in history.messages
    ]


def queries(history: History, format: str) -> Iterator[Query]:
    """Yield the questions of a history as queries; without evidence, nothing is relevant to one, and no measure counts it.

    Raises:
        InputError: An id has white space.
    """
    for item in history.items:
        if item.truth.evidence:
            name = one_word(history, "question", item.question.id, format)
            yield Query(name, item, tuple(document_id(history.id, mid) for mid in item.truth.evidence))
