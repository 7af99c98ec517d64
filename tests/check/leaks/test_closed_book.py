"""A model is asked without messages: what is right, what is not heard, and what that comes to."""

import pytest
from auditing import asked, audited
from models import FAKE, fake_model

from memsim.check.audit import audit
from memsim.check.leaks.closed_book import ClosedBook
from memsim.errors import CallError, InputError
from memsim.llm.client import Client
from memsim.reader.llm import LLMReader
from memsim.records import Reply


class Knowing:
    """Answers what it was made to, by the number of the question."""

    concurrency = 4

    def __init__(self, replies):
        self.replies, self.seen = replies, []

    def read(self, question, passages, seed):
        self.seen.append((question.question, tuple(passages), seed))
        return self.replies(int(question.question.rpartition(" ")[2].rstrip("?")))


def run(reader, n=200, **options):
    check = ClosedBook(reader, **options)
    for number in range(n):
        check.see(audited(number, questions=[asked(number, target="ABCD"[number % 4])]))
    return {one.name: one for one in check.findings()}


def test_a_model_that_knows_the_answers_is_a_leak():
    found = run(Knowing(lambda number: Reply("answered", "ABCD"[number % 4])))["closed-book"]
    assert (found.share, found.ok, found.tested) == (1, False, 200)


def test_a_model_that_guesses_is_none_and_sees_no_message():
    reader = Knowing(lambda _: Reply("answered", "B"))
    found = run(reader, seed=3)["closed-book"]
    assert (found.share, found.ok, found.detail["chance"]) == (0.25, True, 0.25)
    assert {(passages, seed) for _, passages, seed in reader.seen} == {((), 3)}


def test_a_failed_call_is_left_out_and_one_without_an_answer_is_wrong():
    replies = {0: Reply("failed"), 1: Reply("answered", "B"), 2: Reply("unparsed"), 3: Reply("refused")}
    found = run(Knowing(lambda number: replies[number % 4]))["closed-book"]
    assert (found.tested, found.found) == (150, 50)
    assert found.detail["replies"] == {"answered": 50, "failed": 50, "refused": 50, "unparsed": 50}


def test_a_model_that_answers_no_call_is_an_error_with_its_reason():
    with pytest.raises(CallError, match=r"no call of the model was answered, of 200 \(en\); the last: no such key"):
        run(Knowing(lambda _: Reply("failed", reason="no such key")))


def test_a_set_without_choices_is_an_error():
    check = ClosedBook(Knowing(lambda _: Reply("answered", "A")))
    check.see(audited(questions=[asked(choices=(), target=None)]))
    with pytest.raises(InputError, match="no question has choices"):
        list(check.findings())


def test_what_a_model_refuses_is_told_before_anything_else_is_waited_for(monkeypatch):
    class Slow:
        def see(self, history):
            pass

        def findings(self):
            raise AssertionError("was waited for")

    class Set:
        def audited(self):
            return iter([audited()])

    monkeypatch.setattr("memsim.check.audit._checks", lambda _: [Slow()])
    with pytest.raises(CallError):
        audit(Set(), ["structure"], more=[ClosedBook(Knowing(lambda _: Reply("failed")))])


def test_no_more_questions_are_asked_than_wanted():
    assert run(Knowing(lambda _: Reply("answered", "A")), questions=30)["closed-book"].tested == 30


def test_a_real_client_is_asked_with_the_choices_and_nothing_else():
    with fake_model("B") as model:
        found = run(LLMReader(Client(FAKE, model.api_base), concurrency=1), n=8)["closed-book"]
        prompts = model.prompts
    assert (found.tested, found.share) == (8, 0.25)
    assert all("B. two" in prompt and "herons" not in prompt for prompt in prompts)
