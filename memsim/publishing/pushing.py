"""Puts a release on the Hugging Face Hub: everything is looked at before anything is changed, and one commit has all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memsim.errors import HubError, InputError
from memsim.io.hub import told
from memsim.io.manifest import NAME
from memsim.publishing.release import CARD, Release

if TYPE_CHECKING:
    from huggingface_hub import HfApi

MAIN = "main"
_KIND = "dataset"
#: What the Hub itself puts into a new repository, or its owner does to begin with.
_BEGINNING = {".gitattributes", CARD}


class Destination(NamedTuple):
    """Where a release goes.

    Attributes:
        repo: ``owner/name``.
        branch: That takes the commit.
        tag: For the commit; None without one.
        public: Whether everybody shall see it.
        pull_request: Whether the commit is proposed instead of made.
    """

    repo: str
    branch: str
    tag: str | None
    public: bool
    pull_request: bool


class Ground(NamedTuple):
    """What stands on the Hub before anything is changed.

    Attributes:
        there: Whether there is such a repository.
        private: Whether few see it.
        head: The commit that the branch stands at; None where there is no such branch.
        obsolete: Files of the set that stands there; empty where there is none.
    """

    there: bool
    private: bool = True
    head: str | None = None
    obsolete: frozenset[str] = frozenset()


class Pushed(NamedTuple):
    """What stands on the Hub now: the commit, None where nothing was sent, and the address of the pull request if that was asked for."""

    commit: str | None = None
    pull_request: str | None = None


def client() -> HfApi:
    """Return a client with the token from the usual places.

    Raises:
        InputError: There is no token.
        HubError: The Hub does not know it, or was not reached.
    """
    from huggingface_hub import HfApi, get_token

    token = get_token()
    if token is None:
        raise InputError("no token of the Hugging Face Hub; expected one of `hf auth login`, or in HF_TOKEN")
    api = HfApi(token=token)
    with told("the token of the Hugging Face Hub"):
        api.whoami()
    return api


def survey(api: HfApi, to: Destination) -> Ground:
    """Return what stands at a destination.

    Raises:
        InputError: The release cannot go there as things are: the tag is taken, other files stand there, or others see it than should.
        HubError: The Hub was not reached, or refuses.
    """
    from huggingface_hub.errors import RepositoryNotFoundError

    with told(to.repo):
        try:
            info = api.repo_info(to.repo, repo_type=_KIND)
        except RepositoryNotFoundError:
            if to.pull_request:
                raise InputError(f"{to.repo}: no such repository; a pull request needs one that is there") from None
            return Ground(there=False)
        refs = api.list_repo_refs(to.repo, repo_type=_KIND)
        if to.tag in {tag.name for tag in refs.tags}:
            raise InputError(f"{to.repo}: tag {to.tag} is taken, and tags stay as they are; expected --tag with another name")
        heads = {branch.name: branch.target_commit for branch in refs.branches}
        head = heads.get(to.branch, heads.get(MAIN))
        obsolete = _files(api, to.repo, head)
    _visible(to, private=bool(info.private), empty=not obsolete)
    return Ground(there=True, private=bool(info.private), head=heads.get(to.branch), obsolete=obsolete)


def push(api: HfApi, release: Release, to: Destination, ground: Ground, message: str) -> Pushed:
    """Publish: one commit, then its tag, then, if it is new and public, everybody may see it.

    Raises:
        HubError: Something was refused; the message says what stands there now.
    """
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    operations: list[Any] = [CommitOperationDelete(name) for name in sorted(ground.obsolete - release.files.keys())]
    operations += [CommitOperationAdd(name, path) for name, path in sorted(release.files.items())]
    if not ground.there:
        with told(to.repo, "nothing was published"):
            api.create_repo(to.repo, repo_type=_KIND, private=True)
    head = None
    try:
        with told(to.repo):
            if ground.head is None and to.branch != MAIN:
                api.create_branch(to.repo, branch=to.branch, repo_type=_KIND, exist_ok=True)
            head = ground.head or api.repo_info(to.repo, revision=to.branch, repo_type=_KIND).sha
            options: dict[str, Any] = {"repo_type": _KIND, "revision": to.branch, "create_pr": to.pull_request, "parent_commit": head}
            made = api.create_commit(to.repo, operations, commit_message=message, **options)
    except HubError as error:
        raise HubError(f"{error}; {_state(api, to, head)}") from None
    if to.pull_request:
        return Pushed(made.oid, made.pr_url)
    if to.tag is not None:
        with told(to.repo, f"published as commit {made.oid}, but not tagged {to.tag}: run the command again"):
            api.create_tag(to.repo, tag=to.tag, revision=made.oid, repo_type=_KIND)
    if to.public and (not ground.there or ground.private):
        with told(to.repo, f"published as commit {made.oid}, but still private: make it public in its settings"):
            api.update_repo_settings(to.repo, private=False, repo_type=_KIND)
    return Pushed(made.oid, None)


def _state(api: HfApi, to: Destination, head: str | None) -> str:
    """Return what stands on the Hub after a commit that was not confirmed: an answer may be lost on its way though the commit was made."""
    if head is None:
        return "nothing was published"
    try:
        with told(to.repo):
            now = api.repo_info(to.repo, revision=to.branch, repo_type=_KIND).sha
    except HubError:
        return "whether anything was published is not known: look at the repository"
    if now != head:
        return f"commit {now} is there since, without a tag: if it is this one, the command run again tags it"
    return "nothing was published" + (", though a pull request may have been opened" if to.pull_request else ": run the command again")


def _files(api: HfApi, repo: str, head: str | None) -> frozenset[str]:
    """Return the files of the set that stands in a repository; other files stay as they are.

    Raises:
        InputError: No set stands there, but other files do.
    """
    there = set(api.list_repo_files(repo, revision=head, repo_type=_KIND)) if head else set()
    if NAME not in there:
        others = sorted(there - _BEGINNING)
        if others:
            raise InputError(f"{repo}: holds {others[0]}, and no set of memsim; expected a new name, or a repository with a set")
        return frozenset()
    try:
        listed = json.loads(_read(api, repo, head))["files"].keys()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{repo}: its {NAME} is none of memsim; expected a new name, or a repository with a set") from None
    return frozenset({*listed, NAME} & there)


def _read(api: HfApi, repo: str, head: str | None) -> bytes:
    return Path(api.hf_hub_download(repo, NAME, revision=head, repo_type=_KIND)).read_bytes()


def _visible(to: Destination, *, private: bool, empty: bool) -> None:
    """Raise InputError where others would see the release than its author says."""
    if not private and not to.public:
        raise InputError(f"{to.repo}: is public; expected --public, or another name")
    if private and to.public and not empty:
        raise InputError(f"{to.repo}: is private, with a set in it; make it public in its settings first, or leave --public out")
