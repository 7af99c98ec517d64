"""Questions that stand twice are found, in one history or two, word for word or nearly."""

import pytest
from auditing import asked, audited, broken, seen
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.structure.questions import Questions

NEAR = "how many birds, did I see on day ０"


def test_within_a_history():
    same = asked(5, question=asked(0).question, answer="others", target="A")
    found = seen(Questions(), audited(questions=[asked(0), asked(1), same]))
    assert broken(found) == {"question-repeated-within": 1}
    assert found["question-repeated-within"].examples[0].endswith("(as q0)")
    near = asked(5, question=NEAR, answer="others")
    assert broken(seen(Questions(), audited(questions=[asked(0), near]))) == {"question-near-within": 1}


def test_over_histories():
    again = audited(1, questions=[asked(9, question=asked(0).question)])
    assert broken(seen(Questions(), audited(0), again)) == {"question-repeated-across": 1}
    near = audited(1, questions=[asked(9, question=NEAR)])
    assert broken(seen(Questions(), audited(0), near)) == {"question-near-across": 1}
    shuffled = audited(1, questions=[asked(9, question=asked(0).question, choices=("four", "three", "two", "one"), target="C")])
    assert broken(seen(Questions(), audited(0), shuffled)) == {"question-repeated-across": 1}


ASKED = st.lists(st.sampled_from(["Who?", "who?", "WHO", "Where?", "where"]), max_size=9)


@given(ASKED)
def test_each_question_is_held_to_all_before_it(questions):
    """By the slow way: a question in words that stood there repeats them; else it may read like one that did."""
    exact = sum(text in questions[:place] for place, text in enumerate(questions))
    like = sum(_reads(text) in map(_reads, questions[:place]) for place, text in enumerate(questions)) - exact
    expected = {name: count for name, count in (("question-repeated-within", exact), ("question-near-within", like)) if count}
    rows = [asked(number, question=text) for number, text in enumerate(questions)]
    assert broken(seen(Questions(), audited(questions=rows))) == expected
    apart = [audited(number, questions=[one]) for number, one in enumerate(rows)]
    assert broken(seen(Questions(), *apart)) == {name.replace("within", "across"): count for name, count in expected.items()}


def _reads(text):
    return text.strip("?").lower()


def test_the_same_words_with_other_choices_or_another_answer_are_another_question():
    for change in ({"answer": "one"}, {"choices": ("two", "nine", "ten", "none")}):
        found = seen(Questions(), audited(0), audited(1, questions=[asked(9, question=asked(0).question, **change)]))
        assert broken(found) == {}
        assert found["question-repeated-across"].detail == {"texts_repeated": 1}


def test_digits_make_a_difference():
    pairs = [("Is 3.5 right?", "Is 35 right?"), ("From 1 23?", "From 12 3?"), ("Is it -5?", "Is it 5?")]
    for one, other in pairs:
        assert broken(seen(Questions(), audited(questions=[asked(0, question=one), asked(1, question=other)]))) == {}


@pytest.mark.parametrize(("size", "fine"), [(1999, False), (2000, True)])
def test_one_in_two_thousand_of_a_set_may_stand_twice(size, fine):
    told = [audited(number, questions=[asked(number, question=f"What about {number}?")]) for number in range(size - 1)]
    again = audited(size, questions=[asked(size, question="What about 7?", answer=told[7].asked[0].answer)])
    found = seen(Questions(), *told, again)["question-repeated-across"]
    assert (found.found, found.tested, found.ok) == (1, size, fine)
