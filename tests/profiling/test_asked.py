"""A scripted model writes profiles: what fits is kept as it was said, anything else is missing and counted, never guessed."""

import json
from collections import Counter

import numpy as np
import pytest
from implicit import HOBBIES
from models import FAKE, Told, fake_model
from small import VALUES

from memsim.errors import BudgetError, RefusedError
from memsim.llm.budget import Budget
from memsim.llm.client import Client
from memsim.llm.prices import Price
from memsim.profiling.asked import Blindly, InTurn, Jointly, Writer
from memsim.profiling.measures import measured
from memsim.profiling.written import MISSING, written
from memsim.rng import Rng

ATTRIBUTES = ["bond", "city", "age", "hobby"]
FITTING = {
    "user": [{"city": "Oslo"}],
    "friend": [
        {"bond": bond, "city": "Riga", "age": str(30 + lane), "hobby": HOBBIES[lane]} for lane, bond in enumerate(VALUES["bond"][:5])
    ],
}


def asked(method, small, answer, n=3, seed=0, concurrency=4, **client):
    """Have a scripted model write; return (profiles, why values are missing, the model)."""
    with fake_model(answer) as model:
        writer = Writer(Client(FAKE, model.api_base, wait=0.01, **client), concurrency=concurrency)
        made = method(small.spec, small.network, writer)
        return made.sample(n, seed), made.dropped, model


def said(small, profiles, place=0):
    """What stands in a profile, as it reads; None where a value is missing."""
    out = {}
    for klass, names in written(small.spec, small.network).items():
        out[klass] = [
            {
                attribute: None
                if (code := int(profiles[name][lane, place])) == MISSING
                else small.spec.domains[attribute].surfaces["en"][code]
                for name, attribute in ((name, name.split(".")[1]) for name in names)
            }
            for lane in range(len(profiles[names[0]]))
        ]
    return out


def only(klass):
    """The part of the fitting reply that a request for one class or for all wants."""
    return lambda request: json.dumps({name: FITTING[name] for name in request_schema(request)["properties"] if klass in {None, name}})


def request_schema(request):
    return request["response_format"]["json_schema"]["schema"]


@pytest.mark.parametrize(("method", "calls"), [(Jointly, 3), (InTurn, 6)])
def test_what_fits_is_kept_as_it_was_said(small, method, calls):
    profiles, dropped, model = asked(method, small, only(None))
    assert [said(small, profiles, place) for place in range(3)] == [FITTING] * 3
    assert (dropped, len(model.requests)) == (Counter(), calls)
    drawn = small.network.draw(Rng(0, np.arange(3)))
    assert (profiles["friend.name"] == drawn["friend.name"]).all()  # nobody writes names
    assert (profiles["friend.band"] == 0).all()  # follows from the ages that were written


def test_a_whole_profile_is_asked_for_in_one_call_with_all_values(small):
    _, _, model = asked(Jointly, small, only(None), n=1)
    (request,) = model.requests
    (prompt,) = model.prompts
    assert "- friend: 5 of them, each with bond, city, age, hobby\n" in prompt
    assert "This is known" not in prompt
    assert all(value in prompt for value in [*HOBBIES, *VALUES["city"], *VALUES["bond"], "20", "59"])
    assert not any(name in prompt for name in VALUES["last"])
    schema = request_schema(request)["properties"]["friend"]
    assert (schema["minItems"], schema["maxItems"], schema["items"]["required"]) == (5, 5, ATTRIBUTES)
    assert schema["items"]["properties"]["bond"] == {"type": "string", "enum": VALUES["bond"]}
    assert schema["items"]["properties"]["age"] == {"type": "string"}


def test_values_stand_in_another_order_in_each_call_and_the_seed_differs(small):
    _, _, model = asked(Jointly, small, only(None))
    assert len(set(model.prompts)) == len({request["seed"] for request in model.requests}) == 3


def test_one_class_after_the_other_is_told_what_was_written(small):
    # The file has friends first.
    _, _, model = asked(InTurn, small, only(None), n=1)
    first, second = model.prompts
    assert "This is known" not in first
    assert "- friend 1: bond: neighbour; city: Riga; age: 30; hobby: chess\n" in second
    assert "- friend 5: bond: tutor; city: Riga; age: 34; hobby: yoga\n" in second
    assert "- user: 1 of them, each with city\n" in second
    assert not any(value in second for value in ("knitting", "landlord\n"))


NO_CITY = [{name: value for name, value in one.items() if name != "city"} for one in FITTING["friend"]]
BROKEN = [
    ({"friend": [one | {"hobby": "skydiving"} for one in FITTING["friend"]]}, {"not a value of the domain": 5}, "hobby"),
    ({"friend": [one | {"age": 77} for one in FITTING["friend"]]}, {"not a value of the domain": 5}, "age"),
    ({"friend": [one | {"age": None} for one in FITTING["friend"]]}, {"not told": 5}, "age"),
    ({"friend": [one | {"bond": ["coach"]} for one in FITTING["friend"]]}, {"not told": 5}, "bond"),
    ({"friend": NO_CITY}, {"not told": 5}, "city"),
]


@pytest.mark.parametrize(("change", "reasons", "attribute"), BROKEN)
def test_a_value_that_does_not_fit_is_missing_and_nothing_else(small, change, reasons, attribute):
    profiles, dropped, _ = asked(Jointly, small, json.dumps(FITTING | change), n=1)
    expected = FITTING | {"friend": [one | {attribute: None} for one in FITTING["friend"]]}
    assert said(small, profiles) == expected
    assert dropped == reasons


def test_values_are_read_as_people_write_them(small):
    loose = FITTING | {"friend": [one | {"hobby": f" {one['hobby'].upper()}. ", "age": int(one["age"])} for one in FITTING["friend"]]}
    profiles, dropped, _ = asked(Jointly, small, f"```json\n{json.dumps(loose)}\n```", n=1)
    assert (said(small, profiles), dropped) == (FITTING, Counter())


def test_entities_too_few_are_missing_and_too_many_are_ignored(small):
    few, dropped, _ = asked(Jointly, small, json.dumps(FITTING | {"friend": FITTING["friend"][:3]}), n=1)
    assert said(small, few)["friend"] == [*FITTING["friend"][:3], *[dict.fromkeys(ATTRIBUTES)] * 2]
    assert dropped == {"not told": 8}
    many, dropped, _ = asked(Jointly, small, json.dumps(FITTING | {"friend": FITTING["friend"] * 2, "foe": []}), n=1)
    assert (said(small, many), dropped) == (FITTING, Counter())


@pytest.mark.parametrize("method", [Jointly, InTurn, Blindly])
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("Once upon a time", "reply not readable"),
        ("12", "reply not readable"),
        (Told('{"user": [', finish_reason="length"), "reply cut off"),
        (Told("no", status=400), "call failed"),
    ],
)
def test_a_reply_that_says_nothing_leaves_all_values_missing(small, method, reply, reason):
    profiles, dropped, _ = asked(method, small, reply, n=2)
    assert dropped == {reason: 2 * 21}
    found = measured(small.spec, small.network, profiles, dropped)
    assert (found.values, found.complete, found.rational.n, found.possible.n) == (0, 0, 0, 0)
    assert found.diversity["SWI-A"].attributes == 0


@pytest.mark.parametrize("reply", ["[]", "{}", '{"friend": 3, "user": [7]}'])
def test_json_of_another_form_is_nothing_told(small, reply):
    profiles, dropped, _ = asked(Jointly, small, reply, n=1)
    assert sum(dropped.values()) == 21
    assert all((profiles[name] == MISSING).all() for names in written(small.spec, small.network).values() for name in names)


def values(request):
    """As many values as are asked for, by turns those that its prompt lists first."""
    schema = request_schema(request)["properties"]["values"]
    listed = request["messages"][-1]["content"].split("\n\n")[1].splitlines()[1].split(" | ")
    return json.dumps({"values": [listed[place % 3] for place in range(schema["minItems"])]})


def test_one_attribute_a_call_many_values(small):
    profiles, dropped, model = asked(Blindly, small, values, n=30)
    assert dropped == Counter()
    assert len(model.requests) == 4 * 3 + 1  # of 5 · 30 values of each attribute of friends, 50 a call; 30 of the user's
    told = Counter(
        value
        for request in model.requests
        if "friend" in request["messages"][-1]["content"]
        for value in json.loads(values(request))["values"]
    )
    kept = Counter(value for place in range(30) for one in said(small, profiles, place)["friend"] for value in one.values())
    assert told == kept
    first = [one["hobby"] for one in said(small, profiles)["friend"]]
    (prompt,) = [text for text in model.prompts if "say the hobby" in text][:1]
    assert "Imagine 50 of them" in prompt
    assert len(first) == 5


def test_values_are_dealt_at_random_so_that_attributes_have_nothing_in_common(small):
    """The model says its values by turns, in each attribute the same; pairs come up as often as shares tell."""
    profiles, _, _ = asked(Blindly, small, values, n=200)
    ranks = [np.unique(profiles[name], return_inverse=True)[1].ravel() for name in ("friend.age", "friend.hobby")]
    assert abs(np.corrcoef(*ranks)[0, 1]) < 4 / 1000**0.5


def test_what_one_call_owes_is_not_made_up_by_another(small):
    half = lambda request: json.dumps({"values": [*json.loads(values(request))["values"][::2], "nonsense"]})  # noqa: E731
    profiles, dropped, _ = asked(Blindly, small, half, n=30)
    fits = sum(int((profiles[name] != MISSING).sum()) for names in written(small.spec, small.network).values() for name in names)
    assert (dropped["not a value of the domain"], fits) == (13, 12 * 25 + 15)
    assert fits + sum(dropped.values()) == 30 * 21


@pytest.mark.parametrize(("method", "answer"), [(Jointly, only(None)), (InTurn, only(None)), (Blindly, values)])
def test_the_same_replies_give_the_same_profiles_whatever_the_concurrency(small, method, answer):
    one, other = (asked(method, small, answer, n=12, concurrency=concurrency)[0] for concurrency in (1, 9))
    assert all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize("method", [Jointly, InTurn, Blindly])
def test_a_key_that_is_refused_and_a_budget_that_is_spent_end_it(small, method):
    with pytest.raises(RefusedError):
        asked(method, small, Told("no such key", status=401))
    with pytest.raises(BudgetError):
        asked(method, small, only(None), budget=Budget(1e-9), price=Price(1.0, 1.0))


def test_progress_is_told(small):
    seen = []
    with fake_model(only(None)) as model:
        writer = Writer(Client(FAKE, model.api_base), progress=lambda done, total: seen.append((done, total)))
        InTurn(small.spec, small.network, writer).sample(3, 0)
    assert seen == [(1, 3), (2, 3), (3, 3)] * 2


def test_it_asks_in_chinese_where_it_shall(spec, network):
    with fake_model('{"values": ["女", "男", "female"]}') as model:
        made = Blindly(spec, network, Writer(Client(FAKE, model.api_base), "zh"))
        profiles = made.sample(3, 0)
    prompt = next(text for text in model.prompts if "user" in text and "sex" in text)
    assert "请设想 3 个" in prompt
    assert "女" in prompt
    assert sorted(profiles["user.sex"].ravel().tolist()) == sorted(network.code("user.sex", key) for key in ("female", "male", "female"))
