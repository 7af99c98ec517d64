"""Texts made comparable, and small enough to keep for millions of messages."""

from __future__ import annotations

import re
from hashlib import blake2b
from unicodedata import category, normalize

_NUMBER = re.compile(r"[-+]?\d+(?:[.,:]\d+)*")
_MARKS = bytes(code for code in range(128) if not chr(code).isalnum())
_AROUND = " .,;:!?。，；：！？、…\"'“”‘’()（）"  # no sign of a number, nor %


def plain(text: str) -> str:
    """Return a text without case, width, punctuation and spaces, and its numbers once more as written: 3.5 is not 35, and 1 23 not 12 3."""
    letters = text.encode().translate(None, _MARKS).decode() if text.isascii() else "".join(filter(str.isalnum, normalize("NFC", text)))
    whole = letters if letters.isalpha() else f"{letters} {' '.join(_NUMBER.findall(normalize('NFKC', text)))}"
    return normalize("NFKC", whole).casefold()


def visible(text: str) -> str:
    """Return a text without what nobody sees, such as zero-width spaces and byte order marks; blanks stay."""
    return text if text.isascii() else "".join(char for char in text if category(char) != "Cf")


def trimmed(text: str) -> str:
    """Return a short text without case and width, and without what stands around it: inside, "li_ming" and "li-ming" are two names."""
    return " ".join(normalize("NFKC", visible(text)).casefold().split()).strip(_AROUND)


def exact(text: str) -> int:
    """Return 64 bits that tell a text from others as it is written (two of n million agree by chance with probability n² / 37,000,000)."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def near(text: str) -> int:
    """Return 64 bits that tell a text from those that do not read the same."""
    return exact(plain(text))
