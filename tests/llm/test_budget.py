import asyncio
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import BudgetError, InputError
from memsim.llm import loop
from memsim.llm.budget import Budget


def test_what_a_try_did_cost_is_spent():
    async def work():
        async with budget.reserved(0.3) as reservation:
            assert budget.spent == 0
            reservation.cost = 0.1
        async with budget.reserved(0.9) as reservation:
            reservation.cost = 0.0

    budget = Budget(1.0)
    loop.wait(work())
    assert budget.spent == pytest.approx(0.1)


def test_a_try_whose_cost_nobody_told_is_spent_in_full():
    async def work():
        async with budget.reserved(0.3):
            raise ZeroDivisionError

    budget = Budget(1.0)
    with pytest.raises(ZeroDivisionError):
        loop.wait(work())
    assert budget.spent == 0.3


def test_a_try_that_might_pass_the_budget_is_not_made():
    async def work():
        async with budget.reserved(0.6):
            pass
        async with budget.reserved(0.6):
            raise AssertionError

    budget = Budget(1.0)
    with pytest.raises(BudgetError, match=r"\$0\.600000 of \$1\.000000 are spent, .* up to \$0\.600000; .*larger budget"):
        loop.wait(work())
    assert budget.spent == 0.6


def test_the_last_dollar_may_be_spent():
    async def work():
        for _ in range(10):
            async with budget.reserved(0.125):
                pass

    budget = Budget(1.25)
    loop.wait(work())
    assert budget.spent == 1.25


def test_who_finds_no_room_waits_for_tries_under_way():
    async def one(seconds, cost):
        async with budget.reserved(0.6) as reservation:
            order.append(seconds)
            await asyncio.sleep(seconds)
            reservation.cost = cost

    async def work():
        await asyncio.gather(one(0.05, 0.1), one(0.01, 0.1), one(0.0, 0.1))

    order, budget = [], Budget(1.0)
    loop.wait(work())
    assert order == [0.05, 0.01, 0.0]
    assert budget.spent == pytest.approx(0.3)


def test_who_waits_may_be_cancelled():
    async def hold(seconds):
        async with budget.reserved(0.9):
            await asyncio.sleep(seconds)

    async def work():
        first, second = asyncio.create_task(hold(0.05)), asyncio.create_task(hold(60))
        await asyncio.sleep(0.01)
        second.cancel()
        await first
        with pytest.raises(asyncio.CancelledError):
            await second

    budget = Budget(1.0)
    loop.wait(work())
    assert budget.spent == 0.9


@given(
    tries=st.lists(st.tuples(st.floats(0.001, 1.0), st.floats(0.0, 1.0)), min_size=1, max_size=60),
    dollars=st.floats(0.0, 5.0),
)
def test_no_budget_is_ever_passed(tries, dollars):
    async def one(most, share):
        async with budget.reserved(most) as reservation:
            for _ in range(int(share * 5)):
                await asyncio.sleep(0)
            reservation.cost = most * share
        seen.append(budget.spent)

    async def work():
        return await asyncio.gather(*(one(*each) for each in tries), return_exceptions=True)

    budget, seen = Budget(dollars), []
    outcomes = loop.wait(work())
    assert all(spent <= dollars + 1e-12 for spent in seen)
    refused = [each for each, outcome in zip(tries, outcomes, strict=True) if outcome is not None]
    assert all(isinstance(outcome, BudgetError) for outcome in outcomes if outcome is not None)
    assert all(budget.spent + most > dollars - 1e-12 for most, _ in refused)
    assert budget.spent == pytest.approx(
        sum(most * share for (most, share), outcome in zip(tries, outcomes, strict=True) if outcome is None)
    )


@pytest.mark.parametrize("dollars", [-1.0, math.nan])
def test_a_budget_that_makes_no_sense_is_refused(dollars):
    with pytest.raises(InputError, match=f"budget {dollars}"):
        Budget(dollars)
