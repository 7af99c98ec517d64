"""`memsim convert`, from Python and from the command line."""

import json
import shutil
import weakref
from copy import deepcopy

import pytest
from foreign import PERSONAMEM, SAMPLES, written, written_csv
from sets import call, files_of, is_one_line, made, names_in

import memsim
from memsim.conversion.aspects import ASPECTS
from memsim.conversion.registry import OUTPUTS, output
from memsim.errors import DatasetError, InputError
from memsim.io.formats.ours import DatasetFolder
from memsim.io.formats.registry import FORMATS
from memsim.records import History

SETS = sorted(set(OUTPUTS) - {"trec-run"})


class Kept(History):
    """A history of which can be told whether anybody still holds it."""


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


@pytest.fixture
def command(capsys, monkeypatch):
    return lambda *arguments: call(capsys, monkeypatch, "convert", *arguments)


def out(folder, name):
    return folder / f"out{output(name).ending}"


def content(path):
    return {name: (path / name).read_bytes() for name in files_of(path)} if path.is_dir() else path.read_bytes()


@pytest.mark.parametrize("name", SETS)
def test_the_same_set_gives_the_same_bytes_and_nothing_is_left_beside_them(native, tmp_path, name):
    places = [tmp_path / folder for folder in ("one", "other")]
    for place in places:
        place.mkdir()
        memsim.convert(native, out(place, name), name, language="en")
    assert content(out(places[0], name)) == content(out(places[1], name))
    assert names_in(places[0]) == [out(places[0], name).name]


@pytest.mark.parametrize("name", SETS)
def test_nothing_is_overwritten_and_what_is_there_stays(native, tmp_path, name):
    place = out(tmp_path, name)
    place.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is there already; nothing is overwritten"):
        memsim.convert(native, place, name, language="en")
    assert names_in(tmp_path) == [place.name]
    assert place.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("within", ["", "gold", "../set/gold/.."])
def test_nothing_is_written_into_the_set_itself_which_would_no_longer_be_what_its_manifest_says(native, tmp_path, name, within):
    copied = shutil.copytree(native, tmp_path / "set")
    before = files_of(copied)
    with pytest.raises(InputError, match="set: the output lies in it"):
        memsim.convert(copied, out(copied / within, name), name, language="en")
    assert files_of(copied) == before


@pytest.mark.parametrize("name", SETS)
def test_where_it_fails_in_the_middle_nothing_is_left(native, tmp_path, name, monkeypatch):
    def cut_short(self, whole=DatasetFolder.histories):
        for place, history in enumerate(whole(self)):
            if place == 3:
                raise DatasetError("the fourth row is wrong")
            yield history

    monkeypatch.setattr(DatasetFolder, "histories", cut_short)
    with pytest.raises(DatasetError, match="the fourth row is wrong"):
        memsim.convert(native, out(tmp_path, name), name, language="en")
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("name", SETS)
def test_histories_are_written_one_by_one(native, tmp_path, name, monkeypatch):
    """No more are kept than the last one written, the last one passed over and the one that comes: sets are larger than memory."""
    living, most = [], []

    def watched(self, whole=DatasetFolder.histories):
        for history in whole(self):
            kept = Kept(history.id, history.language, history.messages, history.items)
            living.append(weakref.ref(kept))
            most.append(sum(one() is not None for one in living))
            yield kept
            del kept

    monkeypatch.setattr(DatasetFolder, "histories", watched)
    memsim.convert(native, out(tmp_path, name), name, language="en")
    assert len(most) == 80
    assert max(most) <= 3


@pytest.mark.parametrize("name", sorted(name for name in SETS if not output(name).several_languages))
def test_a_format_that_names_no_language_holds_one(native, tmp_path, name):
    with pytest.raises(InputError, match=f"languages en, zh; {name} does not say which language .* such as --language en"):
        memsim.convert(native, out(tmp_path, name), name)
    assert memsim.convert(native, out(tmp_path, name), name, language="zh").counts["histories"] == 40


@pytest.mark.parametrize("name", sorted(name for name in SETS if output(name).several_languages))
def test_other_formats_hold_all_languages(native, tmp_path, name):
    assert memsim.convert(native, out(tmp_path, name), name).counts["histories"] == 80
    assert memsim.convert(native, tmp_path / f"zh{output(name).ending}", name, language="zh").counts["questions"] == 40
    for place, both in enumerate(("en,zh", " zh, en, zh", ["zh", "en"])):
        assert memsim.convert(native, tmp_path / f"{place}{output(name).ending}", name, language=both).counts["questions"] == 80


@pytest.mark.parametrize("name", SETS)
def test_a_set_in_no_language_is_none(native, tmp_path, name):
    with pytest.raises(InputError, match=r"no language; .* has en, zh"):
        memsim.convert(native, out(tmp_path, name), name, language=[])
    assert names_in(tmp_path) == []


def test_what_is_lost_is_counted(native, tmp_path):
    made = memsim.load(native).convert(tmp_path / "out.json", "longmemeval", language="en")
    trajectories = [one for one in memsim.load(native) if one.question.language == "en"]
    assert made.counts == {"histories": 40, "messages": sum(len(one.messages) for one in trajectories), "questions": 40}
    assert (made.path, made.format, made.notes) == (tmp_path / "out.json", "longmemeval", {})
    assert made.lost["axes of choices"] == 3 * 40
    assert made.lost["choices"] == made.lost["profiles of users"] == 40
    assert made.lost["queries in SQL"] == sum(len(one.gold.parts) for one in trajectories)
    assert made.lost["marks of noisy questions"] == sum(one.question.noisy for one in trajectories)
    assert made.lost["messages of the pool"] == 8000
    assert "answers" not in made.lost


def test_the_command_prints_what_is_lost(native, tmp_path, command):
    ended = command(native, tmp_path / "out.json", "--to", "memdaily", "--language", "zh")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0].startswith(f"{tmp_path / 'out.json'}: memdaily, 40 histories, ")
    assert "not held by memdaily:" in lines
    assert "      120  axes of choices" in lines


def test_the_command_prints_json(native, tmp_path, command):
    ended = command(native, tmp_path / "out", "--to", "csv", "--json")
    made = json.loads(ended.out)
    assert made["counts"]["questions"] == 80
    assert made["lost"]["axes of choices"] == 240
    assert command(native, tmp_path / "quiet", "--to", "csv", "--quiet").out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--to", "memdayly"], "no format 'memdayly' to convert to; did you mean memdaily?"),
        (["--to", "xyzzy"], "no format 'xyzzy' to convert to; known: memdaily, membench"),
        (["--to", "csv", "--from", "locomoo"], "unknown format 'locomoo'; did you mean locomo?"),
        (["--to", "csv", "--from", "locomo"], "expected a whole JSON file in UTF-8"),
        (["--to", "csv", "--language", "fr"], "language 'fr': "),
        (["--to", "locomo", "--language", "en"], "locomo is a file; expected a name that ends with .json"),
        (["--to", "trec-run"], "no protocol_version; expected the manifest of a run, as written by `memsim bench`"),
        (["--to", "trec-run", "--from", "memsim"], "format 'memsim': trec-run is made of a run folder; expected run, or auto"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(native, tmp_path, command, arguments, says):
    is_one_line(command(native, tmp_path / "out", *arguments), says)
    assert names_in(tmp_path) == []


def test_help_and_docstring_name_every_format(command):
    shown = command("--help").out
    assert [name for name in OUTPUTS if name not in shown or f"``{name}``" not in memsim.convert.__doc__] == []


def test_a_set_that_is_not_there_is_told(tmp_path, command):
    is_one_line(command(tmp_path / "nothing", tmp_path / "out", "--to", "csv"), "no such file or folder; expected a set")
    is_one_line(command(tmp_path / "nothing", tmp_path / "no" / "out", "--to", "csv"), "No such file or directory")


def sets_of_others(folder):
    """A set of each format that was read from its description, with all that this has and no history tells."""
    places = {name: folder / f"{name}.json" for name in ("membench", "convomem")}
    membench = deepcopy(SAMPLES["membench"])
    membench["simple"]["roles"][0]["message_list"] += [
        "It is late.",
        {"message": "Ada waits.", "place": "Lund"},
        {"message": "Ada left.", "place": ""},
    ]
    written("membench", places["membench"], membench)
    item = SAMPLES["convomem"]["evidence_items"][0]
    silent = item | {"answer": "Nobody said.", "category": "Work"}
    places["convomem"] = folder / "abstention_evidence" / "convomem.json"
    places["convomem"].parent.mkdir()
    written("convomem", places["convomem"], {"evidence_items": [item, silent], "checkpoint": "9f"})
    system = {"role": "system", "content": "The user rows."}
    turns = [system, {"role": "user", "content": "I row at dawn."}]
    rows = [PERSONAMEM[0] | {"num_irrelevant_tokens": "12"}, PERSONAMEM[0] | {"num_irrelevant_tokens": ""}]
    return places | {"personamem": written_csv(folder / "questions_32k.csv", rows, {"c1": turns})}


UNTOLD = {
    "membench": {
        "speakers within steps, each of which is a message": 2,
        "values under 'place'": 1,
        "places behind what is said, taken off among noise": 2,
    },
    "convomem": {
        "what the set says and names for questions that cannot be answered": 2,
        "values under 'checkpoint'": 1,
        **{f"values under '{name}'": 2 for name in ("containsEvidence", "model_name", "scenario_description", "personId")},
    },
    "personamem": {
        "messages that describe the user to a model": 1,
        "values under 'num_irrelevant_tokens'": 1,
        **{f"values under '{name}'": 2 for name in ("question_id", "persona_id")},
    },
}


@pytest.mark.parametrize(
    ("name", "to"),
    [*((name, to) for name in UNTOLD for to in ("csv", "chat")), ("membench", "mteb")],  # the others have no evidence to search for
)
def test_what_no_history_shows_of_a_set_of_others_is_lost_and_counted(tmp_path, name, to):
    made_of = memsim.convert(sets_of_others(tmp_path)[name], out(tmp_path, to), to)
    held = {aspect for aspect in made_of.lost if aspect in ASPECTS}
    assert {aspect: count for aspect, count in made_of.lost.items() if aspect not in held} == UNTOLD[name]


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"memsim", "personamem"}))
def test_what_is_not_there_is_not_counted_as_lost(tmp_path, name):
    made_of = memsim.convert(written(name, tmp_path / "set.json"), tmp_path / "out", "csv", format=name)
    assert all(made_of.lost.values())
