"""Whether the letter alone tells: one that is right too often, over all or in a type of question."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.options import Ints, options_of
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import FAMILY, FEWEST, LEVEL
from memsim.io.formats.audited import Audited


class Letters(Sampled):
    """How often each letter is right, over all and in each question type: χ², over questions with as many options as most have."""

    def __init__(self) -> None:
        super().__init__(messages=None)

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        options = options_of(histories)
        if not len(options):
            return
        width = int(np.bincount(options.count).argmax())
        mine = options.count == width
        target, types = options.target[mine], np.asarray(options.types, dtype=np.str_)[mine]
        names = sorted(set(types.tolist()))
        judged = len(set(options.clusters)) >= FEWEST
        yield _finding("right-letter", "each letter is right as often as any other", [target], width, language, judged=judged)
        if len(names) > 1:
            by_type = [target[types == name] for name in names]
            yield _finding(
                "right-letter-by-type",
                "in each question type, each letter is right as often as any other",
                by_type,
                width,
                language,
                judged=judged,
            )


def _finding(name: str, rule: str, targets: list[Ints], width: int, language: str, *, judged: bool) -> Finding:
    """Compare counts of letters with equal ones; the share is what the letter that is right most often gets, of each group its own."""
    from scipy.stats import chi2

    counts = np.array([np.bincount(target, minlength=width) for target in targets])
    equal = counts.sum(axis=1, keepdims=True) / width
    p = float(chi2.sf(((counts - equal) ** 2 / equal).sum(), counts.shape[0] * (width - 1)))
    found, tested = int(counts.max(axis=1).sum()), int(counts.sum())
    total = dict(zip(ascii_uppercase, counts.sum(axis=0).tolist(), strict=False))
    return Finding(
        family=FAMILY,
        name=name,
        rule=f"{rule} (χ²)",
        tested=tested,
        found=found,
        share=round(found / tested, 4),
        examples=(),
        ok=p >= LEVEL or not judged,
        detail={"language": language, "letters": total, "chance": round(1 / width, 4), "p": p},
    )
