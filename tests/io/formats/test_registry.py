"""Formats are found by name and by content, and what is neither is refused with what was looked for."""

import importlib
import re

import pytest
from foreign import SAMPLES, written, written_csv
from jsons import replaced
from sets import call, made

from memsim.errors import DatasetError, InputError
from memsim.io.formats.registry import FORMATS, UNSEEN, Source, open_set
from memsim.measure.measured import ANSWERS
from memsim.scoring.metrics import METRICS, SESSION_METRICS


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_a_source_under_its_own_name(name):
    module, _, attribute = FORMATS[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    assert issubclass(found, Source)
    assert found.format == name
    assert found.looked_for


@pytest.mark.parametrize("name", FORMATS)
def test_every_set_is_told_by_measures_that_there_are(name):
    module, _, attribute = FORMATS[name].partition(":")
    convention = getattr(importlib.import_module(module), attribute).convention
    known = {*ANSWERS, *(f"{measure}@{{k}}" for measure in (*METRICS, *SESSION_METRICS))}
    assert convention.k > 0
    assert convention.measures
    assert {*convention.measures} <= known


def test_what_was_at_no_hand_is_of_a_format_that_says_so():
    for name in UNSEEN:
        module, _, _ = FORMATS[name].partition(":")
        assert re.search(r"no file of .* was at hand", importlib.import_module(module).__doc__)


def assert_audited_alike(source, lenient):
    """However a set is opened, the same is audited; and of one without defects, all questions can be measured."""
    histories = list(source.audited())
    assert list(lenient.audited()) == histories
    asked = [one for history in histories for one in history.asked]
    measured = [item for history in source.histories() for item in history.items]
    assert [one.question for one in asked] == [item.question.question for item in measured]
    assert [one.choices for one in asked] == [item.question.choices for item in measured]
    assert [one.target for one in asked] == [item.truth.target for item in measured]
    assert [len(one.evidence) for one in asked] == [len(item.truth.evidence) for item in measured]
    assert [one.moment or "" for one in asked] == [item.question.question_time for item in measured]
    for history in histories:
        known = {post.mid for post in history.posts} | {post.session for post in history.posts}
        assert all(post.moment or not post.time for post in history.posts)
        assert all({*one.evidence} <= known for one in history.asked)


def test_a_set_is_recognised_by_its_content(tmp_path, tmp_path_factory):
    sets = [
        (made(tmp_path_factory), "memsim", "set"),
        (written("memdaily", tmp_path / "memdaily.json"), "memdaily", "memdaily"),
        (written("memdaily", tmp_path / "packed.v2.json.gz"), "memdaily", "packed.v2"),
        (written("locomo", tmp_path / "locomo10.json"), "locomo", "locomo10"),
        (written("longmemeval", tmp_path / "longmemeval_s.json"), "longmemeval", "longmemeval_s"),
        (written("coding-agent-life", tmp_path / "agent.v1"), "coding-agent-life", "agent.v1"),
        (written("membench", tmp_path / "membench.json"), "membench", "membench"),
        (written("convomem", tmp_path / "items.json.gz"), "convomem", "items"),
        (written_csv(tmp_path / "questions_32k.csv"), "personamem", "questions_32k"),
    ]
    for path, kind, name in sets:
        for given in (path, str(path)):
            for source in (open_set(given), open_set(given, kind)):
                assert (source.format, source.name, source.path) == (kind, name, path)
                assert source.told_by in {"", source.looked_for}
                assert len(source.digest) == 64
                assert list(source.histories())
                assert {history.language for history in source.histories()} <= set(source.languages)
                assert_audited_alike(source, open_set(given, kind, lenient=True))


@pytest.mark.parametrize("format", SAMPLES)
def test_whoever_is_not_told_the_format_is_told_how_it_was_found(format, tmp_path, capsys, monkeypatch):
    path = written(format, tmp_path / ("life" if format == "coding-agent-life" else "set.json"))
    looked_for = open_set(path).looked_for
    assert f"{format} (told by its being {looked_for})" in call(capsys, monkeypatch, "check", path, "--only", "structure").out
    assert "told by" not in call(capsys, monkeypatch, "check", path, "--only", "structure", "--format", format).out
    call(capsys, monkeypatch, "bench", path, "--memory", "first", "--reader", "none", "--out", tmp_path / "run")
    assert f"- {format}, told by its being {looked_for}, digest" in (tmp_path / "run" / "report.md").read_text(encoding="utf-8")


def test_a_folder_given_as_here_has_the_name_of_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(written("coding-agent-life", tmp_path / "life"))
    assert open_set(".").name == "life"


def test_a_foreign_set_has_no_pool_and_no_eta(tmp_path):
    source = open_set(written("memdaily", tmp_path / "m.json"))
    assert source.pool("zh") == ()
    assert source.eta == 1


def test_the_same_bytes_have_the_same_digest_and_others_another(tmp_path):
    one = open_set(written("memdaily", tmp_path / "one.json"))
    assert open_set(written("memdaily", tmp_path / "two.json")).digest == one.digest
    other = replaced(SAMPLES["memdaily"], ("simple", "roles", 0, "tid"), 1)
    assert open_set(written("memdaily", tmp_path / "three.json", other)).digest != one.digest


def test_a_misspelt_format_gets_near_names():
    with pytest.raises(InputError, match=r"unknown format 'memdaly'; did you mean memdaily\?"):
        open_set("anything", "memdaly")


def test_a_format_that_is_like_none_gets_them_all():
    with pytest.raises(InputError, match=r"unknown format 'zzz'; known: auto, memsim, memdaily, locomo, longmemeval, coding-agent-life"):
        open_set("anything", "zzz")


@pytest.mark.parametrize("name", ["nowhere", "n" * 5000])
def test_a_path_that_is_not_there_is_refused(tmp_path, name):
    with pytest.raises(DatasetError, match="no such file or folder"):
        open_set(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.json", "[]"),
        ("other.json", '{"conversation": {"roles": []}}'),
        ("flat.json", '{"simple": []}'),
        ("text.txt", '{"simple": {"roles": []}}'),
        ("binary.json", "\x00\x01"),
        ("empty.json", ""),
    ],
)
def test_a_file_of_no_format_is_refused_with_all_that_was_looked_for(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"no format recognised; looked for .*manifest\.json.*\(memsim\)") as caught:
        open_set(tmp_path / name)
    assert str(caught.value).startswith(str(tmp_path / name))
    assert all(f"({kind})" in str(caught.value) for kind in FORMATS)


def test_a_folder_with_half_a_set_is_refused(tmp_path):
    written("coding-agent-life", tmp_path / "half")
    (tmp_path / "half" / "queries.json").unlink()
    with pytest.raises(DatasetError, match="no format recognised"):
        open_set(tmp_path / "half")


def test_a_damaged_pack_is_refused_as_unreadable(tmp_path):
    (tmp_path / "m.json.gz").write_bytes(b"no pack")
    with pytest.raises(DatasetError, match=r"m\.json\.gz: unreadable \(Not a gzipped file"):
        open_set(tmp_path / "m.json.gz")


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_named_for_something_else_says_what_it_expected(tmp_path, format):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.json").write_text("{}", encoding="utf-8")
    for name in ("folder", "file.json"):
        with pytest.raises(DatasetError, match="expected"):
            open_set(tmp_path / name, format)
