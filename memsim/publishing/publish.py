"""`publish` as the Python API gives it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, NamedTuple

from memsim.errors import InputError, MissingDependencyError
from memsim.io.files import check_free, placed
from memsim.io.hub import endpoint, local
from memsim.io.manifest import read_manifest
from memsim.publishing.card import About, card
from memsim.publishing.checking import Progress, checked
from memsim.publishing.croissant import add as add_croissant
from memsim.publishing.ground import MAIN, Destination, survey
from memsim.publishing.pushing import Pushed, client, push
from memsim.publishing.release import Release, assemble, seal

#: What a release needs beside memsim, with the extra that brings it; it is looked for before the checks, which take long.
_NEEDS = {"huggingface_hub": "hub", "datasets": "hub", "jinja2": "hub", "sklearn": "hub"}
_NEEDS_OF_CROISSANT = {"mlcroissant": "croissant"}
#: Of what git takes for the name of a tag or a branch, what needs no quotes anywhere; below `refs/` git and the Hub keep names of other kinds.
_NAME = re.compile(r"(?!refs/)(?!.*(\.\.|\.lock(/|$)|\.(/|$)))(?=.{1,200}$)\w[\w.-]*(/\w[\w.-]*)*", re.ASCII)
#: As the Hub writes the names of licences.
_LICENCE = re.compile(r"[a-z0-9][a-z0-9.+-]*")
#: Below this, whoever has the messages finds the seed by trying: one try takes a hash.
_SECRET_SEED = 1 << 63


class Published(NamedTuple):
    """What was published, or would be.

    Attributes:
        repo: ``owner/name``.
        tag: Of the release; None without one.
        commit: Its commit; None where nothing was sent.
        pull_request: The address of the pull request, where one was asked for.
        files: Bytes by path in the repository.
        card: The text of its card.
    """

    repo: str
    tag: str | None
    commit: str | None
    pull_request: str | None
    files: dict[str, int]
    card: str


def publish(  # noqa: PLR0913 - the options of `memsim publish`
    path: str | Path,
    repo: str,
    *,
    public: bool = False,
    gold: bool = True,
    tag: str | None = None,
    revision: str = MAIN,
    create_pr: bool = False,
    max_shard_size: str | int = "500MB",
    licence: str = "apache-2.0",
    croissant: bool = False,
    dry_run: bool = False,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Published:
    """Publish a set on the Hugging Face Hub, in one commit: everything, or nothing.

    The set is checked first, and its card says what was found. The token is that of `hf auth login`, or in HF_TOKEN.

    Args:
        path: A dataset folder, or the address of a published set.
        repo: ``owner/name``; made if it is not there, and private at first. A set that stands there is replaced; its tags keep what they had.
        public: Whether everybody shall see it.
        gold: Whether the truth is published too; without it, only what an agent may see, and not the seed.
        tag: Of the release; by default the scenario's version and the first digits of the rows digest, and ``held-out`` without the
            truth. A pull request has none.
        revision: The branch to commit to.
        create_pr: Propose the commit as a pull request.
        max_shard_size: Of the files of the flat views, as bytes in memory: ``500MB``, or a number.
        licence: As the Hub names it, such as ``cc-by-4.0``.
        croissant: Add ``croissant.json``, the description that ML Commons defines.
        dry_run: Make everything ready and send nothing.
        out: A new folder for the files of the release, to look at or to put elsewhere.
        progress: Is told now and then how far the check is.

    Raises:
        InputError: An argument makes no sense, a promise of the set is broken, there is no room for its files, or the release cannot go there; nothing
            was sent.
        DatasetError: There is no such set, or its manifest is not as memsim writes it.
        HubError: The Hub was not reached, or refuses; the message says what stands there now.
        MissingDependencyError: An extra is not installed: ``hub``, or ``croissant`` where that is asked for.
    """
    endpoint()
    _check_installed(croissant=croissant)
    _check_names(repo, tag, revision, licence, pull_request=create_pr)
    most = _bytes(max_shard_size)
    root, manifest = _opened(path, out, gold=gold)
    to = Destination(
        repo, revision, None if create_pr else tag or _tag(manifest, gold=gold), public, create_pr, None if gold else manifest["seed"]
    )
    api = None if dry_run else client()
    ground = None if api is None else survey(api, to)
    found = checked(root, manifest, progress)
    with _scratch() as place:
        about = About(repo, to.tag or "", licence)
        release = assemble(root, place, manifest, gold=gold, most=most)
        text = card(release, found, about)
        if croissant:
            release = add_croissant(release, place, about)
        release = seal(release, place, text)
        if out is not None:
            _copy(release, Path(out))
        sizes = {name: file.stat().st_size for name, file in sorted(release.files.items())}
        made = Pushed() if api is None or ground is None else push(api, release, to, ground, _message(manifest, gold=gold))
    return Published(repo, to.tag, *made, sizes, text)


def _check_installed(*, croissant: bool) -> None:
    needs = _NEEDS | (_NEEDS_OF_CROISSANT if croissant else {})
    for module, extra in needs.items():
        if find_spec(module) is None:
            raise MissingDependencyError("croissant.json" if module in _NEEDS_OF_CROISSANT else "publishing", extra)


def _check_names(repo: str, tag: str | None, revision: str, licence: str, *, pull_request: bool) -> None:
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined] # documented, though not exported by name

    if repo.count("/") != 1 or not repo.isascii():
        raise InputError(f"repository {repo!r}; expected OWNER/NAME, of letters, digits, -, _ and .")
    try:
        validate_repo_id(repo)
    except HFValidationError as error:
        raise InputError(f"repository {repo!r}: {' '.join(str(error).split())}") from None
    if not _LICENCE.fullmatch(licence):
        raise InputError(f"licence {licence!r}; expected a name of the Hub's, in small letters, such as apache-2.0 or cc-by-4.0")
    for what, name in (("tag", tag), ("revision", revision)):
        if name is not None and not _NAME.fullmatch(name):
            raise InputError(f"{what} {name!r}; expected a name of letters, digits, -, _, . and /, of at most 200, and not below refs/")
    if tag in {MAIN, revision}:
        raise InputError(f"tag {tag!r}: is the name of a branch; expected another")
    if pull_request and tag is not None:
        raise InputError(f"tag {tag!r}: a pull request has no tag; expected one or the other")


def _opened(path: str | Path, out: str | Path | None, *, gold: bool) -> tuple[Path, dict[str, Any]]:
    """Return where a set lies and its manifest, if it can be published as asked."""
    root = local(path)
    manifest = read_manifest(root)
    _check_seed(root, manifest, gold=gold)
    if out is not None:
        check_free(Path(out))
        if Path(os.path.realpath(out)).is_relative_to(os.path.realpath(root)):
            raise InputError(f"{out}: would be part of the set; expected a folder beside it")
    return root, manifest


def _check_seed(root: Path, manifest: dict[str, Any], *, gold: bool) -> None:
    """Refuse to withhold what a search over seeds gives back."""
    if not gold and abs(manifest["seed"]) < _SECRET_SEED:
        raise InputError(
            f"{root}: seed {manifest['seed']}; whoever tries seeds finds it, and with it every answer; expected a set of a random seed of 20 or more "
            "digits, such as `python -c 'import secrets; print(secrets.randbits(128))'` prints"
        )


def _bytes(size: str | int) -> int:
    from datasets.utils.py_utils import convert_file_size_to_int

    try:
        found = int(convert_file_size_to_int(size))
    except ValueError:
        found = 0
    if found < 1:
        raise InputError(f"max_shard_size {size!r}; expected a size such as 500MB or 2GB")
    return found


def _tag(manifest: dict[str, Any], *, gold: bool) -> str:
    """Return a name that says which rows these are, and whether all of them; of the scenario's version, what a tag may have."""
    version = "-".join(re.findall(r"\w+(?:\.\w+)*", manifest["scenario"]["version"], re.ASCII))
    return f"{version or 'v'}-{manifest['digest'][:12]}{'' if gold else '-held-out'}"


def _message(manifest: dict[str, Any], *, gold: bool) -> str:
    scenario = manifest["scenario"]
    made = f"seed {manifest['seed']}" if gold else "without answers"
    return f"memsim {scenario['name']} {scenario['version']}, {made}, {manifest['n']:,} trajectories in {', '.join(manifest['languages'])}"


@contextmanager
def _scratch() -> Iterator[Path]:
    """Give an empty folder for the files of a release, which goes away; the Hub's own errors are no OSError any more."""
    try:
        with TemporaryDirectory(prefix="memsim-", ignore_cleanup_errors=True) as name:
            yield Path(name)
    except OSError as error:
        raise InputError(
            f"{gettempdir()}: {_reason(error)}; nothing was sent; expected room for a release there, or in another TMPDIR"
        ) from None


def _copy(release: Release, out: Path) -> None:
    try:
        with placed(out) as place:
            for name, file in release.files.items():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place / name)
    except OSError as error:
        raise InputError(f"{out}: {_reason(error)}; nothing was sent; choose another place") from None


def _reason(error: OSError) -> str:
    """Return what went wrong; of the errors that Arrow and the copying of files raise, the name is not that of what was written."""
    return os.strerror(error.errno) if error.errno else str(error)
