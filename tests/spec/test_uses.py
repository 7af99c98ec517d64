"""What is asked of an attribute fits its values; references to other entities, and the user's own facts."""

from dataclasses import replace as changed
from typing import get_args

import pytest
from strategies import replace

from memsim.causal.options import options
from memsim.errors import ScenarioError
from memsim.network.graph import build_network
from memsim.questions.patterns import Pattern
from memsim.spec import model
from memsim.spec.load import load_spec
from memsim.spec.validate import validate

COMPANION = "classes: {work_event: colleague, leisure_event: relative}, name: name"
AGE = "thresholds: [26, 28, 30, 32, 34, 36, 38, 40, 45, 50, 55]"


def with_attribute(spec, name, **fields):
    """The scenario with other fields of an attribute."""
    attributes = spec.file.attributes | {name: spec.file.attributes[name].model_copy(update=fields)}
    return changed(spec, file=spec.file.model_copy(update={"attributes": attributes}))


# Values


@pytest.mark.parametrize("use", ["compare", "order", "closest", "sum", "mean", "range", "amount"])
def test_uses_of_numbers_need_numbers(spec, use):
    with pytest.raises(ScenarioError, match=rf"attributes\.hobby: {use}; expected a domain whose values have a number"):
        validate(with_attribute(spec, "hobby", uses=["ask", use], thresholds=["chess"]))


@pytest.mark.parametrize("kind", get_args(model.Ordered))
def test_predicates_need_numbers(spec, kind):
    with pytest.raises(ScenarioError, match=rf"attributes\.hobby: {kind}; expected a domain whose values have a number"):
        validate(with_attribute(spec, "hobby", predicates=[kind], thresholds=["chess"]))


@pytest.mark.parametrize("fields", [{"predicates": ["above"]}, {"predicates": [], "uses": ["closest"]}])
def test_bounds_and_targets_need_thresholds(spec, fields):
    with pytest.raises(ScenarioError, match=r"attributes\.age\.thresholds: none; expected at least one threshold"):
        validate(with_attribute(spec, "age", **fields, thresholds=[]))


def test_between_needs_two(spec):
    validate(with_attribute(spec, "age", thresholds=[30, 40]))
    with pytest.raises(ScenarioError, match=r"attributes\.age\.thresholds: one; expected two thresholds"):
        validate(with_attribute(spec, "age", thresholds=[30]))


def test_an_unknown_predicate_is_named(daily_copy):
    replace(daily_copy / "scenario.yaml", "predicates: [above, at_least,", "predicates: [over, at_least,")
    with pytest.raises(ScenarioError, match=r"attributes\.age\.predicates\.0: 'over'; expected .*'above'"):
        load_spec(daily_copy)


def test_numbers_out_of_order_are_named(daily_copy):
    """A bound is a run of values only where numbers rise."""
    replace(daily_copy / "priors" / "duration.csv", "\n45m,1,45,", "\n45m,1,61,")
    with pytest.raises(ScenarioError, match=r"attributes\.duration: values out of order; expected values in rising order of number"):
        load_spec(daily_copy)


def test_members_are_properties_that_are_known(spec):
    with pytest.raises(
        ScenarioError, match=r"attributes\.hometown\.members: 'hemisphere'; expected a property .*country, continent, currency"
    ):
        validate(with_attribute(spec, "hometown", members=["hemisphere"]))


POLARITY = Pattern("aggregative", "places", "place", "place_comment", "name", statistic="count", predicate="member:polarity", scope=3)


def test_members_of_one_result_stand_together(daily_copy, spec):
    """A group is a run of values, or two: a year begins and ends in winter."""
    season = Pattern("aggregative", "roles", "relative", "birthday", "name", statistic="which", predicate="member:season", scope=3)
    assert sorted(len(option.runs) for option in options(spec, season)) == [1, 1, 1, 2]
    path = daily_copy / "priors" / "place_comment_polarity.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    tails = {line.partition(",")[2] for line in lines[5:]}
    assert len(tails) == 2
    for number in (9, 19, 29):  # three islands of the other result
        name, _, own = lines[number].partition(",")
        lines[number] = f"{name},{(tails - {own}).pop()}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    with pytest.raises(ScenarioError, match=r"place_comment_polarity\.csv: polarity: '\w+' in [34] runs; expected at most 2 runs"):
        options(load_spec(daily_copy), POLARITY)


def test_results_that_only_one_language_tells_apart_are_named(daily_copy):
    path = daily_copy / "priors" / "place_comment_polarity.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(",complaint,", ",praise,"), encoding="utf-8", newline="\n")
    with pytest.raises(ScenarioError, match="results merged in one language only"):
        options(load_spec(daily_copy), POLARITY)


# References to other entities


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (COMPANION, COMPANION.replace("colleague", "coleague"), r"companion\.domain\.classes: 'coleague'; expected a class: user, relative"),
        (COMPANION, COMPANION.replace("work_event", "work_evnt"), r"companion\.domain\.classes: 'work_evnt'; expected a class: user"),
        (COMPANION, COMPANION.replace("work_event: colleague, ", ""), r"companion\.domain\.classes: 'work_event'; .*: leisure_event"),
        ("colleague: {count: 7", "colleague: {count: 6", r"classes: colleague, relative; expected classes with the same number of instances"),
        (COMPANION, COMPANION.replace("name: name", "name: nome"), r"companion\.domain\.name: nome; expected .* declared above"),
        (COMPANION, COMPANION.replace("name: name", "name: place_name"), r"companion\.domain\.name: place_name; expected .* declared above"),
        (COMPANION, COMPANION.replace("name: name", "name: phone"), r"domain\.name: 'phone'; expected what names a colleague: name"),
        (COMPANION, COMPANION.replace("name: name", "name: event_name"), r"domain\.name: 'event_name'; expected what names a colleague: name"),
        ("work_event: {count: 5", "work_event: {count: 8", r"nodes\.work_event\.companion: 7 values for 8 instances"),
        (
            "companion: {cpd: distinct}", "companion: {cpd: copy, parents: [event_name], p: 0.5}",
            r"nodes\.work_event\.companion\.cpd: copy; expected `distinct`",
        ),
    ],
    ids=["class", "holder", "holder left out", "counts", "name", "name below", "no name", "name of others", "too few", "copy of a product"],
)  # fmt: skip
def test_a_wrong_reference_is_named(daily_copy, old, new, says):
    replace(daily_copy / "scenario.yaml", old, new)
    with pytest.raises(ScenarioError, match=says):
        build_network(load_spec(daily_copy))


def test_a_class_refers_to_one_other_at_most(spec):
    twin = spec.file.attributes["companion"].model_copy(update={"uses": [], "latent": True})
    nodes = spec.file.nodes["work_event"]
    file = spec.file.model_copy(
        update={
            "attributes": spec.file.attributes | {"host": twin},
            "nodes": spec.file.nodes | {"work_event": nodes | {"host": nodes["companion"]}},
        }
    )
    with pytest.raises(ScenarioError, match=r"nodes\.work_event: companion, host; expected one attribute at most"):
        validate(changed(spec, file=file, domains={**spec.domains, "host": spec.domains["companion"]}))


# The user's own facts


@pytest.mark.parametrize("klass", ["relative", "item"])
def test_nobody_but_the_user_speaks_of_itself(spec, klass):
    classes = spec.file.classes | {klass: spec.file.classes[klass].model_copy(update={"own": True})}
    with pytest.raises(ScenarioError, match=rf"classes\.{klass}\.own: true; expected `own` for the class `user` only"):
        validate(changed(spec, file=spec.file.model_copy(update={"classes": classes})))


def test_a_user_of_a_topic_that_is_not_its_own_needs_the_words_of_the_topic(spec):
    """Otherwise it would be a person like the others, whom a relation words."""
    classes = spec.file.classes | {"user": spec.file.classes["user"].model_copy(update={"own": False})}
    with pytest.raises(ScenarioError, match=r"nodes\.user: 'relation'; expected nodes with the attributes that word a subject"):
        validate(changed(spec, file=spec.file.model_copy(update={"classes": classes})))
