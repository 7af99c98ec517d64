import pytest

from memsim.llm.redact import redact, without_credentials


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key sk-abcdef123456 is wrong", "key [redacted] is wrong"),
        ("key sk-proj-abc_def-123 is wrong", "key [redacted] is wrong"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
        ("{'authorization': 'bearer abc'}", "{'authorization': 'bearer [redacted]'}"),
        ("https://me:secret@host/v1", "https://[redacted]@host/v1"),
        ("https://host/v1?key=abc&x=1", "https://host/v1?key=[redacted]&x=1"),
        ("a risk-averse reply to ask-me", "a risk-averse reply to ask-me"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text, expected):
    assert redact(text) == expected


def test_keys_of_the_environment_are_hidden_the_longer_first(monkeypatch):
    monkeypatch.setenv("ONE_API_KEY", "0123456789")
    monkeypatch.setenv("TWO_API_KEY", "0123456789abc")
    monkeypatch.setenv("LOCAL_API_KEY", "none")
    assert redact("none of 0123456789abc and 0123456789") == "none of [redacted] and [redacted]"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("https://me:secret@host.example/v1", "https://host.example/v1"),
        ("https://host.example/v1?api-key=secret#x", "https://host.example/v1"),
    ],
)
def test_an_address_is_kept_without_credentials(address, expected):
    assert without_credentials(address) == expected
