from concurrent.futures import ThreadPoolExecutor

import pytest
from models import FAKE, Told, fake_model

from memsim.errors import InputError
from memsim.llm.client import Client
from memsim.llm.prompts import prompt_hash
from memsim.llm.replies import spoken
from memsim.reader.llm import LLMReader
from memsim.records import Asked, Passage, Usage

CHOICES = Asked("Where does my cousin work?", "2027-03-05T09:00", "en", ("Lisbon", "Busan", "Porto", "Oslo"))
FREE = CHOICES._replace(choices=(), answer_type="text")
PASSAGES = [Passage("She works in {{ Busan }}.", "2027-03-01T10:00", "user"), Passage("Anna is my cousin.")]


def read(answer, asked=CHOICES, passages=PASSAGES, **options):
    with fake_model(answer) as model:
        return LLMReader(Client(FAKE, model.api_base, wait=0.01), **options).read(asked, passages, 5), model


def test_a_letter_is_an_answer():
    reply, model = read("The answer is B.")
    assert reply == ("answered", "B", "The answer is B.", "", Usage(1, 100, 10, None))
    assert model.requests[0]["seed"] == 5


@pytest.mark.parametrize("asked", [CHOICES, FREE, CHOICES._replace(language="zh"), FREE._replace(language="zh")])
def test_the_model_sees_question_time_choices_and_numbered_passages(asked):
    _, model = read("B", asked)
    (prompt,) = model.prompts
    for text in (asked.question, asked.time, "[1] 2027-03-01T10:00 user", "She works in {{ Busan }}.", "[2]", "Anna is my cousin."):
        assert text in prompt
    for letter, choice in zip("ABCD", asked.choices, strict=False):
        assert f"{letter}. {choice}\n" in prompt


def test_with_nothing_recalled_the_model_is_still_asked():
    reply, model = read("C", passages=[])
    assert reply.answer == "C"
    assert "Nothing was remembered. You must still choose." in model.prompts[0]


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        ("A or B", "unparsed", "names several choices: A, B"),
        ("I don't know", "unparsed", "says that it does not know"),
        ("I cannot help with that.", "refused", "refuses to answer"),
        (None, "unparsed", "says nothing"),
    ],
)
def test_what_is_no_letter_is_no_answer(said, status, reason):
    reply, _ = read(Told(said))
    assert (reply.status, reply.answer, reply.raw, reply.reason) == (status, "", said or "", reason)
    assert reply.usage.calls == 1


def test_a_reply_that_was_cut_off_says_so():
    reply, _ = read(Told("<think>Let me see", finish_reason="length"), max_tokens=7)
    assert reply.reason == "says nothing; cut off at 7 tokens"


@pytest.mark.parametrize("asked", [CHOICES, FREE])
def test_a_model_that_cannot_be_called_is_a_failure_and_no_wrong_answer(asked):
    reply, _ = read(Told("no such model", 404), asked)
    assert (reply.status, reply.answer, reply.raw, reply.usage) == ("failed", "", "", Usage())
    assert "'openai/stub'" in reply.reason
    assert "no such model" in reply.reason


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Busan", ("answered", "Busan", "")),
        ("<think>Lisbon?</think>\nBusan\n", ("answered", "Busan", "")),
        ("not stated", ("answered", "not stated", "")),
        ("I cannot help with that.", ("refused", "", "refuses to answer")),
        ("<think>Lisbon?", ("unparsed", "", "says nothing")),
    ],
)
def test_free_text_is_taken_as_it_is(said, expected):
    reply, _ = read(said, FREE)
    assert (reply.status, reply.answer, reply.reason) == expected
    assert spoken(reply.raw) == spoken(said)  # litellm may have taken the thoughts out already


def test_questions_may_be_read_at_a_time():
    with (
        fake_model(lambda request: "B" if "Question: B?" in request["messages"][0]["content"] else "A") as model,
        ThreadPoolExecutor(4) as pool,
    ):
        reader = LLMReader(Client(FAKE, model.api_base), concurrency=4)
        asked = [CHOICES._replace(question=f"{'AB'[place % 2]}?") for place in range(12)]
        assert [reply.answer for reply in pool.map(lambda one: reader.read(one, PASSAGES, 0), asked)] == ["A", "B"] * 6


def test_a_language_without_prompts_is_refused():
    with pytest.raises(InputError, match="language 'fr'; expected one of en, zh"):
        read("B", CHOICES._replace(language="fr"))


def test_the_identity_tells_model_settings_and_prompts():
    reader = LLMReader(Client(FAKE, "http://me:secret@127.0.0.1:1/v1", temperature=0.3), concurrency=2, max_tokens=16)
    identity = reader.identity()
    assert reader.concurrency == 2
    assert identity.pop("litellm")
    assert identity == {
        "name": "llm",
        "model": FAKE,
        "api_base": "http://127.0.0.1:1/v1",
        "temperature": 0.3,
        "max_tokens": 16,
        "prompts": {name: {language: prompt_hash(name, language) for language in ("en", "zh")} for name in ("choices", "free")},
    }
