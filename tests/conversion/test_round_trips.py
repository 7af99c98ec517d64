"""What a format holds is there again when it is read, whatever the set: and what is not there again is what is told to be lost."""

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from harnesses import READERS, json_lines, read_json
from hypothesis import given, settings
from hypothesis import strategies as st
from sets import made
from strategies import moments

from memsim.conversion.aspects import ASPECTS
from memsim.conversion.registry import OUTPUTS, output
from memsim.errors import InputError
from memsim.io.formats.registry import open_set
from memsim.records import Answer, History, Item, Message, Question, Truth
from memsim.text.clock import iso

BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
ONE_EACH = ("memdaily", "membench", "longmemeval", "chat")  # formats with a history for each question
DATA = Path(__file__).parents[2].parent / "shared" / "data"
REAL = {
    "memdaily": "memdaily/memdaily.json.gz",
    "locomo": "locomo/locomo10.json.gz",
    "longmemeval": "longmemeval/longmemeval_s_subset16.json.gz",
}
TYPES = {"single_hop": "simple", "multi_hop": "conditional", "comparative": "comparative", "aggregative": "aggregative"}
TOPICS = ("roles", "events", "items", "places", "hybrid")


def texts(breaks):
    """Texts that are not blank, of any characters that a file can hold."""
    without = "" if breaks else BREAKS
    return st.text(st.characters(exclude_categories=["Cs"], exclude_characters=without), min_size=1, max_size=12).filter(str.strip)


@st.composite
def histories(draw, number, breaks, *, silent=False, language="en"):
    """A history with a question or two, of four choices each; if it may be silent, some cannot be answered."""
    text = texts(breaks)
    times = sorted(draw(st.lists(moments, min_size=1, max_size=5)))
    sessions = draw(st.lists(st.integers(0, 1), min_size=len(times), max_size=len(times)).map(sorted))
    messages = tuple(
        Message(f"m{place + 1}", f"s{session}", "user", "user", draw(text), iso(time))
        for place, (time, session) in enumerate(zip(times, sessions, strict=True))
    )
    items = []
    for place in range(draw(st.integers(1, 2))):
        choices, letter = draw(st.tuples(text, text, text, text)), draw(st.integers(0, 3))
        evidence = draw(st.lists(st.sampled_from([message.mid for message in messages]), min_size=1, unique=True))
        kind, topic = draw(st.sampled_from(sorted(TYPES))), draw(st.sampled_from(TOPICS))
        asked = Question(
            f"q{number}-{place}", f"h{number}", language, kind, topic, draw(st.booleans()), draw(text), iso(times[-1] + 1), choices
        )
        axes = tuple(None if option == letter else "other_entity" for option in range(4))
        answered = not silent or draw(st.booleans())
        truth = Truth(tuple(evidence), "ABCD"[letter], (Answer(choices[letter], "name"),) if answered else (), axes)
        items.append(Item(asked, truth))
    return History(f"h{number}", language, messages, tuple(items))


def sets(*, breaks=True, silent=False):
    return st.integers(1, 3).flatmap(lambda count: st.tuples(*(histories(number, breaks, silent=silent) for number in range(count))))


def written(name, rows, languages=("en",)):
    """What a format keeps of histories, read again."""
    with tempfile.TemporaryDirectory() as folder:
        writer = output(name)
        writer.languages = languages
        place = Path(folder) / f"out{writer.ending}"
        writer.write(iter(rows), place)
        return READERS[name](place)


def apart(rows):
    """Each question with its history to itself."""
    return [replace(history, items=(item,)) for history in rows for item in history.items]


def values(rows, name, aspect):
    """All that histories have of an aspect, in an order that does not depend on that of the file."""
    found = [(tuple(item.question.question for item in history.items), list(ASPECTS[aspect](history))) for history in rows]
    if name in ("memdaily", "membench") and aspect == "types of questions":
        found = [(key, [TYPES.get(kind, kind) for kind in kinds]) for key, kinds in found]
    return sorted(found, key=repr)


def kept(name, row):
    """Names of the aspects that the format keeps whole of a history."""
    writer = output(name)
    altered = {aspect for aspect, count in writer.altered(row).items() if count}
    if "types of noisy questions" in altered:
        altered.add("types of questions")
    if len({message.session for message in row.messages}) == 1:
        altered.add("sessions of messages")  # one session tells nothing, and the format may have to make more of it
    return writer.holds - altered


def agrees(name, rows, languages=("en",)):
    found = written(name, rows, languages)
    rows = apart(rows) if name in ONE_EACH else rows
    assert len(found) == len(rows)
    for aspect in sorted(set.intersection(*({*kept(name, row)} for row in rows))):
        assert values(found, name, aspect) == values(rows, name, aspect), aspect


@pytest.mark.parametrize("name", sorted(set(READERS) - {"trec"}))
@settings(max_examples=30)
@given(rows=sets())
def test_what_a_format_holds_comes_back(name, rows):
    agrees(name, rows)


@pytest.mark.parametrize("name", sorted(set(READERS) - {"trec", "memdaily", "membench"}))
@settings(max_examples=30)
@given(rows=sets(silent=True))
def test_what_a_format_holds_of_questions_that_cannot_be_answered_comes_back(name, rows):
    agrees(name, rows)


@settings(max_examples=30)
@given(rows=sets(breaks=False))
def test_what_trec_holds_comes_back_but_for_breaks_of_lines(rows):
    agrees("trec", rows)


@given(rows=sets())
def test_trec_has_a_blank_where_a_line_breaks_and_counts_it(rows):
    found = written("trec", rows)
    plain = [re.sub(f"[{BREAKS}]+", " ", message.text) for row in rows for message in row.messages]
    assert [message.text for row in found for message in row.messages] == plain
    told = [*(message.text for row in rows for message in row.messages), *(item.question.question for row in rows for item in row.items)]
    lost = sum(output("trec").altered(row)["breaks of lines in texts"] for row in rows)
    assert lost == sum(any(mark in text for mark in BREAKS) for text in told)


@st.composite
def odd(draw):
    """A history of which anything may be missing, or be as no format has it."""
    history = draw(histories(0, breaks=True))
    word = st.sampled_from(["", "x", "a b", "answer", "q_abs", "user", "assistant", "tool", "2027-13-01T00:00", "2027-01-01T00:00"])
    message = {"session": draw(word), "role": draw(word), "speaker": draw(word), "time": draw(word)}
    messages = tuple(one._replace(**message) if draw(st.booleans()) else one for one in history.messages)
    asked = {
        "id": draw(word),
        "question_type": draw(word),
        "topic": draw(word),
        "question_time": draw(word),
        "choices": draw(st.tuples(word, word)),
    }
    kept = draw(st.sets(st.sampled_from(sorted(asked))))
    question = replace(history.items[0].question, **{key: value for key, value in asked.items() if key not in kept})
    answers = draw(st.sampled_from([(), (Answer("one"), Answer("two"))]))
    truth = Truth(draw(st.sampled_from([(), (messages[0].mid,)])), draw(st.sampled_from([None, "A"])), answers)
    return replace(history, id=draw(word), messages=messages, items=(Item(question, truth),))


@pytest.mark.parametrize("name", sorted(READERS))
@given(row=odd())
def test_whatever_a_history_is_it_is_written_or_refused_with_its_place(name, row):
    writer, refused = output(name), ""
    writer.languages = (row.language,)
    with tempfile.TemporaryDirectory() as folder:
        try:
            writer.write(iter([row]), Path(folder) / "out")
        except InputError as error:
            refused = str(error)
    if refused:
        assert refused.startswith(f"history {row.id}: ")
        assert "; expected " in refused
    else:
        assert min(writer.altered(row).values(), default=0) >= 0


PARTS = ("q", "abs", "0")


@st.composite
def clashing(draw):
    """A set whose ids, each its own, are put together of the same few parts, and so may become the same when more is put to them."""
    words = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map(tuple)
    marks = st.sampled_from(["_", "/"])
    ids = st.tuples(words, marks).map(lambda drawn: drawn[1].join(drawn[0]))
    names = draw(st.lists(ids, min_size=2, max_size=3, unique=True))
    asked = iter(draw(st.lists(ids, min_size=2 * len(names), max_size=2 * len(names), unique=True)))
    rows = []
    for history in names:
        mids = draw(st.lists(ids, min_size=2, max_size=3, unique=True))
        messages = tuple(Message(mid, "s", "user", "user", mid, f"2027-01-01T0{place}:00") for place, mid in enumerate(mids))
        items = []
        for _ in range(2):
            choices = ("a", "b", "c", "d")
            question = Question(next(asked), history, "en", "simple", "roles", False, "Who?", "2027-01-02T00:00", choices)
            items.append(Item(question, Truth((mids[0],), "A", draw(st.sampled_from([(), (Answer("a"),)])))))
        rows.append(History(history, "en", messages, tuple(items)))
    return rows


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


#: By format with ids, what they are in its files: those of each list are to be told apart.
IDS = {
    "longmemeval": lambda out: [[row["question_id"] for row in read_json(out)], *(row["haystack_session_ids"] for row in read_json(out))],
    "locomo": lambda out: [[row["sample_id"] for row in read_json(out)]],
    "chat": lambda out: [[row["id"] for row in json_lines(out)]],
    "beir": lambda out: [[row["_id"] for name in ("corpus", "queries") for row in json_lines(out / f"{name}.jsonl")]],
    "mteb": lambda out: [[row["id"] for name in ("corpus", "queries") for row in json_lines(out / name / "test.jsonl")]],
    "trec": lambda out: [[line.split("\t")[0] for line in lines(out / name)] for name in ("corpus.tsv", "queries.tsv")],
    "csv": lambda out: [[line.split(",")[0] for line in lines(out / "questions.csv")]],
}


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=200)
@given(rows=clashing())
def test_no_two_ids_become_the_same(name, rows):
    writer = output(name)
    writer.languages = ("en",)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"out{writer.ending}"
        try:
            writer.write(iter(rows), place)
        except InputError:
            return
        for ids in IDS[name](place):
            assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_generated_set_comes_back(name, tmp_path_factory):
    source = open_set(made(tmp_path_factory, 40))
    languages = ("en", "zh") if output(name).several_languages else ("zh",)
    agrees(name, [row for row in source.histories() if row.language in languages], languages)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_a_real_set_comes_back_in_its_own_format(name):
    path = DATA / REAL[name]
    if not path.exists():
        pytest.skip("the authors' file is not at hand")
    source = open_set(path, name)
    agrees(name, list(source.histories()), source.languages)


@pytest.mark.parametrize("name", sorted(READERS))
def test_what_is_said_to_be_held_is_an_aspect(name):
    assert output(name).holds <= ASPECTS.keys()


def test_every_format_of_sets_is_read_here():
    assert {*READERS, "trec-run"} == {*OUTPUTS}


@pytest.mark.parametrize("name", sorted(READERS))
def test_what_is_not_held_is_not_there(name, tmp_path_factory):
    """A loss that is told is a loss: what is read again has none of it."""
    row = next(iter(open_set(made(tmp_path_factory, 40)).histories()))
    (found,) = written(name, [row])
    for aspect in ASPECTS.keys() - output(name).holds - {"languages of histories", "questions without evidence"}:
        assert aspect.startswith("ids of") or list(ASPECTS[aspect](found)) != list(ASPECTS[aspect](row)) or not ASPECTS[aspect](row), aspect
