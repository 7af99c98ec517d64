"""The page of a check shows what the JSON holds, escapes all of it, and needs nothing beside it."""

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from memsim.report.checked import page

VOID = {"meta", "br"}


def finding(**fields):
    return {
        "family": "structure",
        "name": "answer-number",
        "rule": "answers are texts",
        "tested": 1234,
        "found": 2,
        "share": 2 / 1234,
        "examples": ["q0: 7"],
        "ok": False,
        "detail": {"rate": 0.123456, "en with": {"alone": 1200, "p": 1e-9}},
    } | fields


def content(**fields):
    return {
        "ok": False,
        "kept": True,
        "path": "set.json",
        "format": "locomo",
        "digest": "abc",
        "left_out": [],
        "histories": 10,
        "messages": 5882,
        "questions": 1986,
        "findings": [finding(), finding(name="options-equal", tested=0, found=0, share=0.0, ok=True, examples=[], detail={})],
    } | fields


class Seen(HTMLParser):
    """Text and tags of a page; fails where a tag is not closed."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text, self.attributes = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(text):
    seen = Seen()
    seen.feed(text)
    seen.close()
    assert seen.open == []
    return seen


def test_numbers_rules_and_examples_are_there():
    text = "".join(read(page(content())).text)
    for shown in (
        "set.json",
        "locomo",
        "5,882 messages",
        "1 rules broken",
        "1,234",
        "0.2%",
        "q0: 7",
        "rate: 0.1235",
        "alone 1,200, p 1e-09",
    ):
        assert shown in text
    assert "Nothing to test in this set: options-equal" in text
    assert "Promises" not in text


def test_promises_and_their_faults_are_there():
    promises = [{"promise": 1, "text": "answer: so", "tested": 60, "failed": 1}]
    faults = [{"promise": 1, "file": "en-0.parquet", "row": 3, "id": "q-1", "detail": "Atlantis"}]
    text = "".join(read(page(content(kept=False, promises=promises, faults=faults, rows=60, findings=[]))).text)
    assert "not every promise kept" in text
    assert "promise 1: en-0.parquet row 3 q-1: Atlantis" in text


def test_details_are_words_and_numbers():
    detail = {
        "by_type": {"one": {"rate": 0.25, "n": 1000}, "two": {"rate": 0.5, "n": 9}},
        "phrases": [{"phrase": "Well,", "inside": 7}, {"phrase": "Hm,", "inside": 5}],
        "in each fifth": [0.2, 0.3],
    }
    text = "".join(read(page(content(findings=[finding(detail=detail)]))).text)
    assert "by_type: one (rate 0.25, n 1,000), two (rate 0.5, n 9)" in text
    assert "phrases: phrase Well,, inside 7; phrase Hm,, inside 5" in text
    assert "in each fifth: 0.2; 0.3" in text


def test_what_was_not_looked_for_is_said():
    assert "not installed: leaks" in "".join(read(page(content(left_out=["leaks"]))).text)
    assert "not installed" not in "".join(read(page(content())).text)


def test_it_needs_nothing_beside_it():
    seen = read(page(content()))
    assert {name for name, _ in seen.attributes} <= {"lang", "charset", "name", "content", "class", "open"}
    assert not {"script", "link", "img", "iframe"} & set(seen.tags)
    assert not re.search(r"url\(|@import|https?:", page(content()))


hostile = st.text() | st.sampled_from(["<script>alert(1)</script>", '"><img src=x onerror=y>', "</style>", "&lt;", "</li></ul>", "'"])


@given(hostile, st.sampled_from(["name", "rule", "examples", "detail", "family"]))
def test_whatever_stands_in_a_finding_is_text(bad, key):
    value = [bad] if key == "examples" else {bad: bad} if key == "detail" else bad
    clean, seen = read(page(content(findings=[finding(**{key: value})]))), None
    assert not {"script", "img"} & set(clean.tags)
    seen = read(page(content(path=bad, format=bad, digest=bad)))
    assert not {"script", "img"} & set(seen.tags)
    assert {name for name, _ in clean.attributes + seen.attributes} <= {"lang", "charset", "name", "content", "class", "open"}
