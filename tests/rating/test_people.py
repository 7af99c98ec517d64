import json
import math
from pathlib import Path

import krippendorff
import pytest
from filling import fill, rows_of_sheet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memsim.errors import InputError
from memsim.rating import import_ratings, make_sheet, write_sheet
from memsim.rating.agreement import SAME, SINGLE
from memsim.rating.key import read_key
from memsim.scoring.intervals import estimate

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """Two items of each subject, in English."""
    folder = tmp_path_factory.mktemp("people") / "sheets"
    write_sheet(make_sheet([SAMPLE], 2, language="en"), folder)
    return folder


def filled(sheets, tmp_path, *raters, **options):
    files = [fill(sheets / "sheet.csv", tmp_path / f"r{place}.csv", answers, **options) for place, answers in enumerate(raters)]
    return import_ratings(files, sheets / "key.json")


def by_criterion(ratings):
    return {(row["subject"], row["criterion"]): row for row in ratings.results["ratings"]}


ANN = {"fluency": "54", "naturalness": "33", "informativeness": "12", "answer": ["yes", "no"], "evidence": ["yes", "unsure"]}
BOB = {"fluency": "4", "naturalness": "33", "informativeness": "12", "answer": ["yes", "unsure"], "evidence": ["no", "yes"]}


def test_scores_come_to_their_mean(sheets, tmp_path):
    rows = by_criterion(filled(sheets, tmp_path, ANN, BOB))
    assert {place: (row["mean"], row["n"], row["unsure"], row["unrated"], row["items"]) for place, row in rows.items()} == {
        ("messages", "fluency"): (pytest.approx(13 / 3), 3, 0, 1, 2),
        ("messages", "rationality"): (None, 0, 0, 4, 2),
        ("messages", "naturalness"): (3, 4, 0, 0, 2),
        ("messages", "informativeness"): (1.5, 4, 0, 0, 2),
        ("profiles", "rationality"): (None, 0, 0, 4, 2),
        ("questions", "answer"): (pytest.approx(2 / 3), 3, 1, 0, 2),
        ("questions", "choice"): (None, 0, 0, 4, 2),
        ("questions", "evidence"): (pytest.approx(2 / 3), 3, 1, 0, 2),
    }
    agreed = {place: (row["agreement"]["equal"], row["agreement"]["alpha"], row["agreement"]["undefined"]) for place, row in rows.items()}
    assert agreed["messages", "naturalness"] == (1, None, SAME)
    assert agreed["messages", "informativeness"] == (1, 1, "")
    assert agreed["questions", "answer"] == (1, None, SAME)
    assert agreed["questions", "evidence"] == (0, 0, ""), "two that differ differ as much as chance"
    assert agreed["profiles", "rationality"] == (None, None, SINGLE)


def test_intervals_are_clustered_by_history(sheets, tmp_path):
    rows = by_criterion(filled(sheets, tmp_path, ANN, BOB))
    for place, values in {("messages", "informativeness"): [0, 0.25, 0, 0.25], ("questions", "answer"): [1, 0, 1]}.items():
        low, width = (1, 4) if place[0] == "messages" else (0, 1)
        expected = estimate(values, ["h1", "h2", "h1", "h2"][: len(values)])
        row = rows[place]
        assert (row["low"], row["high"]) == pytest.approx((low + width * expected.low, low + width * expected.high))
        assert row["histories"] == 2


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(["", "1", "2", "3", "4", "5"]), min_size=6, max_size=6), min_size=2, max_size=4))
def test_alpha_is_that_of_the_reliability_matrix(six, tmp_path_factory, raters):
    ratings = filled(six, tmp_path_factory.mktemp("raters"), *({"naturalness": given} for given in raters))
    row = by_criterion(ratings)["messages", "naturalness"]
    matrix = [[float(score) if score else math.nan for score in given] for given in raters]
    scores = [score for given in matrix for score in given if not math.isnan(score)]
    assert (row["n"], row["unrated"]) == (len(scores), 6 * len(raters) - len(scores))
    assert row["mean"] == (pytest.approx(sum(scores) / len(scores)) if scores else None)
    if row["agreement"]["alpha"] is not None:
        expected = krippendorff.alpha(reliability_data=matrix, value_domain=[1, 2, 3, 4, 5], level_of_measurement="ordinal")
        assert row["agreement"]["alpha"] == pytest.approx(expected)


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    """Six messages, in English."""
    folder = tmp_path_factory.mktemp("people") / "six"
    write_sheet(make_sheet([SAMPLE], 6, language="en", what="messages"), folder)
    return folder


def test_the_alpha_of_yes_and_no_leaves_out_who_is_unsure(tmp_path):
    write_sheet(make_sheet([SAMPLE], 5, language="zh", what="questions"), tmp_path / "sheets")
    yes, no, unsure = "是", "否", "不确定"
    raters = ([yes, yes, no, no, yes], [yes, no, no, unsure, yes], [yes, yes, no, no, ""])
    row = by_criterion(filled(tmp_path / "sheets", tmp_path, *({"choice": given} for given in raters)))["questions", "choice"]
    matrix = [[{yes: 1, no: 0}.get(given, math.nan) for given in rater] for rater in raters]
    expected = krippendorff.alpha(reliability_data=matrix, value_domain=[0, 1], level_of_measurement="nominal")
    assert (row["n"], row["unsure"], row["unrated"], row["items"]) == (13, 1, 1, 5)
    assert (row["mean"], row["agreement"]["alpha"]) == (pytest.approx(7 / 13), pytest.approx(expected))


def test_every_rating_is_kept_with_where_its_item_comes_from(sheets, tmp_path):
    ratings = filled(sheets, tmp_path, ANN, BOB, comment='"hm"\n')
    ratings.write(tmp_path / "all.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows == ratings.rows
    key = read_key(sheets / "key.json")
    assert len(rows) == 2 * len(rows_of_sheet(sheets / "sheet.csv")) == 32
    for row in rows:
        assert {name: row[name] for name in ("set", "row", "mid", "history_id", "gold")} == {
            name: getattr(key.items[row["item"]], name) for name in ("set", "row", "mid", "history_id", "gold")
        }
    assert [row["rating"] for row in rows if (row["rater"], row["criterion"]) == ("r0", "fluency")] in (["5", "4"], ["4", "5"])
    assert {row["rating"] for row in rows if row["rater"] == "r1"} == {"4", "3", "1", "2", "yes", "unsure", "no", None}
    assert {row["comment"] for row in rows} == {'"hm"'}


def test_raters_who_saved_under_the_same_name_go_by_their_paths(sheets, tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        fill(sheets / "sheet.csv", tmp_path / name / "ratings.csv", ANN)
    files = [tmp_path / name / "ratings.csv" for name in "ab"]
    assert import_ratings(files, sheets / "key.json").results["raters"] == list(map(str, files))


def test_raters_who_gave_the_same_throughout_are_told_of(sheets, tmp_path):
    ann, again, bob = ({"fluency": "54"}, {"fluency": "54"}, {"fluency": "44"})
    assert filled(sheets, tmp_path, ann, bob, again).results["alike"] == [["r0", "r2"]]
    assert filled(sheets, tmp_path, {}, {}, bob).results["alike"] == []


def test_a_file_given_twice_is_refused(sheets, tmp_path):
    path = fill(sheets / "sheet.csv", tmp_path / "r.csv", ANN)
    with pytest.raises(InputError, match="given twice; expected one file for each rater"):
        import_ratings([path, tmp_path / "." / "r.csv"], sheets / "key.json")


def test_without_files_nothing_is_summed_up(sheets):
    with pytest.raises(InputError, match="no filled sheets"):
        import_ratings([], sheets / "key.json")


def test_the_sheet_of_another_key_is_refused(sheets, six, tmp_path):
    path = fill(sheets / "sheet.csv", tmp_path / "r.csv", ANN)
    with pytest.raises(InputError, match="expected an item of the key"):
        import_ratings([path], six / "key.json")


def test_each_set_and_language_has_rows_of_its_own(tmp_path):
    write_sheet(make_sheet([SAMPLE], 1, what="profiles"), tmp_path / "sheets")
    ratings = filled(tmp_path / "sheets", tmp_path, {"rationality": "52"})
    assert [(row["set"], row["language"], row["mean"]) for row in ratings.results["ratings"]] == [
        ("daily-sample", "en", 5),
        ("daily-sample", "zh", 2),
    ]
