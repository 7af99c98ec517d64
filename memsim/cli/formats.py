"""The option that names the format of sets."""

from __future__ import annotations

import click

from memsim.io.formats.registry import AUTO, FORMATS, UNSEEN

#: Of `memsim bench`, `check` and `stats`.
format_option = click.option(
    "--format",
    default=AUTO,
    show_default=True,
    help=f"Format of the sets: {AUTO} tells it by the content, else {', '.join(FORMATS)}. Read as they are described, for no file was at hand: "
    f"{', '.join(f'{name} ({part})' for name, part in UNSEEN.items())}.",
)
