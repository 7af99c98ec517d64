"""ConvoMem: nothing that a memory sees says which conversation holds evidence; evidence is found by what is said, and folders tell the category."""

import json

import pytest
from foreign import SAMPLES, written

from memsim.errors import DatasetError
from memsim.io.formats.convomem import ConvoMem
from memsim.io.formats.registry import open_set
from memsim.records import Answer, Message, Question, Truth

ITEM = SAMPLES["convomem"]["evidence_items"][0]
UNKNOWN = "questions lie in no folder of their type, and count as such that can be answered"


def talk(*texts, **fields):
    """A conversation in which user and assistant speak in turn."""
    return {
        "messages": [{"speaker": "User" if place % 2 == 0 else "Assistant", "text": text} for place, text in enumerate(texts)],
        **fields,
    }


def case(*conversations, items=(ITEM,)):
    return {"evidenceItems": list(items), "conversations": list(conversations), "contextSize": len(conversations)}


def saved(folder, value, *parts):
    path = folder.joinpath(*(parts or ("convomem.json",)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def opened(folder, value, *parts, **options):
    return ConvoMem(saved(folder, value, *parts), **options)


OWN = talk("I brew cider.", "Since when?", id="e1", containsEvidence=True)


def test_an_item_is_a_history_of_turns(tmp_path):
    source = opened(tmp_path, SAMPLES["convomem"])
    (history,) = source.histories()
    assert history.messages == (
        Message("c0:0", "c0", "user", "user", "I brew cider.", ""),
        Message("c0:1", "c0", "assistant", "assistant", "Since when?", ""),
    )
    question = Question("h0-q0", "h0", "en", "unknown", "Hobbies", False, "What do I brew?", "", ())
    assert history.items == ((question, Truth(("c0:0",), None, (Answer("Cider"),))),)
    assert source.notes() == {UNKNOWN: 1}


def test_a_test_case_is_a_history_with_sessions_and_all_its_items(tmp_path):
    other = ITEM | {
        "question": "Who asked?",
        "answer": "The assistant",
        "message_evidences": [{"speaker": "ASSISTANT", "text": "Since when?"}],
    }
    source = opened(tmp_path, [case(talk("Hello.", "Hi."), OWN, items=[ITEM, other])])
    (history,) = source.histories()
    assert [message.session for message in history.messages] == ["c0", "c0", "c1", "c1"]
    assert [item.truth.evidence for item in history.items] == [("c1:0",), ("c1:1",)]
    assert [item.truth.sessions for item in history.items] == [(("c1:0", "c1:1"),)] * 2


def test_nothing_that_is_seen_says_where_the_evidence_is(tmp_path):
    (history,) = opened(tmp_path, [case(talk("Hello.", id="filler_7"), OWN | {"id": "evidence_1"})]).histories()
    seen = json.dumps([history.id, history.messages, [item.question.__reduce__()[2] for item in history.items]], default=str)
    assert not any(mark in seen for mark in ("containsEvidence", "evidence_", "filler", "e1", "true"))


@pytest.mark.parametrize(
    ("folder", "kind", "answerable"),
    [("user_evidence", "user", True), ("abstention_evidence", "abstention", False), ("changing_evidence", "changing", True)],
)
def test_the_folder_tells_the_category(tmp_path, folder, kind, answerable):
    source = opened(tmp_path, SAMPLES["convomem"], folder, "1_evidence", "a.json")
    (item,) = next(source.histories()).items
    assert item.question.question_type == kind
    assert item.truth == Truth(("c0:0",) if answerable else (), None, (Answer("Cider"),) if answerable else ())
    assert source.notes() == ({} if answerable else {"questions cannot be answered, as the set says: to decline is right": 1})
    (asked,) = next(source.audited()).asked
    assert (asked.answer, asked.evidence, asked.unanswerable) == ("Cider", ("c0:0",), not answerable)


def test_the_nearest_of_several_folders_tells_the_category(tmp_path):
    source = opened(tmp_path, SAMPLES["convomem"], "abstention_evidence", "1_evidence", "user_evidence", "a.json")
    assert next(source.histories()).items[0].question.question_type == "user"


NOTHING = "There is no information in prior conversations to answer this question"


@pytest.mark.parametrize("answer", [NOTHING, f" {NOTHING}.\n", NOTHING.upper()])
def test_without_a_folder_the_authors_own_words_tell_that_there_is_no_answer(tmp_path, answer):
    source = opened(tmp_path, {"evidence_items": [ITEM, ITEM | {"answer": answer}]})
    one, other = (history.items[0] for history in source.histories())
    assert (one.question.question_type, one.truth.answers) == ("unknown", (Answer("Cider"),))
    assert (other.question.question_type, other.truth) == ("abstention", Truth((), None, ()))
    assert source.notes() == {UNKNOWN: 1, "questions cannot be answered, as the set says: to decline is right": 1}


@pytest.mark.parametrize("answer", ["", "No.", f"{NOTHING}, but I brew cider.", f"I said: {NOTHING}", 3])
def test_other_words_tell_nothing(tmp_path, answer):
    (history,) = opened(tmp_path, {"evidence_items": [ITEM | {"answer": answer}]}, lenient=True).audited()
    assert not history.asked[0].unanswerable


@pytest.mark.parametrize("category", ["abstention", "abstention_evidence", "user"])
def test_a_category_is_what_a_question_is_about_and_not_its_type(tmp_path, category):
    source = opened(tmp_path, {"evidence_items": [ITEM | {"category": category}]})
    (item,) = next(source.histories()).items
    assert (item.question.question_type, item.question.topic, item.truth.answers) == ("unknown", category, (Answer("Cider"),))
    assert source.notes() == {UNKNOWN: 1}


def test_where_a_folder_tells_the_type_words_do_not(tmp_path):
    source = opened(tmp_path, {"evidence_items": [ITEM | {"answer": NOTHING}]}, "user_evidence", "a.json")
    assert next(source.histories()).items[0].truth.answers == (Answer(NOTHING),)


def test_a_folder_is_a_set_of_all_its_files_in_order(tmp_path):
    saved(tmp_path, SAMPLES["convomem"], "set", "user_evidence", "2_evidence", "b.json")
    saved(tmp_path, [case(OWN)], "set", "preference_evidence", "a.json")
    source = open_set(tmp_path / "set")
    assert (source.format, source.name) == ("convomem", "set")
    histories = list(source.histories())
    assert [(history.id, history.items[0].question.question_type) for history in histories] == [("h0", "preference"), ("h1", "user")]
    assert [history.row for history in source.audited()] == ["preference_evidence/a.json/0", "user_evidence/2_evidence/b.json/0"]
    assert source.notes() == {"answers say what a good one is like, and only a judge can hold an answer to them": 1}


def test_a_file_of_something_else_in_a_folder_is_refused_by_its_name(tmp_path):
    saved(tmp_path, SAMPLES["convomem"], "set", "a.json")
    saved(tmp_path, {"other": 1}, "set", "b.json")
    with pytest.raises(DatasetError, match=r"b\.json/0: no key 'evidenceItems'"):
        ConvoMem(tmp_path / "set")


def test_a_file_that_is_not_there_is_refused_by_its_name(tmp_path):
    written("convomem", tmp_path / "a.json")
    (tmp_path / "b.json").symlink_to(tmp_path / "gone.json")
    for lenient in (False, True):
        with pytest.raises(DatasetError, match=r"b\.json: unreadable \(.*No such file"):
            ConvoMem(tmp_path, lenient=lenient)


def test_evidence_that_no_turn_says_leads_nowhere_and_is_counted(tmp_path):
    item = ITEM | {"message_evidences": [{"speaker": "Assistant", "text": "I brew cider."}, {"speaker": "user", "text": "I brew cider."}]}
    source = opened(tmp_path, [case(OWN, items=[item])], "user_evidence", "a.json")
    assert next(source.histories()).items[0].truth.evidence == ("c0:0",)
    assert source.notes() == {"references to evidence lead nowhere, and are left out": 1}


def test_evidence_is_the_first_turn_that_says_it(tmp_path):
    (history,) = opened(tmp_path, [case(talk("I brew cider."), OWN)]).histories()
    assert history.items[0].truth.evidence == ("c0:0",)


PART = "pieces of evidence are part of what a turn says: it is the only turn that has them"


@pytest.mark.parametrize("text", ["I brew cider.", "brew cider. Since", "Well, I brew", " I brew cider. "])
def test_evidence_may_be_part_of_the_only_turn_that_has_it(tmp_path, text):
    item = ITEM | {"conversations": [], "message_evidences": [{"speaker": "User", "text": text}]}
    own = talk("Hello.", "I brew cider.", "Well, I brew cider. Since May.")
    source = opened(tmp_path, [case(own, items=[item])], "user_evidence", "a.json")
    assert next(source.histories()).items[0].truth.evidence == ("c0:2",)
    assert source.notes() == {PART: 1}


@pytest.mark.parametrize("text", ["cider", "rew cider", "brew ciders", "I make cider.", "", "  ", "I brew cider. And beer."], ids=repr)
def test_evidence_that_two_turns_have_or_none_leads_nowhere(tmp_path, text):
    item = ITEM | {"conversations": [], "message_evidences": [{"speaker": "User", "text": text}]}
    own = talk("Well, I brew cider.", "I see.", "More cider, more.")
    source = opened(tmp_path, [case(own, items=[item])], "user_evidence", "a.json")
    assert next(source.histories()).items[0].truth.evidence == ()
    assert source.notes() == {"references to evidence lead nowhere, and are left out": 1}


@pytest.mark.parametrize("text", ["", "  "], ids=repr)
def test_evidence_that_says_nothing_is_not_part_of_the_only_turn(tmp_path, text):
    source = opened(tmp_path, [case(OWN, items=[ITEM | {"conversations": [], "message_evidences": [{"speaker": "User", "text": text}]}])])
    assert next(source.histories()).items[0].truth.evidence == ()
    assert PART not in source.notes()


def test_a_conversation_that_stands_twice_is_given_once_and_counted(tmp_path):
    source = opened(tmp_path, [case(OWN, talk("Hello."), OWN)], "user_evidence", "a.json")
    assert [message.mid for message in next(source.histories()).messages] == ["c0:0", "c0:1", "c1:0"]
    assert source.notes() == {"sessions stand twice in one history, and are given once": 1}


def test_a_conversation_without_messages_is_counted(tmp_path):
    item = ITEM | {"conversations": [talk("I brew cider.", id="e1"), talk(id="e2")]}
    source = opened(tmp_path, {"evidence_items": [item]})
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["c0:0"]
    assert source.notes()["sessions hold no message, and are not given"] == 1


def test_conversations_of_one_id_with_different_content_are_two(tmp_path):
    source = opened(tmp_path, [case(OWN, talk("Hello.", id="e1"))])
    assert [message.session for message in next(source.histories()).messages] == ["c0", "c0", "c1"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": ""}, r"0: question: ''; expected a text that is not blank"),
        ({"answer": None}, r"0: answer: None; expected an answer"),
        ({"conversations": []}, r"0: conversations: \[\]; expected a history with messages"),
    ],
)
def test_what_cannot_be_measured_is_refused_but_can_be_audited(tmp_path, change, message):
    value = {"evidence_items": [ITEM | change]}
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, value)
    assert len(list(opened(tmp_path, value, lenient=True).audited())) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"conversations": [{"id": "x"}]}, r"0: conversations\[0\]: no key 'messages'"),
        ({"conversations": [talk() | {"messages": [{"speaker": "User"}]}]}, r"0: conversations\[0\]\.messages\[0\]: no key 'text'"),
        ({"message_evidences": "x"}, r"0: message_evidences: 'x'; expected a list"),
    ],
)
def test_another_layout_is_refused_with_its_place(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, {"evidence_items": [ITEM | change]})


def test_what_the_description_does_not_have_is_counted(tmp_path):
    source = opened(tmp_path, {"evidence_items": [ITEM | {"mood": "glad"}]}, "user_evidence", "a.json")
    assert source.notes() == {"values under 'mood' are not read: the description of the set does not have them": 1}


def test_conversations_of_an_item_that_its_test_case_lacks_are_counted_and_what_is_wrong_in_them_is_told(tmp_path):
    note = "conversations of items do not stand in their test case, and are not given"
    (own,) = ITEM["conversations"]
    items = [ITEM, ITEM | {"conversations": [own, talk("I brew beer.")]}]
    assert note not in opened(tmp_path, [case(OWN, items=[ITEM])]).notes()
    source = opened(tmp_path, [case(OWN, items=items)])
    assert source.notes()[note] == 1
    assert len(next(source.histories()).messages) == 2
    wrong = ITEM | {"conversations": [own, {"messages": [{"speaker": "User", "text": 3}]}]}
    with pytest.raises(DatasetError, match=r"0: evidenceItems\[0\]\.conversations\[1\]\.messages\[0\]\.text: 3; expected a text"):
        opened(tmp_path, [case(OWN, items=[wrong])])
