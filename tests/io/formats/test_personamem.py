"""PersonaMem, v1 and v2: a question sees what came before it and no more, no message describes the user, and nothing says which choice is right."""

import json
from collections import Counter
from functools import partial

import pytest
from foreign import PERSONAMEM, tried, written_csv
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import DatasetError
from memsim.io.formats.personamem import PersonaMem
from memsim.io.formats.registry import open_set
from memsim.records import Answer, Message, Question, Truth

ROW = PERSONAMEM[0]
SYSTEM = {"role": "system", "content": "Current user persona: rows at dawn."}
CHAT = [
    SYSTEM,
    {"role": "user", "content": "I row at dawn."},
    {"role": "assistant", "content": "Brisk."},
    {"role": "user", "content": "I swim at noon."},
]
NO_EVIDENCE = {"questions have no evidence, and no measure of retrieval": 1}


def opened(folder, *rows, contexts=None, **options):
    path = written_csv(folder / "questions_32k.csv", list(rows), {"c1": CHAT} if contexts is None else contexts)
    return PersonaMem(path, **options)


def test_a_question_sees_the_context_before_it_and_no_message_that_describes_the_user(tmp_path):
    source = opened(tmp_path, ROW | {"end_index_in_shared_context": "3"})
    (history,) = source.histories()
    assert history.messages == (
        Message("t1", "s1", "user", "user", "I row at dawn.", ""),
        Message("t2", "s1", "assistant", "assistant", "Brisk.", ""),
    )
    question = Question(
        "q0", "h0", "en", "recall_user_shared_facts", "sports", False, "When do I row?", "", ("At noon", "At dawn", "At dusk", "At night")
    )
    assert history.items == ((question, Truth((), "B", (Answer("At dawn"),), (None,) * 4)),)
    assert source.notes() == NO_EVIDENCE | {"messages describe the user to a model, and are left out": 1}
    assert [post.role for post in next(source.audited()).posts] == ["system", "user", "assistant"]


def test_questions_about_the_same_turns_share_a_history(tmp_path):
    rows = [ROW | {"question_id": name, "end_index_in_shared_context": end} for name, end in (("q1", "3"), ("q2", "4"), ("q3", "3"))]
    histories = list(opened(tmp_path, *rows).histories())
    assert [(history.id, len(history.messages), [item.question.id for item in history.items]) for history in histories] == [
        ("h0", 2, ["q0", "q2"]),
        ("h1", 3, ["q1"]),
    ]


def test_contexts_that_no_question_asks_about_are_counted(tmp_path):
    source = opened(tmp_path, ROW, contexts={"c0": CHAT, "c1": CHAT, "c2": []})
    assert len(list(source.histories())) == 1
    assert source.notes()["contexts are asked about by no question, and are not given"] == 2


@pytest.mark.parametrize(
    "options", ['["(a) At noon", "(b) At dawn"]', "['(a) At noon', '(b) At dawn']", "[\"(a) At noon\", '(b)  At dawn ']"]
)
def test_options_are_read_as_json_or_python_writes_them(tmp_path, options):
    (history,) = opened(tmp_path, ROW | {"all_options": options}).histories()
    assert history.items[0].question.choices == ("At noon", "At dawn")


REFUSED = {
    "end": ({"end_index_in_shared_context": "soon"}, r"row 1: end_index_in_shared_context: 'soon'; expected a whole number from 0"),
    "end of many digits": (
        {"end_index_in_shared_context": "9" * 5000},
        r"row 1: end_index_in_shared_context: .*; expected a whole number from 0",
    ),
    "end beyond": ({"end_index_in_shared_context": "9"}, r"row 1: end_index_in_shared_context: 9; expected at most 4, the turns"),
    "context": ({"shared_context_id": "c9"}, r"row 1: shared_context_id: 'c9'; expected a context of shared_contexts_32k\.jsonl"),
    "options run": ({"all_options": "__import__('os')"}, r"row 1: all_options: .*; expected a list or an object"),
    "options": ({"all_options": "['(a) x', '(c) y']"}, r"row 1: all_options: .*; expected options that begin with \(a\), \(b\)"),
    "option kind": ({"all_options": "[1]"}, r"row 1: all_options\[0\]: 1; expected a text"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_another_layout_is_refused_with_its_row(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message):
        list(opened(tmp_path, ROW | change, lenient=True).audited())
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, ROW | change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"correct_answer": "(e)"}, r"row 1: correct_answer: '\(e\)'; expected one of A, B, C, D"),
        ({"correct_answer": "At dawn"}, r"row 1: correct_answer: 'At dawn'"),
        ({"user_question_or_message": " "}, r"row 1: user_question_or_message: ' '; expected a text"),
        ({"all_options": "['(a) At noon', '(b) ']"}, r"row 1: all_options: ''; expected an answer"),
        ({"end_index_in_shared_context": "0"}, r"row 1: end_index_in_shared_context: \[\]; expected a history with messages"),
    ],
)
def test_what_cannot_be_measured_is_refused_but_can_be_audited(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, ROW | change)
    assert len(list(opened(tmp_path, ROW | change, lenient=True).audited())) == 1


def test_a_context_that_stands_twice_is_refused(tmp_path):
    path = written_csv(tmp_path / "questions_32k.csv")
    contexts = path.with_name("shared_contexts_32k.jsonl")
    contexts.write_text(contexts.read_text(encoding="utf-8") + "\n" + json.dumps({"c1": []}), encoding="utf-8")
    with pytest.raises(DatasetError, match=r"line 2: c1: .*; expected an id that no other context has"):
        PersonaMem(path)


def test_a_file_with_other_columns_is_refused_with_those_of_both_versions(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert not PersonaMem.recognises(tmp_path / "t.csv")
    with pytest.raises(DatasetError, match=r"header: \['a', 'b'\]; expected the columns question_id, .* \(v1\) or user_query, .* \(v2\)"):
        PersonaMem(tmp_path / "t.csv")


V3 = "query_id,seq,user_id,task_family,task_type,query_text,rubric_tags,instance_json\n1:0,0,1,chat,chat,Hi,,{}\n"


@pytest.mark.parametrize("before", ["", "# queries_csv_version=2\n", "\ufeff# queries_csv_version=2\r\n"])
@pytest.mark.parametrize("options", [{}, {"format": "personamem"}, {"lenient": True}])
def test_the_third_version_is_known_and_told_not_to_be_read(tmp_path, before, options):
    (tmp_path / "queries.csv").write_text(before + V3, encoding="utf-8", newline="")
    with pytest.raises(
        DatasetError, match=r"queries\.csv: header: 'queries of PersonaMem v3'; expected v1 or v2: v3 has tasks for agents .* not read"
    ):
        open_set(tmp_path / "queries.csv", **options)


def test_columns_that_the_description_does_not_have_are_counted(tmp_path):
    notes = opened(tmp_path, ROW | {"mood": "glad"}).notes()
    assert notes["values under 'mood' are not read: the description of the set does not have them"] == 1


V2 = {
    "persona_id": "7",
    "chat_history_32k_link": "data/chat_history_32k/p7.json",
    "user_query": "{'role': 'user', 'content': \"When's my row?\"}",
    "correct_answer": "At dawn",
    "incorrect_answers": '["At noon", "At dusk", "At night"]',
    "pref_type": "ask_to_forget",
    "topic_query": "sports",
    "related_conversation_snippet": repr(CHAT[1:3]),
}


def opened_v2(folder, *rows, chat=None, **options):
    (folder / "benchmark" / "text").mkdir(parents=True, exist_ok=True)
    (folder / "data" / "chat_history_32k").mkdir(parents=True, exist_ok=True)
    value = {"metadata": {}, "chat_history": CHAT} if chat is None else chat
    (folder / "data" / "chat_history_32k" / "p7.json").write_text(json.dumps(value), encoding="utf-8")
    path = written_csv(folder / "benchmark" / "text" / "benchmark.csv", list(rows))
    return PersonaMem(path, **options)


@pytest.mark.parametrize("chat", [{"metadata": {}, "chat_history": CHAT}, CHAT])
def test_v2_asks_about_a_whole_chat_with_the_snippet_as_evidence(tmp_path, chat):
    source = opened_v2(tmp_path, V2, chat=chat)
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["t1", "t2", "t3"]
    (item,) = history.items
    assert (item.question.question, item.question.question_type, item.question.topic) == ("When's my row?", "ask_to_forget", "sports")
    assert set(item.question.choices) == {"At dawn", "At noon", "At dusk", "At night"}
    assert item.question.choices["ABCD".index(item.truth.target)] == "At dawn"
    assert item.truth.evidence == ("t1", "t2")
    assert source.notes() == {
        "messages describe the user to a model, and are left out": 1,
        "questions have their choices in an order of our own: the set has the right one apart": 1,
    }


def test_the_right_choice_of_v2_stands_anywhere_and_always_at_the_same_place(tmp_path):
    sources = [opened_v2(tmp_path, *[V2] * 200) for _ in range(2)]
    first, again = ([item.truth.target for history in source.histories() for item in history.items] for source in sources)
    assert first == again
    assert all(30 <= count <= 70 for count in Counter(first).values())
    assert len(set(first)) == 4


def test_a_right_answer_of_v2_that_is_blank_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"row 1: correct_answer: ' '; expected an answer"):
        opened_v2(tmp_path, V2 | {"correct_answer": " "})


@pytest.mark.parametrize(("short", "counted"), [(V2["chat_history_32k_link"], 1), (" ", 0)])
def test_of_two_chats_the_first_is_asked_about_and_that_there_is_a_longer_one_is_told(tmp_path, short, counted):
    source = opened_v2(tmp_path, V2 | {"chat_history_32k_link": short, "chat_history_128k_link": V2["chat_history_32k_link"]})
    assert len(list(source.histories())) == 1
    assert [count for note, count in source.notes().items() if "longer chat" in note] == [1] * counted


def test_a_plain_query_and_a_row_without_a_snippet_are_read(tmp_path):
    row = {name: value for name, value in V2.items() if name != "related_conversation_snippet"} | {"user_query": "When?"}
    (history,) = opened_v2(tmp_path, row).histories()
    assert history.items[0].question.question == "When?"
    assert history.items[0].truth.evidence == ()


def test_a_snippet_that_the_chat_does_not_have_leads_nowhere(tmp_path):
    source = opened_v2(tmp_path, V2 | {"related_conversation_snippet": repr([CHAT[3], CHAT[1]])})
    assert next(source.histories()).items[0].truth.evidence == ()
    assert source.notes()["references to evidence lead nowhere, and are left out"] == 1


@pytest.mark.parametrize(
    "link", ["", "data/none.json", "../secret.json", "/etc/passwd", "data/../../x.json", "x" * 400, "x/" * 3000, "a\0b"]
)
def test_a_link_out_of_the_set_or_to_nothing_is_refused(tmp_path, link):
    (tmp_path / "secret.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"row 1: chat_history_32k_link: .*; expected a file below the folder of the set"):
        opened_v2(tmp_path / "set", V2 | {"chat_history_32k_link": link})


def test_choices_without_a_letter_are_refused(tmp_path):
    many = [str(number) for number in range(26)]
    (history,) = opened_v2(tmp_path, V2 | {"incorrect_answers": repr(many[:25])}).histories()
    assert len(history.items[0].question.choices) == 26
    with pytest.raises(DatasetError, match=r"row 1: incorrect_answers: .*; expected at most 25 texts, so that each choice has a letter"):
        opened_v2(tmp_path, V2 | {"incorrect_answers": repr(many)})


def test_keys_that_are_no_texts_are_counted_among_those_that_are_not_read(tmp_path):
    snippet = [{**CHAT[1], 1: "x", "1": "x", None: "x", (1, 2): "x"}]
    notes = opened_v2(tmp_path, V2 | {"related_conversation_snippet": repr(snippet)}).notes()
    for key in ("1", "'1'", "None", "(1, 2)"):
        assert notes[f"values under {key} are not read: the description of the set does not have them"] == 1


cells = st.text(max_size=12) | st.sampled_from(
    ["[]", "['(a) x']", "{}", "(a)", "2", "0", "c1", "{'role': 'user'}", "[[1]]", "data/chat_history_32k/p7.json"]
)


@pytest.mark.parametrize(("row", "made"), [(ROW, opened), (V2, opened_v2)])
@given(data=st.data())
def test_any_cell_is_read_or_refused(tmp_path_factory, row, made, data):
    value = row | {data.draw(st.sampled_from(sorted(row))): data.draw(cells)}
    tried(partial(made, tmp_path_factory.getbasetemp(), value))


def test_what_stands_in_a_context_is_counted_once_however_many_ask_about_it(tmp_path):
    rows = [ROW | {"question_id": f"q{end}", "end_index_in_shared_context": str(end)} for end in (1, 2)]
    turns = [{"role": "user", "content": "I row at dawn.", "mood": "glad"}, {"role": "assistant", "content": "Brisk."}]
    source = PersonaMem(written_csv(tmp_path / "questions_32k.csv", rows, {ROW["shared_context_id"]: turns}))
    assert source.notes()["values under 'mood' are not read: the description of the set does not have them"] == 1


def test_what_stands_beside_the_chat_of_v2_is_counted(tmp_path):
    source = opened_v2(tmp_path, V2, chat={"metadata": {"persona": "A rower."}, "summary": "Rows.", "chat_history": CHAT})
    assert source.notes()["values under 'summary' are not read: the description of the set does not have them"] == 1
    assert source.untold()["values under 'metadata'"] == 1
    with pytest.raises(
        DatasetError, match=r"row 1: .*; expected|p7\.json: no key 'chat_history'; expected the keys metadata, chat_history"
    ):
        opened_v2(tmp_path, V2, chat={"metadata": {}})


def test_of_many_keys_that_are_not_read_some_are_named_and_all_are_counted(tmp_path):
    notes = opened(tmp_path, ROW | {f"column {place:03}": "x" for place in range(1000)}).notes()
    told = {note: count for note, count in notes.items() if "not read" in note}
    assert (len(told), sum(told.values())) == (21, 1000)
    assert list(told.items())[-1] == ("values under 980 more keys are not read: the description of the set does not have them", 980)
