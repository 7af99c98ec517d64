"""What people's ratings come to: means, intervals and agreement for each set, language and criterion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from memsim.errors import InputError
from memsim.io.files import json_line, write_whole
from memsim.rating.agreement import agreement
from memsim.rating.filled import Filled, read_filled
from memsim.rating.key import Key, Origin, read_key
from memsim.rating.scales import RATED, Answer, Scale
from memsim.rating.summary import interval


@dataclass(frozen=True, slots=True)
class PeopleRatings:
    """What people rated.

    Attributes:
        results: `sets` (name and digest), `raters`, `alike` (pairs of raters who gave the same throughout), and `ratings`: a row for each set, language,
            subject and criterion. `mean` with `low` and `high`, its 95 % interval, is over the `n` ratings that there are, on the scale of 1 to 5 or as
            the share of yes among yes and no; it is clustered by history, so several raters of one item count as one where they agree. `unsure` and
            `unrated` are in no mean, and n plus these is the number of `items` times the raters. `agreement` is ordinal on 1 to 5, and nominal on yes and no.
        rows: A row for each rater, item and criterion: `rating` is as the sheet has it, None where it is blank.
    """

    results: dict[str, Any]
    rows: list[dict[str, Any]]

    def write(self, path: str | Path) -> None:
        """Write all ratings as JSON lines, whole or not at all."""
        write_whole(Path(path), "".join(json_line(row) for row in self.rows))


def import_ratings(files: Sequence[str | Path], key: str | Path) -> PeopleRatings:
    """Read filled sheets, one a rater, and sum up what they say.

    Args:
        files: CSV as the form saves it, or the table as a spreadsheet does.
        key: What was written beside the sheet.

    Raises:
        InputError: A file is wrong; all are read before anything is computed.
        MissingDependencyError: krippendorff is not installed.
    """
    paths = [Path(file) for file in files]
    if not paths:
        raise InputError("no filled sheets; expected one file for each rater")
    twice = next((path for place, path in enumerate(paths) if path.resolve() in {other.resolve() for other in paths[:place]}), None)
    if twice is not None:
        raise InputError(f"{twice}: given twice; expected one file for each rater")
    known = read_key(Path(key))
    filled = [read_filled(path, known) for path in paths]
    raters = [path.stem for path in paths]
    if len(set(raters)) < len(raters):
        raters = [str(path) for path in paths]
    results = {
        "sets": [source.model_dump() for source in known.sets],
        "raters": raters,
        "alike": list(_alike(raters, filled)),
        "ratings": list(_summary(known, filled)),
    }
    return PeopleRatings(results, list(_rows(known, raters, filled)))


def _alike(raters: Sequence[str], filled: Sequence[Filled]) -> Iterator[list[str]]:
    """Yield each pair of raters whose ratings and comments are all the same, blank ones apart: perhaps one rater, whose file was saved twice."""
    for (one, given), (other, by_other) in combinations(zip(raters, filled, strict=True), 2):
        if given == by_other and any(answer for answer, _ in given.values()):
            yield [one, other]


def _summary(key: Key, filled: Sequence[Filled]) -> Iterator[dict[str, Any]]:
    for (source, language, subject), items in _grouped(key).items():
        criteria, scale = RATED[subject]
        for one in criteria:
            found = _row({item: (origin, [given[item, one.name].answer for given in filled]) for item, origin in items.items()}, scale)
            yield {"set": source, "language": language, "subject": subject, "criterion": one.name, **found}


def _grouped(key: Key) -> dict[tuple[str, str, str], dict[str, Origin]]:
    """Return the items by set, language and subject, in the order of the key's sets, the alphabet and `RATED`."""
    groups: dict[tuple[str, str, str], dict[str, Origin]] = {}
    for name, origin in key.items.items():
        groups.setdefault((origin.set, origin.language, origin.subject), {})[name] = origin
    sets, subjects = [source.name for source in key.sets], list(RATED)
    return {mine: groups[mine] for mine in sorted(groups, key=lambda mine: (sets.index(mine[0]), mine[1], subjects.index(mine[2])))}


def _row(items: dict[str, tuple[Origin, list[Answer | None]]], scale: Scale) -> dict[str, Any]:
    answers = [(origin, answer) for origin, of_item in items.values() for answer in of_item]
    scored = [(answer.value, origin.history_id) for origin, answer in answers if answer is not None and answer.value is not None]
    of_items = [[one.value for one in of_item if one is not None and one.value is not None] for _, of_item in items.values()]
    unrated = sum(answer is None for _, answer in answers)
    return {
        **interval([value for value, _ in scored], [history for _, history in scored], scale.values),
        "items": len(items),
        "unsure": len(answers) - len(scored) - unrated,
        "unrated": unrated,
        "agreement": agreement(of_items, scale.values, scale.level)._asdict(),
    }


def _rows(key: Key, raters: Sequence[str], filled: Sequence[Filled]) -> Iterator[dict[str, Any]]:
    for rater, given in zip(raters, filled, strict=True):
        for (item, criterion), (answer, comment) in given.items():
            rating = None if answer is None else answer.name
            yield {
                "rater": rater,
                "item": item,
                **key.items[item].model_dump(),
                "criterion": criterion,
                "rating": rating,
                "comment": comment,
            }
