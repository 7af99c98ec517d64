import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.text.tokens import is_pair, terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two cats, two DOGS!", ["two", "cats", "two", "dogs"]),
        ("don't anna@mail.example 3.5", ["don", "t", "anna", "mail", "example", "3", "5"]),
        ("snake_case", ["snake", "case"]),
        ("naïve Straße cafe\u0301", ["naïve", "strasse", "café"]),
        ("ＡＢＣ５ ①", ["abc5", "1"]),
        ("我去北京。", ["我去", "去北", "北京"]),
        ("猫，狗", ["猫", "狗"]),
        ("我在Busan工作3年", ["我在", "busan", "工作", "3", "年"]),
        ("二〇二七年 人々", ["二〇", "〇二", "二七", "七年", "人々"]),
        ("ジョン・スミス", ["ジョ", "ョン", "スミ", "ミス"]),
        ("커피를 마셨다", ["커피", "피를", "마셨", "셨다"]),
        ("", []),
        (" .,!? 。！", []),
    ],
)
def test_terms_are_words_and_pairs_of_characters(text, expected):
    assert terms(text) == expected


@given(st.text("abXY漢字猫カな é_.,5 ", max_size=30))
def test_no_term_is_lost_or_made_up(text):
    found = terms(text)
    shown = {char for char in text.casefold() if char.isalnum()}
    assert set("".join(found)) == shown
    assert all(found)


@given(st.text(max_size=30), st.text(max_size=30))
def test_texts_apart_have_the_terms_of_both(left, right):
    assert terms(f"{left} . {right}") == terms(left) + terms(right)


def test_only_pairs_of_unspaced_characters_are_pairs():
    assert [term for term in terms("où est 猫 我去 Ab カナ") if is_pair(term)] == ["我去", "カナ"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two cats, two DOGS!", ["two", "cats", "two", "dogs"]),
        ("我在Busan工作3年。", ["我", "在", "busan", "工", "作", "3", "年"]),
        ("ＡＢＣ５ 커피", ["abc5", "커", "피"]),
        ("", []),
    ],
)
def test_words_are_words_and_characters(text, expected):
    assert words(text) == expected


@given(st.text("abXY漢字猫カな é_.,5 ", max_size=30))
def test_words_and_terms_cover_the_same_text(text):
    joined = "".join(words(text))
    assert all(term in joined for term in terms(text))
    assert bool(words(text)) == bool(terms(text))
