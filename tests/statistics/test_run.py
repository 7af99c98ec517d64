"""Statistics of whole sets: languages, formats, what is blank and why, and what is known of MemDaily."""

import json
from pathlib import Path

import pytest
import small
from sets import copied, made, rows_of

import memsim
from memsim.errors import DatasetError, InputError
from memsim.spec.drawn import INDICES
from memsim.statistics.messages import TOO_FEW
from memsim.statistics.run import GROUPS, statistics
from memsim.statistics.sampled import of_sample

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "memdaily" / "memdaily.json.gz"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return made(tmp_path_factory, 40)


def sessions(folder):
    """A set of another format."""
    rows = [{"id": f"s-{number}", "timestamp": "2026-04-08T09:14:00Z", "content": f"Tabs, {number} wide."} for number in range(3)]
    asked = [{"id": "q-1", "type": "taste", "question": "How wide?", "answer": "2", "goldSessionIds": ["s-2"]}]
    for name, content in (("sessions", rows), ("queries", asked)):
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_each_language_by_itself_is_what_both_give(whole):
    both = statistics(whole)
    assert list(both) == ["en", "zh"]
    assert list(both["en"].groups) == list(GROUPS)
    assert statistics(whole, language="zh") == {"zh": both["zh"]}
    assert both["en"].groups["sizes"]["messages"] == both["zh"].groups["sizes"]["messages"]


def test_worlds_are_as_varied_in_every_language(whole):
    english, chinese = (of.groups["profiles"] for of in statistics(whole).values())
    assert english == pytest.approx(chinese)


def test_parts_and_repeated_runs_change_nothing(whole, monkeypatch):
    before = statistics(whole)
    monkeypatch.setattr("memsim.statistics.parts._HISTORIES", 3)
    assert statistics(whole) == before


def test_a_language_that_is_not_there(whole):
    with pytest.raises(InputError, match=r"language 'fr'; expected one of en, zh"):
        statistics(whole, language="fr")


def test_a_history_of_another_language_is_not_passed_over(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    with rows_of(bad, "histories") as rows:
        rows[7]["language"] = "fr"
    for language in (None, "zh"):
        with pytest.raises(DatasetError, match=r"bad: a history of language 'fr'; expected one of en, zh$"):
            statistics(bad, language=language)


def test_a_set_without_its_scenario(whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    (bad / "scenario" / "scenario.yaml").unlink()
    with pytest.raises(DatasetError, match=r"scenario: no scenario\.yaml; expected a whole dataset"):
        statistics(bad)


def test_other_formats_have_sizes_and_texts_and_say_what_is_blank(tmp_path):
    (found,) = statistics(sessions(tmp_path), "coding-agent-life").values()
    assert found.groups["sizes"] == {
        "histories": 1, "questions": 1, "messages": 3, "messages a history": 3, "characters a message": 13,
        "characters a question": 9, "evidence a question": 1, "question_type taste": 1,
    }  # fmt: skip
    assert set(found.groups["profiles"].values()) == {None}
    messages = found.groups["messages"]
    assert (messages["tokens"], messages["nearly repeated messages"]) == (9, pytest.approx(2 / 3))
    assert (messages["SWIP"], messages["self-BLEU of 500 messages"]) == (None, None)
    blank = [name for group in found.groups.values() for name, value in group.items() if value is None]
    assert [note.partition(":")[0] for note in found.notes] == ["no profiles", "no facts behind the messages", TOO_FEW]
    assert blank == [
        *found.groups["profiles"],
        *(name for name in messages if "entit" in name or "SWIP" in name or "facts" in name),
        "distinct-4",
        *of_sample([]),
    ]


def test_figures_have_the_same_names_for_every_set(whole, tmp_path):
    ours, theirs = statistics(whole)["en"], statistics(sessions(tmp_path))["en"]
    for group in ("profiles", "messages"):
        assert list(ours.groups[group]) == list(theirs.groups[group])


def test_where_no_class_has_the_topic_roles_only_the_user_is_a_person(tmp_path):
    path = memsim.generate(str(small.write(tmp_path / "small")), 20, language="en", out=tmp_path / "set", pool=0, workers=1).path
    profiles = statistics(path)["en"].groups["profiles"]
    persons, others, both = (profiles[f"attributes in {name}"] for name in INDICES)
    assert (persons, both) == (1, 1 + others)
    assert profiles["SWI-A"] == pytest.approx((profiles["SWI-R"] + others * profiles["SWI-O"]) / both)


def test_a_set_that_tells_one_thing_again_and_again_is_less_varied(whole, tmp_path):
    same = copied(whole, tmp_path / "same")
    with rows_of(same, "histories") as rows:
        for row in rows:
            for message in row["messages"]:
                message["text"] = rows[0]["messages"][0]["text"]
    with rows_of(same, "profiles") as rows:
        for row in rows:
            row["facts_of_world"] = rows[0]["facts_of_world"]
    before, after = (statistics(path, language="en")["en"].groups for path in (whole, same))
    for index in INDICES:
        assert after["profiles"][index] < before["profiles"][index]
    assert after["messages"]["repeated messages"] > 0.99
    assert after["messages"]["distinct-4"] < 0.05 < before["messages"]["distinct-4"]


@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the authors' file is not at hand")
def test_memdaily_repeats_most_of_its_messages():
    found = statistics(REAL)["zh"]
    assert (found.groups["sizes"]["questions"], found.groups["sizes"]["messages"]) == (2954, 26_003)
    assert found.groups["messages"]["repeated messages"] == pytest.approx(1 - 10_721 / 26_003)
    assert found.groups["messages"]["self-BLEU of 500 messages"] > 0.65
