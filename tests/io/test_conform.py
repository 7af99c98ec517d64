"""What has not the shape that its table promises is told with its row and its place in that."""

import pyarrow as pa
import pytest

from memsim.io import tables
from memsim.io.conform import difference, first_null


def pool(*chunks):
    return pa.table({"text": pa.chunked_array([*chunks], pa.string())})


def histories(*texts):
    """A history for each, with one message before the text."""
    said = dict.fromkeys(("mid", "session", "role", "speaker", "time"), "x")
    rows = [{"history_id": "h", "language": "en", "messages": [said | {"text": "first"}, said | {"text": text}]} for text in texts]
    return pa.Table.from_pylist(rows, schema=tables.SCHEMAS["histories"])


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (pool(["a", "b"], ["c"]), None),
        (pool(["a", None], ["c"]), "row 1: text"),
        (pool(["a", "b"], [], ["c", None, None]), "row 3: text"),
        (histories("a", "b"), None),
        (histories("a", "b", None), "row 2: messages.text"),
        (pa.concat_tables([histories("a", "b"), histories("c", None)]), "row 3: messages.text"),
        (pa.table({"unit": [None, "cm"]}), None),
    ],
)
def test_the_first_null_is_told_by_its_row_in_the_whole_table(content, place):
    assert first_null(content) == place


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"language": "en", "role": "user", "speaker": "user", "text": "x"}, None),
        ({"language": "en"}, "row has language; expected language, role, speaker, text"),
        ({}, "row has {}; expected language, role, speaker, text"),
        (["en"], "row has ['en']; expected language, role, speaker, text"),
        ("x", "row has 'x'; expected language, role, speaker, text"),
    ],
)
def test_a_row_of_another_shape_is_told_with_what_it_should_have(row, told):
    assert difference(row, tables.SCHEMAS["pool"]) == told


def test_a_value_below_a_row_is_told_with_its_place():
    (row,) = histories("a").to_pylist()
    schema = tables.SCHEMAS["histories"]
    assert difference(row, schema) is None
    assert difference({**row, "messages": "a"}, schema) == "row.messages is 'a'; expected a list"
    told = difference({**row, "messages": [row["messages"][0], {"mid": "m1"}]}, schema)
    assert told == "row.messages[1] has mid; expected mid, session, role, speaker, text, time"
