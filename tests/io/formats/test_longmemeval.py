"""LongMemEval is read whole; nothing that a memory or a reader sees says which session is gold, or that a question has no answer."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import DatasetError
from memsim.io.formats.longmemeval import LongMemEval
from memsim.records import Answer, Message, Question, Truth

REAL = Path(__file__).parents[3].parent / "shared" / "data" / "longmemeval" / "longmemeval_s_subset16.json.gz"
real = pytest.mark.skipif(not REAL.exists(), reason="the real sessions are not at hand")


def turn(role, content, **fields):
    return {"role": role, "content": content, **fields}


def row(question_id="4f1c", **fields):
    """One in the authors' layout, with words of our own."""
    return {
        "question_id": question_id,
        "question_type": "single-session-user",
        "question": "What did I plant?",
        "answer": "Leeks",
        "question_date": "2023/05/30 (Tue) 21:56",
        "haystack_session_ids": ["filler_1", "answer_9", "filler_2"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00", "2023/05/22 (Mon) 09:30"],
        "haystack_sessions": [
            [turn("user", "How do I bake?"), turn("assistant", "With an oven.")],
            [turn("user", "I planted leeks.", has_answer=True), turn("assistant", "Nice.", has_answer=False)],
            [turn("user", "Thanks!")],
        ],
        "answer_session_ids": ["answer_9"],
    } | fields


def opened(folder, value, **options):
    path = folder / "longmemeval_s.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return LongMemEval(path, **options)


def audited(folder, value):
    return list(opened(folder, value, lenient=True).audited())


def test_a_question_is_a_history_of_its_sessions(tmp_path):
    source = opened(tmp_path, [row(), row("5b", answer=15)])
    history, other = source.histories()
    assert history.messages[1] == Message("s1", "s1", "user", "user", "[user] I planted leeks.\n\n[assistant] Nice.", "2023-05-21T10:00")
    question = Question("q0", "h0", "en", "single-session-user", "", False, "What did I plant?", "2023-05-30T21:56", ())
    truth = Truth(("s1",), None, (Answer("Leeks"),), facts=(("s1", "I", "I planted leeks."),))
    assert history.items == ((question, truth),)
    assert (other.id, other.items[0].question.id, other.items[0].truth.answers) == ("h1", "q1", (Answer("15"),))
    assert source.notes() == {"answers are numbers, and read as text": 1}
    assert list(source.histories()) == [history, other]


def test_nothing_that_is_seen_names_gold(tmp_path):
    for history in opened(tmp_path, [row(), row("4f1c_abs")]).histories():
        seen = json.dumps([history.id, history.messages, [question.__reduce__()[2] for question, _ in history.items]], default=str)
        assert not any(mark in seen for mark in ("answer_", "_abs", "has_answer", "filler"))


def test_a_question_that_cannot_be_answered_has_no_answer_and_no_evidence(tmp_path):
    value = [row("4f1c_abs", answer="You did not say.")]
    (history,) = opened(tmp_path, value).histories()
    assert history.items[0].truth == Truth((), None, ())
    (asked,) = audited(tmp_path, value)[0].asked
    assert (asked.unanswerable, asked.answer, asked.evidence) == (True, "You did not say.", ("answer_9",))


def test_audited_posts_are_turns_and_gold_is_by_turn_and_by_session(tmp_path):
    (history,) = audited(tmp_path, [row()])
    assert [(post.mid, post.session, post.role) for post in history.posts] == [
        ("filler_1:0", "filler_1", "user"),
        ("filler_1:1", "filler_1", "assistant"),
        ("answer_9:0", "answer_9", "user"),
        ("answer_9:1", "answer_9", "assistant"),
        ("filler_2:0", "filler_2", "user"),
    ]
    assert [name for name, _ in history.sessions] == ["filler_1", "answer_9", "filler_2"]
    (asked,) = history.asked
    assert (asked.id, asked.evidence, asked.kinds) == ("4f1c", ("answer_9",), {"answer_9:0": "evidence"})


def doubled(value, session):
    """Put a session into the haystack again, at its end, at a later date."""
    value["haystack_session_ids"].append(value["haystack_session_ids"][session])
    value["haystack_sessions"].append(value["haystack_sessions"][session])
    value["haystack_dates"].append("2023/05/23 (Tue) 09:30")
    return value


def test_a_session_that_stands_twice_is_given_once_and_counted(tmp_path):
    source = opened(tmp_path, [doubled(row(), 1)])
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["s0", "s1", "s2"]
    assert source.notes() == {"sessions stand twice in one history, and are given once": 1}
    posts = next(source.audited()).posts
    assert len({post.mid for post in posts}) == len(posts) == 7


def test_sessions_of_one_id_with_different_content_are_both_given_and_both_gold(tmp_path):
    value = doubled(row(), 1)
    value["haystack_sessions"][3] = [turn("user", "I planted beans.", has_answer=True)]
    source = opened(tmp_path, [value])
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["s0", "s1", "s2", "s3"]
    assert history.items[0].truth.evidence == ("s1", "s3")
    assert source.notes() == {"sessions have the id of another but not its content, and are given beside it": 1}


def test_an_empty_session_is_not_given_and_counted(tmp_path):
    value = row()
    value["haystack_sessions"][0] = []
    source = opened(tmp_path, [value])
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["s1", "s2"]
    assert source.notes() == {"sessions hold no message, and are not given": 1}


def test_gold_that_holds_nothing_is_counted_as_lost(tmp_path):
    value = row(answer_session_ids=["answer_9", row()["haystack_session_ids"][0]])
    value["haystack_sessions"][0] = []
    source = opened(tmp_path, [value])
    assert next(source.histories()).items[0].truth.evidence == ("s1",)
    assert source.notes() == {
        "references to evidence lead nowhere, and are left out": 1,
        "sessions hold no message, and are not given": 1,
    }


@given(order=st.permutations(range(4)))
def test_sessions_are_given_in_the_order_of_their_dates_whatever_that_of_the_file(tmp_path_factory, order):
    lists = {
        "haystack_session_ids": ["filler_1", "answer_9", "answer_8", "filler_2"],
        "haystack_dates": ["2022/12/31 (Sat) 23:59", "2023/05/21 (Sun) 10:00", "2023/05/21 (Sun) 10:01", "2023/10/02 (Mon) 09:30"],
        "haystack_sessions": [[turn("user", text)] for text in ("I bake.", "I planted leeks.", "I planted beans.", "Thanks!")],
    }
    value = row(answer_session_ids=["answer_8", "answer_9"], **{name: [values[place] for place in order] for name, values in lists.items()})
    source = opened(tmp_path_factory.getbasetemp(), [value])
    (history,) = source.histories()
    assert [message.text for message in history.messages] == [f"[user] {turns[0]['content']}" for turns in lists["haystack_sessions"]]
    assert [message.mid for message in history.messages] == [f"s{order.index(place)}" for place in range(4)]
    assert history.items[0].truth.evidence == (history.messages[1].mid, history.messages[2].mid)
    assert ("histories go back in time, and are given in order" in source.notes()) == (order != sorted(order))


def test_gold_that_is_not_in_the_haystack_is_left_out_and_counted(tmp_path):
    source = opened(tmp_path, [row(answer_session_ids=["answer_9", "answer_8"])])
    (history,) = source.histories()
    assert history.items[0].truth.evidence == ("s1",)
    assert source.notes() == {"references to evidence lead nowhere, and are left out": 1}


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"question_date": "2023/05/22 (Mon) 09:29"}, "questions are asked before the last message"),
        ({"question_date": "2023/05/30 (Wed) 21:56"}, "times have the weekday of another day"),
        (
            {"haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/19 (Fri) 10:00", "2023/05/22 (Mon) 09:30"]},
            "histories go back in time, and are given in order",
        ),
    ],
)
def test_odd_times_are_counted_and_kept(tmp_path, change, note):
    source = opened(tmp_path, [row(**change)])
    assert source.notes() == {note: 1}
    assert len(list(source.histories())) == 1


@pytest.mark.parametrize(
    ("time", "moment", "wrong"),
    [
        ("2023/05/30 (Tue) 21:56", "2023-05-30T21:56", False),
        ("2023/05/30 (Mon) 21:56", "2023-05-30T21:56", True),
        ("2023/02/30 (Thu) 21:56", None, False),
        ("2023/05/30 21:56", None, False),
        ("2023/05/30 (Tue) 24:56", None, False),
        ("", None, False),
    ],
)
def test_times(tmp_path, time, moment, wrong):
    (history,) = audited(tmp_path, [row(question_date=time)])
    (asked,) = history.asked
    assert (asked.time, asked.moment, asked.weekday_wrong) == (time, moment, wrong)


REFUSED = {
    "id twice": ({"question_id": "first"}, r"1: question_id: 'first'; expected an id that no other question has"),
    "question blank": ({"question": ""}, r"1: question: ''; expected a text that is not blank"),
    "question date": ({"question_date": "soon"}, r"1: question_date: 'soon'; expected a day and a time"),
    "answer null": ({"answer": None}, r"1: answer: None; expected an answer"),
    "dates": ({"haystack_dates": ["soon"] * 3}, r"1: haystack_dates: 'soon'; expected a day and a time"),
    "no turn": ({"haystack_sessions": [[], [], []]}, r"1: haystack_sessions: \[\]; expected a session with turns"),
}


@pytest.mark.parametrize(("fields", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_measured_is_refused_with_its_place_but_can_be_audited(tmp_path, fields, message):
    value = [row("first"), row(**fields)]
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, value)
    assert len(audited(tmp_path, value)) == 2


def test_all_that_cannot_be_measured_is_told_at_once(tmp_path):
    with pytest.raises(DatasetError) as caught:
        opened(tmp_path, [row("a", haystack_dates=["soon"] * 3), row("a"), row("b", question="")])
    told = str(caught.value)
    assert [told.count(part) for part in ("0: haystack_dates: 'soon'", "1: question_id: 'a'", "2: question: ''", "expected", "\n")] == [
        1,
        1,
        1,
        3,
        0,
    ]


SHAPES = {
    "lengths": ({"haystack_dates": []}, r"0: haystack_dates: '3 haystack_session_ids, 0 haystack_dates.*expected an id and a date"),
    "unknown": ({"source": "x"}, r"0: unknown key 'source'"),
    "answer": ({"answer": []}, r"0: answer: \[\]; expected a text, a number"),
    "session": ({"haystack_sessions": [[], "x", []]}, r"0: haystack_sessions\[1\]: 'x'; expected a list"),
    "turn": ({"haystack_sessions": [[], [{"role": "user"}], []]}, r"haystack_sessions\[1\]\[0\]: no key 'content'"),
    "has answer": (
        {"haystack_sessions": [[], [turn("user", "x", has_answer="yes")], []]},
        r"haystack_sessions\[1\]\[0\]\.has_answer: 'yes'; expected true or false",
    ),
    "gold": ({"answer_session_ids": [3]}, r"0: answer_session_ids\[0\]: 3; expected a text"),
}


@pytest.mark.parametrize(("fields", "message"), SHAPES.values(), ids=SHAPES)
def test_another_layout_is_refused_with_its_place_however_it_is_opened(tmp_path, fields, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, [row(**fields)])
    with pytest.raises(DatasetError, match=message):
        audited(tmp_path, [row(**fields)])


@real
def test_the_real_sessions_read():
    source = LongMemEval(REAL)
    histories = list(source.histories())
    assert [len(history.messages) for history in histories] == [80] * 16  # of 82, two are empty
    rows = [history.asked[0] for history in source.audited()]
    assert [len(history.items[0].truth.evidence) for history in histories] == [len(asked.evidence) for asked in rows]


@pytest.mark.parametrize("of_another", [True, False])
def test_a_session_that_holds_nothing_is_none_that_is_given_whatever_its_id(tmp_path, of_another):
    value = doubled(doubled(row(), 1), 1)
    value["haystack_sessions"][3:] = [[], []]
    if not of_another:
        value["haystack_session_ids"][3:] = ["empty", "empty"]
    source = opened(tmp_path, [value])
    assert [message.mid for message in next(source.histories()).messages] == ["s0", "s1", "s2"]
    assert source.notes() == {"sessions hold no message, and are not given": 2}
