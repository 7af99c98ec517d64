"""What is judged, and by which criteria: those of MemSim (arXiv 2409.20163), defined once for whoever judges.

A criterion is worded for a person who never heard of it, so that a model and a human sheet can be given the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from memsim.errors import InputError

#: From worst to best.
SCALE = range(1, 6)


class Wording(NamedTuple):
    """A criterion in one language: what it is called, what it asks, and what its lowest and its highest score mean."""

    label: str
    question: str
    worst: str
    best: str


class Criterion(NamedTuple):
    """One criterion; `name` stands in replies, files and tables, `wording` is by language."""

    name: str
    wording: Mapping[str, Wording]


FLUENCY = Criterion(
    "fluency",
    {
        "en": Wording(
            "Fluency",
            "is the language correct and easy to read?",
            "broken language that is hard to follow",
            "correct language that reads with ease",
        ),
        "zh": Wording("流畅度", "语言是否通顺、好读？", "语病多，读不下去", "语言正确，读起来很顺"),
    },
)
SENSE = Criterion(
    "rationality",
    {
        "en": Wording(
            "Rationality",
            "does what it says make sense, and could it be true in everyday life?",
            "absurd, impossible or contradicting itself",
            "sensible and quite possible",
        ),
        "zh": Wording("合理性", "说的内容是否合乎情理，在日常生活中可能成立？", "荒唐、不可能或自相矛盾", "合情合理，完全可能"),
    },
)
NATURALNESS = Criterion(
    "naturalness",
    {
        "en": Wording(
            "Naturalness",
            "would a real person say this to an assistant, in these words?",
            "stiff, like a form or a machine",
            "just as people talk",
        ),
        "zh": Wording("自然度", "真人会不会这样对助手说话？", "生硬，像表格或机器写的", "就像人平时说话"),
    },
)
INFORMATIVENESS = Criterion(
    "informativeness",
    {
        "en": Wording(
            "Informativeness",
            "does it tell something definite that an assistant could remember about the user's life?",
            "nothing to remember",
            "a definite fact, clearly told",
        ),
        "zh": Wording("信息量", "是否说出了关于用户生活的、值得助手记住的具体信息？", "没有可记的内容", "清楚地说出了具体事实"),
    },
)
COHERENCE = Criterion(
    "rationality",
    {
        "en": Wording(
            "Rationality",
            "do all facts fit together, and could these people, events, things and places belong to one real life?",
            "facts that rule each other out or cannot be",
            "all facts fit, as in a real life",
        ),
        "zh": Wording(
            "合理性",
            "所有信息是否彼此相符，这些人、事、物、地点可能属于同一个真实的人生吗？",
            "信息互相矛盾或不可能",
            "信息全都相符，就像真实的人生",
        ),
    },
)

#: By what is judged, in the order in which it is judged and shown.
CRITERIA: dict[str, tuple[Criterion, ...]] = {
    "messages": (FLUENCY, SENSE, NATURALNESS, INFORMATIVENESS),
    "profiles": (COHERENCE,),
}


def subjects(given: str | Sequence[str], known: Collection[str] = CRITERIA) -> tuple[str, ...]:
    """Return what shall be judged, in the order of what is known, each once.

    Args:
        given: Names, or one text that names them, separated by commas.
        known: Whatever can be judged.

    Raises:
        InputError: There is no such thing to judge, or nothing is named.
    """
    named = [name.strip() for name in given.split(",")] if isinstance(given, str) else list(given)
    unknown = [name for name in named if name not in known]
    if unknown or not named:
        raise InputError(f"what to rate: {unknown[0] if unknown else ''!r}; expected one or more of {', '.join(known)}")
    return tuple(name for name in known if name in named)


def worded(subject: str, language: str) -> list[dict[str, Any]]:
    """Return the criteria of a subject as a prompt or a sheet puts them: `name` and the parts of `Wording`."""
    return [{"name": one.name, **one.wording[language]._asdict()} for one in CRITERIA[subject]]
