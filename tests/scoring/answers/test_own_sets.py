"""On sets of ours, where the right answer and how each choice is wrong are known."""

from pathlib import Path

import pytest

from memsim.io.folder import read_rows
from memsim.records import Answer
from memsim.scoring.answers import grade

SAMPLE = Path(__file__).parents[3] / "generated" / "daily-sample"
ROWS = [(row.question, row.gold) for row in read_rows(SAMPLE)]
OR = {"en": " or ", "zh": "或者"}
NOT = {"en": "not ", "zh": "不是"}
WRAPPED = {
    "en": ("I think you told me it was {}.", "**{}**", "Answer: {}", "Based on what you told me, it's {}.", "You said {}, I believe."),
    "zh": ("你说过是{}。", "**{}**", "答案：{}", "根据你的说法，应该是{}。", "我记得是{}。"),
}


def graded(question, gold, reply):
    answers = [Answer(part["answer"], part["answer_type"], part["number"], part["unit"]) for part in gold["parts"]]
    axes = [choice["axis"] for choice in gold["choices"]]
    told = {"choices": question["choices"], "target": gold["target"], "axes": axes, "language": question["language"]}
    return grade(reply, answers, question=question["question"], **told).outcome


def right(question, gold):
    return question["choices"]["ABCD".index(gold["target"])]


def failures(replies):
    """The replies that are not graded as expected, with the question: all at once."""
    return [
        (question["question"], reply, expected, found)
        for question, gold in ROWS
        for reply, expected in replies(question, gold)
        if (found := graded(question, gold, reply)) != expected
    ]


def test_the_sample_has_both_languages():
    assert {question["language"] for question, _ in ROWS} == {"en", "zh"}


def test_the_right_choice_is_right_in_a_sentence_or_alone():
    assert (
        failures(
            lambda question, gold: [(frame.format(right(question, gold)), "correct") for frame in ("{}", *WRAPPED[question["language"]])]
        )
        == []
    )


def test_the_answer_as_it_is_stored_is_right():
    joined = {"en": "; ", "zh": "；"}
    assert failures(lambda question, gold: [(joined[question["language"]].join(part["answer"] for part in gold["parts"]), "correct")]) == []


def test_a_wrong_choice_is_told_by_its_axis():
    def wrong(question, gold):
        return [(choice["text"], f"distractor:{choice['axis']}") for choice in gold["choices"] if choice["axis"]]

    assert failures(wrong) == []


def test_the_right_and_a_wrong_choice_together_are_a_dump():
    def both(question, gold):
        texts, joined = [choice["text"] for choice in gold["choices"] if choice["axis"]], OR[question["language"]]
        return [(joined.join(pair), "dump") for text in texts for pair in ((right(question, gold), text),)]

    assert failures(both) == []


def test_a_choice_that_is_denied_is_not_right():
    denied = [graded(question, gold, NOT[question["language"]] + right(question, gold)) for question, gold in ROWS]
    assert "correct" not in denied


@pytest.mark.parametrize("reply", ["I don't know.", "我不知道"])
def test_not_to_know_is_no_answer(reply):
    assert {graded(question, gold, reply) for question, gold in ROWS} == {"not_stated"}
