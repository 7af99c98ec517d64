"""The golden set, generated/daily-sample: 60 trajectories in two languages, committed, made again and compared; and the frozen scorecard.

A change of the scenario or of what is generated changes every digest. Where that is meant, renew both and commit them together with the change:

    python examples/renew_generated.py

The settings and the expected digest are read from the files themselves, so nothing here needs an edit; the format is the manifest's own.
"""

import json
from pathlib import Path

import pytest
from sets import files_of

import memsim

GOLDEN = Path(__file__).parents[2] / "generated" / "daily-sample"
SCORECARDS = sorted(GOLDEN.parent.glob("memsim-daily-*.json"))
RENEW = "python examples/renew_generated.py"


@pytest.fixture(scope="module")
def manifest():
    """What the committed set says of itself."""
    assert (GOLDEN / "manifest.json").is_file(), f"no golden set; make it with: {RENEW}"
    return json.loads((GOLDEN / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def again(manifest, tmp_path_factory):
    """The same settings, generated now."""
    settings = manifest["settings"]
    return memsim.generate(
        settings["scenario"],
        settings["n"],
        seed=settings["seed"],
        language=settings["languages"],
        types=settings["question_types"],
        format=settings["format"],
        out=tmp_path_factory.mktemp("golden") / "golden",
        workers=1,
    )


def test_it_is_sixty_in_two_languages(manifest):
    assert manifest["n"] == 60
    assert manifest["languages"] == ["en", "zh"]
    assert manifest["settings"]["question_types"] == ["single_hop", "multi_hop", "comparative", "aggregative", "post_processing"]


def test_the_scenario_is_the_one_it_was_made_from(manifest, spec):
    assert manifest["scenario"]["digest"] == spec.digest, f"the scenario has changed; renew the golden set with: {RENEW}"


def test_the_same_rows_are_generated_today(manifest, again):
    assert again.manifest["digest"] == manifest["digest"], f"the rows have changed; if that is meant, renew the golden set with: {RENEW}"


def test_row_by_row(again):
    """Where the digest differs, this names the first row that does."""
    for now, then in zip(again, memsim.load(GOLDEN), strict=True):
        assert now == then


def test_it_keeps_every_promise_still():
    report = memsim.load(GOLDEN).check()
    assert report.ok, "\n".join(map(str, report.faults))


def test_text_files_have_the_same_bytes(manifest, again):
    """Parquet bytes name their writer's version; JSON lines and texts do not."""
    assert files_of(again.path) == files_of(GOLDEN)
    for name in files_of(GOLDEN):
        if not name.endswith(".parquet"):
            assert (GOLDEN / name).read_bytes() == (again.path / name).read_bytes(), name


def test_the_scorecard_set_is_what_was_frozen(spec, tmp_path):
    """Of the scenario's present version; those of older versions are made with the memsim of their time."""
    frozen = [json.loads(path.read_text(encoding="utf-8")) for path in SCORECARDS]
    (card,) = [one for one in frozen if one["scenario"]["version"] == spec.file.version]
    options = {"n": card["n"], "seed": card["seed"], "language": card["languages"], "types": card["question_types"]}
    manifest = memsim.generate("daily", out=tmp_path / "set", **options).manifest
    assert manifest["digest"] == card["digest"], f"the rows have changed; if that is meant, raise the version of `daily` and run: {RENEW}"
    assert manifest["counts"] == card["counts"]
