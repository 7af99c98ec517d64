"""Rows that come in any order stand under their names in the order asked for."""

import json
from contextlib import closing

from memsim.conversion.buckets import Buckets


def test_rows_keep_their_order_and_names_have_that_which_is_given(tmp_path):
    with closing(Buckets(tmp_path)) as buckets:
        for outer, inner, row in (("b", "y", {"q": "é"}), ("a", "y", 2), ("b", "x", 3), ("b", "y", 4)):
            buckets.add(outer, inner, row)
        assert [buckets.count("b", inner) for inner in "xyz"] == [1, 2, 0]
        buckets.join(tmp_path / "rows.json", ("c", "b", "a"), ("x", "y"))
    found = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    assert found == [("b", [("x", [3]), ("y", [[("q", "é")], 4])]), ("a", [("y", [2])])]
