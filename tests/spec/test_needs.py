"""Each way in which a scenario tells and asks needs its phrases, in each language, and each phrase has the slots of its kind."""

from dataclasses import replace as changed
from typing import get_args

import pytest

from memsim.errors import ScenarioError
from memsim.spec import model, needs
from memsim.spec.needs import needed_phrases
from memsim.spec.phrases import leaves
from memsim.spec.validate import validate


def edited(spec, language, key, edit):
    """The scenario with a part of its phrases edited: `edit` gets what holds the part, and its name or place."""
    content = spec.phrases[language].model_dump(by_alias=True)
    *path, last = [int(step) if step.isdigit() else step for step in key.replace("[", ".").replace("]", "").split(".")]
    branch = content
    for step in path:
        branch = branch[step]
    edit(branch, last)
    return changed(spec, phrases={**spec.phrases, language: type(spec.phrases[language]).model_validate(content)})


def without(spec, language, key):
    return edited(spec, language, key, lambda branch, last: branch.__delitem__(last))


def with_attribute(spec, name, **fields):
    """The scenario with other fields of an attribute."""
    attributes = spec.file.attributes | {name: spec.file.attributes[name].model_copy(update=fields)}
    return changed(spec, file=spec.file.model_copy(update={"attributes": attributes}), noise={})


#: By use, the part of the phrases that it needs of an attribute.
USES = {
    "ask": "questions.ask.{}",
    "bridge": "questions.bridge.{}",
    "compare": "questions.extreme.{}",
    "closest": "questions.closest.{}",
    "order": "questions.order.{}",
    "amount": "questions.amount.{}",
    "sum": "questions.aggregate.{}.sum",
    "mean": "questions.aggregate.{}.mean",
    "range": "questions.aggregate.{}.range",
}
#: What else needs phrases: the part of the phrases, the attribute, and its fields without the need.
OTHERS = [
    *((f"questions.predicate.age.{kind}", "age", {"predicates": []}) for kind in ("above", "at_least", "below", "at_most", "between")),
    ("questions.predicate.education.equal", "education", {"predicates": []}),
    ("questions.member.hometown.continent", "hometown", {"members": []}),
    ("questions.transform.country.hometown", "hometown", {"uses": ["bridge"]}),
    ("questions.transform.inches.height", "height", {"transforms": []}),
    ("questions.own_transform.inches.height", "height", {"transforms": []}),
    ("questions.own_transform.digit_sum.passport", "passport", {"group": None}),
    ("questions.chain.companion", "companion", {"uses": ["ask"]}),
    ("questions.own.hobby", "hobby", {"uses": ["bridge"]}),
    ("statements.event_place", "event_place", {"uses": [], "members": []}),
    ("own.bank_card", "bank_card", {"transforms": [], "group": None}),
]
ALWAYS = [
    *("openers.events", "tails.places", "wording.roles.role", "wording.roles.name", "wording.roles.own", "wording.events.name"),
    *("statements.name", "questions.count", "questions.which", "none", "order"),
]
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def assert_refused(spec, language, key):
    with pytest.raises(ScenarioError, match="the scenario uses it and declares this language") as caught:
        validate(spec)
    assert caught.value.file == str(spec.folder / f"phrases.{language}.yaml")
    assert f"{caught.value.key}.".startswith(f"{key}.")


def test_every_use_is_known():
    assert set(USES) == set(get_args(model.Use)) == set(needs._BY_USE)


@LANGUAGES
@pytest.mark.parametrize("use", USES)
def test_a_use_needs_its_phrases_and_nothing_else_does(spec, language, use):
    """Of every attribute that has it and is told: without the phrases the scenario is refused, without the use it does not miss them."""
    told = {name for klass, nodes in spec.file.nodes.items() if klass != "user" for name in nodes}
    users = [name for name, attribute in spec.file.attributes.items() if use in attribute.uses and name in told]
    assert users
    for name in users:
        bare = without(spec, language, USES[use].format(name))
        assert_refused(bare, language, USES[use].format(name))
        validate(with_attribute(bare, name, uses=[one for one in spec.file.attributes[name].uses if one != use]))


@LANGUAGES
@pytest.mark.parametrize(("key", "name", "fields"), OTHERS, ids=[key for key, *_ in OTHERS])
def test_what_is_declared_needs_its_phrases_and_nothing_else_does(spec, language, key, name, fields):
    bare = without(spec, language, key)
    assert_refused(bare, language, key)
    validate(with_attribute(bare, name, **fields))


@LANGUAGES
@pytest.mark.parametrize("key", ALWAYS)
def test_what_every_such_scenario_needs(spec, language, key):
    assert_refused(without(spec, language, key), language, key)


def test_a_property_of_fewer_than_four_results_is_no_question(spec):
    needed = set(needed_phrases(spec))
    asked = [(name, prop) for name, prop in spec.knowledge if "ask" in spec.file.attributes[name].uses]
    for name, prop in asked:
        results = set(spec.knowledge[name, prop]["en"].values())
        assert (f"questions.transform.{prop}.{name}" in needed) == (len(results) >= 4), (name, prop)
    assert ("place_comment", "polarity") in asked


@LANGUAGES
def test_daily_has_no_list_that_nothing_needs(spec, language):
    lists = {key.rpartition("[")[0] or key for key, _ in leaves("", spec.phrases[language].model_dump(by_alias=True))}
    free = {name for name in lists if name.partition(".")[0] in ("list", "days", "results")}
    assert sorted(lists - free - set(needed_phrases(spec))) == []


#: A phrase of each kind that lacks one of its slots, or has one too many; and what was expected.
WRONG = [
    ("wording.roles.role", "my {a_value}", "exactly one of the slots value"),
    ("wording.roles.own", "I, {value}", "slots: none"),
    ("own.hobby[0]", "My thing is {subject} and {value}.", "slots: a_value, value"),
    ("own.hobby[0]", "I like that.", "exactly one of the slots a_value, value"),
    ("statements.hobby[0]", "{value} it is.", "exactly one of the slots Subject, subject"),
    ("questions.own.hobby[0]", "What does {subject} like?", "slots: none"),
    ("questions.ask.hobby[0]", "What do I like?", "exactly one of the slots Subject, subject"),
    ("questions.transform.inches.height[0]", "How many inches?", "exactly one of the slots Subject, subject"),
    ("questions.own_transform.inches.height[0]", "How many inches has {subject}?", "slots: none"),
    ("questions.bridge.hobby[0]", "the one with a hobby", "exactly one of the slots a_value, value"),
    ("questions.extreme.age.max.two[0]", "the older of {List}", "exactly one of the slots list"),
    ("questions.closest.age.more[0]", "the closest among {list}", "exactly one of the slots a_value, value"),
    ("questions.chain.companion[0]", "the event that {Subject} comes to", "exactly one of the slots subject"),
    ("questions.count[0]", "How many of {list}?", "exactly one of the slots predicate"),
    ("questions.which[0]", "Which of them {predicate}?", "exactly one of the slots List, list"),
    ("questions.predicate.age.above[0]", "are over {low}", "exactly one of the slots a_value, value"),
    ("questions.predicate.age.between[0]", "are from {low} on", "exactly one of the slots high"),
    ("questions.member.hometown.continent[0]", "grew up somewhere", "exactly one of the slots a_value, value"),
    ("questions.aggregate.age.sum[0]", "How old are they?", "exactly one of the slots List, list"),
    ("questions.amount.age[0]", "How much older is {subject}?", "exactly one of the slots List, list"),
    ("questions.order.age.max[0]", "Sort {list} by {value}.", "slots: List, list"),
    ("questions.hybrid[0]", "{first} And?", "exactly one of the slots second"),
    ("questions.chatter.before[0]", "Hello {subject}.", "slots: none"),
    ("openers.roles[0]", "So, {value}.", "slots: none"),
    ("days.past", "long ago", "exactly one of the slots n"),
    ("days.future", "in {days} days", "exactly one of the slots n"),
    ("days.today", "in {n} days", "slots: none"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "phrase", "expected"), WRONG, ids=[f"{key}: {phrase}" for key, phrase, _ in WRONG])
def test_a_phrase_with_wrong_slots_is_named(spec, key, phrase, expected):
    wrong = edited(spec, "en", key, lambda branch, last: branch.__setitem__(last, phrase))
    with pytest.raises(ScenarioError) as caught:
        validate(wrong)
    assert (caught.value.file, caught.value.key) == (str(spec.folder / "phrases.en.yaml"), key)
    assert phrase in caught.value.found
    assert expected in caught.value.expected


@pytest.mark.parametrize("key", ["list.separator", "list.last", "order.separator"])
def test_what_stands_between_texts_is_something(spec, key):
    """A list could not be told apart again."""
    with pytest.raises(ValueError, match="at least 1 character"):
        edited(spec, "en", key, lambda branch, last: branch.__setitem__(last, ""))
