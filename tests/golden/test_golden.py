"""The golden set: 20 trajectories in two languages, committed, made again and compared.

A change of the scenario or of what is generated changes every digest. Where that is meant, renew the set and commit it together with the change:

    memsim generate --scenario daily --n 20 --seed 0 --language en,zh --format jsonl --out generated/golden

The settings and the expected digest are read from its manifest, so nothing here needs an edit; the format is the manifest's own.
"""

import json
from pathlib import Path

import pytest
from sets import files_of

import memsim

GOLDEN = Path(__file__).parents[2] / "generated" / "golden"
RENEW = "memsim generate --scenario daily --n 20 --seed 0 --language en,zh --format jsonl --out generated/golden"


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


def test_it_is_twenty_in_two_languages(manifest):
    assert manifest["n"] == 20
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
