"""Articles, enumerations, counts, and whether a text mentions a phrase."""

import re
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import languages

from memsim.text.words import capitalised, count, enumeration, mentions, normalised, with_article

WORDS = st.text(string.ascii_lowercase, min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("noun", "article"),
    [
        ("nurse", "a"), ("engineer", "an"), ("Accountant", "an"), ("hotel manager", "a"), ("hour-long talk", "an"), ("honest man", "an"),
        ("heirloom", "an"), ("university lecturer", "a"), ("umbrella", "an"), ("uncle", "an"), ("unicycle", "a"), ("used car", "a"), ("usher", "an"),
        ("European", "a"), ("one-day trip", "a"), ("e-reader", "an"), ("yoga mat", "a"), ("café", "a"), ("office", "an"),
    ],
)  # fmt: skip
def test_article(noun, article):
    assert with_article(noun) == f"{article} {noun}"


@pytest.mark.parametrize(
    ("noun", "article"),
    [
        ("unimportant meeting", "an"), ("uninsured driver", "an"), ("onerous task", "an"), ("MBA student", "an"), ("X-ray technician", "an"),
        ("HR manager", "an"), ("8-hour trip", "an"), ("ukulele", "a"),
    ],
)  # fmt: skip
def test_article_by_sound(noun, article):
    assert with_article(noun) == f"{article} {noun}"


def test_every_article_of_daily_is_the_one_said(spec, layout):
    """What a phrase puts after an article begins with a vowel as it is said just when it does as it is spelt, but for those named here."""
    english = spec.phrases["en"]
    lists = [*english.statements.items(), *english.questions.bridge.items()]
    names = sorted({name for name, phrases in lists if any("{a_value}" in phrase for phrase in phrases)})
    nouns = [noun for name in names for noun in layout.texts(name, np.arange(spec.domains[name].size), "en").to_pylist()]
    assert nouns
    spelt = {noun for noun in nouns if noun[0].lower() in "aeiou"}
    said = {noun for noun in nouns if with_article(noun).startswith("an ")}
    assert {noun.split()[0] for noun in spelt ^ said} <= {"user"}  # as in "a user experience designer"
    assert [noun for noun in nouns if noun[0].isdigit() or (len(noun.split()[0]) > 1 and noun.split()[0].isupper())] == []


@given(st.text(max_size=20))
def test_capitals_touch_the_first_letter_only(text):
    assert capitalised(text) == text[:1].upper() + text[1:]


def test_capitals():
    assert capitalised("my cousin Anna") == "My cousin Anna"
    assert capitalised("“蓝灯”") == "“蓝灯”"


@pytest.mark.parametrize(
    ("items", "text"), [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C"), (["A", "B", "C", "D"], "A, B, C and D")]
)
def test_enumeration(items, text):
    assert enumeration(items, ", ", " and ") == text
    assert enumeration(items, "、", "和") == text.replace(", ", "、").replace(" and ", "和")


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_an_enumeration_can_be_read_back(items):
    assert re.split(r"、|和", enumeration(items, "、", "和")) == items


def test_counts():
    assert count(3, "en") == "3"
    assert count(3, "zh") == "3个"


@given(st.integers(0, 99), st.integers(0, 99), languages)
def test_counts_differ_as_numbers_do(a, b, language):
    assert (count(a, language) == count(b, language)) == (a == b)


def test_normalised():
    assert normalised("  Anna   KIM! ") == "anna kim"
    assert normalised("“Copper Lantern”") == normalised("copper lantern")
    assert normalised("Café") != normalised("Cafe")
    assert normalised("a.b@c.example") == "a.b@c.example"
    assert normalised("(201) 555-0123") == normalised("201 555-0123")


@given(st.text(max_size=30))
def test_normalising_twice_is_normalising_once(text):
    assert normalised(normalised(text)) == normalised(text)


@pytest.mark.parametrize(
    ("text", "phrase", "there"),
    [
        ("Anna works in Busan.", "busan", True),
        ("Anna's 31.", "Anna", True),
        ("Annabel works here.", "Anna", False),
        ("She is 131 cm.", "31", False),
        ("She is 31cm.", "31", False),
        ("a 3-day trip", "3", True),
        ("Joanna Kim", "Anna Kim", False),
        ("mail bluekettle12@mailbox.example now", "bluekettle12@mailbox.example", True),
        ("我表姐住在上海。", "上海", True),
        ("她31岁", "31岁", True),
        ("她131岁", "31岁", False),
        ("(201) 555-0123.", "(201) 555-0123", True),
        ("anything", "nothing", False),
        ("Busan, bUSAN", "BUSAN", True),
        ("x.y", "x+y", False),
    ],
)
def test_mentions(text, phrase, there):
    assert mentions(text, phrase) is there


@pytest.mark.parametrize(("text", "phrase"), [("my café", "caf"), ("two cafés", "café"), ("the Malmöer", "Malmö"), ("Éanna", "Anna")])
def test_mentions_does_not_cut_beside_an_accent(text, phrase):
    assert not mentions(text, phrase)


@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_a_text_mentions_its_words_and_no_others(words, data):
    text = " ".join(words)
    assert all(mentions(text, word) for word in words)
    other = data.draw(WORDS)
    assert mentions(text, other) == (other in words)
