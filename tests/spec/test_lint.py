"""What reads wrong is found, phrase by phrase and rule by rule; what `daily` says reads right."""

from dataclasses import replace as changed

import pytest
from sets import call
from strategies import replace

from memsim.spec.lint import chinese, common, english, lint
from memsim.spec.load import load_spec

EN, ZH = "en", "zh"


def with_phrases(spec, language, place, *phrases):
    """Return the scenario in one language with phrases in front of a list, named by its key; what they break is not looked at."""
    content = spec.phrases[language].model_dump(by_alias=True)
    *path, last = place.split(".")
    branch = content
    for name in path:
        branch = branch[name]
    branch[last] = [*phrases, *branch[last]]
    file = type(spec.phrases[language]).model_validate(content)
    return changed(spec, phrases={language: file})


HOBBY, NAME = "statements.hobby", "statements.name"
WRONG = [
    # slots
    (EN, HOBBY, "{Subject} is into chess.", "not exactly one of the slots a_value, value"),
    (EN, HOBBY, "{Subject}, {subject} is into {value}.", "not exactly one of the slots Subject, subject"),
    (EN, HOBBY, "{Subject} is into {value} at {place}.", "a slot that nothing fills, 'place'"),
    (EN, HOBBY, "{Subject} is into {value.", "unbalanced braces"),
    (EN, HOBBY, "{Subject} told [NAME] about {value}.", "an unfilled slot, '['"),
    (EN, HOBBY, "{Subject} told XXX about {value}.", "an unfilled slot, 'XXX'"),
    (ZH, HOBBY, "{subject}跟XX聊过{value}。", "an unfilled slot, 'XX'"),
    (ZH, HOBBY, "{subject}迷上了{value}｛value｝。", "an unfilled slot, '｛'"),
    (EN, HOBBY, "{Subject} has had 3 years of {value}.", "a number of its own, '3'"),
    (ZH, HOBBY, "{subject}迷{value}有３年了。", "a number of its own, '３'"),
    (EN, HOBBY, "For my {subject}, nothing beats {value}.", "'my' before a subject that brings its own"),
    (EN, "questions.ask.hobby", "What's the hobby of the {subject}?", "'the' before a subject that brings its own"),
    (EN, "questions.ask.item_type", "What kind of thing is the {subject}?", "'the' before a subject that brings its own"),
    (ZH, HOBBY, "听我{subject}说迷上了{value}。", "'我' before a subject that brings its own"),
    # punctuation
    (EN, HOBBY, "{Subject} is into {value}..", "punctuation twice, '..'"),
    (EN, HOBBY, "{Subject}, is it {value}?.", "punctuation twice, '?.'"),
    (EN, HOBBY, "{Subject},, by the way, is into {value}.", "punctuation twice, ',,'"),
    (EN, HOBBY, "{Subject} is into {value}....", "punctuation twice"),
    (EN, HOBBY, '{Subject} said "I like {value}.".', "punctuation twice"),
    (ZH, HOBBY, "{subject}迷上了{value}。。", "punctuation twice, '。。'"),
    (ZH, HOBBY, "{subject}迷上了{value}。，真的。", "punctuation twice, '。，'"),
    (ZH, HOBBY, "{subject}说“我就爱{value}。”。", "punctuation twice"),
    (EN, HOBBY, "{Subject} is into {value} , really.", "a space before ','"),
    (EN, HOBBY, "{Subject} is  into {value}.", "a space too many"),
    (EN, HOBBY, "{Subject} is into {value}. ", "a space too many"),
    (EN, HOBBY, "{Subject} is into {value}", "no sentence punctuation at the end"),
    (EN, "openers.roles", "By the by,", "no sentence punctuation at the end"),
    (ZH, HOBBY, "{subject}迷上了{value}", "no sentence punctuation at the end"),
    (EN, "questions.bridge.hobby", "the one who loves {value}.", "punctuation at the end of what is part of a sentence"),
    (EN, "own.hobby", "I'm into {value}", "no sentence punctuation at the end"),
    (EN, "questions.predicate.age.above", "are over {value}.", "punctuation at the end of what is part of a sentence"),
    (ZH, "questions.member.birthday.season", "在{value}过生日，", "punctuation at the end of what is part of a sentence"),
    (ZH, HOBBY, "{subject}迷上了{value},真的。", "half-width punctuation, ','"),
    (ZH, HOBBY, "{subject}(真的)迷上了{value}。", "half-width punctuation, '('"),
    (ZH, HOBBY, "{subject} 迷上了{value}。", "a space"),
    # scripts
    (EN, HOBBY, "{Subject} is 真的 into {value}.", "another script, '真的'"),
    (EN, HOBBY, "{Subject} is into {value}。", "another script, '。'"),
    (ZH, HOBBY, "{subject}真的love{value}。", "another script, 'love'"),
    (ZH, HOBBY, "{Subject}迷上了{value}。", "the slot 'Subject', which only English needs"),
    # capitals and articles
    (EN, HOBBY, "{subject} is into {value}.", "a sentence that starts in lower case, '{subject}'"),
    (EN, HOBBY, "{value} is what {subject} is into.", "a sentence that starts in lower case, '{value}'"),
    (EN, HOBBY, "{Subject} is into {value}. we know.", "a sentence that starts in lower case, 'w'"),
    (EN, "tails.roles", "just so you have that.", "a sentence that starts in lower case, 'j'"),
    (EN, "questions.which", "{list}: which of them {predicate}?", "a sentence that starts in lower case, '{list}'"),
    (EN, "questions.own.hobby", "what do I like?", "a sentence that starts in lower case, 'w'"),
    (EN, "questions.hybrid", "{first} and then. {second}", "a sentence that starts in lower case, 'a'"),
    (EN, HOBBY, "I know {Subject} is into {value}.", "'{Subject}' inside of a sentence"),
    (EN, "statements.occupation", "{Subject} works as a {value}.", "'a' before {value} where {a_value} is needed"),
    (EN, "statements.occupation", "{Subject} works as an {value}.", "'an' before {value} where {a_value} is needed"),
    (EN, "statements.occupation", "{Subject} works as the {a_value}.", "'the' before {a_value}, which brings an article"),
    (EN, HOBBY, "{Subject} spends a evening on {value}.", "'a' before 'evening'"),
    (EN, HOBBY, "An lot of {subject}'s days go into {value}.", "'An' before 'lot'"),
    # doubled words
    (EN, HOBBY, "{Subject} is into the the {value}.", "a word twice, 'the the'"),
    (EN, HOBBY, "It is is {subject} who is into {value}.", "a word twice, 'is is'"),
    (ZH, HOBBY, "{subject}的的爱好就{value}这一样。", "a word twice, '的的'"),
    (ZH, HOBBY, "我们我们都听{subject}说过{value}。", "a word twice, '我们我们'"),
    # agreement
    (EN, HOBBY, "{Subject} are into {value}.", "do not agree, '{Subject} are'"),
    (EN, HOBBY, "They say that {subject} have a thing for {value}.", "do not agree, 'that {subject} have'"),
    (EN, HOBBY, "I like {subject}, he are into {value}.", "do not agree, 'he are'"),
    (EN, HOBBY, "{Subject} and friends say they is into {value}.", "do not agree, 'they is'"),
    (EN, HOBBY, "{Subject} and me, we was at {value}.", "do not agree, 'we was'"),
    (EN, HOBBY, "I is glad {subject} is into {value}.", "do not agree, 'I is'"),
    (EN, HOBBY, "These people is why {subject} is into {value}.", "do not agree, 'These people is'"),
    (EN, "questions.ask.scale", "How much people are expected at {subject}?", "do not agree, 'much people'"),
    (EN, "questions.ask.duration", "How many time does {subject} take?", "do not agree, 'many time'"),
    (EN, "questions.count", "{List} is what I ask about. How many {predicate}?", "do not agree, '{List} is'"),
    (EN, HOBBY, "{Subject} likes this things about {value}.", "do not agree, 'this things'"),
    # names
    (EN, NAME, "{Subject}'s name is {value}.", "a bare 'X's name is X'"),
    (ZH, NAME, "{subject}的姓名叫{value}。", "a bare 'X's name is X'"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "place", "phrase", "what"), WRONG, ids=[phrase for _, _, phrase, _ in WRONG])
def test_what_is_wrong_is_named(spec, language, place, phrase, what):
    found = lint(with_phrases(spec, language, place, phrase))
    assert any(fault.startswith(f"phrases.{language}.yaml: {place}[0]: ") and what in fault for fault in found), found
    assert all(fault.endswith(f": {phrase!r}") for fault in found)


RIGHT = [
    (EN, HOBBY, "Well... {subject} is into {value}."),
    (EN, HOBBY, "{Subject}, into {value}, really?!"),
    (EN, HOBBY, "At p.m., as it were, {subject} is into {value}."),
    (EN, HOBBY, "The photos of {subject} are all about {value}."),
    (EN, HOBBY, "What else would {subject} do but {value}?"),
    (EN, HOBBY, "Why does he have {value}, {subject} asked."),
    (EN, HOBBY, "If only {subject} were less into {value}."),
    (EN, HOBBY, "I had had it with {value}, said {subject}, in an hour."),
    (EN, HOBBY, "She and {subject} are into {value}."),
    (EN, HOBBY, "It is a one-off, a useful one, and {subject} calls it {value}."),
    (EN, "questions.ask.scale", "How many people was {subject} meant for, I wonder?"),
    (EN, "questions.ask.duration", "How many times did {subject} take that long?"),
    (EN, "statements.employer", "{value} is where {subject} earns a living."),
    (EN, "statements.item_type", "The {subject} in the hall is {a_value}."),
    (ZH, HOBBY, "{subject}现在在家就是{value}……"),
    (ZH, HOBBY, "{subject}在KTV说的，就爱{value}？！"),
    (ZH, HOBBY, "为了了解{value}，{subject}天天看看书。"),
    (ZH, HOBBY, "{subject}说：“我的目的的确就是{value}。”"),
]


@pytest.mark.parametrize(("language", "place", "phrase"), RIGHT, ids=[phrase for _, _, phrase in RIGHT])
def test_what_is_right_passes(spec, language, place, phrase):
    assert lint(with_phrases(spec, language, place, phrase)) == []


def test_daily_reads_right(spec):
    assert lint(spec) == []


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (EN, "{Subject} is mad about {value}.", "{Subject} is mad... about {value}!"),
        (EN, "{Subject} is mad about {value}.", "{Subject} is MAD about {a_value}."),
        (ZH, "{subject}真的就爱{value}。", "{subject}，真的，就爱{value}！"),
    ],
)
def test_a_phrase_that_repeats_another_is_named(spec, language, one, other):
    (fault,) = lint(with_phrases(spec, language, HOBBY, one, other))
    assert fault == f"phrases.{language}.yaml: {HOBBY}[1]: the same as {HOBBY}[0]: {other!r}"


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        (EN, [f"The {what} of {{subject}} is {{value}}." for what in ("hobby", "passion", "favourite pastime")]),
        (ZH, [f"{{subject}}的{what}是{{value}}。" for what in ("业余爱好", "最爱", "消遣")]),
    ],
)
def test_too_many_stiff_cores_are_named(spec, language, phrases):
    """The list has one already, and twenty of them may have two."""
    assert lint(with_phrases(spec, language, HOBBY, *phrases[:1])) == []
    (fault,) = lint(with_phrases(spec, language, HOBBY, *phrases))
    assert "4 of 2" in fault
    assert "cores are of the form 'The X of {subject} is {value}', at most one in 8" in fault


def test_a_name_that_is_the_only_wording_is_no_news(spec):
    content = spec.phrases[EN].model_dump(by_alias=True)
    content["statements"]["event_name"] = ["They call {subject} {value}."]
    file = type(spec.phrases[EN]).model_validate(content)
    (fault,) = lint(changed(spec, phrases={EN: file}))
    assert "statements.event_name[0]: repeats its subject" in fault


def test_every_rule_is_tripped(spec):
    """No rule without a phrase above that trips it."""
    silent = {rule.__name__ for rules in (common.RULES, english.RULES, chinese.RULES) for rule in rules}
    for language, place, phrase, _what in WRONG:
        own = english.RULES if language == EN else chinese.RULES
        changed_spec = with_phrases(spec, language, place, phrase)
        seen = [one for one in phrases_of(changed_spec, language) if one.key == f"{place}[0]"]
        silent -= {rule.__name__ for rule in [*common.RULES, *own] for one in seen if list(rule(one))}
    assert silent == set()


def phrases_of(spec, language):
    from memsim.spec.lint.phrase import Phrase
    from memsim.spec.phrases import phrases_with_slots

    return [Phrase(spec, language, key, text, groups) for key, text, groups in phrases_with_slots(spec.phrases[language])]


def test_the_command_names_what_reads_wrong(daily_copy, capsys, monkeypatch):
    replace(daily_copy / "phrases.en.yaml", "statements:\n  name:\n", 'statements:\n  name:\n    - "{Subject}\'s name is {value}.."\n')
    assert lint(load_spec(daily_copy))
    ended = call(capsys, monkeypatch, "scenario", "check", daily_copy)
    assert ended.code == 1
    assert "phrases.en.yaml: statements.name[0]: punctuation twice, '..': " in ended.err
