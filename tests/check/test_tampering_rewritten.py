"""Sets that a model rewrote are held to the guard and to their manifest: every lie about a rewritten text is named."""

import json

import pytest
from models import fake_model
from rewriting import faithful, rewriting
from sets import SEED, copied, manifest_of, rows_of, seal

import memsim
from memsim.check.run import check

pytestmark = pytest.mark.usefixtures("one_scenario")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A set whose texts are rewritten; nobody may write to it."""
    place = tmp_path_factory.mktemp("rewritten")
    with fake_model(faithful) as model:
        how = rewriting(model, place, what=("messages", "questions"), tries=2)
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


def question_render_of(**changes):
    def tamper(root):
        with rows_of(root, "gold") as gold:
            gold[0]["question_render"] |= changes

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
    "a blank is put at its end": (text_of(lambda text, _: f"{text} "), 8, "blanks at an end"),
    "a blank is put at its start": (text_of(lambda text, _: f"\u3000{text}"), 8, "blanks at an end"),
    "the question has a line at its end": (question_of(lambda text: f"{text}\n"), 8, "blanks at an end"),
    "another prompt is named": (render_of(prompt_hash="0" * 16), 12, "prompt_hash '0000000000000000'; the manifest says"),
    "another prompt asked the question": (
        question_render_of(prompt_hash="f" * 16),
        12,
        "prompt_hash 'ffffffffffffffff'; the manifest says",
    ),
    "it was asked for too often": (render_of(attempts=3), 12, "no more than 2 tries"),
    "the question was asked for too often": (question_render_of(attempts=99), 12, "no more than 2 tries"),
    "it fell back too soon": (render_of(by="phrase", fallback=True, attempts=1), 12, "expected all of 2 tries"),
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


def _of_counts(**changes):
    return lambda manifest: manifest["counts"].update(changes)


def _of_rewrite(**changes):
    return lambda manifest: manifest["settings"]["rewrite"].update(changes)


LIES_OF_THE_MANIFEST = {
    "texts that fell back": (
        _of_counts(rewritten={"fallback": 1}),
        10,
        "counts.rewritten is {'fallback': 1}; the rows come to {'kept at try 1'",
    ),
    "rejections": (_of_counts(rejected={"junk": 9999}), 10, "counts.rejected is {'junk': 9999}; the rows come to"),
    "rejections that are no numbers": (_of_counts(rejected={"junk": "many"}), 10, "counts.rejected"),
    "messages": (_of_counts(messages=1), 10, "counts.messages is 1; the rows come to"),
    "questions": (_of_counts(questions=7), 10, "counts.questions is 7; the rows come to 6"),
    "types": (_of_counts(by_question_type={"single_hop": 6}), 10, "counts.by_question_type"),
    "topics": (_of_counts(by_topic={}), 10, "counts.by_topic"),
    "tries": (_of_rewrite(tries=1), 12, "no more than 1 tries"),
    "more tries": (_of_rewrite(tries=3), 12, "expected all of 3 tries"),
    "prompts": (_of_rewrite(prompts={"en": "0" * 16}), 12, "the manifest says '0000000000000000'"),
    "no prompts": (_of_rewrite(prompts={}), 12, "the manifest says None"),
    "model": (_of_rewrite(model="openai/other"), 12, "the manifest says 'openai/other'"),
    "questions rewritten": (_of_rewrite(what=["messages"]), 12, "the manifest says None"),
}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A set of which some texts were kept at the first try, some at the second, and some fell back; nobody may write to it."""
    place, seen = tmp_path_factory.mktemp("mixed"), []

    def answer(request):
        said = json.loads(faithful(request))
        seen.append(request)
        return json.dumps({name: text for number, (name, text) in enumerate(said.items()) if number % 3 != len(seen) % 2})

    with fake_model(answer) as model:
        how = rewriting(model, place, what=("messages", "questions"), tries=2, concurrency=1)
        return memsim.generate("daily", 6, seed=SEED, out=place / "set", rewriting=how).path


def test_the_mixed_set_is_right_and_mixed(mixed):
    dataset = memsim.load(mixed)
    assert dataset.check().faults == []
    assert set(dataset.manifest["counts"]["rewritten"]) == {"kept at try 1", "kept at try 2", "fallback"}


@pytest.mark.parametrize("name", LIES_OF_THE_MANIFEST)
def test_a_lie_of_the_manifest_is_named(mixed, tmp_path, name):
    tamper, promise, says = LIES_OF_THE_MANIFEST[name]
    root = copied(mixed, tmp_path / "set")
    with manifest_of(root) as manifest:
        tamper(manifest)
    faults = [fault.detail for fault in check(root, promises=(promise,)).faults]
    assert any(says in detail for detail in faults), faults
