"""Whether ids, fields or the order of rows tell what only the gold may: the right letter, or which messages are evidence."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from string import ascii_uppercase

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.messages import needed
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import FAMILY, LEVEL
from memsim.io.formats.audited import Asked, Audited, Post

_NUMBER = re.compile(r"\d+")
_FEWEST = 10  # expected in each cell of a χ² test; histories with a value
_SHOWN = 10
_DIGITS = 18  # of a number, at most
_START = "first of the set"

#: By letter counts: (what a row has, its right letter) -> rows.
Table = dict[str, Counter[str]]


class Ids(Sampled):
    """χ² tests of the right letter against ids and rows before it, and tests of evidence against ids and fields of messages, within histories."""

    def __init__(self) -> None:
        super().__init__()
        self._letters: defaultdict[tuple[str, str], Table] = defaultdict(lambda: defaultdict(Counter))
        self._last: dict[str, str] = {}
        self._rows: Counter[str] = Counter()

    def see(self, history: Audited) -> None:
        """Take in a history."""
        super().see(history)
        for asked in history.asked:
            if asked.target is None or len(asked.choices) < 2:
                continue
            language = asked.language
            for name, value in self._seen_of(history, asked).items():
                self._letters[language, name][value][asked.target] += 1
            self._last[language], self._rows[language] = asked.target, self._rows[language] + 1

    def findings(self) -> Iterator[Finding]:
        """Yield a test of each thing that is seen of a row, and of a message."""
        for (language, name), table in sorted(self._letters.items()):
            finding = _letters(table, name, language)
            if finding is not None:
                yield finding
        yield from super().findings()

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        return _evidence(histories, language)

    def _seen_of(self, history: Audited, asked: Asked) -> Mapping[str, str]:
        row = self._rows[asked.language]
        return {
            "question id, last character": asked.id[-1:],
            "question id, last number": _last_number(asked.id),
            "history id, last character": history.id[-1:],
            "place of the row": str(row % len(asked.choices)),
            "letter of the row before": self._last.get(asked.language, _START),
        }


def _last_number(text: str) -> str:
    number = _number(text)
    return str(number % 12) if number >= 0 else ""  # in every cycle of 2, 3, 4, 6 or 12


def _number(text: str) -> int:
    """Return the last number in a text, of a long one the end; -1 without."""
    found = _NUMBER.findall(text)
    return int(found[-1][-_DIGITS:]) if found else -1


def _letters(table: Table, name: str, language: str) -> Finding | None:
    """Test that the right letter has nothing to do with what is seen; None where too few rows have any two values in common."""
    from scipy.stats import chi2_contingency

    letters = [letter for letter in ascii_uppercase if any(counts[letter] for counts in table.values())]
    rows = [
        (value, [counts[letter] for letter in letters])
        for value, counts in sorted(table.items())
        if counts.total() >= _FEWEST * len(letters)
    ]
    if len(rows) < 2 or len(letters) < 2:
        return None
    counts = np.array([row for _, row in rows])
    p = float(chi2_contingency(counts[:, counts.sum(axis=0) > 0]).pvalue)
    return Finding(
        family=FAMILY,
        name="letter-by-" + re.sub(r"\W+", "-", name),
        rule=f"the right letter has nothing to do with the {name} (χ²)",
        tested=int(counts.sum()),
        found=int(counts.max(axis=1).sum()),
        share=round(float(counts.max(axis=1).sum() / counts.sum()), 4),
        examples=tuple(f"{value}: {dict(zip(letters, row, strict=True))}" for value, row in rows[:_SHOWN]) if p < LEVEL else (),
        ok=p >= LEVEL,
        detail={"language": language, "p": p, "values": len(rows)},
    )


def _seen_of_post(post: Post, *, in_order: bool) -> Iterator[tuple[str, str]]:
    yield "message id, what is no number", _NUMBER.sub("0", post.mid.removeprefix(post.session))
    if not in_order:  # else the number is the place, which has a check of its own
        yield "message id, last character", post.mid[-1:]
    yield "session id, what is no number", re.sub(r"[0-9a-f]{4,}|\d+", "0", post.session)
    yield "role", post.role
    yield "speaker", post.speaker
    yield "hour", (post.moment or "")[11:13]


def _in_order(history: Audited) -> bool:
    """Return whether numbers in ids rise within each session."""
    numbers = [(post.session, _number(post.mid)) for post in history.posts]
    return all(one[1] < other[1] for one, other in pairwise(numbers) if one[0] == other[0])


def _units(history: Audited) -> list[tuple[set[tuple[str, str]], bool]]:
    """Return what is seen of each message, and whether a question needs it; of each session where sessions are needed: their messages are so together."""
    wanted, mids, in_order = needed(history), {post.mid for post in history.posts}, _in_order(history)
    by_session = not any(mid in mids for asked in history.asked for mid in asked.evidence)
    units: dict[object, tuple[set[tuple[str, str]], bool]] = {}
    for place, post in enumerate(history.posts):
        seen, _ = units.setdefault(post.session if by_session else place, (set(), post.mid in wanted))
        seen.update(_seen_of_post(post, in_order=in_order))
    return list(units.values())


class _Share:
    """How much evidence has a value, and how much would where the value had nothing to do with it.

    Attributes:
        found: Pieces of evidence that have it.
        expected: How many of them chance gives, history by history.
        trials: How many there could be.
        histories: That have it, and have it not everywhere.
    """

    def __init__(self) -> None:
        self.found = self.trials = self.histories = 0
        self.expected = 0.0

    def add(self, found: int, many: int, wanted: int, size: int) -> None:
        self.found += found
        self.expected += many * wanted / size
        self.trials += min(many, wanted)
        self.histories += 1

    @property
    def p(self) -> float:
        """How likely it is at most, two-sided.

        What chance gives is a sum of hypergeometric numbers, so of independent trials (Vatutin & Mikhailov 1982): beyond its mean, a binomial number
        of as many trials with the same mean is never less likely (Hoeffding 1956).
        """
        from scipy.stats import binom

        mean = self.expected / self.trials
        return 2 * float(min(binom.sf(self.found - 1, self.trials, mean), binom.cdf(self.found, self.trials, mean)))


def _evidence(histories: list[Audited], language: str) -> Iterator[Finding]:
    """Test each value within histories: how much evidence has it, beyond what its history has of both."""
    shares: defaultdict[str, defaultdict[str, _Share]] = defaultdict(lambda: defaultdict(_Share))
    for history in histories:
        units = _units(history)
        wanted, size = sum(is_wanted for _, is_wanted in units), len(units)
        if not 0 < wanted < size:
            continue
        found = Counter(value for seen, _ in units for value in seen)
        right = Counter(value for seen, is_wanted in units if is_wanted for value in seen)
        for (name, value), many in found.items():
            if many < size:  # what all have tells nothing
                shares[name][value].add(right[name, value], many, wanted, size)
    for name, values in shares.items():
        tested = {value: share for value, share in values.items() if share.histories >= _FEWEST}
        if tested:
            yield _finding(name, tested, language)


def _finding(name: str, shares: Mapping[str, _Share], language: str) -> Finding:
    p = {value: min(1.0, share.p * len(shares)) for value, share in shares.items()}
    above = {value: share.found - share.expected for value, share in shares.items()}
    told = sorted((value for value in p if p[value] < LEVEL), key=lambda value: (p[value], value))
    return Finding(
        family=FAMILY,
        name="evidence-by-" + re.sub(r"\W+", "-", name),
        rule=f"whether a message is evidence has nothing to do with its {name} (binomial)",
        tested=len(p),
        found=len(told),
        share=round(len(told) / len(p), 4),
        examples=tuple(f"{value}: {above[value]:+.0f} pieces of evidence, p = {p[value]:.2g}" for value in told[:_SHOWN]),
        ok=not told,
        detail={"language": language, "p": min(p.values())},
    )
