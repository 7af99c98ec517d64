"""Sets that a model rewrote are held to the guard and to their manifest: every lie about a rewritten text is named."""

import pytest
from models import fake_model
from rewriting import faithful, rewriting
from sets import SEED, copied, rows_of, seal

import memsim


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A set whose texts are rewritten; nobody may write to it."""
    place = tmp_path_factory.mktemp("rewritten")
    with fake_model(faithful) as model:
        how = rewriting(model, place, what=("messages", "questions"), tries=1)
        return memsim.generate("daily", 6, seed=SEED, out=place / "set", rewriting=how).path


def first_rewritten(rows):
    """The place of a row and of a message in it that a model worded."""
    return next(
        (place, number)
        for place, row in enumerate(rows)
        for number, message in enumerate(row["messages"])
        if message["render"]["by"] == "llm"
    )


def text_of(change):
    def tamper(root):
        with rows_of(root, "gold") as gold, rows_of(root, "histories") as histories:
            place, number = first_rewritten(gold)
            message, fact = histories[place]["messages"][number], gold[place]["messages"][number]
            message["text"] = change(message["text"], fact["hints"][0])
            fact["render"]["core_span"] = [0, len(message["text"])]

    return tamper


def render_of(**changes):
    def tamper(root):
        with rows_of(root, "gold") as gold:
            place, number = first_rewritten(gold)
            gold[place]["messages"][number]["render"] |= changes

    return tamper


def question_of(change):
    def tamper(root):
        with rows_of(root, "questions") as questions, rows_of(root, "gold") as gold:
            place = next(place for place, row in enumerate(gold) if row["question_render"]["by"] == "llm")
            questions[place]["question"] = change(questions[place]["question"])
            gold[place]["question_render"]["core_span"] = [0, len(questions[place]["question"])]

    return tamper


LIES = {
    "the value is gone": (text_of(lambda text, hint: text.replace(hint["said"], "that")), 8, "value"),
    "a name comes in": (text_of(lambda text, _: f"{text} Ottoline Farquharson sends her best."), 8, "rewritten from"),
    "a number comes in": (text_of(lambda text, _: f"{text} That makes 47."), 8, "number"),
    "it is taken back": (text_of(lambda text, _: f"{text} That was a lie."), 8, "rewritten from"),
    "the prompt stands in it": (text_of(lambda text, _: f"Rewritten message: {text}"), 8, "rewritten from"),
    "the span is part of it": (render_of(core_span=[0, 3]), 8, "expected all of it"),
    "its phrase is another's": (render_of(core="hobby[99]"), 8, "no phrase"),
    "it is said to be the phrase's": (render_of(by="phrase", fallback=True), 8, "its phrases give"),
    "another model is named": (render_of(model="openai/other"), 12, "the manifest says 'openai/stub'"),
    "no model is named": (render_of(model=None), 12, "the manifest says 'openai/stub'"),
    "it was never asked for": (render_of(attempts=0), 12, "expected 1 or more"),
    "the prompt is no hash": (render_of(prompt_hash="secret"), 12, "16 hexadecimal digits"),
    "kept and fallen back": (render_of(fallback=True), 12, "expected llm, or phrase as a fallback"),
    "the question asks nothing": (question_of(lambda _: "Thanks for that."), 8, "the question is"),
}


def test_the_set_is_right_before(made):
    assert memsim.load(made).check().faults == []


@pytest.mark.parametrize("name", LIES)
def test_a_lie_about_a_rewritten_text_is_named(made, tmp_path, name):
    tamper, promise, says = LIES[name]
    root = copied(made, tmp_path / "set")
    tamper(root)
    seal(root)
    faults = [fault.detail for fault in memsim.load(root).check().faults if fault.promise == promise]
    assert any(says in detail for detail in faults), faults
