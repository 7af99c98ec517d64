"""Which value a model means, and which new ones are fit to be added: of the personalities of `daily`, in two languages."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.network.elicit.values import UNKNOWN, Lexicon, Values, clean, unused
from memsim.spec.sayings import listed_sayings

EASY = {"en": "easy-going", "zh": "随和"}


@pytest.fixture
def values(spec):
    return Values(spec, "personality", Lexicon(spec))


@pytest.fixture
def cities(spec):
    return Values(spec, "workplace", Lexicon(spec))


@pytest.mark.parametrize(
    "said",
    [
        EASY,
        {"en": "easy-going"},
        {"zh": "随和"},
        {"en": "随和"},
        {"zh": "easy-going"},
        {"en": "easy_going"},
        {"en": "  EASY-GOING.  "},
        {"en": '"Easy-going"'},
        {"en": "easy going"},
        {"en": "- ｅａｓｙ-ｇｏｉｎｇ;"},
        {"en": "easy-going", "zh": "好说话的人"},
        {"en": "easy-going", "fr": "facile à vivre"},
    ],
)
@pytest.mark.parametrize("new", [True, False])
def test_a_value_is_known_by_surface_and_key_in_any_language(values, said, new):
    assert values.code(said, new=new) == values.domain.code("easy_going")
    assert values.added == []


def test_a_value_is_known_by_any_way_of_saying_it(spec):
    birthdays = Values(spec, "birthday", Lexicon(spec))
    code = birthdays.domain.code("05-29")
    assert {birthdays.code({"en": said}, new=False) for said in ("29 May", "May 29", "May 29th", "05-29", "5月29日")} == {code}
    heights = Values(spec, "height", Lexicon(spec))
    assert heights.code({"en": "183 cm"}, new=False) == heights.domain.code("183")
    assert Values(spec, "age", Lexicon(spec)).code({"en": "34"}, new=False) == 14


def test_a_value_is_known_by_the_ways_of_every_attribute_that_has_it(spec):
    plain = spec.file.attributes["duration"].model_copy(update={"forms": None})
    file = spec.file.model_copy(update={"attributes": {"length": plain, **spec.file.attributes}})
    both = replace(spec, file=file, domains={"length": spec.domains["duration"], **spec.domains})
    code, other = next((code, ways[-1]) for code, ways in enumerate(listed_sayings(spec, "duration", "en")) if len(ways) > 1)
    assert Values(both, "length", Lexicon(both)).code({"en": other}, new=False) == code


@pytest.mark.parametrize("said", [{}, {"en": ""}, {"en": "gloomy"}, {"en": "easy"}, {"en": "easy-going and tactful"}, {"en": "…"}])
def test_anything_else_is_none_of_a_closed_vocabulary(values, said):
    assert values.code(said, new=False) == UNKNOWN


def test_words_that_disagree_are_two_values(values):
    assert values.code({"en": "easy-going", "zh": "暴躁"}, new=True) == "two values at once"


def test_a_new_value_is_known_from_then_on(values):
    code = values.code({"en": "dreamy", "zh": "爱幻想"}, new=True)
    assert code == values.domain.size
    assert values.code({"en": "Dreamy", "zh": "爱做梦"}, new=True) == code
    assert values.code({"zh": "爱幻想"}, new=True) == code
    assert values.code({"en": "gloomy", "zh": "忧郁"}, new=True) == code + 1
    assert values.added == [{"en": "dreamy", "zh": "爱幻想"}, {"en": "gloomy", "zh": "忧郁"}]
    assert values.size == code + 2
    assert values.keys() == [*values.domain.keys, "dreamy", "gloomy"]


def test_a_closed_vocabulary_does_not_take_what_an_open_one_added(values):
    values.code({"en": "dreamy", "zh": "爱幻想"}, new=True)
    assert values.code({"en": "dreamy"}, new=False) == UNKNOWN


@pytest.mark.parametrize(
    ("en", "zh", "why"),
    [
        ("dreamy", None, "not in every language"),
        ("dreamy", " 。", "not in every language"),
        (None, "爱幻想", "not in every language"),
        ("x", "爱幻想", "too short or too long"),
        ("dreamy", "爱", "too short or too long"),
        ("somebody who dreams all day long", "爱幻想", "too short or too long"),
        ("dreamy", "整天都在做白日梦的那种人", "too short or too long"),
        ("dreamy 2", "爱幻想", "not plain words"),
        ('the "dreamer"', "爱幻想", "not plain words"),
        ("day/night dreamer", "爱幻想", "not plain words"),
        ("dreamy {value} one", "爱幻想", "not plain words"),
        ("dreamy\u0000one", "爱幻想", "not plain words"),
        ("d\u0336reamy", "爱幻想", "not plain words"),
        ("dreamy \U0001f600 one", "爱幻想", "not plain words"),
        ("dreamy", "爱 幻想", "not plain words"),
        ("爱幻想", "爱幻想", "in another script"),
        ("dreamy", "dreamy", "in another script"),
        ("мечтательный", "爱幻想", "in another script"),
        ("thirty-four", "爱幻想", "a number"),
        ("dreamy", "三十四", "a number"),
        ("chess", "爱幻想", "holds another value, or is held by one"),
        ("dreamy chess", "爱幻想", "holds another value, or is held by one"),
        ("dreamy", "爱下国际象棋", "holds another value, or is held by one"),
        ("dreamy", "象棋", "holds another value, or is held by one"),
        ("Portugal", "爱幻想", "holds another value, or is held by one"),
        ("whoever", "爱幻想", "a word of the phrases"),
        ("dreamy", "说起", "a word of the phrases"),
    ],
)
def test_a_value_that_is_not_fit_is_not_added(values, en, zh, why):
    said = {language: text for language, text in (("en", en), ("zh", zh)) if text is not None}
    assert values.code(said, new=True) == why
    assert values.code(said, new=True) == why
    assert values.added == []


def test_what_is_added_to_one_domain_is_taken_for_all(spec):
    lexicon = Lexicon(spec)
    assert isinstance(Values(spec, "personality", lexicon).code({"en": "sledging", "zh": "玩雪橇"}, new=True), int)
    other = Values(spec, "item_relation", lexicon)
    assert other.code({"en": "sledging fan", "zh": "爱玩雪橇的"}, new=True) == "holds another value, or is held by one"


def test_a_new_value_is_written_as_the_others_are(values, cities):
    for en, zh in (("Dreamy", "爱幻想"), ("DJ-like", "像打碟师"), ("Faint Hearted", "胆怯怯"), ("Keen on Norse", "痴迷北欧")):
        values.code({"en": en, "zh": zh}, new=True)
    cities.code({"en": "zzyzx Springs", "zh": "齐齐克斯"}, new=True)
    assert [said["en"] for said in values.added] == ["dreamy", "DJ-like", "faint hearted", "keen on Norse"]
    assert [said["en"] for said in cities.added] == ["Zzyzx Springs"]


def test_any_text_is_a_value_or_a_reason(values):
    @given(st.dictionaries(st.sampled_from(["en", "zh", "xx"]), st.text(st.characters(), max_size=40)), st.booleans())
    def holds(said, new):
        code = values.code(said, new=new)
        assert isinstance(code, str) or 0 <= code < values.size
        assert all(list(added) == ["en", "zh"] for added in values.added)
        assert all(text == clean(text) and len(text) > 1 for added in values.added for text in added.values())

    holds()


def test_a_very_long_text_is_dropped_at_once(values):
    assert values.code({"en": "dream " * 1_000_000, "zh": "梦" * 1_000_000}, new=True) == "too short or too long"


def test_keys_are_made_of_plain_words_and_never_twice(values):
    values.added += [{"en": en, "zh": "无关"} for en in ("dreamy mind", "dreamy-mind", "passé", "easy going")]
    assert values.keys()[values.domain.size :] == ["dreamy_mind", "dreamy_mind_2", "passé", "easy_going_2"]


def test_unused():
    assert [unused("a", set()), unused("a", {"a"}), unused("a", {"a", "a_2"})] == ["a", "a_2", "a_3"]
