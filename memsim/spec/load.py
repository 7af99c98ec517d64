"""Finds a scenario and reads all of it into one `Spec`."""

from __future__ import annotations

import difflib
import hashlib
import reprlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from memsim.errors import InputError, ScenarioError
from memsim.spec.domains import BUILDERS, Context, Domain
from memsim.spec.model import ScenarioFile
from memsim.spec.noise import NoiseWeights, read_noise
from memsim.spec.phrases import PhraseFile
from memsim.spec.pool import PoolFile, validate_pool
from memsim.spec.tables import Table, read_table, read_text
from memsim.spec.validate import validate

Model = TypeVar("Model", bound=BaseModel)


class _RefusedError(yaml.YAMLError):
    """Something that YAML allows and a scenario does not."""

    def __init__(self, key: str, found: str, expected: str) -> None:
        super().__init__(f"{key}: {found}")
        self.key, self.found, self.expected = key, found, expected


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The safe loader (libyaml's where it is built in: ten times faster), which refuses keys that stand twice, and aliases."""

    def compose_node(self, parent: object, index: object) -> object:
        if self.check_event(yaml.AliasEvent):  # a few of them unfold to billions of nodes
            raise _RefusedError("YAML", "an alias (*name)", "everything written out")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:  # noqa: FBT001, FBT002 - PyYAML's signature
        keys = [key.value for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise _RefusedError(str(twice), "stands twice", "each key once")
        return super().construct_mapping(node, deep)


@dataclass(frozen=True)
class Spec:
    """A scenario as read: its file, domains, phrases, knowledge and where its priors lie.

    Attributes:
        file: The content of ``scenario.yaml``.
        folder: Where ``scenario.yaml`` and the phrases lie.
        priors: Where the CSV files lie.
        domains: By attribute name, in declared order.
        phrases: By language.
        knowledge: By (attribute, property): results by language, one for each value key, in file order.
        sources: Every file read, by the name it has in a dataset's copy.
        digest: SHA-256 over all of them, blind to byte-order marks and CRLF.
        pools: Noise messages by language, where the scenario has some.
        noise: How often noise tells each attribute of each class, where the scenario says so.
    """

    file: ScenarioFile
    folder: Path
    priors: Path
    domains: Mapping[str, Domain]
    phrases: Mapping[str, PhraseFile]
    knowledge: Mapping[tuple[str, str], Mapping[str, dict[str, str]]]
    sources: Mapping[str, Path]
    digest: str
    pools: Mapping[str, PoolFile] = field(default_factory=dict)
    noise: NoiseWeights = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The scenario's own file, for error messages."""
        return self.folder / "scenario.yaml"


def data_root() -> Path:
    """Return the folder that holds ``schemas/`` and ``priors/``: a checkout's root, or the wheel's data."""
    package = Path(__file__).parents[1]
    packed = package / "_data"
    return packed if packed.is_dir() else package.parent


def scenario_names() -> list[str]:
    """Return the names of the scenarios that come with memsim, sorted."""
    return sorted(path.parent.name for path in (data_root() / "schemas" / "scenarios").glob("*/scenario.yaml"))


def find_scenario(name: str | Path) -> Path:
    """Return the folder of a scenario, given its name or a path to its folder or file."""
    path = Path(name)
    with suppress(OSError):  # a name too long for a file is no path
        if path.is_dir() and (path / "scenario.yaml").is_file():
            return path
        if path.is_file():
            return path.parent
    names = scenario_names()
    if str(name) in names:
        return data_root() / "schemas" / "scenarios" / str(name)
    near = difflib.get_close_matches(str(name), names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}, or a path to a folder with scenario.yaml"
    raise InputError(f"unknown scenario {str(name)!r}; {hint}")


def _read(path: Path, kind: type[Model]) -> Model:
    text = read_text(path)
    try:
        content = yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader
    except _RefusedError as error:
        raise ScenarioError(path, error.key, error.found, error.expected) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ScenarioError(path, "YAML", " ".join(str(error).split()), "valid YAML") from None
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        faults = error.errors()
        first = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])  # a misspelt key is missing too
        key = ".".join(str(part) for part in first["loc"]) or "top level"
        shown = reprlib.repr(first.get("input"))
        raise ScenarioError(path, key, shown, first["msg"][:1].lower() + first["msg"][1:]) from None


def _read_domains(file: ScenarioFile, path: Path, priors: Path) -> dict[str, Domain]:
    domains: dict[str, Domain] = {}
    for name, attribute in file.attributes.items():
        counts = {klass: declared.count for klass, declared in file.classes.items()}
        context = Context(path, f"attributes.{name}.domain", priors, tuple(file.languages), domains, counts)
        domains[name] = BUILDERS[attribute.domain.kind](attribute.domain, context)
    return domains


def _read_knowledge(file: ScenarioFile, priors: Path) -> dict[tuple[str, str], dict[str, dict[str, str]]]:
    knowledge = {}
    for name, attribute in file.attributes.items():
        for prop, csv_name in attribute.knowledge.items():
            knowledge[name, prop] = _read_results(read_table(priors / csv_name), file.languages)
    return knowledge


def _read_results(table: Table, languages: list[str]) -> dict[str, dict[str, str]]:
    keys, results = table.column("value"), {language: table.column(language) for language in languages}
    seen: set[str] = set()
    for row, key in enumerate(keys):
        if key in seen:
            raise ScenarioError(table.path, f"{table.where(row)}, column 'value'", repr(key), "each value once")
        seen.add(key)
        empty = [language for language in languages if not results[language][row].strip()]
        if empty:
            raise ScenarioError(table.path, f"{table.where(row)}, column {empty[0]!r}", "empty", "a result for each value")
    return {language: dict(zip(keys, results[language], strict=True)) for language in languages}


def _read_pools(file: ScenarioFile, folder: Path) -> dict[str, PoolFile]:
    """Return the noise messages of each language that has any."""
    pools = {}
    for language in file.languages:
        path = folder / f"pool.{language}.yaml"
        if path.is_file():
            pools[language] = _read(path, PoolFile)
            validate_pool(pools[language], path, language, file.topics)
    return pools


def prior_files(file: ScenarioFile) -> list[str]:
    """Return the names of the CSV files that a scenario uses, sorted."""
    domains = [a.domain.file for a in file.attributes.values() if a.domain.kind == "file"]
    knowledge = [name for a in file.attributes.values() for name in a.knowledge.values()]
    tables = [getattr(node, "file", None) for nodes in file.nodes.values() for node in nodes.values()]
    return sorted({name for name in (*domains, *knowledge, *tables, file.noise) if name})


def load_spec(name: str | Path) -> Spec:
    """Read and check a scenario.

    Raises:
        InputError: There is no such scenario.
        ScenarioError: A file of it is wrong; the message names file, key, value and what was expected.
    """
    folder = find_scenario(name)
    path = folder / "scenario.yaml"
    file = _read(path, ScenarioFile)
    priors = folder / "priors" if (folder / "priors").is_dir() else data_root() / "priors" / file.name
    phrases = {language: _read(folder / f"phrases.{language}.yaml", PhraseFile) for language in file.languages}
    domains, noise = _read_domains(file, path, priors), read_noise(file, priors)
    sources = {"scenario.yaml": path} | {f"phrases.{language}.yaml": folder / f"phrases.{language}.yaml" for language in file.languages}
    sources |= {f"priors/{name}": priors / name for name in prior_files(file)}
    pools = _read_pools(file, folder)
    sources |= {f"pool.{language}.yaml": folder / f"pool.{language}.yaml" for language in pools}
    digest = hashlib.sha256()
    for relative, source in sorted(sources.items()):
        digest.update(f"{relative}\0{read_text(source)}\0".encode())
    known = _read_knowledge(file, priors)
    spec = Spec(file, folder, priors, domains, phrases, known, sources, digest.hexdigest(), pools, noise)
    validate(spec)
    return spec
