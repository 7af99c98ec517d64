import pytest

from memsim.rating.correctness import CORRECTNESS
from memsim.rating.criteria import CRITERIA
from memsim.rating.scales import FIVE, RATED, YES_NO
from memsim.rating.wording import asks, instructions, languages


def test_people_judge_what_models_judge_and_whether_questions_are_right():
    assert list(RATED) == [*CRITERIA, "questions"]
    assert [RATED[name].criteria for name in CRITERIA] == list(CRITERIA.values())
    assert [one.name for one in RATED["questions"].criteria] == ["answer", "choice", "evidence"]
    assert {name: rated.scale for name, rated in RATED.items()} == {"messages": FIVE, "profiles": FIVE, "questions": YES_NO}


@pytest.mark.parametrize(
    ("scale", "text", "value"),
    [
        (FIVE, "1", 1), (FIVE, " 5 ", 5), (FIVE, "４", 4), (FIVE, "4.0", 4), (FIVE, "3,00", 3),
        (YES_NO, "yes", 1), (YES_NO, "NO", 0), (YES_NO, "是", 1), (YES_NO, "否", 0), (YES_NO, "ｙｅｓ", 1),
    ],
)  # fmt: skip
def test_an_answer_is_read_in_any_language_case_and_width(scale, text, value):
    assert scale.read(text).value == value


@pytest.mark.parametrize("text", ["unsure", "Unsure ", "不确定"])
def test_who_is_unsure_gives_an_answer_that_counts_nothing(text):
    assert (YES_NO.read(text).name, YES_NO.read(text).value) == ("unsure", None)


@pytest.mark.parametrize(
    ("scale", "text"),
    [
        (FIVE, "0"),
        (FIVE, "6"),
        (FIVE, "4.5"),
        (FIVE, "4.05"),
        (FIVE, "4."),
        (FIVE, ".0"),
        (FIVE, "1,000.5"),
        (FIVE, "nan"),
        (YES_NO, "yes.0"),
        (FIVE, "yes"),
        (FIVE, ""),
        (YES_NO, "1"),
        (YES_NO, "y"),
    ],
)
def test_nothing_else_is_an_answer(scale, text):
    assert scale.read(text) is None


@pytest.mark.parametrize("scale", [FIVE, YES_NO])
def test_answers_differ_in_their_keys_names_and_labels(scale):
    assert sorted(one.value for one in scale.answers if one.value is not None) == list(scale.values)
    assert len({one.key for one in scale.answers}) == len(scale.answers)
    for language in languages():
        assert len({one.labels[language] for one in scale.answers}) == len(scale.answers)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_correctness_is_worded_as_the_other_criteria_are(language):
    for one in CORRECTNESS:
        assert sorted(one.wording) == languages()
        assert all(one.wording[language])
    assert len({text for one in CORRECTNESS for text in one.wording[language]}) == 12


def test_instructions_say_the_same_in_every_language():
    assert languages() == ["en", "zh"]
    en, zh = (instructions(language) for language in languages())
    assert list(en.subjects) == list(zh.subjects) == list(RATED)
    assert {name: sorted(parts) for name, parts in en.subjects.items()} == {name: sorted(parts) for name, parts in zh.subjects.items()}
    assert list(en.labels) == list(zh.labels)
    assert len(en.how) == len(zh.how)


def test_a_criterion_asks_in_one_line():
    assert asks("profiles", CRITERIA["profiles"][0], "en") == (
        "Rationality: do all facts fit together, and could these people, events, things and places belong to one real life? "
        "1 = facts that rule each other out or cannot be; 5 = all facts fit, as in a real life."
    )
    assert asks("questions", CORRECTNESS[0], "zh") == (
        "答案：根据消息，所给答案是否正确？否 = 与消息不符、消息没有说明，或另有答案也说得通；是 = 由消息可以得出，且只有这一个答案。"
    )
