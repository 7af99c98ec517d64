"""LoCoMo is read whole: turns and references belong to their conversation, traps are never gold, and what cannot be measured is refused."""

import json
from collections import Counter
from pathlib import Path

import pytest

from memsim.errors import DatasetError
from memsim.io.formats.locomo import CATEGORIES, LoCoMo
from memsim.records import Answer, Message, Question, Truth

REAL = Path(__file__).parents[3].parent / "shared" / "data" / "locomo" / "locomo10.json.gz"
real = pytest.mark.skipif(not REAL.exists(), reason="the authors' file is not at hand")


def turn(dia_id, text, speaker="Mira", **fields):
    return {"speaker": speaker, "dia_id": dia_id, "text": text, **fields}


def question(text, answer, *evidence, category=4, **fields):
    return {"question": text, "answer": answer, "evidence": list(evidence), "category": category, **fields}


def conversation(sample_id="talk-1"):
    """One in the authors' layout, with words of our own."""
    picture = {"img_url": ["https://example.com/k.png"], "blip_caption": "a photo of a red kite", "query": "red kite"}
    return {
        "sample_id": sample_id,
        "conversation": {
            "speaker_a": "Mira",
            "speaker_b": "Tomas",
            "session_2_date_time": "12:05 am on 2 June, 2023",
            "session_2": [turn("D2:1", "My kite broke."), turn("D2:2", "Oh no!", "Tomas", **picture)],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [turn("D1:1", "I bought a kite.")],
        },
        "qa": [
            question("What did Mira buy?", "A kite", "D1:1"),
            question("When did it break?", "June 2023", "D2:1", category=2),
            {
                "question": "What did Tomas buy?",
                "adversarial_answer": "A kite",
                "evidence": ["D1:1"],
                "category": 5,
            },
        ],
    }


def opened(folder, value, **options):
    path = folder / "talks.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return LoCoMo(path, **options)


def audited(folder, value):
    return list(opened(folder, value, lenient=True).audited())


def changed(change):
    value = conversation()
    change(value)
    return [value]


def test_a_conversation_is_a_history_in_the_order_of_its_sessions(tmp_path):
    source = opened(tmp_path, [conversation(), conversation("talk-2")])
    history, other = source.histories()
    assert (history.id, other.id, history.language) == ("talk-1", "talk-2", "en")
    assert history.messages == (
        Message("talk-1/D1:1", "talk-1/session_1", "user", "Mira", "I bought a kite.", "2023-05-08T13:56"),
        Message("talk-1/D2:1", "talk-1/session_2", "user", "Mira", "My kite broke.", "2023-06-02T00:05"),
        Message("talk-1/D2:2", "talk-1/session_2", "user", "Tomas", "Oh no! [shares a picture: a photo of a red kite]", "2023-06-02T00:05"),
    )
    assert [item.question.question_type for item in history.items] == ["single_hop", "temporal", "adversarial"]
    question = Question("talk-1/q0", "talk-1", "en", "single_hop", "", False, "What did Mira buy?", "", ())
    told = Truth(("talk-1/D1:1",), None, (Answer("A kite"),), sessions=(("talk-1/D1:1",),))
    assert history.items[0] == (question, told)
    assert history.items[1].truth.sessions == (("talk-1/D2:1", "talk-1/D2:2"),)
    assert {message.mid for message in other.messages}.isdisjoint(message.mid for message in history.messages)
    assert list(source.histories()) == [history, other]


def test_the_trap_of_an_adversarial_question_is_never_gold(tmp_path):
    for answer in ({}, {"answer": "Nothing"}):
        value = changed(lambda row, answer=answer: row["qa"][2].update(answer))
        (history,) = opened(tmp_path, value).histories()
        assert history.items[2].truth == Truth(("talk-1/D1:1",), None, (), sessions=(("talk-1/D1:1",),))
        asked = audited(tmp_path, value)[0].asked[2]
        assert (asked.answer, asked.unanswerable, asked.evidence) == (answer.get("answer"), True, ("talk-1/D1:1",))


@pytest.mark.parametrize(
    ("references", "evidence", "malformed"),
    [
        (["D8:6; D9:17"], ("D8:6", "D9:17"), ("D8:6; D9:17",)),
        (["D9:1 D4:4 D4:6"], ("D9:1", "D4:4", "D4:6"), ("D9:1 D4:4 D4:6",)),
        (["D"], (), ("D",)),
        (["D:11:26"], (), ("D:11:26",)),
        (["D30:05"], ("D30:05",), ()),
        (["D1:1", "D1:1"], ("D1:1", "D1:1"), ()),
        ([""], (), ("",)),
    ],
)
def test_references_are_taken_apart_and_told_when_they_are_none(tmp_path, references, evidence, malformed):
    (history,) = audited(tmp_path, changed(lambda row: row["qa"][0].update(evidence=references)))
    asked = history.asked[0]
    assert asked.evidence == tuple(f"talk-1/{mid}" for mid in evidence)
    assert asked.malformed == malformed
    assert len(asked.evidence) - asked.inside + len(asked.malformed) == len(references)


def test_references_that_lead_nowhere_are_left_out_of_what_is_measured(tmp_path):
    value = changed(lambda row: row["qa"][0].update(evidence=["D2:1; D1:1", "D30:05", "D1:1"]))
    source = opened(tmp_path, value)
    (history,) = source.histories()
    assert history.items[0].truth.evidence == ("talk-1/D2:1", "talk-1/D1:1")
    assert source.notes()["references to evidence lead nowhere, and are left out"] == 1
    assert source.notes()["references to evidence are not of their form; any ids in them are taken"] == 1
    assert source.notes()["references to evidence stand twice in one question, and count once"] == 1


def test_an_answer_that_is_a_number_is_read_as_text_and_counted(tmp_path):
    source = opened(tmp_path, changed(lambda row: row["qa"][0].update(answer=2022)))
    (history,) = source.histories()
    assert history.items[0].truth.answers == (Answer("2022"),)
    assert source.notes()["answers are numbers, and read as text"] == 1
    assert next(source.audited()).asked[0].answer == 2022


def test_parts_without_place_are_told(tmp_path):
    def change(row):
        row["conversation"]["session_3_date_time"] = "1:00 pm on 3 June, 2023"
        row["conversation"]["session_4"] = [turn("D4:1", "Hello.")]

    (history,) = audited(tmp_path, changed(change))
    assert history.orphans == ("talk-1/session_3_date_time", "talk-1/session_4, which has no date")
    assert [name for name, _ in history.sessions] == ["talk-1/session_1", "talk-1/session_2", "talk-1/session_4"]


@pytest.mark.parametrize(
    ("time", "moment"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56"),
        ("12:00 pm on 29 February, 2024", "2024-02-29T12:00"),
        ("12:30 am on 1 January, 2024", "2024-01-01T00:30"),
        ("13:00 pm on 1 January, 2024", None),
        ("0:30 am on 1 January, 2024", None),
        ("1:60 pm on 1 January, 2024", None),
        ("1:00 pm on 30 February, 2024", None),
        ("1:00 pm on 3 Juni, 2024", None),
        ("", None),
    ],
)
def test_times(tmp_path, time, moment):
    (history,) = audited(tmp_path, changed(lambda row: row["conversation"].update(session_1_date_time=time)))
    assert (history.posts[0].time, history.posts[0].moment) == (time, moment)


REFUSED = {
    "sample id": (lambda row: row.update(sample_id="a b"), r"0: sample_id: 'a b'; expected an id without spaces"),
    "turn id twice": (
        lambda row: row["conversation"]["session_2"][1].update(dia_id="D2:1"),
        r"0: conversation\.session_2\[1\]\.dia_id: 'talk-1/D2:1'; exp",
    ),
    "time": (
        lambda row: row["conversation"].update(session_1_date_time="soon"),
        r"0: conversation\.session_1_date_time: 'soon'; expected the date of the session",
    ),
    "no time": (lambda row: row["conversation"].pop("session_1_date_time"), r"0: conversation\.session_1_date_time: ''; expected the date"),
    "no turn": (lambda row: row.update(conversation={"speaker_a": "A", "speaker_b": "B"}), r"expected a conversation with turns"),
    "question blank": (lambda row: row["qa"][1].update(question=" "), r"0: qa\[1\]\.question: ' '; expected a text"),
    "answer missing": (lambda row: row["qa"][1].pop("answer"), r"0: qa\[1\]\.answer: None; expected an answer"),
    "answer blank": (lambda row: row["qa"][1].update(answer=""), r"0: qa\[1\]\.answer: ''; expected an answer"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_measured_is_refused_with_its_place_but_can_be_audited(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message) as caught:
        opened(tmp_path, changed(change))
    assert str(caught.value).startswith(str(tmp_path))
    assert len(audited(tmp_path, changed(change))) == 1


def test_a_conversation_of_the_same_id_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"1: sample_id: 'talk-1'; expected an id"):
        opened(tmp_path, [conversation(), conversation()])


SHAPES = {
    "row": (lambda row: row.update(notes=[]), r"0: unknown key 'notes'; expected no key but sample_id"),
    "no questions": (lambda row: row.pop("qa"), r"0: no key 'qa'"),
    "speaker": (lambda row: row["conversation"].pop("speaker_a"), r"0: conversation: no key 'speaker_a'"),
    "key": (lambda row: row["conversation"].update(session_x=[]), r"0: conversation: unknown key 'session_x'"),
    "session called twice": (lambda row: row["conversation"].update(session_01=[]), r"0: conversation: unknown key 'session_01'"),
    "session of many digits": (
        lambda row: row["conversation"].update({"session_" + "1" * 5000: []}),
        r"unknown key 'session_111.*'; expected",
    ),
    "session": (lambda row: row["conversation"].update(session_1={}), r"0: conversation\.session_1: {}; expected a list"),
    "turn": (lambda row: row["conversation"]["session_1"].append("Hi"), r"conversation\.session_1\[1\]: 'Hi'; expected an object"),
    "turn key": (lambda row: row["conversation"]["session_1"][0].update(x=1), r"conversation\.session_1\[0\]: unknown key 'x'"),
    "text": (lambda row: row["conversation"]["session_1"][0].update(text=1), r"session_1\[0\]\.text: 1; expected a text"),
    "category": (lambda row: row["qa"][0].update(category=6), r"qa\[0\]\.category: 6; expected a category from 1 to 5"),
    "category text": (lambda row: row["qa"][0].update(category="4"), r"qa\[0\]\.category: '4'; expected a whole number"),
    "answer": (lambda row: row["qa"][0].update(answer=["A kite"]), r"qa\[0\]\.answer: \['A kite'\]; expected a text, a number"),
    "evidence": (lambda row: row["qa"][0].update(evidence="D1:1"), r"qa\[0\]\.evidence: 'D1:1'; expected a list"),
    "reference": (lambda row: row["qa"][0].update(evidence=[1]), r"qa\[0\]\.evidence\[0\]: 1; expected a text"),
}


@pytest.mark.parametrize(("change", "message"), SHAPES.values(), ids=SHAPES)
def test_another_layout_is_refused_with_its_place_however_it_is_opened(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, changed(change))
    with pytest.raises(DatasetError, match=message):
        audited(tmp_path, changed(change))


def test_all_that_cannot_be_measured_is_told_at_once(tmp_path):
    value = [conversation(), conversation("talk-2"), conversation()]
    value[0]["qa"][1].pop("answer")
    value[1]["conversation"]["session_1_date_time"] = "soon"
    with pytest.raises(DatasetError) as caught:
        opened(tmp_path, value)
    assert [
        str(caught.value).count(part) for part in ("qa[1].answer", "1: conversation.session_1_date_time", "2: sample_id", "expected", "\n")
    ] == [
        1,
        1,
        1,
        3,
        0,
    ]


def test_questions_without_evidence_and_asked_twice_are_counted(tmp_path):
    source = opened(
        tmp_path, changed(lambda row: row["qa"].extend([question("What did Mira buy?", "A kite"), question("Why?", "Wind", "D")]))
    )
    (history,) = source.histories()
    assert [item.truth.evidence for item in history.items][3:] == [(), ()]
    notes = source.notes()
    assert notes["questions have no evidence, and no measure of retrieval"] == 1
    assert notes["questions stand twice in one history"] == 1
    assert notes["references to evidence are not of their form; any ids in them are taken"] == 1


@real
def test_the_real_file_has_the_counts_of_its_authors():
    source = LoCoMo(REAL)
    histories = list(source.histories())
    kinds = Counter(item.question.question_type for history in histories for item in history.items)
    assert [kinds[name] for name in CATEGORIES] == [282, 321, 96, 841, 446]
    assert (len(histories), sum(len(history.messages) for history in histories)) == (10, 5882)
    assert source.notes() == {
        "questions cannot be answered, as the set says: to decline is right": 446,
        "answers are numbers, and read as text": 6,
        "questions have no evidence, and no measure of retrieval": 4,
        "references to evidence are not of their form; any ids in them are taken": 6,
        "references to evidence lead nowhere, and are left out": 3,
        "references to evidence stand twice in one question, and count once": 1,
        "questions stand twice in one history": 12,
        "parts belong to nothing": 16,
    }


@pytest.mark.parametrize(("text", "seen"), [("", "[shares a picture: a kite]"), ("Look!", "Look! [shares a picture: a kite]")])
def test_a_turn_may_be_a_picture_alone(tmp_path, text, seen):
    talk = conversation()
    talk["conversation"]["session_1"] = [turn("D1:1", text, blip_caption="a kite")]
    assert next(opened(tmp_path, [talk]).histories()).messages[0].text == seen
