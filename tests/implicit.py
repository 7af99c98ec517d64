"""A scenario with a node that a language model is asked for, and models that reply to it by script."""

import copy
import json

import yaml
from small import PHRASES, SCENARIO, VALUES, listed, write

HOBBIES = ["chess", "judo", "baking", "rowing", "yoga", "sudoku", "fencing", "archery", "knitting", "karaoke", "origami", "surfing"]
PROMPT = "A {band} person in {user.city}: what is their hobby?"
NODE = {"cpd": "llm", "parents": ["band", "user.city"], "prompt": {"en": PROMPT}}


def scenario(folder, rules=(), tables=(), **node):
    """Write a scenario whose friends have a hobby by age band and the user's city, 2 × 8 cases, and return its folder."""
    content, phrases = copy.deepcopy(SCENARIO), copy.deepcopy(PHRASES)
    content["attributes"] |= {"band": listed("band"), "hobby": listed("hobby", uses=["ask", "bridge"])}
    content["nodes"]["friend"] |= {"band": {"cpd": "derived", "function": "band", "parents": ["age"], "cuts": [40]}, "hobby": NODE | node}
    content["rules"] = list(rules)
    phrases["statements"]["hobby"] = ["{Subject} has this pastime: {value}.", "About {subject}, the pastime is {value}."]
    phrases["questions"]["ask"]["hobby"] = ["What is the pastime of {subject}?"]
    phrases["questions"]["bridge"]["hobby"] = ["whoever enjoys {value}"]
    values = VALUES | {"band": ["young", "old"], "hobby": HOBBIES}
    return write(folder, content, phrases, values, tables)


def edit(folder, place, fields):
    """Change fields of the part of scenario.yaml at a dotted place."""
    path = folder / "scenario.yaml"
    content = part = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name in place.split("."):
        part = part[name]
    part |= fields
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def listing(*values):
    """A reply that holds these values."""
    return json.dumps({"values": list(values)}, ensure_ascii=False)


def description(request):
    """The conditional prompt of a request, its parents filled in."""
    return request["messages"][-1]["content"].partition("\n")[0]


def listed_in(request):
    """The values that a request allows, in the order of the domain."""
    return request["response_format"]["json_schema"]["schema"]["properties"]["values"]["items"]["enum"]


def fitting(request):
    """Ten values that depend on the case: three hobbies of its own and two that all have."""
    values = listed_in(request)
    first = sum(map(ord, description(request))) % len(values)
    own = [values[(first + step) % len(values)] for step in (0, 0, 0, 1, 1, 5)]
    return listing(*own, *values[:2], *values[:2])
