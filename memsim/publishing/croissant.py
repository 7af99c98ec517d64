"""``croissant.json``: what a release holds, in the words of ML Commons' Croissant 1.1 (Akhtar et al., arXiv 2403.19546), so that it loads without the Hub.

Each Parquet file is a record set of its own, named after its configuration, and after its place where that has several: readers of the format don't put
files together. Lists and structs within structs are left out, which they cannot take apart; the Parquet files have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from memsim.io.manifest import sha256_of
from memsim.publishing.card import About, title
from memsim.publishing.release import Config, Release

if TYPE_CHECKING:
    import mlcroissant as mlc

NAME = "croissant.json"
_VERSION = "http://mlcommons.org/croissant/1.1"
_PARQUET = "application/x-parquet"
_KINDS = {pa.string(): "TEXT", pa.bool_(): "BOOL", pa.int64(): "INT64", pa.float64(): "FLOAT64"}


def add(release: Release, place: Path, about: About) -> Release:
    """Return the release with its Croissant file, which is written to a place."""
    import mlcroissant as mlc

    context = mlc.Context(conforms_to=_VERSION)
    files, records = [], []
    for config in release.configs:
        names = sorted(name for name in release.files if fnmatchcase(name, config.path))
        for place_of, name in enumerate(names):
            files.append(_file(context, name, release.files[name]))
            records.append(_records(context, config, name, config.name if len(names) == 1 else f"{config.name}-{place_of}"))
    manifest = release.manifest
    described = mlc.Metadata(
        ctx=context,
        name=about.repo.replace("/", "-"),
        description=f"{title(manifest)}: simulated users, their messages, and questions with proved answers; rows digest {manifest['digest']}",
        url=f"https://huggingface.co/datasets/{about.repo}",
        license=[about.licence],
        version=manifest["scenario"]["version"],
        cite_as=f"{title(manifest)}, {about.repo}, rows digest {manifest['digest']}",
        distribution=files,
        record_sets=records,
    )
    target = place / NAME
    target.write_text(json.dumps(described.to_json(), ensure_ascii=False, indent=2, default=str) + "\n", encoding="utf-8", newline="\n")
    return release._replace(files={**release.files, NAME: target})


def _file(context: mlc.Context, name: str, path: Path) -> mlc.FileObject:
    import mlcroissant as mlc

    size = f"{path.stat().st_size} B"
    return mlc.FileObject(
        ctx=context, id=name, name=name, content_url=name, content_size=size, encoding_formats=[_PARQUET], sha256=sha256_of(path)
    )


def _records(context: mlc.Context, config: Config, file: str, name: str) -> mlc.RecordSet:
    import mlcroissant as mlc

    fields = [field for column in config.columns for field in _fields(context, file, name, column)]
    return mlc.RecordSet(ctx=context, id=name, name=name, fields=fields)


def _fields(context: mlc.Context, file: str, above: str, column: pa.Field) -> Iterator[mlc.Field]:
    """Yield the field of a column, if it can be described."""
    import mlcroissant as mlc

    of, listed = (column.type.value_type, True) if pa.types.is_list(column.type) else (column.type, False)
    common: dict[str, Any] = {"ctx": context, "id": f"{above}/{column.name}", "name": column.name}
    common |= {"is_array": True, "array_shape": "-1"} if listed else {}
    if pa.types.is_struct(of):
        inner = [field for field in of if field.type in _KINDS]
        yield mlc.Field(
            **common,
            sub_fields=[
                mlc.Field(
                    ctx=context,
                    id=f"{above}/{column.name}/{field.name}",
                    name=field.name,
                    data_types=getattr(mlc.DataType, _KINDS[field.type]),
                    source=_source(context, file, column.name, field.name),
                )
                for field in inner
            ],
        )
    else:
        yield mlc.Field(**common, data_types=getattr(mlc.DataType, _KINDS[of]), source=_source(context, file, column.name))


def _source(context: mlc.Context, file: str, column: str, key: str | None = None) -> mlc.Source:
    import mlcroissant as mlc

    transforms = [] if key is None else [mlc.Transform(ctx=context, json_path=key)]
    return mlc.Source(ctx=context, file_object=file, extract=mlc.Extract(ctx=context, column=column), transforms=transforms)
