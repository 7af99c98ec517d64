from math import isclose

from memsim.rating.items import Item
from memsim.rating.judgements import FAILED, SCORED, UNPARSED, Judgement, Score
from memsim.rating.summary import answered, summary
from memsim.scoring.intervals import estimate


def item(place, history="h1", language="en", subject="profiles"):
    return Item(subject, language, place, history, "", {"facts": "…"})


def judged(given, place, history="h1", rater=1, **more):
    score = given if isinstance(given, Score) else Score(SCORED, given)
    return Judgement(item(place, history, **more), rater, 0, {"rationality": score})


def test_the_mean_is_on_the_scale_with_its_interval_clustered_by_history():
    judgements = [judged(5, 0, "h1"), judged(5, 1, "h1"), judged(1, 2, "h2"), judged(2, 3, "h3"), judged(4, 4, "h4")]
    (row,) = summary(judgements)
    expected = estimate([1, 1, 0, 0.25, 0.75], ["h1", "h1", "h2", "h3", "h4"])
    assert (row["mean"], row["n"], row["histories"], row["items"]) == (3.4, 5, 4, 5)
    assert (row["low"], row["high"]) == (1 + 4 * expected.low, 1 + 4 * expected.high)
    assert 1 <= row["low"] < row["mean"] < row["high"] <= 5


def test_repeats_that_agree_make_no_interval_narrower():
    once = [judged(score, place, f"h{place}") for place, score in enumerate((5, 4, 2, 5, 3, 4))]
    thrice = [one._replace(rater=rater) for one in once for rater in (1, 2, 3)]
    ((row,), (more,)) = summary(once), summary(thrice)
    assert (more["n"], more["items"], more["mean"]) == (18, 6, row["mean"])
    assert more["high"] - more["low"] >= row["high"] - row["low"]


def test_what_was_not_scored_is_counted_by_reason_and_in_no_mean():
    unparsed, failed = Score(UNPARSED, reason="no score"), Score(FAILED, reason="500")
    judgements = [
        judged(4, 0),
        judged(unparsed, 0, rater=2),
        judged(failed, 1),
        judged(failed, 1, rater=2),
        judged(2, 2),
        judged(2, 2, rater=2),
    ]
    (row,) = summary(judgements)
    assert (row["n"], row["items"], row["unparsed"], row["failed"]) == (3, 3, {"no score": 1}, {"500": 2})
    assert row["n"] + sum(row["unparsed"].values()) + sum(row["failed"].values()) == len(judgements)
    assert isclose(row["mean"], 8 / 3)
    assert row["agreement"]["pairs"] == 1


def test_without_a_score_there_is_no_mean():
    judgements = [judged(Score(UNPARSED, reason="no score"), 0)]
    (row,) = summary(judgements)
    assert (row["mean"], row["low"], row["high"], row["n"], row["histories"]) == (None, None, None, 0, 0)
    assert answered(judgements)
    assert not answered([judged(Score(FAILED, reason="500"), 0)])


def test_each_language_subject_and_criterion_has_a_row_in_order():
    scores = {"fluency": Score(SCORED, 5), "rationality": Score(SCORED, 4)}
    judgements = [
        Judgement(item(0, language="zh", subject="messages"), 1, 0, scores),
        judged(3, 0, language="zh"),
        judged(1, 0, language="en"),
    ]
    assert [(row["language"], row["subject"], row["criterion"], row["mean"]) for row in summary(judgements)] == [
        ("zh", "messages", "fluency", 5),
        ("zh", "messages", "rationality", 4),
        ("zh", "profiles", "rationality", 3),
        ("en", "profiles", "rationality", 1),
    ]
