"""What stands in for raters: fills in sheets as they would."""

import csv
import io


def rows_of_sheet(path):
    """Return the rows of a table, those with instructions left out."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row for row in csv.DictReader(file, strict=True) if row["item"]]


def text_of(rows, columns=("item", "criterion", "rating", "comment"), delimiter=","):
    """Return rows as a spreadsheet or the form writes them."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return "\ufeff" + out.getvalue()


def fill(sheet, target, answers, comment="", **options):
    """Fill in a table: `answers` gives, by criterion, the ratings of its rows from the first on; what it does not give stays blank."""
    waiting = {name: iter(given) for name, given in answers.items()}
    rows = [{**row, "rating": next(waiting.get(row["criterion"], iter(())), ""), "comment": comment} for row in rows_of_sheet(sheet)]
    target.write_text(text_of(rows, **options), encoding="utf-8", newline="")
    return target
