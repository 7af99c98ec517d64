from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets import copied, rows_of

from memsim.dataset import load
from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.rating.claims import MARK, _spread, sample_claims
from memsim.rng import Rng
from memsim.text import clock

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


def drawn(n, seed=0, path=SAMPLE, languages=("en", "zh")):
    return sample_claims(path, languages, n, seed)


def keys(claims):
    return [(claim.item.language, claim.item.place) for claim in claims]


@pytest.fixture(scope="module")
def everything():
    return drawn(10**6)


@pytest.mark.parametrize("n", [5, 7, 20])
def test_questions_are_spread_evenly_over_their_types(n):
    claims = drawn(n)
    assert keys(claims) == sorted(set(keys(claims)))
    for language in ("en", "zh"):
        counts = Counter(claim.gold["question_type"] for claim in claims if claim.item.language == language)
        assert (counts.total(), len(counts)) == (n, 5)
        assert max(counts.values()) - min(counts.values()) <= 1


def test_the_same_seed_draws_the_same_places_in_each_language_and_a_larger_sample_holds_a_smaller_one():
    places = {language: [place for mine, place in keys(drawn(9)) if mine == language] for language in ("en", "zh")}
    assert places["en"] == places["zh"]
    assert keys(drawn(9)) != keys(drawn(9, seed=1))
    assert all(claim in drawn(20) for claim in drawn(9))
    assert drawn(9, languages=["zh"]) == [claim for claim in drawn(9) if claim.item.language == "zh"]


@given(st.lists(st.sampled_from("abc"), max_size=30), st.integers(1, 35), st.integers(0, 5))
def test_the_draw_is_that_of_a_plain_round_robin(types, n, seed):
    random = Rng(seed, np.arange(len(types))).one("rating/questions").tolist()
    waiting = {kind: sorted((place for place in range(len(types)) if types[place] == kind), key=random.__getitem__) for kind in set(types)}
    expected = []
    while len(expected) < n and any(waiting.values()):
        expected += sorted((places.pop(0) for places in waiting.values() if places), key=random.__getitem__)
    assert _spread(types, n, seed).tolist() == sorted(expected[:n])


def test_each_question_of_a_type_is_as_likely_as_any_other():
    types, seeds, n = ["a", "b", "b"] * 10, 2000, 8
    counts = np.zeros(30)
    for seed in range(seeds):
        counts[_spread(types, n, seed)] += 1
    expected = np.where(np.asarray(types) == "a", 4 / 10, 4 / 20) * seeds
    assert (np.abs(counts - expected) < 4.5 * np.sqrt(expected)).all()


def test_where_there_are_fewer_all_are_drawn_and_say_what_the_gold_says(everything):
    trajectories = list(load(SAMPLE))
    assert [claim.gold for claim in everything] == [
        {
            "question_id": one.question.id,
            "question_type": one.question.question_type,
            "target": one.gold.target,
            "answer": one.gold.answer,
            "evidence": list(one.gold.evidence),
        }
        for one in trajectories
    ]
    assert [claim.item.history_id for claim in everything] == [one.question.history_id for one in trajectories]


def test_a_rater_sees_the_history_the_question_and_what_is_claimed(everything):
    for (item, gold), one in zip(everything, load(SAMPLE), strict=True):
        lines = item.shown["messages"].splitlines()
        assert len(lines) == len(one.messages)
        for number, (line, message) in enumerate(zip(lines, one.messages, strict=True), start=1):
            time = clock.absolute(clock.parse_iso(message.time), item.language)
            mark = MARK if message.mid in gold["evidence"] else " "
            sender = f"{message.role}: " if item.language == "en" else "用户："
            assert line == f"{mark} {number}. [{time}] {sender}{message.text}"
        marked = [str(number) for number, line in enumerate(lines, start=1) if line.startswith(MARK)]
        assert item.shown["evidence"] == ", ".join(marked)
        assert len(marked) == len(one.gold.evidence)
        assert item.shown["question"] == one.question.question
        assert item.shown["choices"].splitlines() == [
            f"{letter}. {text}" for letter, text in zip("ABCD", one.question.choices, strict=True)
        ]
        assert (item.shown["answer"], item.shown["choice"]) == (one.gold.answer, one.gold.target)


def test_what_is_drawn_does_not_depend_on_how_a_set_is_cut_into_files(tmp_path, everything):
    path = copied(SAMPLE, tmp_path / "set")
    for table in folder.TABLES:
        for file in tables.files(path, table):
            content = tables.read(file, table)
            for number, (start, length) in enumerate(((0, 13), (13, 1), (14, 46))):
                pq.write_table(content.slice(start, length), file.with_name(file.name.replace("00000", f"{number:05}")))
    assert drawn(7, path=path) == drawn(7)
    assert drawn(10**6, path=path) == everything


def test_evidence_that_is_no_message_of_the_history_is_refused(tmp_path):
    path = copied(SAMPLE, tmp_path / "set")
    with rows_of(path, "gold") as rows:
        rows[3]["evidence"] = ["m1", "m999"]
    with pytest.raises(DatasetError, match=r"^gold/en-00000.parquet: row 3: evidence \['m1', 'm999'\]; expected mids of its history"):
        drawn(10**6, path=path)
