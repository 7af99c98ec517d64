import base64
import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from memsim.errors import InputError, MissingDependencyError
from memsim.rating.items import Item
from memsim.rating.papers import COLUMNS, NEEDED, Entry, csv_sheet, html_sheet
from memsim.rating.scales import RATED
from memsim.rating.wording import asks, folder, instructions

NASTY = "</script><script>alert('1')</script>\n=1+1, \"so\" {{ 7 * 7 }} & <img src=x onerror=go()> '' 好"
SHOWN = {
    "messages": ("role", "time", "text"),
    "profiles": ("facts",),
    "questions": ("messages", "asked", "question", "choices", "answer", "choice", "evidence"),
}


def entries(text=NASTY):
    each = [(language, subject) for language in ("en", "zh") for subject in RATED for _ in range(2)]
    items = [Item(subject, language, 0, "h", "", dict.fromkeys(SHOWN[subject], text)) for language, subject in each]
    return [Entry(f"item-{place:016x}", item) for place, item in enumerate(items)]


class Page(HTMLParser):
    """A page as browsers read it: its elements with their attributes, and what stands inside those asked for."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.inside, self._open = [], {"dd": [], "script": [], "style": [], "title": []}, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in self.inside:
            self._open = tag
            self.inside[tag].append("")

    def handle_endtag(self, tag):
        self._open = None

    def handle_data(self, data):
        if self._open:
            self.inside[self._open][-1] += data

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def page():
    return Page(html_sheet(entries()))


def test_the_form_shows_every_text_as_it_is_and_runs_nothing_of_it(page):
    assert page.inside["dd"] == [NASTY for entry in entries() for _ in entry.item.shown]
    script = (folder() / "form.js").read_text(encoding="utf-8")
    assert page.inside["script"] == [script]
    assert page.all("img") == []


def test_the_form_can_use_no_network_and_run_no_other_script(page):
    policy = next(one["content"] for one in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    def hashed(text):
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert rules == {
        "default-src": "'none'",
        "style-src": hashed(*page.inside["style"]),
        "script-src": hashed(*page.inside["script"]),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    names = {name for _, attributes in page.elements for name in attributes}
    assert not names & {"src", "href", "action", "style"}
    assert [name for name in names if name.startswith("on")] == []


def test_the_form_has_a_group_for_each_criterion_whose_answers_can_be_read(page):
    expected = [(entry.id, one.name) for entry in entries() for one in RATED[entry.item.subject].criteria]
    assert [(one["data-item"], one["data-criterion"]) for one in page.all("fieldset")] == expected
    radios = [one for one in page.all("input") if one["type"] == "radio"]
    given = {name: [one for one in radios if one["name"] == name] for name in dict.fromkeys(one["name"] for one in radios)}
    assert list(given) == [f"{item}.{criterion}" for item, criterion in expected]
    subjects = {entry.id: entry.item.subject for entry in entries()}
    for name, choices in given.items():
        scale = RATED[subjects[name.split(".")[0]]].scale
        assert (choices[0]["value"], "checked" in choices[0], "data-key" in choices[0]) == ("", True, False)
        assert [scale.read(one["value"]) for one in choices[1:]] == list(scale.answers)
        assert [one["data-key"] for one in choices[1:]] == [one.key for one in scale.answers]
        assert not any("checked" in one for one in choices[1:])


def test_the_form_instructs_in_each_language(page):
    text = html_sheet(entries())
    for language in ("en", "zh"):
        words = instructions(language)
        for line in (words.title, *words.how, words.form, *(part for one in words.subjects.values() for part in one.values())):
            assert line.replace('"', "&#34;").replace("'", "&#39;") in text
    assert [one["lang"] for one in page.all("section")] == ["en", "zh"]


def test_a_rater_gives_a_name_that_is_not_blank(page):
    (rater,) = (one for one in page.all("input") if one.get("id") == "rater")
    assert "required" in rater
    assert [bool(re.fullmatch(rater["pattern"], name)) for name in ("Ann B.", "好", " a", "", "  ")] == [True, True, True, False, False]


def test_the_form_says_which_columns_it_saves(page):
    assert page.all("form")[0]["data-columns"].split(",") == list(NEEDED)


@pytest.mark.skipif(not shutil.which("node"), reason="needs a JavaScript engine")
def test_what_the_form_saves_is_csv():
    rows = [["item", "comment"], ["a", NASTY], ["", '"'], ["b,c", "so\r\n;\t"]]
    formulas = [["c", sign + "1+1"] for sign in "=+-@"]
    (writes,) = re.findall(r"^function csv\(.*?^}", (folder() / "form.js").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    code = f"{writes}\nprocess.stdout.write(csv({json.dumps(rows + formulas)}))"
    out = subprocess.run(["node", "-e", code], capture_output=True, check=True).stdout.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(out, newline=""), strict=True)) == rows + [[item, "'" + said] for item, said in formulas]


def table(text):
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))


def test_the_table_has_a_row_for_each_criterion_and_shows_an_item_once():
    rows = [row for row in table(csv_sheet(entries())) if row["item"]]
    expected = [(entry, one) for entry in entries() for one in RATED[entry.item.subject].criteria]
    assert [(row["item"], row["criterion"]) for row in rows] == [(entry.id, one.name) for entry, one in expected]
    for row, (entry, one) in zip(rows, expected, strict=True):
        item, (criteria, scale) = entry.item, RATED[entry.item.subject]
        assert tuple(row) == COLUMNS
        assert (row["rating"], row["comment"]) == ("", "")
        assert row["asks"] == asks(item.subject, one, item.language)
        assert [scale.read(answer) for answer in row["answers"].split(",")] == list(scale.answers)
        assert row["shown"].count(NASTY) == (len(item.shown) if one is criteria[0] else 0)


def test_the_table_instructs_in_each_language():
    told = "\n".join(row["shown"] for row in table(csv_sheet(entries())) if not row["item"])
    for language in ("en", "zh"):
        words = instructions(language)
        assert all(line in told for line in (*words.how, words.csv, *(one["intro"] for one in words.subjects.values())))


def test_no_cell_of_the_table_is_a_formula():
    cells = [cell for row in table(csv_sheet(entries("=1+1"))) for cell in row.values() if cell]
    assert any("=1+1" in cell for cell in cells)
    assert [cell for cell in cells if cell[0] in "=+-@\t\r"] == []


def test_what_a_cell_cannot_hold_is_refused_for_the_table_and_no_matter_for_the_form():
    long = entries("x" * 40_000)[:1]
    with pytest.raises(InputError, match=r"^messages in en: one of 120,0\d\d characters; .* --sheet FILE.html$"):
        csv_sheet(long)
    assert "x" * 40_000 in html_sheet(long)


def test_without_jinja_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingDependencyError, match=r"memsim\[llm\]"):
        html_sheet(entries())
