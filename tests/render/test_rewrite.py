"""What is asked of a model, what is kept of its replies, and when the phrase stands; the guard and the model are scripted."""

import json
from collections import defaultdict

import pytest

from memsim.errors import BudgetError, CallError, RefusedError
from memsim.llm.client import Completion
from memsim.records import Usage
from memsim.render import rewrite
from memsim.render.constraints import CONSTRAINTS
from memsim.render.guard import Inquiry, Rejection, Statement, longest
from memsim.render.judging import COPY, LENGTH, MISSING, Judge
from memsim.render.rewrite import FAILED, MOST_A_CALL, Piece, Rewriter, Texts


class Model:
    """Answers call after call of each history by a list of replies: texts by id, or an error to raise."""

    def __init__(self, *replies):
        self.replies, self.calls, self.asked = replies, [], defaultdict(int)

    async def acomplete(self, messages, *, seed, max_tokens, schema):
        self.calls.append(
            {"seed": seed, "max_tokens": max_tokens, "ids": list(schema["properties"]), "schema": schema, "prompt": messages[-1]["content"]}
        )
        reply = self.replies[min(len(self.calls), len(self.replies)) - 1]
        if isinstance(reply, Exception):
            raise reply
        return Completion(json.dumps(reply), Usage(1, 10, 10), "stop")


class Guard:
    """Lets pass what holds "good"."""

    def judge(self, _given, text):
        return [] if "good" in text else [Rejection("bad", text), Rejection("worse", text)]


@pytest.fixture(autouse=True)
def plain_prompts(monkeypatch):
    """What the prompts say is no matter here."""
    monkeypatch.setattr(rewrite, "render", lambda name, language, **values: json.dumps([name, language, values]))


def statements(count, first=1):
    return tuple(Piece(f"m{place}", Statement(f"Phrase {place}.", "my boss", "hobby", "chess")) for place in range(first, first + count))


def rewritten(model, *histories, tries=3, constraint="strict", concurrency=4, seed=0):
    held = CONSTRAINTS[constraint]
    made = Rewriter(model, Judge({"en": Guard()} if held.guarded else {}), held.prompt, seed=seed, tries=tries, concurrency=concurrency)
    return list(made.rewrite(histories))


def test_what_passes_is_kept_and_asked_for_once():
    model = Model({"m1": "good one", "m2": "good two"})
    [made] = rewritten(model, Texts(0, "en", "roles", statements(2)))
    assert [(each.text, each.attempts, each.kept, each.rejected) for each in made] == [("good one", 1, True, ()), ("good two", 1, True, ())]
    assert [call["ids"] for call in model.calls] == [["m1", "m2"]]


def test_only_what_failed_is_asked_for_again_each_time_with_another_seed():
    model = Model({"m1": "good one", "m2": "no"}, {"m2": "good at last"})
    [made] = rewritten(model, Texts(0, "en", "roles", statements(2)))
    assert made[1] == ("good at last", 2, True, ("bad",))
    assert [call["ids"] for call in model.calls] == [["m1", "m2"], ["m2"]]
    assert len({call["seed"] for call in model.calls}) == 2


def test_after_the_last_try_the_phrase_stands_and_every_reason_is_told():
    model = Model({"m1": "no"}, CallError("gone"), {"m2": "good, and not asked for"})
    [made] = rewritten(model, Texts(0, "en", "roles", statements(1)))
    assert made == [("Phrase 1.", 3, False, ("bad", FAILED, MISSING))]


def test_a_copy_of_the_phrase_is_no_rewrite():
    model = Model({"m1": "Phrase 1."}, {"m1": "good"})
    [made] = rewritten(model, Texts(0, "en", "roles", statements(1)))
    assert made == [("good", 2, True, (COPY,))]


def test_of_two_texts_for_an_id_the_one_that_passes_is_kept():
    class Doubling(Model):
        async def acomplete(self, messages, **given):
            await super().acomplete(messages, **given)
            return Completion('{"m1": "no", "m1": "good"}', Usage(), "stop")

    [made] = rewritten(Doubling({}), Texts(0, "en", "roles", statements(1)))
    assert made[0].text == "good"


@pytest.mark.parametrize("error", [RefusedError("no key"), BudgetError("spent")])
def test_what_no_other_call_would_mend_ends_it_all(error):
    with pytest.raises(type(error)):
        rewritten(Model(error), Texts(0, "en", "roles", statements(1)))


def test_seeds_depend_on_seed_trajectory_language_attempt_and_part_and_on_nothing_else():
    def seeds(index=0, language="en", seed=0, concurrency=4):
        model = Model({})
        made = Rewriter(model, Judge({language: Guard()}), "rewrite", seed=seed, tries=2, concurrency=concurrency)
        list(made.rewrite([Texts(index, language, "roles", statements(MOST_A_CALL[0] + 1))]))
        return tuple(call["seed"] for call in model.calls)

    assert len(set(seeds())) == len(seeds()) == 7
    others = [seeds(index=1), seeds(language="zh"), seeds(seed=1)]
    assert len({*seeds(), *(seed for each in others for seed in each)}) == 28
    assert seeds(concurrency=1) == seeds()


def test_histories_come_back_in_order_whatever_is_answered_first():
    histories = [Texts(index, "en", "roles", statements(1)) for index in range(40)]
    made = rewritten(Model({"m1": "good"}), *histories, concurrency=7)
    assert len(made) == 40
    assert {each[0].text for each in made} == {"good"}


def test_a_very_long_history_takes_several_calls_and_no_text_twice():
    model = Model({f"m{place}": "good" for place in range(1, 100)})
    [made] = rewritten(model, Texts(0, "en", "roles", statements(2 * MOST_A_CALL[0] + 3)))
    assert len(made) == 2 * MOST_A_CALL[0] + 3
    assert [len(call["ids"]) for call in model.calls] == [MOST_A_CALL[0], MOST_A_CALL[0], 3]


def test_what_failed_among_many_is_asked_for_again_among_few():
    model = Model({})
    rewritten(model, Texts(0, "en", "roles", statements(12)))
    assert [len(call["ids"]) for call in model.calls] == [12, 10, 2, *[2] * 6]


def test_the_schema_bounds_every_text_and_the_call_has_room_for_all():
    model = Model({"m1": "good"})
    pieces = (Piece("m1", Statement("短句。" * 30)), Piece("q", Inquiry("Who?", (), ())))
    rewritten(model, Texts(0, "en", "roles", pieces), tries=1)
    [call] = model.calls
    assert call["schema"]["required"] == ["m1", "q"]
    assert not call["schema"]["additionalProperties"]
    assert {name: each["maxLength"] for name, each in call["schema"]["properties"].items()} == {
        piece.id: longest(piece.given.text) for piece in pieces
    }
    assert call["max_tokens"] > sum(len(piece.given.text) * 1.5 for piece in pieces)


def test_baselines_are_not_guarded_but_for_their_length():
    piece = statements(1)[0]
    [kept] = rewritten(Model({"m1": "anything at all"}), Texts(0, "en", "roles", (piece,)), constraint="zero")
    assert kept[0].text == "anything at all"
    [long] = rewritten(Model({"m1": "x" * (longest(piece.given.text) + 1)}), Texts(0, "en", "roles", (piece,)), constraint="zero")
    assert long[0] == ("Phrase 1.", 3, False, (LENGTH,) * 3)


@pytest.mark.parametrize(
    ("name", "prompt"), [("strict", "rewrite"), ("soft", "write_soft"), ("part", "write_part"), ("zero", "write_zero")]
)
def test_each_constraint_has_its_prompt(name, prompt):
    model = Model({})
    rewritten(model, Texts(0, "en", "roles", statements(1)), constraint=name, tries=1)
    assert json.loads(model.calls[0]["prompt"])[0] == prompt
