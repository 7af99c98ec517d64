from histories import history, item
from hypothesis import given
from hypothesis import strategies as st

from memsim.measure.controls import TRUTHFUL
from memsim.measure.given import Given
from memsim.measure.levels import infuse
from memsim.memory.registry import KINDS

POOL = tuple(("user", "User", f"noise {number}") for number in range(300))


def recalled(kind, history, asked, k=1):
    """The history's own ids of what a memory made of the truth recalls."""
    told = Given(history)
    memory = TRUTHFUL[kind](told, asked)
    for message in told.messages:
        memory.store(message)
    return [told.mids[mid] for one in memory.recall(asked.question.question, k) for mid in one.sources]


@given(st.integers(1, 10), st.sets(st.integers(0, 9)), st.sampled_from([1, 3, 20]))
def test_the_oracle_recalls_the_evidence_and_noisy_all_the_rest(n, chosen, eta):
    asked = item(evidence=[f"m{number}" for number in sorted(chosen, reverse=True) if number < n])
    mixed = infuse(history(n, [asked]), eta, POOL, 0)
    everything = [message.mid for message in mixed.messages]
    assert recalled("oracle", mixed, asked) == [mid for mid in everything if mid in asked.truth.evidence]
    assert recalled("noisy", mixed, asked) == [mid for mid in everything if mid not in asked.truth.evidence]


def test_each_question_has_its_own_evidence():
    asked = [item(0, ["m2"]), item(1, ["m0", "m3"]), item(2, [])]
    found = [recalled("oracle", history(4, asked), one) for one in asked]
    assert found == [["m2"], ["m0", "m3"], []]


def test_they_are_the_kinds_that_the_registry_leaves_to_the_bench():
    assert sorted(TRUTHFUL) == sorted(name for name, kind in KINDS.items() if not kind.home)
