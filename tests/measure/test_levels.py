from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations, pairwise

import numpy as np
import pytest
from histories import history, item, message
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from memsim.measure.levels import infuse
from memsim.rng import Rng

POOL = tuple(("user" if number % 3 else "assistant", f"speaker {number % 5}", f"noise {number}") for number in range(400))
START = datetime(2027, 3, 1, 8)
etas, seeds = st.sampled_from([2, 3, 10, 50]), st.integers(0, 50)


@st.composite
def histories(draw):
    """Histories whose times rise, in one or more sessions, asked something after the last message."""
    steps = draw(st.lists(st.integers(1, 3000), min_size=1, max_size=8))
    moments = [START + timedelta(minutes=sum(steps[: number + 1])) for number in range(len(steps))]
    messages = [
        message(number, f"own {number}", session=f"s{number // 3}", time=moment.isoformat(timespec="minutes"))
        for number, moment in enumerate(moments)
    ]
    asked = moments[-1] + timedelta(minutes=draw(st.integers(1, 3000)))
    name = f"h{draw(st.integers(0, 99))}"
    return history(messages, [item(question_time=asked.isoformat(timespec="minutes"))], name)


def places(mixed):
    """Where the own messages stand."""
    return tuple(place for place, one in enumerate(mixed.messages) if not one.mid.startswith("pool-"))


def own_of(mixed):
    """The own messages, sessions left aside: these are named anew."""
    return [one._replace(session="") for one in mixed.messages if not one.mid.startswith("pool-")]


@given(histories(), etas, seeds)
def test_own_messages_stay_as_they_are_in_order_among_eta_times_as_many(own, eta, seed):
    mixed = infuse(own, eta, POOL, seed)
    assert own_of(mixed) == own_of(own)
    assert len(mixed.messages) == eta * len(own.messages)
    assert replace(mixed, messages=()) == replace(own, messages=())


@given(histories(), etas, seeds)
def test_the_pool_comes_word_for_word_and_no_row_twice(own, eta, seed):
    drawn = [one for one in infuse(own, eta, POOL, seed).messages if one.mid.startswith("pool-")]
    assert len({one.mid for one in drawn}) == len(drawn)
    assert all(one.text == POOL[int(one.mid.removeprefix("pool-"))][2] for one in drawn)


@given(histories(), st.lists(st.sampled_from(["Ann", "Bo", "speaker 1"]), min_size=8, max_size=8), etas, seeds)
def test_nobody_speaks_who_is_not_in_the_history(own, names, eta, seed):
    """A pool message keeps its speaker where that is one of the history's, and is told by whoever spoke before where it is not."""
    own = replace(own, messages=tuple(one._replace(speaker=name) for one, name in zip(own.messages, names, strict=False)))
    voices, before = {(one.role, one.speaker) for one in own.messages}, own.messages[0]
    for one in infuse(own, eta, POOL, seed).messages:
        if not one.mid.startswith("pool-"):
            before = one
            continue
        voice = POOL[int(one.mid.removeprefix("pool-"))][:2]
        assert (one.role, one.speaker) == (voice if voice in voices else (before.role, before.speaker))


@given(histories(), etas, seeds)
def test_sessions_that_are_no_days_stay_and_begin_anywhere(own, eta, seed):
    sessions = [one.session for one in infuse(own, eta, POOL, seed).messages]
    days = {(one.session, one.time[:10]) for one in own.messages}
    if len(days) > len({one.session for one in own.messages}):
        assert sessions == sorted(sessions)
        assert set(sessions) == {one.session for one in own.messages}


def test_a_session_that_is_a_day_is_one_for_noise_too():
    own = history(message(number, session=f"s{number}", time=f"2027-03-0{number + 1}T10:00") for number in range(4))
    mixed = infuse(own, 50, POOL, 0)
    assert {(one.session, one.time[:10]) for one in mixed.messages} == {(day, day) for day in {one.time[:10] for one in mixed.messages}}


def test_the_first_of_a_session_is_seldom_an_own_message():
    own = [history([message(0, session="a"), message(1, session="b")], name=f"h{number}") for number in range(300)]
    firsts = [next(one.mid for one in infuse(each, 50, POOL, 0).messages if one.session == "b") for each in own]
    assert firsts.count("m1") < 60


@given(histories(), seeds)
def test_levels_are_nested_in_the_same_order(own, seed):
    low, high = (
        [(one.mid, one.session, one.role, one.speaker, one.text) for one in infuse(own, eta, POOL, seed).messages] for eta in (10, 50)
    )
    kept = set(low)
    assert [one for one in high if one in kept] == low


@given(histories(), etas, seeds)
def test_times_never_fall_and_none_is_after_the_question(own, eta, seed):
    times = [one.time for one in infuse(own, eta, POOL, seed).messages]
    moments = [datetime.fromisoformat(time) for time in times]
    assert times == [moment.isoformat(timespec="minutes") for moment in moments]
    assert all(earlier <= later for earlier, later in pairwise(moments))
    assert moments[-1] <= datetime.fromisoformat(own.items[0].question.question_time)


@given(histories(), etas, seeds)
def test_without_a_time_of_the_question_times_still_never_fall(own, eta, seed):
    times = [one.time for one in infuse(replace(own, items=(item(),)), eta, POOL, seed).messages]
    assert times == sorted(times)


def written(number):
    """A history of four messages that come like tosses of a coin, one a waking minute, from eight to ten."""
    steps = 1 + (-np.log1p(-Rng(7, np.array([number])).uniform("tests/gaps", 4)[:, 0]) * 200).astype(int)
    minutes = [START + timedelta(days=int(at) // 840, minutes=int(at) % 840) for at in np.cumsum(steps)]
    own = [message(place, time=minute.isoformat(timespec="minutes")) for place, minute in enumerate(minutes)]
    return history(own, [item(question_time="2027-06-01T08:00")], f"h{number}")


def test_own_messages_stand_anywhere_on_average():
    found = np.array([places(infuse(written(number), 20, POOL, 0)) for number in range(2000)]) / 79
    assert found.mean(axis=0) == pytest.approx([0.2, 0.4, 0.6, 0.8], abs=0.02)


def test_no_gap_tells_an_own_message():
    """The message after the longest gap, or after which gaps change most, is own no more often than any."""
    hits = {"longest": 0, "change": 0}
    for number in range(2000):
        mixed = infuse(written(number), 20, POOL, 0).messages
        at = np.array([datetime.fromisoformat(one.time).timestamp() / 60 for one in mixed])
        gaps = np.diff(at)
        chosen = {"longest": int(gaps.argmax()) + 1, "change": int(np.abs(np.diff(gaps)).argmax()) + 1}
        for name, place in chosen.items():
            hits[name] += not mixed[place].mid.startswith("pool-")
    assert max(hits.values()) < 2000 * (1 / 20 + 4 * (0.05 * 0.95 / 2000) ** 0.5)


def test_noise_comes_at_the_hours_of_own_messages():
    own = history(message(number, time=f"2027-03-0{number + 1}T{hour}:30") for number, hour in enumerate((10, 14, 12, 16)))
    hours = Counter(one.time[11:13] for number in range(50) for one in infuse(replace(own, id=f"h{number}"), 50, POOL, 0).messages)
    assert sum(count for hour, count in hours.items() if "09" <= hour <= "17") > 0.7 * sum(hours.values())


def test_of_several_questions_the_first_ends_the_noise():
    asked = [item(number, question_time=time) for number, time in enumerate(["2027-04-01T08:00", "2027-03-02T08:00", ""])]
    mixed = infuse(history([message(0, time="2027-03-01T08:00")], asked), 50, POOL, 0)
    assert "2027-03-01T08:00" <= mixed.messages[-1].time <= "2027-03-02T08:00"


def test_a_history_that_goes_back_in_time_keeps_its_times():
    own = history([message(0, time="2027-03-05T08:00"), message(1, time="2027-03-01T08:00")])
    mixed = infuse(own, 10, POOL, 0)
    assert [mixed.messages[place].time for place in places(mixed)] == ["2027-03-05T08:00", "2027-03-01T08:00"]


def test_where_a_message_has_no_time_the_noise_has_none():
    own = history([message(0, time="2027-03-05T08:00"), message(1, time="")])
    assert {one.mid: one.time for one in infuse(own, 10, POOL, 0).messages if one.time} == {"m0": "2027-03-05T08:00"}


@given(histories(), seeds)
def test_level_1_is_the_history_itself(own, seed):
    assert infuse(own, 1, (), seed) is own


def test_an_empty_history_stays_empty():
    assert infuse(history(0), 10, (), 0).messages == ()


@given(histories(), etas, seeds)
def test_the_same_seed_places_the_same(own, eta, seed):
    assert infuse(own, eta, POOL, seed) == infuse(own, eta, POOL, seed)


def test_seeds_and_histories_differ_in_rows_and_places():
    mixed = [infuse(history(5, name=name), 10, POOL, seed) for name, seed in (("h", 0), ("h", 1), ("g", 0))]
    assert len({places(one) for one in mixed}) == 3
    assert len({tuple(one.mid for one in level.messages) for level in mixed}) == 3


def test_a_pool_that_is_too_small_is_refused():
    assert len(infuse(history(4), 3, POOL[:8], 0).messages) == 12
    with pytest.raises(ValueError, match="history h needs 8 messages of the pool at eta 3, and it has 7"):
        infuse(history(4), 3, POOL[:7], 0)


def untimed(number, own):
    return history([message(place, time="") for place in range(own)], name=f"h{number}")


def test_without_times_any_places_are_as_likely_as_any_others():
    drawn = Counter(places(infuse(untimed(number, 3), 2, POOL, 0)) for number in range(3000))
    assert chisquare([drawn[chosen] for chosen in combinations(range(6), 3)]).pvalue > 0.001


def test_at_high_levels_too_a_message_may_stand_anywhere():
    drawn = Counter(places(infuse(untimed(number, 1), 20, POOL, 0))[0] for number in range(3000))
    assert chisquare([drawn[place] for place in range(20)]).pvalue > 0.001


def test_every_row_of_the_pool_is_as_likely_as_any_other_first_or_last():
    mixed = [infuse(history(1, name=f"h{number}"), 5, POOL[:10], 0) for number in range(3000)]
    for end in (0, -1):
        drawn = Counter([one.mid for one in level.messages if one.mid.startswith("pool-")][end] for level in mixed)
        assert chisquare([drawn[f"pool-{row}"] for row in range(10)]).pvalue > 0.001
