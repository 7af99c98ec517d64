"""A dataset folder in parts is the set that `TrajectorySet` shows; other sets come as their histories."""

import pytest
from sets import copied, made, rows_of

import memsim
from memsim.errors import DatasetError
from memsim.io import tables
from memsim.io.formats.ours import DatasetFolder
from memsim.io.formats.registry import Source
from memsim.records import Answer, History, Item, Message, Question, Truth
from memsim.statistics import parts as module
from memsim.statistics.parts import Posed, parts


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return made(tmp_path_factory, 40)


def of(found, language):
    return [part for part in found if part.language == language]


@pytest.mark.parametrize("histories", [7, 500])
def test_parts_hold_the_trajectories_of_each_language_in_order(whole, monkeypatch, histories):
    monkeypatch.setattr(module, "_HISTORIES", histories)
    found = list(parts(DatasetFolder(whole)))
    for language in ("en", "zh"):
        mine = of(found, language)
        rows = [row for row in memsim.load(whole) if row.question.language == language]
        assert len(mine) == -(-40 // histories)
        assert [length for part in mine for length in part.lengths] == [len(row.messages) for row in rows]
        assert [text for part in mine for text in part.texts] == [message.text for row in rows for message in row.messages]
        assert [posed for part in mine for posed in part.posed] == [
            Posed(row.question.question, row.question.question_type, row.question.topic, len(row.gold.evidence)) for row in rows
        ]
        hints = [
            [(hint.entity, hint.subject, hint.attribute, hint.value) for hint in told.hints] for row in rows for told in row.gold.messages
        ]
        assert [count for part in mine for count in part.known.stated.tolist()] == list(map(len, hints))
        assert [tuple(hint.values()) for part in mine for hint in part.known.hints.to_pylist()] == [hint for some in hints for hint in some]


def test_worlds_are_those_of_the_profiles(whole, monkeypatch):
    monkeypatch.setattr(module, "_HISTORIES", 7)
    rows = tables.read(whole / "profiles" / "zh-00000.parquet", "profiles").to_pylist()
    expected = [{name: fact[name] for name in ("class", "attribute", "value")} for row in rows for fact in row["facts_of_world"]]
    assert [fact for part in of(parts(DatasetFolder(whole)), "zh") for fact in part.known.world.to_pylist()] == expected


def test_gold_with_other_messages_is_refused(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    with rows_of(bad, "gold", "zh") as rows:
        rows[3]["messages"].pop()
    with pytest.raises(DatasetError, match=r"gold/zh-00000\.parquet: messages: not as many as in histories/"):
        list(parts(DatasetFolder(bad)))


class Two(Source):
    """Histories of two languages, with two questions each."""

    format, looked_for, languages, digest = "two", "two", ("en", "zh"), ""

    @classmethod
    def recognises(cls, path):
        return path.is_dir()

    def histories(self):
        for number in range(5):
            asked = Question(f"q{number}", f"h{number}", "", "riddle", "", noisy=False, question="Who?", question_time="", choices=())
            item = Item(asked, Truth(("m0",) * number, None, (Answer("me"),)))
            messages = tuple(Message(f"m{place}", "s", "user", "user", f"{number}.{place}", "") for place in range(number))
            yield History(f"h{number}", "en" if number % 2 else "zh", messages, (item, item))

    def audited(self):
        return iter(())


@pytest.mark.parametrize("histories", [1, 2, 500])
def test_other_sets_come_as_their_histories(tmp_path, monkeypatch, histories):
    monkeypatch.setattr(module, "_HISTORIES", histories)
    found = list(parts(Two(tmp_path)))
    assert {part.known for part in found} == {None}
    english = of(found, "en")
    assert [length for part in english for length in part.lengths] == [1, 3]
    assert [text for part in english for text in part.texts] == ["1.0", "3.0", "3.1", "3.2"]
    assert [posed for part in english for posed in part.posed] == [Posed("Who?", "riddle", "", count) for count in (1, 1, 3, 3)]
    assert [length for part in of(found, "zh") for length in part.lengths] == [0, 2, 4]
