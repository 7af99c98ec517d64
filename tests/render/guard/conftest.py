"""Guards of the daily scenario, and what a small fresh set states and asks."""

import pytest

from memsim.io import folder
from memsim.render.guard import Guard
from memsim.render.stated import inquiry, statement

LANGUAGES = ("en", "zh")


@pytest.fixture(scope="session")
def guards(spec):
    return {language: Guard(spec, language) for language in LANGUAGES}


@pytest.fixture(scope="session")
def stated(tmp_path_factory):
    """By language, all that a small fresh set states and asks, hybrids too."""
    import sets

    out = {language: {} for language in LANGUAGES}
    for row in folder.read_rows(sets.made(tmp_path_factory, 30)):
        question, told, gold = row.question, row.history["messages"], row.gold
        own = {hint["entity"] for message in gold["messages"] for hint in message["hints"] if hint["entity"].startswith("user")}
        given = [
            statement(said["text"], said["time"], message, min(own, default=""))
            for said, message in zip(told, gold["messages"], strict=True)
        ]
        given.append(inquiry(question["question"], question, gold["question_render"]))
        out[question["language"]].update(dict.fromkeys(given))
    return {language: list(given) for language, given in out.items()}
