"""The check refuses a world that breaks a rule: one rule broken in each row of a set, one check of all."""

import pytest
import sets
from breaking import breaking

from memsim.check import report
from memsim.check.run import check
from memsim.spec.load import load_spec

RULES = load_spec("daily").file.rules


def tamper(rows, spec):
    """Break a rule in each row, in the last entity of its first class."""
    for place, rule in enumerate(spec.file.rules):
        klass = rule.classes[0]
        for node, code in breaking(spec, rule, klass).items():
            own, attribute = node.split(".")
            entity, domain = f"{own}-{spec.file.classes[own].count}", spec.domains[attribute]
            fact = next(fact for fact in rows[place]["facts_of_world"] if (fact["entity"], fact["attribute"]) == (entity, attribute))
            fact["value"] = domain.surfaces["en"][code]
            fact["number"] = None if domain.numbers is None else float(domain.numbers[code])


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What the check says of each row."""
    root = sets.copied(sets.made(tmp_path_factory), tmp_path_factory.mktemp("rules") / "copy")
    with sets.rows_of(root, "profiles") as rows:
        tamper(rows, load_spec(root / "scenario"))
    sets.seal(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "KEPT", 100_000)
        faults = check(root).faults
    return [[fault.detail for fault in faults if (fault.promise, fault.row) == (9, place)] for place in range(len(rows))]


@pytest.mark.parametrize("place", range(len(RULES)), ids=lambda place: RULES[place].name)
def test_a_broken_rule_is_named(found, place):
    rule = RULES[place]
    assert any(f"{rule.classes[0]}-" in detail and f"breaks the rule {rule.name!r}: " in detail for detail in found[place])


def test_rows_left_alone_break_none(found):
    assert not [details for details in found[len(RULES) :] if details]
