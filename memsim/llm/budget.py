"""How many dollars calls may cost in all: no call starts that might pass it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import fsum

from memsim.errors import BudgetError, InputError


@dataclass(eq=False)
class Reservation:
    """What one try may cost at most; `cost` is what it did cost: all of it, until that is known."""

    most: float
    cost: float


class Budget:
    """US dollars for all calls of a run, of one client or several.

    What a try may cost at most is set aside before it, and what it did cost is counted after it. A provider that bills more than the tokens it was
    asked for passes any budget; then no other call is made.

    Args:
        dollars: In all; ``math.inf`` for as many as it takes.

    Attributes:
        spent: So far.

    Raises:
        InputError: It is no number, or below 0.
    """

    def __init__(self, dollars: float) -> None:
        if not dollars >= 0:
            raise InputError(f"budget {dollars}; expected dollars, 0 or more")
        self.dollars = dollars
        self.spent = 0.0
        self._in_flight: set[Reservation] = set()
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def reserved(self, dollars: float) -> AsyncIterator[Reservation]:
        """Set aside what a try may cost at most, for as long as it lasts; waits for others to end where that is not left.

        Raises:
            BudgetError: It is not left, and there are no others.
        """
        while self.spent + fsum(one.most for one in self._in_flight) + dollars > self.dollars:
            if not self._in_flight:
                raise BudgetError(
                    f"budget: ${self.spent:.6f} of ${self.dollars:.6f} are spent, and the next call may cost up to ${dollars:.6f}; "
                    "what was answered is kept and costs nothing again: go on with a larger budget"
                )
            woken = asyncio.get_running_loop().create_future()
            self._waiting.append(woken)
            await woken
        reservation = Reservation(dollars, dollars)
        self._in_flight.add(reservation)
        try:
            yield reservation
        finally:
            self._in_flight.remove(reservation)
            self.spent += reservation.cost
            for woken in self._waiting:
                if not woken.done():  # cancelled
                    woken.set_result(None)
            self._waiting.clear()
