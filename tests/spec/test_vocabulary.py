"""The words for values, and phrases that say one by themselves."""

from dataclasses import replace as changed

import pytest
from strategies import replace

from memsim.spec.load import load_spec
from memsim.spec.phrases import phrases_with_slots, slots
from memsim.spec.vocabulary import stray_words, vocabulary


def test_the_vocabulary_holds_words_not_numbers(spec):
    english, chinese = (vocabulary(spec, language) for language in ("en", "zh"))
    assert {"Shanghai", "nurse", "29 May"} <= set(english)
    assert {"上海", "5月29日"} <= set(chinese)
    assert not {"31", "女"} & {*english, *chinese}
    assert english == sorted(set(english))


def test_no_phrase_of_daily_says_a_value(spec):
    assert stray_words(spec) == []


def planted(folder, file, top, phrase):
    """The scenario with a phrase in front of a list, and with no other texts than those of its file."""
    replace(folder / file, top, f'{top}    - "{phrase}"\n')
    spec, language = load_spec(folder), file.split(".")[1]
    return changed(spec, phrases={language: spec.phrases[language]}, pools={})


@pytest.mark.parametrize(
    ("file", "top", "phrase", "word"),
    [
        ("phrases.en.yaml", "openers:\n  roles:\n", "Shanghai calling.", "Shanghai"),
        ("phrases.en.yaml", "statements:\n  name:\n", "{Subject} of shanghai is {value}.", "Shanghai"),
        ("phrases.zh.yaml", "tails:\n  roles:\n", "记在上海这儿。", "上海"),
    ],
)
def test_a_planted_city_is_found(daily_copy, file, top, phrase, word):
    (stray,) = stray_words(planted(daily_copy, file, top, phrase))
    assert stray.startswith(f"{file}: ")
    assert stray.endswith(f"{word!r} in {phrase!r}")


def test_a_word_that_only_begins_like_a_value_is_no_value(daily_copy):
    assert stray_words(planted(daily_copy, "phrases.en.yaml", "openers:\n  roles:\n", "Shanghaied again.")) == []


def test_every_phrase_has_its_slots(spec):
    for file in spec.phrases.values():
        for key, phrase, groups in phrases_with_slots(file):
            found = slots(phrase)
            assert len(found) == len(groups), key
            assert all(len(set(found) & group) == 1 for group in groups), key


def test_phrases_of_a_list_differ(spec):
    for language, file in spec.phrases.items():
        by_list = {}
        for key, phrase, _groups in phrases_with_slots(file):
            by_list.setdefault(key.partition("[")[0], []).append(phrase)
        assert [name for name, phrases in by_list.items() if len(set(phrases)) != len(phrases)] == [], language
