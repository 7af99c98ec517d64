"""A memory never sees the truth: whatever can be reached from what it is given."""

from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest
from histories import history, item, message

from memsim.measure import trial
from memsim.measure.answering import put
from memsim.measure.given import Given
from memsim.measure.worker import Worker
from memsim.records import Answer, Asked, Message

LEAVES = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, int, float, bytes)


def inside(one):
    """What an object leads to: its items, its attributes, and what its code holds on to. Classes and modules are the same for all."""
    match one:
        case dict():
            yield from (*one.keys(), *one.values())
        case list() | tuple() | set() | frozenset():
            yield from one
        case MethodType() | BuiltinFunctionType():
            yield one.__self__
        case FunctionType():
            yield from (cell.cell_contents for cell in one.__closure__ or ())
            yield from one.__defaults__ or ()
    if not isinstance(one, LEAVES):
        names = [name for name in dir(one) if not name.startswith("__") or name == "__dict__"]
        yield from (getattr(one, name) for name in names if hasattr(one, name))


def reachable(root):
    """All texts that can be reached from an object."""
    seen, open_ = {}, [root]
    while open_:
        one = open_.pop()
        if id(one) not in seen:
            seen[id(one)] = one
            open_ += [] if isinstance(one, str) else inside(one)
    return {one for one in seen.values() if isinstance(one, str)}


class Spy:
    """Keeps all that can be reached from what it is given."""

    def __init__(self):
        self.found = set()

    def reset(self):
        pass

    def see(self, *given):
        for one in given:
            self.found |= reachable(one)

    def store(self, message):
        self.see(message)

    def recall(self, query, k):
        self.see(query, k)
        return []

    def answer(self, asked):
        self.see(asked)
        return "A"


@pytest.fixture
def secretive():
    """A history in which all that nobody may see is called a secret."""
    asked = item(
        id="secret-q",
        history_id="secret-history",
        evidence=("secret-2",),
        target="secret target",
        answers=(Answer("secret answer", "name", None, "secret unit"),),
        axes=("secret axis", None),
        facts=(("secret-2", "secret subject", "secret value"),),
        choices=("Busan", "Seoul"),
        question_type="secret type",
        topic="secret topic",
    )
    messages = [message(number, f"text {number}", session=f"secret-{number}")._replace(mid=f"secret-{number}") for number in range(4)]
    return history(messages, [asked], "secret-history")


class Holder:
    __slots__ = ("held",)

    def __init__(self, held):
        self.held = held

    def method(self):
        return self.held


@pytest.mark.parametrize(
    "hide",
    [
        lambda own: own,
        Holder,
        lambda own: Holder(own).method,
        lambda own: lambda: own,
        lambda own: lambda held=own: held,
        lambda own: {"x": [(own,)]},
        lambda own: {own.id: own}.get,
        Given,
    ],
)
def test_the_spy_would_find_it(secretive, hide):
    assert {"secret-2", "secret target", "secret axis", "secret value", "secret type", "secret answer"} <= reachable(hide(secretive))


@pytest.mark.parametrize("answers", ["choices", "free"])
def test_a_memory_cannot_reach_the_truth(secretive, answers):
    spies, worker = [], Worker(30)

    def make():
        spies.append(Spy())
        return spies[-1]

    (found,) = trial.run(make, Given(secretive), [put(secretive.items[0], answers)], 2, worker)
    worker.close()
    assert (found.error, found.said) == ("", "A")
    assert [text for text in sorted(spies[0].found) if "secret" in text] == []
    assert {"text 2", "m2", "s2", "Question 0?"} <= spies[0].found


def test_what_a_memory_is_given_is_texts_and_tuples_of_texts(secretive):
    for one in (*Given(secretive).messages, put(secretive.items[0], "choices")):
        assert type(one) in {Message, Asked}
        assert all(type(text) is str for part in one for text in (part if type(part) is tuple else [part]))
