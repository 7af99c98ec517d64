"""`TrajectorySet`: a sequence of trajectories over the files of a folder."""

import json
import sys
from unittest.mock import Mock

import pytest
from sets import copied, joined, made

import memsim
from memsim.errors import DatasetError, InputError, MissingDependencyError


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


@pytest.fixture
def dataset(whole):
    """The same, loaded anew."""
    return memsim.load(whole)


def test_it_is_a_sequence(dataset):
    from collections.abc import Sequence

    assert isinstance(dataset, Sequence)
    assert len(dataset) == 80
    assert bool(dataset)


def test_iteration_equals_indexing(dataset):
    assert list(dataset) == [dataset[place] for place in range(len(dataset))]


def test_languages_follow_each_other_in_the_order_of_the_index(dataset):
    assert [one.gold.index for one in dataset] == [*range(40), *range(40)]
    assert [one.question.language for one in dataset] == ["en"] * 40 + ["zh"] * 40


@pytest.mark.parametrize("place", [0, 1, 39, 40, 79, -1, -40, -41, -80])
def test_negative_places_count_from_the_end(dataset, place):
    assert dataset[place] == dataset[place % 80]


@pytest.mark.parametrize("place", [80, 81, -81, 10**9])
def test_there_is_nothing_outside(dataset, place):
    with pytest.raises(IndexError):
        dataset[place]


@pytest.mark.parametrize("place", ["0", 1.0, None])
def test_places_are_numbers(dataset, place):
    with pytest.raises(TypeError):
        dataset[place]


@pytest.mark.parametrize(
    "part", [slice(3), slice(38, 42), slice(None, None, 20), slice(5, 2), slice(-3, None), slice(None, None, -30), slice(70, 200)]
)
def test_slices(dataset, part):
    assert dataset[part] == [dataset[place] for place in range(80)[part]]


def test_blocks_are_found_at_their_borders(tmp_path, monkeypatch, catalog):
    monkeypatch.setattr("memsim.engine.local.BLOCK", 3)
    monkeypatch.setattr("memsim.engine.local.Catalog", Mock(return_value=catalog))
    small = memsim.generate("daily", 8, language="en,zh", out=tmp_path / "set", workers=1)
    assert [small[place].gold.index for place in range(16)] == [*range(8), *range(8)]
    assert [one.gold.index for one in reversed(small)] == [*range(7, -1, -1), *range(7, -1, -1)]
    assert small[7] in small


def test_a_trajectory_joins_the_tables(dataset, whole):
    for one, row in zip(dataset[:40], joined(whole), strict=True):
        assert one.question.id == one.gold.id == row.question["id"]
        assert [message.text for message in one.messages] == [message["text"] for message in row.history["messages"]]
        assert [message.mid for message in one.messages] == [message.mid for message in one.gold.messages]
        assert one.question.choices["ABCD".index(one.gold.target)] == one.gold.answer
        assert set(one.gold.evidence) == {mid for part in one.gold.parts for mid in part.evidence}
        assert [part.sql for part in one.gold.parts] == [part["sql"] for part in row.gold["parts"]]
        assert [part.class_ for part in one.gold.parts] == [part["class"] for part in row.gold["parts"]]


def test_trajectories_are_frozen_and_hashable(dataset):
    with pytest.raises(AttributeError):
        dataset[0].gold.target = "A"
    assert len(set(dataset)) == 80


def test_its_name_says_what_it_is(dataset):
    assert repr(dataset) == f"TrajectorySet(daily {dataset.manifest['scenario']['version']}, 80 trajectories, languages en, zh)"


def test_it_checks_itself(dataset):
    report = dataset.check()
    assert report.ok
    assert report.rows == 80


def test_to_pandas_is_a_row_a_question(dataset):
    pytest.importorskip("pandas")
    frame = dataset.to_pandas()
    assert list(frame.columns) == [
        *("id", "history_id", "language", "question_type", "topic", "noisy", "messages"),
        *("question", "question_time", "choices", "target", "answer", "evidence"),
    ]
    assert len(frame) == 80
    for place in (0, 79):
        one, row = dataset[place], frame.iloc[place]
        assert row["id"] == one.question.id
        assert [message["text"] for message in row["messages"]] == [message.text for message in one.messages]
        assert list(row["choices"]) == list(one.question.choices)
        assert (row["target"], row["answer"], tuple(row["evidence"])) == (one.gold.target, one.gold.answer, one.gold.evidence)


def test_without_pandas_the_error_says_what_to_install(dataset, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingDependencyError, match=r"memsim\[pandas\]"):
        dataset.to_pandas()


def test_to_hf_has_the_rows_of_to_pandas_with_nested_types_that_are_the_same_in_each(dataset):
    from datasets import List, Value

    view = dataset.to_hf()
    text = Value("string")
    assert str(view.split) == "test"
    assert view.to_list() == dataset.to_pandas().to_dict("records")
    assert view.features["messages"] == List(dict.fromkeys(("mid", "session", "role", "speaker", "text", "time"), text))
    assert view.features["choices"] == view.features["evidence"] == List(text)


def test_to_hf_gives_one_language(dataset):
    assert dataset.to_hf("zh").to_list() == dataset.to_hf().to_list()[40:]
    with pytest.raises(InputError, match="language 'fr'; expected one of en, zh"):
        dataset.to_hf("fr")


def test_without_datasets_the_error_says_what_to_install(dataset, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingDependencyError, match=r"memsim\[hub\]"):
        dataset.to_hf()


def test_generate_returns_what_load_returns(tmp_path, whole):
    made_now = memsim.generate("daily", 40, seed=5, language=["en", "zh"], out=tmp_path / "set")
    assert made_now.path == tmp_path / "set"
    assert list(made_now) == list(memsim.load(str(whole)))


def test_a_folder_that_is_none(tmp_path):
    with pytest.raises(DatasetError, match="no such folder"):
        memsim.load(tmp_path / "nowhere")
    with pytest.raises(DatasetError, match=r"no manifest\.json"):
        memsim.load(tmp_path)
    assert issubclass(DatasetError, InputError)


@pytest.mark.parametrize(
    ("text", "says"), [("{", "unreadable"), ('{"schema_version": 2}', "schema_version: 2; expected 1"), ("[]", "no schema_version")]
)
def test_a_manifest_that_is_none(whole, tmp_path, text, says):
    bad = copied(whole, tmp_path / "bad")
    (bad / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=says):
        memsim.load(bad)


def test_a_folder_that_lacks_a_block(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    (bad / "gold" / "zh-00000.parquet").unlink()
    with pytest.raises(DatasetError, match=r"zh-00000\.parquet is not in both"):
        memsim.load(bad)


def test_a_folder_without_questions(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    for path in (bad / "questions").iterdir():
        path.unlink()
    with pytest.raises(DatasetError, match="questions: no files"):
        memsim.load(bad)


def test_damage_is_found_when_a_row_is_read(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    (bad / "gold" / "zh-00000.parquet").write_bytes(b"")
    dataset = memsim.load(bad)
    assert dataset[0].question.language == "en"
    with pytest.raises(DatasetError, match=r"zh-00000\.parquet: unreadable"):
        dataset[40]


def test_the_manifest_is_plain_data(dataset):
    assert json.loads(json.dumps(dataset.manifest)) == dataset.manifest
