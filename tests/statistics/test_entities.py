"""An entity is mentioned where its message says it."""

import numpy as np
import pyarrow as pa
import pytest

from memsim.statistics.attributes import Attributes
from memsim.statistics.entities import Entities
from memsim.statistics.parts import Known

ATTRIBUTES = Attributes(indices={}, possible={}, naming=("workplace",), own=frozenset({"user"}))
HINTS = [
    {"entity": "relative-1", "subject": "my cousin", "attribute": "workplace", "value": "Busan"},
    {"entity": "user-1", "subject": "I", "attribute": "workplace", "value": "Porto"},
    {"entity": "relative-2", "subject": "my aunt", "attribute": "age", "value": "52"},
]
KNOWN = Known(world=pa.table({}), hints=pa.Table.from_pylist(HINTS), stated=np.array([1, 0, 1, 1]))


@pytest.mark.parametrize(
    ("texts", "mentioned"),
    [
        (["My cousin's in Busan.", "So be it, Porto.", "I'm in Porto.", "My aunt is 52."], 4),
        (["My cousin's in Busan.", "So be it, Porto.", "I'm in Oslo.", "My aunt is fine."], 3),
        (["Busan it is.", "So be it, Porto.", "I'm here.", "My auntie is 52."], 1),
        (["Lunch was fine.", "So be it, Porto.", "So was dinner.", "My cousin's in Busan."], 0),
    ],
)
def test_what_a_message_does_not_say_of_its_fact_is_no_mention(texts, mentioned):
    entities = Entities(ATTRIBUTES)
    entities.add(KNOWN, texts, [4, 100, 3, 3])
    figures = entities.figures()
    assert figures["messages that state facts"] == 3
    assert figures["their entities per 10,000 tokens"] == 10_000 * mentioned / 10
    assert figures["their different entities"] == mentioned
    assert (figures["SWIP"] is None) == (mentioned == 0)
