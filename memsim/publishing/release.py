"""What of a set is published: its tables as they are, the flat view of each language, and the scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memsim.io import flat, folder, tables
from memsim.io.manifest import CARD, NAME, dump, sha256_of
from memsim.publishing.views import write_view

if TYPE_CHECKING:
    import pyarrow as pa

#: What an agent may see: all that a held-out release has.
_SEEN = ("histories", "questions")


class Config(NamedTuple):
    """A configuration of the repository: rows of one kind, as its only split ``test``.

    Attributes:
        name: As `datasets.load_dataset` takes it.
        path: Its files, as a pattern.
        columns: Of its rows.
        rows: How many.
        size: How many bytes they take in memory.
    """

    name: str
    path: str
    columns: pa.Schema
    rows: int
    size: int


class Release(NamedTuple):
    """What is published.

    Attributes:
        files: By path in the repository, where the file lies now.
        configs: Its configurations, the flat views first; the first of all is the default.
        manifest: As it is published, files left out until `seal`.
    """

    files: dict[str, Path]
    configs: tuple[Config, ...]
    manifest: dict[str, Any]


def assemble(root: Path, place: Path, manifest: dict[str, Any], *, gold: bool, most: int) -> Release:
    """Return all of a release but its card; what is not in the set as it is to be published is written.

    Args:
        root: The dataset folder.
        place: An empty folder for what is written.
        manifest: Of the set.
        gold: Whether the truth is published: gold, profiles, what else only they need, and the seed.
        most: Bytes in memory of the rows of a shard of a flat view.
    """
    files: dict[str, Path] = {}
    configs = [_view(root, place, language, files, gold=gold, most=most) for language in manifest["languages"]]
    for name in tables.SCHEMAS:
        if gold or name in _SEEN:
            configs += _table(root, place, name, files)
    if gold:
        files |= {name: root / name for name in manifest["files"] if name.startswith("scenario/")}
    return Release(files, tuple(configs), manifest if gold else _held_out(manifest))


def seal(release: Release, place: Path, card: str) -> Release:
    """Add the card, and the manifest with the size and the SHA-256 of every other file."""
    written = {name: place / name for name in (CARD, NAME)}
    written[CARD].write_text(card, encoding="utf-8", newline="\n")
    files = {**release.files, CARD: written[CARD]}
    listed = {name: {"bytes": path.stat().st_size, "sha256": sha256_of(path)} for name, path in sorted(files.items())}
    manifest = {**release.manifest, "files": listed}
    written[NAME].write_text(dump(manifest), encoding="utf-8", newline="\n")
    return Release({**files, NAME: written[NAME]}, release.configs, manifest)


def _view(root: Path, place: Path, language: str, files: dict[str, Path], *, gold: bool, most: int) -> Config:
    columns = flat.schema(gold=gold)
    names = folder.files_of(folder.block_files(root), language)
    views = (flat.flat(folder.open_block(root, name, folder.JOINED), gold=gold) for name in names)
    paths, rows, size = write_view(views, columns, place / language, most)
    files |= {f"{language}/{path.name}": path for path in paths}
    return Config(language, f"{language}/test-*.parquet", columns, rows, size)


def _table(root: Path, place: Path, name: str, files: dict[str, Path]) -> list[Config]:
    """Add the files of a table, as Parquet whatever the set has; no configuration where there is none."""
    rows = size = 0
    paths = tables.files(root, name)
    for path in paths:
        content = tables.read(path, name)
        rows, size = rows + content.num_rows, size + content.nbytes
        target = path.relative_to(root).with_suffix(".parquet")
        files[target.as_posix()] = path if path.suffix == ".parquet" else place / target
        if path.suffix != ".parquet":
            (place / target).parent.mkdir(exist_ok=True)
            tables.write(content, place / target)
    pattern = f"{name}/*.parquet" if paths and paths[0].parent != root else f"{name}.parquet"
    return [Config(name, pattern, tables.SCHEMAS[name], rows, size)] if paths else []


def _held_out(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest without the seed, from which anybody could make the gold again, and what was counted by it; its digest still binds the gold."""
    rest = {name: value for name, value in manifest.items() if name not in ("seed", "redraws")}
    rest["settings"] = {name: value for name, value in manifest["settings"].items() if name != "seed"}
    rest["counts"] = {name: value for name, value in manifest["counts"].items() if name != "proved"}
    return {**rest, "withheld": [*(name for name in tables.SCHEMAS if name not in _SEEN), "scenario", "seed"]}
