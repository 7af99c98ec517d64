"""Texts that read the same agree when made plain, others do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.structure.texts import exact, near, plain, trimmed

SAME = [
    ("Where do I live?", "where do i live"),
    ("well-known", "Well known!"),
    ("我住在哪里？", "我住在哪里"),
    ("我，住在哪里", "我住在哪里。"),
    ("Room １２", "room 12"),
    ("At １２：３０, －3.５ degrees", "at 12:30, -3.5 degrees"),
    ("café", "cafe\u0301"),
]
DIFFERENT = [("3.5 km", "35 km"), ("1 23", "12 3"), ("-5", "5"), ("five", "six"), ("北京", "南京"), ("1:30", "130")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_texts_that_read_the_same(one, other):
    assert plain(one) == plain(other)
    assert near(one) == near(other)
    assert exact(one) != exact(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_texts_that_do_not(one, other):
    assert near(one) != near(other)


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_is_the_long_way(text):
    letters = plain(text).partition(" ")[0]
    assert letters == "".join(filter(str.isalnum, text)).casefold()


@given(st.text())
def test_plain_texts_keep_no_case(text):
    assert plain(text.upper().lower()) == plain(text.upper().lower().upper().lower())
    assert 0 <= near(text) < 2**64


def test_trimmed_keeps_what_stands_inside():
    assert trimmed(" Two. ") == trimmed("“two”") == trimmed("Ｔwo。") == "two"
    assert trimmed("a-b") != trimmed("a_b") != trimmed("ab")
    assert trimmed("-2") == "-2"
    assert trimmed("\ufeffBu\u200bsan\u00ad ") == "busan"
    assert trimmed("5%") == "5%"
