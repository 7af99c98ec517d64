"""The languages as the guard reads them: tokens, plain words, forms, sentences and what stands beside what was stated."""

import pytest

from memsim.errors import InputError
from memsim.render.guard.lists import Lists, languages, read_lists, read_words
from memsim.render.guard.patterns import NUMBER, SUBJECT, VALUE, Catalogue
from memsim.render.guard.reading import MARKS, Links, links, mask, read
from memsim.render.guard.tongue import Spaced, Unspaced, tongue
from memsim.spec.vocabulary import known_words, vocabulary

ENGLISH, CHINESE = tongue("en"), tongue("zh")
BARE = {
    name: [] for name, field in Lists.model_fields.items() if field.is_required() and name not in {"dangers", "pronouns", "sexes", "titles"}
}
NOBODY = {"female": [], "male": []}


def lists(**more):
    return Lists.model_validate({**BARE, "dangers": {}, "pronouns": NOBODY, "sexes": NOBODY, "titles": NOBODY, **more})


def test_english_is_split_into_words_and_chinese_into_characters():
    assert ENGLISH.split("My cousin's dog, it's 3.5! Don't.") == ["my", "cousin", "'s", "dog", "it", "'s", "3", "5", "don't"]
    assert CHINESE.split("我表哥 iPhone 15,好") == ["我", "表", "哥", "iphone", "15", "好"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("works", "working"),
        ("studies", "studied"),
        ("stops", "stopped"),
        ("live", "living"),
        ("went", "goes"),
        ("box", "boxes"),
        ("bus", "bus"),
    ],
)
def test_forms_of_a_word_are_the_same_unit(one, other):
    english = Spaced(lists(forms=[["go", "goes", "went", "gone"]]), (), ())
    assert english.units(one) == english.units(other)


def test_plain_words_inflect_as_their_letters_say():
    english = Spaced(lists(), ("note/vn", "stop/vd", "try/v", "nice/a", "hello"), ())
    assert english.plain(["note", "notes", "noted", "noting", "stopped", "tries", "tried", "trying", "nicer", "nicest", "hello"])
    assert not any(english.plain([word]) for word in ("hellos", "niced", "tryed", "stoper", "cellar"))


def test_new_words_are_those_that_are_neither_plain_nor_known():
    english = Spaced(lists(), ("the", "a"), ())
    assert english.new([SUBJECT, "has", "the", "violins"], [english.units("violin")]) == ["has"]


def test_new_chinese_is_what_no_plain_word_and_no_known_run_covers():
    chinese = Unspaced(lists(), ("我们", "喜欢", "吃"), ())
    assert chinese.new(list("我们喜欢吃苹果吃"), ()) == ["苹果"]
    assert chinese.new(list("我们喜欢吃苹果吃"), [{"苹果"}]) == []
    assert chinese.new(list("我喜欢"), ()) == ["我"]


def test_what_is_not_among_known_units_is_the_rest_of_a_text_plain_or_not():
    assert Spaced(lists(), ("the",), ()).rest([SUBJECT, "the", "violins"], [frozenset({"violin"})]) == ["the"]
    assert Unspaced(lists(), ("我们",), ()).rest([*"我们", VALUE, *"吃苹果"], [{"苹果"}]) == ["我们", "吃"]


def test_a_language_without_lists_says_which_file_to_write():
    with pytest.raises(InputError, match=r"fr\.yaml.*lists for en, zh"):
        read_lists("fr")
    with pytest.raises(InputError, match=r"words\.fr\.txt"):
        read_words("fr")
    assert languages() == ["en", "zh"]


def test_sentences_end_where_they_do_and_ask_where_they_do():
    text = read("x", f"Hm. Is it {VALUE}? {SUBJECT} has 3.5 of it", ENGLISH, idle=MARKS.isdisjoint)
    assert [(sentence.asks, sentence.tells) for sentence in text.sentences] == [(False, False), (True, True), (False, True)]
    assert not text.stops
    assert read("x", "So it ends.", ENGLISH).stops


def test_a_clause_goes_from_comma_to_comma():
    text = read("x", f"Hm. Well, {SUBJECT} has {VALUE}, not that I care", ENGLISH, idle=MARKS.isdisjoint)
    place = text.tokens.index("has")
    assert text.tokens[slice(*text.clause(place))] == (SUBJECT, "has", VALUE)
    assert text.clause_tells(place)
    assert not text.clause_tells(text.tokens.index("not"))
    assert text.torn((text.tokens.index(VALUE), text.tokens.index("not") + 1))


def test_of_two_marks_in_one_place_the_first_stays_or_the_longer():
    assert mask("my cousin is 34", [(0, 9, SUBJECT), (3, 9, VALUE), (13, 15, NUMBER)]) == f"{SUBJECT} is {NUMBER}"
    assert mask("34 years", [(0, 2, NUMBER), (0, 8, VALUE)]) == VALUE


def test_what_stands_beside_the_marks_links_them():
    text = read("x", f"{SUBJECT}'s age is a {VALUE}, {SUBJECT} works for {VALUE}", ENGLISH)
    assert links(text, frozenset({"a"})) == Links(frozenset({"is", "for"}), frozenset({"age"}))


def test_patterns_are_found_in_what_was_read():
    catalogue = Catalogue(ENGLISH.split)
    doubt = catalogue.patterns(["i think"])
    assert read("x", "So I think", ENGLISH, catalogue).found(doubt) == [(2, 4)]
    assert read("x", "So I think", ENGLISH).found(doubt) == ()


def test_the_words_of_a_scenario_are_its_values_and_what_it_knows_of_them(spec):
    for language, country in (("en", "South Korea"), ("zh", "韩国")):
        known = known_words(spec, language)
        assert set(vocabulary(spec, language)) < set(known)
        assert country in known
        assert known == sorted(set(known))
