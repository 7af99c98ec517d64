"""The tables of a comparison."""

from math import nan

from memsim.measure.comparing import Gain
from memsim.report.gains import gains
from memsim.scoring.compare import Difference


def difference(**changed):
    return Difference(**({"effect": 0.1, "low": -0.05, "high": 0.25, "p": 0.0312, "n": 10, "better": 3, "worse": 2, "ties": 5} | changed))


def gain(memory="a", measure="accuracy", question_type="all", eta=1, unpaired=0, **changed):
    return Gain("s", eta, memory, "base", measure, question_type, difference(**changed), unpaired)


def test_each_measure_and_level_has_a_table_of_its_own():
    found = [gain(measure=measure, eta=eta) for measure in ("mrr@5", "accuracy") for eta in (10, 1)]
    assert [table.title for table in gains(found)] == [
        "accuracy on s, η=1", "mrr@5 on s, η=1", "accuracy on s, η=10", "mrr@5 on s, η=10"
    ]  # fmt: skip


def test_a_row_says_gain_chance_and_counts():
    (table,) = gains([gain(n=1200, unpaired=4)])
    assert dict(zip(table.columns, table.rows[0], strict=True)) == {
        "memory": "a",
        "over": "base",
        "type": "all",
        "gain (95 %)": "+.100 (-.050 to +.250)",
        "p": ".031",
        "better": "3",
        "worse": "2",
        "same": "5",
        "n": "1,200",
        "unpaired": "4",
    }


def test_what_was_not_measured_is_a_dash_and_one_cluster_has_no_interval():
    (table,) = gains([gain(effect=nan, low=nan, high=nan, p=nan), gain(low=nan, high=nan), gain(p=0.0004), gain(p=1.0)])
    assert [(row[3], row[4]) for row in table.rows] == [
        ("–", "–"),
        ("+.100", ".031"),
        ("+.100 (-.050 to +.250)", "<.001"),
        ("+.100 (-.050 to +.250)", "1.000"),
    ]


def test_memories_keep_their_order_and_types_that_of_the_paper_all_last():
    found = [gain(memory, question_type=kind) for memory in ("z", "a") for kind in ("all", "zebra", "comparative", "single_hop")]
    (table,) = gains(found)
    assert [(row[0], row[2]) for row in table.rows] == [
        (memory, kind) for memory in ("z", "a") for kind in ("single_hop", "comparative", "zebra", "all")
    ]
