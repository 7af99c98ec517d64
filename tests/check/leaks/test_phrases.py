"""Runs of words: those that are frequent, as counting all of them finds, and those that mark a kind of text."""

from auditing import asked, audited, post
from hypothesis import given
from hypothesis import strategies as st
from leaking import leaks

from memsim.check.leaks.marked import echoes
from memsim.check.leaks.phrases import Texts, frequent, tokens

TEXTS = st.lists(st.lists(st.sampled_from("abc"), max_size=8).map(tuple), max_size=12)


def marks(texts, kinds, histories, least):
    return Texts(texts, histories, least).marks(kinds, least, 0.1)


def counted(texts, least):
    """All runs of all texts, counted one by one."""
    found = {}
    for place, text in enumerate(texts):
        for start in range(len(text)):
            for end in range(start + 1, len(text) + 1):
                found.setdefault(text[start:end], set()).add(place)
    return {run: sorted(places) for run, places in found.items() if len(places) >= least}


@given(TEXTS, st.integers(1, 4))
def test_frequent_runs_are_those_that_counting_finds(texts, least):
    assert frequent(texts, least) == counted(texts, least)


def test_tokens_are_words_numbers_characters_and_marks():
    assert tokens("I'm 27, OK?") == ("^", "i", "'", "m", "0", ",", "ok", "?", "$")
    assert tokens("我27岁。") == ("^", "我", "0", "岁", "。", "$")


def test_a_phrase_of_one_kind_is_found_whole_and_one_of_both_is_not():
    texts = [f"Number {'abcdefghijklmnopqrst'[place]}{place}. By the way, rain." for place in range(20)]
    mine = [f"By the way, item {'abcdefghijklmnopqrst'[place]}. Do not forget this one!" for place in range(20)]
    found = marks(texts + mine, [False] * 20 + [True] * 20, range(40), 5)
    assert [mark.phrase for mark in found if "forget" in mark.phrase] == [".do not forget this one!$"]
    assert [mark.phrase for mark in found if mark.phrase == "by the way"] == []
    assert all((mark.places, mark.inside, mark.outside) == (tuple(range(20, 40)), 20, 0) for mark in found)


def test_what_stands_in_few_texts_is_no_mark():
    texts = [f"text {'abcdefghij'[place]}" for place in range(10)]
    assert marks([*texts, "odd one", "odd two"], [False] * 10 + [True] * 2, range(12), 2) == []


def test_messages_that_hold_a_phrase_are_counted_once_each_and_all():
    """Whatever many phrases mark a kind, and however often a message stands in the set."""
    letters = "abcdefghijklmnopqrstuvwxy"
    histories = []
    for number in range(40):
        mark = "By the way, and do not forget it: " if number < 30 else ""
        other, evidence = (f"{start}{letters[number % 15]} {letters[number // 30]} told" for start in ("", mark))
        histories.append(audited(number, [post(0, f"{letters[number % 25]} {number} {other}"), post(1, evidence)], [asked(number)]))
    found = leaks(histories, "marked")["phrases-of-evidence"]
    assert (found.found, found.tested, found.share, found.ok) == (30, 40, 0.75, False)
    held = [one for one in found.detail["phrases"] if "forget" in one["phrase"]]
    assert held[0]["inside"] == 15


def test_a_text_that_says_the_same_twice_is_an_echo():
    assert echoes("My boss's e-mail is wang@example.com. Rewritten: My boss's e-mail is wang@example.com.")
    assert echoes("我的上司的邮箱是wang@example.com。输出：我上司的邮箱是wang@example.com。")
    assert not echoes("My boss's e-mail is wang@example.com, and my own is li@example.org.")
    assert not echoes("ha ha ha")


def test_what_one_history_says_again_and_again_marks_nothing():
    texts = [f"{'abcdefghijklmnopqrst'[place]}{place} on the lake" for place in range(20)]
    others = [f"{'abcdefghijklmnopqrst'[place]}{place} in the wood" for place in range(20)]
    kinds = [True] * 20 + [False] * 20
    assert marks(texts + others, kinds, [0] * 20 + [1] * 20, 5) == []
    assert {mark.phrase for mark in marks(texts + others, kinds, [*range(20)] * 2, 5)} == {"0 on the lake$"}
