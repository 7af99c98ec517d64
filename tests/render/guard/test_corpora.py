"""The guard against texts by people who did not know it: corrupted rewrites by kind of corruption, and faithful ones in many styles."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from memsim.render.guard import Guard, Inquiry, Statement

CORPORA = Path(__file__).parents[1] / "corpora"
LANGUAGES = ("en", "zh")
# Shares that must be caught in all and of each kind, and passed in all.
CAUGHT, OF_EACH, PASSED = 0.99, 0.95, 0.95
# The same of fresh corpora, which came when the guard was nearly done: what it does with texts that it was not tuned on.
FRESH_CAUGHT, FRESH_PASSED = 0.985, {"en": 0.6, "zh": 0.72}


@pytest.fixture(scope="module")
def rejections(spec):
    """By language and corpus, each row with what the guard says of it."""
    out = {}
    for language in LANGUAGES:
        guard = Guard(spec, language)
        for name in ("faithful", "corrupted", "fresh_faithful", "fresh_corrupted"):
            rows = [json.loads(line) for line in (CORPORA / f"{name}.{language}.jsonl").read_text(encoding="utf-8").splitlines()]
            out[language, name] = [(row, judged(guard, row)) for row in rows]
    return out


def judged(guard, row):
    if row["what"] == "question":
        return guard.judge(Inquiry(row["text"], tuple(row["slots"]), tuple(row["choices"]), row["time"]), row["rewrite"])
    facts = (row["subject"], row["attribute"], row["said"], row["value"], row["number"], row["time"])
    return guard.judge(Statement(row["text"], *facts, tuple(row["slots"])), row["rewrite"])


def shown(rows):
    return "\n".join(f"{row['kind']}: {row['text']} => {row['rewrite']} {said}" for row, said in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpora_are_as_large_as_they_should_be(rejections, language):
    assert len(rejections[language, "faithful"]) >= 400
    assert len(rejections[language, "corrupted"]) >= 400
    assert len({row["kind"] for row, _ in rejections[language, "corrupted"]}) >= 14


@pytest.mark.parametrize("language", LANGUAGES)
def test_corrupted_rewrites_are_caught_of_every_kind(rejections, language):
    kinds = defaultdict(list)
    for row, said in rejections[language, "corrupted"]:
        kinds[row["kind"]].append((row, said))
    missed = [(row, said) for row, said in rejections[language, "corrupted"] if not said]
    assert len(missed) <= (1 - CAUGHT) * len(rejections[language, "corrupted"]), shown(missed)
    for kind, rows in kinds.items():
        lost = [(row, said) for row, said in rows if not said]
        assert len(lost) <= (1 - OF_EACH) * len(rows) + 1e-9, f"{kind}\n{shown(lost)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_faithful_rewrites_pass(rejections, language):
    rejected = [(row, said) for row, said in rejections[language, "faithful"] if said]
    assert len(rejected) <= (1 - PASSED) * len(rejections[language, "faithful"]), shown(rejected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_what_it_has_never_seen_the_guard_lets_hardly_anything_through(rejections, language):
    missed = [(row, said) for row, said in rejections[language, "fresh_corrupted"] if not said]
    rejected = [(row, said) for row, said in rejections[language, "fresh_faithful"] if said]
    assert len(missed) <= (1 - FRESH_CAUGHT) * len(rejections[language, "fresh_corrupted"]), shown(missed)
    assert len(rejected) <= (1 - FRESH_PASSED[language]) * len(rejections[language, "fresh_faithful"]), shown(rejected)
