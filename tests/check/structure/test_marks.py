"""A mark that tells the right choice is found in a set that has it, and a set without one is not accused."""

import numpy as np
import pytest
from auditing import asked, audited, broken, seen
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from memsim.check.structure.marks import MARKS, Marks, binomial_p

WORDS = ("otter", "heron", "badger", "marten")
#: By mark, a word that has it.
MARKED = {
    "full-stop": "otter.",
    "end-mark": "otter!",
    "space": "otter ",
    "capital": "Otter",
    "comma": "otter, say",
    "quote": "“otter”",
    "bracket": "otter (two)",
    "hyphen": "sea-otter",
    "digit": "otter 5 of them",
    "number": "5 m",
    "width": "ｏtter",
}


def question(number, right, marked, **fields):
    """A question on whose choice at `marked` the word in the fields stands; `right` is the place of the gold."""
    choices = list(WORDS)
    choices[marked] = fields.pop("word")
    return asked(number, choices=tuple(choices), target="ABCD"[right], answer=choices[right], **fields)


def test_every_mark_has_a_word_here():
    assert set(MARKED) == set(MARKS)
    assert [name for name, word in MARKED.items() if not MARKS[name](word)] == []
    assert [name for name in MARKS if any(map(MARKS[name], WORDS))] == []


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_on_the_gold_alone_is_found(mark):
    questions = [question(number, number % 4, number % 4, word=MARKED[mark]) for number in range(40)]
    found = seen(Marks(), audited(questions=questions))[f"gold-alone-{mark}"]
    assert (found.ok, found.found, found.tested, found.share) == (False, 40, 40, 1.0)
    assert found.detail["en with"] == {"alone": 40, "right": 40, "chance": 0.25, "p": pytest.approx(0.25**40)}
    assert found.examples[0].startswith(f"q0: {MARKED[mark]!r} alone with it among ")


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_that_the_gold_alone_lacks_is_found(mark):
    choices = (MARKED[mark], MARKED[mark], "heron", MARKED[mark])
    found = seen(Marks(), audited(questions=[asked(number, choices=choices, target="C", answer="heron") for number in range(40)]))
    assert not found[f"gold-alone-{mark}"].ok
    assert found[f"gold-alone-{mark}"].detail["en without"]["right"] == 40


def test_a_mark_that_never_stands_on_the_gold_is_found():
    questions = [question(number, number % 4, (number + 1) % 4, word="otter.") for number in range(60)]
    found = seen(Marks(), audited(questions=questions))["gold-alone-full-stop"]
    assert (found.ok, found.found, found.tested) == (False, 0, 60)


def test_a_mark_at_random_is_not_accused():
    draws = np.arange(400) * 2654435761 % 2**32 // 7 % 16  # places of gold and mark that have nothing to do with each other
    questions = [question(number, int(draw) // 4, int(draw) % 4, word="otter.") for number, draw in enumerate(draws)]
    assert broken(seen(Marks(), audited(questions=questions))) == {}


def test_five_of_five_are_found_beside_many_marks_of_content():
    """A set in several languages, whose choices bear and lack marks by chance."""
    content = ("Otter", "otter, say", "“otter”", "sea-otter", "otter 5 of them", "5 m")
    draws = [(number, number % 4, number // 4 % 4) for number in range(32)]
    questions = [question(*one, word=word, language=language) for one in draws for word in content for language in ("en", "zh", "fr")]
    marked = [question(number, number % 4, number % 4, word="otter.") for number in range(5)]
    assert broken(seen(Marks(), audited(questions=questions))) == {}
    assert broken(seen(Marks(), audited(questions=[*questions, *marked]))) == {"gold-alone-full-stop": 5}


def test_languages_are_tested_apart():
    questions = [question(number, 0, 0, word="otter.", language=language) for number in range(3) for language in ("en", "zh")]
    found = seen(Marks(), audited(questions=questions))["gold-alone-full-stop"]
    assert found.ok  # six of six would not be chance, three of three twice may be
    assert set(found.detail) == {"en with", "zh with"}


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([1 / 4, 1 / 3, 1 / 2, 0.27]))
def test_the_binomial_test_is_that_of_scipy(outcome, chance):
    right, n = outcome
    assert binomial_p(right, n, chance) == pytest.approx(binomtest(right, n, chance).pvalue, rel=1e-9)
