"""The card of a published set: ``README.md`` with the YAML head that the Hub reads; all that it says is of the manifest and the checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any, NamedTuple

from memsim.check.finding import Finding
from memsim.io.card import TABLES, rewriting
from memsim.publishing.checking import Checked
from memsim.publishing.release import Config, Release
from memsim.publishing.reproducing import commands

#: The Hub's categories of size: below each, the name.
_SIZES = {
    1_000: "n<1K",
    10_000: "1K<n<10K",
    100_000: "10K<n<100K",
    1_000_000: "100K<n<1M",
    10_000_000: "1M<n<10M",
    100_000_000: "10M<n<100M",
}
_LARGEST = "100M<n<1B"
_SPLIT = "test"
#: What LaTeX takes for more than itself, and no backslash before it undoes.
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


class About(NamedTuple):
    """What a card says that no file of the set does.

    Attributes:
        repo: ``owner/name``.
        revision: By which the release is loaded; empty for the newest.
        licence: As the Hub names it.
    """

    repo: str
    revision: str
    licence: str


def card(release: Release, checked: Checked, about: About) -> str:
    """Return the card's YAML and Markdown. That of a held-out release tells nothing that was found by looking at the answers."""
    manifest = release.manifest
    gold = "withheld" not in manifest
    found = checked.audit.findings
    broken = [finding for finding in found if not finding.ok]
    body = _template().render(
        about=about,
        manifest=manifest,
        configs=[(one, _content(one, gold=gold)) for one in release.configs],
        counts=manifest["counts"],
        gold=gold,
        proved=checked.report.ok,
        commands=commands(manifest, about.repo, about.revision) if gold else [],
        rewriting=rewriting(manifest).strip(),
        promises=checked.report.to_dict()["promises"],
        tested=len({finding.name for finding in found if finding.tested}),
        broken=list(_broken(broken)),
        guesses=list(_guesses(found)),
    )
    return f"---\n{_head(release, about)}\n---\n\n{body.strip()}\n"


def _broken(findings: list[Finding]) -> Iterator[dict[str, str]]:
    """Yield each rule that is broken, with how far in each language."""
    for name, rule in {finding.name: finding.rule for finding in findings}.items():
        told = [(one.detail.get("language"), f"{one.found:,} of {one.tested:,}") for one in findings if one.name == name]
        yield {"name": name, "rule": rule, "said": "; ".join(f"{count} in {language}" if language else count for language, count in told)}


def _content(config: Config, *, gold: bool) -> str:
    if config.name in TABLES:
        return TABLES[config.name]
    answered = "question, choices, target, answer and evidence" if gold else "question and choices"
    return f"the flat view in `{config.name}`: one row a question, its messages beside it, with {answered}"


def _guesses(findings: list[Finding]) -> Iterator[dict[str, Any]]:
    """Yield what was guessed without memory beside what chance gives."""
    for finding in findings:
        numbers = {name: finding.detail.get(name) for name in ("low", "high", "chance")}
        if finding.tested and None not in numbers.values():
            language = finding.detail.get("language", "")
            yield {"name": finding.name, "language": language, "tested": finding.tested, "share": finding.share, **numbers}


def _head(release: Release, about: About) -> str:
    """Return the card's YAML: what the Hub asks for, the configurations and their columns."""
    from datasets import DatasetInfo, Features, SplitDict, SplitInfo
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCardData

    manifest, languages = release.manifest, release.manifest["languages"]
    data = DatasetCardData(
        language=languages,
        license=about.licence,
        pretty_name=title(manifest),
        size_categories=[_size(sum(one.rows for one in release.configs if one.name in languages))],
        task_categories=["question-answering", "multiple-choice"],
        tags=["agent-memory", "synthetic", "memsim"],
        annotations_creators=["machine-generated"],
        language_creators=["machine-generated"],
        multilinguality=["multilingual" if len(languages) > 1 else "monolingual"],
        source_datasets=["original"],
        configs=[
            {"config_name": one.name, "data_files": [{"split": _SPLIT, "path": one.path}], **({} if place else {"default": True})}
            for place, one in enumerate(release.configs)
        ],
    )
    infos = DatasetInfosDict()
    for one in release.configs:
        files_of = [path for name, path in release.files.items() if fnmatchcase(name, one.path)]
        splits = SplitDict()
        splits[_SPLIT] = SplitInfo(_SPLIT, num_bytes=one.size, num_examples=one.rows)
        infos[one.name] = DatasetInfo(
            features=Features.from_arrow_schema(one.columns),
            splits=splits,
            download_size=sum(path.stat().st_size for path in files_of),
            dataset_size=one.size,
        )
    infos.to_dataset_card_data(data)
    return str(data.to_yaml())


def _size(rows: int) -> str:
    return next((name for limit, name in _SIZES.items() if rows < limit), _LARGEST)


def title(manifest: dict[str, Any]) -> str:
    """Return what the release is called."""
    return f"{manifest['scenario']['title']} (memsim {manifest['scenario']['name']} {manifest['scenario']['version']})"


def _plain(text: object) -> str:
    """Return a text as one line that means nothing to Markdown or HTML."""
    line = " ".join(str(text).split())
    return re.sub(r"([\\`*_{}\[\]<>#|&~])", r"\\\1", line)


def _code(text: object) -> str:
    """Return a name as code, which in a table has no bars."""
    return f"`{re.sub(r'[`|]', '', ' '.join(str(text).split()))}`"


def _latex(text: object) -> str:
    """Return a text as one line that means nothing to LaTeX."""
    line = " ".join(str(text).split())
    return re.sub(r"[\\~^{}$&#%_]", lambda mark: _LATEX.get(mark[0], f"\\{mark[0]}"), line)


def _template() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    environment = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"plain": _plain, "code": _code, "latex": _latex, "count": "{:,}".format, "rate": "{:.3f}".format}
    return environment.from_string((files("memsim.publishing") / "card.md.jinja").read_text(encoding="utf-8"))
