"""The card of a dataset folder lists the tables that are there, each with its files."""

import pytest
import yaml
from sets import files_of, made


@pytest.mark.parametrize("options", [{}, {"format": "jsonl"}, {"pool": 0}], ids=str)
def test_configurations_are_the_tables_that_are_there(tmp_path_factory, options):
    root = made(tmp_path_factory, 12, **options)
    text = (root / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(text.split("---")[1])
    found = {
        one["config_name"]: {path.relative_to(root).as_posix() for path in root.glob(one["data_files"][0]["path"])}
        for one in head["configs"]
    }
    assert all(found.values())
    rows = {name for name in files_of(root) if name.endswith((".parquet", ".jsonl"))}
    assert set().union(*found.values()) == rows
    assert [name for name in found if f"| `{name}` |" not in text] == []
