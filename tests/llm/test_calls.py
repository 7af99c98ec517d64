import logging

import pytest

from memsim.errors import CallError, RefusedError
from memsim.llm import calls
from memsim.llm.calls import Patience, patiently, server


class FailureError(Exception):
    status_code = 500


@pytest.fixture(autouse=True)
def waited(monkeypatch):
    seconds = []
    monkeypatch.setattr(calls, "sleep", seconds.append)
    return seconds


def test_every_try_that_fails_is_told_and_so_is_giving_up(caplog):
    patience = Patience("model 'x'", seed=3, attempts=2)
    patience.after(FailureError("oops\nagain"))
    with pytest.raises(CallError):
        patience.after(FailureError("oops"))
    assert [(record.name, record.levelname, record.getMessage()) for record in caplog.records] == [
        ("memsim.llm", "WARNING", "model 'x', seed 3: try 1 of 2 failed: FailureError: oops again"),
        ("memsim.llm", "WARNING", "model 'x', seed 3: try 2 of 2 failed: FailureError: oops"),
        ("memsim.llm", "ERROR", "model 'x', seed 3: given up"),
    ]


def test_nothing_is_printed_that_nobody_asked_for(capsys, monkeypatch):
    for handler in list(logging.getLogger().handlers):  # those of pytest
        monkeypatch.setattr(handler, "emit", lambda record: None)
    Patience("model 'x'").after(FailureError("oops"))
    assert capsys.readouterr() == ("", "")
    assert any(isinstance(handler, logging.NullHandler) for handler in calls.LOG.handlers)


def test_what_a_failure_came_from_is_told_where_nobody_replied():
    error = FailureError("Connection error.")
    error.__context__ = ConnectionRefusedError("nobody there")
    with pytest.raises(CallError, match=r"FailureError: Connection error\. \(ConnectionRefusedError: nobody there\)"):
        Patience("x", attempts=1).after(error)
    error.litellm_response_headers = {"date": "today"}
    with pytest.raises(CallError, match=r"FailureError: Connection error\.$"):
        Patience("x", attempts=1).after(error)


def test_a_long_failure_is_told_in_short():
    with pytest.raises(CallError) as caught:
        Patience("x", attempts=1).after(FailureError("word " * 10_000))
    assert len(str(caught.value)) < 400


def test_secrets_are_told_to_nobody(caplog, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "planted-key")
    with pytest.raises(CallError) as caught:
        Patience("x", attempts=1, secrets={"planted-word"}).after(FailureError("planted-key planted-word Bearer planted-token"))
    assert "planted" not in str(caught.value)
    assert "planted" not in caplog.text
    assert "[redacted] [redacted] Bearer [redacted]" in caplog.text


def test_what_is_not_asynchronous_is_tried_again_too(waited):
    answers = iter([FailureError(), FailureError(), "B"])

    def call():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert patiently(call, "embedder 'x'") == "B"
    assert len(waited) == 2


def test_a_failure_that_concerns_all_calls_is_marked():
    error = FailureError("wrong key")
    error.status_code = 401
    with pytest.raises(RefusedError, match=r"^x could not be called \(tries: 1\): FailureError: wrong key$") as caught:
        Patience("x").after(error)
    assert caught.value.__suppress_context__


def test_a_server_of_ones_own_gets_the_key_of_the_environment_or_none(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert server("openai/x", None) == {}
    assert server("openai/x", "http://h") == {"api_base": "http://h", "api_key": "none"}
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    assert server("openai/x", "http://h") == {"api_base": "http://h"}
