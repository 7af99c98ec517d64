"""MemDaily is read whole: every field is kept, every wrong one is refused with its place."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from jsons import anything_anywhere, trees

from memsim.check.structure.placeholders import Placeholders
from memsim.errors import DatasetError
from memsim.io.formats.audited import Post
from memsim.io.formats.memdaily import MemDaily
from memsim.io.formats.registry import open_set
from memsim.records import Answer, Message, Question, Truth

REAL = Path(__file__).parents[3].parent / "shared" / "data" / "memdaily" / "memdaily.json.gz"
real = pytest.mark.skipif(not REAL.exists(), reason="the authors' file is not at hand")


def trajectory(tid=0):
    """One in the authors' layout, with names of our own."""
    times = ("2024年04月01日 周一 08:39", "2024年04月01日 周一 08:39", "2024年04月02日 周二 07:05")
    texts = ("我表哥在长沙上班。", "我的领导住在武汉。", "我表哥叫顾一帆。")
    return {
        "tid": tid,
        "message_list": [
            {"mid": mid, "message": text, "time": time, "place": "湖南长沙"}
            for mid, (text, time) in enumerate(zip(texts, times, strict=True))
        ],
        "QA": {
            "qid": 4,
            "question": "顾一帆在哪里上班？",
            "answer": "长沙",
            "target_step_id": [2, 0],
            "choices": {"A": "武汉", "B": "长沙", "C": "南昌", "D": "合肥"},
            "ground_truth": "B",
            "time": "2024年04月03日 周三 19:00",
        },
    }


def content():
    return {
        "simple": {"roles": [trajectory(18), trajectory(3)], "hybrid": [trajectory()]},
        "noisy": {"events": [trajectory()]},
    }


def opened(folder, value):
    path = folder / "memdaily.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return MemDaily(path)


def audited(folder, value):
    path = folder / "memdaily.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return list(MemDaily(path, lenient=True).audited())


def as_read(source):
    """What is read, in the layout of the file: all but the place of messages and the number of a question."""
    out = {}
    for history in source.audited():
        (asked,) = history.asked
        keys = ("mid", "message", "time")
        messages = [dict(zip(keys, (int(post.mid), post.text, post.time), strict=True)) for post in history.posts]
        qa = {"question": asked.question, "answer": asked.answer, "ground_truth": asked.target, "time": asked.time}
        qa |= {"target_step_id": list(map(int, asked.evidence)), "choices": dict(zip("ABCD", asked.choices, strict=True))}
        row = {"tid": int(history.id.rpartition("-")[2]), "message_list": messages, "QA": qa}
        out.setdefault(asked.question_type, {}).setdefault(asked.topic, []).append(row)
    return out


def read_part(value):
    """What of a file is read."""
    return {
        kind: {
            scenario: [
                {
                    "tid": row["tid"],
                    "message_list": [{key: part for key, part in one.items() if key != "place"} for one in row["message_list"]],
                    "QA": {key: part for key, part in row["QA"].items() if key != "qid"},
                }
                for row in rows
            ]
            for scenario, rows in scenarios.items()
        }
        for kind, scenarios in value.items()
    }


def test_what_is_read_is_kept(tmp_path):
    assert as_read(opened(tmp_path, content())) == read_part(content())


def test_a_trajectory_is_a_history_with_one_question(tmp_path):
    source = opened(tmp_path, content())
    histories = list(source.histories())
    assert [history.id for history in histories] == ["h-simple-roles-18", "h-simple-roles-3", "h-simple-hybrid-0", "h-noisy-events-0"]
    history = histories[0]
    assert history.language == "zh"
    assert history.messages[2] == Message("2", "s1", "user", "user", "我表哥叫顾一帆。", "2024-04-02T07:05")
    assert [message.mid for message in history.messages] == ["0", "1", "2"]
    (item,) = history.items
    assert item.question == Question(
        id="simple-roles-18",
        history_id="h-simple-roles-18",
        language="zh",
        question_type="simple",
        topic="roles",
        noisy=False,
        question="顾一帆在哪里上班？",
        question_time="2024-04-03T19:00",
        choices=("武汉", "长沙", "南昌", "合肥"),
    )
    assert item.truth == Truth(("2", "0"), "B", (Answer("长沙"),), (None, None, None, None))
    assert [history.items[0].question.noisy for history in histories] == [False, False, False, True]
    assert source.languages == ("zh",)
    assert source.notes() == {}


def infused(row, eta=2):
    """The trajectory as the authors' script infuses it: texts, what is known of a message behind it, and noise after each."""
    texts = ["{message} (消息地点 {place}, 消息时间 {time})".format(**message) for message in row["message_list"]]
    noise = [f"今天第{number}次下雨了。" for number in range(len(texts) * (eta - 1))]
    steps = [step * eta for step in row["QA"]["target_step_id"]]
    mixed = [text for place, own in enumerate(texts) for text in (own, *noise[place * (eta - 1) : (place + 1) * (eta - 1)])]
    return row | {"message_list": mixed, "QA": row["QA"] | {"target_step_id": steps}}


@pytest.mark.parametrize("eta", [1, 2, 10])
def test_an_infused_file_is_read_without_what_tells_its_noise(tmp_path, eta):
    source = opened(tmp_path, {"simple": {"roles": [infused(trajectory(), eta)]}})
    (history,) = source.histories()
    (plain,) = opened(tmp_path, {"simple": {"roles": [trajectory()]}}).histories()
    assert (source.eta, len(history.messages)) == (eta, 3 * eta)
    by_mid = {message.mid: message for message in history.messages}
    evidence = [by_mid[mid]._replace(mid="") for mid in history.items[0].truth.evidence]
    assert evidence == [plain.messages[place]._replace(mid="") for place in (2, 0)]
    assert all("消息" not in message.text and message.time for message in history.messages)
    assert [message.time for message in history.messages] == sorted(message.time for message in history.messages)
    note = {"messages of noise have no time, and are given that of the message before them": 3 * (eta - 1)}
    assert source.notes() == (note if eta > 1 else {})


def test_noise_before_the_first_message_has_the_time_of_that_one(tmp_path):
    row = infused(trajectory())
    row["message_list"].insert(0, row["message_list"].pop())
    row["QA"]["target_step_id"] = [1]
    (history,) = opened(tmp_path, {"simple": {"roles": [row]}}).histories()
    assert history.messages[0].time == history.messages[1].time == "2024-04-01T08:39"


def test_an_infused_file_is_audited_as_it_stands(tmp_path):
    posts = audited(tmp_path, {"simple": {"roles": [infused(trajectory())]}})[0].posts
    assert posts[0].text == "我表哥在长沙上班。 (消息地点 湖南长沙, 消息时间 2024年04月01日 周一 08:39)"
    assert [post.moment for post in posts[:2]] == ["2024-04-01T08:39", None]


def test_trajectories_with_unlike_noise_are_refused(tmp_path):
    with pytest.raises(
        DatasetError, match=r"simple/roles/1: message_list: '9 messages, 3 with a time'; expected 2 in all for each that has one"
    ):
        opened(tmp_path, {"simple": {"roles": [infused(trajectory()), infused(trajectory(1), 3)]}})


def test_an_infused_file_is_recognised(tmp_path):
    for escaped in (True, False):
        path = tmp_path / f"{escaped}.json"
        path.write_text(json.dumps({"noisy": {"roles": [infused(trajectory())]}}, ensure_ascii=escaped), encoding="utf-8")
        assert MemDaily.recognises(path)


def test_histories_can_be_read_twice(tmp_path):
    source = opened(tmp_path, content())
    assert list(source.histories()) == list(source.histories())


def broken(change):
    value = content()
    change(value["simple"]["roles"][1])
    return value


def message(row):
    return row["message_list"][2]


BAD_ROWS = {
    "row unknown key": (lambda r: r.update(x=1), r"simple/roles/1: unknown key 'x'; expected no key but tid, message_list, QA"),
    "row missing key": (lambda r: r.pop("QA"), r"simple/roles/1: no key 'QA'; expected the keys tid, message_list, QA"),
    "tid kind": (lambda r: r.update(tid="3"), r"simple/roles/1: tid: '3'; expected a whole number from 0"),
    "tid bool": (lambda r: r.update(tid=True), r"simple/roles/1: tid: True; expected a whole number"),
    "tid twice": (lambda r: r.update(tid=18), r"simple/roles/1: tid: 18; expected no tid twice in simple/roles"),
    "no messages": (lambda r: r.update(message_list=[]), r"simple/roles/1: message_list: \[\]; expected a list that is not empty"),
    "noise alone": (lambda r: r.update(message_list=["我"]), r"message_list: \['我'\]; expected a message with place and time behind it"),
    "text among objects": (lambda r: r["message_list"].append("我"), r"message_list\[3\]: '我'; expected an object"),
    "object among texts": (lambda r: r["message_list"].insert(0, "我"), r"message_list\[1\]: {.*}; expected a text"),
    "infused time": (
        lambda r: r.update(message_list=["我 (消息地点 湖南长沙, 消息时间 2024年04月02日 周一 07:05)"]),
        r"message_list\[0\]\.time: '2024年04月02日 周一 07:05'; expected a day with its own",
    ),
    "infused blank": (
        lambda r: r.update(message_list=["  (消息地点 湖南长沙, 消息时间 2024年04月02日 周二 07:05)"]),
        r"message_list\[0\]\.message: '  \(.*; expected a text that is not blank",
    ),
    "message unknown key": (lambda r: message(r).update(role="user"), r"message_list\[2\]: unknown key 'role'"),
    "message missing key": (lambda r: message(r).pop("place"), r"message_list\[2\]: no key 'place'"),
    "message kind": (lambda r: message(r).update(message=None), r"message_list\[2\]\.message: None; expected a text"),
    "message blank": (lambda r: message(r).update(message=" "), r"message_list\[2\]\.message: ' '; expected a text that is not blank"),
    "mid": (lambda r: message(r).update(mid=7), r"message_list\[2\]\.mid: 7; expected 2, its place in the list"),
    "time form": (
        lambda r: message(r).update(time="2024-04-02 07:05"),
        r"message_list\[2\]\.time: '2024-04-02 07:05'; expected a day with",
    ),
    "time weekday": (
        lambda r: message(r).update(time="2024年04月02日 周一 07:05"),
        r"message_list\[2\]\.time: .*; expected a day with its own",
    ),
    "time no day": (
        lambda r: message(r).update(time="2024年02月30日 周五 07:05"),
        r"message_list\[2\]\.time: .*; expected a day with its own",
    ),
    "time no hour": (
        lambda r: message(r).update(time="2024年04月02日 周二 24:05"),
        r"message_list\[2\]\.time: .*; expected a day with its own",
    ),
    "time digits": (
        lambda r: message(r).update(time="2024年04月02日 周二 0７:05"),
        r"message_list\[2\]\.time: .*; expected a day with its own",
    ),
    "QA kind": (lambda r: r.update(QA=[]), r"simple/roles/1: QA: \[\]; expected an object"),
    "QA unknown key": (lambda r: r["QA"].update(hint="x"), r"simple/roles/1: QA: unknown key 'hint'"),
    "QA missing key": (lambda r: r["QA"].pop("qid"), r"simple/roles/1: QA: no key 'qid'"),
    "QA time": (lambda r: r["QA"].update(time="soon"), r"simple/roles/1: QA\.time: 'soon'; expected a day with its own weekday and a time"),
    "step kind": (lambda r: r["QA"].update(target_step_id=["0"]), r"QA\.target_step_id\[0\]: '0'; expected a whole number"),
    "step range": (
        lambda r: r["QA"].update(target_step_id=[0, 3]),
        r"QA\.target_step_id\[1\]: 3; expected mids of its messages, 0 to 2, none twice",
    ),
    "step twice": (lambda r: r["QA"].update(target_step_id=[1, 1]), r"QA\.target_step_id\[1\]: 1; expected mids .* none twice"),
    "choices kind": (lambda r: r["QA"].update(choices=["长沙"]), r"QA\.choices: \['长沙'\]; expected an object"),
    "choice missing": (lambda r: r["QA"]["choices"].pop("D"), r"QA\.choices: no key 'D'; expected the keys A, B, C, D"),
    "choice unknown": (lambda r: r["QA"]["choices"].update(E="x"), r"QA\.choices: unknown key 'E'"),
    "choice number": (lambda r: r["QA"]["choices"].update(C=3), r"QA\.choices\.C: 3; expected a text"),
    "ground truth": (lambda r: r["QA"].update(ground_truth="E"), r"QA\.ground_truth: 'E'; expected one of A, B, C, D"),
    "question blank": (lambda r: r["QA"].update(question=" "), r"QA\.question: ' '; expected a text that is not blank"),
    "answer null": (lambda r: r["QA"].update(answer=None), r"QA\.answer: None; expected a text that is not blank"),
    "answer missing": (lambda r: r["QA"].pop("answer"), r"QA\.answer: None; expected a text that is not blank"),
}


@pytest.mark.parametrize(("change", "message"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_wrong_row_is_refused_with_its_place(tmp_path, change, message):
    with pytest.raises(DatasetError, match=message) as caught:
        opened(tmp_path, broken(change))
    assert str(caught.value).startswith(f"{tmp_path / 'memdaily.json'}: simple/roles/1: ")


#: What is wrong with the content of these rows, not with their shape.
CONTENT = {
    "message blank", "mid", "time form", "time weekday", "time no day", "time no hour", "time digits", "QA time",
    "step range", "step twice", "ground truth", "tid twice", "noise alone", "infused time", "infused blank", "question blank",
    "answer null", "answer missing",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_ROWS)
def test_wrong_content_can_be_audited_and_another_shape_cannot(tmp_path, name):
    change, message = BAD_ROWS[name]
    value = broken(change)
    if name in CONTENT:
        assert len(audited(tmp_path, value)) == 4
    else:
        with pytest.raises(DatasetError, match=message):
            audited(tmp_path, value)


def test_what_is_audited_is_what_the_file_holds(tmp_path):
    history = audited(tmp_path, content())[0]
    assert (history.id, history.row, history.language, history.orphans) == ("h-simple-roles-18", "simple/roles/0", "zh", ())
    post = Post("2", "s1", "user", "user", "我表哥叫顾一帆。", "2024年04月02日 周二 07:05", "2024-04-02T07:05", weekday_wrong=False)
    assert history.posts[2] == post
    (asked,) = history.asked
    assert (asked.id, asked.question_type, asked.answer, asked.target) == ("simple-roles-18", "simple", "长沙", "B")
    assert (asked.choices, asked.evidence, asked.moment) == (("武汉", "长沙", "南昌", "合肥"), ("2", "0"), "2024-04-03T19:00")


@pytest.mark.parametrize("answer", [None, 3, True, "", 0.5])
def test_an_answer_of_any_type_is_audited_as_it_stands(tmp_path, answer):
    value = content()
    value["simple"]["roles"][0]["QA"]["answer"] = answer
    assert repr(audited(tmp_path, value)[0].asked[0].answer) == repr(answer)
    del value["simple"]["roles"][0]["QA"]["answer"]
    assert audited(tmp_path, value)[0].asked[0].answer is None


@pytest.mark.parametrize(("name", "read"), [("time weekday", ("2024-04-02T07:05", True)), ("time no day", (None, False))])
def test_a_weekday_of_another_day_is_told_apart_from_no_time(tmp_path, name, read):
    post = audited(tmp_path, broken(BAD_ROWS[name][0]))[1].posts[2]
    assert (post.moment, post.weekday_wrong) == read


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], r"memdaily\.json: \[\]; expected an object"),
        ({}, r"memdaily\.json: {}; expected an object that is not empty"),
        ({"easy": {}}, r"memdaily\.json: unknown key 'easy'; expected one of simple, conditional, comparative"),
        ({"simple": []}, r"simple: \[\]; expected an object"),
        ({"simple": {"pets": []}}, r"simple: unknown key 'pets'; expected one of roles, events, items, places, hybrid"),
        ({"simple": {"roles": {}}}, r"simple/roles: {}; expected a list"),
        ({"simple": {"roles": []}}, r"simple/roles: \[\]; expected a list that is not empty"),
        ({"simple": {"roles": [None]}}, r"simple/roles/0: None; expected an object"),
    ],
)
def test_a_file_of_another_layout_is_refused(tmp_path, value, message):
    with pytest.raises(DatasetError, match=message):
        opened(tmp_path, value)


ODD_ROWS = {
    "questions offer the same choice twice": lambda r: r["QA"]["choices"].update(C="武汉"),
    "questions have an answer that differs from the choice called right": lambda r: r["QA"].update(ground_truth="C"),
    "histories go back in time": lambda r: r["message_list"][1].update(time="2024年03月31日 周日 23:59"),
    "questions are asked before the last message": lambda r: r["QA"].update(time="2024年04月02日 周二 07:04"),
    "trajectories hold a placeholder of a failed generation": lambda r: r["message_list"][1].update(message="[无效输出]"),
}


@pytest.mark.parametrize(("note", "change"), ODD_ROWS.items())
def test_what_is_odd_but_readable_is_counted_and_kept(tmp_path, note, change):
    value = broken(change)
    source = opened(tmp_path, value)
    assert source.notes() == {note: 1}
    assert as_read(source) == read_part(value)


def test_messages_of_the_same_minute_do_not_go_back_in_time(tmp_path):
    value = content()
    value["simple"]["roles"][0]["QA"]["time"] = value["simple"]["roles"][0]["message_list"][2]["time"]
    assert opened(tmp_path, value).notes() == {}


def generated(tid=0, **fields):
    """A trajectory as it was generated, before the authors put all of them into one file."""
    row = trajectory(tid)
    return {"tid": tid, "message_list": row["message_list"], "question_list": [row["QA"] | fields]}


FAILED = {"question": "[ERRORQ]", "answer": None, "choices": "[ERRORC]", "ground_truth": "[ERRORG]"}


def written(folder, rows, name="01_simple_roles.json"):
    path = folder / name
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "kind", "scenario"),
    [
        ("01_simple_roles", "simple", "roles"),
        ("05_post_processing_hybrid", "post_processing", "hybrid"),
        ("06_noisy_items", "noisy", "items"),
    ],
)
def test_a_file_of_one_type_is_read_as_the_same_in_the_file_of_all(tmp_path, name, kind, scenario):
    source = open_set(written(tmp_path, [generated(18), generated(3)], f"{name}.json"))
    assert source.format == "memdaily"
    assert list(source.histories()) == list(opened(tmp_path, {kind: {scenario: [trajectory(18), trajectory(3)]}}).histories())


def test_a_file_whose_name_does_not_tell_the_type_is_refused(tmp_path):
    for name in ("simple_roles.json", "01_simple_pets.json", "roles.json"):
        for lenient in (False, True):
            with pytest.raises(DatasetError, match=rf"'{name}'; expected a name such as 01_simple_roles\.json"):
                list(MemDaily(written(tmp_path, [generated()], name), lenient=lenient).audited())


FAILURES = {
    "no question": FAILED,
    "no answer": {"answer": "[ERRORA]"},
    "neither": FAILED | {"answer": "[ERRORA]"},
    "question alone": {"question": "[ERRORQ]"},
}


@pytest.mark.parametrize("fields", FAILURES.values(), ids=FAILURES)
def test_a_question_that_a_model_failed_to_word_is_left_out_and_counted_and_audited(tmp_path, fields):
    path = written(tmp_path, [generated(18), generated(3, **fields)])
    source = open_set(path)
    assert [history.id for history in source.histories()] == ["h-simple-roles-18"]
    assert source.notes() == {"questions that a model failed to word are left out, as the authors leave them out": 1}
    assert len(list(open_set(path, lenient=True).audited())) == 2
    assert placeholders(open_set(path, lenient=True)) > 0


def test_trajectories_as_generated_may_stand_in_the_file_of_all(tmp_path):
    source = opened(tmp_path, {"simple": {"roles": [trajectory(1), generated(2, **FAILED), generated(3)]}})
    assert [history.id for history in source.histories()] == ["h-simple-roles-1", "h-simple-roles-3"]
    assert source.notes() == {"questions that a model failed to word are left out, as the authors leave them out": 1}


@pytest.mark.parametrize("kinds", [("roles", "events"), ("events", "roles")])
def test_all_that_is_left_out_is_counted_wherever_what_was_generated_stands(tmp_path, kinds):
    whole = trajectory(1)
    whole["QA"]["question"] = "[ERRORQ]"
    rows = dict(zip(kinds, ([whole, trajectory(2)], [generated(3)]), strict=True))
    source = opened(tmp_path, {"simple": {kind: rows[kind] for kind in ("roles", "events")}})
    assert sum(len(history.items) for history in source.histories()) == 2
    assert source.notes() == {"questions that a model failed to word are left out, as the authors leave them out": 1}


def test_places_are_lost_where_there_are_some_and_which_messages_are_noise(tmp_path):
    row = trajectory()
    count = len(row["message_list"])
    assert opened(tmp_path, {"simple": {"roles": [row]}}).untold() == {"places of messages": count, "which messages are noise": 0}
    source = opened(tmp_path, {"simple": {"roles": [infused(trajectory(), 3)]}})
    assert source.untold() == {"places of messages": count, "which messages are noise": 2 * count}


def test_in_the_file_of_all_a_question_that_reads_as_a_failed_one_is_a_question(tmp_path):
    row = trajectory(3)
    row["QA"]["question"] = "[ERRORQ]"
    source = opened(tmp_path, {"simple": {"roles": [row]}})
    assert [item.question.question for history in source.histories() for item in history.items] == ["[ERRORQ]"]
    assert "questions that a model failed to word are left out, as the authors leave them out" not in source.notes()


def placeholders(source):
    check = Placeholders()
    for history in source.audited():
        check.see(history)
    return next(check.findings()).found


def test_a_failed_question_among_others_leaves_them(tmp_path):
    row = generated()
    row["question_list"].append(row["question_list"][0] | FAILED)
    row["question_list"].append(row["question_list"][0] | {"question": "顾一帆住在哪里？"})
    (history,) = open_set(written(tmp_path, [row])).histories()
    assert [item.question.id for item in history.items] == ["simple-roles-0", "simple-roles-0-2"]


WRONG_GENERATED = {
    "no question": (lambda row: row.update(question_list=[]), r"1: question_list: \[\]; expected a list that is not empty"),
    "no questions": (
        lambda row: row.pop("question_list"),
        r"1: no key 'question_list'; expected the keys tid, message_list, question_list",
    ),
    "of the file of all": (lambda row: row.update(QA=row.pop("question_list")[0]), r"1: unknown key 'QA'; .* no key 'question_list'"),
    "key": (lambda row: row["question_list"][0].pop("qid"), r"1: question_list\[0\]: no key 'qid'"),
    "choices": (lambda row: row["question_list"][0].update(choices="x"), r"1: question_list\[0\]\.choices: 'x'; expected an object"),
    "time": (lambda row: row["question_list"][0].update(time="soon"), r"1: question_list\[0\]\.time: 'soon'; expected a day"),
    "choices that failed alone": (
        lambda row: row["question_list"][0].update(choices="[ERRORC]"),
        r"1: question_list\[0\]\.ground_truth: None; expected one of A, B, C, D",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG_GENERATED.values(), ids=WRONG_GENERATED)
def test_a_wrong_row_of_a_file_of_one_type_is_refused_with_its_place(tmp_path, change, message):
    rows = [generated(18), generated(3)]
    change(rows[1])
    with pytest.raises(DatasetError, match=message):
        open_set(written(tmp_path, rows))


WORDS = [
    "simple", "noisy", "roles", "hybrid", "tid", "message_list", "QA", "mid", "message", "time", "choices", "A", "B",
    "2024年04月01日 周一 08:39",
]  # fmt: skip


def only_dataset_errors(folder, value):
    try:
        source = opened(folder, value)
    except DatasetError as error:
        str(error).encode()
        return
    assert as_read(source) == read_part(value)
    assert all(source.notes().values())


@given(trees(WORDS) | anything_anywhere(content(), WORDS))
def test_any_json_is_given_back_equal_or_refused(tmp_path_factory, value):
    only_dataset_errors(tmp_path_factory.getbasetemp(), value)


@real
def test_the_authors_file_is_read_whole_and_as_it_is():
    source = MemDaily(REAL)
    with gzip.open(REAL, "rb") as file:
        assert as_read(source) == read_part(json.load(file))


@real
def test_the_authors_file_has_the_counts_of_the_paper_and_the_oddities_known():
    source = MemDaily(REAL)
    histories = list(source.histories())
    assert len(histories) == 2954
    assert sum(len(history.messages) for history in histories) == 26003
    kinds = Counter(item.question.question_type for history in histories for item in history.items)
    expected = {"simple": 500, "conditional": 500, "comparative": 492, "aggregative": 462, "post_processing": 500, "noisy": 500}
    assert kinds == expected
    assert len({item.question.id for history in histories for item in history.items}) == 2954
    assert source.notes() == {
        "questions offer the same choice twice": 7,
        "histories go back in time": 188,
        "questions are asked before the last message": 20,
        "trajectories hold a placeholder of a failed generation": 2,
    }
