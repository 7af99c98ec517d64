"""Phrases that give a text away: what kind of message it is, which question has chatter around it, and what was left of a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memsim.check.finding import Finding
from memsim.check.leaks.messages import CONTEXT, messages_of
from memsim.check.leaks.phrases import Mark, Texts, tokens
from memsim.check.leaks.sample import Sample
from memsim.check.leaks.verdict import FAMILY
from memsim.io.formats.audited import Audited

QUESTIONS, MESSAGES = 5_000, 20_000
_SHOWN = 20
_FEWEST, _SHARE = 5, 0.01  # of the texts of a kind, that a phrase stands in
_STRAYS, _RESIDUE_STRAYS = 0.1, 0.5  # texts of other kinds with a phrase, of what chance gives
_LENGTH = 3  # tokens; a phrase to cut a text at is longer than these
_NAMES = {"others": "messages that are no evidence"}
_MODEL = "assistant"  # may say what a model says
_ECHO, _ECHO_SHARE = 8, 0.35  # characters, and of a text, that it says twice
_RESIDUE = re.compile(
    r"(?:改写|重写|润色)(?:后|之后|如下)|用户(?:的)?消息[:：]|示例(?:问题)?[:：]|例子[:：]|输出[:：]|(?:作为|我是)一?[个名]?(?:AI|人工智能|语言模型)"
    r"|\b(?:rewritten|rephrased|paraphrased)\b|\b(?:user(?:'s)? message|example question|output|response)\s*:"
    r"|\bas an ai\b|\blanguage model\b",
    re.IGNORECASE,
)


class Marked:
    """Runs of words of one kind of text (Fisher's exact test), messages that say the same twice, and words that prompts use.

    A run counts where it stands in one of a hundred texts of the kind, and in at most a tenth as many others as chance gives.
    """

    def __init__(self) -> None:
        self._questions, self._messages, self._all = Sample(QUESTIONS, messages=None), Sample(messages=MESSAGES), Sample()

    def see(self, history: Audited) -> None:
        """Take in a history."""
        self._questions.add(history)
        self._messages.add(history)
        self._all.add(history)

    def findings(self) -> Iterator[Finding]:
        """Yield what was found, for each language."""
        for language, histories in self._messages.languages():
            messages = messages_of(histories)
            kinds = ("evidence", *messages.kinds) if messages.kinds else ()
            sizes = {kind: int((messages.kind == kind).sum()) for kind in kinds}
            said = [post.text for post in messages.posts]
            texts = Texts(said, messages.history.tolist(), min(map(_least, sizes.values()), default=_FEWEST))
            for kind, size in sizes.items():
                mine = (messages.kind == kind).tolist()
                found = texts.marks(mine, _least(size), _STRAYS) if size else []
                rule = f"no phrase stands in messages of one kind alone: {_NAMES.get(kind, kind)}"
                yield _finding(f"phrases-of-{kind}", rule, said, mine, found, language, judged=kind != CONTEXT)
        for language, histories in self._all.languages():
            yield _residue(
                [(post.mid, post.text, history.id) for history in histories for post in history.posts if post.role != _MODEL], language
            )
        for language, histories in self._questions.languages():
            asked = [one for history in histories for one in history.asked]
            if any(one.noisy for one in asked):
                yield _noisy([one.question for one in asked], [one.noisy for one in asked], language)


def echoes(text: str) -> bool:
    """Return whether a good part of the text, its end, stands in it twice, as where a model repeats what it was to rewrite."""
    end = max(_ECHO, int(len(text) * _ECHO_SHARE))
    bare = text.rstrip("。.!！ ")
    return len(bare) >= 2 * end and bare[-end:] in bare[:-end]


def _least(size: int) -> int:
    return max(_FEWEST, int(_SHARE * size))


def _noisy(texts: Sequence[str], mine: Sequence[bool], language: str) -> Finding:
    least = _least(sum(mine))
    # Without marks: the stop that parts chatter from a question is no phrase.
    bare = [" ".join(token for token in tokens(text)[1:-1] if token.isalnum()) for text in texts]
    found = [mark for mark in Texts(bare, range(len(bare)), least).marks(mine, least, _STRAYS) if len(tokens(mark.phrase)) - 2 > _LENGTH]
    found.sort(key=lambda mark: -mark.inside * (len(tokens(mark.phrase)) - 2 - _LENGTH))
    return _finding("phrases-of-noisy-questions", "chatter around a question is marked by no fixed phrase", bare, mine, found, language)


def _residue(posts: Sequence[tuple[str, str, str]], language: str) -> Finding:
    """Find messages of people that hold words of prompts, or say the same twice, and the phrases that go with these."""
    left = [bool(_RESIDUE.search(text)) or echoes(text) for _, text, _ in posts]
    compared = [place for place, is_left in enumerate(left) if is_left or place < MESSAGES]
    texts, histories = ([posts[place][column] for place in compared] for column in (1, 2))
    marked = [left[place] for place in compared]
    found = Texts(texts, histories, _FEWEST).marks(marked, _FEWEST, _RESIDUE_STRAYS) if any(left) else []
    examples = [f"{history} {mid}: {text}" for (mid, text, history), is_left in zip(posts, left, strict=True) if is_left]
    return Finding(
        family=FAMILY,
        name="prompt-residue",
        rule="no message holds what is left of a prompt, or says the same twice",
        tested=len(posts),
        found=sum(left),
        share=round(sum(left) / max(len(posts), 1), 6),
        examples=tuple(examples[:_SHOWN]),
        ok=not any(left),
        detail={"language": language, "phrases": _listed(found)},
    )


def _finding(
    name: str, rule: str, texts: Sequence[str], mine: Sequence[bool], found: Sequence[Mark], language: str, *, judged: bool = True
) -> Finding:
    """Return how many texts of a kind hold any of the phrases that mark it."""
    marked = {texts[place] for mark in found for place in mark.places}
    tested, holding = sum(mine), sum(is_mine and text in marked for text, is_mine in zip(texts, mine, strict=True))
    return Finding(
        family=FAMILY,
        name=name,
        rule=rule,
        tested=tested,
        found=holding,
        share=round(holding / max(tested, 1), 4),
        examples=tuple(f"{mark.phrase} (in {mark.inside:,} of the kind, {mark.outside:,} others)" for mark in found[:_SHOWN]),
        ok=not found or not judged,
        detail={"language": language, "judged": judged, "different phrases": len(found), "phrases": _listed(found)},
    )


def _listed(found: Sequence[Mark]) -> list[dict[str, object]]:
    return [{"phrase": mark.phrase, "inside": mark.inside, "outside": mark.outside, "p": mark.p} for mark in found[: 5 * _SHOWN]]
