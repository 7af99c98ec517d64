"""What random messages find, against all ways to draw them; what evidence is where a set names sessions."""

from dataclasses import replace
from itertools import combinations

import pytest
from auditing import asked, audited, post
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.leaks.messages import messages_of, needed
from memsim.check.leaks.place import K, Place, Placed, placed, random_recall


@given(st.integers(K + 1, 9).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1), min_size=1, max_size=size))))
def test_random_recall_is_the_mean_over_all_ways_to_draw(given_):
    size, places = given_
    draws = [len(places.intersection(drawn)) for drawn in combinations(range(size), K)]
    found = random_recall(Placed(audited(), asked(), tuple(places), size, ()))
    assert found["share"] == pytest.approx(sum(draws) / len(draws) / len(places))
    assert found["all"] == pytest.approx(sum(one == len(places) for one in draws) / len(draws))
    assert found["any"] == pytest.approx(sum(one > 0 for one in draws) / len(draws))


def of_sessions():
    posts = [post(number, session=f"s{number // 3}") for number in range(9)]
    return audited(posts=posts, questions=[asked(evidence=("s1",))])


def test_evidence_may_be_sessions():
    (row,) = placed(of_sessions())
    assert (row.places, row.size) == ((1,), 3)
    assert needed(of_sessions()) == {"m3", "m4", "m5"}
    assert messages_of([of_sessions()]).evidence.sum() == 3


def test_a_question_whose_evidence_is_not_there_is_left_out():
    assert list(placed(audited(questions=[asked(evidence=("m99",)), asked(1, evidence=())]))) == []


def test_what_a_search_finds_is_told_and_not_judged():
    check = Place()
    for number in range(60):
        posts = [post(place, f"text {place}") for place in range(12)]
        posts[number % 12] = post(number % 12, "The heron is called Ada.")
        check.see(
            audited(number, posts=posts, questions=[asked(number, question="What is the heron called?", evidence=(f"m{number % 12}",))])
        )
    found = {one.name: one for one in check.findings()}
    assert found["searched-messages"].share == 1
    assert found["searched-messages"].ok
    assert found["first-messages"].detail["chance"] == pytest.approx(5 / 12, abs=1e-3)
    assert all(one.ok for one in found.values())


def test_who_chats_does_not_draw_places_at_random_so_that_is_told_only():
    check, judged = Place(), Place()
    for number in range(300):
        posts = [post(place) for place in range(12)]
        history = audited(number, posts=posts, questions=[asked(number, evidence=("m0",))])
        check.see(history)
        kinds = {one.mid: "noise" for one in posts} | {"m0": "evidence"}
        judged.see(replace(history, asked=(replace(history.asked[0], kinds=kinds),)))
    told, found = ({one.name: one.ok for one in each.findings()} for each in (check, judged))
    assert (told["evidence-place"], found["evidence-place"]) == (True, False)
    assert not told["first-messages"]
