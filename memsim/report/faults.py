"""What a reader of results has to know of them: failures, what was put right, measures that say less than they seem to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Result = Mapping[str, Any]
_MOST_FAILURES = 3  # kinds shown of a memory
#: By flag: what was put right.
_FLAGS = {
    "duplicates": "{count:,} things were recalled again, and dropped",
    "over_k": "{count:,} things were recalled beyond k, and cut off",
    "close_failed": "close() failed {count:,} times",
}
_UNASKED = "not asked"  # why an answer is missing where no reader took part
_WHOLE, _SMALL = "k_at_least_history", "size_below_k"


class Fault(NamedTuple):
    """One thing to know: about whom, what it is, and, of a failure, its reason."""

    about: str
    what: str
    reason: str = ""

    def __str__(self) -> str:
        """Return it as a line of text."""
        return f"{self.about}: {self.what}" + (f": {self.reason}" if self.reason else "")

    def markdown(self) -> str:
        """Return it as a line of Markdown: a failure stands out, and its reason is as it was."""
        code = self.reason.replace("`", "'")
        return f"{self.about}: **{self.what}**: `{code}`" if code else str(self)


def faults(found: Sequence[Result], ks: Sequence[int]) -> list[Fault]:
    """Return all there is to know of the results of a set, its measures cut at `ks`: of all first, then memory by memory."""
    about_all = (*_nothing(found), *_reach(found, ks[-1]), *_sizes(found, ks))
    return [*about_all, *(fault for one in found for fault in (*_failures(one), *_put_right(one)))]


def _nothing(found: Sequence[Result]) -> Iterator[Fault]:
    """Yield why a level has no measure of any memory, where that is no failure, and what would give one."""
    for eta in dict.fromkeys(one["eta"] for one in found):
        some = [one for one in found if one["eta"] == eta]
        reasons = dict.fromkeys(f"{kind}: {why}" for one in some for kind, counts in one["missing"].items() for why in counts)
        if reasons and not any(one["measures"] for one in some):
            unasked = any(_UNASKED in counts for one in some for counts in one["missing"].values())
            how = "; a reader would give answers to measure: --reader lexical, or a model" if unasked else ""
            yield Fault(f"η={eta}", f"nothing was measured ({', '.join(reasons)}){how}")


def _reach(found: Sequence[Result], k: int) -> Iterator[Fault]:
    levels = {one["eta"]: (one["flags"][_WHOLE], one["rows"]) for one in found if _WHOLE in one["flags"]}
    for eta, (count, rows) in levels.items():
        what = f"k={k} reaches the whole history in {count:,} of {rows:,} rows of each memory; there, recall@{k} is no merit"
        yield Fault(f"η={eta}", what)


def _sizes(found: Sequence[Result], ks: Sequence[int]) -> Iterator[Fault]:
    for memory, size in {one["memory"]: one["size"] for one in found if _SMALL in one["flags"]}.items():
        beyond = ", ".join(f"@{k}" for k in ks if k > size)
        yield Fault(memory, f"measures {beyond} look at {size:,}: it was asked for no more")


def _failures(one: Result) -> Iterator[Fault]:
    """Yield how a memory failed, the most frequent ways first."""
    ways = sorted(one["errors"].items(), key=lambda pair: (-pair[1], pair[0]))
    for why, count in ways[:_MOST_FAILURES]:
        yield Fault(_about(one), f"{count:,} of {one['rows']:,} rows failed", " ".join(why.split()))
    if rest := ways[_MOST_FAILURES:]:
        count = sum(count for _, count in rest)
        yield Fault(_about(one), f"{count:,} of {one['rows']:,} rows failed in {len(rest):,} other ways: see samples.jsonl")


def _put_right(one: Result) -> Iterator[Fault]:
    for flag, count in one["flags"].items():
        if flag in _FLAGS:
            yield Fault(_about(one), _FLAGS[flag].format(count=count))


def _about(one: Result) -> str:
    return f"{one['memory']}, η={one['eta']}"
