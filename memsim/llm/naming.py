"""What names a model, its name and its address: checked before anything is called, as names go into files and logs."""

from __future__ import annotations

from urllib.parse import urlsplit

from memsim.errors import InputError
from memsim.redact import credentials, redact


def check_name(model: str) -> None:
    """Find out whether a name may be that of a model.

    Raises:
        InputError: It is empty, holds a line break or another character without a shape, or looks like a key.
    """
    shown = redact(model)
    if shown != model:
        raise InputError(
            f"model {shown!r}: looks like a key; expected provider/model, such as openai/gpt-4o-mini: keys belong in the environment"
        )
    if not model.strip() or not model.isprintable():
        raise InputError(f"model {model!r}: no name; expected provider/model in letters that can be printed, such as openai/gpt-4o-mini")


def check_address(api_base: str) -> None:
    """Find out whether an address may be that of a server.

    Raises:
        InputError: It is none of HTTP.
    """
    if not (_is_address(api_base) and api_base.isprintable() and " " not in api_base):
        shown = redact(api_base, credentials(api_base))
        raise InputError(
            f"api_base {shown!r}: no address of a server; expected such as http://127.0.0.1:8080/v1 or https://host.example/v1"
        )


def _is_address(api_base: str) -> bool:
    try:
        parts = urlsplit(api_base)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # half a bracket, a port that is no number
        return False
