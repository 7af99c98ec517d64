"""What a set is made of: attributes answered, variety of its texts, depth and shapes of its questions. `python benchmarks/content.py --help`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import printing
import pyarrow as pa
from intervals import Measure
from rows import bare, read_tables

from memsim.causal.catalog import Catalog
from memsim.io.manifest import read_manifest
from memsim.spec.load import Spec, load_spec

_N, _READ_N, _SEED = 20_000, 3_600, 7
_ANSWERED, _SLOTS_BAR = 20, 60
_MESSAGES, _QUESTIONS, _PAIRED = 26_000, 3_000, 26_003
_CORES, _WHOLE, _ASKED = 0.90, 0.97, 0.99
_DISTINCT = {2: 0.026, 3: 0.062}  # MemDaily's own, over as many messages, in Chinese
_PERSON = ["name", "sex", "age", "height", "birthday", "hometown", "workplace", "education", "occupation", "position", "employer", "hobby"]
_PERSON += ["personality", "phone", "email"]
_EVENT = ["event_type", "event_content", "event_place", "event_time", "event_name", "scale", "duration"]
#: MemDaily's 73 attributes by the names that they have here.
SLOTS = {
    "user": [*_PERSON, "id_number", "passport", "bank_card", "driving_licence"],
    "relative": ["relation", *_PERSON],
    "colleague": ["relation", *_PERSON],
    "work_event": _EVENT,
    "leisure_event": _EVENT,
    "item": ["item_relation", "item_type", "item_name", "item_comment"],
    "place": ["place_relation", "place_type", "place_name", "place_comment"],
}
#: (what, the attributes whose different values are counted together, bar)
_VOCABULARY = (
    ("event types", ("event_type",), 40),
    ("employers", ("employer",), 400),
    ("occupations and positions", ("occupation", "position"), 200),
    ("cities", ("hometown", "workplace", "event_place"), 300),
    ("hobbies", ("hobby",), 60),
    ("items", ("item_type",), 120),
    ("places", ("place_type",), 120),
    ("names", ("name",), 2000),
)


class Source:
    """A dataset folder in one language, read once."""

    def __init__(self, path: Path, language: str) -> None:
        self.language, self._tables = language, read_tables(path, language)

    def column(self, table: str, *fields: str) -> Any:
        """Return a column of a table, lists laid flat on the way to its inner fields."""
        found = self._tables[table][fields[0]].combine_chunks()
        for name in fields[1:]:
            found = found.flatten() if pa.types.is_list(found.type) else found
            found = found.field(name)
        return found


def attributes(source: Source, spec: Spec) -> Iterator[Measure]:
    """Yield how many of MemDaily's attributes are answered often enough, and which are not, or cannot be asked at all."""
    klasses, names = (source.column("gold", "parts", name).to_pylist() for name in ("class", "attribute"))
    counts = Counter(zip(klasses, names, strict=True))
    asked = {("user" if pattern.own else pattern.klass, pattern.attribute) for pattern in Catalog(spec).patterns}
    slots = [(klass, name) for klass, mine in SLOTS.items() for name in mine]
    enough = sum(counts[slot] >= _ANSWERED for slot in slots)
    rows = len(source.column("questions", "id"))
    title = f"answered at least {_ANSWERED} times, of {len(slots)}"
    yield Measure("attributes", title, enough, n=rows, bar=f"≥ {_SLOTS_BAR}", ok=enough >= _SLOTS_BAR)
    for slot in slots:
        if counts[slot] < _ANSWERED:
            yield Measure("attributes", f"{'rare' if slot in asked else 'cannot be asked'}: {'.'.join(slot)}", counts[slot], n=rows)


def _share(section: str, what: str, texts: Sequence[str], least: float) -> Measure:
    distinct = len(set(texts))
    share = distinct / len(texts)
    return Measure(section, what, share, distinct, len(texts), bar=f"≥ {100 * least:g} %", ok=share >= least)


def variety(source: Source) -> Iterator[Measure]:
    """Yield the share of different texts among the first messages and questions."""
    texts = source.column("histories", "messages", "text")[:_MESSAGES].to_pylist()
    spans = source.column("gold", "messages", "render", "core_span")[:_MESSAGES].to_pylist()
    cores = [text[slice(*span)] for text, span in zip(texts, spans, strict=True)]
    questions = source.column("questions", "question")[:_QUESTIONS].to_pylist()
    yield _share(f"distinct, {source.language}", "messages without opener and tail", cores, _CORES)
    yield _share(f"distinct, {source.language}", "messages", texts, _WHOLE)
    yield _share(f"distinct, {source.language}", "questions", questions, _ASKED)


def distinct_n(source: Source) -> Iterator[Measure]:
    """Yield distinct-n of the characters of messages: different sequences of n over all of them, none across two messages."""
    texts = source.column("histories", "messages", "text")[:_PAIRED].to_pylist()
    for size, least in _DISTINCT.items():
        grams = Counter(text[at : at + size] for text in texts for at in range(len(text) - size + 1))
        value = len(grams) / max(1, grams.total())
        yield Measure(
            f"distinct, {source.language}", f"distinct-{size} of characters", value, n=len(texts), bar=f"> {least}", ok=value > least
        )


def vocabulary(spec: Spec) -> Iterator[Measure]:
    """Yield how many different values the scenario has of what people talk about."""
    for what, names, least in _VOCABULARY:
        domains = {spec.domains[name].source or name: spec.domains[name] for name in names}
        size = sum(domain.size for domain in domains.values())
        yield Measure("content", what, size, bar=f"≥ {least:,}", ok=size >= least)


def _histogram(section: str, values: Sequence[Any]) -> Iterator[Measure]:
    for value, count in sorted(Counter(values).items(), key=lambda pair: (-pair[1], str(pair[0]))):
        yield Measure(section, str(value), count / len(values), count, len(values))


def depth(source: Source) -> Iterator[Measure]:
    """Yield how many facts the parts of questions read one after the other, and how questions are asked, whatever the phrase."""
    hops = source.column("gold", "parts", "hops").to_pylist()
    yield from sorted(_histogram("hops", hops), key=lambda measure: measure.what)
    cores = source.column("gold", "question_render", "core").to_pylist()
    yield from _histogram("skeletons", [bare(core) for whole in cores for core in whole.rpartition(":")[2].split("+")])


def measures(many: Path, few: Path, spec: Spec) -> Iterator[Measure]:
    """Yield everything: attributes and questions of many trajectories in one language, texts of few in all."""
    languages = read_manifest(few)["languages"]
    source = Source(many, read_manifest(many)["languages"][0])
    yield from vocabulary(spec)
    yield from attributes(source, spec)
    for language in languages:
        yield from variety(Source(few, language))
    if "zh" in languages:
        yield from distinct_n(Source(few, "zh"))
    yield from depth(source)


def shown(found: list[Measure], most: int) -> list[Measure]:
    """Return what the table lists: of the skeletons the most frequent, and the rest of them as one line."""
    skeletons = [m for m in found if m.section == "skeletons"]
    rest = skeletons[most:]
    kept = [m for m in found if m not in rest]
    if rest:
        hits, total = sum(m.hits or 0 for m in rest), rest[0].n or 1
        kept.append(Measure("skeletons", f"{len(rest)} others, each below {100 * rest[0].value:.2f} %", hits / total, hits, total))
    return kept


def main() -> int:
    """Measure, print, and return 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=_N, help="trajectories (default %(default)s)")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--scenario", default="daily")
    parser.add_argument("--data", type=Path, help="a dataset folder to measure, instead of a new one")
    parser.add_argument("--skeletons", type=int, default=20, help="how many shapes of questions to list (default %(default)s)")
    parser.add_argument("--json", type=Path, help="write everything measured to this file too")
    options = parser.parse_args()
    spec = load_spec(options.data / "scenario" if options.data else options.scenario)
    with tempfile.TemporaryDirectory() as folder:
        many, few = Path(folder) / "many", Path(folder) / "few"
        if not options.data:
            import memsim

            languages = list(spec.file.languages)
            make = {"seed": options.seed, "workers": 2}
            memsim.generate(options.scenario, n=options.n, language=languages[:1], out=many, **make)
            memsim.generate(options.scenario, n=min(options.n, _READ_N), language=languages, out=few, **make)
        found = list(measures(options.data or many, options.data or few, spec))
    title = f"{options.data or f'{options.scenario}, seed {options.seed}, {options.n:,} trajectories'}"
    printing.show(printing.table(shown(found, options.skeletons), title, ("content", "of", "count / of", "value")))
    missed = [m for m in found if m.ok is False]
    print(f"{len(missed)} of {sum(m.ok is not None for m in found)} bars are missed.")
    if options.json:
        printing.write_json(options.json, title, found)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
