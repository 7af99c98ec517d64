"""All that is wrong with a set is told at once: of shape and of content, of every row, with its place; what comes of a fault is told by none."""

import json
from copy import deepcopy
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from foreign import PERSONAMEM, SAMPLES, written, written_csv
from jsons import paths, replaced

from memsim.errors import DatasetError
from memsim.io.formats.aside import Aside
from memsim.io.formats.faults import Faults
from memsim.io.formats.registry import open_set
from memsim.io.formats.strict import Found, Scalar, Text


def gathered(value, faults):
    return Found(Path("set.json"), "3", "", value, faults)


def told(faults):
    with pytest.raises(DatasetError) as caught:
        faults.refuse()
    return str(caught.value)


def test_no_fault_is_no_error():
    Faults().refuse()


def test_every_fault_of_an_object_is_told_with_its_place():
    faults = Faults()
    value = {"a": "x", "b": 3, "x": 1, "y": 1, "d": [1, "two", None]}
    fields = gathered(value, faults).fields({"a": int, "b": str, "c": list, "d": list, "e": Scalar}, optional=("e",))
    assert fields == {"a": -1, "b": "", "c": [], "d": value["d"]}
    assert gathered(None, faults).at("d", fields["d"]).each(Text) == ["", "two", ""]
    assert told(faults).split("; and ") == [
        "set.json: 3: unknown key 'x'; expected no key but a, b, c, d, e",
        "3: unknown key 'y'; expected no key but a, b, c, d, e",
        "3: a: 'x'; expected a whole number from 0",
        "3: b: 3; expected a text that is not blank",
        "3: no key 'c'; expected the keys a, b, c, d, e",
        "3: d[0]: 1; expected a text",
        "3: d[2]: None; expected a text",
    ]


@pytest.mark.parametrize("value", [3, None, [], "x"])
def test_what_is_no_object_is_one_fault_and_not_one_for_each_key(value):
    faults = Faults()
    assert gathered(value, faults).fields({"a": int, "b": list}) == {"a": -1, "b": []}
    assert gathered(value, faults).known({"a": int, "b": list}, ("b",), Aside()) == {"a": -1}
    assert list(gathered(value, faults).named(("a", "b"))) == []
    assert faults.count == 1


def test_what_comes_of_a_fault_is_told_by_none_but_the_same_place_of_another_row_or_history_is():
    faults = Faults()
    for row in ("1", "2"):
        found = Found(Path("set.json"), row, "", {}, faults).at("age", "old")
        assert found.must_be(int) == -1
        found.wrong("an age")
    assert told(faults) == ("set.json: 1: age: 'old'; expected a whole number from 0; and 2: age: 'old'; expected a whole number from 0")


def test_what_stands_below_a_fault_is_not_told_but_what_stands_beside_it_is():
    faults = Faults()
    found = gathered({"QA": 3, "QAs": 3}, faults)
    fields = found.fields({"QA": dict, "QAs": list})
    found.at("QA", fields["QA"]).fields({"time": str})
    found.at("QA", fields["QA"]).at(0, 1).wrong("nothing")
    assert told(faults) == "set.json: 3: QA: 3; expected an object; and 3: QAs: 3; expected a list"


def test_ten_are_told_and_all_are_counted():
    faults = Faults()
    for place in range(1234):
        gathered(None, faults).at(place, place).wrong("less")
    assert told(faults).count("; expected less") == 10
    assert told(faults).endswith("; and 1,224 more, 1,234 in all")
    more = Faults()
    more.add(Path("other.json"), "1: nothing")
    more.extend(faults)
    assert told(more).startswith("other.json: 1: nothing; and set.json: 3: [0]: 0; expected less; and 3: [1]")
    assert told(more).count("; expected less") == 9
    assert told(more).endswith("; and 1,225 more, 1,235 in all")


#: By format, where its rows stand, and what names one: that of the second.
ROWS = {
    "memdaily": (("simple", "roles"), {"tid": 1}),
    "locomo": ((), {"sample_id": "talk-2"}),
    "longmemeval": ((), {"question_id": "5b"}),
    "coding-agent-life": (("queries",), {"id": "q-2"}),
    "membench": (("simple", "roles"), {"tid": 1}),
    "convomem": (("evidence_items",), {}),
}


def doubled(format):
    """A set of two rows without a fault, where these stand, and each place in one that does not name it."""
    where, own = ROWS[format]
    value = deepcopy(SAMPLES[format])
    rows = value
    for key in where:
        rows = rows[key]
    rows.append(rows[0] | own)
    return value, where, [path for path in paths(rows[0]) if path and path[0] not in own]


def refused(path, format, value, **options):
    """What is told of a set, part by part, without the name of its file; nothing where it is read."""
    set_path = written(format, path, value)
    try:
        list(open_set(set_path, format, **options).audited())
    except DatasetError as error:
        return set(str(error).removeprefix(f"{set_path}: ").split("; and "))
    return set()


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("wrong", [{"?": 1}, 3.5, "", None], ids=repr)
@pytest.mark.parametrize("format", ROWS)
def test_faults_of_two_rows_are_told_together(tmp_path, monkeypatch, format, wrong, lenient):
    monkeypatch.setattr("memsim.io.formats.faults._SHOWN", 100)
    value, where, places = doubled(format)
    found = partial(refused, tmp_path / "set.json", format, lenient=lenient)
    assert found(value) == set()
    broken = 0
    for place in places:
        first, second = ((*where, row, *place) for row in (0, 1))
        alone = [found(replaced(value, one, wrong)) for one in (first, second)]
        assert found(replaced(replaced(value, first, wrong), second, wrong)) == alone[0] | alone[1], place
        broken += all(alone)
    assert broken


@pytest.mark.parametrize("format", SAMPLES)
def test_one_fault_of_shape_is_told_as_one(tmp_path, format):
    told = [refused(tmp_path / "set.json", format, replaced(SAMPLES[format], place, 3.5)) for place in paths(SAMPLES[format]) if place]
    assert max(map(len, told)) == 1
    assert sum(map(len, told)) > len(told) / 3


def test_what_stands_beside_a_fault_of_shape_is_looked_at_for_content(tmp_path):
    asked = SAMPLES["locomo"][0]["qa"][0]
    talk = SAMPLES["locomo"][0] | {"qa": [{}, asked | {"answer": ""}, asked | {"question": 3, "answer": ""}, asked | {"question": " "}]}
    assert {part.rpartition("; ")[0] for part in refused(tmp_path / "talk.json", "locomo", [talk])} == {
        *(f"0: qa[0]: no key {key!r}" for key in ("question", "evidence", "category")),
        "0: qa[1].answer: ''",
        "0: qa[2].question: 3",
        "0: qa[2].answer: ''",
        "0: qa[3].question: ' '",
    }
    life = SAMPLES["coding-agent-life"]
    sessions, queries = [{"id": 3}, *life["sessions"]], [*life["queries"], life["queries"][0] | {"goldSessionIds": ["s-1", "s-1", "s-2"]}]
    assert {
        part.rpartition("; ")[0] for part in refused(tmp_path / "life", "coding-agent-life", {"sessions": sessions, "queries": queries})
    } == {
        "sessions.json/0: id: 3",
        *(f"sessions.json/0: no key {key!r}" for key in ("timestamp", "content")),
        "queries.json/1: id: 'q-1'",
        "queries.json/1: goldSessionIds[1]: 's-1'",
    }
    row = deepcopy(SAMPLES["memdaily"]["simple"]["roles"][0])
    row["message_list"][0]["mid"] = "x"
    row["QA"] |= {"time": "soon", "target_step_id": [0, 7]}
    assert {part.rpartition("; ")[0] for part in refused(tmp_path / "set.json", "memdaily", {"simple": {"roles": [row]}})} == {
        "simple/roles/0: message_list[0].mid: 'x'",
        "simple/roles/0: QA.time: 'soon'",
        "simple/roles/0: QA.target_step_id[1]: 7",
    }


def test_rows_of_a_table_are_told_together(tmp_path):
    rows = [
        PERSONAMEM[0] | {"all_options": "x", "end_index_in_shared_context": "soon"},
        PERSONAMEM[0] | {"shared_context_id": "c8"},
        PERSONAMEM[0] | {"shared_context_id": "c9"},
        PERSONAMEM[0] | {"shared_context_id": "c9", "end_index_in_shared_context": "1"},
        PERSONAMEM[0] | {"end_index_in_shared_context": "7"},
        PERSONAMEM[0] | {"correct_answer": "(z)"},
    ]
    path = written_csv(tmp_path / "questions_32k.csv", rows)
    for lenient, places in ((False, (1, 1, 2, 3, 4, 5, 6)), (True, (1, 1, 2, 3, 4, 5))):
        with pytest.raises(DatasetError) as caught:
            list(open_set(path, lenient=lenient).audited())
        parts = str(caught.value).removeprefix(f"{path}: ").split("; and ")
        assert [part.partition(": ")[0] for part in parts] == [f"row {place}" for place in places]


def test_turns_of_a_context_are_told_once_however_many_ask_about_them(tmp_path):
    rows = [
        PERSONAMEM[0] | {"question_id": name, "shared_context_id": context, "end_index_in_shared_context": end}
        for name, context, end in (("q1", "c1", "1"), ("q2", "c2", "1"), ("q3", "c1", "2"))
    ]
    contexts = {"c1": [{"role": "user"}, {"role": 3, "content": "Hi."}], "c2": [{"role": "user", "content": "Hi."}]}
    path = written_csv(tmp_path / "questions_32k.csv", rows, contexts)
    with pytest.raises(DatasetError) as caught:
        open_set(path)
    assert str(caught.value).count("; expected ") == 2


def test_files_that_cannot_be_read_are_told_with_the_others(tmp_path):
    for name, text in (
        ("a.json", "{"),
        ("b.json", json.dumps(SAMPLES["convomem"])),
        ("c.json", "["),
        ("d.json", json.dumps({"evidence_items": [{}]})),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError) as caught:
        open_set(tmp_path, "convomem")
    told = str(caught.value)
    assert ["a.json: unreadable" in told, "c.json: unreadable" in told, "d.json/0: no key 'question'" in told] == [True, True, True]
    assert told.count("; expected ") == 2 + 5


#: What a content that cannot be measured is replaced by.
UNFIT = ("", "9 9", None)


def sorted_out(found, value, places):
    """Single faults by their place: of shape, and of content that has its shape."""
    shape, content = {}, {}
    for place in places:
        if told := found(replaced(value, place, 3.5)):
            shape[place] = told
        for wrong in UNFIT:
            if len(told := found(replaced(value, place, wrong))) == 1 and not found(replaced(value, place, wrong), lenient=True):
                content[place] = wrong, told
    return shape, content


#: What follows from the first is not told once the second, or what is below it, has another shape.
FOLLOWS = {
    "locomo": (("answer", "category"), ("session_1_date_time", "session_1"), ("dia_id", "sample_id")),
    "longmemeval": (("answer", "question_id"), ("haystack_dates", "haystack_sessions")),
    "coding-agent-life": (("goldSessionIds", "sessions"),),
}


@pytest.mark.parametrize("format", ROWS)
def test_what_has_another_shape_hides_no_other_fault_of_its_history(tmp_path, monkeypatch, format):
    monkeypatch.setattr("memsim.io.formats.faults._SHOWN", 100)
    value = doubled(format)[0]

    def found(value, **options):
        return refused(tmp_path / "set.json", format, value, **options)

    shape, content = sorted_out(found, value, [place for place in paths(value) if len(place) > 1])
    tried = 0
    for (broken, first), (unfit, (wrong, second)) in product(shape.items(), content.items()):
        apart = broken[: len(unfit)] != unfit and unfit[: len(broken)] != broken
        if apart and not any(one in unfit and other in broken for one, other in FOLLOWS.get(format, ())):
            both = found(replaced(replaced(value, broken, 3.5), unfit, wrong))
            assert second <= both >= first, (broken, unfit)
            tried += 1
    assert tried


def test_what_comes_of_another_shape_is_no_fault_of_content(tmp_path):
    sets = {
        "memdaily": {"simple": {"roles": [SAMPLES["memdaily"]["simple"]["roles"][0] | own for own in ({"tid": "x"}, {"tid": 0})]}},
        "coding-agent-life": SAMPLES["coding-agent-life"] | {"sessions": [SAMPLES["coding-agent-life"]["sessions"][0] | {"id": 3}]},
        "convomem": {"evidence_items": [SAMPLES["convomem"]["evidence_items"][0] | {"conversations": [3]}]},
        "longmemeval": [SAMPLES["longmemeval"][0] | {"haystack_dates": 3}],
        "longmemeval of more dates": [SAMPLES["longmemeval"][0] | {"haystack_session_ids": []}],
        "locomo": [SAMPLES["locomo"][0] | {"qa": [{"question": "Who?", "evidence": [], "category": "five"}]}],
    }
    for name, value in sets.items():
        assert len(refused(tmp_path / name, name.partition(" ")[0], value)) == 1, name


def test_a_fault_of_no_history_hides_none_of_the_next(tmp_path):
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    item = SAMPLES["convomem"]["evidence_items"][0] | {"question": ""}
    (tmp_path / "b.json").write_text(json.dumps({"evidence_items": [item]}), encoding="utf-8")
    with pytest.raises(DatasetError, match=r"a\.json: unreadable .*; and .*b\.json/0: question: ''; expected a text that is not blank$"):
        open_set(tmp_path, "convomem")


def test_noise_is_counted_by_the_first_trajectory_that_has_its_shape(tmp_path):
    good = deepcopy(SAMPLES["memdaily"]["simple"]["roles"][0])
    good["message_list"].append(good["message_list"][0] | {"mid": 1})
    first = deepcopy(good)
    first["message_list"][1]["time"] = 3
    told = refused(tmp_path / "set.json", "memdaily", {"simple": {"roles": [first, good | {"tid": 1}]}})
    assert told == {"simple/roles/0: message_list[1].time: 3; expected a text that is not blank"}
