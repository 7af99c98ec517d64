"""Choices as arrays: what is taken, what a tie is worth, which numbers stand in options, which answers they join."""

import numpy as np
import pytest
from auditing import asked, audited
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.leaks import thumb
from memsim.check.leaks.features import learned, plain
from memsim.check.leaks.groups import folds, joined
from memsim.check.leaks.options import options_of

SCORES = st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=20)


def options(*choices, target="A", **fields):
    return options_of(
        [audited(number, questions=[asked(number, choices=four, target=target, **fields)]) for number, four in enumerate(choices)]
    )


@given(SCORES)
def test_the_credit_of_the_four_letters_adds_up_to_one(scores):
    score = np.array(scores, dtype=float)
    each = [options(*[("a", "b", "c", "d")] * len(scores), target=letter).take(score)[0].credit for letter in "ABCD"]
    assert np.sum(each, axis=0) == pytest.approx(np.ones(len(scores)))
    _, tells = options(*[("a", "b", "c", "d")] * len(scores)).take(score)
    assert tells.tolist() == [len(set(row)) > 1 for row in scores]


@pytest.mark.parametrize("rule", thumb.RULES, ids=lambda rule: rule.name)
@given(four=st.lists(st.text("ab1.", max_size=9), min_size=4, max_size=4), turn=st.integers(1, 3))
def test_no_rule_heeds_in_which_order_options_stand(rule, four, turn):
    turned = four[turn:] + four[:turn]
    found, other = options(tuple(four)), options(tuple(turned), target="ABCD"[-turn])
    assert found.take(rule.score(found))[0].credit == pytest.approx(other.take(rule.score(other))[0].credit)


def test_a_question_with_fewer_options_has_a_chance_of_its_own():
    found = options(("a", "b"), ("a", "b", "c", "d"))
    tried, _ = found.take(thumb.lengths(found))
    assert (tried.chance.tolist(), tried.credit.tolist()) == ([0.5, 0.25], [0.5, 0.25])


@pytest.mark.parametrize(
    ("choices", "values"),
    [
        (("3人", "1人", "2人", "4人"), [3, 1, 2, 4]),
        (("三个", "1个", "两个", "四个"), [3, 1, 2, 4]),
        (("Lima; 3", "Lima; 5", "Oslo; 4", "Oslo; 1"), [3, 5, 4, 1]),
        (("3 cats", "2 dogs", "1 cat", "4 cats"), None),
        (("9:30", "10:30", "11:30", "12:30"), None),
        (("one", "two", "three", "four"), None),
        (("9" * 400, "3", "2", "1"), None),
        (("9" * 31, "3", "2", "1"), None),
    ],
)
def test_numbers_are_read_where_options_differ_in_nothing_else(choices, values):
    found = options(choices).value[0]
    assert np.isnan(found).all() if values is None else found.tolist() == values


def test_options_join_as_many_answers_as_all_of_them_have():
    assert options(("a; b", "a; c", "d; b", "d; c")).parts == [(("a", "b"), ("a", "c"), ("d", "b"), ("d", "c"))]
    assert options(("a; b", "c", "d; b", "e")).parts == [(("a; b",), ("c",), ("d; b",), ("e",))]


def test_questions_without_a_right_choice_are_left_out():
    assert (
        len(options_of([audited(questions=[asked(target=None), asked(1, target="E"), asked(2, choices=()), asked(3, choices=("a",))])]))
        == 0
    )


def test_every_feature_has_a_number_for_each_option_or_none():
    found = options(("Lima; 3", "Lima; 5", "Oslo; 4", "Oslo; 1"), ("a", "b"))
    for column in [*plain(found), *learned(found, np.array([0, 1]))(0)]:
        assert column.shape == (2, 4)


def test_what_is_learned_of_an_option_does_not_see_its_own_answer():
    four = ("a", "b", "c", "d")
    histories = [audited(number, questions=[asked(number, choices=four, target="ABCD"[number % 4])]) for number in range(40)]
    fold = np.arange(40) % 5
    one = options_of(histories)
    changed = options_of([audited(7, questions=[asked(7, choices=four, target="B")]), *(histories[:7] + histories[8:])])
    place = [*range(7), *range(8, 40)]
    for mine, other in zip(learned(one, fold)(3), learned(changed, np.r_[fold[7], fold[place]])(3), strict=True):
        assert mine[7].tolist() == other[0].tolist()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=30))
def test_rows_that_have_anything_in_common_share_a_fold(rows):
    groups = joined(*zip(*rows, strict=True))
    fold = folds(groups, "test")
    for mine, one in zip(rows, fold, strict=True):
        for theirs, other in zip(rows, fold, strict=True):
            assert one == other or (mine[0] != theirs[0] and mine[1] != theirs[1])
