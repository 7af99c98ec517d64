"""Marks that tell the right choice from the others at a glance: a full stop, a capital, a digit that it alone has, or alone lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from unicodedata import normalize

from memsim.check.finding import Finding
from memsim.check.structure.options import right_place
from memsim.check.structure.tally import Tally
from memsim.io.formats.audited import Asked, Audited

_NUMBER = re.compile(r"\s*\D{0,2}\d[\d.,:]*\D{0,3}\s*")  # with its sign and unit: "$3.50", "12人"
#: By name, whether a choice bears the mark.
MARKS: dict[str, Callable[[str], bool]] = {
    "full-stop": lambda text: text.rstrip().endswith((".", "。")),
    "end-mark": lambda text: re.search(r"[^\w\s.。)）\"”'’》]\s*$", text) is not None,
    "space": lambda text: text != text.strip() or "  " in text,
    "capital": lambda text: text[:1].isupper(),
    "comma": lambda text: re.search(r"[,，、;；]", text) is not None,
    "quote": lambda text: re.search(r"[\"“”'‘’《》]", text) is not None,
    "bracket": lambda text: re.search(r"[()（）\[\]【】]", text) is not None,
    "hyphen": lambda text: re.search(r"[-–—~～]", text) is not None,
    "digit": lambda text: re.search(r"\d", text) is not None,
    "number": lambda text: _NUMBER.fullmatch(text) is not None,
    "width": lambda text: normalize("NFKC", text) != text,
}
#: Marks of form rather than of what a choice says. A clean set hardly bears any, so that its many tests of content must not drown them.
_FORM = frozenset({"full-stop", "end-mark", "space", "bracket", "width"})
_ALPHA = 0.01  # how likely a set without any such mark is accused all the same


@dataclass(slots=True)
class _Side:
    """Questions of one language in which a single choice bears a mark, or a single one lacks it."""

    alone: int = 0
    right: int = 0
    chance: float = 0.0

    def add(self, share: float, *, right: bool) -> None:
        self.alone += 1
        self.right += right
        self.chance += share

    @property
    def p(self) -> float:
        return binomial_p(self.right, self.alone, self.chance / self.alone) if self.alone else 1.0


class Marks:
    """See the module.

    Where one choice stands alone with a mark, or without it, it should be the right one as often as chance has it, 1 / choices. The test is
    the exact binomial, two-sided, for each mark, side and language; the set is accused of a mark where p is below 0.005 divided by the number
    of tests of its group, marks of form or of content (Bonferroni), so that five golds of five are found. Trajectories in several languages
    share their letters, so languages are tested apart.
    """

    def __init__(self) -> None:
        self._tallies = {
            mark: Tally(f"gold-alone-{mark}", f"a choice alone with or without this mark ({mark}) is the right one as by chance")
            for mark in MARKS
        }
        self._sides: dict[str, dict[tuple[str, str], _Side]] = {mark: {} for mark in MARKS}

    def see(self, history: Audited) -> None:
        for asked in history.asked:
            place = right_place(asked)
            if place is not None and len(asked.choices) > 2:
                for mark, bears in MARKS.items():
                    self._see_mark(asked, mark, [bears(choice) for choice in asked.choices], place)

    def _see_mark(self, asked: Asked, mark: str, borne: list[bool], place: int) -> None:
        for side, wanted in (("with", True), ("without", False)):
            if borne.count(wanted) == 1:
                tally, right = self._tallies[mark], borne.index(wanted) == place
                tally.test(broken=right, example=f"{asked.id}: {asked.choices[place]!r} alone {side} it among {', '.join(asked.choices)}")
                self._sides[mark].setdefault((asked.language, side), _Side()).add(1 / len(borne), right=right)

    def findings(self) -> Iterator[Finding]:
        tests: Counter[bool] = Counter()
        for mark, sides in self._sides.items():
            tests[mark in _FORM] += len(sides)
        for mark, tally in self._tallies.items():
            sides = self._sides[mark]
            accused = any(side.p * tests[mark in _FORM] < _ALPHA / 2 for side in sides.values())
            detail = {
                f"{language} {name}": {"alone": side.alone, "right": side.right, "chance": side.chance / side.alone, "p": side.p}
                for (language, name), side in sorted(sides.items())
            }
            yield tally.finding(ok=not accused, detail=detail)


def binomial_p(right: int, n: int, chance: float) -> float:
    """Return how likely an outcome at least as unlikely as `right` of `n` is (the exact two-sided binomial test, by small likelihoods)."""
    likelihoods = [_likelihood(k, n, chance) for k in range(n + 1)]
    limit = likelihoods[right] * (1 + 1e-7)  # rounding, as in R's binom.test
    return min(1.0, sum(one for one in likelihoods if one <= limit))


def _likelihood(k: int, n: int, chance: float) -> float:
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(chance) + (n - k) * log1p(-chance))
