"""Several names in one option."""

from __future__ import annotations

from typing import Any

import click


class Names(click.ParamType):  # type: ignore[type-arg] # not generic in every supported version
    """Names separated by commas; blanks around them are none of theirs."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the names."""
        return tuple(word.strip() for word in value.split(","))
