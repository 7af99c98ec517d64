"""Sheets for people: items of one or more sets, mixed and shuffled, under ids that say nothing; where they come from lies in a key apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from memsim.errors import InputError
from memsim.io.files import write_whole
from memsim.io.hub import local, name_of
from memsim.io.manifest import dump, read_manifest
from memsim.rating.claims import sample_claims
from memsim.rating.criteria import CRITERIA, subjects
from memsim.rating.items import Item, sample
from memsim.rating.key import Key, Origin, Source
from memsim.rating.papers import Entry, csv_sheet, html_sheet
from memsim.rating.scales import RATED
from memsim.rating.wording import languages as known_languages
from memsim.rng import Rng, opaque_ids

_PAPERS = {".csv": csv_sheet, ".html": html_sheet}


class Sheet(NamedTuple):
    """What raters shall judge, in the order of the sheet, and the key to it."""

    entries: list[Entry]
    key: Key


class _Set(NamedTuple):
    root: Path
    name: str
    digest: str
    languages: list[str]


class _Drawn(NamedTuple):
    item: Item
    source: str
    gold: dict[str, Any]


def make_sheet(
    paths: Sequence[str | Path],
    n: int = 60,
    *,
    seed: int = 0,
    language: str | Sequence[str] | None = None,
    what: str | Sequence[str] = tuple(RATED),
) -> Sheet:
    """Draw items from sets and hide where they come from.

    They stand language by language and subject by subject, shuffled within, all sets mixed. An id depends on the sets, on what was asked for, on
    the seed and on the place in the sheet alone; so the same arguments give the same sheet, and no two sheets share ids.

    Args:
        paths: Dataset folders.
        n: How many messages, profiles and questions of each set and language, without replacement; all where there are fewer.
        seed: Draws and shuffles. In each set and language it draws the same places.
        language: Languages, or one text that names them, separated by commas; all of the sets by default.
        what: Names of `RATED`, or one text that names them.

    Raises:
        InputError: Something asked for is not there or makes no sense.
    """
    if n < 1:
        raise InputError(f"n: {n}; expected a whole number from 1")
    wanted, sets = subjects(what, RATED), _sets(paths)
    spoken = _languages(sets, language)
    drawn = [drawn for one in sets for drawn in _drawn(one, spoken, wanted, n, seed)]
    shuffled = [one for mine in product(spoken, wanted) for one in _shuffled(drawn, *mine, seed)]
    if not shuffled:
        raise InputError(f"{', '.join(map(str, paths))}: nothing to rate; expected at least one history")
    asked = dump({"sets": [one.digest for one in sets], "n": n, "languages": spoken, "what": wanted})
    purpose = f"rating/sheet/{hashlib.sha256(asked.encode()).hexdigest()}"
    ids = opaque_ids(seed, "item", purpose, np.arange(len(shuffled)))
    items = {name: _origin(one) for name, one in zip(ids, shuffled, strict=True)}
    key = Key(n=n, seed=seed, sets=[Source(name=one.name, digest=one.digest) for one in sets], items=items)
    return Sheet([Entry(name, one.item) for name, one in zip(ids, shuffled, strict=True)], key)


def write_sheet(sheet: Sheet, target: str | Path) -> list[Path]:
    """Write the key, then what raters get; return the files, the key first.

    Args:
        sheet: What `make_sheet` made.
        target: A new or empty folder, for `key.json`, `sheet.csv` and `sheet.html`; or a file that ends in ``.csv`` or ``.html``, for this kind of
            sheet alone, with its key beside it.

    Raises:
        InputError: Something stands there already; nothing is written.
        MissingDependencyError: jinja2 is not installed.
    """
    files = check_target(Path(target))
    texts = [sheet.key.text(), *(_PAPERS[path.suffix.lower()](sheet.entries) for path in files[1:])]
    files[0].parent.mkdir(parents=True, exist_ok=True)
    for path, text in zip(files, texts, strict=True):
        write_whole(path, text)
    return files


def check_target(target: Path) -> list[Path]:
    """Return the files that a sheet would be written to, the key first.

    Raises:
        InputError: Something stands there already, or the name is that of a file of another kind.
    """
    kind = target.suffix.lower()
    if kind[1:].isalpha() and kind not in _PAPERS and not target.is_dir():
        raise InputError(f"{target}: no sheet ends in {target.suffix}; expected a folder, or a file that ends in {' or '.join(_PAPERS)}")
    if kind in _PAPERS:
        files = [target.with_suffix(".key.json"), target]
        taken = [path for path in files if path.exists()]
    else:
        files = [target / "key.json", *(target / f"sheet{suffix}" for suffix in _PAPERS)]
        taken = [target] if target.is_file() or (target.is_dir() and any(target.iterdir())) else []
    if taken:
        raise InputError(f"{taken[0]}: there is something already; expected a new place for a sheet, which replaces nothing")
    return files


def _sets(paths: Sequence[str | Path]) -> list[_Set]:
    roots = [local(path) for path in paths]
    manifests = [read_manifest(root) for root in roots]
    names = [name_of(path) for path in paths]
    if len(set(names)) < len(names):
        names = [str(path) for path in paths]
    sets = [_Set(root, name, made["digest"], made["languages"]) for root, name, made in zip(roots, names, manifests, strict=True)]
    for place, one in enumerate(sets):
        twin = next((other for other in sets[:place] if other.digest == one.digest), None)
        if twin is not None:
            raise InputError(f"{one.root}: the same set as {twin.root}; expected sets that differ")
    return sets


def _languages(sets: Sequence[_Set], given: str | Sequence[str] | None) -> list[str]:
    there = list(dict.fromkeys(language for one in sets for language in one.languages))
    named = there if given is None else given.split(",") if isinstance(given, str) else given
    wanted = list(dict.fromkeys(name.strip() for name in named))
    for language in wanted:
        if language not in there:
            raise InputError(f"language {language!r}: no set has it; expected some of {', '.join(there)}")
        if language not in known_languages():
            raise InputError(f"language {language!r}: people can be instructed in {', '.join(known_languages())}")
    return wanted


def _drawn(one: _Set, languages: Sequence[str], wanted: Sequence[str], n: int, seed: int) -> Iterator[_Drawn]:
    spoken = [language for language in languages if language in one.languages]
    items = sample(one.root, one.languages, [subject for subject in wanted if subject in CRITERIA], n, seed)
    yield from (_Drawn(item, one.name, {}) for item in items if item.language in spoken)
    if "questions" in wanted:
        yield from (_Drawn(item, one.name, gold) for item, gold in sample_claims(one.root, spoken, n, seed))


def _shuffled(drawn: Sequence[_Drawn], language: str, subject: str, seed: int) -> list[_Drawn]:
    """Return the items of one language and subject in an order of their own: who sees through one group learns nothing of another."""
    group = [one for one in drawn if (one.item.language, one.item.subject) == (language, subject)]
    keys = Rng(seed, np.arange(len(group))).one(f"rating/sheet/{language}/{subject}")
    return [group[place] for place in np.argsort(keys, kind="stable")]


def _origin(drawn: _Drawn) -> Origin:
    item = drawn.item
    return Origin(
        set=drawn.source,
        subject=item.subject,
        language=item.language,
        row=item.place,
        history_id=item.history_id,
        mid=item.mid,
        gold=drawn.gold,
    )
