import pytest

from memsim.text.figures import figures
from memsim.text.times import times


@pytest.mark.parametrize(
    ("text", "minute", "open_"),
    [
        ("7 pm", 19 * 60, False), ("19:00", 19 * 60, False), ("晚上七点一刻", 19 * 60 + 15, False),
        ("seven thirty pm", 19 * 60 + 30, False), ("7.30 pm", 19 * 60 + 30, False),
        ("quarter to eight pm", 19 * 60 + 45, False), ("half past seven", 7 * 60 + 30, True), ("七点半", 7 * 60 + 30, True),
        ("7:30", 7 * 60 + 30, True), ("07:30", 7 * 60 + 30, False),
        ("12 noon", 720, False), ("noon", 720, False), ("midnight", 0, False), ("12:30 am", 30, False), ("中午12点半", 750, False),
        ("凌晨1点", 60, False), ("19时30分", 1170, False),
    ],
)  # fmt: skip
def test_times_of_the_day_are_read(text, minute, open_):
    (time,) = times(figures(text))
    assert (time.minute, time.open) == (minute, open_)


@pytest.mark.parametrize("text", ["5 hours", "5小时", "seven people", "1.5"])
def test_numbers_of_other_things_are_no_times(text):
    assert times(figures(text)) == ()


@pytest.mark.parametrize(
    ("text", "minute"), [("上午十一点", 660), ("下午一点三十分", 810), ("早上六点三十分", 390), ("晚上八点二十", 1220), ("0630", 390)]
)
def test_minutes_may_be_in_characters(text, minute):
    (time,) = times(figures(text))
    assert time.minute == minute


@pytest.mark.parametrize("text", ["6:30 or 7", "6:30 to 7", "between 6 and 6:30"])
def test_a_bare_hour_beside_a_time_is_one(text):
    assert len(times(figures(text))) == 2
