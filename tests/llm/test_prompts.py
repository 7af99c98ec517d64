import hashlib
import sys
from pathlib import Path

import pytest

import memsim.llm
from memsim.errors import InputError, MissingDependencyError
from memsim.llm.prompts import _template, hashes, languages, prompt_hash, render
from memsim.records import Message, Passage

FOLDER = Path(memsim.llm.__file__).parent / "prompts"
NASTY = "{{ 7 * 7 }} {% for x in y %} {# no #} <b>&amp;</b> \\ ' \" {{ question }}"
WORDED = [{"name": "n", "label": "l", "question": NASTY, "worst": "w", "best": "b"}]
TOLD = [{"id": "m1", "quoted": NASTY, "subject": "s", "attribute": "a", "said": NASTY}]
LISTED = {"attribute": "age", "classes": "friend", "shown": [NASTY], "complete": True}
VALUES = {
    "choices": {"question": NASTY, "time": "T1", "passages": [Passage(NASTY, "T0", "Anna")], "choices": [("A", NASTY), ("B", "x")]},
    "elicit": {"description": NASTY, "draws": 3, "values": [], "examples": [NASTY], "added": ["en"]},
    "free": {"question": NASTY, "time": "T1", "passages": [Passage(NASTY)], "answer_type": "number"},
    "judge": {"question": NASTY, "time": "T1", "gold": NASTY, "reply": NASTY},
    "profile": {"classes": [("friend", 2, ["age"])], "known": [NASTY], "listed": [LISTED]},
    "profile_values": {"klass": "friend", "draws": 3, "listed": LISTED},
    "rate_messages": {"time": "T1", "role": "user", "text": NASTY, "criteria": WORDED},
    "rate_profiles": {"facts": NASTY, "criteria": WORDED},
    "rewrite": {"statements": TOLD},
    **{f"write_{name}": {"statements": TOLD, "topic": NASTY} for name in ("soft", "part", "zero")},
    "recall": {"query": NASTY, "k": 3, "messages": [Message("m1", "s1", "user", "user", NASTY, "T0")]},
}
EACH = [(name, language) for name in VALUES for language in ("en", "zh")]


def test_the_files_are_those_tested():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.{language}.txt" for name, language in EACH)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_values_come_out_as_they_are(name, language):
    text = render(name, language, **VALUES[name])
    assert text.count(NASTY) == {"choices": 3, "judge": 3, "profile_values": 1, "rewrite": 1, "write_zero": 1}.get(name, 2)
    assert "49" not in text


@pytest.mark.parametrize(("name", "language"), EACH)
def test_no_value_may_be_missing(name, language):
    from jinja2 import UndefinedError

    for left_out in VALUES[name]:
        with pytest.raises(UndefinedError):
            render(name, language, **{key: value for key, value in VALUES[name].items() if key != left_out})


def test_a_prompt_reads_as_meant():
    passages = [Passage("She works in Busan.", "2027-03-01T10:00", "Anna"), Passage("Anna: Busan")]
    text = render("choices", "en", question="Where?", time="2027-03-05T09:00", passages=passages, choices=[("A", "Lisbon"), ("B", "Busan")])
    assert (
        "[1] 2027-03-01T10:00 Anna: She works in Busan.\n[2]: Anna: Busan\n\nIt is now 2027-03-05T09:00.\nQuestion: Where?\nA. Lisbon\nB. Busan\n\n"
        in text
    )


@pytest.mark.parametrize(("language", "words"), [("en", "You must still choose"), ("zh", "仍然必须选一项")])
def test_where_nothing_was_recalled_a_choice_is_still_asked_for(language, words):
    values = VALUES["choices"]
    assert words in render("choices", language, **(values | {"passages": []}))
    assert words not in render("choices", language, **values)


def test_free_text_tells_the_kind_of_answer_only_where_it_is_known():
    assert "number" in render("free", "en", **VALUES["free"])
    assert "Kind of answer" not in render("free", "en", **(VALUES["free"] | {"answer_type": ""}))


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_hash_is_that_of_the_file(name, language):
    assert prompt_hash(name, language) == hashlib.sha256((FOLDER / f"{name}.{language}.txt").read_bytes()).hexdigest()[:16]
    assert hashes(name)[language] == prompt_hash(name, language)


@pytest.mark.parametrize("language", ["fr", "", "../en", "en.txt"])
def test_an_unknown_language_is_refused(language):
    with pytest.raises(InputError, match="expected one of en, zh"):
        render("free", language, **VALUES["free"])
    with pytest.raises(InputError, match="expected one of en, zh"):
        prompt_hash("free", language)


def test_the_languages_of_a_prompt_are_its_files():
    assert languages("judge") == ["en", "zh"]


def test_without_jinja_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    _template.cache_clear()
    with pytest.raises(MissingDependencyError, match=r"memsim\[llm\]"):
        render("free", "en", **VALUES["free"])
