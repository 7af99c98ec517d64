import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from sets import copied, files_of, joined, names_in, rows_of, seal

from memsim.errors import DatasetError, InputError
from memsim.io.manifest import read_manifest
from memsim.rating.key import read_key
from memsim.rating.papers import Entry, csv_sheet, html_sheet
from memsim.rating.scales import RATED
from memsim.rating.sheet import make_sheet, write_sheet

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
EACH = [(language, subject) for language in ("en", "zh") for subject in RATED]


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """The sample with other messages in English, which no longer say what the gold says."""
    path = copied(SAMPLE, tmp_path_factory.mktemp("others") / "rewritten")
    with rows_of(path, "histories") as rows:
        for row in rows:
            for message in row["messages"]:
                message["text"] += " Or so they say."
    seal(path)
    return path


@pytest.fixture(scope="module")
def mixed(other):
    return make_sheet([SAMPLE, other], 8)


def test_each_set_language_and_subject_has_as_many_items(mixed):
    counts = Counter((origin.set, origin.language, origin.subject) for origin in mixed.key.items.values())
    assert counts == {(name, *mine): 8 for name in ("daily-sample", "rewritten") for mine in EACH}
    places = {(origin.set, origin.language, origin.subject, origin.row) for origin in mixed.key.items.values()}
    assert len(places) == len(mixed.key.items) == len(mixed.entries)


def test_items_stand_by_language_and_subject_with_all_sets_mixed(mixed):
    groups = list(dict.fromkeys((entry.item.language, entry.item.subject) for entry in mixed.entries))
    assert groups == EACH
    orders = []
    for mine in EACH:
        sources = [mixed.key.items[one.id].set for one in mixed.entries if (one.item.language, one.item.subject) == mine]
        orders.append(sources)
        assert 3 < sum(one != following for one, following in pairwise(sources)) < 15
        rows = [mixed.key.items[one.id].row for one in mixed.entries if (one.item.language, one.item.subject) == mine]
        assert rows != sorted(rows)
    assert all(one != other for one, other in combinations(orders, 2)), "one group gives another away"


def test_the_key_says_where_each_item_comes_from(mixed, other):
    assert [(one.name, one.digest) for one in mixed.key.sets] == [(path.name, read_manifest(path)["digest"]) for path in (SAMPLE, other)]
    rows = {
        (path.name, row.history["history_id"]): row
        for path in (SAMPLE, other)
        for language in ("en", "zh")
        for row in joined(path, language)
    }
    for entry in mixed.entries:
        origin = mixed.key.items[entry.id]
        row = rows[origin.set, origin.history_id]
        assert (origin.language, origin.subject) == (entry.item.language, entry.item.subject)
        if origin.subject == "messages":
            assert entry.item.shown["text"] in {one["text"] for one in row.history["messages"] if one["mid"] == origin.mid}
        if origin.subject == "questions":
            assert origin.gold["question_id"] == row.question["id"]
            assert {name: origin.gold[name] for name in ("target", "answer", "evidence")} == {
                name: row.gold[name] for name in ("target", "answer", "evidence")
            }
        else:
            assert origin.gold == {}


def test_raters_learn_nothing_of_where_items_come_from(mixed, other):
    hidden = [name for path in (SAMPLE, other) for name in (path.name, str(path), read_manifest(path)["digest"])]
    hidden += [one.history_id for one in mixed.key.items.values()]
    hidden += [one.gold["question_id"] for one in mixed.key.items.values() if one.gold]
    unsaid = [Entry(one.id, one.item._replace(shown=dict.fromkeys(one.item.shown, "…"))) for one in mixed.entries]
    for paper in (csv_sheet, html_sheet):
        text = paper(mixed.entries)
        assert [one for one in hidden if one in text] == []
        ours = paper(unsaid)  # what texts say is theirs
        kinds = r"distractor|noise|noisy|context|single_hop|multi_hop|comparative|aggregative|post_processing|daily|history|gold|\bmid\b|\bm\d+\b"
        assert re.findall(kinds, ours, re.IGNORECASE) == []


def test_ids_say_nothing_and_no_two_sheets_share_any(mixed, other):
    ids = [entry.id for entry in mixed.entries]
    assert all(re.fullmatch(r"item-[0-9a-f]{16}", one) for one in ids)
    assert list(mixed.key.items) == ids
    others = [
        make_sheet([SAMPLE, other], 8, seed=1),
        make_sheet([SAMPLE, other], 7),
        make_sheet([SAMPLE], 8),
        make_sheet([other, SAMPLE], 8),
        make_sheet([SAMPLE, other], 8, language="en"),
    ]
    seen = [entry.id for sheet in (mixed, *others) for entry in sheet.entries]
    assert len(set(seen)) == len(seen)


def test_the_same_arguments_give_the_same_bytes(mixed, other, tmp_path):
    write_sheet(mixed, tmp_path / "one")
    write_sheet(make_sheet([SAMPLE, other], 8), tmp_path / "two")
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two") == ["key.json", "sheet.csv", "sheet.html"]
    for name in files_of(tmp_path / "one"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert read_key(tmp_path / "one" / "key.json") == mixed.key


def test_languages_and_subjects_are_chosen():
    sheet = make_sheet([SAMPLE], 2, language="zh, en", what="questions,messages")
    groups = list(dict.fromkeys((entry.item.language, entry.item.subject) for entry in sheet.entries))
    assert groups == [("zh", "messages"), ("zh", "questions"), ("en", "messages"), ("en", "questions")]
    assert {entry.item.language for entry in make_sheet([SAMPLE], 2, language=["en"]).entries} == {"en"}


def test_sets_that_share_a_name_go_by_their_paths(other, tmp_path):
    twin = copied(other, tmp_path / SAMPLE.name)
    sheet = make_sheet([SAMPLE, twin], 1, what="profiles")
    assert [one.name for one in sheet.key.sets] == [str(SAMPLE), str(twin)]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n": 0}, "n: 0; expected a whole number from 1"),
        ({"what": "gold"}, "expected one or more of messages, profiles, questions"),
        ({"language": "fr"}, "language 'fr': no set has it; expected some of en, zh"),
        ({"language": ""}, "language '': no set has it"),
        ({"paths": [SAMPLE, SAMPLE]}, "the same set as .*; expected sets that differ"),
    ],
)
def test_what_makes_no_sense_is_refused(options, says):
    with pytest.raises(InputError, match=says):
        make_sheet(**{"paths": [SAMPLE]} | options)


def test_a_language_without_instructions_is_refused(tmp_path):
    path = copied(SAMPLE, tmp_path / "set")
    manifest = path / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"zh"\n', '"fr"\n'), encoding="utf-8")
    with pytest.raises(InputError, match="language 'fr': people can be instructed in en, zh"):
        make_sheet([path], language="fr")
    with pytest.raises(DatasetError, match="a file of language 'zh'"):
        make_sheet([path], language="en")


@pytest.mark.parametrize("name", ["a.xlsx", "a.htm", "s/a.json"])
def test_a_file_of_another_kind_is_refused_rather_than_made_a_folder(mixed, tmp_path, name):
    with pytest.raises(InputError, match=r"no sheet ends in \.\w+; expected a folder, or a file that ends in \.csv or \.html$"):
        write_sheet(mixed, tmp_path / name)
    assert files_of(tmp_path) == []


def test_a_folder_may_have_a_dot_in_its_name(mixed, tmp_path):
    (tmp_path / "my.sheets").mkdir()
    for name in ("v1.0", "my.sheets"):
        assert write_sheet(mixed, tmp_path / name)[0] == tmp_path / name / "key.json"


@pytest.mark.parametrize(
    ("name", "files"),
    [("a.csv", ["a.csv", "a.key.json"]), ("a.html", ["a.html", "a.key.json"]), ("a.HTML", ["a.HTML", "a.key.json"])],
)
def test_one_kind_of_sheet_may_be_written_alone(mixed, tmp_path, name, files):
    key, paper = write_sheet(mixed, tmp_path / "new" / name)
    assert names_in(tmp_path / "new") == files
    assert (key.name, paper.name) == ("a.key.json", name)
    assert read_key(key) == mixed.key


@pytest.mark.parametrize(("there", "target"), [("s/x", "s"), ("s", "s"), ("a.csv", "a.csv"), ("a.key.json", "a.html")])
def test_nothing_is_written_where_something_stands(mixed, tmp_path, there, target):
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_text("mine")
    with pytest.raises(InputError, match="there is something already; expected a new place for a sheet"):
        write_sheet(mixed, tmp_path / target)
    assert files_of(tmp_path) == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_an_empty_folder_is_as_good_as_none(mixed, tmp_path):
    write_sheet(mixed, tmp_path)
    assert files_of(tmp_path) == ["key.json", "sheet.csv", "sheet.html"]
