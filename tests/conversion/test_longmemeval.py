"""A set in LongMemEval's layout measures as the set itself does: a session is a message, so nothing but the label of its role is new."""

import pytest
from harnesses import read_json
from histories import history, item, message
from measuring import measures
from sets import made

import memsim
from memsim.conversion.registry import output
from memsim.conversion.sittings import divided, sittings
from memsim.errors import InputError
from memsim.records import Answer

LABEL = "[user] "  # the reader of the format puts it before each turn of a session


def unlabelled(text):
    return text.removeprefix(LABEL)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("longmemeval")
    native = made(tmp_path_factory, 60, language="en")
    memsim.convert(native, folder / "set.json", "longmemeval")
    theirs = measures(folder / "set.json", folder / "theirs", unlabelled, format="longmemeval")
    return measures(native, folder / "native", unlabelled), theirs


def test_bm25_measures_the_same_where_the_label_is_not_seen(scored):
    native, theirs = (found["Unseeing"] for found in scored)
    names = [name for name in native if name.startswith(("recall@", "recall_all@", "ndcg@", "mrr@"))]
    assert len(names) == 12
    assert {name: theirs[name] for name in names} == {name: pytest.approx(native[name], abs=1e-12) for name in names}


def test_bm25_measures_nearly_the_same_where_it_is(scored):
    native, theirs = (found["bm25"] for found in scored)
    assert theirs["recall@5"] == pytest.approx(native["recall@5"], abs=0.02)


def row(tmp_path, found):
    writer = output("longmemeval")
    writer.write(iter([found]), tmp_path / "out.json")
    return read_json(tmp_path / "out.json"), writer.altered(found)


def test_messages_of_a_session_at_one_time_are_a_session(tmp_path):
    talk = [
        message(number, f"text {number}", session="a" if number < 4 else "b", time=f"2027-03-01T0{number // 2}:00") for number in range(6)
    ]
    found = history([*talk], [item(evidence=("m1", "m5"), question_type="multi-session")])
    ((written,), altered) = row(tmp_path, found)
    assert written["haystack_session_ids"] == ["answer_h_0", "h_1", "answer_h_2"]
    assert [len(turns) for turns in written["haystack_sessions"]] == [2, 2, 2]
    assert written["answer_session_ids"] == ["answer_h_0", "answer_h_2"]
    assert [turn.get("has_answer", False) for turns in written["haystack_sessions"] for turn in turns] == [False, True, *[False] * 3, True]
    assert (divided(found), altered["sessions of messages"], altered["types of questions"]) == (4, 4, 0)
    assert [len(one) for one in sittings(found)] == [2, 2, 2]


def by_authors(entry, granularity):
    """What their retrieval takes for its corpus and for right in it: what users said, and what has `answer` in its id."""
    found = {}
    for name, turns in zip(entry["haystack_session_ids"], entry["haystack_sessions"], strict=True):
        said = [(place, turn) for place, turn in enumerate(turns, 1) if turn["role"] == "user"]
        if granularity == "session":
            kept = "answer" not in name or any(turn["has_answer"] for _, turn in said)
            found[name if kept else name.replace("answer", "noans")] = " ".join(turn["content"] for _, turn in said)
        for place, turn in said if granularity == "turn" else ():
            own = f"{name}_{place}"
            found[own if "answer" not in name or turn["has_answer"] else own.replace("answer", "noans")] = turn["content"]
    return found, {name for name in found if "answer" in name}


@pytest.mark.parametrize("granularity", ["session", "turn"])
def test_the_authors_retrieval_finds_the_evidence_of_each_question(tmp_path_factory, tmp_path, granularity):
    native = made(tmp_path_factory, 60, language="en")
    memsim.convert(native, tmp_path / "set.json", "longmemeval")
    entries = {entry["question_id"]: entry for entry in read_json(tmp_path / "set.json")}
    for trajectory in memsim.load(native):
        corpus, right = by_authors(entries[trajectory.question.id], granularity)
        texts = {message.mid: message.text for message in trajectory.messages}
        assert sorted(corpus.values()) == sorted(texts.values())
        assert sorted(corpus[name] for name in right) == sorted(texts[mid] for mid in trajectory.gold.evidence)


def test_ids_of_sessions_are_of_one_history_and_those_of_evidence_alone_name_it(tmp_path):
    ((one, other), _) = row(tmp_path, history(3, [item(0, evidence=("m1",)), item(1, evidence=("m2", "m0"))]))
    assert one["haystack_session_ids"] == ["h_0", "answer_h_1", "h_2"]
    assert other["answer_session_ids"] == ["answer_h_0", "answer_h_2"]
    with pytest.raises(InputError, match="history my-answers: id: 'my-answers'; expected one without answer, by which"):
        row(tmp_path, history(2, [item()], name="my-answers"))


def test_a_question_without_an_answer_is_marked_and_one_with_an_answer_must_not_look_so(tmp_path):
    ((written,), _) = row(tmp_path, history(2, [item(evidence=(), answers=())]))
    assert (written["question_id"], written["answer_session_ids"]) == ("q0_abs", [])
    with pytest.raises(InputError, match="history h: question: 'q_abs_7'; expected an id without _abs"):
        row(tmp_path, history(2, [item(id="q_abs_7")]))


@pytest.mark.parametrize(
    ("role", "evidence", "answers", "count"),
    [
        ("user", ("m0",), [Answer("yes")], 0),
        ("user", (), [Answer("yes")], 1),
        ("assistant", ("m0",), [Answer("yes")], 1),
        ("assistant", ("m0", "m1"), [Answer("yes")], 0),
        ("user", (), [], 0),
    ],
)
def test_questions_with_nothing_to_find_are_told_since_the_authors_take_them_for_found(tmp_path, role, evidence, answers, count):
    """Their recall_all is that of the evidence which users tell, and is true of none; what cannot be answered they leave out."""
    found = history([message(0, "text", role=role), message(1, "more")], [item(evidence=evidence, answers=tuple(answers))])
    ((entry,), _) = row(tmp_path, found)
    _, right = by_authors(entry, "session")
    assert (not right and not entry["question_id"].endswith("_abs")) == bool(count)
    assert [*output("longmemeval").remarks(found).values()] == [count]


@pytest.mark.parametrize("ids", [("q", "q_abs"), ("q_abs", "q"), ("q", "q_abs", "q_abs_abs"), ("_abs", "_abs_abs")])
def test_questions_without_an_answer_are_told_apart_whatever_they_are_called(tmp_path, ids):
    rows, _ = row(tmp_path, history(2, [item(id=name, answers=()) for name in ids]))
    assert [one["question_id"] for one in rows] == [f"{name}_abs" for name in ids]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_a_question_without_a_time_gets_that_of_the_last_message_and_it_is_told(tmp_path, order):
    ((written,), altered) = row(tmp_path, history([message(number) for number in order], [item()]))
    assert written["question_date"] == max(written["haystack_dates"]) == "2027/03/01 (Mon) 02:00"
    assert altered["times of questions, for which that of the last message stands"] == 1


@pytest.mark.parametrize(
    ("kind", "evidence", "told"),
    [
        ("single_hop", ("m0",), "single-session-user"),
        ("comparative", ("m0", "m1"), "multi-session"),
        ("temporal-reasoning", ("m0",), "temporal-reasoning"),
        ("knowledge-update", ("m0", "m1"), "knowledge-update"),
    ],
)
def test_types_are_those_that_the_authors_judge_knows(tmp_path, kind, evidence, told):
    ((written,), altered) = row(tmp_path, history(3, [item(evidence=evidence, question_type=kind)]))
    assert (written["question_type"], altered["types of questions"]) == (told, int(kind != told))


class Session(str):
    """The name of a session that counts how often it is compared."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Session.compared += 1
        return str.__eq__(self, other)


def test_a_long_history_takes_no_more_than_its_share():
    """With much noise a history has thousands of messages: sessions compared each with each would take minutes."""
    found = history(
        [message(number, "text", session=Session(number // 3), time=f"2027-03-01T00:{number % 60:02}") for number in range(900)]
    )
    Session.compared = 0
    assert divided(found) == 900
    assert Session.compared < 10 * 900
