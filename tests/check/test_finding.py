"""What a set says reaches a terminal as plain lines, whichever check found it."""

from auditing import asked, audited, post, structure
from hypothesis import given
from hypothesis import strategies as st
from leaking import leaks

from memsim.check.finding import Finding

HOSTILE = "\x1b]0;title\x07\x1b[2J\u202e\n"


def finding(**fields):
    given = {"family": "leaks", "name": "name", "rule": "rule", "tested": 1, "found": 1, "share": 1.0, "examples": (), "ok": False}
    return Finding(**given | fields)


@given(st.text())
def test_names_rules_and_examples_are_short_lines(text):
    one = finding(name=text, rule=text * 9, examples=(text, text * 99))
    for line in (one.name, one.rule, *one.examples):
        assert line.isprintable()
        assert len(line) <= 240


def test_a_hostile_set_does_nothing_to_a_terminal():
    """Control characters in all that a set words: ids, types, kinds, speakers, phrases that mark evidence."""
    histories = []
    for number in range(120):
        posts = [
            post(place, f"{HOSTILE * (place == 1)} herons {number} {place}", role=HOSTILE * (place == 1), speaker=f"{HOSTILE}{place}")
            for place in range(4)
        ]
        kinds = {"m0": HOSTILE, "m1": "evidence", "m2": HOSTILE, "m3": HOSTILE}
        one = asked(0, id=HOSTILE, question_type=f"noisy{HOSTILE}{number % 2}", choices=(HOSTILE, "b", "c", "d"), target="A", kinds=kinds)
        histories.append(audited(number, posts, [one], id=f"{HOSTILE}{number}"))
    found = [*structure(*histories).values(), *leaks(histories).values()]
    assert len([one for one in found if one.examples]) > 10
    assert all(line.isprintable() for one in found for line in (one.name, one.rule, *one.examples))
