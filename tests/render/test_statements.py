"""Statements: every phrase of every attribute, with several values, in every language."""

import numpy as np
import pyarrow as pa
import pytest

from memsim.render.guard import states
from memsim.render.phrases import OWN, Core, PhraseBook
from memsim.render.statements import Statements
from memsim.text.words import with_article

TIMES = {"en": ["tomorrow at 7 pm", "on 3 May at noon"], "zh": ["明天晚上7点", "5月3日中午12点"]}
SUBJECTS = {"en": ["my cousin", "O'Neil Kim", "élan Müller"], "zh": ["我表哥", "王伟", "“铜色灯笼”"]}
VALUES = 6


class Rendered:
    """All phrases of one language, the user's own too, filled with several values and every kind of opener and tail."""

    def __init__(self, spec, layout, language):
        self.book, self.language = PhraseBook(spec.phrases[language]), language
        topics = list(spec.file.topics)
        told = [name for name in (*layout.attributes, *(f"{OWN}.{name}" for name in layout.attributes)) if name in self.book.statements]
        rows = [(name, place, turn) for name in told for place in range(len(self.book.statements[name])) for turn in range(VALUES)]
        self.phrases = [(name, place) for name, place, _ in rows]
        plain = [name.removeprefix(f"{OWN}.") for name, _, _ in rows]
        values = {name: self._values(layout, name) for name in set(plain)}
        self.said = [values[name][turn] for name, (_, _, turn) in zip(plain, rows, strict=True)]
        self.own = [name.startswith(f"{OWN}.") for name, _, _ in rows]
        self.subjects = ["" if own else SUBJECTS[language][turn % 3] for own, (_, _, turn) in zip(self.own, rows, strict=True)]
        numbers = np.empty((3, len(rows)))
        numbers[1] = [(place + 0.5) / len(self.book.statements[name]) for name, place, _ in rows]
        column = np.array([layout.column[name] for name in plain])
        topic = np.array([topics.index(spec.file.attributes[name].topic) for name in plain])
        for place in range(len(topics)):
            at = np.flatnonzero(topic == place)
            numbers[0, at] = np.linspace(0, 1, len(at), endpoint=False)
            numbers[2, at] = np.roll(numbers[0, at], 7)[::-1]
        statements = Statements(self.book, layout.attributes, topics)
        made = statements.render(topic, column, np.array(self.own), numbers, pa.array(self.subjects), pa.array(self.said))
        self.texts, self.openers, self.cores, self.tails = (part.to_pylist() for part in (made.text, made.opener, made.core, made.tail))
        self.spans = list(zip(made.start.to_pylist(), made.end.to_pylist(), strict=True))
        self.slots = [[said] if own else [subject, said] for own, subject, said in zip(self.own, self.subjects, self.said, strict=True)]

    def _values(self, layout, name):
        domain = layout.spec.domains[name]
        if domain.kind == "moment":
            return TIMES[self.language] * (VALUES // 2)
        codes = np.linspace(0, domain.size - 1, VALUES).astype(np.int64)
        return layout.texts(name, codes, self.language).to_pylist()

    def __iter__(self):
        return zip(self.texts, self.slots, self.openers, self.cores, self.tails, self.spans, strict=True)


@pytest.fixture(scope="module", params=["en", "zh"])
def rendered(request, spec, layout):
    """All statements of one language."""
    return Rendered(spec, layout, request.param)


def test_each_phrase_was_asked_for_by_its_place(rendered):
    assert rendered.cores == [f"{name}[{place}]" for name, place in rendered.phrases]


def test_a_text_can_be_made_again_from_ids_and_slots(rendered):
    for text, slots, opener, core, tail, span in rendered:
        assert rendered.book.restate(core, opener, tail, slots) == (text, tuple(span))


def test_the_span_holds_the_core(rendered):
    for text, slots, opener, core, tail, (start, end) in rendered:
        assert text[start:end] == rendered.book.restate(core, None, None, slots)[0]
        assert (start == 0) == (opener is None)
        assert (end == len(text)) == (tail is None)


def test_every_text_states_its_fact(rendered):
    """The user's own names no subject but the user."""
    assert any(rendered.own)
    for text, slots, *_ in rendered:
        assert states(text, slots[0], slots[-1]), text


def test_the_user_speaks_of_itself_in_phrases_of_its_own(rendered):
    for own, core in zip(rendered.own, rendered.cores, strict=True):
        assert core.startswith(f"{OWN}.") == own


def test_nothing_of_a_pattern_is_left(rendered):
    assert [text for text in rendered.texts if set("{}\0") & set(text) or "  " in text or text != text.strip()] == []


def test_english_texts_and_cores_begin_in_upper_case(spec, layout):
    for text, *_, (start, _end) in Rendered(spec, layout, "en"):
        assert text[0] == text[0].upper()
        assert text[start] == text[start].upper()


def test_about_half_have_an_opener_and_half_a_tail(rendered):
    for ends in (rendered.openers, rendered.tails):
        assert 0.45 < sum(end is None for end in ends) / len(ends) < 0.55


def test_every_opener_and_tail_is_used(rendered):
    for ends, lists in ((rendered.openers, rendered.book.openers), (rendered.tails, rendered.book.tails)):
        assert {end for end in ends if end} == {f"{topic}[{place}]" for topic, phrases in lists.items() for place in range(len(phrases))}


def test_chinese_has_no_spaces_of_its_own(spec, layout):
    for text, slots, *_ in Rendered(spec, layout, "zh"):
        plain = text
        for slot in reversed(slots):
            plain = plain.replace(slot, "")
        assert " " not in plain
        assert not set(plain) & set(",.!?;:")


def test_articles_stand_where_the_phrase_asks_for_them(spec, layout):
    rendered, found = Rendered(spec, layout, "en"), 0
    for (name, place), text, said in zip(rendered.phrases, rendered.texts, rendered.said, strict=True):
        if "{a_value}" in rendered.book.raw_statements[name][place]:
            found += 1
            assert with_article(said) in text
    assert found > 50


def test_the_capital_leaves_the_rest_of_the_subject_as_it_is():
    core = Core("{Subject} likes {value}.")
    assert core.fill_all(["my cousin", "chess"], None) == "My cousin likes chess."
    assert core.fill_all(["élan de Vries", "chess"], None) == "Élan de Vries likes chess."
    assert Core("I hear {subject} is {a_value}.").fill_all(["my aunt", "engineer"], None) == "I hear my aunt is an engineer."


@pytest.mark.parametrize("value", ["{0}", "{value}", "{subject}", "a{b}c", "%s", "\\1"])
def test_a_value_is_never_read_as_a_pattern(value):
    assert Core("{Subject} likes {value}.").fill_all([value, value], None) == f"{value[:1].upper()}{value[1:]} likes {value}."


@pytest.mark.parametrize(
    ("core", "opener", "tail"),
    [
        ("hobby[999]", None, None),
        ("nothing[0]", None, None),
        ("hobby[0]", "roles[99]", None),
        ("hobby[0]", None, "?"),
        ("hobby", None, None),
        ("own.nothing[0]", None, None),
    ],
)
def test_an_unknown_id_is_refused(spec, core, opener, tail):
    with pytest.raises((KeyError, IndexError, ValueError)):
        PhraseBook(spec.phrases["en"]).restate(core, opener, tail, ["my cousin", "chess"])


@pytest.mark.parametrize(("text", "subject", "value", "expected"), [
    ("My cousin is mad about chess.", "my cousin", "chess", True),
    ("CHESS it is for my COUSIN.", "my cousin", "chess", True),
    ("My cousin is mad about bouldering.", "my cousin", "chess", False),
    ("She is mad about chess.", "my cousin", "chess", False),
    ("我表哥喜欢下棋。", "我表哥", "下棋", True),
])  # fmt: skip
def test_states(text, subject, value, expected):
    assert states(text, subject, value) is expected


@pytest.mark.parametrize(("text", "value"), [("My cousin is 145 years old.", "45"), ("My cousin is a bartender.", "art")])
def test_a_value_inside_another_word_is_not_stated(text, value):
    assert not states(text, "my cousin", value)
