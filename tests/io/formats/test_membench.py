"""MemBench: statements and dialogues, sessions, and references by number, by place where steps have none; nothing is guessed."""

import json
from pathlib import Path

import pytest
from foreign import SAMPLES

from memsim.conversion.convert import convert
from memsim.errors import DatasetError
from memsim.io.formats.membench import MemBench
from memsim.io.formats.registry import open_set
from memsim.records import Answer, Message, Question, Truth

SAMPLE = Path(__file__).parents[3] / "generated" / "daily-sample"
ROW = SAMPLES["membench"]["simple"]["roles"][0]


def opened(folder, value, name="membench", **options):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return MemBench(path, **options)


def row(messages=None, targets=None, **fields):
    given = {} if messages is None else {"message_list": messages}
    wanted = {} if targets is None else {"target_step_id": targets}
    return ROW | given | {"QA": ROW["QA"] | wanted | fields}


def one(folder, *rows):
    return list(opened(folder, {"simple": {"roles": list(rows)}}).histories())


def test_a_dialogue_is_a_history_of_steps_in_sessions(tmp_path):
    source = opened(tmp_path, SAMPLES["membench"])
    (history,) = source.histories()
    first = "[user] I keep bees. (place: Lund; time '2024-10-01 08:00' Tuesday)\n\n[agent] How many hives?"
    assert history.messages[0] == Message("0", "s0", "user", "user", first, "2024-10-01T08:00")
    assert [message.session for message in history.messages] == ["s0", "s1"]
    (item,) = history.items
    assert item.question == Question(
        "simple-roles-0", "h-simple-roles-0", "en", "simple", "roles", False, "What do I keep?", "2024-10-02T09:00",
        ("Hens", "Bees", "Goats", "Newts"),
    )  # fmt: skip
    assert item.truth == Truth(("0",), "B", (Answer("Bees"),), (None,) * 4, sessions=(("0",),))
    assert source.notes() == {}


def test_statements_in_the_third_person_are_messages_as_they_stand(tmp_path):
    told = [
        f"{said} (place: Lund; time '2024-10-01 08:0{minute}' Tuesday)" for minute, said in enumerate(["Ada keeps bees.", "It rained."])
    ]
    (history,) = one(tmp_path, row(told, [0]))
    assert [(message.text, message.session, message.time) for message in history.messages] == [
        (told[0], "s0", "2024-10-01T08:00"),
        (told[1], "s0", "2024-10-01T08:01"),
    ]
    assert history.items[0].truth.evidence == ("0",)
    assert history.items[0].truth.sessions == ()


@pytest.mark.parametrize(
    "step",
    [
        {"mid": 0, "message": "Ada keeps bees.", "time": "2024-10-01 08:00", "place": "Lund"},
        {"sid": 0, "user_message": "Ada keeps bees.", "assistant_message": "", "time": "2024-10-01 08:00"},
        {"user": "Ada keeps bees.", "time": "2024-10-01 08:00"},
    ],
)
def test_steps_of_every_layout_are_read(tmp_path, step):
    (history,) = one(tmp_path, row([step], [0]))
    assert history.messages[0].text.removeprefix("[user] ") == "Ada keeps bees."
    assert history.messages[0].time == "2024-10-01T08:00"


def test_a_file_of_one_type_is_named_after_it(tmp_path):
    source = opened(tmp_path, {"roles": [ROW], "events": [ROW]}, "noisy")
    first, second = source.histories()
    assert (first.id, second.id) == ("h-noisy-roles-0", "h-noisy-events-0")
    assert [(item.question.question_type, item.question.topic, item.question.noisy) for item in second.items] == [("noisy", "events", True)]


def steps(*sessions, numbered=None):
    """Sessions of so many steps; numbers anew in each session, or throughout, or none."""
    out, count = [], 0
    for size in sessions:
        session = []
        for place in range(size):
            number = {"throughout": count + 100, "anew": place + 7}.get(numbered)
            session.append({"user": f"I saw {count} geese."} | ({} if number is None else {"sid": number}))
            count += 1
        out.append(session)
    return out


READ = {
    "place": (steps(2, 3), [3], "3"),
    "place in a list": (steps(2, 3), [[3]], "3"),
    "number": (steps(2, 3, numbered="throughout"), [103], "3"),
    "place and session": (steps(2, 3), [[3, 1]], "3"),
    "number and session": (steps(2, 3, numbered="throughout"), [[104, 1]], "4"),
    "number anew and session": (steps(2, 3, numbered="anew"), [[8, 1]], "3"),
}
LOST = {
    "place of a step that has a number": (steps(2, 3, numbered="throughout"), [3]),
    "number in another session": (steps(2, 3, numbered="throughout"), [[104, 0]]),
    "number of two steps": (steps(2, 3, numbered="anew"), [8]),
    "session and step": (steps(2, 3), [[1, 2]]),
}


@pytest.mark.parametrize(("messages", "targets", "mid"), READ.values(), ids=READ)
def test_a_reference_is_a_number_or_a_place_where_steps_have_none(tmp_path, messages, targets, mid):
    (history,) = one(tmp_path, row(messages, targets))
    assert history.items[0].truth.evidence == (mid,)


@pytest.mark.parametrize(("messages", "targets"), LOST.values(), ids=LOST)
def test_a_reference_that_is_no_number_of_one_step_leads_nowhere(tmp_path, messages, targets):
    source = opened(tmp_path, {"simple": {"roles": [row(messages, targets)]}})
    assert next(source.histories()).items[0].truth.evidence == ()
    assert source.notes()["references to evidence lead nowhere, and are left out"] == 1


def update(number, text):
    return {"sid": number, "user_message": text, "assistant_message": "Noted.", "time": f"'2024-10-01 08:{number:02}' Tuesday"}


def test_a_step_that_stands_twice_under_one_number_is_given_once_and_is_what_its_number_names(tmp_path):
    first, later = update(1, "I keep ten hives."), update(3, "I keep nine hives.")
    made = {"rel": "Own", "attr": "hives", "value": "nine"}
    told = [[update(0, "Hello."), first, first, update(2, "It rained."), later | made, later], [update(6, "I keep hens.")]]
    source = opened(tmp_path, {"knowledge_update": {"roles": [row(told, [[3, 0], [6, 1]])]}})
    (history,) = source.histories()
    assert [message.mid for message in history.messages] == ["0", "1", "3", "4", "6"]
    assert history.items[0].truth.evidence == ("4", "6")
    assert source.notes() == {"steps stand twice in a row under one number, and are given once": 2}
    assert len(next(source.audited()).posts) == 7


def test_of_noise_only_steps_that_are_given_are_counted(tmp_path):
    own, noise = update(0, f"I keep bees.{BEHIND.format(1)}"), update(1, "It rained.") | {"time": ""}
    source = opened(tmp_path, {"knowledge_update": {"roles": [row([own, own, noise, noise], [0])]}})
    assert len(next(source.histories()).messages) == 2
    assert source.notes() == {
        "messages have no time, though others of their history have one, and are given that of the message before them": 1,
        "steps stand twice in a row under one number, and are given once": 2,
    }
    assert source.untold() == {"places behind what is said, taken off among noise": 1}


def test_two_things_said_under_one_number_are_both_given_and_none_is_guessed(tmp_path):
    source = opened(tmp_path, {"simple": {"roles": [row([[update(1, "I keep hens."), update(1, "I keep bees.")]], [[1, 0]])]}})
    (history,) = source.histories()
    assert (len(history.messages), history.items[0].truth.evidence) == (2, ())


@pytest.mark.parametrize("key", ["rel", "event_name", "attr", "value"])
def test_what_marks_the_steps_that_answer_is_not_seen(tmp_path, key):
    source = opened(tmp_path, {"simple": {"roles": [row([{"mid": 0, "message": "I keep bees.", key: "secret"}], [0])]}})
    assert "secret" not in repr(list(source.histories()))
    assert source.notes() == {}


def test_references_that_lead_nowhere_and_that_are_none_are_counted(tmp_path):
    source = opened(tmp_path, {"simple": {"roles": [row(targets=[[0, 0], [5, 5], "x", [], True])]}})
    (history,) = source.histories()
    assert history.items[0].truth.evidence == ("0",)
    assert source.notes() == {
        "references to evidence are not of their form; any ids in them are taken": 3,
        "references to evidence lead nowhere, and are left out": 1,
    }


@pytest.mark.parametrize("none", [[], None])
def test_no_reference_at_all_is_no_fault(tmp_path, none):
    source = opened(tmp_path, {"simple": {"roles": [row(target_step_id=none)]}})
    assert next(source.histories()).items[0].truth.evidence == ()
    assert source.notes() == {"questions have no evidence, and no measure of retrieval": 1}


def test_answers_and_choices_of_any_kind_are_read_as_text(tmp_path):
    choices = {"A": 3, "B": ["Up", "Wall-E"], "C": None, "D": "Heat"}
    (history,) = one(tmp_path, row(answer=["Up", "Wall-E"], choices=choices))
    assert history.items[0].question.choices == ("3", "Up, Wall-E", "None", "Heat")
    assert history.items[0].truth.answers == (Answer("Up, Wall-E"),)


def test_an_answer_may_be_told_by_its_letter_alone(tmp_path):
    value = row()
    del value["QA"]["answer"]
    blank = row(answer=" ")
    for history in one(tmp_path, value, blank):
        assert history.items[0].truth.answers == (Answer("Bees"),)


def test_steps_without_a_time_among_others_are_counted(tmp_path):
    told = ["Ada keeps bees. (place: Paris (Texas); time: '2024-10-01 08:00' Tuesday)", "It rained.", "It is (place: wet)."]
    source = opened(tmp_path, {"simple": {"roles": [row(told, [0]), row(told[1:], [0])]}})
    among, alone = ([(message.text, message.time) for message in history.messages] for history in source.histories())
    assert among == [(text, "2024-10-01T08:00") for text in ("Ada keeps bees.", *told[1:])]
    assert alone == [(text, "") for text in told[1:]]
    assert source.notes() == {
        "messages have no time, though others of their history have one, and are given that of the message before them": 2
    }
    assert source.untold() == {"places behind what is said, taken off among noise": 1}


BEHIND = " (place: Lund; time'2024-10-0{} 08:00' Tuesday)"


@pytest.mark.parametrize(
    "step", [lambda said, behind: said + behind, lambda said, behind: {"user": said + behind, "agent": f"Noted.{behind}"}]
)
def test_nothing_tells_noise_from_other_messages(tmp_path, step):
    """As the authors' script puts noise among messages: with nothing behind it, and no time."""
    noise, own = [f"Rain fell on day {day}." for day in range(4)], ["I keep bees.", "I keep hens."]
    told = [step(noise[0], ""), step(own[0], BEHIND.format(1)), *(step(said, "") for said in noise[1:]), step(own[1], BEHIND.format(2))]
    (history,) = one(tmp_path, row(told, [1]))
    said = [message.text.removeprefix("[user] ").removesuffix("\n\n[agent] Noted.") for message in history.messages]
    assert said == [noise[0], own[0], *noise[1:], own[1]]
    assert [message.time for message in history.messages] == ["2024-10-01T08:00"] * 5 + ["2024-10-02T08:00"]
    assert history.items[0].truth.evidence == ("1",)


@pytest.mark.parametrize(("answer", "differing"), [("Bees", 0), (2, 1), ("Hens", 1)])
def test_an_answer_that_is_not_the_choice_called_right_is_counted(tmp_path, answer, differing):
    notes = opened(tmp_path, {"simple": {"roles": [row(answer=answer)]}}).notes()
    assert notes.get("questions have an answer that differs from the choice called right", 0) == differing


def test_an_answer_that_is_missing_or_the_number_of_the_choice_differs_from_none(tmp_path):
    missing = {"QA": {key: value for key, value in ROW["QA"].items() if key != "answer"}}
    number = row(answer=2, choices={"A": 1, "B": 2, "C": 3, "D": 4})
    source = opened(tmp_path, {"simple": {"roles": [ROW | missing, number]}})
    assert [history.items[0].truth.answers for history in source.histories()] == [(Answer("Bees"),), (Answer("2"),)]
    assert source.notes() == {"answers are numbers, and read as text": 1}


def test_what_the_description_does_not_have_is_counted(tmp_path):
    value = {"simple": {"roles": [row([{"user": "I keep bees.", "mood": "glad"}], [0], level=1)]}}
    assert opened(tmp_path, value).notes() == {
        "values under 'level' are not read: the description of the set does not have them": 1,
        "values under 'mood' are not read: the description of the set does not have them": 1,
    }


REFUSED = {
    "letters": ({"ground_truth": "AB"}, r"simple/roles/0: QA.ground_truth: 'AB'; expected one of A, B, C, D"),
    "no letter": ({"ground_truth": ""}, r"simple/roles/0: QA.ground_truth: ''; expected one of A, B, C, D"),
    "letter": ({"ground_truth": "E"}, r"simple/roles/0: QA.ground_truth: 'E'; expected one of A, B, C, D"),
    "question": ({"question": " "}, r"simple/roles/0: QA.question: ' '; expected a text that is not blank"),
    "blank answer": (
        {"answer": None, "choices": {"A": "Hens", "B": " ", "C": "Goats", "D": "Newts"}},
        r"simple/roles/0: QA.answer: None; expected an answer",
    ),
    "question time": ({"time": "soon"}, r"simple/roles/0: QA.time: 'soon'; expected a day and a time"),
    "message time": (
        {"messages": [{"user": "Hi.", "time": "now"}]},
        r"simple/roles/0: time of message 0: 'now'; expected a day and a time",
    ),
    "no message": ({"messages": []}, r"simple/roles/0: message_list: \[\]; expected a history with messages"),
}


@pytest.mark.parametrize(("fields", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_measured_is_refused_with_its_place_but_can_be_audited(tmp_path, fields, message):
    value = {"simple": {"roles": [row(**fields)]}}
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, value)
    assert len(list(opened(tmp_path, value, lenient=True).audited())) == 1


def test_all_that_is_wrong_is_told_at_once_in_one_line(tmp_path):
    with pytest.raises(DatasetError) as caught:
        opened(tmp_path, {"simple": {"roles": [row(question="", ground_truth="E"), ROW, row(time="soon")]}})
    assert str(caught.value).count("expected") == 3
    assert str(caught.value).count(str(tmp_path)) == 1
    assert "simple/roles/2: QA.time: 'soon'" in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(DatasetError, match=r"; and 5 more, 15 in all$"):
        opened(tmp_path, {"simple": {"roles": [row(question="")] * 15}})


SHAPES = {
    "step": ({"messages": [3]}, r"message_list\[0\]: 3; expected an object"),
    "number of a step": ({"messages": [{"sid": "3", "user": "Hi."}]}, r"message_list\[0\]\.sid: '3'; expected a whole number from 0"),
    "silent step": ({"messages": [{"sid": 1}]}, r"message_list\[0\]: .*; expected a text, or an object with 'message'"),
    "choices": ({"choices": {"A": "x"}}, r"QA\.choices: no key 'B'"),
    "targets": ({"target_step_id": "0"}, r"QA\.target_step_id: '0'; expected a list"),
}


@pytest.mark.parametrize(("fields", "message"), SHAPES.values(), ids=SHAPES)
def test_another_layout_is_refused_with_its_place(tmp_path, fields, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, {"simple": {"roles": [row(**fields)]}})


def test_a_set_of_the_same_keys_in_english_is_not_memdaily(tmp_path):
    path = tmp_path / "membench.json"
    path.write_text(json.dumps({"simple": {"roles": [row(["Ada keeps bees."], [0])]}}), encoding="utf-8")
    assert open_set(path).format == "membench"


def test_what_is_written_as_membench_is_read_again(tmp_path):
    convert(SAMPLE, tmp_path / "set.json", "membench", language=("en",))
    source = open_set(tmp_path / "set.json")
    assert source.format == "membench"
    ours = {
        (item.question.question, item.truth.target): gold(history) for history in open_set(SAMPLE).histories() for item in history.items
    }
    read = {(item.question.question, item.truth.target): gold(history) for history in source.histories() for item in history.items}
    assert len(read) == 60
    assert all(read[asked] == ours[asked] for asked in read)


def gold(history):
    """What the evidence of the only question says and when, without what stands behind it."""
    (item,) = history.items
    return {(one.text.partition(" (place: ")[0], one.time) for one in history.messages if one.mid in item.truth.evidence}
