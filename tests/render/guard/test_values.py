"""Where a text says a value: in every form that means exactly it, and in no other."""

import pytest

from memsim.render.guard.values import finder, is_measure, occurrences
from memsim.text.figures import plain

ARTICLES = ("a", "an", "the")


def says(said, text):
    return bool(finder(plain(said), ARTICLES)(plain(text).lower()))


SAME = [
    ("34", "he is 34."), ("34", "he is thirty-four"), ("34", "thirty four, he is"), ("34岁", "今年三十四岁"), ("34岁", "34 岁了"),
    ("183 cm", "1.83 m tall"), ("183 cm", "183 centimetres"), ("183 cm", "183cm"), ("183厘米", "一米八三"), ("183 cm", "a hundred and eighty-three cm"),
    ("60 people", "sixty people"), ("60 people", "60 of us, people"), ("3 hours", "three hours"), ("120 people", "a hundred and twenty people"),
    ("29 May", "May 29"), ("29 May", "May 29th"), ("29 May", "the 29th of May"), ("29 May", "29 may"), ("5月29日", "五月二十九号"),
    ("863-555-0165", "863 555 0165"), ("863-555-0165", "(863) 555-0165"), ("863-555-0165", "8635550165"), ("990442165469498173", "990442 1654 6949 8173"),
    ("an accountant", "the accountant"), ("accountant", "Accountant!"), ("sleepyfern87@airpost.example", "SleepyFern87@airpost.example"),
    ("Grumblethwaite & Sons", "at grumblethwaite & sons, yes"), ("14 euros", "fourteen euros"), ("quarter past 8", "quarter past 8"),
    ("863-555-0165", "eight six three, five five five, oh one six five"), ("100-7875-0145", "一零零，七八七五，零一四五"),
    ("100-7875-0145", "幺零零七八七五零幺四五"),
    ("柯砺S6", "柯砺 S6 很好"), ("礼拜四", "星期四来"), ("周日", "礼拜日"), ("28岁", "二十八岁，填28岁"),
]  # fmt: skip
OTHER = [
    ("34", "he is 134"), ("34", "34.5"), ("34", "34,000"), ("34", "thirty-four thousand"), ("34", "one hundred and thirty-four"), ("34", "3 4"), ("34", "-34%"),
    ("34岁", "一百三十四岁"), ("34岁", "三十五岁"), ("183 cm", "183 inches"), ("183 cm", "183"), ("183 cm", "1.38 m"), ("183厘米", "一米三八"),
    ("60 people", "6 people"), ("60 people", "160 people"), ("3 hours", "3 days"), ("3 hours", "three and a half hours"),
    ("29 May", "28 May"), ("29 May", "29 March"), ("29 May", "May 2029"), ("863-555-0165", "863 555 0156"), ("863-555-0165", "1 863 555 01650"),
    ("accountant", "accountants"), ("accountant", "unaccountant"), ("nurse", "nurse-led"),
    ("863-555-0165", "eight six three, five five five, oh one five six"), ("礼拜四", "星期五来"), ("sleepyfern87@airpost.example", "xsleepyfern87@airpost.example"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "text"), SAME)
def test_a_value_may_be_said_in_another_form(said, text):
    assert says(said, text)


@pytest.mark.parametrize(("said", "text"), OTHER)
def test_another_value_is_not_taken_for_it(said, text):
    assert not says(said, text)


def test_places_are_those_of_the_value():
    assert occurrences("34, or 134, or 34", "34") == [(0, 2), (15, 17)]
    assert finder("29 May", ARTICLES)("on may 29th, yes") == [(3, 11)]
    assert {(0, 4), (6, 9)} <= set(finder("28岁", ARTICLES)("二十八岁，填28岁"))


def test_numbers_quantities_and_dates_are_measures():
    assert all(map(is_measure, ("34", "183 cm", "29 May", "863-555-0165", "三十四岁", "5月29日")))
    assert not any(map(is_measure, ("Busan", "accountant", "my cousin", "seven-ish", "")))
