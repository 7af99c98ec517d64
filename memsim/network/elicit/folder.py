"""Writes the scenario that an elicitation makes: the files that there were, tables in place of implicit nodes, and domains with the new values."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import yaml

from memsim.errors import InputError
from memsim.io.files import sync, write_whole
from memsim.llm.client import Client
from memsim.llm.prompts import prompt_hash
from memsim.network.elicit.asking import PROMPT, template
from memsim.network.elicit.drawing import Drawing
from memsim.network.elicit.values import Values, unused
from memsim.network.elicit.weights import weigh
from memsim.redact import redact
from memsim.spec.load import Spec, prior_files
from memsim.spec.model import ScenarioFile, TableNode
from memsim.spec.tables import read_table, read_text

_WIDTH = 140


class Origin(NamedTuple):
    """Who was asked, in which language and with which seed."""

    client: Client
    language: str
    seed: int

    def __str__(self) -> str:
        identity = self.client.identity()
        return redact(f"{identity['model']}, temperature {identity['temperature']}, seed {self.seed}")

    def prompt_hash(self, prompt: str) -> str:
        """Return the first 16 hexadecimal digits of the SHA-256 of a conditional prompt and what is said around it."""
        around = prompt_hash(PROMPT, template(self.language))
        return hashlib.sha256(f"{around}/{prompt}".encode()).hexdigest()[:16]


def check_target(out: Path) -> None:
    """Make sure that a folder can be written.

    Raises:
        InputError: It holds something already, or cannot be made.
    """
    try:
        if out.exists() and not (out.is_dir() and not any(out.iterdir())):
            raise InputError(f"{out}: holds something already; expected a new or empty folder: choose another --out")
        out.parent.mkdir(parents=True, exist_ok=True)
        _beside(out).cleanup()
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror}); choose another --out") from None


def write(spec: Spec, out: Path, drawings: Sequence[Drawing], origin: Origin) -> None:
    """Write the scenario, whole or not at all."""
    tables: dict[str, str] = {}
    nodes = {klass: dict(own) for klass, own in spec.file.nodes.items()}
    for drawing in drawings:
        site, node = drawing.implicit.site, drawing.implicit.node
        name = unused(f"{site.klass}_{site.attribute}_elicited", {Path(file).stem for file in (*prior_files(spec.file), *tables)}) + ".csv"
        tables[name] = _table(drawing, origin)
        nodes[site.klass][site.attribute] = TableNode(cpd="table", parents=node.parents, file=name)
    file = spec.file.model_copy(update={"nodes": nodes, "version": f"{spec.file.version}+elicited"})
    kept = {*prior_files(file)}
    texts = {name: read_text(path) for name, path in spec.sources.items() if not name.startswith("priors/") or Path(name).name in kept}
    texts |= {f"priors/{name}": text for name, text in (tables | _domains(drawings, origin)).items()}
    _write_folder(out, texts | {"scenario.yaml": _scenario(file, origin)})


def _scenario(file: ScenarioFile, origin: Origin) -> str:
    content = file.model_dump(mode="json", exclude_unset=True)
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, default_flow_style=None, width=_WIDTH)
    return f"# Made by `memsim scenario elicit`: the tables *_elicited.csv hold what {redact(origin.client.model)} said.\n{text}"


def _table(drawing: Drawing, origin: Origin) -> str:
    """Return the CSV of a node's table."""
    implicit, values, drawn = drawing.implicit, drawing.values, drawing.drawn
    spec, node = implicit.site.spec, implicit.node
    file = node.file or (implicit.site.domain.source and implicit.site.domain.source.name)
    before = f"{file}: {read_table(spec.priors / file).header['licence']}" if file else "scenario.yaml, as the scenario"
    prompt = " ".join(node.prompt[origin.language].split())
    header = {
        "source": f"elicited from {origin}, prompt {origin.prompt_hash(node.prompt[origin.language])}",
        "licence": f"what the terms of the model allow; smoothing and rows that fell back from {before}",
        "population": f'what the model takes for likely, told "{prompt}"',
        "unit": f"weight = probability given the parents; {len(drawn):,} of {len(implicit.table):,} rows of parents from the model",
    }
    table, keys = weigh(implicit, drawn, values.size), values.keys()
    sizes = [domain.size for domain in implicit.domains]
    rows = []
    for number, weights in enumerate(table):
        place = np.unravel_index(number, sizes) if sizes else ()
        above = [domain.keys[code] for domain, code in zip(implicit.domains, place, strict=True)]
        rows += [[*above, keys[code], repr(float(weights[code]))] for code in np.flatnonzero(weights)]
    return _csv(header, [*node.parents, "value", "weight"], rows)


def _domains(drawings: Sequence[Drawing], origin: Origin) -> dict[str, str]:
    """Return the CSV of each domain that new values were drawn of; outside of the tables these have weight 0."""
    drawn: dict[Path, set[int]] = {}
    for drawing in drawings:
        source = drawing.values.domain.source
        new = {code for codes in drawing.drawn.values() for code in codes if code >= drawing.values.domain.size}
        if source is not None and new:
            drawn.setdefault(source, set()).update(new)
    values = {drawing.values.domain.source: drawing.values for drawing in drawings}
    return {source.name: _longer(values[source], source, sorted(new), origin) for source, new in drawn.items()}


def _longer(values: Values, source: Path, new: Sequence[int], origin: Origin) -> str:
    """Return the CSV of a domain with new values behind its own."""
    table, keys = read_table(source), values.keys()
    nothing = dict.fromkeys(table.columns, "") | dict.fromkeys(values.domain.weights, "0")
    added = [nothing | {"value": keys[code]} | values.added[code - values.domain.size] for code in new]
    header = table.header | {"source": f"{table.header['source']}; the last {len(new):,} values elicited from {origin}"}
    return _csv(header, table.columns, [[row[column] for column in table.columns] for row in (*table.rows, *added)])


def _csv(header: Mapping[str, str], columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    out.writelines(f"# {key}: {value}\n" for key, value in header.items())
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return out.getvalue()


def _beside(out: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent)


def _write_folder(out: Path, texts: Mapping[str, str]) -> None:
    with _beside(out) as place:
        folder = Path(place) / out.name
        for relative, text in texts.items():
            path = folder / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        sync(folder)
        folder.replace(out)
    sync(out.parent)
