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
_START = "first of the set"

#: By letter counts: (what a row has, its right letter) -> rows.
Table = dict[str, Counter[str]]


class Ids(Sampled):
    """χ² tests of the right letter against ids and rows before it, and of evidence against ids and fields of messages, within histories."""

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
    found = _NUMBER.findall(text)
    return str(int(found[-1]) % 12) if found else ""  # in every cycle of 2, 3, 4, 6 or 12


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
    numbers = [(post.session, int((_NUMBER.findall(post.mid) or ["-1"])[-1])) for post in history.posts]
    return all(one[1] < other[1] for one, other in pairwise(numbers) if one[0] == other[0])


def _evidence(histories: list[Audited], language: str) -> Iterator[Finding]:
    """Test each value within histories (Mantel & Haenszel 1959): how much evidence has it, beyond what its history has of both."""
    from scipy.stats import norm

    sums: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0, 0.0]))
    for history in histories:
        wanted, size = needed(history), len(history.posts)
        if not 0 < len(wanted) < size:
            continue
        in_order, found, right = _in_order(history), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for post in history.posts:
            seen = list(_seen_of_post(post, in_order=in_order))
            found.update(seen)
            right.update(seen if post.mid in wanted else ())
        for (name, value), many in found.items():
            if many < size:  # what all have tells nothing
                total, expected = sums[name][value], many * len(wanted) / size
                total[0] += right[name, value] - expected
                total[1] += expected * (size - len(wanted)) * (size - many) / (size * (size - 1))
                total[2] += 1
    for name, values in sums.items():
        tested = {value: (above, spread, many) for value, (above, spread, many) in values.items() if many >= _FEWEST and spread > 0}
        p = {value: min(1.0, 2 * float(norm.sf(abs(above) / spread**0.5)) * len(tested)) for value, (above, spread, _) in tested.items()}
        if p:
            yield _finding(name, p, {value: above for value, (above, _, _) in tested.items()}, language)


def _finding(name: str, p: Mapping[str, float], above: Mapping[str, float], language: str) -> Finding:
    told = sorted((value for value in p if p[value] < LEVEL), key=lambda value: (p[value], value))
    return Finding(
        family=FAMILY,
        name="evidence-by-" + re.sub(r"\W+", "-", name),
        rule=f"whether a message is evidence has nothing to do with its {name} (Mantel–Haenszel)",
        tested=len(p),
        found=len(told),
        share=round(len(told) / len(p), 4),
        examples=tuple(f"{value}: {above[value]:+.0f} pieces of evidence, p = {p[value]:.2g}" for value in told[:_SHOWN]),
        ok=not told,
        detail={"language": language, "p": min(p.values())},
    )
