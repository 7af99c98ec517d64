import pytest

from memsim.redact import keys, redact, without_credentials


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key sk-abcdef123456 is wrong", "key [redacted] is wrong"),
        ("key sk-proj-abc_def-123 is wrong", "key [redacted] is wrong"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"),
        ("{'authorization': 'bearer abc'}", "{'authorization': 'bearer [redacted]'}"),
        ("https://me:secret@host/v1", "https://[redacted]@host/v1"),
        ("https://host/v1?key=abc&x=1", "https://host/v1?key=[redacted]&x=1"),
        ("key AIzaSyD-0123_456789abcdef is wrong", "key [redacted] is wrong"),
        ("key gsk_0123456789abcDEF is wrong", "key [redacted] is wrong"),
        ("key hf_0123456789abcDEF is wrong", "key [redacted] is wrong"),
        ("key xai-0123456789abcDEF is wrong", "key [redacted] is wrong"),
        ("hf_hub_download of an AIza, gsk_ or xai-1", "hf_hub_download of an AIza, gsk_ or xai-1"),
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


NAMES = (
    "OPENAI_API_KEY", "APIKEY", "AWS_SECRET_ACCESS_KEY", "SCW_SECRET_KEY", "HF_TOKEN", "AWS_BEARER_TOKEN_BEDROCK", "GITHUB_TOKEN", "CLIENT_SECRET",
    "DB_PASSWORD", "GIGACHAT_CREDENTIALS", "VERTEXAI_CREDENTIALS", "VERTEX_CREDENTIALS", "SNOWFLAKE_JWT",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("around", ["{}", "{}\n", " {} ", "\t{}\r\n"])
def test_a_secret_of_the_environment_is_hidden_whatever_blanks_are_around_it(monkeypatch, name, around):
    monkeypatch.setenv(name, around.format("planted word"))
    assert "planted" not in redact("no such thing: planted word")
    assert "planted word" in keys()


@pytest.mark.parametrize(
    ("name", "value"), [("OPENAI_API_KEY", "  none   \n"), ("KEYBOARD_LAYOUT", "planted word"), ("TOKENIZERS", "planted word")]
)
def test_what_is_short_or_no_secret_is_left(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert redact("a planted word, none   ") == "a planted word, none   "


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
