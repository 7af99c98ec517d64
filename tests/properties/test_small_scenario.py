"""The promises hold for other scenarios than `daily`: one topic, no events, one language, no ψ."""

import pytest
import yaml

import memsim
from memsim.causal.catalog import Catalog
from memsim.errors import InputError
from memsim.spec.load import load_spec

HEADER = "# source: authored\n# licence: Apache-2.0\n# population: nobody\n# unit: relative weight\n"
VALUES = {
    "bond": ["neighbour", "flatmate", "coach", "landlord", "tutor", "barber"],
    "first": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"],
    "last": ["Moor", "Vale", "Ford", "Hill", "Lake", "Reed", "Stone", "Wood"],
    "city": ["Oslo", "Lima", "Riga", "Bern", "Cork", "Nice", "Bath", "Graz"],
}
NAME = {"kind": "product", "parts": ["first", "last"], "pattern": {"en": "{first} {last}"}}
AGE = {"kind": "integers", "low": 20, "high": 59, "pattern": {"en": "{n}"}}


def listed(name, **more):
    return {"topic": "friends", "domain": {"kind": "file", "file": f"{name}.csv"}, **more}


SCENARIO = {
    "name": "small", "version": "1", "title": "Small", "languages": ["en"],
    "topics": {"friends": {"role": "bond", "name": "name"}},
    "classes": {"user": {"count": 1}, "friend": {"count": 5, "topic": "friends"}},
    "attributes": {
        "bond": listed("bond"), "first": listed("first"), "last": listed("last"),
        "name": {"topic": "friends", "domain": NAME, "uses": ["ask"]},
        "city": listed("city", uses=["ask", "bridge"]),
        "age": {"topic": "friends", "domain": AGE, "uses": ["ask", "compare", "count"], "thresholds": [30, 40, 50]},
    },
    "nodes": {
        "user": {"city": {"cpd": "table"}},
        "friend": {
            "bond": {"cpd": "distinct"}, "first": {"cpd": "table"}, "last": {"cpd": "table"},
            "name": {"cpd": "derived", "function": "product", "parents": ["first", "last"]},
            "city": {"cpd": "copy", "parents": ["user.city"], "p": 0.3}, "age": {"cpd": "integer"},
        },
    },
}  # fmt: skip
DEGREES = {"two": ["the one of {list} whose years are further from the middle"], "more": ["the outermost of {list}"]}
PHRASES = {
    "language": "en",
    "wording": {"friends": {"role": "my {value}", "name": "{value}"}},
    "list": {"separator": ", ", "last": " and "},
    "openers": {"friends": ["Well.", "So."]},
    "tails": {"friends": ["That is all.", "Right."]},
    "statements": {name: [f"{{Subject}} has this {name}: {{value}}.", f"About {{subject}}, the {name} is {{value}}."] for name in ("name", "city", "age")},
    "questions": {
        "ask": {name: [f"What is the {name} of {{subject}}?"] for name in ("name", "city", "age")},
        "bridge": {"city": ["whoever lives in {value}"]},
        "extreme": {"age": {"max": DEGREES, "min": DEGREES}},
        "count": {"age": {"above": ["How many of {list} are over {value}?"], "below": ["How many of {list} are under {value}?"]}},
        "transform": {},
        "chatter": {"before": ["Hm."], "after": ["Please."]},
        "hybrid": ["{first} {second}"],
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scenario") / "small"
    (folder / "priors").mkdir(parents=True)
    (folder / "scenario.yaml").write_text(yaml.safe_dump(SCENARIO), encoding="utf-8")
    (folder / "phrases.en.yaml").write_text(yaml.dump(PHRASES, Dumper=_NoAliases), encoding="utf-8")
    for name, values in VALUES.items():
        rows = "".join(f"{value.lower()},{place + 1},{value}\n" for place, value in enumerate(values))
        (folder / "priors" / f"{name}.csv").write_text(f"{HEADER}value,weight,en\n{rows}", encoding="utf-8")
    return folder


class _NoAliases(yaml.SafeDumper):
    def ignore_aliases(self, data):
        return True


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_every_promise_is_kept(small, tmp_path, seed):
    types = ["single_hop", "multi_hop", "comparative", "aggregative"]
    report = memsim.generate(small, 80, seed=seed, out=tmp_path / "set", types=types).check()
    assert report.ok, "\n".join(map(str, report.faults))


def test_types_that_cannot_be_asked_are_left_out_by_default_and_refused_by_name(small, tmp_path):
    assert {kind for kind, _ in Catalog(load_spec(small)).cells} == {"single_hop", "multi_hop", "comparative", "aggregative"}
    asked = {one.question.question_type for one in memsim.generate(small, 12, out=tmp_path / "set")}
    assert asked == {"single_hop", "multi_hop", "comparative", "aggregative"}
    with pytest.raises(InputError, match="post_processing"):
        memsim.generate(small, 2, out=tmp_path / "other", types=["post_processing"])
