"""The key of a sheet: from which set and row each of its items comes. Raters never get it."""

from __future__ import annotations

import json
import reprlib
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from memsim.errors import InputError
from memsim.io.manifest import dump
from memsim.rating.scales import RATED


class Origin(BaseModel):
    """Where an item comes from.

    Attributes:
        set: The name of its set in the key.
        subject: A name of `RATED`.
        language: Of its texts.
        row: Its number among all of its subject and language in the set.
        history_id: Where it stands.
        mid: The message's, empty for all else.
        gold: What the gold says of a question: its id and type, target, answer and evidence; empty for all else.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    set: str
    subject: str
    language: str
    row: int
    history_id: str
    mid: str
    gold: dict[str, Any]


class Source(BaseModel):
    """A set that items were drawn from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    digest: str


class Key(BaseModel):
    """All that a sheet hides, and how its items were drawn; `items` are by id."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    n: int
    seed: int
    sets: list[Source]
    items: dict[str, Origin]

    @model_validator(mode="after")
    def _knows_what_it_names(self) -> Self:
        sets = [source.name for source in self.sets]
        for name, origin in self.items.items():
            for part, found, known in (("set", origin.set, sets), ("subject", origin.subject, list(RATED))):
                if found not in known:
                    raise ValueError(f"items.{name}.{part}: {found!r}, not one of {', '.join(known)}")
        return self

    def text(self) -> str:
        """Return it as its file holds it."""
        return dump(self.model_dump())


def read_key(path: Path) -> Key:
    """Return a key from its file.

    Raises:
        InputError: There is none, or it is none that `memsim rate --sheet` wrote.
    """
    try:
        return Key.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"])) or "the whole"
        raise InputError(
            f"{path}: {where}: {reprlib.repr(fault['input'])}: {fault['msg']}; expected a key of `memsim rate --sheet`"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path}: unreadable ({reason}); expected the key.json of `memsim rate --sheet`") from None
