"""Numbers in words."""

import pytest
from readers import chinese as read_chinese
from readers import english as read_english

from memsim.text import numerals


def test_words_can_be_read_back():
    for number in range(numerals.MOST + 1):
        assert read_english(numerals.english(number)) == number
        assert read_chinese(numerals.chinese(number)) == number
        assert read_chinese(numerals.counted(number)) == number


@pytest.mark.parametrize(
    ("number", "english", "chinese", "counted"),
    [
        (0, "zero", "零", "零"), (2, "two", "二", "两"), (10, "ten", "十", "十"), (12, "twelve", "十二", "十二"), (20, "twenty", "二十", "二十"),
        (34, "thirty-four", "三十四", "三十四"), (100, "one hundred", "一百", "一百"), (105, "one hundred and five", "一百零五", "一百零五"),
        (112, "one hundred and twelve", "一百一十二", "一百一十二"), (200, "two hundred", "两百", "两百"),
        (999, "nine hundred and ninety-nine", "九百九十九", "九百九十九"),
    ],
)  # fmt: skip
def test_words(number, english, chinese, counted):
    assert (numerals.english(number), numerals.chinese(number), numerals.counted(number)) == (english, chinese, counted)


def test_ordinals():
    said = [numerals.ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "31st"]
