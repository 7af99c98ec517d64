"""What a fake Hugging Face Hub answers to each request of its clients, by method and path."""

import base64
import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import parse_qs, unquote, urlsplit

import yaml
from fake_hub_store import Blob, RefusedError, Repository, file_entry, upload_mode


@dataclass(frozen=True)
class Request:
    """A request as it came: `target` is quoted, and may have a query."""

    method: str
    target: str
    headers: dict
    body: bytes = b""

    @cached_property
    def path(self):
        return unquote(urlsplit(self.target).path)

    @cached_property
    def query(self):
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}

    def flag(self, name):
        return self.query.get(name, "").lower() in {"1", "true"}

    @property
    def json(self):
        return json.loads(self.body or b"{}")


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict = field(default_factory=dict)


def told(data, status=200, **headers):
    return Reply(status, json.dumps(data, default=str).encode(), {"Content-Type": "application/json; charset=utf-8", **headers})


def refusal(error):
    code = {"X-Error-Code": error.code} if error.code else {}
    return told({"error": error.message}, error.status, **{"X-Error-Message": error.message, **code, **error.headers})


_ROUTES = []
_REPO = r"/api/datasets/(?P<repo>[^/]+/[^/]+)"
_REVISION = r"/(?P<revision>[^/]+)"


def _route(method, pattern, *, writes=False):
    """Let a function answer what has a method and a path: of a repository where the pattern names one, which has to be open to the caller."""

    def register(answer):
        _ROUTES.append((method, re.compile(pattern), writes, answer))
        return answer

    return register


def answer(hub, request):
    """The reply of a hub to a request; every refusal is one too."""
    try:
        user = hub.caller(request)
        named, writes, reply = _matched(request)
        if "repo" in named:
            named["repo"] = hub.opened(named["repo"], user, writes=writes)
        return reply(hub, request, **named)
    except RefusedError as error:
        return refusal(error)


def _matched(request):
    """What a path names, whether it writes there, and the function that answers; HEAD is answered as GET is."""
    method = {"HEAD": "GET"}.get(request.method, request.method)
    for known, pattern, writes, reply in _ROUTES:
        match = pattern.fullmatch(urlsplit(request.target).path)
        if known == method and match:
            return {name: unquote(text) for name, text in match.groupdict("").items()}, writes, reply
    raise RefusedError(404, f"A fake Hub has nothing at {request.method} {request.path}")


@_route("GET", "/api/whoami-v2")
def _whoami(hub, request):
    hub.signed_in(request)
    role = {"type": "access_token", "accessToken": {"displayName": "tests", "role": "write"}}
    organizations = [{"type": "org", "name": name, "roleInOrg": "write"} for name in hub.organizations]
    return told({"type": "user", "name": hub.user, "fullname": hub.user, "orgs": organizations, "auth": role})


@_route("POST", "/api/repos/create")
def _create(hub, request):
    asked = request.json
    repo_id = f"{asked.get('organization') or hub.signed_in(request)}/{asked['name']}"
    hub.may_write(repo_id, hub.signed_in(request))
    if asked.get("type") != "dataset":
        raise RefusedError(400, "A fake Hub keeps datasets only")
    url = {"url": f"{hub.endpoint}/datasets/{repo_id}", "name": repo_id}
    if repo_id in hub.repositories:
        return told({"error": "You already created this dataset repo", **url}, 409)
    hub.repositories[repo_id] = Repository(repo_id, _private(asked))
    return told(url)


@_route("DELETE", "/api/repos/delete")
def _delete(hub, request):
    asked, user = request.json, hub.signed_in(request)
    repo = hub.opened(f"{asked.get('organization') or user}/{asked['name']}", user, writes=True)
    del hub.repositories[repo.id]
    return told({})


@_route("PUT", f"{_REPO}/settings", writes=True)
def _settings(hub, request, repo):
    repo.private = _private(request.json, repo.private)
    return told({"private": repo.private})


def _private(asked, default=False):
    """Newer clients name a visibility, older ones say whether it is private."""
    return asked["visibility"] == "private" if "visibility" in asked else bool(asked.get("private", default))


@_route("POST", "/api/validate-yaml")
def _validate(hub, request):
    try:
        known = _card(request.json["content"])
    except yaml.YAMLError as error:
        return told({"errors": [{"message": f"Invalid YAML in the header: {error}"}], "warnings": []}, 400)
    return told({"errors": [], "warnings": [] if known else [{"message": "empty or missing yaml metadata in repo card"}]})


def _card(text):
    """What the header of a card says; nothing, where it has none."""
    match = re.match(r"---\s*\n(.*?)\n---\s*(\n|$)", text, re.DOTALL)
    return (yaml.safe_load(match[1]) if match else None) or {}


@_route("GET", rf"{_REPO}(?:/revision{_REVISION})?")
def _info(hub, request, repo, revision):
    commit = repo.at(revision or "main")
    card = _card(commit.files["README.md"].content.decode()) if "README.md" in commit.files else {}
    siblings = [{"rfilename": path, **(_sizes(path, blob) if request.flag("blobs") else {})} for path, blob in sorted(commit.files.items())]
    about = {"id": repo.id, "author": repo.id.split("/")[0], "private": repo.private, "gated": False, "disabled": False}
    times = {"createdAt": repo.history(commit.sha)[-1].date, "lastModified": commit.date}
    return told(
        about | times | {"sha": commit.sha, "siblings": siblings, "cardData": card, "tags": _tags(card), "downloads": 0, "likes": 0}
    )


def _sizes(path, blob):
    entry = file_entry(path, blob)
    lfs = {"lfs": {"sha256": blob.sha256, **entry["lfs"]}} if blob.lfs else {}
    return {"size": entry["size"], "blobId": entry["oid"], **lfs}


def _tags(card):
    """The tags that the Hub makes of the header of a card."""
    listed = {name: [card[name]] if isinstance(card[name], str) else card[name] or [] for name in _TAGGED if name in card}
    return [value if name == "tags" else f"{name}:{value}" for name, values in listed.items() for value in values]


_TAGGED = ("task_categories", "language", "license", "size_categories", "tags")


@_route("GET", f"{_REPO}/auth-check")
def _auth_check(hub, request, repo):
    return told({})


@_route("GET", f"{_REPO}/refs")
def _refs(hub, request, repo):
    def listed(names, prefix):
        return [{"name": name, "ref": f"{prefix}{name}", "targetCommit": sha} for name, sha in names.items()]

    pulls = {"pullRequests": listed(repo.pulls, "")} if request.flag("include_prs") else {}
    return told({"branches": listed(repo.branches, "refs/heads/"), "converts": [], "tags": listed(repo.tags, "refs/tags/"), **pulls})


@_route("POST", f"{_REPO}/branch{_REVISION}", writes=True)
def _branch(hub, request, repo, revision):
    repo.branch(revision, request.json.get("startingPoint", "main"))
    return told({})


@_route("POST", f"{_REPO}/tag{_REVISION}", writes=True)
def _tag(hub, request, repo, revision):
    repo.tag(request.json["tag"], revision)
    return told({})


@_route("DELETE", rf"{_REPO}/(?P<kind>branch|tag){_REVISION}", writes=True)
def _forget(hub, request, repo, kind, revision):
    names = {"branch": repo.branches, "tag": repo.tags}[kind]
    if revision not in names:
        raise RefusedError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
    if (kind, revision) == ("branch", "main"):
        raise RefusedError(403, "The branch main cannot be deleted")
    del names[revision]
    return told({})


@_route("GET", f"{_REPO}/commits{_REVISION}")
def _commits(hub, request, repo, revision):
    return told(
        [
            {"id": one.sha, "title": one.title, "message": one.description, "date": one.date, "authors": [{"user": hub.user}]}
            for one in repo.history(revision)
        ]
    )


@_route("POST", f"{_REPO}/preupload{_REVISION}", writes=True)
def _preupload(hub, request, repo, revision):
    files = repo.at(revision).files
    asked = [(one["path"], one["size"]) for one in request.json["files"]]
    return told(
        {
            "files": [
                {
                    "path": path,
                    "uploadMode": upload_mode(path, size),
                    "shouldIgnore": False,
                    "oid": files[path].etag if path in files else None,
                }
                for path, size in asked
            ]
        }
    )


_GIT = r"/datasets/(?P<repo>[^/]+/[^/]+)\.git/info/lfs"


@_route("POST", f"{_GIT}/objects/batch", writes=True)
def _batch(hub, request, repo):
    def promised(one):
        upload = {"href": f"{hub.endpoint}/large/{repo.id}/{one['oid']}"}
        verify = {"href": f"{hub.endpoint}/datasets/{repo.id}.git/info/lfs/verify"}
        return one if one["oid"] in repo.uploads else {**one, "actions": {"upload": upload, "verify": verify}}

    return told({"transfer": "basic", "objects": [promised(one) for one in request.json["objects"]]})


@_route("PUT", r"/large/(?P<repo_id>[^/]+/[^/]+)/(?P<oid>[0-9a-f]{64})")
def _upload(hub, request, repo_id, oid):
    """Large files go to a store beside the Hub, which knows no tokens."""
    hub.repositories[repo_id].upload(oid, request.body)
    return Reply(200, b"", {"ETag": f'"{oid}"'})


@_route("POST", f"{_GIT}/verify", writes=True)
def _verify(hub, request, repo):
    repo.uploaded(request.json["oid"])
    return told({})


@_route("POST", f"{_REPO}/commit{_REVISION}", writes=True)
def _commit(hub, request, repo, revision):
    header, *changes = [json.loads(line) for line in request.body.splitlines()]
    changes = [_CHANGES[one["key"]](repo, one["value"]) for one in changes]
    commit, name = repo.commit(revision, header["value"], changes, pull=request.flag("create_pr"))
    url = f"{hub.endpoint}/datasets/{repo.id}"
    pull = {"pullRequestUrl": f"{url}/discussions/{name.rpartition('/')[2]}"} if request.flag("create_pr") else {}
    return told({"success": True, "commitOid": commit.sha, "commitUrl": f"{url}/commit/{commit.sha}", **pull})


def _added(repo, value):
    return lambda files: files.update({value["path"]: Blob(base64.b64decode(value["content"]))})


def _added_large(repo, value):
    content = repo.uploaded(value["oid"])
    return lambda files: files.update({value["path"]: Blob(content, lfs=True)})


def _deleted(repo, value):
    def change(files):
        if files.pop(value["path"], None) is None:
            raise RefusedError(404, "A file with this name doesn't exist", "EntryNotFound")

    return change


def _deleted_folder(repo, value):
    folder = value["path"].rstrip("/") + "/"

    def change(files):
        inside = [path for path in files if path.startswith(folder)]
        if not inside:
            raise RefusedError(404, "A folder with this name doesn't exist", "EntryNotFound")
        for path in inside:
            del files[path]

    return change


_CHANGES = {"file": _added, "lfsFile": _added_large, "deletedFile": _deleted, "deletedFolder": _deleted_folder}


@_route("GET", rf"{_REPO}/tree{_REVISION}(?:/(?P<folder>.+))?")
def _tree(hub, request, repo, revision, folder):
    entries = repo.entries(revision, folder, recursive=request.flag("recursive"))
    start = int(request.query.get("cursor", 0))
    end = start + hub.page_size
    there = f"{hub.endpoint}{urlsplit(request.target).path}?recursive={request.flag('recursive')}&cursor={end}"
    return told(entries[start:end], **({"Link": f'<{there}>; rel="next"'} if end < len(entries) else {}))


@_route("POST", f"{_REPO}/paths-info{_REVISION}")
def _paths_info(hub, request, repo, revision):
    return told(repo.described(revision, parse_qs(request.body.decode()).get("paths", [])))


@_route("GET", rf"/datasets/(?P<repo>[^/]+/[^/]+)/resolve{_REVISION}/(?P<path>.+)")
def _resolve(hub, request, repo, revision, path):
    commit, blob = repo.file(revision, path)
    headers = {"ETag": f'"{blob.etag}"', "X-Repo-Commit": commit.sha, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream"}
    if blob.lfs:
        headers |= {"X-Linked-ETag": f'"{blob.sha256}"', "X-Linked-Size": str(len(blob.content))}
    return _part(blob.content, request.headers.get("Range"), headers)


def _part(content, asked, headers):
    """All of a content, or the range of its bytes that was asked for."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", asked or "")
    if match is None or match.groups() == ("", ""):
        return Reply(200, content, headers)
    first, last, size = match[1], match[2], len(content)
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last) + 1, size) if first and last else size
    if start >= end:
        raise RefusedError(416, "Range Not Satisfiable", None, **{"Content-Range": f"bytes */{size}"})
    return Reply(206, content[start:end], {**headers, "Content-Range": f"bytes {start}-{end - 1}/{size}"})
