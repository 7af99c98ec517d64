"""A set of ours is clean, and each kind of leak that is planted in it is found."""

from dataclasses import replace
from pathlib import Path

import pytest
from leaking import accused, leaks
from sets import made

from memsim.check.leaks.registry import CHECKS
from memsim.io.formats.registry import open_set


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    return tuple(open_set(made(tmp_path_factory, 400, language="en"), lenient=True).audited())


@pytest.fixture(scope="module")
def before(clean):
    """What is found in the clean set."""
    return leaks(clean)


def asked(histories, change):
    """Change each question."""
    return [replace(history, asked=tuple(change(one) for one in history.asked)) for history in histories]


def posts(histories, change):
    """Change each message, given whether it is evidence."""
    return [
        replace(history, posts=tuple(change(post, post.mid in history.asked[0].evidence) for post in history.posts))
        for history in histories
    ]


def right(one):
    return "ABCD".index(one.target)


def with_right(one, text):
    place = right(one)
    return replace(one, choices=(*one.choices[:place], text, *one.choices[place + 1 :]), answer=text)


def moved(one, place):
    """Move the right choice to a place."""
    others = [text for text in one.choices if text != one.choices[right(one)]]
    return replace(one, choices=(*others[:place], one.choices[right(one)], *others[place:]), target="ABCD"[place])


def numbered(one):
    """Make four counts of the choices, the second smallest of them right, at the place where the right one was."""
    numbers = ["1", "4", "7"]
    numbers.insert(right(one), "2")
    return replace(one, choices=tuple(numbers), answer="2")


def rare(one):
    """Let the wrong choices stand nowhere else."""
    wrong = [text if place == right(one) else f"{one.id} {place}" for place, text in enumerate(one.choices)]
    return replace(with_right(replace(one, choices=tuple(wrong)), "a blue heron"), question_type="one")


def told(histories):
    """Let the last message mention the right choice, and no message a wrong one."""
    for history in asked(histories, lambda one: replace(one, choices=tuple(f"{one.id}{letter}" for letter in "ABCD"))):
        (one,), (*before, last) = history.asked, history.posts
        yield replace(history, posts=(*before, last._replace(text=f"{last.text} It was {one.choices[right(one)]}.")))


def in_front(histories):
    for history in histories:
        evidence = history.asked[0].evidence
        yield replace(history, posts=tuple(sorted(history.posts, key=lambda post: post.mid not in evidence)))


def of_noise(histories, text):
    for history in histories:
        kinds = history.asked[0].kinds
        yield replace(history, posts=tuple(post._replace(text=post.text + text * (kinds[post.mid] == "noise")) for post in history.posts))


def chatty(histories):
    """Make every second question noisy: chatter, then a phrase that is always the same, then the question."""
    for number, history in enumerate(histories):
        (one,) = history.asked
        noisy = replace(one, noisy=True, question=f"Rain on day {number}. Wait, what I meant to ask is: {one.question}")
        yield replace(history, asked=(noisy if number % 2 else one,))


#: By leak, the check that looks for it, what plants it, and the findings that must say so.
PLANTS = {
    "letter": ("letters", lambda rows: asked(rows, lambda one: moved(one, 0)), {"right-letter", "right-letter-by-type"}),
    "letter of a type": (
        "letters",
        lambda rows: asked(rows, lambda one: moved(one, 2) if one.question_type == "comparative" else one),
        {"right-letter-by-type"},
    ),
    "longest": ("thumb", lambda rows: asked(rows, lambda one: with_right(one, "x" * 99)), {"longest-option", "shortest-option"}),
    "count": ("thumb", lambda rows: asked(rows, numbered), {"second-smallest-number", "smallest-number", "largest-number"}),
    "in the question": (
        "thumb",
        lambda rows: asked(rows, lambda one: replace(one, question=f"Is it {one.choices[right(one)]}? {one.question}")),
        {"option-in-question", "option-like-question"},
    ),
    "common": ("thumb", lambda rows: asked(rows, rare), {"common-option", "rare-option", "common-answer"}),
    "same question": (
        "thumb",
        lambda rows: asked(rows, lambda one: replace(with_right(one, "a heron"), question="What was it?")),
        {"same-question"},
    ),
    "learned": ("boosting", lambda rows: asked(rows, lambda one: with_right(one, one.choices[right(one)] + "..")), {"learned-option"}),
    "mentioned": ("mentioned", told, {"only-mentioned", "most-mentioned", "first-mentioned", "last-mentioned"}),
    "in front": ("place", in_front, {"first-messages", "last-messages", "evidence-ahead", "evidence-place"}),
    "looks": (
        "surface",
        lambda rows: posts(rows, lambda post, evidence: post._replace(text=post.text + " (!)" * evidence)),
        {f"evidence-{name}-{kind}" for name in ("looks", "characters") for kind in ("noise", "alike")},
    ),
    "phrase": (
        "marked",
        lambda rows: posts(rows, lambda post, evidence: post._replace(text="Keep this in mind: " * evidence + post.text)),
        {"phrases-of-evidence"},
    ),
    "suffix of noise": ("marked", lambda rows: of_noise(rows, " (from the pool)"), {"phrases-of-noise"}),
    "residue": (
        "marked",
        lambda rows: posts(rows[:3], lambda post, _: post._replace(text=f"{post.text} Rewritten: {post.text}")) + list(rows[3:]),
        {"prompt-residue"},
    ),
    "noisy questions": ("marked", chatty, {"phrases-of-noisy-questions"}),
    "question id": (
        "ids",
        lambda rows: asked(rows, lambda one: replace(one, id=one.id + one.target.lower())),
        {"letter-by-question-id-last-character"},
    ),
    "order of rows": (
        "ids",
        lambda rows: sorted(rows, key=lambda history: history.asked[0].target),
        {"letter-by-letter-of-the-row-before"},
    ),
    "role": (
        "ids",
        lambda rows: posts(rows, lambda post, evidence: post._replace(role="assistant" if evidence else "user")),
        {"evidence-by-role"},
    ),
    "session id": (
        "ids",
        lambda rows: posts(rows, lambda post, evidence: post._replace(session="answer_1" if evidence else "chat_1")),
        {"evidence-by-session-id-what-is-no-number"},
    ),
}


@pytest.mark.parametrize("leak", PLANTS)
def test_a_planted_leak_is_found(clean, before, leak):
    check, plant, expected = PLANTS[leak]
    assert expected & accused(before) == set()
    assert expected - accused(leaks(list(plant(clean)), check)) == set()


def test_every_check_has_a_planted_leak():
    assert {check for check, *_ in PLANTS.values()} == set(CHECKS)


def test_a_clean_set_is_not_accused(before):
    assert len(before) > 40
    assert accused(before) == set()


def test_the_control_of_boosting_stays_at_chance_whatever_leaks(clean):
    found = leaks(PLANTS["learned"][1](clean), "boosting")
    assert found["learned-option"].share > 0.9
    assert found["learned-option-control"].ok
    assert found["learned-option"].detail["control"] == pytest.approx(0.25, abs=0.1)


def test_the_same_set_gives_the_same_findings(clean, before):
    again = leaks(clean, "boosting", "surface", "place")
    assert again == {name: before[name] for name in again}


REAL = Path(__file__).parents[4] / "shared" / "data" / "memdaily" / "memdaily.json.gz"


@pytest.mark.skipif(not REAL.exists(), reason="needs the authors' file")
def test_the_leaks_of_memdaily_are_found():
    found = leaks(list(open_set(REAL, lenient=True).audited()))
    assert found["right-letter"].ok
    assert found["second-smallest-number"].detail["by_type"]["aggregative"]["rate"] >= 0.94
    assert found["learned-option"].share == pytest.approx(0.766, abs=0.03)
    assert found["learned-option-control"].ok
    assert found["typical-option"].share > 0.5
    assert found["only-mentioned"].share > 0.9
    assert found["evidence-ahead"].detail["by_type"]["comparative"]["rate"] > 0.8
    assert found["first-messages"].share > found["first-messages"].detail["chance"] + 0.2
    residue = [one["phrase"] for one in found["prompt-residue"].detail["phrases"]]
    assert "重写后的用户消息:" in residue
    noisy = " ".join(one["phrase"] for one in found["phrases-of-noisy-questions"].detail["phrases"])
    assert [marker for marker in MARKERS if marker not in noisy] == []


#: What stands between the chatter of MemDaily's noisy questions and the question, marks aside.
MARKERS = (
    "哦豁我其实是想搞清楚", "我本来想说的是",
    "停一下我真正想问的是", "等等诶等等", "实际上我真正的问题是", "抱歉哈我真正想问的是这个", "等等我真正想问的问题是",
    "不好意思我真正想问的是",
    "哎我真正想弄清楚的是", "搞错了我实际想问的问题是", "哎呀实际上我想问的是", "额实际上我那个问题是这个", "对了我想问", "不对我真正想要了解的是",
)  # fmt: skip
