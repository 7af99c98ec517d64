"""The user's token of the Hugging Face Hub, which some sets are shown to nobody without."""

from __future__ import annotations

import os
from pathlib import Path

from memsim.errors import FetchError, InputError
from memsim.redact import redact


def token() -> str:
    """Return the token in HF_TOKEN, or else the one that `hf auth login` stored; empty where there is none.

    Raises:
        InputError: It has characters that no token has.
        FetchError: The Hub's client is installed, and cannot tell it.
    """
    found = (os.environ.get("HF_TOKEN", "").strip()) or _stored()
    if not (found.isascii() and found.isprintable() and " " not in found):
        raise InputError(
            "the token of the Hugging Face Hub has characters that no token has; expected one such as hf_…, in HF_TOKEN or by `hf auth login`"
        )
    return found


def _stored() -> str:
    """Return what `hf auth login` stored, through the Hub's client if it is there: it renews a token that has run out."""
    try:
        from huggingface_hub import get_token
    except ImportError:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
        home = Path(os.environ.get("HF_HOME") or cache / "huggingface")
        path = Path(os.environ.get("HF_TOKEN_PATH") or home / "token").expanduser()
        return path.read_text(encoding="utf-8", errors="replace").strip() if path.is_file() else ""
    try:
        return get_token() or ""
    except Exception as error:  # noqa: BLE001 - what it raises differs from version to version
        raise FetchError(f"the token of the Hugging Face Hub cannot be had: {redact(str(error))}") from None
