"""A scenario of one topic, without events, in one language: to change, and to check by enumeration."""

import yaml

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
        "age": {"topic": "friends", "domain": AGE, "uses": ["ask", "compare", "closest", "order", "sum", "mean", "range", "amount"], "thresholds": [30, 40, 50],
                "predicates": ["above", "at_least", "below", "at_most", "between"]},
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
    "order": {"separator": ", then "},
    "none": "none of them",
    "openers": {"friends": ["Well.", "So."]},
    "tails": {"friends": ["That is all.", "Right."]},
    "statements": {name: [f"{{Subject}} has this {name}: {{value}}.", f"About {{subject}}, the {name} is {{value}}."] for name in ("name", "city", "age")},
    "questions": {
        "ask": {name: [f"What is the {name} of {{subject}}?"] for name in ("name", "city", "age")},
        "bridge": {"city": ["whoever lives in {value}"]},
        "extreme": {"age": {"max": DEGREES, "min": DEGREES}},
        "closest": {"age": {"two": ["the one of {list} nearer to {value}"], "more": ["the one of {list} nearest to {value}"]}},
        "count": ["How many of {list} {predicate}?"],
        "which": ["Which of {list} {predicate}?"],
        "predicate": {
            "age": {
                "above": ["are over {value}"], "at_least": ["are {value} or over"], "below": ["are under {value}"], "at_most": ["are {value} or under"],
                "between": ["are from {low} to {high}"],
            }
        },
        "aggregate": {"age": {name: [f"What is the {name} of the ages of {{list}}?"] for name in ("sum", "mean", "range")}},
        "amount": {"age": ["How many years apart are {list}?"]},
        "order": {"age": {"max": ["Sort {list}, oldest first."], "min": ["Sort {list}, youngest first."]}},
        "chatter": {"before": ["Hm."], "after": ["Please."]},
        "hybrid": ["{first} {second}"],
    },
}  # fmt: skip


class _NoAliases(yaml.SafeDumper):
    def ignore_aliases(self, data):
        return True


def write(folder, scenario=SCENARIO, phrases=PHRASES, values=VALUES, tables=()):
    """Write a scenario to a folder, and return it; `tables` are (name, header, rows) of CSV files beside those of the values."""
    (folder / "priors").mkdir(parents=True)
    (folder / "scenario.yaml").write_text(yaml.dump(scenario, Dumper=_NoAliases), encoding="utf-8")
    (folder / "phrases.en.yaml").write_text(yaml.dump(phrases, Dumper=_NoAliases), encoding="utf-8")
    for name, texts in values.items():
        rows = "".join(f"{text.lower()},{place + 1},{text}\n" for place, text in enumerate(texts))
        (folder / "priors" / f"{name}.csv").write_text(f"{HEADER}value,weight,en\n{rows}", encoding="utf-8")
    for name, header, rows in tables:
        lines = "".join(f"{','.join(map(str, row))}\n" for row in rows)
        (folder / "priors" / f"{name}.csv").write_text(f"{HEADER}{header}\n{lines}", encoding="utf-8")
    return folder
