"""Whether the place in a history tells evidence: at the start, at the end, ahead of all else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.options import Floats
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import FAMILY, LEVEL, Tried, rated
from memsim.io.formats.audited import Asked, Audited
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared
from memsim.records import Message
from memsim.rng import Rng

K = 5
_SEARCHED = 2_000  # questions


class Placed(NamedTuple):
    """Where the evidence of a question stands: the places, from 0, of `size` messages, or of sessions where the set names those."""

    history: Audited
    asked: Asked
    places: tuple[int, ...]
    size: int
    units: tuple[str, ...]


class Place(Sampled):
    """The first, the last and random messages at evidence; evidence against what else its history holds; where it stands; what a search finds."""

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        rows = [row for history in histories for row in placed(history) if len(row.places) < row.size]
        longer = [row for row in rows if row.size > K]
        if longer:
            yield _recall("first-messages", "the first", longer, [tuple(range(K))] * len(longer), language)
            yield _recall("last-messages", "the last", longer, [tuple(range(row.size - K, row.size)) for row in longer], language)
            yield _searched(longer[:_SEARCHED], language)
        if rows:
            yield _ahead(rows, language)
            yield _uniform(rows, language)


def placed(history: Audited) -> Iterator[Placed]:
    """Yield each question of a history whose evidence is there."""
    mids = tuple(post.mid for post in history.posts)
    sessions = tuple(dict.fromkeys(post.session for post in history.posts))
    for asked in history.asked:
        wanted = set(asked.evidence)
        units = mids if wanted.intersection(mids) else sessions
        places = tuple(place for place, unit in enumerate(units) if unit in wanted)
        if places:
            yield Placed(history, asked, places, len(units), units)


def random_recall(row: Placed) -> dict[str, float]:
    """Return what K random messages are expected to find: the share of the evidence, all of it, any of it (hypergeometric)."""
    size, many = row.size, len(row.places)
    return {
        "share": K / size,
        "all": comb(size - many, K - many) / comb(size, K) if many <= K else 0.0,
        "any": 1 - comb(size - many, K) / comb(size, K),
    }


def _recalls(rows: Sequence[Placed], picked: Sequence[Sequence[int]]) -> dict[str, list[float]]:
    hits = [len(set(row.places).intersection(places)) / len(row.places) for row, places in zip(rows, picked, strict=True)]
    return {"share": hits, "all": [float(hit == 1) for hit in hits], "any": [float(hit > 0) for hit in hits]}


def _recall(name: str, which: str, rows: Sequence[Placed], picked: Sequence[Sequence[int]], language: str) -> Finding:
    found, chances = _recalls(rows, picked), [random_recall(row) for row in rows]
    detail = {
        f"{measure} evidence": {
            "rate": round(float(np.mean(found[measure])), 4),
            "chance": round(float(np.mean([one[measure] for one in chances])), 4),
        }
        for measure in ("all", "any")
    }
    rule = f"{which} {K} messages hold as much of the evidence as {K} random ones"
    return rated(
        name,
        rule,
        _tried(rows, np.array(found["share"]), np.array([one["share"] for one in chances])),
        detail={"language": language, **detail},
    )


def _searched(rows: Sequence[Placed], language: str) -> Finding:
    """Search with the question. To find evidence so is what questions are for, so that it is told, not judged."""
    shared = Shared()
    picked = [_bm25(row, shared) for row in rows]
    found = _recall("searched-messages", "what BM25 finds first,", rows, picked, language)
    return Finding(
        **{name: getattr(found, name) for name in ("family", "name", "tested", "found", "share", "detail")},
        rule=f"told, not judged: how much of the evidence BM25 finds among its best {K}",
        examples=(),
        ok=True,
    )


def _bm25(row: Placed, shared: Shared) -> list[int]:
    memory, texts = BM25(shared), dict.fromkeys(row.units, "")
    for post in row.history.posts:
        unit = post.mid if post.mid in texts else post.session
        texts[unit] = f"{texts[unit]} {post.text}".strip()
    memory.reset()
    for place, text in enumerate(texts.values()):
        memory.store(Message(str(place), "", "", "", text, ""))
    return [int(source) for one in memory.recall(row.asked.question, K) for source in one.sources or ()]


def _ahead(rows: Sequence[Placed], language: str) -> Finding:
    credit = []
    for row in rows:
        wanted = np.isin(np.arange(row.size), row.places)
        credit.append(float(np.cumsum(wanted)[~wanted].sum()) / (len(row.places) * (row.size - len(row.places))))
    wholly = [float(share == 1) for share in credit]
    chance = [1 / comb(row.size, len(row.places)) for row in rows]
    ahead = {"rate": round(float(np.mean(wholly)), 4), "chance": round(float(np.mean(chance)), 4)}
    rule = "evidence comes before another message of its history as often as after it"
    detail = {"language": language, "all evidence before all else": ahead}
    return rated("evidence-ahead", rule, _tried(rows, np.array(credit), np.full(len(rows), 0.5)), detail=detail)


def _uniform(rows: Sequence[Placed], language: str) -> Finding:
    """Test one piece of evidence a question: (place + u) / size is uniform where it may stand anywhere (Kolmogorov & Smirnov)."""
    from scipy.stats import kstest

    drawn = Rng(0, np.arange(len(rows)))
    which = drawn.below("check/leaks/which", np.array([len(row.places) for row in rows]))
    place = np.array([row.places[one] for row, one in zip(rows, which.tolist(), strict=True)])
    where = (place + drawn.one("check/leaks/within")) / np.array([row.size for row in rows])
    p = float(kstest(where, "uniform").pvalue)
    judged = any(row.asked.kinds for row in rows)  # who chats does not draw the place of what will be asked
    return Finding(
        family=FAMILY,
        name="evidence-place",
        rule="evidence stands anywhere in its history alike" if judged else "told, not judged: where evidence stands",
        tested=len(rows),
        found=int((where < 0.2).sum()),
        share=round(float((where < 0.2).mean()), 4),
        examples=(),
        ok=p >= LEVEL or not judged,
        detail={
            "language": language,
            "p": p,
            "in each fifth": [round(share, 4) for share in (np.bincount((where * 5).astype(int), minlength=5) / len(rows)).tolist()],
        },
    )


def _tried(rows: Sequence[Placed], credit: Floats, chance: Floats) -> Tried:
    return Tried(
        credit, chance, [row.history.id for row in rows], [row.asked.question_type for row in rows], [row.asked.id for row in rows]
    )
