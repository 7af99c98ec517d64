"""How texts look, whatever they say: length, digits, capitals and marks, counted for many texts at once."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

#: What is counted besides the length, as RE2 patterns.
COUNTED = {
    "digits": r"\d",
    "capitals": r"\p{Lu}",
    "commas": r"[,，]",
    "apostrophes": "'",
    "quotes": r"[“”]",
    "hyphens": "-",
    "questions": "[?？]",
    "colons": "[:：]",
    "marks": r"[^\p{L}\p{N}\s,，'“”?？:：-]",
}


def surfaces(texts: pa.Array) -> NDArray[np.int64]:
    """Return, for each text, its length in characters and the counts of COUNTED in order, shape (texts, 1 + counts)."""
    columns = [pc.utf8_length(texts), *(pc.count_substring_regex(texts, pattern) for pattern in COUNTED.values())]
    return np.stack([column.to_numpy(zero_copy_only=False) for column in columns], axis=1).astype(np.int64)
