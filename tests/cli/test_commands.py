"""The commands: help with an example, exit codes, one line for an error, quiet and JSON, what they show."""

import json
import re
import subprocess
import time

import click
import pytest
from sets import COMMAND, copied, joined, made, rows_of

from memsim.cli.main import COMMANDS
from memsim.cli.main import command as root
from memsim.statistics.run import GROUPS


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


def paths(command=root, path=()):
    """Return the words of every command and subcommand."""
    out = [path]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            out += paths(command.get_command(context, name), (*path, name))
    return out


def is_one_line(ended, *says):
    assert ended.code == 2
    assert ended.out == ""
    lines = ended.err.strip().splitlines()
    assert "Traceback" not in ended.err
    assert lines[-1].startswith("Error: ")
    assert all(line.startswith(("Usage:", "Try ", "Error: ")) or not line for line in lines), ended.err
    for text in says:
        assert text in lines[-1], ended.err


@pytest.mark.parametrize("path", paths(), ids=" ".join)
def test_every_help_has_an_example_that_is_a_command(memsim, path):
    ended = memsim(*path, "--help")
    assert (ended.code, ended.err) == (0, "")
    example = re.search(r"Example: memsim (.*)", ended.out)
    assert example, ended.out
    words = example[1].split()
    assert tuple(words[: len(path)]) == path
    assert "-h, --help" in ended.out


@pytest.mark.parametrize("path", [path for path in paths() if path], ids=" ".join)
def test_every_option_has_a_meaning_or_a_default(path):
    command = root
    for name in path:
        command = command.get_command(click.Context(command), name)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help or parameter.show_default, parameter.name


def test_the_list_of_commands_is_that_of_the_help(memsim):
    ended = memsim("--help")
    assert [name for name in COMMANDS if re.search(rf"^  {name} ", ended.out, re.MULTILINE)] == list(COMMANDS)
    assert memsim("-h").out == ended.out


def test_help_is_quick():
    def taken():
        started = time.perf_counter()
        subprocess.run([COMMAND, "--help"], check=True, capture_output=True)
        return time.perf_counter() - started

    def bare():
        started = time.perf_counter()
        subprocess.run([COMMAND.with_name("python"), "-c", "import click"], check=True, capture_output=True)
        return time.perf_counter() - started

    assert min(taken() for _ in range(3)) < 0.2 + min(bare() for _ in range(3))


def test_version(memsim):
    from importlib.metadata import version

    assert version("memsim") in memsim("--version").out


@pytest.mark.parametrize(("arguments", "says"), [
    (["nonsense"], ["nonsense"]),
    (["generate", "--nonsense"], ["--nonsense"]),
    (["generate", "--n", "many"], ["many"]),
    (["generate", "--n", "0"], ["n is 0", "at least 1"]),
    (["generate", "--n", "-1"], ["n is -1"]),
    (["generate", "--n", 10**12], ["1,000,000,000,000", "--yes"]),
    (["generate", "--n", "5", "--language", "fr"], ["language", "'fr'", "en, zh"]),
    (["generate", "--n", "5", "--types", "riddle"], ["question type", "'riddle'", "single_hop"]),
    (["generate", "--n", "5", "--types", ""], ["question type"]),
    (["generate", "--n", "5", "--format", "csv"], ["csv", "parquet", "jsonl"]),
    (["generate", "--n", "5", "--workers", "0"], ["workers is 0"]),
    (["generate", "--n", "5", "--scenario", "dayly"], ["'dayly'", "did you mean daily?"]),
    (["check"], ["PATH"]),
    (["check", "nowhere"], ["nowhere", "no such file or folder"]),
    (["stats", "nowhere"], ["nowhere"]),
    (["view", "nowhere"], ["nowhere"]),
    (["scenario", "show", "nightly"], ["nightly", "known: daily"]),
    (["scenario", "sample", "daily", "--n", "0"], ["0"]),
    (["scenario", "sample", "daily", "--language", "fr"], ["'fr'", "en, zh"]),
])  # fmt: skip
def test_wrong_use_is_one_line_and_code_2(memsim, tmp_path, arguments, says):
    is_one_line(memsim(*arguments), *says)
    assert list(tmp_path.iterdir()) == []


def test_places_that_will_not_do_are_one_line_and_code_2(memsim, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis.tex").touch()
    for out, says in (
        ("file", "is a file"),
        ("folder", "holds other files"),
        ("file/below", "cannot be written"),
        ("/proc/x", "cannot be written"),
    ):
        is_one_line(memsim("generate", "--n", 2, "--out", out), out.rpartition("/")[2], says)


def test_other_settings_on_resuming_are_one_line_with_key_and_both_values(memsim, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("memsim.engine.build.Build.finish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        interrupted = memsim("generate", "--n", 3, "--seed", 1, "--out", "set")
    assert interrupted.code == 130
    assert "--resume" in interrupted.err
    is_one_line(memsim("generate", "--n", 3, "--seed", 2, "--out", "set", "--resume"), "seed", "begun with seed 1", "now 2")
    assert memsim("generate", "--n", 3, "--seed", 1, "--out", "set", "--resume").code == 0
    assert memsim("check", "set").code == 0


def test_a_full_disk_is_one_line(memsim, tmp_path, monkeypatch):
    import errno

    def full(content, path):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    assert memsim("generate", "--n", 2, "--out", "set", "--quiet").code == 0
    before = {path: path.read_bytes() for path in (tmp_path / "set").rglob("*") if path.is_file()}
    monkeypatch.setattr("memsim.io.tables.write", full)
    is_one_line(memsim("generate", "--n", 3, "--out", "set"), "No space left on device", "nothing was replaced")
    assert {path: path.read_bytes() for path in (tmp_path / "set").rglob("*") if path.is_file()} == before


def test_generate_says_what_it_made(memsim, tmp_path):
    ended = memsim("generate", "--n", 7, "--language", "en,zh", "--out", "set")
    assert (ended.code, ended.err) == (0, "")
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text(encoding="utf-8"))
    assert "14 questions" in ended.out
    assert manifest["digest"] in ended.out
    for reason, count in manifest["redraws"].items():
        assert f"{reason} {count:,}" in ended.out


def test_generate_has_its_default_folder(memsim, tmp_path):
    assert memsim("generate", "--n", 2, "--quiet").code == 0
    assert (tmp_path / "generated" / "daily" / "manifest.json").is_file()


def test_quiet_is_silent(memsim, whole):
    for arguments in (["generate", "--n", 2, "--out", "set", "--quiet"], ["check", whole, "--quiet"]):
        ended = memsim(*arguments)
        assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_check_counts_every_promise(memsim, whole):
    ended = memsim("check", whole)
    assert (ended.code, ended.err) == (0, "")
    assert len(re.findall(r"^ *\d+ +[\d,]+ tested +0 failed", ended.out, re.MULTILINE)) == 12
    assert "80 rows, every promise is kept" in ended.out


def test_check_fails_with_code_1_and_names_the_row(memsim, whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    with rows_of(bad, "gold") as rows:
        rows[3]["answer"] = "Atlantis"
        name = rows[3]["id"]
    for flags in ([], ["--quiet"]):
        ended = memsim("check", bad, *flags)
        assert ended.code == 1
        assert re.search(rf"^en-00000.parquet row 3 \({name}\): promise 1, answer: .*Atlantis", ended.out, re.MULTILINE)
        assert ("NOT every promise" in ended.out) == (not flags)
    ended = memsim("check", bad, "--json")
    report = json.loads(ended.out)
    assert (ended.code, report["ok"]) == (1, False)
    assert (1, "en-00000.parquet", 3, name) in {tuple(fault[key] for key in ("promise", "file", "row", "id")) for fault in report["faults"]}


def test_check_as_json(memsim, whole):
    ended = memsim("check", whole, "--json")
    report = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert report["ok"] is True
    assert report["rows"] == 80
    assert [one["promise"] for one in report["promises"]] == list(range(1, 13))
    assert all(one["failed"] == 0 < one["tested"] for one in report["promises"])


def test_a_damaged_set_is_one_line_and_code_2(memsim, whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    path = bad / "gold" / "en-00000.parquet"
    path.write_bytes(path.read_bytes()[:100])
    for arguments in (["check", bad], ["stats", bad], ["view", bad]):
        is_one_line(memsim(*arguments), "gold/en-00000.parquet", "unreadable")


def test_stats_side_by_side(memsim, whole, tmp_path_factory):
    other = made(tmp_path_factory, 20)
    ended = memsim("stats", whole, other, "--json")
    found = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert {path: list(columns) for path, columns in found.items()} == {str(whole): ["en", "zh"], str(other): ["en", "zh"]}
    assert list(found[str(whole)]["zh"]) == ["sizes", "profiles", "messages", "notes"]
    sizes = found[str(whole)]["en"]["sizes"]
    assert (sizes["questions"], sizes["messages"]) == (40, sum(len(row.history["messages"]) for row in joined(whole)))
    one = memsim("stats", whole, "--language", "zh", "--json")
    assert json.loads(one.out) == {str(whole): {"zh": found[str(whole)]["zh"]}}


def test_the_table_of_stats_has_the_figures_of_the_json(memsim, whole, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    ended = memsim("stats", whole)
    assert (ended.code, ended.err) == (0, "")
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in ended.out.splitlines() if line.startswith("│")]
    found = json.loads(memsim("stats", whole, "--json").out)[str(whole)]
    assert [row[0] for row in rows] == [name for group in GROUPS for name in (group, *found["en"][group])]
    values = [[found[language][group].get(name) for language in found] for group in GROUPS for name in ("", *found["en"][group])]
    for (name, *shown), figures in zip(rows, values, strict=True):
        for cell, figure in zip(shown, figures, strict=True):
            if cell in {"", "–"}:
                assert figure is None
            else:
                assert cell == figure or float(cell.replace(",", "")) == pytest.approx(figure, rel=0.01), name
    shown = [line for line in ended.out.splitlines() if line.startswith(str(whole))]
    for language in found:
        assert [line.rpartition(": ")[2] for line in shown if f"{whole} {language}" in line] == [
            note.rpartition(": ")[2] for note in found[language]["notes"]
        ]


def test_stats_breaks_no_figure_in_two_however_narrow_the_screen(memsim, whole, tmp_path_factory, monkeypatch):
    paths = [whole, *(made(tmp_path_factory, n) for n in (20, 40))]
    monkeypatch.setenv("COLUMNS", "400")
    wide = [line for line in memsim("stats", *paths).out.splitlines() if line.startswith("│")]
    monkeypatch.setenv("COLUMNS", "40")
    narrow = [line for line in memsim("stats", *paths).out.splitlines() if line.startswith("│")]
    assert len({len(line) for line in narrow}) == 1 < len(narrow)
    figures = [line.replace(" ", "") for line in wide if "memsim.text" not in line]
    assert [line.replace(" ", "") for line in narrow if not re.search("[a-z] │$", line)] == figures
    assert len(wide[0]) < 400


def test_stats_tells_how_far_it_is_unless_told_not_to(memsim, whole, monkeypatch):
    monkeypatch.setattr("memsim.cli.progress._SILENCE", 0)
    assert memsim("stats", whole).err == "counting: 40\ncounting: 80\n"
    assert memsim("stats", whole, "--quiet").err == memsim("stats", whole, "--json").err == ""


def test_stats_shows_a_path_as_it_is(memsim, whole, tmp_path):
    odd = copied(whole, tmp_path / "set[bold]:cat:")
    assert "set[bold]:cat:" in memsim("stats", odd.name, "--language", "en").out


@pytest.mark.parametrize(("arguments", "says"), [
    (["--language", "fr"], ["'fr'", "en, zh"]),
    (["--format", "memdayly"], ["'memdayly'", "did you mean memdaily?"]),
    (["--format", "coding-agent-life"], ["sessions.json", "unreadable"]),
])  # fmt: skip
def test_stats_refuses_what_a_set_does_not_have(memsim, whole, arguments, says):
    is_one_line(memsim("stats", whole, *arguments), *says)


def test_view_shows_the_first_with_its_evidence_marked(memsim, whole):
    ended = memsim("view", whole)
    row = joined(whole)[0]
    assert (ended.code, ended.err) == (0, "")
    assert row.question["id"] in ended.out
    for message in row.history["messages"]:
        line = next(line for line in ended.out.splitlines() if f" {message['mid']} " in line)
        assert message["text"] in line
        assert line.startswith("*") == (message["mid"] in row.gold["evidence"])
    marked = [line for line in ended.out.splitlines() if re.match(r" +\* [A-D] ", line)]
    assert len(marked) == 1
    assert f" {row.gold['target']} " in marked[0]
    assert row.question["question"] in ended.out


def test_view_finds_by_question_id_history_id_and_index(memsim, whole):
    row = joined(whole, "zh")[5]
    for name in (row.question["id"], row.question["history_id"]):
        assert memsim("view", whole, name).out.startswith(row.question["id"])
    by_index = memsim("view", whole, "5").out
    assert row.question["id"] in by_index
    assert joined(whole)[5].question["id"] in by_index
    assert memsim("view", whole, "--n", 3).out.count("trajectory") == 3
    assert memsim("view", whole, "--n", 1000).out.count("trajectory") == 80


@pytest.mark.parametrize("name", ["q-0000000000000000", "40", "-1", "Anna"])
def test_view_of_what_is_not_there(memsim, whole, name):
    is_one_line(memsim("view", whole, "--", name), repr(name))


def test_a_reader_who_goes_away_is_no_error(whole):
    viewer = subprocess.Popen(
        [COMMAND, "view", whole, "--n", "80"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    viewer.stdout.readline()
    viewer.stdout.close()
    assert viewer.stderr.read() == ""
    viewer.stderr.close()
    assert viewer.wait() == 0


def test_scenarios_are_listed_and_shown(memsim, spec):
    assert re.match(r"daily  \S+  en, zh  Daily life", memsim("scenario", "list").out)
    shown = memsim("scenario", "show", "daily")
    assert shown.code == 0
    assert all(klass in shown.out for klass in spec.file.classes)
    assert json.loads(memsim("scenario", "show", "daily", "--json").out)["name"] == "daily"


def test_the_scenario_checks_out(memsim):
    ended = memsim("scenario", "check", "daily")
    assert (ended.code, ended.err) == (0, "")
    assert "ways of asking" in ended.out


def test_a_wrong_scenario_is_one_line_with_file_key_and_value(memsim, daily_copy):
    path = daily_copy / "scenario.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("cpd: table, file: user_age.csv", "cpd: tabel, file: user_age.csv"), encoding="utf-8"
    )
    for arguments in (["scenario", "check", daily_copy], ["generate", "--n", 2, "--scenario", daily_copy, "--out", "set"]):
        is_one_line(memsim(*arguments), "scenario.yaml", "nodes.user.age", "tabel")


def test_a_phrase_with_a_value_of_its_own_fails_the_scenario(memsim, daily_copy, spec):
    path = daily_copy / "phrases.en.yaml"
    phrase = spec.phrases["en"].tails["roles"][0]
    path.write_text(path.read_text(encoding="utf-8").replace(f'"{phrase}"', '"And chess is fun."', 1), encoding="utf-8")
    ended = memsim("scenario", "check", daily_copy)
    assert ended.code == 1
    assert "And chess is fun." in ended.err


def test_samples_are_whole_profiles(memsim, spec):
    ended = memsim("scenario", "sample", "daily", "--n", 3, "--seed", 4)
    profiles = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.code, len(profiles)) == (0, 3)
    assert all(set(spec.file.nodes["user"]) == set(profile["user-1"]) for profile in profiles)
    assert memsim("scenario", "sample", "daily", "--n", 3, "--seed", 4).out == ended.out
    chinese = memsim("scenario", "sample", "daily", "--seed", 4, "--language", "zh").out
    assert re.search("[\u4e00-\u9fff]", chinese)


@pytest.mark.parametrize("name", ["daily.svg", "net.png"])
def test_the_network_is_drawn_to_a_file(memsim, tmp_path, name):
    pytest.importorskip("matplotlib")
    arguments = [] if name == "daily.svg" else ["--out", name]
    ended = memsim("scenario", "plot", "daily", *arguments)
    assert (ended.code, ended.out.strip()) == (0, name)
    assert (tmp_path / name).stat().st_size > 10_000
