"""`memsim check`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memsim.cli.formats import format_option
from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.names import Names
from memsim.cli.progress import progress
from memsim.errors import InputError

if TYPE_CHECKING:
    from memsim.check.audit import Audit
    from memsim.check.finding import Check, Finding
    from memsim.check.report import Report
    from memsim.io.formats.registry import Source

_PROOFS = (1, 2, 3)
#: What `--only` takes; the first two are of sets that memsim made.
_PARTS = ("proofs", "promises", "structure", "leaks")
_OURS = _PARTS[:2]
_WIDTH = 120  # where there is no terminal


class Parts(Names):
    """Names of parts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the names."""
        names = super().convert(value, param, ctx)
        for name in names:
            if name not in _PARTS:
                self.fail(f"{name!r} in {value!r}; expected some of {', '.join(_PARTS)}", param, ctx)
        return names


@click.command("check")
@click.argument("path", type=click.Path(path_type=Path))
@format_option
@click.option(
    "--only", type=Parts(), default=None, help="Some of proofs (promises 1 to 3), promises, structure, leaks.  [default: all that apply]"
)
@click.option("--examples", type=click.IntRange(0, 100), default=5, show_default=True, help="How many each finding shows.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", type=click.Path(path_type=Path), default=None, help="Write a page.")
@click.option("--strict", is_flag=True, help="Exit with 1 if anything is found, not only if a promise fails.")
@click.option("--quiet", is_flag=True, help="Print failures only.")
@model_options()
def command(
    path: Path,
    format: str,
    only: tuple[str, ...] | None,
    examples: int,
    as_json: bool,
    html: Path | None,
    strict: bool,
    quiet: bool,
    model: Model | None,
) -> None:
    """Check a set: prove its answers again from its files alone and test every promise, where memsim made it; find defects and leaks in any.

    Example: memsim check locomo10.json --only structure --strict
    """
    from memsim.check.audit import FAMILIES, audit, installed
    from memsim.io.files import check_writable, write_whole
    from memsim.io.formats.registry import open_set

    if html is not None:
        if Path(os.path.realpath(html)).is_relative_to(os.path.realpath(path)):  # Path.resolve fails where links go round in circles
            raise InputError(f"--html {str(html)!r}: is, or would be, part of the set; expected a file beside it")
        check_writable(html, "--html")
    source = open_set(path, format, lenient=True)
    wanted = [family for family in FAMILIES if only is None or family in only]
    families = [family for family in wanted if only is not None or model is not None or installed(family)]
    more = _closed_book(model, families)
    report = _promises(source, only, quiet=quiet or as_json)
    with progress("checking", quiet=quiet or as_json) as going:
        found = audit(source, families, more=more, examples=examples, progress=going) if families else None
    content = _content(source, report, found, [family for family in wanted if family not in families])
    if html is not None:
        from memsim.report.checked import page

        write_whole(html, page(content))
    if as_json:
        click.echo(json.dumps(content, ensure_ascii=False, indent=2))
    else:
        _show(content, report, found, quiet=quiet)
    sys.exit(0 if content["kept"] and not (strict and not content["ok"]) else 1)


def _closed_book(model: Model | None, families: list[str]) -> list[Check]:
    """Return the check that asks a model, where one is given."""
    if model is None:
        return []
    from memsim.check.leaks.closed_book import ClosedBook
    from memsim.reader.llm import LLMReader

    if "leaks" not in families:
        raise InputError(f"--llm {model.llm}: a model is asked questions without their messages to find leaks; expected leaks in --only")
    return [ClosedBook(LLMReader(make_client(model), model.concurrency))]


def _promises(source: Source, only: tuple[str, ...] | None, *, quiet: bool) -> Report | None:
    """Test the promises asked for; None where the set makes none, or none is wanted."""
    from memsim.check.report import PROMISES
    from memsim.check.run import check

    ours = source.format == "memsim"
    wanted = [part for part in _OURS if only is None or part in only]
    if only is not None and wanted and not ours:
        raise InputError(
            f"--only {wanted[0]}: {source.path} is of format {source.format}, which makes no promises; expected structure, leaks"
        )
    if not ours or not wanted:
        return None
    with progress("proving", quiet=quiet) as going:
        return check(source.path, promises=tuple(PROMISES) if "promises" in wanted else _PROOFS, progress=going)


def _content(source: Source, report: Report | None, found: Audit | None, left_out: list[str]) -> dict[str, Any]:
    """Return all of it as plain data, the same for JSON and the page; `left_out` is what takes a package that is not there."""
    kept = report is None or report.ok
    promised = {} if report is None else {name: value for name, value in report.to_dict().items() if name != "ok"}
    return {
        "ok": kept and (found is None or found.ok),
        "kept": kept,
        "path": str(source.path).encode("utf-8", "backslashreplace").decode(),  # the name of a file need not be text
        "format": source.format,
        "told_by": source.told_by,
        "digest": source.digest,
        "left_out": left_out,
        **promised,
        **({} if found is None else found.to_dict()),
    }


def _show(content: dict[str, Any], report: Report | None, found: Audit | None, *, quiet: bool) -> None:
    if report is not None:
        for fault in report.faults:
            click.echo(str(fault))
        if not quiet:
            for one in report.to_dict()["promises"]:
                click.echo(f"{one['promise']:>3}  {one['tested']:>7,} tested  {one['failed']:>6,} failed  {one['text']}")
            click.echo(f"{content['path']}: {report.rows:,} rows, " + _verdict(report))
    if found is not None:
        _show_findings(content, found, quiet=quiet)


def _show_findings(content: dict[str, Any], found: Audit, *, quiet: bool) -> None:
    broken = [finding for finding in found.findings if not finding.ok]
    if not quiet:
        _table([finding for finding in found.findings if finding.tested])
    for finding in broken:
        click.echo(f"{finding.name}: {finding.found:,} of {finding.tested:,}; {finding.rule}{_against_chance(finding)}")
        for example in finding.examples:
            click.echo(f"    {example}")
    if quiet:
        return
    if content["left_out"]:
        click.echo("leaks were not looked for, which takes scikit-learn; install it with: pip install 'memsim[check]'")
    counts = f"{found.histories:,} histories, {found.messages:,} messages, {found.questions:,} questions"
    told = f" (told by its being {content['told_by']})" if content["told_by"] else ""
    click.echo(f"{content['path']}: {content['format']}{told}, {counts}; {len(broken) or 'none'} of {len(found.findings)} rules broken")


def _against_chance(finding: Finding) -> str:
    """Return a rate with its interval and what chance gives, in brackets; nothing where it has none."""
    numbers = [finding.detail.get(name) for name in ("low", "high", "chance")]
    if None in numbers:
        return ""
    low, high, chance = numbers
    return f" ({finding.share:.3f}, 95 % {low:.3f}–{high:.3f}; chance {chance:.3f})"


def _verdict(report: Report) -> str:
    if len(report.promises) > len(_PROOFS):
        return "every promise is kept" if report.ok else "NOT every promise is kept"
    return f"promises 1 to 3 are {'' if report.ok else 'NOT all '}kept"


def _table(findings: list[Finding]) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    table = Table(
        "", Column("rule", no_wrap=True), *(Column(name, justify="right") for name in ("found", "tested", "share")), "what should hold"
    )
    for finding in findings:
        table.add_row(
            "ok" if finding.ok else "NOT", finding.name, f"{finding.found:,}", f"{finding.tested:,}", f"{finding.share:.1%}", finding.rule
        )
    Console(width=None if sys.stdout.isatty() else _WIDTH, markup=False).print(table)
