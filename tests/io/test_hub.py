"""Addresses of sets on the Hub, told from paths."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import HubError, InputError
from memsim.io.hub import Address, address, local, name_of, told

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,20}", fullmatch=True)
revisions = st.none() | st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,12}(/[A-Za-z0-9]{1,4}){0,2}", fullmatch=True)


@given(names, names, revisions, st.booleans())
def test_an_address_is_the_same_as_a_text_and_as_a_path(owner, name, revision, named):
    text = f"hf://{'datasets/' if named else ''}{owner}/{name}{'@' + revision if revision else ''}"
    assert address(text) == address(Path(text)) == Address(f"{owner}/{name}", revision)
    assert name_of(text) == name
    assert address(str(address(text))) == address(text)


@pytest.mark.parametrize("path", ["generated/daily", "/hf://a/b", "hf", "hf:", "./hf:/a/b", "hfs://a/b", "HF://a/b"])
def test_a_path_is_a_path(path):
    assert address(path) is None
    assert local(path) == Path(path)


@pytest.mark.parametrize("text", ["hf://", "hf:///", "hf://a", "hf://a/", "hf://a/b/c", "hf://a/b@", "hf://@v1", "hf://datasets/a"])
def test_what_begins_as_an_address_and_is_none_is_refused(text):
    with pytest.raises(InputError, match="expected hf://OWNER/NAME"):
        address(text)
    with pytest.raises(InputError, match="expected hf://OWNER/NAME"):
        local(text)


@pytest.mark.parametrize(
    "error",
    [OSError("no route"), RuntimeError("x\ny"), ValueError("z" * 1000), KeyError("id"), TypeError("a\nb"), AttributeError("sha")],
)
def test_what_goes_wrong_is_told_in_one_line_without_the_token(error, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "short1")
    with pytest.raises(HubError) as failed, told("a/b"):
        raise type(error)(f"{error} short1")
    assert str(failed.value).startswith("a/b: ")
    assert "short1" not in str(failed.value)
    assert "\n" not in str(failed.value)
    assert len(str(failed.value)) < 400
