import re
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from sets import copied

from memsim.dataset import load
from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.network.profile import Layout
from memsim.rating import items as items_module
from memsim.rating.items import profile, sample
from memsim.rating.names import called
from memsim.text import clock

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
BOTH = ("messages", "profiles")
EACH = [(language, subject) for language in ("en", "zh") for subject in BOTH]


def drawn(n, seed=0, path=SAMPLE, subjects=BOTH):
    return sample(path, ["en", "zh"], subjects, n, seed)


def keys(items):
    return [(item.language, item.subject, item.place) for item in items]


@pytest.fixture(scope="module")
def everything():
    return drawn(10**6)


def test_as_many_of_each_language_and_subject_are_drawn_as_are_asked_for():
    items = drawn(7)
    assert [(language, subject) for language, subject, _ in keys(items)] == [mine for mine in EACH for _ in range(7)]
    assert keys(items) == sorted(keys(items))
    assert len(set(keys(items))) == len(items)


def test_the_same_seed_draws_the_same_and_another_seed_others():
    assert drawn(9) == drawn(9)
    assert set(keys(drawn(9))) != set(keys(drawn(9, seed=1)))


def test_a_larger_sample_holds_a_smaller_one():
    larger = drawn(20)
    assert all(item in larger for item in drawn(5))


def test_in_each_language_the_same_places_are_drawn():
    by = {mine: [item.place for item in drawn(8) if (item.language, item.subject) == mine] for mine in EACH}
    assert by["en", "messages"] == by["zh", "messages"]
    assert by["en", "profiles"] == by["zh", "profiles"]
    assert by["en", "messages"] != by["en", "profiles"]


def test_where_there_are_fewer_all_are_drawn_in_order(everything):
    trajectories = list(load(SAMPLE))
    messages = [(t.question.history_id, m.mid, m.text) for t in trajectories for m in t.messages]
    assert [(i.history_id, i.mid, i.shown["text"]) for i in everything if i.subject == "messages"] == messages
    assert [i.history_id for i in everything if i.subject == "profiles"] == [t.question.history_id for t in trajectories]
    assert {i.mid for i in everything if i.subject == "profiles"} == {""}


def test_each_is_as_likely_as_any_other(monkeypatch):
    monkeypatch.setattr(items_module, "profile", lambda *_: "")  # most of the time
    seeds, n, size = 100, 15, 60
    counts = np.zeros(size)
    for seed in range(seeds):
        for item in drawn(n, seed, subjects=("profiles",))[:n]:
            counts[item.place] += 1
    share = n / size
    spread = (seeds * share * (1 - share)) ** 0.5
    assert counts.sum() == seeds * n
    assert np.abs(counts - seeds * share).max() < 4.5 * spread


def test_a_judge_sees_no_id_and_nothing_of_the_gold(everything):
    for item in everything:
        seen = " ".join(item.shown.values())
        assert item.history_id not in seen
        assert sorted(item.shown) == (["role", "text", "time"] if item.subject == "messages" else ["facts"])
        assert not re.search(r"\b(h-[0-9a-f]{16}|q-[0-9a-f]{16}|(user|relative|colleague|work_event|leisure_event|item|place)-\d+)\b", seen)


def test_the_gold_is_never_read(tmp_path, everything):
    path = copied(SAMPLE, tmp_path / "set")
    for table in ("gold", "questions"):
        for file in (path / table).iterdir():
            file.write_bytes(b"nothing")
    assert drawn(10**6, path=path) == everything


def test_what_is_drawn_does_not_depend_on_how_a_set_is_cut_into_files(tmp_path):
    path = copied(SAMPLE, tmp_path / "set")
    for table in folder.TABLES:
        for file in tables.files(path, table):
            content = tables.read(file, table)
            for number, (start, length) in enumerate(((0, 13), (13, 1), (14, 46))):
                pq.write_table(content.slice(start, length), file.with_name(file.name.replace("00000", f"{number:05}")))
    assert len(folder.block_files(path)) == 6
    for n in (1, 5, 40):
        assert drawn(n, path=path) == drawn(n)


def test_a_file_of_a_language_that_the_set_does_not_have_is_refused():
    with pytest.raises(DatasetError, match=r"a file of language 'zh'; expected one of en$"):
        sample(SAMPLE, ["en"], BOTH, 1, 0)


def test_a_message_is_shown_with_its_role_and_its_time_in_full(everything):
    first = next(iter(load(SAMPLE))).messages[0]
    shown = {item.language: item.shown for item in everything if item.subject == "messages" and item.place == 0}
    times = {language: clock.absolute(clock.parse_iso(first.time), language) for language in ("en", "zh")}
    assert shown["en"] == {"role": "user", "time": times["en"], "text": first.text}
    assert shown["zh"]["time"] == times["zh"]
    assert first.time not in times.values()


def test_a_profile_shows_every_fact_of_the_world(everything):
    worlds = {}
    for name in folder.block_files(SAMPLE):
        block = folder.open_block(SAMPLE, name)
        worlds |= dict(zip(block["histories"]["history_id"].to_pylist(), folder.worlds(block), strict=True))
    profiles = [item for item in everything if item.subject == "profiles"]
    assert len(profiles) == len(worlds) == 120
    for item in profiles:
        lines = item.shown["facts"].splitlines()
        facts = worlds[item.history_id]
        assert len([line for line in lines if line.startswith("- ")]) == len({entity for entity, *_ in facts})
        for _, _, attribute, value, _ in facts:
            assert attribute == "event_time" or value in item.shown["facts"]


FACTS = [
    ("user-1", "user", "name", "Ada Moor", None),
    ("user-1", "user", "age", "36", 36.0),
    ("work_event-1", "work_event", "event_name", "Golden Button", None),
    ("work_event-1", "work_event", "event_time", "2028-11-02T13:00", 30000.0),
    ("work_event-2", "work_event", "event_name", "Twin Cogwheel", None),
]


def test_a_profile_reads_by_class_and_entity():
    assert profile(FACTS, "en") == (
        "user:\n- name: Ada Moor; age: 36\nwork event:\n"
        "- event name: Golden Button; event time: Thursday 2 November 2028, 1 pm\n- event name: Twin Cogwheel"
    )
    assert profile(FACTS[:2], "zh") == "用户：\n- 姓名：Ada Moor；年龄：36"


def test_a_profile_in_chinese_names_classes_and_attributes_in_chinese(everything, spec):
    named = set()
    for item in everything:
        if (item.subject, item.language) == ("profiles", "zh"):
            named |= set(re.findall(r"(?:^(?:- )?|；)([^：；\n-]+)：", item.shown["facts"], re.MULTILINE))
    shown = [*spec.file.classes, *Layout(spec).told]
    assert named == {called(name, "zh") for name in shown}
    assert [name for name in shown if re.search("[a-z]", called(name, "zh"))] == []


def test_a_name_that_no_language_has_a_word_for_stays_as_it_is():
    assert [called(name, language) for name in ("work_event", "star_sign") for language in ("en", "zh", "fr")] == [
        "work event", "工作活动", "work event", "star sign", "star sign", "star sign",
    ]  # fmt: skip


def test_who_sent_a_message_is_told_in_its_language(everything):
    roles = {(item.language, item.shown["role"]) for item in everything if item.subject == "messages"}
    assert roles == {("en", "user"), ("zh", "用户")}
