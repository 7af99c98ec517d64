"""Every way of asking on `daily` is well formed, and has phrases in every language."""

from collections import Counter

import pytest

from memsim.questions.patterns import Scope
from memsim.questions.registry import QUESTION_TYPES
from memsim.render.question import ask_key, subject_key


@pytest.fixture(scope="module")
def patterns(spec):
    """All patterns of all types and topics."""
    return [pattern for topic in spec.file.topics for build in QUESTION_TYPES.values() for pattern in build(Scope(spec, topic))]


def key_of(pattern):
    return tuple(
        getattr(pattern, name) if name != "transform" else pattern.transform and pattern.transform.name
        for name in pattern.__dataclass_fields__
    )


@pytest.mark.parametrize("question_type", QUESTION_TYPES)
def test_a_type_yields_patterns_of_its_own_name_only(spec, question_type):
    by_topic = {topic: list(QUESTION_TYPES[question_type](Scope(spec, topic))) for topic in spec.file.topics}
    assert any(by_topic.values())
    for topic, found in by_topic.items():
        assert {(pattern.question_type, pattern.topic) for pattern in found} <= {(question_type, topic)}


def test_no_pattern_comes_twice(patterns):
    assert [key for key, count in Counter(map(key_of, patterns)).items() if count > 1] == []


def test_uses_are_declared(spec, patterns):
    for pattern in patterns:
        assert spec.file.classes[pattern.klass].topic == pattern.topic
        nodes, attributes = spec.file.nodes[pattern.klass], spec.file.attributes
        assert {pattern.attribute, *filter(None, [pattern.reads])} <= set(nodes)
        assert ("count" if pattern.predicate else "ask") in attributes[pattern.attribute].uses
        assert pattern.bridge is None or "bridge" in attributes[pattern.bridge].uses
        assert pattern.extreme is None or "compare" in attributes[pattern.extreme[0]].uses


def test_no_wording_holds_its_own_answer(spec, patterns):
    for pattern in patterns:
        topic = spec.file.topics[pattern.topic]
        words = {"role": topic.role, "name": topic.name}
        assert words[pattern.wording] is not None
        assert words[pattern.asked_wording] is not None
        assert pattern.attribute not in {words[pattern.wording], words[pattern.asked_wording]}
        assert pattern.reads != pattern.attribute


def test_identification_is_by_one_means(patterns):
    for pattern in patterns:
        means = [pattern.bridge, pattern.extreme, pattern.predicate]
        assert sum(one is not None for one in means) <= 1
        assert (pattern.scope > 1) == (pattern.extreme is not None or pattern.predicate is not None)


def test_scopes_leave_somebody_out(spec, patterns):
    """A count over all entities of a class, or an extreme over all holders, would be told by elimination."""
    for pattern in patterns:
        assert pattern.scope < spec.file.classes[pattern.klass].count
        assert pattern.extreme is None or pattern.scope in {2, 3, 4}  # the winner is one of the four holders
        assert pattern.predicate is None or pattern.scope in {4, 5}


def test_links_need_two_wordings_and_lead_to_the_other(spec, patterns):
    linked = [pattern for pattern in patterns if pattern.link]
    assert {pattern.link for pattern in linked} == {"to_name", "to_role"}
    for pattern in linked:
        assert spec.file.topics[pattern.topic].role is not None
        assert pattern.link == f"to_{pattern.wording}"
        assert pattern.asked_wording != pattern.wording


def test_predicates_have_thresholds(spec, patterns):
    counted = [pattern for pattern in patterns if pattern.predicate]
    assert {pattern.predicate for pattern in counted} == {"above", "below"}
    for pattern in counted:
        domain = spec.domains[pattern.attribute]
        thresholds = spec.file.attributes[pattern.attribute].thresholds
        assert thresholds
        assert domain.numbers is not None
        assert all(domain.code(str(value)) >= 0 for value in thresholds)


def test_a_constant_of_the_class_is_never_asked(spec, patterns):
    """All colleagues work where the user works: asking it would have one answer."""
    for pattern in patterns:
        for name in filter(None, [pattern.attribute, pattern.reads]):
            node = spec.file.nodes[pattern.klass][name]
            assert not (node.cpd == "copy" and node.p == 1)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_pattern_has_phrases(spec, patterns, language):
    from memsim.render.phrases import PhraseBook

    book = PhraseBook(spec.phrases[language])
    for pattern in patterns:
        keys = [ask_key(pattern.attribute, pattern.transform.name if pattern.transform else None, pattern.predicate)]
        keys += filter(None, [subject_key(pattern.bridge, pattern.extreme, pattern.scope)])
        for key in keys:
            assert book.core(f"{key}[0]")
        assert pattern.wording in spec.phrases[language].wording[pattern.topic]
