"""The card: what the Hub asks for is there, and what it says is true."""

import copy
import json
import re
import shlex
import shutil
import subprocess
from dataclasses import replace

import pytest
import yaml
from huggingface_hub import DatasetCard
from models import fake_model
from rewriting import faithful, rewriting
from sets import COMMAND, digest_of, seal

import memsim
from memsim.errors import InputError
from memsim.io.manifest import read_manifest
from memsim.publishing.card import _code, _plain, _size
from memsim.spec.load import data_root

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
    assert f"Of {len({one.name for one in audit.findings if one.tested})} rules" in card
    assert digest_of(whole) in card


def test_the_command_on_the_card_makes_the_same_rows(card, whole, tmp_path):
    (line,) = [line[2:] for line in card.splitlines() if line.startswith("$ memsim generate")]
    subprocess.run([COMMAND, *shlex.split(line)[1:], "--out", tmp_path / "again", "--quiet"], check=True)
    assert digest_of(tmp_path / "again") == digest_of(whole)


def test_the_command_names_the_scenario_that_was_compared(whole, tmp_path):
    """Whatever the settings call it."""
    root = shutil.copytree(whole, tmp_path / "copy")
    manifest = read_manifest(root)
    manifest["settings"]["scenario"] = "another"
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert "$ memsim generate --scenario daily " in card_of(root)


def test_loading_is_told_by_tag(card):
    tag = f"1.0.0-{card.split('rows digest | `')[1][:12]}"
    assert f'load_dataset("ada/set", "en", split="test", revision="{tag}")' in card
    assert f'memsim.load("hf://ada/set@{tag}")' in card


def test_a_title_does_nothing_to_the_page(whole, tmp_path):
    root = shutil.copytree(whole, tmp_path / "copy")
    manifest = read_manifest(root)
    manifest["scenario"]["title"] = "<script>alert(1)</script>\n# [x](javascript:y) | `z` {{ 7 * 7 }}"
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    seal(root)
    card = card_of(root)
    body = re.sub(r"(?ms)^```.*?^```", "", card.split("\n---\n", 1)[1])  # nothing in a block of code means anything
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


@pytest.mark.parametrize("licence", ["", " ", "CC BY 4.0", "MIT", "mit\n# x", "mit`"])
def test_a_licence_that_the_hub_would_not_know_is_refused(licence, whole):
    with pytest.raises(InputError, match="licence"):
        card_of(whole, licence=licence)


def test_a_held_out_card_tells_nothing_that_is_known_by_the_answers(secret, found, monkeypatch):
    """Whatever the checks find: how often a guess is right says which option is, and how many rules had anything to test, what the evidence is."""
    from memsim.publishing import publish

    findings = [
        replace(one, found=one.found + k, tested=k % 2, share=one.share / 2, ok=False) for k, one in enumerate(found.audit.findings)
    ]
    monkeypatch.setattr(publish, "checked", lambda *_: found._replace(audit=replace(found.audit, findings=findings)))
    other = card_of(secret, gold=False)
    assert not [one.name for one in findings if f"`{one.name}`" in other]
    assert "%" not in other
    monkeypatch.setattr(publish, "checked", lambda *_: found)
    assert card_of(secret, gold=False) == other


def test_a_rule_is_one_rule_in_any_number_of_languages(whole, found, monkeypatch):
    from memsim.publishing import publish

    findings = [replace(one, ok=one.name != "right-letter", found=3, tested=9) for one in found.audit.findings]
    monkeypatch.setattr(publish, "checked", lambda *_: found._replace(audit=replace(found.audit, findings=findings)))
    card = card_of(whole)
    assert f"Of {len({one.name for one in findings})} rules on defects and leaks, 1 is broken:" in card
    (line,) = [line for line in card.splitlines() if line.startswith("- `right-letter`")]
    assert line.endswith(": 3 of 9 in en; 3 of 9 in zh")


ODD = {"title": "50 % of {A_b} & $c #d ~ ^ \\\\ e", "version": "..2 ü/x.lock"}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A set of a scenario that does not come with memsim, with a title and a version that nobody expects."""
    folder = tmp_path_factory.mktemp("own") / "daily"
    shutil.copytree(data_root() / "schemas" / "scenarios" / "daily", folder)
    shutil.copytree(data_root() / "priors" / "daily", folder / "priors")
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    for key, value in ODD.items():
        text = re.sub(rf"(?m)^{key}: .*", lambda _, key=key, value=value: f'{key}: "{value}"', text)
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    return memsim.generate(folder, 3, seed=9, out=folder.with_name("set"), workers=1, pool=0).path


def test_a_scenario_of_ones_own_is_fetched_from_the_repository(own, tmp_path, monkeypatch):
    """Which here is the folder of the release."""
    done = memsim.publish(own, "ada/set", dry_run=True, out=tmp_path / "out")
    first, second = [line[2:] for line in done.card.splitlines() if line.startswith("$ ")]
    assert first == f"hf download ada/set --repo-type dataset --revision {done.tag} --include 'scenario/*' --local-dir ."
    monkeypatch.chdir(tmp_path / "out")
    subprocess.run([COMMAND, *shlex.split(second)[1:], "--out", tmp_path / "again", "--quiet"], check=True)
    assert digest_of(tmp_path / "again") == digest_of(own)


def test_odd_titles_and_versions_make_names_that_git_takes_and_a_citation_that_latex_does(own):
    done = memsim.publish(own, "ada/my_set", dry_run=True)
    assert done.tag == f"2-x.lock-{digest_of(own)[:12]}"
    assert r"{50 \% of \{A\_b\} \& \$c \#d \textasciitilde{} \textasciicircum{} \textbackslash{} e: a benchmark" in done.card
    assert r"scenario daily ..2 ü/x.lock" in done.card


@pytest.mark.parametrize("what", [("messages",), ("questions",), ("messages", "questions")])
def test_texts_of_a_model_are_told_and_no_command_claims_to_make_them_again(what, tmp_path):
    with fake_model(faithful) as model:
        root = memsim.generate(
            "daily", 3, seed=5, out=tmp_path / "set", workers=1, pool=0, rewriting=rewriting(model, tmp_path, what=what)
        ).path
    card = card_of(root)
    assert "$ memsim generate" not in card
    assert "A model worded some of the texts" in card
    assert "`openai/stub` worded" in card
    assert "put together from phrases" not in card
    assert "- The texts were worded by a model, and are more alike" in card


def test_a_set_whose_messages_prove_nothing_does_not_say_that_they_do(whole, found, monkeypatch):
    from memsim.publishing import publish

    report = copy.deepcopy(found.report)
    report.failed[8] += 1
    monkeypatch.setattr(publish, "checked", lambda *_: found._replace(report=report))
    assert "prove" not in card_of(whole).partition("| configuration |")[0]


@pytest.mark.parametrize("name", ["a b", "a|b", "`a` b", "a\n|\tb", "|a||b`"])
def test_a_name_is_one_cell_of_code_whatever_it_has(name):
    code = _code(name)
    assert (code[0], code[-1]) == ("`", "`")
    assert not set(code[1:-1]) & set("`|\n\t")
    assert code[1:-1].replace(" ", "") == "ab"
