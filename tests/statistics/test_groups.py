"""Each group of figures against counts taken by hand from the rows."""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest
from scipy.stats import entropy
from sets import joined, made

from memsim.io import tables
from memsim.profiling.measures import index
from memsim.spec.drawn import indices
from memsim.statistics.messages import TOO_FEW
from memsim.statistics.run import statistics
from memsim.text.tokens import words

CITIES, AGES = 379, 47  # what `daily` lists


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Noise of a pool is among its messages."""
    return made(tmp_path_factory, 60, eta=2)


@pytest.fixture(scope="module", params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture(scope="module")
def found(whole, language):
    return statistics(whole, language=language)[language]


@pytest.fixture(scope="module")
def rows(whole, language):
    return joined(whole, language)


@pytest.fixture(scope="module")
def drawn(whole, language):
    """By class and attribute, the values in the worlds, user by user."""
    values = defaultdict(list)
    for row in tables.read(whole / "profiles" / f"{language}-00000.parquet", "profiles").to_pylist():
        for fact in row["facts_of_world"]:
            values[fact["class"], fact["attribute"]].append(fact["value"])
    return values


def is_person(klass):
    return klass in {"user", "relative", "colleague"}


def test_sizes(found, rows):
    sizes = found.groups["sizes"]
    messages = [message["text"] for row in rows for message in row.history["messages"]]
    assert (sizes["histories"], sizes["questions"], sizes["messages"]) == (60, 60, len(messages))
    assert sizes["messages a history"] == len(messages) / 60
    assert sizes["characters a message"] == pytest.approx(fmean(map(len, messages)))
    assert sizes["characters a question"] == pytest.approx(fmean(len(row.question["question"]) for row in rows))
    assert sizes["evidence a question"] == pytest.approx(fmean(len(row.gold["evidence"]) for row in rows))
    for kind in ("question_type", "topic"):
        counts = Counter(row.question[kind] for row in rows)
        assert {name.partition(" ")[2]: count for name, count in sizes.items() if name.startswith(f"{kind} ")} == counts


def test_indices_are_means_of_entropies_over_attributes_of_classes(found, drawn):
    profiles = found.groups["profiles"]
    left_out = set(
        re.fullmatch(r"left out of SWI, since their values are composed, derived or not listed: (.*)", found.notes[0])[1].split(", ")
    )
    assert left_out == {
        "name", "phone", "email", "id_number", "passport", "bank_card", "driving_licence", "companion", "event_name", "event_time",
        "item_name", "place_name",
    }  # fmt: skip
    of = {key: entropy(list(Counter(values).values())) for key, values in drawn.items() if key[1] not in left_out}
    roles, others = ([value for (klass, _), value in of.items() if is_person(klass) is wanted] for wanted in (True, False))
    assert (profiles["users"], profiles["attributes in SWI-R"], profiles["attributes in SWI-O"]) == (60, 38, 16)
    assert profiles["attributes in SWI-A"] == len(of) == 54
    assert profiles["SWI-R"] == pytest.approx(fmean(roles))
    assert profiles["SWI-O"] == pytest.approx(fmean(others))
    assert profiles["SWI-A"] == pytest.approx(fmean(of.values()))


def test_evenness_is_over_the_values_that_the_scenario_lists(found, drawn, spec):
    lists = {name: len(domain.keys) for name, domain in spec.domains.items() if domain.listed}
    assert (lists["workplace"], lists["age"]) == (CITIES, AGES)
    of = {key: entropy(list(Counter(values).values())) / np.log(lists[key[1]]) for key, values in drawn.items() if key[1] in lists}
    profiles = found.groups["profiles"]
    for name, sides in (("SWI-R", {True}), ("SWI-O", {False}), ("SWI-A", {True, False})):
        assert profiles[f"{name}, evenness"] == pytest.approx(fmean(value for (klass, _), value in of.items() if is_person(klass) in sides))
        assert 0.5 < profiles[f"{name}, evenness"] < 1


def test_a_set_and_the_profiles_in_it_have_the_same_indices(found, drawn, spec):
    """`memsim stats` counts what a folder holds, `memsim scenario profiles` what a network drew: one definition."""
    codes = {f"{klass}.{name}": np.unique(values, return_inverse=True)[1].reshape(60, -1).T for (klass, name), values in drawn.items()}
    for name, nodes in indices(spec).items():
        expected = index(codes, nodes)
        figures = found.groups["profiles"]
        assert (figures[name], figures[f"attributes in {name}"]) == (pytest.approx(expected.value), expected.attributes)


def test_entities_are_subjects_and_what_values_name_in_messages_that_state_facts(found, rows):
    numbers = {"age", "height", "birthday", "phone", "email", "event_time", "scale", "duration"}
    numbers |= {"id_number", "passport", "bank_card", "driving_licence"}
    mentions, tokens, stating = Counter(), 0, 0
    for row in rows:
        for message, told in zip(row.history["messages"], row.gold["messages"], strict=True):
            stating += bool(told["hints"])
            tokens += len(words(message["text"])) if told["hints"] else 0
            for hint in told["hints"]:
                mentions[hint["subject"]] += not hint["entity"].startswith("user-")
                mentions[hint["value"]] += hint["attribute"] not in numbers
    mentions = +mentions
    messages = found.groups["messages"]
    assert messages["messages that state facts"] == stating < found.groups["sizes"]["messages"]
    assert messages["their entities per 10,000 tokens"] == pytest.approx(10_000 * mentions.total() / tokens)
    assert messages["their different entities"] == len(mentions)
    assert messages["SWIP"] == pytest.approx(entropy(list(mentions.values())))
    assert messages["SWIP, evenness"] == pytest.approx(messages["SWIP"] / np.log(len(mentions)))


def test_messages_are_counted_in_named_tokens(found, rows):
    texts = [message["text"] for row in rows for message in row.history["messages"]]
    tokens = [words(text) for text in texts]
    messages = found.groups["messages"]
    assert messages["tokenizer"] == "memsim.text.tokens.words"
    assert messages["tokens"] == sum(map(len, tokens))
    assert messages["tokens a message"] == pytest.approx(fmean(map(len, tokens)))
    grams = [gram for text in tokens for gram in pairwise(text)]
    assert messages["distinct-2"] == len(set(grams)) / len(grams)
    assert messages["repeated messages"] == pytest.approx(1 - len(set(texts)) / len(texts))
    assert messages["repeated messages"] <= messages["nearly repeated messages"] < 0.1
    assert messages["self-BLEU of 500 messages"] is not None
    assert messages["repeated of 10,000 messages"] is None
    assert TOO_FEW in found.notes
