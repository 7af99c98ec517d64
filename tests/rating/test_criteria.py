import pytest

from memsim.errors import InputError
from memsim.llm.prompts import languages
from memsim.rating.criteria import CRITERIA, SCALE, subjects, worded


def test_the_criteria_are_those_of_the_paper():
    assert {subject: [one.name for one in criteria] for subject, criteria in CRITERIA.items()} == {
        "messages": ["fluency", "rationality", "naturalness", "informativeness"],
        "profiles": ["rationality"],
    }
    assert list(SCALE) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("subject", CRITERIA)
def test_each_criterion_is_worded_in_each_language_that_has_a_prompt(subject):
    known = languages(f"rate_{subject}")
    assert known == ["en", "zh"]
    for one in CRITERIA[subject]:
        assert sorted(one.wording) == known
        texts = [text for wording in one.wording.values() for text in wording]
        assert all(texts)
        assert len(set(texts)) == len(texts)


def test_no_two_criteria_of_a_subject_read_the_same():
    for subject, criteria in CRITERIA.items():
        for language in ("en", "zh"):
            for part in ("name", "label", "question", "worst", "best"):
                assert len({one[part] for one in worded(subject, language)}) == len(criteria)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("messages", ("messages",)),
        ("profiles, messages", ("messages", "profiles")),
        (["profiles", "profiles"], ("profiles",)),
    ],
)
def test_what_to_rate_is_named_in_any_order(given, named):
    assert subjects(given) == named


@pytest.mark.parametrize("given", ["", "message", "messages,", [], ["messages", "gold"]])
def test_what_cannot_be_rated_is_refused(given):
    with pytest.raises(InputError, match="expected one or more of messages, profiles"):
        subjects(given)
