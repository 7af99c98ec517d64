"""Evidence is there, leads somewhere, and is named once."""

import pytest
from auditing import asked, audited, broken, post, seen

from memsim.check.structure.evidence import Evidence


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"evidence": ()}, {"evidence-missing": 1}),
        ({"evidence": (), "unanswerable": True}, {}),
        ({"evidence": (), "malformed": ("D",)}, {"evidence-malformed": 1}),
        ({"evidence": ("m0", "m1"), "malformed": ("m0; m1",), "inside": 2}, {"evidence-malformed": 1}),
        ({"evidence": ("m1", "m9")}, {"evidence-dangling": 1}),
        ({"evidence": ("m1", "m0", "m1")}, {"evidence-doubled": 1}),
        ({"evidence": ("m9", "m9", "m9")}, {"evidence-dangling": 3, "evidence-doubled": 2}),
        ({"evidence": ("s1",)}, {}),  # a session
        ({"evidence": ("m2", "m0")}, {}),
    ],
)
def test_evidence(fields, expected):
    found = seen(Evidence(), audited(questions=[asked(0, **fields), asked(1)]))
    assert broken(found) == expected
    assert all(finding.examples[0].startswith("q0: ") for finding in found.values() if not finding.ok)


def test_a_reference_with_several_ids_is_one_reference():
    fields = {"evidence": ("m0", "m1", "m2"), "malformed": ("m1; m2",), "inside": 2}
    found = seen(Evidence(), audited(questions=[asked(0, **fields)]))
    assert (found["evidence-malformed"].tested, found["evidence-dangling"].tested) == (2, 3)


def test_much_evidence_is_looked_at_in_no_time():
    many = tuple(f"m{number % 50_000}" for number in range(100_000))
    found = seen(Evidence(), audited(posts=[post(number) for number in range(3)], questions=[asked(0, evidence=many)]))
    assert (found["evidence-doubled"].found, found["evidence-dangling"].found) == (50_000, 99_994)


def test_references_of_another_history_lead_nowhere():
    other = audited(1, posts=[post(7)], questions=[asked(1, evidence=("m7",))])
    found = seen(Evidence(), other, audited(0, questions=[asked(0, evidence=("m7",))]))
    assert broken(found) == {"evidence-dangling": 1}


def test_parts_that_belong_to_nothing_are_found_and_idle_messages_are_not():
    history = audited(orphans=("session_20_date_time",))
    found = seen(Evidence(), history)
    assert broken(found) == {"orphan": 1}
    assert found["orphan"].tested == 2
    assert found["orphan"].examples == ("h0: session_20_date_time",)
