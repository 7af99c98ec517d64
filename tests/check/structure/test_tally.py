"""A tally counts what was tested and what broke, and keeps the first examples as single lines."""

from memsim.check.structure.tally import KEPT, Tally


def test_it_counts_and_is_ok_where_nothing_broke():
    tally = Tally("a-rule", "so it should be")
    assert (tally.finding().share, tally.finding().ok) == (0.0, True)
    for place in range(200):
        tally.test(broken=place % 4 == 0, example=f"row {place}")
    finding = tally.finding(detail={"more": 1})
    assert (finding.family, finding.name, finding.rule) == ("structure", "a-rule", "so it should be")
    assert (finding.tested, finding.found, finding.share, finding.ok) == (200, 50, 0.25, False)
    assert finding.examples == tuple(f"row {place}" for place in range(0, 200, 4))
    assert finding.detail == {"more": 1}
    assert tally.finding(ok=True).ok


def test_examples_are_few_short_and_one_line():
    tally = Tally("a-rule", "so it should be")
    for _ in range(KEPT + 50):
        tally.test(broken=True, example="a\nb\x1b[31m" + "c" * 500)
    examples = tally.finding().examples
    assert len(examples) == KEPT
    assert examples[0].startswith("a b [31mccc")
    assert examples[0].endswith("c…")
    assert len(examples[0]) == 120
