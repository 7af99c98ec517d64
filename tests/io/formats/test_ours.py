"""A dataset folder reads as the histories that `TrajectorySet` shows, and a row that contradicts itself is refused."""

import json

import pytest
from sets import copied, made, rows_of

import memsim
from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.io.formats import ours
from memsim.io.formats.ours import DatasetFolder
from memsim.records import Answer


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory)


def test_histories_are_the_trajectories_of_the_set(whole):
    for history, trajectory, row in zip(DatasetFolder(whole).histories(), memsim.load(whole), folder.read_rows(whole), strict=True):
        gold = trajectory.gold
        assert (history.id, history.language) == (gold.history_id, trajectory.question.language)
        assert history.messages == trajectory.messages
        ((question, truth),) = history.items
        assert question == trajectory.question
        assert (truth.evidence, truth.target) == (gold.evidence, gold.target)
        assert truth.answers == tuple(Answer(part.answer, part.answer_type, part.number, part.unit) for part in gold.parts)
        assert truth.axes == tuple(choice["axis"] for choice in row.gold["choices"])
        hints = [(message.mid, hint) for message in gold.messages if message.mid in gold.evidence for hint in message.hints]
        assert set(truth.facts) == {(mid, hint.subject, text) for mid, hint in hints for text in (hint.value, hint.said)}
        assert len(truth.facts) == sum(1 + (hint.said != hint.value) for _, hint in hints)


def test_facts_give_the_value_and_how_it_was_said(whole):
    facts = [fact for history in DatasetFolder(whole).histories() for item in history.items for fact in item.truth.facts]
    assert len(facts) > len({fact[:2] for fact in facts})


def test_the_source_is_what_the_manifest_says(whole):
    source = DatasetFolder(whole)
    manifest = json.loads((whole / "manifest.json").read_text(encoding="utf-8"))
    assert (source.digest, source.languages, source.eta) == (manifest["digest"], ("en", "zh"), manifest["settings"]["eta"])
    assert source.notes() == {}


def test_json_lines_read_as_parquet_does(whole, tmp_path):
    expected = list(DatasetFolder(whole).histories())
    copy = copied(whole, tmp_path / "lines")
    for path in copy.rglob("*.parquet"):
        table = path.stem if path.parent == copy else path.parent.name
        tables.write(tables.read(path, table), path.with_suffix(".jsonl"))
        path.unlink()
    source = DatasetFolder(copy)
    assert list(source.histories()) == expected
    assert source.pool("zh") == DatasetFolder(whole).pool("zh")


@pytest.mark.parametrize("rows_at_once", [1, 7, 60])
def test_how_many_rows_are_read_at_once_changes_nothing(whole, monkeypatch, rows_at_once):
    expected = list(DatasetFolder(whole).histories())
    monkeypatch.setattr(ours, "_PART", rows_at_once)
    assert list(DatasetFolder(whole).histories()) == expected


def test_the_pool_is_that_of_the_language_in_order(whole):
    source = DatasetFolder(whole)
    for language in source.languages:
        rows = tables.read(whole / "pool" / f"{language}.parquet", "pool").to_pylist()
        assert source.pool(language) == tuple((row["role"], row["speaker"], row["text"]) for row in rows)
        assert rows
    assert source.pool("fr") == ()


def test_a_set_without_a_pool_gives_none(whole, tmp_path):
    copy = copied(whole, tmp_path / "bare")
    for path in (copy / "pool").iterdir():
        path.unlink()
    assert DatasetFolder(copy).pool("en") == ()


def test_profiles_are_not_read(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    for path in (copy / "profiles").iterdir():
        path.write_bytes(b"")
    assert len(list(DatasetFolder(copy).histories())) == 120


def test_a_question_without_evidence_is_kept(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    with rows_of(copy, "gold") as rows:
        rows[0]["evidence"] = []
    history = next(DatasetFolder(copy).histories())
    assert (history.items[0].truth.evidence, history.items[0].truth.facts) == ((), ())


def twin(key, other_language=None):
    """Give a row the id of the first, in each table that has it."""

    def change(root):
        first = folder.open_block(root, "en-00000.parquet")["gold"][key][0].as_py()
        for table in ("histories", "questions", "gold"):
            with rows_of(root, table, other_language or "en") as rows:
                if key in rows[4]:
                    rows[4][key] = first

    return change


def edit(table, change):
    def changed(root):
        with rows_of(root, table) as rows:
            change(rows[4])

    return changed


TAMPERED = {
    "question id twice": (twin("id"), r"questions/en-00000\.parquet: row 4: id: 'q-\w+'; expected no id twice in a set"),
    "history id twice": (twin("history_id"), r"questions/en-00000\.parquet: row 4: history_id: 'h-\w+'; expected no id twice in a set"),
    "id of another file": (twin("id", "zh"), r"questions/zh-00000\.parquet: row 4: id: 'q-\w+'; expected no id twice in a set"),
    "other history": (
        edit("questions", lambda row: row.update(history_id="h-x")),
        r"questions/en-00000\.parquet: row 4: history_id: 'h-x'; expected 'h-\w+', which this row has in histories/",
    ),
    "gold of another history": (
        edit("gold", lambda row: row.update(history_id="h-x")),
        r"gold/en-00000\.parquet: row 4: history_id: 'h-x'",
    ),
    "gold of another question": (
        edit("gold", lambda row: row.update(id="q-x")),
        r"gold/en-00000\.parquet: row 4: id: 'q-x'; expected 'q-\w+', which this row has in questions/",
    ),
    "language unknown": (
        edit("histories", lambda row: row.update(language="fr")),
        r"histories/en-00000\.parquet: row 4: language: 'fr'; expected one of en, zh",
    ),
    "language differs": (edit("questions", lambda row: row.update(language="zh")), r"questions/en-00000\.parquet: row 4: language: 'zh'"),
    "mid twice": (
        edit("histories", lambda row: row["messages"][1].update(mid=row["messages"][0]["mid"])),
        r"histories/en-00000\.parquet: row 4: messages\.mid: 'm1'; expected no mid twice in a history",
    ),
    "gold of another message": (
        edit("gold", lambda row: row["messages"][1].update(mid="m77")),
        r"gold/en-00000\.parquet: row 4: messages\.mid: 'm77'; expected 'm2': the messages that this row has in histories/",
    ),
    "gold of a message too few": (
        edit("gold", lambda row: row["messages"].pop()),
        r"gold/en-00000\.parquet: row 4: messages\.mid: None; expected 'm\d+'",
    ),
    "gold of a message too many": (
        edit("gold", lambda row: row["messages"].append({**row["messages"][0], "mid": "m99"})),
        r"gold/en-00000\.parquet: row 4: messages\.mid: 'm99'; expected None",
    ),
    "evidence unknown": (
        edit("gold", lambda row: row["evidence"].append("m77")),
        r"gold/en-00000\.parquet: row 4: evidence: 'm77'; expected mids of the history's messages, none twice",
    ),
    "evidence twice": (edit("gold", lambda row: row["evidence"].append(row["evidence"][0])), r"row 4: evidence: 'm\d+'; expected mids"),
    "target": (
        edit("gold", lambda row: row.update(target="E")),
        r"gold/en-00000\.parquet: row 4: target: 'E'; expected the letter of a choice, one of A, B, C, D",
    ),
    "target blank": (edit("gold", lambda row: row.update(target="")), r"row 4: target: ''; expected the letter of a choice"),
    "choices differ": (
        edit("gold", lambda row: row["choices"].pop()),
        r"gold/en-00000\.parquet: row 4: choices: \[.*\]; expected \[.*\], which this row has in questions/",
    ),
}


@pytest.mark.parametrize(("change", "message"), TAMPERED.values(), ids=TAMPERED)
def test_a_row_that_contradicts_itself_is_refused_with_its_place(whole, tmp_path, change, message):
    copy = copied(whole, tmp_path / "set")
    change(copy)
    with pytest.raises(DatasetError, match=message) as caught:
        list(DatasetFolder(copy).histories())
    assert str(caught.value).startswith(str(copy))


def test_rows_before_a_wrong_one_are_given_out(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    edit("gold", lambda row: row.update(target="E"))(copy)
    histories = DatasetFolder(copy).histories()
    assert [next(histories).id for _ in range(4)] == [trajectory.gold.history_id for trajectory in memsim.load(whole)[:4]]
    with pytest.raises(DatasetError, match="row 4"):
        next(histories)


def test_a_table_with_fewer_rows_is_refused(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    with rows_of(copy, "gold") as rows:
        rows.pop()
    with pytest.raises(DatasetError, match=r"en-00000\.parquet: rows: 60 in histories/, 60 in questions/, 59 in gold/; expected the same"):
        list(DatasetFolder(copy).histories())


def test_a_folder_without_rows_is_refused(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    for path in (copy / "questions").iterdir():
        path.unlink()
    with pytest.raises(DatasetError, match="questions: no files"):
        DatasetFolder(copy)


def test_a_set_with_noise_messages_gives_them_all(tmp_path_factory):
    source = DatasetFolder(made(tmp_path_factory, 12, eta=3, language="en"))
    assert source.eta == 3
    assert [history.messages for history in source.histories()] == [trajectory.messages for trajectory in memsim.load(source.path)]


def told(row):
    """The attribute that each message tells."""
    return {message["mid"]: message["hints"][0]["attribute"] for message in row.gold["messages"] if message["hints"]}


def test_what_messages_tell_is_read_part_by_part_and_those_of_the_pool_tell_nothing(tmp_path_factory, monkeypatch):
    monkeypatch.setattr(ours, "_PART", 5)
    path = made(tmp_path_factory, 12, eta=3, language="en")
    for history, row in zip(DatasetFolder(path).audited(), folder.read_rows(path), strict=True):
        assert 0 < len(history.asked[0].about) == len(history.posts) / 3
        assert history.asked[0].about == told(row)


def test_what_is_audited_is_what_the_tables_hold(whole):
    for history, row in zip(DatasetFolder(whole, lenient=True).audited(), folder.read_rows(whole), strict=True):
        (asked,) = history.asked
        assert [post[:6] for post in history.posts] == [tuple(message.values()) for message in row.history["messages"]]
        assert [post.moment for post in history.posts] == [post.time for post in history.posts]
        assert (asked.id, asked.answer, asked.target) == (row.question["id"], row.gold["answer"], row.gold["target"])
        assert (asked.evidence, asked.malformed, history.orphans) == (tuple(row.gold["evidence"]), (), ())
        assert asked.noisy == row.question["noisy"]
        assert asked.kinds == {message["mid"]: message["kind"] for message in row.gold["messages"]}
        assert asked.about == told(row)
        assert asked.row == history.row == f"{row.file} row {row.row}"


#: Tamperings that `audited` refuses too: the tables hold different rows.
_MISJOINED = {"other history", "gold of another history", "gold of another question"}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_row_that_contradicts_itself_can_be_audited(whole, tmp_path, name):
    copy = copied(whole, tmp_path / "set")
    change, message = TAMPERED[name]
    change(copy)
    source = DatasetFolder(copy, lenient=True)
    if name in _MISJOINED:
        with pytest.raises(DatasetError, match=message):
            list(source.audited())
    else:
        assert len(list(source.audited())) == 120


def test_gold_of_messages_that_are_not_there_is_an_orphan(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    TAMPERED["gold of a message too many"][0](copy)
    assert [history.orphans for history in DatasetFolder(copy, lenient=True).audited() if history.orphans] == [
        ("gold of m99, which is no message",)
    ]


def test_a_time_that_is_none_is_audited_as_written(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    edit("histories", lambda row: row["messages"][0].update(time="soon"))(copy)
    posts = [post for history in DatasetFolder(copy, lenient=True).audited() for post in history.posts if post.moment is None]
    assert [post.time for post in posts] == ["soon"]
