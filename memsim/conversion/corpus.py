"""The corpus that formats of retrieval share: messages of all histories are its documents, under ids that tell the history, and questions its queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memsim.conversion.needs import one_word, refused
from memsim.errors import InputError
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
    """Return what a message is called: mids alone come again in each history.

    Raises:
        InputError: The history's id has a slash: messages of two histories might be called the same.
    """
    if "/" in history_id:
        raise InputError(
            f"history {history_id}: id: {history_id!r:.80}; expected one without a slash, which ends it in the id of a document"
        )
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
        InputError: An id has white space, or may be that of a document.
    """
    documents = {document_id(history.id, message.mid) for message in history.messages}
    for item in history.items:
        if item.truth.evidence:
            name = one_word(history, "question", item.question.id, format)
            if name in documents or ("/" in name and name.partition("/")[0] != history.id):
                expected = "an id without a slash, or one of its own history that no message has: BEIR leaves out a document called as its query is"
                raise refused(history, "question", name, expected)
            yield Query(name, item, tuple(document_id(history.id, mid) for mid in item.truth.evidence))
