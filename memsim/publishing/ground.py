"""What stands on the Hugging Face Hub where a release shall go: looked at before anything is changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memsim.errors import InputError
from memsim.io.hub import told
from memsim.io.manifest import CARD, NAME

if TYPE_CHECKING:
    from huggingface_hub import GitRefs, HfApi

MAIN = "main"
KIND = "dataset"
_ATTRIBUTES = ".gitattributes"
#: What the Hub itself puts into a new repository, or its owner does to begin with.
_BEGINNING = {_ATTRIBUTES, CARD}


class Destination(NamedTuple):
    """Where a release goes.

    Attributes:
        repo: ``owner/name``.
        branch: That takes the commit.
        tag: For the commit; None without one.
        public: Whether everybody shall see it.
        pull_request: Whether the commit is proposed instead of made.
        secret: The seed, where it is held back; None otherwise.
    """

    repo: str
    branch: str
    tag: str | None
    public: bool
    pull_request: bool
    secret: int | None = None


class Ground(NamedTuple):
    """What stands on the Hub before anything is changed.

    Attributes:
        there: Whether there is such a repository.
        private: Whether few see it.
        branch: Whether there is such a branch.
        head: The commit to build on: of the branch, or of ``main`` where that is not there; None without a repository.
        own: Files of the set that stands there; empty where there is none.
        others: Other files there, which stay.
    """

    there: bool
    private: bool = True
    branch: bool = False
    head: str | None = None
    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def survey(api: HfApi, to: Destination) -> Ground:
    """Return what stands at a destination.

    Raises:
        InputError: The release cannot go there as things are: a name is taken, other files stand there, others see it than should, or an earlier
            commit tells what the release holds back.
        HubError: The Hub was not reached, or refuses.
    """
    from huggingface_hub.errors import RepositoryNotFoundError

    with told(to.repo):
        try:
            info = api.repo_info(to.repo, repo_type=KIND)
        except RepositoryNotFoundError:
            if to.pull_request:
                raise InputError(f"{to.repo}: no such repository; a pull request needs one that is there") from None
            return Ground(there=False)
        if info.id != to.repo:
            raise InputError(f"{to.repo}: is called {info.id} on the Hub; expected that name, which the card tells everybody")
        refs = api.list_repo_refs(to.repo, repo_type=KIND, include_pull_requests=True)
        heads = {branch.name: branch.target_commit for branch in refs.branches}
        _check_names(to, heads, {tag.name for tag in refs.tags})
        head = heads.get(to.branch, heads.get(MAIN))
        there = frozenset(api.list_repo_files(to.repo, revision=head, repo_type=KIND))
        own = _own(api, to.repo, head, there)
        private = bool(info.private)
        _check_visible(api, to, refs, private=private, own=own)
        if to.secret is not None:
            _check_secret(api, to, refs)
    return Ground(there=True, private=private, branch=to.branch in heads, head=head, own=own, others=there - own)


def _check_names(to: Destination, branches: dict[str, str], tags: set[str]) -> None:
    """Raise InputError where the tag or the branch would be another's name."""
    if to.tag in tags:
        raise InputError(f"{to.repo}: tag {to.tag} is taken, and tags stay as they are; expected --tag with another name")
    if to.tag in branches:
        raise InputError(f"{to.repo}: tag {to.tag} is the name of a branch there; expected --tag with another name")
    if to.branch in tags:
        raise InputError(f"{to.repo}: revision {to.branch} is a tag there, and tags stay as they are; expected a branch")
    if to.pull_request and to.branch not in branches:
        raise InputError(f"{to.repo}: no branch {to.branch}; a pull request needs one that is there")


def _own(api: HfApi, repo: str, head: str | None, there: frozenset[str]) -> frozenset[str]:
    """Return the files of the set that stands in a repository.

    Raises:
        InputError: No set stands there, but other files do.
    """
    if NAME not in there:
        others = sorted(there - _BEGINNING)
        if others:
            raise InputError(f"{repo}: holds {others[0]}, and no set of memsim; expected a new name, or a repository with a set")
        return frozenset()
    try:
        listed = _manifest(api, repo, head)["files"].keys()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{repo}: its {NAME} is none of memsim; expected a new name, or a repository with a set") from None
    return frozenset({*listed, NAME} & there) - {_ATTRIBUTES}


def _check_visible(api: HfApi, to: Destination, refs: GitRefs, *, private: bool, own: frozenset[str]) -> None:
    """Raise InputError where others would see more than its author says."""
    if not private and not to.public:
        raise InputError(f"{to.repo}: is public; expected --public, or another name")
    if private and to.public and to.pull_request:
        raise InputError(
            f"{to.repo}: is private, which a pull request does not change; make it public in its settings first, or leave --public out"
        )
    if private and to.public and (own or not _untouched(api, to.repo, refs)):
        held = "a set in it" if own else "more than its first commit, all of which would be seen"
        raise InputError(f"{to.repo}: is private, with {held}; make it public in its settings first, or leave --public out")


def _untouched(api: HfApi, repo: str, refs: GitRefs) -> bool:
    """Whether a repository has its first commit and nothing else, so that all that is there has been looked at."""
    heads = {branch.target_commit for branch in refs.branches}
    more = len(heads) > 1 or refs.tags or refs.pull_requests
    return not more and all(len(api.list_repo_commits(repo, revision=head, repo_type=KIND)) == 1 for head in heads)


def _check_secret(api: HfApi, to: Destination, refs: GitRefs) -> None:
    """Raise InputError where any commit tells the seed that a release holds back: a later one does not take it away."""
    heads = {ref.target_commit for ref in (*refs.branches, *refs.tags, *(refs.pull_requests or ()))}
    commits = {one.commit_id for head in sorted(heads) for one in api.list_repo_commits(to.repo, revision=head, repo_type=KIND)}
    for commit in sorted(commits):
        if _seed(api, to.repo, commit) == to.secret:
            raise InputError(
                f"{to.repo}: commit {commit} has the seed of this set, from which anybody makes the answers; later commits hide nothing: "
                "expected a new name, and a seed that was never shown"
            )


def _seed(api: HfApi, repo: str, commit: str) -> object:
    from huggingface_hub.errors import EntryNotFoundError

    try:
        return _manifest(api, repo, commit)["seed"]
    except (EntryNotFoundError, ValueError, KeyError, TypeError):
        return None


def _manifest(api: HfApi, repo: str, commit: str | None) -> Any:
    return json.loads(Path(api.hf_hub_download(repo, NAME, revision=commit, repo_type=KIND)).read_bytes())
