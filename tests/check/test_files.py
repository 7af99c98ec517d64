"""What is wrong with files rather than rows: missing, foreign, damaged, changed."""

import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sets import files_of, made, manifest_of, rows_of, seal

from memsim.check.run import check
from memsim.errors import DatasetError, InputError

TABLES = ("histories", "questions", "gold", "profiles")


def complaints(root):
    """Return (file, detail) of what is said against promise 10; nothing else may be said."""
    report = check(root)
    assert {fault.promise for fault in report.faults} <= {10}, "\n".join(map(str, report.faults))
    return [(fault.file, fault.detail) for fault in report.faults]


def test_the_whole_set_has_every_file_tested(whole):
    report = check(whole)
    assert report.tested[10] >= len(files_of(whole))
    assert report.failed[10] == 0


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_block_is_an_error(copy, table):
    (copy / table / "zh-00000.parquet").unlink()
    with pytest.raises(DatasetError, match=r"zh-00000\.parquet"):
        check(copy)


@pytest.mark.parametrize("table", TABLES)
def test_a_damaged_block_is_an_error(copy, table):
    path = copy / table / "en-00000.parquet"
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(DatasetError, match=f"{table}/en-00000.parquet: unreadable {table} table"):
        check(copy)


@pytest.mark.parametrize("table", TABLES)
def test_a_block_with_a_flipped_bit_is_found(copy, table):
    path = copy / table / "en-00000.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    try:
        found = {fault.file for fault in check(copy).faults}
    except DatasetError as error:
        found = {str(error).partition(": ")[0].removeprefix(f"{copy}/")}
    assert f"{table}/en-00000.parquet" in found


@pytest.mark.parametrize("table", TABLES)
def test_another_schema_is_an_error(copy, table):
    path = copy / table / "en-00000.parquet"
    content = pq.read_table(path)
    pq.write_table(content.append_column("note", pa.nulls(len(content), pa.string())), path)
    with pytest.raises(DatasetError, match=rf"{table}/en-00000.parquet: another schema.*note"):
        check(copy)


def test_a_column_of_another_type_is_an_error(copy):
    path = copy / "gold" / "en-00000.parquet"
    content = pq.read_table(path)
    place = content.column_names.index("index")
    pq.write_table(content.set_column(place, "index", content["index"].cast(pa.int32())), path)
    with pytest.raises(DatasetError, match="'index' is int32, expected int64"):
        check(copy)


def test_a_missing_column_is_an_error(copy):
    path = copy / "questions" / "en-00000.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["noisy"]), path)
    with pytest.raises(DatasetError, match="no column 'noisy'"):
        check(copy)


@pytest.mark.parametrize(
    ("table", "column", "change"),
    [
        ("gold", "answer", lambda row: row.update(answer=None)),
        ("gold", "messages.hints.said", lambda row: row["messages"][2]["hints"][0].update(said=None)),
        ("gold", "evidence", lambda row: row["evidence"].append(None)),
        ("questions", "question", lambda row: row.update(question=None)),
        ("histories", "messages.text", lambda row: row["messages"][1].update(text=None)),
    ],
)
def test_a_missing_value_is_an_error_that_names_its_row(copy, table, column, change):
    with rows_of(copy, table) as rows:
        place = next(place for place in range(7, 30) if table != "gold" or rows[place]["messages"][2]["hints"])
        change(rows[place])
    with pytest.raises(DatasetError, match=rf"{table}/en-00000\.parquet: row {place}: {column}: NULL; expected a value in every row"):
        check(copy)


@pytest.mark.parametrize("name", ["README.md", "scenario/priors/hobby.csv"])
def test_a_changed_file_is_found(copy, name):
    path = copy / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert name in {file for file, _ in complaints(copy)}


def test_a_missing_readme_is_found(copy):
    (copy / "README.md").unlink()
    assert complaints(copy) == [("README.md", "is missing")]


def test_a_missing_prior_is_an_error(copy):
    (copy / "scenario" / "priors" / "hobby.csv").unlink()
    with pytest.raises(InputError, match=r"hobby\.csv"):
        check(copy)


def test_a_changed_scenario_is_found_even_where_its_file_is_listed_so(copy):
    path = copy / "scenario" / "scenario.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("title: Daily life", "title: Dull life"), encoding="utf-8")
    seal(copy)
    assert complaints(copy) == [("scenario", "is not the scenario that the manifest names")]


def test_an_extra_block_is_found(copy):
    shutil.copy(copy / "gold" / "en-00000.parquet", copy / "gold" / "en-00001.parquet")
    with pytest.raises(DatasetError, match=r"en-00001\.parquet"):
        check(copy)


def test_an_extra_block_in_every_table_is_found(copy):
    for table in TABLES:
        shutil.copy(copy / table / "en-00000.parquet", copy / table / "en-00001.parquet")
    report = check(copy)
    assert not report.ok
    assert {"manifest.json", "gold/en-00001.parquet"} <= {fault.file for fault in report.faults if fault.promise == 10}


@pytest.mark.parametrize("name", ["notes.txt", "gold/answers.csv", "scenario/priors/more.csv"])
def test_an_extra_file_is_found(copy, name):
    (copy / name).write_text("x", encoding="utf-8")
    assert name in {file for file, _ in complaints(copy)}


def test_another_digest_is_found(copy):
    with manifest_of(copy) as manifest:
        true, manifest["digest"] = manifest["digest"], "0" * 64
    ((file, detail),) = complaints(copy)
    assert file == "manifest.json"
    assert true in detail
    assert "0" * 64 in detail


@pytest.mark.parametrize("n", [-1, 0, 29, 31, 4000, 10**30])
def test_another_number_of_trajectories_is_found(copy, n):
    with manifest_of(copy) as manifest:
        manifest["n"] = manifest["settings"]["n"] = n
    assert any("numbered" in detail for _, detail in complaints(copy))


LANGUAGES = [[], ["en"], ["en", "zh", "zh"], ["en", "zh", "fr"], ["en", "gold"], ["../../x"], ["/etc/x"], [""]]


@pytest.mark.parametrize("languages", LANGUAGES)
def test_other_languages_than_those_of_the_files_are_found(copy, languages):
    with manifest_of(copy) as manifest:
        manifest["languages"] = manifest["settings"]["languages"] = languages
    assert any("the files are in en, zh" in detail for _, detail in complaints(copy))


@pytest.mark.parametrize(("name", "value"), [("n", 31), ("seed", 6), ("languages", ["zh", "en"])])
def test_a_manifest_that_says_two_things_is_found(copy, name, value):
    with manifest_of(copy) as manifest:
        manifest["settings"][name] = value
    ((file, detail),) = complaints(copy)
    assert file == "manifest.json"
    assert detail.startswith(f"says {name} ")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema_version": 99}', "\x00"])
def test_a_manifest_that_is_none_is_an_error(copy, text):
    (copy / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"manifest\.json"):
        check(copy)


def test_a_folder_that_is_none_and_one_without_a_manifest_are_errors(tmp_path):
    with pytest.raises(DatasetError, match="no such folder"):
        check(tmp_path / "nothing")
    with pytest.raises(DatasetError, match=r"no manifest\.json"):
        check(tmp_path)


def test_changed_knowledge_is_found_by_digest(copy):
    with rows_of(copy, "knowledge") as rows:
        rows[0]["result"] += "!"
    assert {file for file, _ in complaints(copy)} == {"manifest.json", "knowledge.parquet", "scenario"}


def test_changed_knowledge_is_found_by_the_answers_that_it_gives(copy):
    """Every city in Atlantis, and a manifest that agrees: the proofs do not."""
    with rows_of(copy, "knowledge") as rows:
        for row in rows:
            row["result"] = "Atlantis"
    seal(copy)
    report = check(copy)
    looked_up = report.failed[1]
    assert looked_up > 0
    assert {fault.promise for fault in report.faults} >= {1, 4}


def test_changed_knowledge_that_no_question_reads_is_found(copy):
    with rows_of(copy, "knowledge") as rows:
        rows.append(rows[0] | {"value": "Atlantis"})
    seal(copy)
    assert not check(copy).ok


def test_histories_of_other_trajectories_are_an_error(copy):
    with rows_of(copy, "histories") as rows:
        rows[0], rows[1] = rows[1], rows[0]
    with pytest.raises(DatasetError, match="other history_ids"):
        check(copy)


def test_profiles_of_other_trajectories_are_an_error(copy):
    with rows_of(copy, "profiles") as rows:
        rows[0], rows[1] = rows[1], rows[0]
    with pytest.raises(DatasetError, match="other history_ids"):
        check(copy)


def test_an_unknown_language_is_an_error(copy):
    with rows_of(copy, "questions") as rows:
        for row in rows:
            row["language"] = "fr"
    with pytest.raises(DatasetError, match="language 'fr'"):
        check(copy)


def test_a_check_leaves_the_folder_as_it_is(copy):
    before = {name: (copy / name).read_bytes() for name in files_of(copy)}
    check(copy)
    assert {name: (copy / name).read_bytes() for name in files_of(copy)} == before


def test_a_check_needs_nothing_but_the_folder(copy, monkeypatch):
    """The scenario of the package may have moved on since."""
    monkeypatch.setattr("memsim.spec.load.data_root", lambda: copy / "nowhere")
    assert check(copy).ok


def test_progress_counts_blocks(whole):
    seen = []
    check(whole, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 1)]


def test_a_set_of_one_language_is_not_said_to_be_alike_in_all(tmp_path_factory):
    assert check(made(tmp_path_factory, 12, language="en")).tested[11] == 0
    assert check(made(tmp_path_factory, 12)).tested[11] == 24
