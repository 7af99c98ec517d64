"""Small audited histories, and what checks find in them: shared by the tests of structure and of what shows it."""

from importlib import import_module

from memsim.check.structure.registry import CHECKS
from memsim.io.formats.audited import Asked, Audited, Post


class Histories(tuple):
    """Histories that are too many to be printed where a test fails."""

    __slots__ = ()

    def __repr__(self):
        return f"{len(self)} histories"


def post(number, text=None, **fields):
    """A message; the texts of two numbers are different."""
    moment = f"2027-03-{1 + number // 24:02}T{number % 24:02}:00"
    given = {"session": "s1", "role": "user", "speaker": "user", "time": moment, "moment": moment, "weekday_wrong": False}
    return Post(mid=f"m{number}", text=f"I saw {number} herons." if text is None else text, **given | fields)


def asked(number=0, **fields):
    """A question with four choices, the second of them right."""
    given = {
        "id": f"q{number}",
        "question": f"How many birds did I see on day {number}?",
        "question_type": "single_hop",
        "language": "en",
        "answer": "two",
        "choices": ("one", "two", "three", "four"),
        "target": "B",
        "evidence": ("m1",),
        "malformed": (),
        "unanswerable": False,
        "time": "2027-04-01T08:00",
        "moment": "2027-04-01T08:00",
        "weekday_wrong": False,
        "row": f"row {number}",
    }
    return Asked(**given | fields)


def audited(number=0, posts=None, questions=None, **fields):
    """A history of three messages and a question, unlike that of any other number; or of what is given."""
    given = {
        "id": f"h{number}",
        "language": "en",
        "posts": tuple(post(place, f"I saw {place} herons at lake {number}.") for place in range(3)) if posts is None else tuple(posts),
        "asked": (asked(number),) if questions is None else tuple(questions),
        "row": f"row {number}",
    }
    return Audited(**given | fields)


def seen(check, *histories):
    """What a check finds in these histories, by name."""
    for history in histories:
        check.see(history)
    return {finding.name: finding for finding in check.findings()}


def structure(*histories):
    """What all checks of structure find, by name."""
    found = {}
    for place in CHECKS.values():
        module, _, name = place.partition(":")
        found |= seen(getattr(import_module(module), name)(), *histories)
    return found


def broken(found):
    """The names of the rules that a set does not pass, with how often."""
    return {name: finding.found for name, finding in found.items() if not finding.ok}
