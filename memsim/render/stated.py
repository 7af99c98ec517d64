"""What the rows of a dataset say that a rewritten text must keep: for those who make the texts, and for those who check them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memsim.render.guard import Inquiry, Statement


def statement(text: str, time: str, message: Mapping[str, Any], own: str) -> Statement:
    """Return what a message must keep.

    Args:
        text: As the phrases word it.
        time: Of the message.
        message: Its row in the gold.
        own: The entity that is the user.
    """
    if not message["hints"]:
        return Statement(text, time=time, slots=tuple(message["render"]["slots"]))
    hint = message["hints"][0]
    subject = "" if hint["entity"] == own else hint["subject"]
    return Statement(text, subject, hint["attribute"], hint["said"], hint["value"], hint["number"], time)


def inquiry(text: str, question: Mapping[str, Any], render: Mapping[str, Any]) -> Inquiry:
    """Return what a question must keep.

    Args:
        text: As the phrases word it.
        question: Its row in the questions.
        render: How it was rendered, from the gold.
    """
    return Inquiry(text, tuple(render["slots"]), tuple(question["choices"]), question["question_time"])
