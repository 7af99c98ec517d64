"""`report.md`: a run on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from memsim.report import tables
from memsim.report.faults import faults
from memsim.report.table import Table

_READING = (
    (
        "n is the number of questions behind a value, in the heading where it is the same for all. A value is a mean over questions with its 95 % "
        "interval (Wilson's; questions of one history, or of one trajectory in several languages, are one cluster)."
    ),
    "A call that failed is no wrong answer: it is left out of n, and counted under *Outcomes*.",
    "Measures at k look at the first k of what was recalled; first_rank@k is k + 1 where no evidence is among them.",
    "A memory that recalls everything does so in the order of the history.",
    "Controls show the floor and the ceiling: nothing, messages drawn at random, the first ones, exactly the evidence.",
)
_OUTCOMES = (
    "Counts of answers. A wrong choice is counted by how it differs from the right one; one that is wrong in several parts of a question stands "
    "apart. `results.json` has each part."
)
_TIMES = (
    "Mean / p50 / p95; one value where there is but one. Adaptation is storing and settling a history with nothing kept from others; response "
    "is recalling, and the agent's own answer; the first history of each memory stands apart, since models are loaded there."
)
_CONSTANT = (
    "What a reader gets who looks at nothing: always the same letter, or a letter drawn for each question; over all questions with choices."
)
_UNREADABLE = (
    "Given exactly the evidence, the reader without a model answers fewer than 60 % of these (the share in brackets, of n questions): its "
    "answers tell nothing of memories, and are left out of all accuracies"
)
_UNKNOWN = "**no oracle took part**: accuracies include types of question that the reader without a model may not be able to answer, whatever is recalled"
#: By setting: what it means for the questions asked.
_CHOSEN = {
    "limit": "at most {:,} questions of each set, the first ones",
    "per_type": "at most {:,} questions of each type and language, the first ones",
}
_FEW = 30  # questions of a type, below which the share that was answered is little more than a hint


def page(manifest: Mapping[str, Any], results: Mapping[str, Any], plots: Mapping[str, Sequence[str]] | None) -> str:
    """Return the report of a run in Markdown; `plots` are, by set, files beside it, or None where they could not be drawn."""
    parts = ["# Report\n", _listed(_facts(manifest, results, drawn=plots is not None)), "How to read it:\n", _listed(_READING)]
    lexical = (manifest["reader"] or {}).get("name") == "lexical"
    for entry in manifest["sets"]:
        found = [one for one in results["results"] if one["set"] == entry["name"]]
        parts += [f"## {entry['name']}\n", _listed(_notes(entry, found, results, lexical=lexical))]
        for title, (intro, of) in _SECTIONS.items():
            made = [table.markdown(4) for table in of(_Shown(entry, found, results)) if table is not None]
            parts += [f"### {title}\n", *([intro + "\n"] if intro else []), *made] if made else []
        parts += [f"![{name}](<{name}>)\n" for name in (plots or {}).get(entry["name"], ())]
    return "\n".join(parts)


def _listed(lines: Sequence[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)


def _facts(manifest: Mapping[str, Any], results: Mapping[str, Any], *, drawn: bool) -> list[str]:
    settings, reader, judge, pool = (manifest[name] for name in ("settings", "reader", "judge", "pool"))
    cuts, levels = (", ".join(map(str, values)) for values in (results["ks"], settings["levels"]))
    measured, scored = manifest["protocol_version"], results["protocol_version"]
    return [
        f"protocol {measured}{'' if scored == measured else f', scored by protocol {scored}'}, memsim {manifest['memsim']}, "
        + ", ".join(f"{name} {what}" for name, what in manifest["environment"].items() if not isinstance(what, Mapping)),
        f"reader: {_who(reader) if reader else 'none, retrieval only'}" + (f"; judge: {_who(judge)}" if judge else ""),
        f"k {cuts}; η {levels}; seed {settings['seed']}; epochs {settings['epochs']}; answers: {settings['answers']}",
        *(text.format(settings[key]) for key, text in _CHOSEN.items() if settings[key] is not None),
        *([f"noise: the pool of {pool['name']}, digest `{pool['digest'][:16]}`"] if pool else []),
        *(f"{one['name']}: {_described(one['identity'])}" for one in manifest["memories"] if one["identity"]),
        *(
            f"seconds that the first of each took to be made: {_described(made)}"
            for made in [manifest["environment"].get("made_s")]
            if made
        ),
        *([] if drawn else ["no plots: they need `pip install 'memsim[bench]'`"]),
    ]


def _described(identity: object) -> str:
    """Return what a memory says of itself, without the hashes, which the manifest has."""
    if not isinstance(identity, Mapping):
        return str(identity)
    return ", ".join(f"{name} {what}" for name, what in identity.items() if "sha256" not in name)


def _who(identity: Mapping[str, Any]) -> str:
    return str(identity.get("model") or identity["name"])


def _told(by: str) -> str:
    return f", told by its being {by}" if by else ""


def _notes(entry: Mapping[str, Any], found: Sequence[tables.Result], results: Mapping[str, Any], *, lexical: bool) -> list[str]:
    asked = results["asked"][entry["name"]]
    lines = [
        f"{entry['format']}{_told(entry.get('told_by', ''))}, digest `{entry['digest'][:16]}`"
        + _unit(entry.get("convention", {}).get("unit", "message")),
        f"questions asked: {asked['questions']:,}; histories: {asked['histories']:,}",
        *(
            f"by {tables.DIMENSIONS[name][0]}: {_counts(parts)}"
            for name, parts in asked["by"].items()
            if len(parts) > 1 or name == "language"
        ),
        *(f"in the whole set, {what}: {count:,}" for what, count in entry["notes"].items()),
    ]
    if unreadable := results["retrieval_only"][entry["name"]]:
        kinds = ", ".join(map(_share_right, unreadable))
        lines.append(f"**retrieval only**: {kinds}. {_UNREADABLE}")
    elif lexical and not any(one["memory"] == "oracle" for one in found):
        lines.append(_UNKNOWN)
    return lines + [fault.markdown() for fault in faults(found, results["ks"])]


def _unit(unit: str) -> str:
    return "" if unit == "message" else f"; a message is a {unit}"


def _share_right(one: Mapping[str, Any]) -> str:
    few = ", too few to tell" if one["n"] < _FEW else ""
    return f"{one['question_type']} {one['language']} ({one['accuracy']:.0%}, n={one['n']:,}{few})"


def _counts(parts: Mapping[str, int]) -> str:
    return ", ".join(f"{tables.called(part)} {count:,}" for part, count in parts.items())


class _Shown(NamedTuple):
    """A set with what there is to show of it."""

    entry: Mapping[str, Any]
    found: Sequence[tables.Result]
    results: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return what the set is called."""
        return str(self.entry["name"])

    def main(self) -> Iterator[tuple[str, str]]:
        """Yield the measures that stand for all, as far as there are any, each with how it is called."""
        ks = self.results["ks"]
        ranked = [one for one in tables.told_first(self.entry, ks) if one.partition("@")[0] not in tables.ANSWERS]
        for measure in dict.fromkeys(("accuracy", ranked[0], f"recall@{tables.headline(ks)}")):
            if any(measure in one["measures"] for one in self.found):
                yield measure, measure.capitalize()

    def levels(self) -> Iterator[tuple[int, list[tables.Result]]]:
        """Yield each level with its results."""
        for eta in sorted({one["eta"] for one in self.found}):
            yield eta, [one for one in self.found if one["eta"] == eta]


def _by_type(of: _Shown) -> Iterator[Table]:
    for measure, called in of.main():
        yield from (tables.by(found, "question_type", measure, f"{called}, η={eta}") for eta, found in of.levels())


def _by_level(of: _Shown) -> Iterator[Table]:
    if len({one["eta"] for one in of.found}) > 1:
        yield from (tables.by_level(of.found, measure, called) for measure, called in of.main())


def _by_others(of: _Shown) -> Iterator[Table]:
    eta, found = next(of.levels())
    others = [one for one in tables.DIMENSIONS if one != "question_type" and len(of.results["asked"][of.name]["by"][one]) > 1]
    for dimension in others:
        for measure, called in of.main():
            yield tables.by(found, dimension, measure, f"{called} by {tables.DIMENSIONS[dimension][0]}, η={eta}")


def _measures(of: _Shown) -> Iterator[Table | None]:
    for k in of.results["ks"]:
        names = [*(name.format(k=k) for name in tables.MEASURES), *tables.ANSWERS]
        yield from (tables.measures(found, names, f"k={k}, η={eta}") for eta, found in of.levels())


def _outcomes(of: _Shown) -> Iterator[Table]:
    yield from (tables.outcomes(found, f"η={eta}") for eta, found in of.levels() if any(one["outcomes"] for one in found))


def _costs(of: _Shown) -> Iterator[Table | None]:
    for eta, found in of.levels():
        yield tables.times(found, f"Seconds, η={eta}")
        yield tables.usage(found, f"Models, η={eta}")


def _constant(of: _Shown) -> Iterator[Table]:
    if of.name in of.results["constant_answers"]:
        yield tables.constants(of.results["constant_answers"][of.name], "")


#: By title: what a reader should know first, and the tables of a set.
_SECTIONS: dict[str, tuple[str, Callable[[_Shown], Iterator[Table | None]]]] = {
    "By question type": ("", _by_type),
    "By η": ("", _by_level),
    "Never looking": (_CONSTANT, _constant),
    "By language, topic and noise": ("At the lowest η; `Run.table(measure, by=…, eta=…)` gives the others.", _by_others),
    "All measures": ("", _measures),
    "Outcomes": (_OUTCOMES, _outcomes),
    "Costs": (_TIMES, _costs),
}
