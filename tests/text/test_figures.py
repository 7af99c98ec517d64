import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.text.figures import chinese_number, figures, plain
from memsim.text.numerals import chinese, english


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three hundred fifty-two thousand three hundred forty-five", "352345"), ("two million and five", "2000005"),
        ("a hundred and five people", "105 people"),
        ("five or seven", "5 or 7"), ("between five and seven", "between 5 and 7"), ("five seven", "5 7"), ("two point five", "2.5"),
        ("a dozen eggs", "12 eggs"),
        ("the one that one of them has", "the one that one of them has"), ("1.5 million", "1500000"), ("350k", "350000"),
        ("12,345 and 1,2,3", "12345 and 1,2,3"),
        ("三十五万二千三百四十五", "352345"), ("35.2345万", "352345"), ("三百五", "350"), ("一万二", "12000"), ("一百零五个", "105个"),
        ("二〇二七年三月十二号", "2027年3月12号"),
        ("一米八三", "1.83米"), ("两三个人", "2~3个人"), ("周三一起吃三明治", "周三一起吃三明治"), ("第三", "第三"), ("十分钟", "10分钟"),
        ("十分好", "十分好"), ("万思远", "万思远"),
        ("七点半", "7点半"), ("两点五", "2.5"),
    ],
)  # fmt: skip
def test_numbers_become_figures_and_words_stay(text, expected):
    assert figures(text) == expected


@given(st.integers(0, 999), st.integers(0, 999))
def test_words_of_numbers_become_their_figures(thousands, number):
    assert figures(english(number)) == str(number)
    assert figures(f"{english(thousands)} thousand {english(number)}") == str(thousands * 1000 + number) or thousands == 0 or number == 0
    assert chinese_number(chinese(number)) == number


def test_alike_characters_become_one():
    assert plain("３５２，３４５ – “a”\u00a0b") == '352,345 - "a" b'
