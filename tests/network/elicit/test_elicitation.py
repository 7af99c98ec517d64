"""A scripted model is asked for a hobby in 16 cases: what it says becomes tables, what it gets wrong is dropped, counted and never trusted."""

import json
from collections import Counter

import numpy as np
import pytest
from implicit import HOBBIES, PROMPT, description, edit, fitting, listing, scenario
from models import FAKE, Told, fake_model
from strategies import fits

import memsim
from memsim.errors import BudgetError, InputError, RefusedError
from memsim.llm.budget import Budget
from memsim.llm.cache import ReplyCache
from memsim.llm.client import Client
from memsim.llm.prices import Price
from memsim.network.elicit.cases import implicit
from memsim.network.elicit.elicitation import ROUNDS
from memsim.network.elicit.weights import weigh
from memsim.spec.load import load_spec

CASES = 16
CITIES = ["Oslo", "Lima", "Riga", "Bern", "Cork", "Nice", "Bath", "Graz"]
NEW = ["falconry", "Juggling.", "falconry", "chess", "chess", "judo", "whittling", "whittling", "rock climbing", "judo"]


def elicited(folder, out, answer=fitting, *, seed=0, concurrency=8, **client):
    """Elicit a scenario from a scripted model; return (what came of its one node, the model)."""
    with fake_model(answer) as model:
        (report,) = memsim.load_scenario(folder).elicit(
            Client(FAKE, model.api_base, wait=0.01, **client), out, seed=seed, concurrency=concurrency
        )
    return report, model


@pytest.fixture
def cache(tmp_path):
    replies = ReplyCache(tmp_path / "replies.sqlite")
    yield replies
    replies.close()


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def by_city(replies):
    """A model that replies by the city of the case, and as it should where none is named."""
    return lambda request: next((reply for city, reply in replies.items() if city in description(request)), None) or fitting(request)


def test_what_the_model_says_is_a_table(tmp_path):
    folder = scenario(tmp_path / "it", smoothing=0.2)
    report, model = elicited(folder, tmp_path / "out")
    assert (report.node, report.combinations, report.asked, report.from_model, report.added) == ("friend.hobby", CASES, CASES, CASES, 0)
    assert report.fallback == report.dropped == Counter()
    assert len(model.requests) == CASES
    before, after = load_spec(folder), load_spec(tmp_path / "out")
    drawn = {}
    for request in model.requests:
        _, band, _, _, city, *_ = description(request).split()
        place = ["young", "old"].index(band) * 8 + CITIES.index(city.rstrip(":"))
        drawn[place] = [HOBBIES.index(value) for value in json.loads(fitting(request))["values"]]
    expected = weigh(implicit(before, "en")[0], drawn, len(HOBBIES)).reshape(2, 8, len(HOBBIES))
    network = memsim.load_scenario(tmp_path / "out").network
    assert network.nodes["friend.hobby"].cpd.tensor == pytest.approx(expected, abs=1e-9)
    assert after.file.nodes["friend"]["hobby"].model_dump() == {
        "cpd": "table", "parents": ["band", "user.city"], "file": "friend_hobby_elicited.csv", "weights": "weight",
    }  # fmt: skip


def test_worlds_are_drawn_by_what_the_model_says(tmp_path):
    """Without smoothing: three in ten of the first hobby of the case, two of the next, one of the last, and two of each that all have."""
    _, model = elicited(scenario(tmp_path / "it", smoothing=0), tmp_path / "out")
    shares = {description(request): Counter(json.loads(fitting(request))["values"]) for request in model.requests}
    network = memsim.load_scenario(tmp_path / "out").network
    profiles = network.sample(40_000, seed=3)
    band, hobby = profiles["friend.band"], profiles["friend.hobby"]
    city = np.broadcast_to(profiles["user.city"], band.shape)
    assert len(shares) == CASES
    for one, name in enumerate(("young", "old")):
        for two, town in enumerate(CITIES):
            counts = np.bincount(hobby[(band == one) & (city == two)], minlength=len(HOBBIES))
            told = shares[PROMPT.replace("{band}", name).replace("{user.city}", town)]
            assert fits(counts, [told[value] / 10 for value in HOBBIES], tests=CASES), (name, town)


def test_everything_else_is_as_it_was(tmp_path):
    folder = scenario(tmp_path / "it")
    elicited(folder, tmp_path / "out")
    before, after = files(folder), files(tmp_path / "out")
    assert set(after) - set(before) == {"priors/friend_hobby_elicited.csv"}
    assert {name for name in before if before[name] != after.get(name)} == {"scenario.yaml"}
    old, new = load_spec(folder).file, load_spec(tmp_path / "out").file
    assert new.version == "1+elicited"
    hobby = {"hobby": old.nodes["friend"]["hobby"]}
    assert new.model_copy(update={"version": "1", "nodes": new.nodes | {"friend": new.nodes["friend"] | hobby}}) == old


def test_a_table_tells_where_it_comes_from(tmp_path):
    elicited(scenario(tmp_path / "it"), tmp_path / "out")
    table = (tmp_path / "out" / "priors" / "friend_hobby_elicited.csv").read_text(encoding="utf-8").splitlines()
    assert table[0].startswith("# source: elicited from openai/stub, temperature 0.0, seed 0, prompt ")
    assert table[1:5] == [
        "# licence: what the terms of the model allow; smoothing and rows that fell back from hobby.csv: Apache-2.0",
        f'# population: what the model takes for likely, told "{PROMPT}"',
        "# unit: weight = probability given the parents; 16 of 16 rows of parents from the model",
        "band,user.city,value,weight",
    ]
    elicited(
        scenario(tmp_path / "other", prompt={"en": PROMPT.upper().replace("BAND", "band").replace("USER.CITY", "user.city")}),
        tmp_path / "two",
    )
    other = (tmp_path / "two" / "priors" / "friend_hobby_elicited.csv").read_text(encoding="utf-8").splitlines()
    assert other[0] != table[0]


def test_a_file_that_the_table_replaces_is_named_and_left_out(tmp_path):
    rows = [(band, city.lower(), hobby, 0.25) for band in ("young", "old") for city in CITIES for hobby in HOBBIES[:4]]
    file = ("hobby_by_band", "band,user.city,value,weight", rows)
    folder = scenario(tmp_path / "it", tables=[file], file="hobby_by_band.csv", smoothing=0.5)
    elicited(folder, tmp_path / "out", by_city({"Oslo": "no"}))
    assert set(files(folder)) - set(files(tmp_path / "out")) == {"priors/hobby_by_band.csv"}
    table = (tmp_path / "out" / "priors" / "friend_hobby_elicited.csv").read_text(encoding="utf-8")
    assert "smoothing and rows that fell back from hobby_by_band.csv: Apache-2.0\n" in table
    assert "14 of 16 rows of parents from the model" in table
    assert "young,oslo,chess,0.25\n" in table


def test_numbers_may_be_said_as_numbers(tmp_path):
    folder = scenario(tmp_path / "it")
    node = {"cpd": "llm", "prompt": {"en": "The age of a friend"}, "smoothing": 0}
    edit(folder, "nodes.friend", {"age": node, "hobby": {"cpd": "table"}})
    report, _ = elicited(folder, tmp_path / "out", '{"values": [20, 21, "22", 23.0, 59, 60, 24, 25, 26, 27]}')
    assert report.dropped == {"not a value of the domain": 2}
    tensor = memsim.load_scenario(tmp_path / "out").network.nodes["friend.age"].cpd.tensor
    assert np.flatnonzero(tensor).tolist() == [0, 1, 2, 4, 5, 6, 7, 39]
    assert "fell back from scenario.yaml, as the scenario\n" in (tmp_path / "out" / "priors" / "friend_age_elicited.csv").read_text(
        encoding="utf-8"
    )


def test_the_same_replies_give_the_same_bytes_whatever_the_concurrency(tmp_path, cache):
    folder = scenario(tmp_path / "it", vocabulary="open")
    with fake_model(lambda request: listing(*({"en": value} for value in NEW[len(description(request)) % 3 :]))) as model:
        outs = []
        for concurrency in (1, 16, 3):
            client = Client(FAKE, model.api_base, cache=cache)
            outs.append(tmp_path / f"out{concurrency}")
            memsim.load_scenario(folder).elicit(client, outs[-1], concurrency=concurrency)
            assert client.tally.cached == (0 if concurrency == 1 else client.tally.calls)
    assert len(model.requests) == CASES
    assert files(outs[0]) == files(outs[1]) == files(outs[2])


def test_another_seed_asks_in_another_order(tmp_path):
    folder = scenario(tmp_path / "it")
    prompts = [elicited(folder, tmp_path / f"out{seed}", seed=seed)[1].prompts for seed in (0, 1)]
    assert set(prompts[0]).isdisjoint(prompts[1])


def test_a_set_of_an_elicited_scenario_keeps_every_promise(tmp_path):
    elicited(scenario(tmp_path / "it"), tmp_path / "out")
    made = memsim.generate(tmp_path / "out", 150, seed=2, out=tmp_path / "set", types=["single_hop", "multi_hop", "comparative"])
    report = made.check()
    assert report.ok, "\n".join(map(str, report.faults))
    assert "hobby" in {row.gold.parts[0].attribute for row in made}


BAD = {
    "Oslo": ("the reply is no JSON", "reply not readable"),
    "Lima": (Told('{"values": ["chess", "chess", ', finish_reason="length"), "reply cut off"),
    "Riga": (Told("no", status=400), "call failed"),
    "Bern": (listing(*["gliding"] * 10), "too few values that fit"),
    "Cork": (listing("chess", "gliding"), "too few values that fit"),
    "Nice": (Told(None), "reply not readable"),
}


def test_what_is_of_no_use_falls_back_to_the_table_and_is_counted(tmp_path):
    folder = scenario(tmp_path / "it")
    report, model = elicited(folder, tmp_path / "out", by_city({city: reply for city, (reply, _) in BAD.items()}))
    assert report.asked == CASES
    assert report.from_model == CASES - 2 * len(BAD)
    assert report.fallback == Counter(reason for _, reason in BAD.values() for _ in range(2))
    assert report.dropped == {"not a value of the domain": 2 * ROUNDS * 11}
    assert len(model.requests) == CASES + 2 * len(BAD) * (ROUNDS - 1), "each is asked again, and no other"
    tensor = memsim.load_scenario(tmp_path / "out").network.nodes["friend.hobby"].cpd.tensor
    unasked = memsim.load_scenario(folder).network.nodes["friend.hobby"].cpd.tensor
    same = [np.allclose(tensor[:, place], unasked[:, place], atol=1e-12) for place in range(8)]
    assert same == [city in BAD for city in CITIES]


def test_values_come_together_over_the_attempts(tmp_path):
    """A case that gets two of ten each time has six in the end: enough, as five are at once."""
    few, half = listing("judo", *["?"] * 8, "yoga"), listing(*["judo"] * 5, *["?"] * 5)
    report, model = elicited(scenario(tmp_path / "it"), tmp_path / "out", by_city({"Oslo": few, "Lima": half}))
    assert report.from_model == CASES
    assert report.dropped == {"not a value of the domain": 2 * ROUNDS * 8 + 2 * 5}
    assert len(model.requests) == len(set(model.prompts)) == CASES + 2 * (ROUNDS - 1), "no prompt comes twice"


def test_an_attempt_is_another_call_even_where_there_are_few_orders_to_ask_in(tmp_path, cache):
    folder = scenario(tmp_path / "it")
    edit(folder, "nodes.friend", {"band": {"cpd": "llm", "prompt": {"en": "An age"}}, "hobby": {"cpd": "table"}})
    report, model = elicited(folder, tmp_path / "out", listing("young", "old", *["?"] * 8), cache=cache)
    assert (report.from_model, report.dropped["not a value of the domain"]) == (1, ROUNDS * 8)
    assert len(set(model.prompts)) < ROUNDS == len(model.requests) == len({request["seed"] for request in model.requests})


def test_more_values_than_asked_for_are_left(tmp_path):
    report, _ = elicited(scenario(tmp_path / "it", smoothing=0), tmp_path / "out", listing(*["judo"] * 10, *["gliding"] * 9))
    assert report.dropped == Counter()
    tensor = memsim.load_scenario(tmp_path / "out").network.nodes["friend.hobby"].cpd.tensor
    assert (tensor[..., HOBBIES.index("judo")] == 1).all()


def test_what_a_rule_forbids_is_dropped(tmp_path):
    rule = {"name": "r", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["old"]},
            "then": {"attribute": "hobby", "none_of": ["judo"]}}  # fmt: skip
    report, _ = elicited(scenario(tmp_path / "it", [rule], smoothing=0), tmp_path / "out", listing(*["judo"] * 4, *["yoga"] * 6))
    assert report.dropped == {"against a rule": 8 * 4}
    young, old = memsim.load_scenario(tmp_path / "out").network.nodes["friend.hobby"].cpd.tensor
    assert (young[:, HOBBIES.index("judo")] == 0.4).all()
    assert (old[:, HOBBIES.index("yoga")] == 1).all()


@pytest.mark.parametrize(
    ("bound", "old"), [({"none_of": ["surfing"]}, {"falconry": 1}), ({"one_of": ["surfing"]}, {"surfing": 1})], ids=["none of", "one of"]
)
def test_a_new_value_keeps_the_rules_too(tmp_path, bound, old):
    """The old may not surf, or do nothing else; what is new is neither."""
    rule = {"name": "r", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["old"]}, "then": {"attribute": "hobby", **bound}}
    values = [{"en": "surfing"}, {"en": "falconry"}] * 5
    report, _ = elicited(scenario(tmp_path / "it", [rule], vocabulary="open", smoothing=0), tmp_path / "out", listing(*values))
    assert (report.from_model, report.added, report.dropped) == (CASES, 1, {"against a rule": 8 * 5})
    spec = load_spec(tmp_path / "out")
    tensor = memsim.load_scenario(tmp_path / "out").network.nodes["friend.hobby"].cpd.tensor
    for place, shares in enumerate(({"surfing": 0.5, "falconry": 0.5}, old)):
        assert (tensor[place] == [shares.get(key, 0) for key in spec.domains["hobby"].keys]).all()


def test_an_open_vocabulary_grows_by_what_is_fit(tmp_path):
    folder = scenario(tmp_path / "it", vocabulary="open", smoothing=0)
    report, _ = elicited(folder, tmp_path / "out", listing(*({"en": value} for value in NEW)))
    assert report.added == 4
    spec = load_spec(tmp_path / "out")
    domain = spec.domains["hobby"]
    assert domain.keys == (*HOBBIES, "falconry", "juggling", "whittling", "rock_climbing")
    assert domain.surfaces["en"][len(HOBBIES) :] == ("falconry", "juggling", "whittling", "rock climbing")
    assert domain.weights["weight"][len(HOBBIES) :].tolist() == [0, 0, 0, 0]
    header = spec.priors.joinpath("hobby.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == "# source: authored; the last 4 values elicited from openai/stub, temperature 0.0, seed 0"
    tensor = memsim.load_scenario(tmp_path / "out").network.nodes["friend.hobby"].cpd.tensor
    assert tensor[..., len(HOBBIES) :] == pytest.approx(np.broadcast_to([0.2, 0.1, 0.2, 0.1], (2, 8, 4)))
    made = memsim.generate(tmp_path / "out", 60, seed=1, out=tmp_path / "set", types=["comparative"])
    assert made.check().ok


def test_what_only_failed_cases_brought_up_is_not_added(tmp_path):
    new = [{"en": "chess"}] * 10
    few = by_city({"Oslo": listing({"en": "falconry"}, *[{"en": "?"}] * 9)})
    report, _ = elicited(
        scenario(tmp_path / "it", vocabulary="open"),
        tmp_path / "out",
        lambda request: few(request) if "Oslo" in description(request) else listing(*new),
    )
    assert report.fallback == {"too few values that fit": 2}
    assert report.added == 0
    assert load_spec(tmp_path / "out").domains["hobby"].keys == tuple(HOBBIES)


def test_nodes_that_ask_the_same_share_the_reply(tmp_path):
    node = {"cpd": "llm", "parents": ["user.city"], "prompt": {"en": "The hobby of somebody in {user.city}"}}
    folder = scenario(tmp_path / "it", parents=node["parents"], prompt=node["prompt"])
    edit(folder, "nodes.user", {"hobby": node})
    with fake_model(fitting) as model:
        reports = memsim.load_scenario(folder).elicit(Client(FAKE, model.api_base), tmp_path / "out")
    assert [(one.node, one.from_model) for one in reports] == [("friend.hobby", 8), ("user.hobby", 8)]
    assert len(model.requests) == 8
    tables = [(tmp_path / "out" / "priors" / f"{klass}_hobby_elicited.csv").read_bytes() for klass in ("user", "friend")]
    assert tables[0] == tables[1]


def test_what_nodes_with_the_same_values_add_stands_in_one_file(tmp_path):
    folder = scenario(tmp_path / "it", vocabulary="open", parents=[], prompt={"en": "The hobby of a friend"})
    edit(folder, "nodes.user", {"hobby": {"cpd": "llm", "vocabulary": "open", "prompt": {"en": "My own hobby"}}})
    new = {"The hobby of a friend": "falconry", "My own hobby": "whittling"}
    with fake_model(lambda request: listing(*[{"en": new[description(request)]}] * 10)) as model:
        reports = memsim.load_scenario(folder).elicit(Client(FAKE, model.api_base), tmp_path / "out")
    assert [(one.node, one.added) for one in reports] == [("friend.hobby", 1), ("user.hobby", 1)]
    assert load_spec(tmp_path / "out").domains["hobby"].keys == (*HOBBIES, "falconry", "whittling")


def test_a_model_that_refuses_all_calls_stops_it(tmp_path):
    with pytest.raises(RefusedError):
        elicited(scenario(tmp_path / "it"), tmp_path / "out", Told("no such key", status=401))
    assert [path.name for path in tmp_path.iterdir()] == ["it"], "nothing is written"


def test_what_a_budget_allowed_is_not_paid_twice(tmp_path, cache):
    folder = scenario(tmp_path / "it")
    price = Price(1e-3, 1e-3)  # a reply of the script costs 0.11 dollars; the bound of a call is a little above 0.8
    with fake_model(fitting) as model:
        few = Client(FAKE, model.api_base, cache=cache, budget=Budget(2.0), price=price)
        with pytest.raises(BudgetError):
            memsim.load_scenario(folder).elicit(few, tmp_path / "out", concurrency=1)
        assert not (tmp_path / "out").exists()
        paid = len(model.requests)
        assert 0 < paid < CASES
        more = Client(FAKE, model.api_base, cache=cache, budget=Budget(20.0), price=price)
        memsim.load_scenario(folder).elicit(more, tmp_path / "out", concurrency=1)
    assert len(model.requests) == CASES
    assert more.tally.cached == paid
    assert few.tally.usage.cost < 2.0


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_place_that_holds_something_is_refused_before_any_call(tmp_path, kind):
    folder, out = scenario(tmp_path / "it"), tmp_path / "out"
    if kind == "file":
        out.write_text("mine", encoding="utf-8")
    else:
        out.mkdir()
        (out / "mine.txt").write_text("mine", encoding="utf-8")
    with fake_model(fitting) as model, pytest.raises(InputError, match="holds something already; expected a new or empty folder"):
        memsim.load_scenario(folder).elicit(Client(FAKE, model.api_base), out)
    assert model.requests == []


def test_a_place_below_a_file_is_refused_before_any_call(tmp_path):
    folder = scenario(tmp_path / "it")
    with fake_model(fitting) as model, pytest.raises(InputError, match="cannot be written"):
        memsim.load_scenario(folder).elicit(Client(FAKE, model.api_base), folder / "scenario.yaml" / "out")
    assert model.requests == []


def test_an_empty_folder_and_a_new_place_will_do_however_they_are_named(tmp_path, monkeypatch):
    folder = scenario(tmp_path / "it")
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for out in (".", tmp_path / "link", tmp_path / "new" / "place" / ".." / "there"):
        elicited(folder, out)
    assert files(tmp_path / "here") == files(tmp_path / "empty") == files(tmp_path / "new" / "there") != {}


def test_no_key_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-plantedplanted1234")
    _, model = elicited(scenario(tmp_path / "it"), tmp_path / "out")
    assert model.keys[0] == "Bearer sk-plantedplanted1234"
    written = files(tmp_path / "out").values()
    assert [content for content in written if b"planted" in content or b"127.0.0.1" in content] == []


def test_progress_is_told(tmp_path):
    from memsim.network.elicit.elicitation import elicit

    told = []
    with fake_model(fitting) as model:
        elicit(
            load_spec(scenario(tmp_path / "it")), Client(FAKE, model.api_base), tmp_path / "out", progress=lambda *done: told.append(done)
        )
    assert told == [(place + 1, CASES) for place in range(CASES)]


def test_two_languages_are_asked_for_and_added_together(tmp_path, daily_copy):
    """In Chinese, of the personalities of `daily`; the English of what is known need not be right."""
    prompt = {"en": "What somebody {sex} is like", "zh": "一位{sex}性的性格"}
    for klass in ("relative", "colleague"):
        edit(daily_copy, f"nodes.{klass}", {"personality": {"cpd": "llm", "vocabulary": "open", "parents": ["sex"], "prompt": prompt}})
    said = [
        {"zh": "随和", "en": "laid-back"},
        {"zh": "爱幻想", "en": "Dreamy"},
        {"zh": "阴沉", "en": "?"},
        {"zh": "爱幻想", "en": "dreamy"},
    ]
    with fake_model(listing(*said, *said[:2] * 3)) as model:
        reports = memsim.load_scenario(daily_copy).elicit(Client(FAKE, model.api_base), tmp_path / "out", language="zh")
    assert {prompt.splitlines()[0] for prompt in model.prompts} == {"一位女性的性格", "一位男性的性格"}
    assert [(one.from_model, one.added, one.dropped) for one in reports] == [(2, 1, {"not in every language": 2})] * 2
    domain = load_spec(tmp_path / "out").domains["personality"]
    assert (domain.keys[-1], domain.surfaces["en"][-1], domain.surfaces["zh"][-1]) == ("dreamy", "dreamy", "爱幻想")
