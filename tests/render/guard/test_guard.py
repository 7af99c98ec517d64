"""The guard as a whole: of any scenario, of every text that its phrases make, and of any string at all."""

import json

import numpy as np
import pytest
import small

from memsim.errors import InputError
from memsim.render.guard import RULES, Guard, Inquiry, Statement
from memsim.render.guard.engine import longest
from memsim.spec.load import load_spec

LANGUAGES = ("en", "zh")
PIECES = (
    "abc ,.?!'\"-…", "0123456789.,:/-%+ ", "\x00\x01\t\n\r\x7f\u200b\u202e\ufeff", "\U0001f600\U0001f44d\u2764\ufe0f", "אבגד العربية", "\ud800\udfff\udc80",
    "一二三四五六七八九十万亿周星期点半", "İıßſŉǰΐﬃ", "\ue000\ue001\ue002\ue003\ue004_", "(((())))[[]]{{}}", "thirty hundred thousand and a half of may ",
    "下周三两点半整你我他的了吗", "i am not 3 ", "May 3 ",
)  # fmt: skip


def picked(rng, things, many):
    """Some of some things, drawn with replacement."""
    return [things[place] for place in rng.randint(len(things), size=many)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_phrases_make_passes_its_own_guard(guards, stated, language):
    assert len(stated[language]) > 300
    assert [(given, said) for given in stated[language] if (said := guards[language].judge(given, given.text))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_another_never_passes(guards, stated, language):
    rng = np.random.RandomState(3)
    facts = [given for given in stated[language] if isinstance(given, Statement) and given.attribute]
    for given, other in zip(picked(rng, facts, 150), picked(rng, facts, 150), strict=True):
        same = (given.subject, given.attribute, given.value) == (other.subject, other.attribute, other.value)
        assert same or guards[language].judge(given, other.text), (given, other)


def torn(given, other):
    """Corrupted rewrites of a fact, made with another one of the same attribute."""
    if other.value != given.value:
        yield given.text.replace(given.said, other.said)
    if given.subject and other.subject and other.subject != given.subject and given.subject in given.text:
        yield given.text.replace(given.subject, other.subject)
    if (other.subject, other.value) != (given.subject, given.value):
        yield f"{given.text} {other.text}"
    yield given.text.replace(given.said, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_fact_that_was_torn_passes(guards, stated, language):
    rng = np.random.RandomState(5)
    facts = [given for given in stated[language] if isinstance(given, Statement) and given.attribute]
    for given in picked(rng, facts, 200):
        (other,) = picked(rng, [one for one in facts if one.attribute == given.attribute], 1)
        for rewrite in torn(given, other):
            assert guards[language].judge(given, rewrite), (given, rewrite)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_in_the_other_language_never_passes(guards, stated, language):
    (other,) = set(LANGUAGES) - {language}
    for given, foreign in zip(stated[language][:150], stated[other][:150], strict=True):
        assert guards[language].judge(given, foreign.text), (given, foreign)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("piece", PIECES)
def test_no_string_is_too_long_or_too_strange_to_judge(guards, stated, language, piece):
    rng = np.random.RandomState(4)
    for given in picked(rng, stated[language], 12):
        assert guards[language].judge(given, piece * (10**6 // len(piece)))[0].rule == "length"
        full = (piece * longest(given.text))[: longest(given.text)]
        for text in (full, given.text[: len(given.text) // 2] + full[:40], "".join(picked(rng, piece, 60))):
            assert isinstance(guards[language].judge(given, text), list)


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_change_of_any_text_is_judged_without_an_error(guards, stated, language):
    rng = np.random.RandomState(8)
    for given in picked(rng, stated[language], 400):
        letters = list(given.text)
        for letter in picked(rng, "".join(PIECES), rng.randint(1, 6)):
            letters.insert(rng.randint(len(letters) + 1), letter)
        for rejection in guards[language].judge(given, "".join(letters)):
            assert rejection.rule in RULES
            json.dumps(rejection)


def test_rejections_come_in_the_order_of_the_rules(guards):
    given = Statement("My cousin works as a nurse.", "my cousin", "occupation", "nurse", "nurse", None, "2028-07-01T10:00")
    rules = [rejection.rule for rejection in guards["en"].judge(given, "Here is my rewrite: Zelda was not a nurse in 1999, maybe.")]
    assert len(set(rules)) > 4
    assert rules == sorted(rules, key=RULES.index)


CITY = Statement("Well. My coach has this city: Oslo. Right.", "my coach", "city", "Oslo", "Oslo", None, "2028-07-01T10:00")
OVER = Inquiry("Which of Ada Moor, Bo Vale and my coach are over 30?", ("Ada Moor, Bo Vale and my coach", "30"), ("Cy Ford", "Di Hill"))


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    return Guard(load_spec(small.write(tmp_path_factory.mktemp("small") / "scenario")), "en")


@pytest.mark.parametrize(
    "rewrite", [CITY.text, "About my coach, the city is Oslo.", "So my coach, city is Oslo, ok?", "My coach's city: Oslo. Thanks!"]
)
def test_facts_of_any_scenario_may_be_reworded(other, rewrite):
    assert other.judge(CITY, rewrite) == []


@pytest.mark.parametrize(
    "rewrite", ["My coach's city isn't Oslo.", "My coach has this city: Lima.", "My coach visited Oslo.", "His coach has this city: Oslo."]
)
def test_facts_of_any_scenario_may_not_be_turned(other, rewrite):
    assert other.judge(CITY, rewrite)


def test_questions_of_any_scenario_keep_what_they_ask(other):
    assert other.judge(OVER, "Of Bo Vale, Ada Moor and my coach, which ones are over 30?") == []
    for rewrite in (
        "Which of Bo Vale, Ada Moor and my coach are under 30?",
        "Which of Ada Moor, Bo Vale and my coach are 30 or over?",
        "Which of Ada Moor, Cy Ford and my coach are over 30?",
        "Which of Ada Moor and Bo Vale are over 30?",
    ):
        assert other.judge(OVER, rewrite), rewrite


def test_a_language_without_lists_has_no_guard(spec):
    with pytest.raises(InputError, match="fr"):
        Guard(spec, "fr")
