"""The card: what the Hub asks for is there, and what it says is true."""

import json
import shlex
import subprocess

import pytest
import yaml
from huggingface_hub import DatasetCard
from sets import COMMAND, digest_of, seal

import memsim
from memsim.io.manifest import read_manifest
from memsim.publishing.card import _plain, _size

pytestmark = pytest.mark.usefixtures("checked_once")


def card_of(root, **options):
    return memsim.publish(root, "ada/set", dry_run=True, **options).card


@pytest.fixture
def card(whole):
    return card_of(whole)


def test_the_head_has_all_that_the_hub_asks_for(card, whole):
    head = DatasetCard(card).data.to_dict()
    assert head["language"] == ["en", "zh"]
    assert head["license"] == "apache-2.0"
    assert head["pretty_name"] == "Daily life (memsim daily 1.0.0)"
    assert head["size_categories"] == ["n<1K"]
    assert head["multilinguality"] == ["multilingual"]
    assert head["annotations_creators"] == head["language_creators"] == ["machine-generated"]
    assert head["source_datasets"] == ["original"]
    assert {"question-answering", "multiple-choice"} == set(head["task_categories"])
    assert {"synthetic", "agent-memory"} <= set(head["tags"])


def test_each_configuration_has_files_features_and_counts(card):
    head = DatasetCard(card).data.to_dict()
    names = [one["config_name"] for one in head["configs"]]
    assert names == ["en", "zh", "histories", "questions", "gold", "profiles", "knowledge", "pool"]
    assert [one["config_name"] for one in head["configs"] if one.get("default")] == ["en"]
    infos = {one["config_name"]: one for one in head["dataset_info"]}
    assert set(infos) == set(names)
    for name, info in infos.items():
        assert info["features"]
        assert info["dataset_size"] > 0 < info["download_size"]
        (split,) = info["splits"]
        assert split["name"] == "test"
        if name in {"en", "zh"}:
            assert split["num_examples"] == 12


@pytest.mark.parametrize(
    ("n", "category"), [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (10_000, "10K<n<100K"), (5 * 10**8, "100M<n<1B")]
)
def test_sizes_are_told_in_the_words_of_the_hub(n, category):
    assert _size(n) == category


def test_the_card_says_what_was_checked(card, found, whole):
    report, audit = found
    for one in report.to_dict()["promises"]:
        assert f"| {one['promise']} | {_plain(one['text'])} | {one['tested']} | {one['failed']} |" in card
    assert f"Of {sum(bool(one.tested) for one in audit.findings)} rules" in card
    assert digest_of(whole) in card


def test_the_command_on_the_card_makes_the_same_rows(card, whole, tmp_path):
    (line,) = [line[2:] for line in card.splitlines() if line.startswith("$ memsim generate")]
    subprocess.run([COMMAND, *shlex.split(line)[1:], "--out", tmp_path / "again", "--quiet"], check=True)
    assert digest_of(tmp_path / "again") == digest_of(whole)


def test_loading_is_told_by_tag(card):
    tag = f"1.0.0-{card.split('rows digest | `')[1][:12]}"
    assert f'load_dataset("ada/set", "en", split="test", revision="{tag}")' in card
    assert f'memsim.load("hf://ada/set@{tag}")' in card


def test_a_title_does_nothing_to_the_page(whole, tmp_path):
    import shutil

    copy = shutil.copytree(whole, tmp_path / "copy")
    manifest = read_manifest(copy)
    manifest["scenario"]["title"] = "<script>alert(1)</script>\n# [x](javascript:y) | `z` {{ 7 * 7 }}"
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    seal(copy)
    card = card_of(copy)
    body = card.split("\n---\n", 1)[1]
    assert "<script>" not in body
    assert "\n# [x]" not in body
    assert "{{" not in body.replace("\\{\\{", "")
    assert yaml.safe_load(card.split("---\n")[1])["pretty_name"].startswith("<script>")


def test_a_held_out_card_says_so_and_how_to_make_nothing_again(secret):
    card = card_of(secret, gold=False)
    assert "held-out release" in card
    assert "memsim generate" not in card
    assert "| seed | withheld |" in card
    assert "memsim.load" not in card
    assert [one["config_name"] for one in DatasetCard(card).data.to_dict()["configs"]] == ["en", "zh", "histories", "questions"]


def test_a_licence_is_the_authors_choice(whole):
    assert DatasetCard(card_of(whole, licence="cc-by-4.0")).data.license == "cc-by-4.0"
