"""coding-agent-life is one history: a message a session, a question a query."""

import json
from pathlib import Path

import pytest

from memsim.errors import DatasetError
from memsim.io.formats.coding_agent_life import CodingAgentLife
from memsim.records import Answer, Message, Question, Truth

REAL = Path(__file__).parents[3].parent / "shared" / "data" / "coding-agent-life-v1"


def sessions():
    return [
        {"id": "s-1", "timestamp": "2026-04-08T09:14:00Z", "content": "[user] the build is red\n[assistant] pinned the linker"},
        {"id": "s-2", "timestamp": "2026-04-09T18:30:00Z", "content": "[user] tabs, please"},
    ]


def queries():
    return [
        {"id": "q-1", "type": "bug", "question": "Why was it red?", "answer": "the linker", "goldSessionIds": ["s-2", "s-1"]},
        {"id": "q-2", "type": "preference", "question": "Who signs releases?", "goldSessionIds": []},
    ]


def opened(folder, sessions=None, queries=None):
    (folder / "sessions.json").write_text(json.dumps(sessions), encoding="utf-8")
    (folder / "queries.json").write_text(json.dumps(queries), encoding="utf-8")
    return CodingAgentLife(folder)


def test_all_sessions_are_one_history_and_all_queries_ask_about_it(tmp_path):
    source = opened(tmp_path, sessions(), queries())
    (history,) = source.histories()
    assert (history.id, history.language, source.languages) == ("h-coding-agent-life", "en", ("en",))
    assert history.messages == (
        Message("s-1", "s-1", "user", "user", "[user] the build is red\n[assistant] pinned the linker", "2026-04-08T09:14"),
        Message("s-2", "s-2", "user", "user", "[user] tabs, please", "2026-04-09T18:30"),
    )
    question = Question(
        "q-1", "h-coding-agent-life", "en", "bug", "", noisy=False, question="Why was it red?", question_time="", choices=()
    )
    assert history.items[0] == (question, Truth(("s-2", "s-1"), None, (Answer("the linker"),)))
    assert history.items[1].truth == Truth((), None, ())
    assert list(source.notes().values()) == [1]  # the second query has no answer


def test_a_session_that_goes_back_in_time_is_counted_and_kept_in_place(tmp_path):
    source = opened(tmp_path, sessions()[::-1], queries())
    assert source.notes()["histories go back in time"] == 1
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["s-2", "s-1"]


def audited(folder, sessions, queries):
    (folder / "sessions.json").write_text(json.dumps(sessions), encoding="utf-8")
    (folder / "queries.json").write_text(json.dumps(queries), encoding="utf-8")
    (history,) = CodingAgentLife(folder, lenient=True).audited()
    return history


BAD_SESSIONS = {
    "unknown key": ({"title": "x"}, r"/1: unknown key 'title'; expected no key but id, timestamp, content"),
    "id kind": ({"id": 2}, r"/1: id: 2; expected a text"),
    "id twice": ({"id": "s-1"}, r"/1: id: 's-1'; expected an id without spaces that no other row has"),
    "id with space": ({"id": "s 1"}, r"/1: id: 's 1'; expected an id without spaces"),
    "id with space in front": ({"id": " s-2"}, r"/1: id: . s-2.; expected an id without spaces"),
    "content blank": ({"content": ""}, r"/1: content: ''; expected a text that is not blank"),
    "zone": ({"timestamp": "2026-04-09T18:30:00+02:00"}, r"/1: timestamp: .*; expected a time in UTC, such as 2026-04-08T09:14:00Z"),
    "no day": ({"timestamp": "2026-02-30T18:30:00Z"}, r"/1: timestamp: .*; expected a time in UTC"),
}


@pytest.mark.parametrize(("change", "message"), BAD_SESSIONS.values(), ids=BAD_SESSIONS)
def test_a_wrong_session_is_refused_with_its_place(tmp_path, change, message):
    rows = sessions()
    rows[1] |= change
    with pytest.raises(DatasetError, match=rf"sessions\.json{message}"):
        opened(tmp_path, rows, queries())


BAD_QUERIES = {
    "unknown key": ({"choices": []}, r"/1: unknown key 'choices'"),
    "id twice": ({"id": "q-1"}, r"/1: id: 'q-1'; expected an id without spaces that no other row has"),
    "answer kind": ({"answer": ["x"]}, r"/1: answer: \['x'\]; expected a text"),
    "answer blank": ({"answer": ""}, r"/1: answer: ''; expected an answer"),
    "answer null": ({"answer": None}, r"/1: answer: None; expected an answer"),
    "question blank": ({"question": " "}, r"/1: question: ' '; expected a text that is not blank"),
    "type blank": ({"type": ""}, r"/1: type: ''; expected a text that is not blank"),
    "gold kind": ({"goldSessionIds": "s-1"}, r"/1: goldSessionIds: 's-1'; expected a list"),
    "gold id kind": ({"goldSessionIds": [["s-1"]]}, r"/1: goldSessionIds\[0\]: \['s-1'\]; expected a text"),
    "gold unknown": ({"goldSessionIds": ["s-1", "s-9"]}, r"/1: goldSessionIds\[1\]: 's-9'; expected ids of sessions\.json, none twice"),
    "gold twice": ({"goldSessionIds": ["s-1", "s-1"]}, r"/1: goldSessionIds\[1\]: 's-1'; expected ids of sessions\.json, none twice"),
}


@pytest.mark.parametrize(("change", "message"), BAD_QUERIES.values(), ids=BAD_QUERIES)
def test_a_wrong_query_is_refused_with_its_place(tmp_path, change, message):
    rows = queries()
    rows[1] |= change
    with pytest.raises(DatasetError, match=rf"queries\.json{message}"):
        opened(tmp_path, sessions(), rows)


def test_a_key_that_is_missing_is_named(tmp_path):
    rows = queries()
    del rows[0]["type"]
    with pytest.raises(DatasetError, match=r"queries\.json/0: no key 'type'; expected the keys id, type, question, answer, goldSessionIds"):
        opened(tmp_path, sessions(), rows)


@pytest.mark.parametrize("value", [[], {}, None, "text"])
def test_a_file_without_rows_is_refused(tmp_path, value):
    with pytest.raises(DatasetError, match=r"sessions\.json: .*; expected a list"):
        opened(tmp_path, value, queries())
    with pytest.raises(DatasetError, match=r"queries\.json: .*; expected a list"):
        opened(tmp_path, sessions(), value)


@pytest.mark.skipif(not REAL.exists(), reason="the published set is not at hand")
def test_the_published_set_is_read_whole():
    source = CodingAgentLife(REAL)
    (history,) = source.histories()
    rows = json.loads((REAL / "queries.json").read_text(encoding="utf-8"))
    assert (len(history.messages), len(history.items)) == (15, 15)
    assert [message.text for message in history.messages] == [
        row["content"] for row in json.loads((REAL / "sessions.json").read_text(encoding="utf-8"))
    ]
    assert [
        {
            "id": question.id,
            "type": question.question_type,
            "question": question.question,
            "answer": truth.answers[0].text,
            "goldSessionIds": list(truth.evidence),
        }
        for question, truth in history.items
    ] == rows
    assert source.notes() == {"histories go back in time": 1}


def test_defects_of_content_are_audited(tmp_path):
    rows, asked = sessions(), queries()
    rows[1] |= {"id": "s-1", "timestamp": "soon", "content": ""}
    asked[0] |= {"answer": 3, "goldSessionIds": ["s-9", "s-9"]}
    asked[1] |= {"id": "q-1"}
    history = audited(tmp_path, rows, asked)
    assert [(post.mid, post.moment, post.text) for post in history.posts][1] == ("s-1", None, "")
    assert [(one.id, one.answer, one.evidence, one.unanswerable) for one in history.asked] == [
        ("q-1", 3, ("s-9", "s-9"), False),
        ("q-1", None, (), True),
    ]
    assert [name for name, _ in history.sessions] == ["s-1", "s-1"]


@pytest.mark.parametrize("change", [{"title": "x"}, {"id": 2}, {"content": None}])
def test_another_shape_is_no_content(tmp_path, change):
    rows = sessions()
    rows[1] |= change
    with pytest.raises(DatasetError, match=r"sessions\.json/1: "):
        audited(tmp_path, rows, queries())
