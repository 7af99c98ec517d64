"""Whatever the seed, size, languages, types and format: a generated set keeps every promise."""

import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sets import ready_once
from strategies import seeds

import memsim
from memsim.check.reading import read_sql
from memsim.check.report import PROMISES
from memsim.io import folder
from memsim.questions.registry import QUESTION_TYPES

LANGUAGES = st.sampled_from([("en",), ("zh",), ("en", "zh"), ("zh", "en")])
TYPES = st.lists(st.sampled_from(sorted(QUESTION_TYPES)), min_size=1, max_size=5, unique=True)


@contextmanager
def generated(n, **options):
    """Generate into a folder that goes away; the scenario is read and made ready once, not once a set."""
    with tempfile.TemporaryDirectory() as place, ready_once():
        yield memsim.generate("daily", n, out=Path(place) / "set", workers=1, **options)


def assert_kept(dataset, rows):
    report = dataset.check()
    assert report.ok, "\n".join(map(str, report.faults))
    assert report.rows == rows
    alone = len(dataset.manifest["languages"]) == 1
    untested = {11} if alone else set()  # of one language there is no other to be like
    assert {promise for promise in PROMISES if promise != 10 and report.tested[promise] < rows} == untested
    assert report.tested[11] == (0 if alone else rows)


@settings(max_examples=8)
@given(seeds, LANGUAGES, TYPES, st.sampled_from(["parquet", "jsonl"]))
def test_every_promise_is_kept(seed, languages, types, form):
    with generated(30, seed=seed, language=languages, types=types, format=form) as dataset:
        assert_kept(dataset, 30 * len(languages))


@pytest.mark.parametrize("n", [1, 7])
def test_small_sets_too(n):
    with generated(n, seed=3, language="en,zh") as dataset:
        assert_kept(dataset, 2 * n)


@settings(max_examples=3)
@given(seeds)
def test_languages_share_everything_but_words(seed):
    """The same numbers, evidence, letters and times whichever languages are asked for, in whichever order."""
    with generated(12, seed=seed, language="zh,en") as both, generated(12, seed=seed, language="en") as one:
        english = [row for row in folder.read_rows(both.path) if row.question["language"] == "en"]
        assert [row[2:] for row in english] == [row[2:] for row in folder.read_rows(one.path)]
        chinese = [row for row in folder.read_rows(both.path) if row.question["language"] == "zh"]
        for here, there in zip(english, chinese, strict=True):
            assert here.gold["target"] == there.gold["target"]
            assert here.gold["evidence"] == there.gold["evidence"]
            assert [message["time"] for message in here.history["messages"]] == [message["time"] for message in there.history["messages"]]
            assert not {here.question["id"], here.question["history_id"]} & {there.question["id"], there.question["history_id"]}


@settings(max_examples=3)
@given(seeds)
def test_no_option_is_told_alone(seed):
    """Of stated answers all four options stand in the history: which are mentioned says nothing."""
    with generated(40, seed=seed, types=["single_hop", "multi_hop", "comparative"]) as dataset:
        for one in dataset:
            told = {(hint.attribute, hint.value) for message in one.gold.messages for hint in message.hints}
            for place, part in enumerate(one.gold.parts):
                if part.answer_type == "text" and read_sql(part.sql).statistic is None:
                    options = {choice.split("; ")[place] for choice in one.question.choices}
                    assert {(part.attribute, option) for option in options} <= told


@settings(max_examples=2)
@given(seeds)
def test_evidence_distractors_and_noise_share_their_phrases(seed):
    """Kinds are told apart by no opener, tail or length of a message."""
    with generated(300, seed=seed) as dataset:
        length, opened, closed = {}, {}, {}
        for row in folder.read_rows(dataset.path):
            for seen, told in zip(row.history["messages"], row.gold["messages"], strict=True):
                kind = "evidence" if told["kind"] == "evidence" else "other"
                length.setdefault(kind, []).append(len(seen["text"]) - sum(map(len, told["render"]["slots"])))
                opened.setdefault(kind, []).append(told["render"]["opener"] is not None)
                closed.setdefault(kind, []).append(told["render"]["tail"] is not None)
        for shares in (opened, closed):
            spread = np.sqrt(0.25 / len(shares["evidence"]) + 0.25 / len(shares["other"]))
            assert abs(np.mean(shares["evidence"]) - np.mean(shares["other"])) < 4.5 * spread
        spread = np.hypot(*(np.std(values) / np.sqrt(len(values)) for values in length.values()))
        assert abs(np.mean(length["evidence"]) - np.mean(length["other"])) < 6 * spread + 2
