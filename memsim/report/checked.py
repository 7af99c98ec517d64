"""What `memsim check` found, as an HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

_STYLE = """
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% } th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884 }
.n { text-align: right; font-variant-numeric: tabular-nums } .ok { color: #2a7d3c } .bad { color: #b3261e; font-weight: 600 }
li { overflow-wrap: anywhere } code { font-size: .9em; overflow-wrap: anywhere } details { margin: .2rem 0 }
"""
_FAMILIES = {"structure": "Structure", "leaks": "Leaks"}


def page(content: Mapping[str, Any]) -> str:
    """Return the page for what ``memsim check --json`` prints."""
    title = f"{content['path']}: what memsim check found"
    parts = [f"<h1>{escape(title)}</h1>", _facts(content)]
    if "promises" in content:
        parts += ["<h2>Promises</h2>", *_promises(content)]
    findings = content.get("findings", ())
    for family in dict.fromkeys(one["family"] for one in findings):
        parts += [f"<h2>{escape(_FAMILIES.get(family, family))}</h2>", *_findings([one for one in findings if one["family"] == family])]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title><style>{_STYLE}</style>'
    body = "\n".join(parts)
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def _facts(content: Mapping[str, Any]) -> str:
    broken = sum(not one["ok"] for one in content.get("findings", ()))
    counts = [f"{content[name]:,} {name}" for name in ("histories", "messages", "questions") if name in content]
    verdict = _verdict(ok=content["ok"], text="nothing found" if content["ok"] else f"{broken or 'no'} rules broken")
    if not content["kept"]:
        verdict += ", " + _verdict(ok=False, text="not every promise kept")
    if content["left_out"]:
        verdict += f"<br>not looked for, which takes a package that is not installed: {escape(', '.join(content['left_out']))}"
    told = f", told by its being {content['told_by']}" if content.get("told_by") else ""
    return f"<p>{escape(content['format'] + told)}, {escape(', '.join(counts))}<br>digest <code>{escape(content['digest'])}</code><br>{verdict}</p>"


def _promises(content: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        [str(one["promise"]), _verdict(ok=not one["failed"]), f"{one['failed']:,}", f"{one['tested']:,}", escape(one["text"])]
        for one in content["promises"]
    ]
    yield _table(("", "", "failed", "tested", "promise"), rows)
    lines = []
    for fault in content["faults"]:
        row = "" if fault["row"] is None else f" row {fault['row']}"
        lines.append(f"promise {fault['promise']}: {fault['file']}{row} {fault['id'] or ''}: {fault['detail']}")
    yield _listed(lines)


def _findings(findings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    rows = []
    for one in findings:
        if one["tested"]:
            shown = f"{escape(one['rule'])}{_detail(one)}"
            name = f"<code>{escape(one['name'])}</code>"
            rows.append([_verdict(ok=one["ok"]), name, f"{one['found']:,}", f"{one['tested']:,}", f"{one['share']:.1%}", shown])
    yield _table(("", "rule", "found", "tested", "share", "what should hold"), rows)
    if untested := [one["name"] for one in findings if not one["tested"]]:
        yield f"<p>Nothing to test in this set: {', '.join(f'<code>{escape(name)}</code>' for name in untested)}</p>"


def _detail(one: Mapping[str, Any]) -> str:
    """Return numbers and examples, folded away."""
    lines = [f"{name}: {_number(value)}" for name, value in one["detail"].items()]
    inside = _listed(lines) + _listed(one["examples"])
    return f"<details{'' if one['ok'] else ' open'}><summary>more</summary>{inside}</details>" if inside else ""


def _number(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            f"{name} ({_number(part)})" if isinstance(part, Mapping) else f"{name} {_number(part)}" for name, part in value.items()
        )
    if isinstance(value, list):
        return "; ".join(map(_number, value))
    return f"{value:.4g}" if isinstance(value, float) else f"{value:,}" if type(value) is int else str(value)


def _verdict(*, ok: bool, text: str = "") -> str:
    return f'<span class="{"ok" if ok else "bad"}">{escape(text or ("ok" if ok else "NOT"))}</span>'


def _listed(lines: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are HTML already."""
    numeric = [' class="n"' if head in ("found", "failed", "tested", "share") else "" for head in heads]
    head = "".join(f"<th{kind}>{escape(text)}</th>" for kind, text in zip(numeric, heads, strict=True))
    body = "\n".join("<tr>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(numeric, row, strict=True)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
