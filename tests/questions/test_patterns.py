"""Every way of asking on `daily` is well formed, everything that is declared is asked, and all of it has phrases in every language."""

from collections import Counter
from dataclasses import replace

import pytest

from memsim.causal.forms import way_of
from memsim.questions.patterns import OWN, WORDINGS, Scope
from memsim.questions.predicates import BETWEEN, SIGNS
from memsim.questions.registry import QUESTION_TYPES
from memsim.questions.scopes import STATISTICS
from memsim.render.phrases import PhraseBook
from memsim.render.question import phrase_keys

OF_VALUES = {"sum", "mean", "range", "amount", "order_max", "order_min"}
OF_PREDICATES = {"count", "which"}


@pytest.fixture(scope="module")
def patterns(spec):
    """All patterns of all types and topics."""
    return [pattern for topic in spec.file.topics for build in QUESTION_TYPES.values() for pattern in build(Scope(spec, topic))]


def key_of(pattern):
    return replace(pattern, transform=None), pattern.transform and pattern.transform.name


def varies(spec, klass, name):
    """Whether not all of a class share the user's value."""
    node = spec.file.nodes[klass][name]
    return not (node.cpd == "copy" and node.p == 1 and node.parents[0].startswith("user."))


def asked_classes(spec):
    """(class, topic) of everybody but the user."""
    return [(name, klass.topic) for name, klass in spec.file.classes.items() if klass.topic and not klass.own]


@pytest.mark.parametrize("question_type", QUESTION_TYPES)
def test_a_type_yields_patterns_of_its_own_name_only(spec, question_type):
    by_topic = {topic: list(QUESTION_TYPES[question_type](Scope(spec, topic))) for topic in spec.file.topics}
    assert any(by_topic.values())
    for topic, found in by_topic.items():
        assert {(pattern.question_type, pattern.topic) for pattern in found} <= {(question_type, topic)}


def test_no_pattern_comes_twice(patterns):
    assert [key for key, count in Counter(map(key_of, patterns)).items() if count > 1] == []


def test_uses_are_declared(spec, patterns):
    attributes = spec.file.attributes
    for pattern in patterns:
        asked = attributes[pattern.attribute]
        assert pattern.attribute in spec.file.nodes["user" if pattern.own else pattern.klass]
        assert spec.file.classes[pattern.klass].topic == pattern.topic
        if pattern.statistic in OF_PREDICATES:
            kind, _, prop = pattern.predicate.partition(":")
            assert prop in asked.members if kind == "member" else kind in asked.predicates
        elif pattern.statistic in OF_VALUES:
            assert pattern.statistic.partition("_")[0] in asked.uses
        else:
            assert "ask" in asked.uses or pattern.rivals
        if pattern.extreme:
            assert ("closest" if pattern.extreme[1] == "closest" else "compare") in attributes[pattern.extreme[0]].uses
        for name in filter(None, [pattern.bridge, pattern.chain]):
            assert "bridge" in attributes[name].uses
        assert pattern.transform is None or pattern.transform.name in {*asked.transforms, *asked.knowledge}


def test_everything_declared_is_asked(spec, patterns):
    """The declarations, read one by one, and nothing else."""
    expected = set()
    for klass, topic in asked_classes(spec):
        role = spec.file.topics[topic].role
        for name in spec.file.nodes[klass]:
            if not varies(spec, klass, name):
                continue
            uses = spec.file.attributes[name].uses
            expected |= {(klass, name, use) for use in uses if use not in {"ask", "order", "bridge", "compare", "closest"}}
            expected |= {(klass, name, f"order_{way}") for way in ("max", "min") if "order" in uses}
            expected |= {(klass, name, statistic, kind) for kind in spec.file.attributes[name].predicates for statistic in OF_PREDICATES}
            expected |= {
                (klass, name, statistic, f"member:{prop}") for prop in spec.file.attributes[name].members for statistic in OF_PREDICATES
            }
            expected |= {(klass, name, "compare", way) for way in ("max", "min") if "compare" in uses}
            expected |= {(klass, name, "compare", "closest")} if "closest" in uses else set()
            expected |= {(klass, name, wording) for wording in ("role", "name") if "ask" in uses and (wording == "name" or role)}
            expected -= {(klass, role, "role"), (klass, spec.file.topics[topic].name, "name")}
            expected |= {(klass, name, "bridge")} if "bridge" in uses else set()
    found = set()
    for pattern in patterns:
        if pattern.statistic in OF_PREDICATES:
            found.add((pattern.klass, pattern.attribute, pattern.statistic, pattern.predicate))
        elif pattern.statistic:
            found.add((pattern.klass, pattern.attribute, pattern.statistic))
        elif not pattern.own:
            found.add((pattern.klass, pattern.attribute, pattern.wording))
            found |= {(pattern.klass, pattern.extreme[0], "compare", pattern.extreme[1])} if pattern.extreme else set()
            found |= {(pattern.person or pattern.klass, pattern.bridge, "bridge")} if pattern.bridge else set()
    assert found == expected


def test_no_wording_holds_its_own_answer(spec, patterns):
    for pattern in patterns:
        if pattern.own:
            continue
        topic = spec.file.topics[pattern.topic]
        words = {"role": topic.role, "name": topic.name}
        assert words[pattern.wording] is not None
        assert pattern.attribute != words[pattern.wording]
        assert pattern.reads != pattern.attribute
        if pattern.chain is None:
            assert words[pattern.asked_wording] is not None
            assert pattern.attribute != words[pattern.asked_wording]


def test_identification_is_by_one_means(patterns):
    for pattern in patterns:
        means = [pattern.bridge, pattern.extreme, pattern.statistic]
        assert sum(one is not None for one in means) <= 1
        assert (pattern.scope > 1) == (pattern.extreme is not None or pattern.statistic is not None)
        assert (pattern.predicate is not None) == (pattern.statistic in OF_PREDICATES)
        assert pattern.statistic is None or pattern.statistic in STATISTICS
        assert pattern.transform is None or (pattern.statistic is None and pattern.extreme is None)


def test_scopes_leave_somebody_out(spec, patterns):
    """A count over all entities of a class, or an extreme over all holders, would be told by elimination."""
    for pattern in patterns:
        assert pattern.own or pattern.scope < spec.file.classes[pattern.klass].count
        assert pattern.extreme is None or pattern.scope in {2, 3, 4}  # the winner is one of the four holders


def test_scopes_have_four_results_and_few_enough_to_choose_from(patterns):
    sizes = {}
    for pattern in patterns:
        if pattern.statistic:
            sizes.setdefault(pattern.statistic, set()).add(pattern.scope)
    assert set(sizes) == set(STATISTICS)
    assert sizes["amount"] == {2}
    assert min(sizes["count"]) + 1 >= 4
    assert max(sizes["count"]) <= 6
    for statistic in ("which", "order_max", "order_min"):
        assert sizes[statistic] == {3, 4}


def test_links_need_two_wordings_and_lead_to_the_other(spec, patterns):
    linked = [pattern for pattern in patterns if pattern.link and not pattern.chain]
    assert {pattern.link for pattern in linked} == {"to_name", "to_role"}
    for pattern in linked:
        assert spec.file.topics[pattern.topic].role is not None
        assert pattern.link == f"to_{pattern.wording}"
        assert pattern.asked_wording != pattern.wording


def test_chains_lead_over_a_person_to_another_topic(spec, patterns):
    """A reference names whom it refers to, so that it is the name that a chain needs."""
    chained = [pattern for pattern in patterns if pattern.chain]
    assert {(pattern.link, pattern.bridge is not None) for pattern in chained} == {("to_name", False), (None, True), ("to_name", True)}
    for pattern in chained:
        domain, person = spec.domains[pattern.chain], spec.file.classes[pattern.person]
        assert domain.kind == "entity"
        assert domain.entities[pattern.klass] == pattern.person
        assert domain.name == spec.file.topics[person.topic].name
        assert pattern.asked_wording == ("role" if pattern.link else "name")
        assert pattern.bridge is None or pattern.bridge in spec.file.nodes[pattern.person]
        assert pattern.attribute != pattern.chain


def test_the_user_is_asked_about_where_others_can_rival(spec, patterns):
    mine = [pattern for pattern in patterns if pattern.own]
    assert {pattern.question_type for pattern in mine} == {"single_hop", "post_processing"}
    for pattern in mine:
        assert spec.file.classes["user"].topic == pattern.topic
        assert (pattern.link, pattern.bridge, pattern.chain, pattern.extreme, pattern.statistic) == (None,) * 5
        assert pattern.wording == pattern.asked_wording == OWN
        if pattern.rivals:
            assert pattern.klass == "user"
            assert len({pattern.attribute, *pattern.rivals}) == 4
            group = {spec.file.attributes[name].group for name in (pattern.attribute, *pattern.rivals)}
            assert len(group) == 1
            assert group != {None}
        else:
            assert pattern.attribute in spec.file.nodes[pattern.klass]
            assert varies(spec, pattern.klass, pattern.attribute)
    assert {pattern.wording for pattern in patterns} == set(WORDINGS)


def test_predicates_have_thresholds_or_groups(spec, patterns):
    counted = [pattern for pattern in patterns if pattern.predicate]
    assert {pattern.predicate.partition(":")[0] for pattern in counted} == {*SIGNS, BETWEEN, "member"}
    for pattern in counted:
        domain, attribute = spec.domains[pattern.attribute], spec.file.attributes[pattern.attribute]
        kind, _, prop = pattern.predicate.partition(":")
        if kind == "member":
            assert (pattern.attribute, prop) in spec.knowledge
        else:
            assert attribute.thresholds
            assert domain.numbers is not None
            assert all(domain.code(str(value)) >= 0 for value in attribute.thresholds)


def test_a_constant_of_the_class_is_never_asked(spec, patterns):
    """All colleagues work where the user works: asking it would have one answer."""
    for pattern in patterns:
        if pattern.klass != "user":
            assert varies(spec, pattern.klass, pattern.attribute)
            assert pattern.reads is None or pattern.own or varies(spec, pattern.klass, pattern.reads)
        assert pattern.bridge is None or varies(spec, pattern.person or pattern.klass, pattern.bridge)


def test_a_shape_says_how_something_is_asked_and_not_what(patterns):
    """Shapes are drawn alike: what differs in attribute, direction, scope or wording only must not count twice."""
    by_shape = {}
    for pattern in patterns:
        by_shape.setdefault((pattern.question_type, pattern.topic, pattern.shape), []).append(pattern)
    for mine in by_shape.values():
        assert len({(one.own, one.bridge is None, one.extreme is None, one.link is None, one.chain) for one in mine}) == 1
        assert len({one.statistic and one.statistic.removesuffix("_max").removesuffix("_min") for one in mine}) == 1
        assert len({one.transform and one.transform.name for one in mine}) == 1
    assert len({shape for *_, shape in by_shape}) < len(patterns) / 10


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_pattern_has_phrases(spec, patterns, language):
    book = PhraseBook(spec.phrases[language])
    for pattern in patterns:
        for key in phrase_keys(way_of(pattern)):
            assert book.core(f"{key}[0]")
        assert pattern.wording in spec.phrases[language].wording[pattern.topic]
        person = spec.file.classes[pattern.person].topic if pattern.person else pattern.topic
        assert pattern.asked_wording in spec.phrases[language].wording[person]
