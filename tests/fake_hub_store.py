"""What a fake Hugging Face Hub stores: repositories of datasets, whose commits are whole maps of files that nothing changes afterwards."""

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch
from functools import cached_property
from types import MappingProxyType

LARGE = 10 * 1024 * 1024
KEPT_AS_LFS = ("*.7z", "*.arrow", "*.bin", "*.bz2", "*.gz", "*.npy", "*.npz", "*.parquet", "*.pickle", "*.tar", "*.xz", "*.zip", "*.zst")
_ATTRIBUTES = "".join(f"{pattern} filter=lfs diff=lfs merge=lfs -text\n" for pattern in KEPT_AS_LFS).encode()
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


class RefusedError(Exception):
    """A request that the Hub refuses: the status of its answer, the message, and the code that clients tell refusals apart by."""

    def __init__(self, status, message, code=None, **headers):
        super().__init__(message)
        self.status, self.message, self.code, self.headers = status, message, code, headers


@dataclass(frozen=True)
class Blob:
    """The content of a file, and whether it is kept by git or as a large file."""

    content: bytes
    lfs: bool = False

    @cached_property
    def sha256(self):
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def pointer(self):
        return f"version https://git-lfs.github.com/spec/v1\noid sha256:{self.sha256}\nsize {len(self.content)}\n".encode()

    @cached_property
    def oid(self):
        """What git calls it: a large file goes by its pointer."""
        tracked = self.pointer if self.lfs else self.content
        return hashlib.sha1(b"blob %d\0" % len(tracked) + tracked, usedforsecurity=False).hexdigest()

    @property
    def etag(self):
        return self.sha256 if self.lfs else self.oid


@dataclass(frozen=True)
class Commit:
    """One state of a repository: all its files, by path."""

    sha: str
    parent: str | None
    title: str
    description: str
    date: str
    files: MappingProxyType


@dataclass
class Repository:
    """The commits of a dataset and the names that lead to them. It begins as on the Hub, with one commit of `.gitattributes`."""

    id: str
    private: bool
    commits: dict = field(default_factory=dict)
    branches: dict = field(default_factory=dict)
    tags: dict = field(default_factory=dict)
    pulls: dict = field(default_factory=dict)
    uploads: dict = field(default_factory=dict)

    def __post_init__(self):
        first = self._add(None, "initial commit", "", {".gitattributes": Blob(_ATTRIBUTES)})
        self.branches["main"] = first.sha

    def at(self, revision):
        """The commit that a branch, a tag, a pull request or the beginning of a hash names."""
        names = self.branches | self.tags | self.pulls
        found = [names[revision]] if revision in names else [sha for sha in self.commits if len(revision) >= 7 and sha.startswith(revision)]
        if len(found) != 1:
            raise RefusedError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return self.commits[found[0]]

    def file(self, revision, path):
        commit = self.at(revision)
        if path not in commit.files:
            raise RefusedError(404, "Entry not found", "EntryNotFound", **{"X-Repo-Commit": commit.sha})
        return commit, commit.files[path]

    def history(self, revision):
        """The commits up to a revision, the newest first."""
        commit, found = self.at(revision), []
        while commit is not None:
            found.append(commit)
            commit = self.commits.get(commit.parent)
        return found

    def commit(self, revision, header, changes, *, pull=False):
        """Store the files of a revision after changes, which are functions of a dict of files; returns the commit and the name that leads to it."""
        head, expected = self.at(revision), header.get("parentCommit")
        if pull:
            head, name = self.at(expected or revision), f"refs/pr/{len(self.pulls) + 1}"
        elif revision not in self.branches | self.pulls:
            raise RefusedError(400, f"{revision!r} is no branch: commits go to branches")
        elif expected not in {None, head.sha}:
            raise RefusedError(412, "A commit has happened since. Please refresh and try again.")
        else:
            name = revision
        files = dict(head.files)
        for change in changes:
            change(files)
        commit = self._add(head.sha, header["summary"], header.get("description", ""), files)
        (self.branches if name in self.branches else self.pulls)[name] = commit.sha
        return commit, name

    def _add(self, parent, title, description, files):
        listing = [(path, blob.oid) for path, blob in sorted(files.items())]
        told = repr((self.id, len(self.commits), parent, title, description, listing)).encode()
        sha = hashlib.sha1(told, usedforsecurity=False).hexdigest()
        date = (_BEGINNING + timedelta(minutes=len(self.commits))).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        self.commits[sha] = Commit(sha, parent, title, description, date, MappingProxyType(files))
        return self.commits[sha]

    def tag(self, name, revision):
        if name in self.tags:
            raise RefusedError(409, f"Tag reference exists already: {name}")
        self.tags[name] = self.at(revision).sha

    def branch(self, name, revision):
        if name.startswith("refs/"):
            raise RefusedError(400, f"Invalid reference for a branch: {name}")
        if name in self.branches:
            raise RefusedError(409, f"Reference exists already: {name}")
        self.branches[name] = self.at(revision).sha

    def upload(self, oid, content):
        """Take the content of a large file, which a commit may name afterwards."""
        if hashlib.sha256(content).hexdigest() != oid:
            raise RefusedError(400, f"The content that came is not that of {oid}")
        self.uploads[oid] = content

    def uploaded(self, oid):
        if oid not in self.uploads:
            raise RefusedError(404, f"No content of {oid} has been uploaded")
        return self.uploads[oid]

    def entries(self, revision, folder="", *, recursive=True):
        """Files and folders under a folder, as the Hub lists them, by path."""
        files = self.at(revision).files
        inside = {path: blob for path, blob in files.items() if not folder or path.startswith(f"{folder}/")}
        if folder and not inside:
            raise RefusedError(404, f"{folder} does not exist on {revision}", "EntryNotFound")
        told = {path: file_entry(path, blob) for path, blob in inside.items()}
        for path in inside:
            for parent in _parents(path):
                if parent.startswith(f"{folder}/" if folder else ""):
                    told[parent] = folder_entry(parent)
        start = len(folder) + 1 if folder else 0
        return [told[path] for path in sorted(told) if recursive or "/" not in path[start:]]

    def described(self, revision, paths):
        """Those of some paths that exist, as the Hub lists them."""
        known = {entry["path"]: entry for entry in self.entries(revision)}
        return [known[path] for path in paths if path in known]


def _parents(path):
    parts = path.split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def file_entry(path, blob):
    lfs = {"lfs": {"oid": blob.sha256, "size": len(blob.content), "pointerSize": len(blob.pointer)}} if blob.lfs else {}
    return {"type": "file", "oid": blob.oid, "size": len(blob.content), "path": path, **lfs}


def folder_entry(path):
    return {"type": "directory", "oid": hashlib.sha1(path.encode(), usedforsecurity=False).hexdigest(), "size": 0, "path": path}


def upload_mode(path, size):
    """How the Hub wants a file to come: by its name, or by its size in bytes."""
    large = size > LARGE or any(fnmatch(path.rpartition("/")[2], pattern) for pattern in KEPT_AS_LFS)
    return "lfs" if large else "regular"
