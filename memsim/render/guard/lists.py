"""The shape of ``<language>.yaml``: what the guard knows of a language besides its plain words; unknown keys are refused.

Texts are looked at as tokens in lower case: words where they are spaced ("don't" is one, "cousin's" is "cousin" and "'s"), else characters. A pattern
is a sequence of tokens, and may hold

* ``(one|another|several words)``, any of them; ``(this)?`` or ``word?``, which may be missing; ``_``, any one token;
* ``SUBJECT`` and ``VALUE``: who and what was stated, whatever the words; ``START`` and ``END``: where a sentence begins and ends.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memsim.errors import InputError, ScenarioError

Pattern = Annotated[str, Field(min_length=1)]
Word = Annotated[str, Field(min_length=1)]
#: What turns a fact, each a rule of its own: quality (what else somebody or something
#: is like); negation; hedge (doubt, approximation); past (a former or wished fact); future
#: (what makes it a coming one, where things are not to come anyway); condition; retraction; report
#: (what makes it another's word: "says that"); own (what makes another's fact the user's:
#: "i am VALUE"); second (what makes it the assistant's: "your number"); time; relation (kin and
#: roles, which bring in somebody else).
DangerName = Literal[
    "quality", "negation", "hedge", "past", "future", "condition", "retraction", "report", "own", "second", "time", "relation"
]
#: Words that say the same; several words of one entry are joined by spaces in a language with spaces.
Group = Annotated[list[Word], Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Danger(_Strict):
    """What turns a fact, although its words are common ones. It is no danger where the phrase has it too, before the same word.

    Attributes:
        anywhere: What turns it wherever it stands: "maybe", "just kidding".
        beside: What turns it in the sentence that tells it: "not", "if", "may".
        within: What turns it only in a clause, from comma to comma, that names the subject or says the value.
        close: What turns it only in the clause that says the value.
        harmless: Patterns of several words; inside them all that is harmless: "don't forget", "if anyone asks".
    """

    anywhere: list[Pattern] = []
    beside: list[Pattern] = []
    within: list[Pattern] = []
    close: list[Pattern] = []
    harmless: list[Pattern] = []


class Sexes(_Strict):
    """Words by the sex that they give."""

    female: list[Word]
    male: list[Word]


class Lists(_Strict):
    """All lists of a language.

    Attributes:
        spaced: Whether spaces stand between its words.
        dangers: By name, which is the name of the rule too.
        idioms: Expressions that state nothing, though words of theirs would by themselves: "piece of cake".
        residue: What a language model says around an answer: "here is", "rewritten".
        questions: How a message may ask something and still tell its fact: "did i tell you", "can you note".
        question_words: Words that ask: "how", "where".
        requests: How something may be asked without a question mark: "tell me", "I don't remember where".
        first: Words in which the user speaks of itself: "i", "my".
        others: Words that stand for what is spoken of, whatever its sex: "they", "it".
        function: Words that say nothing by themselves: pronouns, articles, auxiliaries, particles.
        denials: Words that deny something: "no", "without".
        turning: Words with which a clause begins that tells no fact: "I wish", "in my dream".
        conditional: Such words that are harmless before another clause that does: "if".
        joined: How somebody is put beside the subject: "and I".
        swaps: Pairs of words that must not take the place of others: "was" of "is", "you" of "I".
        owners: Words that, right before the word for a subject, make it somebody else's: "his" cousin.
        ours: Words that may come or go with the word for a subject, and leave it the user's: "my", "mine".
        roles: Words for what somebody is to the user that may stand for each other: "mum", "mother".
        pronouns: Pronouns by sex.
        sexes: Words for people by sex: "uncle", "mother".
        titles: Titles of a name by sex: "mr", "ms".
        articles: Words that may come, go or change before a value.
        abbreviations: Words after which a dot ends no sentence, as after titles.
        relating: What relates things, in the clause that tells a fact only where phrases for the attribute have it: "than", "owns", "afraid".
        prepositions: Words that, right before a value, say what it is to the subject: "in", "for".
        joints: Words that stand for a subject, or go on with what is told of it: "who", "and".
        neutral: Verbs that say nothing of a subject by themselves, only with what follows: "is", "has".
        forms: Irregular forms, the plain one first: "go, goes, went, gone".
        synonyms: Words that may stand for each other in what is said of a subject: "grew up", "raised"; those with a ~ may stand for the others only.
        operators: Words that decide what a question asks, in groups that say the same: "oldest", "eldest".
        diverting: Such groups that must not come into a question, but may go: "where", "the youngest".
        dangling: What no sentence ends with.
        names: Patterns of plain words that are names where they stand so: "START mark _".
    """

    spaced: bool = True
    dangers: dict[DangerName, Danger]
    idioms: list[Pattern] = []
    residue: list[Pattern]
    questions: list[Pattern]
    question_words: list[Word]
    requests: list[Pattern]
    first: list[Word]
    others: list[Word] = []
    function: list[Word]
    denials: list[Word]
    turning: list[Pattern]
    conditional: list[Pattern]
    joined: list[Pattern]
    swaps: list[tuple[list[Pattern], list[Pattern]]]
    owners: list[Word]
    ours: list[Word]
    roles: list[Group] = []
    pronouns: Sexes
    sexes: Sexes
    titles: Sexes
    articles: list[Word] = []
    abbreviations: list[Word] = []
    relating: list[Pattern] = []
    prepositions: list[Word] = []
    joints: list[Word] = []
    neutral: list[Word] = []
    forms: list[Group] = []
    synonyms: list[Group] = []
    operators: list[Group]
    diverting: list[Group] = []
    dangling: list[Pattern]
    names: list[Pattern] = []


def languages() -> list[str]:
    """Return the languages that have lists, sorted."""
    return sorted(file.name.removesuffix(".yaml") for file in _folder().iterdir() if file.name.endswith(".yaml"))


@cache
def read_lists(language: str) -> Lists:
    """Return the lists of a language.

    Raises:
        InputError: There are none.
        ScenarioError: The file is wrong.
    """
    path = _folder() / f"{language}.yaml"
    try:
        return Lists.model_validate(yaml.safe_load(_read(language, path.name)))
    except yaml.YAMLError as error:
        raise ScenarioError(path, "YAML", " ".join(str(error).split()), "valid YAML") from None
    except ValidationError as error:
        fault = error.errors()[0]
        raise ScenarioError(path, ".".join(map(str, fault["loc"])), repr(fault.get("input")), fault["msg"]) from None


@cache
def read_words(language: str, kind: Literal["words", "empty", "fillers"] = "words") -> tuple[str, ...]:
    """Return the lines of the plain words of a language, ``words.<language>.txt``, of the empty ones, or the patterns of its fillers, comments left out.

    Raises:
        InputError: There are none.
    """
    lines = map(str.strip, _read(language, f"{kind}.{language}.txt").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def _folder() -> Traversable:
    return files(__package__)


def _read(language: str, name: str) -> str:
    try:
        return (_folder() / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        known = ", ".join(languages())
        raise InputError(
            f"no text can be reworded in language {language!r}: it needs {_folder() / name}; there are lists for {known}"
        ) from None
