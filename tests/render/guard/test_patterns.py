"""The small language in which lists are written, and the one walk through a text that finds all of them."""

import pytest

from memsim.render.guard.patterns import END, NUMBER, START, SUBJECT, VALUE, Catalogue, parse


def found(pattern, text):
    """The pieces of a text that one pattern finds."""
    catalogue = Catalogue(str.split)
    tokens = text.split()
    return [" ".join(tokens[slice(*span)]) for span in catalogue.patterns([pattern]).find(tokens)]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("far away", "so far away from far", ["far away"]),
        ("(near|far from)", "near it and far from him, far off", ["near", "far from"]),
        ("(not)? sure", "sure or not sure", ["sure", "not sure", "sure"]),
        ("very? good", "good very good", ["good", "very good", "good"]),
        ("in _ time", "in no time in time", ["in no time"]),
        ("(a (big|small)? (red)?|the) dog", "a dog a big dog a small red dog the dog a the dog", ["a dog", "a big dog", "a small red dog", "the dog", "the dog"]),
        ("so (far|far away)", "so far away", ["so far away"]),
    ],
)  # fmt: skip
def test_a_pattern_finds_the_longest_at_each_place(pattern, text, expected):
    assert found(pattern, text) == expected


def test_marks_stand_for_what_was_stated():
    tokens = [START, SUBJECT, "is", "not", NUMBER, END]
    catalogue = Catalogue(str.split)
    patterns = ["START SUBJECT", "is (not)? VALUE", "not NUMBER END", "VALUE END"]
    assert [catalogue.patterns([pattern]).find(tokens) for pattern in patterns] == [[(0, 2)], [(2, 5)], [(3, 6)], [(4, 6)]]
    assert catalogue.patterns(["not NUMBER"]).find([START, "not", VALUE]) == ()


def test_all_lists_of_a_catalogue_are_found_at_once_and_kept_apart():
    catalogue = Catalogue(str.split)
    doubt, time = catalogue.patterns(["i think", "i"]), catalogue.texts([("last", "year"), ("i",)])
    tokens = ["i", "think", "so", "last", "year"]
    assert doubt.find(tokens) == [(0, 2)]
    assert time.find(tokens) == [(0, 1), (3, 5)]
    assert catalogue.find(tuple(tokens)).keys() == {doubt.number, time.number}


def test_patterns_that_come_later_are_found_in_texts_seen_before():
    catalogue = Catalogue(str.split)
    catalogue.patterns(["a b"]).find(["a", "c"])
    assert catalogue.patterns(["a c"]).find(["a", "c"]) == [(0, 2)]


def test_a_text_of_one_token_again_and_again_takes_no_time_to_speak_of():
    catalogue = Catalogue(str.split)
    many = catalogue.patterns(["a? " * 12 + "b"])
    assert many.find(["a"] * 400) == ()


@pytest.mark.parametrize("pattern", ["(a|b", "a|b)", "(a))"])
def test_brackets_must_match(pattern):
    with pytest.raises(ValueError, match="brackets"):
        parse(pattern, str.split)
