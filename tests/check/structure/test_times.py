"""Times are times, rise, come before the question and have their own weekday."""

import pytest
from auditing import asked, audited, broken, post, seen

from memsim.check.structure.times import Times


def at(number, moment):
    return post(number, time=moment, moment=moment)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda posts: posts.insert(1, post(9, time="soon", moment=None)), {"time-unreadable": 1}),
        (lambda posts: posts.insert(1, post(9, time="", moment=None)), {"time-missing": 1}),
        (lambda posts: posts.insert(1, at(9, "2026-12-31T23:59")), {"time-back": 1}),
        (lambda posts: posts.append(at(9, "2027-05-01T00:00")), {"question-early": 1}),
        (lambda posts: posts.insert(0, at(9, "2027-05-01T00:00")), {"time-back": 1, "question-early": 1}),
        (lambda posts: posts.insert(1, post(1, weekday_wrong=True)), {"time-weekday": 1}),
        (lambda posts: posts.insert(1, at(9, "2027-03-01T00:00")), {}),  # the same minute
        (lambda posts: posts.append(at(9, "2027-04-01T08:00")), {}),  # that of the question
    ],
)
def test_times_of_messages(change, expected):
    posts = [post(number) for number in range(4)]
    change(posts)
    assert broken(seen(Times(), audited(posts=posts))) == expected


def test_times_of_questions():
    late = {"time": "2027-04-01T08:00", "moment": "2027-04-01T08:00"}
    questions = [asked(0, time="soon", moment=None), asked(1, weekday_wrong=True), asked(2, **late), asked(3, time="", moment=None)]
    found = seen(Times(), audited(questions=questions))
    assert broken(found) == {"time-unreadable": 1, "time-weekday": 1, "question-time-missing": 1}
    assert (found["time-unreadable"].tested, found["question-early"].tested) == (3 + 3, 2)


def test_a_history_that_goes_back_often_is_counted_once_with_the_first_time():
    posts = [at(number, f"2027-03-0{day}T10:00") for number, day in enumerate((3, 2, 1))]
    found = seen(Times(), audited(posts=posts))
    assert broken(found) == {"time-back": 1}
    assert found["time-back"].examples == ("h0: 2027-03-03T10:00 and then 2027-03-02T10:00",)


def test_a_set_without_times_is_not_tested():
    bare = {"time": "", "moment": None}
    found = seen(Times(), audited(posts=[post(0, **bare), post(1, **bare)], questions=[asked(**bare)]))
    assert {finding.tested for finding in found.values()} == {0}


def test_a_history_without_times_is_found_where_others_have_them():
    bare = {"time": "", "moment": None}
    found = seen(Times(), audited(0), audited(1, posts=[post(0, **bare), post(1, **bare)], questions=[asked(1, **bare)]), audited(2))
    assert broken(found) == {"time-missing": 1, "question-time-missing": 1}
    assert found["time-missing"].examples == ("h1: m0 at ''",)


def test_a_time_of_a_session_counts_once():
    posts = [post(number, session="s1", time="2023/05/30 (Mon)", moment="2023-05-30T00:00", weekday_wrong=True) for number in range(3)]
    posts += [post(number, session="s2", time="soon", moment=None) for number in (3, 4)]
    found = seen(Times(), audited(posts=posts, sessions=(("s1", "a"), ("s2", "b"))))
    assert broken(found) == {"time-weekday": 1, "time-unreadable": 1}
    assert found["time-missing"].tested == 2


@pytest.mark.parametrize("fault", [{"time": "", "moment": None}, {"time": "soon", "moment": None}, {"weekday_wrong": True}])
def test_a_time_of_a_message_counts_for_itself(fault):
    """Though messages of one session may share it."""
    found = seen(Times(), audited(posts=[post(0), *(post(number, **fault) for number in (1, 1, 1))]))
    assert list(broken(found).values()) == [3]
    assert found["time-missing"].tested == 4
