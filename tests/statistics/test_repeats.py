"""Texts that repeat another, as they stand and nearly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.statistics.repeats import Repeats, blurred
from memsim.text.tokens import words


def share(*parts):
    repeats = Repeats()
    for part in parts:
        repeats.add(part)
    return repeats.share()


@given(st.lists(st.text("ab ", max_size=3), min_size=1, max_size=20), st.integers(0, 20))
def test_it_is_the_share_of_texts_that_were_there_before(texts, cut):
    assert share(texts[:cut], texts[cut:]) == pytest.approx(1 - len(set(texts)) / len(texts))


def test_no_texts_have_no_share():
    assert share() is None


@pytest.mark.parametrize(
    ("text", "other", "alike"),
    [
        ("Meet me at 7:30!", "meet me  at 12:05", True),
        ("我表哥29岁。", "我表哥３１岁", True),
        ("Meet me at seven", "Meet me at eight", False),
        ("my boss's car", "my boss car", False),
        ("上司在青岛", "上司在青海", False),
        ("room 12a", "room 7a", True),
    ],
)
def test_case_punctuation_and_digits_do_not_tell_near_repeats_apart(text, other, alike):
    assert (blurred(words(text)) == blurred(words(other))) is alike
