"""The clock of a history: when and how often users write, and that they write in time."""

import numpy as np
import pytest
from scipy.stats import kstest
from strategies import ALPHA, fits

from memsim.causal import timeline
from memsim.rng import Rng
from memsim.text.clock import DAY

N = 20_000
MOST = 12


@pytest.fixture(scope="module")
def rng():
    """The streams of 20,000 trajectories."""
    return Rng(11, np.arange(N))


@pytest.fixture(scope="module")
def habit(rng):
    """When and how often 20,000 users write."""
    return timeline.habits(rng)


def told(rng, habit, days, count=MOST):
    """Return waking times of `count` messages, to be told within so many days."""
    return timeline.waking_times(rng, habit, MOST, np.full(N, count - 1), np.full(N, days))


def test_histories_begin_on_any_day_of_four_years(habit):
    first = np.datetime64("1970-01-01") + habit.first_day
    assert (first.min(), first.max()) == (np.datetime64("2025-01-01"), np.datetime64("2028-12-31"))
    assert fits(np.bincount((habit.first_day - habit.first_day.min()) // 487, minlength=3), np.full(3, 1 / 3))


def test_some_write_often_and_some_seldom(rng, habit):
    assert kstest(np.log(habit.gap / 60) / np.log(15), "uniform").pvalue > ALPHA
    days = np.ptp(habit.moments(told(rng, habit, 10_000)), axis=0) / DAY
    assert np.quantile(days, 0.1) < 2
    assert np.quantile(days, 0.9) > 8


def test_pauses_are_those_of_the_habit(rng, habit):
    gaps = np.diff(told(rng, habit, 10_000), axis=0) / habit.gap
    assert abs(gaps.mean() - 1) < 0.02
    last = told(rng, habit, 10_000)[-1]
    pause = (timeline.question_times(rng, habit, last) - last) / habit.gap
    assert abs(pause.mean() - 9) < 0.5
    assert pause.min() > 0


def test_nobody_writes_at_night_and_some_are_early_birds(rng, habit):
    minute = habit.moments(told(rng, habit, 10_000)) % DAY
    assert minute.min() >= 5 * 60 + 45
    assert np.ptp(habit.morning) == 180
    assert np.ptp(habit.awake) == 120
    assert (habit.morning + habit.later + habit.awake <= DAY).all()


def test_weekends_begin_later(habit):
    day, minute = np.divmod(habit.moments(np.arange(7)[:, None] * habit.awake), DAY)  # the first minute awake of seven days in a row
    weekend = (day + 3) % 7 >= 5
    assert (minute == habit.morning + np.where(weekend, habit.later, 0)).all()
    assert habit.later.max() == 100


@pytest.mark.parametrize("days", [1, 2, 5, 10_000])
@pytest.mark.parametrize("count", [1, 4, MOST])
def test_times_rise_and_all_is_told_in_time(rng, habit, days, count):
    times = habit.moments(told(rng, habit, days, count)[:count])
    assert (np.diff(times, axis=0) > 0).all()
    assert (times[-1] // DAY - habit.first_day < days).all()


def test_the_first_and_last_minute_awake_can_be_written_in(habit):
    for minute in (np.zeros(N, dtype=np.int64), habit.awake - 1):
        assert (habit.moments(minute) // DAY == habit.first_day).all()


def test_an_event_is_waited_for_only_where_something_else_is_told_of_it(catalog, plan_of_events):
    codes, entity, lead = plan_of_events
    layout = catalog.layout
    time, place = layout.column["event_time"], layout.column["event_place"]
    for attributes, expected in (([time, place], lead), ([time], None), ([place], None)):
        facts = np.array(attributes)[:, None].repeat(codes.shape[1], axis=1)
        days = timeline.days_to_tell(catalog, codes, np.ones(facts.shape, dtype=bool), np.full(facts.shape, entity), facts)
        assert (days == (timeline._ENDLESS if expected is None else expected)).all()


@pytest.fixture
def plan_of_events(catalog):
    """Worlds, an event, and its lead in each."""
    layout = catalog.layout
    codes = layout.matrix(catalog.network.draw(Rng(3, np.arange(200))))
    entity = layout.first["leisure_event"]
    lead = layout.numbers[layout.offset[layout.column["lead"]] + codes[layout.slot[entity, layout.column["lead"]]]]
    assert set(lead) == set(range(1, 25))
    return codes, entity, lead
