"""A set in MemBench's layout measures as the set itself does but for the place and time behind what is said; read from there, it comes back as it was."""

import re
from copy import deepcopy

import pytest
from foreign import SAMPLES
from foreign import written as written_set
from harnesses import read_json
from histories import history, item, message
from measuring import measures
from sets import made

import memsim
from memsim.conversion.registry import output
from memsim.io.formats.registry import open_set


def said(text):
    """What is said, without its place and time."""
    return re.sub(r" \(place: unknown; time: '[^()]*\)$", "", text)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("membench")
    native = made(tmp_path_factory, 60, language="en")
    memsim.convert(native, folder / "set.json", "membench")
    return measures(native, folder / "native", said), measures(folder / "set.json", folder / "theirs", said, format="membench")


def test_bm25_measures_the_same_where_place_and_time_are_not_seen(scored):
    native, theirs = (found["Unseeing"] for found in scored)
    names = [name for name in native if name.startswith(("recall@", "recall_all@", "precision@", "hit@", "ndcg@", "mrr@"))]
    assert len(names) == 18
    assert {name: theirs[name] for name in names} == {name: pytest.approx(native[name], abs=1e-12) for name in names}


def test_place_and_time_are_all_by_which_bm25_measures_otherwise(scored):
    """Seen, they make each text longer, and have a weekday and numbers that a question may have too."""
    native, theirs = (found["bm25"] for found in scored)
    assert native == {name: pytest.approx(value, abs=1e-12) for name, value in scored[0]["Unseeing"].items()}
    assert theirs["recall@5"] != native["recall@5"]
    assert theirs["recall@5"] == pytest.approx(native["recall@5"], abs=0.05)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_read_from_membench_is_written_as_it_was(tmp_path_factory, tmp_path, language):
    memsim.convert(made(tmp_path_factory, 40), tmp_path / "one.json", "membench", language=language)
    source = open_set(tmp_path / "one.json")
    assert (source.format, source.languages) == ("membench", (language,))
    assert {history.language for history in source.histories()} == {language}
    memsim.convert(tmp_path / "one.json", tmp_path / "other.json", "membench")
    assert (tmp_path / "other.json").read_bytes() == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize("colon", [": ", ":", " ", ""])
@pytest.mark.parametrize("time", ["'2024-10-01 08:00' Tuesday", "2024-10-01 08:00", "'2024-10-01T08:00:00'"])
def test_a_place_and_a_time_as_the_authors_scripts_or_others_spell_them_stay_as_they_are(tmp_path, colon, time):
    """Those of the authors have no colon behind `time`."""
    rows = deepcopy(SAMPLES["membench"])
    (row,) = rows["simple"]["roles"]
    behind = f"(place: Lund; time{colon}{time})"
    row["message_list"] = [f"I keep bees. {behind}", {"user": f"I moved. {behind}", "agent": f"When? {behind}"}]
    row["QA"]["target_step_id"] = [0]
    memsim.convert(written_set("membench", tmp_path / "in.json", rows), tmp_path / "out.json", "membench")
    (found,) = read_json(tmp_path / "out.json")["simple"]["roles"]
    assert found["message_list"] == [f"I keep bees. {behind}", f"[user] I moved. {behind}\n\n[agent] When? {behind}"]


@pytest.mark.parametrize("text", ["I moved (place: unknown; time: noon)", "(place: unknown; time: '2027-03-01 00:00' Monday) I moved"])
def test_what_only_looks_like_a_place_and_a_time_gets_its_own(tmp_path, text):
    asked = item(question_time="2027-03-02T00:00", choices=("yes", "no", "both", "none"), target="A")
    output("membench").write(iter([history([message(0, text)], [asked])]), tmp_path / "out.json")
    (written,) = read_json(tmp_path / "out.json")["simple"]["roles"][0]["message_list"]
    assert written == f"{text} (place: unknown; time: '2027-03-01 00:00' Monday)"


def test_a_place_in_brackets_of_its_own_is_not_put_behind_twice(tmp_path):
    text = "I moved. (place: Paris (Texas); time: '2027-03-01 00:00' Monday)"
    asked = item(question_time="2027-03-02T00:00", choices=("yes", "no", "both", "none"), target="A")
    output("membench").write(iter([history([message(0, text)], [asked])]), tmp_path / "out.json")
    assert read_json(tmp_path / "out.json")["simple"]["roles"][0]["message_list"] == [text]
