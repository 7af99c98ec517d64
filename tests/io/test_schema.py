"""The JSON Schemas in schemas/records/ are those of the tables, and say where NULL may stand."""

import json
from pathlib import Path

import pytest

from memsim.io.schema import PUBLISHED, json_schema

RECORDS = Path(__file__).parents[2] / "schemas" / "records"


@pytest.mark.parametrize("table", PUBLISHED)
def test_the_committed_schema_is_that_of_the_table(table):
    assert json.loads((RECORDS / f"{table}.schema.json").read_text(encoding="utf-8")) == json_schema(table)


def test_there_is_a_schema_for_each_table_and_no_other():
    assert {path.name.removesuffix(".schema.json") for path in RECORDS.iterdir()} == set(PUBLISHED)
