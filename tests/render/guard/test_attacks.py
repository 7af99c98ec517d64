"""What takes a fact back, tells it of somebody else or gives an answer away, put around any text of a set: nothing of it passes."""

import re

import numpy as np
import pytest

from memsim.render.guard import Inquiry, Statement

TAILS = {
    "en": [
        "That changed.",
        "It has changed.",
        "That was then.",
        "Me too.",
        "So am I.",
        "Mine too.",
        "So is mine.",
        "Same for me.",
        "I have the same one.",
        "We both do.",
        "Called off.",
        "It is over.",
        "I gave it away.",
        "Take that back.",
        "The other way round.",
        "At first.",
        "For now.",
        "Not.",
        "No.",
        "Nope.",
        "Wrong.",
        "I lied.",
        "Just kidding.",
        "That is false.",
        "Maybe.",
        "Who knows.",
        "Or so.",
        "Like me.",
        "I quit.",
        "Rest in peace.",
        "I am sorry, I cannot help with that.",
        "I kept the facts.",
    ],
    "zh": [
        "错了。",
        "我也是。",
        "早变了。",
        "骗人的。",
        "没有的事。",
        "跟你一样。",
        "不是。",
        "不。",
        "现在变了。",
        "换人了。",
        "取消了。",
        "不干了。",
        "算了。",
        "我忘了。",
        "才怪。",
        "假的。",
        "别信。",
        "我说错了。",
        "倒过来。",
        "可能吧。",
    ],
}
HEADS = {
    "en": [
        "In my dream, ",
        "In a story I wrote, ",
        "No, ",
        "I wish ",
        "I hope ",
        "They say ",
        "Allegedly ",
        "Back then, ",
        "Maybe: ",
        "Sure! ",
        "Here you go: ",
    ],
    "zh": ["梦里，", "故事里说，", "据说", "但愿", "好的，", "改写：", "听说"],
}
FORMS = {
    "en": ["{text} {choice}?", "{text} Is it {choice}?", "{choice}: {text}", "{text} I think {choice}.", "{text} ({choice})"],
    "zh": ["{text}{choice}？", "{text}是{choice}吗？", "{choice}，{text}", "{text}我记得是{choice}。", "{text}（{choice}）"],
}
LEAKED = 0.04  # of the texts, where a phrase happens to hold such words itself


def picked(rng, things, many):
    return [things[place] for place in rng.randint(len(things), size=many)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_takes_a_fact_back_or_gives_it_to_another_passes_nowhere(guards, stated, language):
    rng = np.random.RandomState(6)
    facts = picked(rng, [given for given in stated[language] if isinstance(given, Statement) and given.attribute], 60)
    space = " " if language == "en" else ""
    changed = [(tail, given, f"{given.text}{space}{tail}") for tail in TAILS[language] for given in facts]
    changed += [(head, given, head + given.text) for head in HEADS[language] for given in facts]
    passed = [(what, rewrite) for what, given, rewrite in changed if not guards[language].judge(given, rewrite)]
    by_kind = {what: sum(one == what for one, _ in passed) for what, _ in passed}
    assert max(by_kind.values(), default=0) <= LEAKED * len(facts), (by_kind, passed[:20])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_question_gives_one_of_its_choices_away(guards, stated, language):
    questions = [given for given in stated[language] if isinstance(given, Inquiry)]
    for given in questions:
        for choice in given.choices:
            for form in FORMS[language]:
                rewrite = form.format(text=given.text, choice=choice)
                assert guards[language].judge(given, rewrite), rewrite


def test_a_fact_that_was_turned_in_its_own_clause_does_not_pass(guards, stated):
    facts = [given for given in stated["en"] if isinstance(given, Statement) and given.attribute]
    for old, new in ((r"\bis\b", "isn't"), (r"\bis\b", "was"), (r"\bI\b(?!')", "you"), (r"\.$", " no more.")):
        tried = [(given, re.sub(old, new, given.text, count=1)) for given in facts if len(re.findall(r"[.!?]", given.text)) == 1]
        tried = [(given, rewrite) for given, rewrite in tried if rewrite != given.text]
        passed = [rewrite for given, rewrite in tried if not guards["en"].judge(given, rewrite)]
        assert len(passed) <= LEAKED * len(tried), (new, passed)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_of_a_text_comes_twice_or_with_blanks_around_it(guards, stated, language):
    for given in stated[language][:60]:
        for rewrite in (f"  {given.text}", f"{given.text} ", f"{given.text} {given.text}", given.text.replace(" ", "\u00a0") + "\u2028"):
            assert guards[language].judge(given, rewrite), rewrite
