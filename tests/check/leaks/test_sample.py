"""A sample is bounded, the same for the same set, and a larger one holds a smaller one."""

from auditing import asked, audited, post
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.leaks.sample import Sample, _keys


def kept(histories, **bounds):
    sample = Sample(**bounds)
    for history in histories:
        sample.add(history)
    return {language: [history.id for history in rows] for language, rows in sample.languages()}


def histories(n, questions=1):
    return [
        audited(number, questions=[asked(number)] * questions, posts=[post(0)] * 3, language="en" if number % 3 else "zh")
        for number in range(n)
    ]


@given(st.integers(0, 60), st.integers(1, 40))
def test_a_sample_is_bounded_in_each_language_and_holds_a_smaller_one(n, most):
    small, large = kept(histories(n), questions=most), kept(histories(n), questions=most + 5)
    for language, ids in small.items():
        there = sum(history.language == language for history in histories(n))
        assert len(ids) == min(most, there)
        assert set(ids) <= set(large[language])
        assert ids == sorted(ids, key=lambda one: int(one[1:]))


@given(st.integers(1, 60), st.integers(1, 100))
def test_messages_are_bounded_too_but_one_history_is_always_kept(n, most):
    for ids in kept(histories(n), messages=most).values():
        assert len(ids) == 1 or 3 * len(ids) <= most


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.integers(1, 60))
def test_of_histories_of_any_size_those_with_the_smallest_numbers_are_kept_as_far_as_they_fit(sizes, most):
    rows = [audited(number, questions=[asked(number)], posts=[post(0)] * size) for number, size in enumerate(sizes)]
    first, *others = sorted(range(len(sizes)), key=lambda place: _keys(0)[place])
    fit, filled = [first], sizes[first]
    for place in others:
        filled += sizes[place]
        if filled > most:
            break
        fit.append(place)
    assert kept(rows, messages=most)["en"] == [f"h{place}" for place in sorted(fit)]


def test_a_history_with_more_questions_than_wanted_is_kept_whole():
    assert kept(histories(5, questions=50), questions=10).keys() == {"en", "zh"}


def test_messages_that_nobody_looks_at_are_left_out():
    sample = Sample(messages=None)
    sample.add(audited())
    assert [history.posts for _, rows in sample.languages() for history in rows] == [()]


def test_every_history_is_as_likely_to_be_kept():
    ids = [int(one[1:]) for one in kept([audited(number) for number in range(9000)], questions=900)["en"]]
    assert abs(sum(one < 4500 for one in ids) - 450) < 75  # five standard errors
