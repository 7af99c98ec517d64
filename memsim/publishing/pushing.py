"""Puts a release on the Hugging Face Hub: one commit has all of it."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from memsim.errors import HubError, InputError
from memsim.io.hub import told
from memsim.publishing.ground import KIND, MAIN, Destination, Ground
from memsim.publishing.release import Release

if TYPE_CHECKING:
    from huggingface_hub import HfApi


class Pushed(NamedTuple):
    """What stands on the Hub now: the commit, None where nothing was sent, and the address of the pull request if that was asked for."""

    commit: str | None = None
    pull_request: str | None = None


def client() -> HfApi:
    """Return a client with the token from the usual places.

    Raises:
        InputError: There is no token, or what is there cannot be one.
        HubError: The Hub does not know it, or was not reached.
    """
    from huggingface_hub import HfApi, get_token

    token = get_token()
    if token is None:
        raise InputError("no token of the Hugging Face Hub; expected one of `hf auth login`, or in HF_TOKEN")
    if not token.isascii():
        raise InputError(
            "the token of the Hugging Face Hub has characters that no token has; expected that of `hf auth login`, or in HF_TOKEN"
        )
    api = HfApi(token=token)
    with told("the token of the Hugging Face Hub"):
        api.whoami()
    return api


def push(api: HfApi, release: Release, to: Destination, ground: Ground, message: str) -> Pushed:
    """Publish: one commit, then its tag, then, if it is new and public, everybody may see it.

    Raises:
        InputError: A file there would be taken for one of the release; nothing was sent.
        HubError: Something was refused; the message says what stands there now.
    """
    _check_others(release, to, ground)
    opens = to.public and not to.pull_request and (not ground.there or ground.private)
    again = "run the command again" + (" without --public, then make it public in its settings" if opens else "")
    if not ground.there:
        with told(to.repo, "nothing was published"):
            api.create_repo(to.repo, repo_type=KIND, private=True)
    head = None
    try:
        with told(to.repo):
            base = ground.head or api.repo_info(to.repo, repo_type=KIND).sha
            if not ground.branch and to.branch != MAIN:
                api.create_branch(to.repo, branch=to.branch, revision=base, repo_type=KIND, exist_ok=True)
            head = base
            options: dict[str, Any] = {"repo_type": KIND, "revision": to.branch, "create_pr": to.pull_request, "parent_commit": head}
            made = api.create_commit(to.repo, _operations(release, ground), commit_message=message, **options)
    except HubError as error:
        raise HubError(f"{error}; {_state(api, to, head, again)}") from None
    if to.pull_request:
        return Pushed(made.oid, made.pr_url)
    published = f"published as commit {made.oid}"
    if to.tag is not None:
        with told(to.repo, f"{published}, but not tagged {to.tag}, as far as is known: if it has no tag, {again}"):
            api.create_tag(to.repo, tag=to.tag, revision=made.oid, repo_type=KIND)
    if opens:
        with told(to.repo, f"{published}, but still private, as far as is known: make it public in its settings"):
            api.update_repo_settings(to.repo, private=False, repo_type=KIND)
    return Pushed(made.oid, None)


def _operations(release: Release, ground: Ground) -> list[Any]:
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    gone = [CommitOperationDelete(name) for name in sorted(ground.own - release.files.keys())]
    return gone + [CommitOperationAdd(name, path) for name, path in sorted(release.files.items())]


def _check_others(release: Release, to: Destination, ground: Ground) -> None:
    """Raise InputError where a file that stays would be read as rows of the release."""
    for name in sorted(ground.others - release.files.keys()):
        for config in release.configs:
            if fnmatchcase(name, config.path):
                raise InputError(
                    f"{to.repo}: holds {name}, which is none of the set there and would be read as part of {config.name}: remove it first"
                )


def _state(api: HfApi, to: Destination, head: str | None, again: str) -> str:
    """Return what stands on the Hub after a commit that was not confirmed: an answer may be lost on its way though the commit was made."""
    if head is None:
        return "nothing was published"
    try:
        with told(to.repo):
            now = api.repo_info(to.repo, revision=to.branch, repo_type=KIND).sha
    except HubError:
        return "whether anything was published is not known: look at the repository"
    if now != head:
        return f"commit {now} is there since, without a tag: if it is this one, {again} to tag it"
    return "nothing was published" + (", though a pull request may have been opened" if to.pull_request else ": run the command again")
