"""Whether a reply says a value without standing by it: roughly, unsurely, or only asking."""

from __future__ import annotations

import re

from memsim.scoring.answers.context import REACH, clause, pattern, sentence

_ROUGH_BEFORE = pattern(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|ca?\.|over|under|above|below|(?<!add )(?<!adds )up to|close to|just short of|some"
    r"|somewhere near|(?:not |no )?(?:more|less|fewer|greater) than|at (?:least|most)|in the region of|a (?:minimum|maximum) of|something like"
    r"|or so|order of|twice|double|half of|most of|turning|will be|born in)|±)(?: (?:a|an|the|total|of|total of|exactly|like|some)){0,3}[\s$€£¥\"*(]*",
    r"[~≈<>≤≥±][\s=$€£¥]*",
    r"(?:大约|大概|约|差不多|将近|接近|近|快|明年|去年|虚岁|至少|最少|至多|最多|起码|超过|多于|少于|不到|不超过|不少于|不足|几乎|左右|高达|上)"
    r"[为是有在]?[\s\"]*",
    before=True,
)
_ROUGH_AFTER = pattern(
    r"[\s\"*)]*(?:-?ish\b|or (?:so|more|less|fewer|thereabouts)\b|\+|plus\b|at (?:least|most)|approximately|roughly|give or take|more or less"
    r"|next year|last year|and an? \w+)",
    r"[\s\"*)]*(?:厘米|公分|个?小时|分钟|[个半人位名岁天米次场件条块元点步]*)(?:左右|上下|前后|以上|以下|以内|以外|开外|多|出头|不到|来[个人岁天])",
)
_NEAR_BEFORE = pattern(
    r"\b(?:before|after|by|until|till|since|between|past|from|sometime|later than|earlier than|as of)(?: (?:the|about))? ?[\"(]*",
    before=True,
)
_NEAR_AFTER = pattern(r"\s*(?:onwards?|or (?:later|earlier)|on\Z)", "[\"')\\s]*(?:之前|以前|之后|以后|前后|起(?!床)|开始|前|后|多(?!久))")
_MAYBE = (
    r"\b(?:maybe|perhaps|possibly|probably|presumably|likely|(?:might|may|could) (?:well )?be|i(?:'d| would| can only)? guess|(?:best |my |a )guess"
    r"|had to guess|i suppose|(?:seems?|appears?) to be|some kind of|not (?:\w+ )?(?:sure|certain))\b"
    "|可能|也许|或许|大概|好像|估计|似乎|没准|说不定|恐怕|我猜|不(?:太|大|很|敢)?(?:确定|肯定|一定)"
)
# Values between it and this one are those of a list.
_UNSURE_BEFORE = re.compile(rf"(?:{_MAYBE})[^#]{{0,60}}(?:#+[^#]{{1,8}})*\Z", re.IGNORECASE)
_UNSURE_AFTER = re.compile(rf"[\s,\"')-]*(?:but |although |though |i'm )*(?:{_MAYBE})", re.IGNORECASE)
_DOUBTED = re.compile(r"\bnot (?:\w+ )?(?:sure|certain)\b|不(?:太|大|很|敢)?(?:确定|肯定)", re.IGNORECASE)
_ASKING = re.compile(
    r"\s*(?:so |and |or |but )?(?:is|was|are|were|do|does|did|have|has|who|what|which|when|where|how|can|could|should|shall|would|will)\b"
    "|难道|是不是|谁是",
    re.IGNORECASE,
)
# "It's X, isn't it?" and "X, right?" say X.
_ASKED = re.compile(r"(?!,? (?:\w+n't \w+|right|correct)\?|,?对吧)[^.!?。;\n]*\?|吗")


def rough(text: str, start: int, end: int, family: str) -> bool:
    """Return whether a quantity or a day at a place is said to be inexact: "about 5", "5 or so", "by Friday"; 5个左右."""
    before, after = clause(text, start, end)
    return bool(
        _ROUGH_BEFORE.search(before)
        or _ROUGH_AFTER.match(after)
        or (family == "calendar" and (_NEAR_BEFORE.search(before) or _NEAR_AFTER.match(after)))
    )


def unsure(text: str, start: int, end: int) -> bool:
    """Return whether the author does not stand by what is at a place: "maybe X", "X, I guess", "X?"; 可能是X."""
    before, after = sentence(text, start, end)
    return bool(_UNSURE_BEFORE.search(before) or _UNSURE_AFTER.match(after) or _ASKED.match(text[end : end + REACH]))


def asked(text: str, start: int, end: int) -> bool:
    """Return whether what stands at a place is within a question: "Is it X?"; 是X吗."""
    found = _ASKED.match(text[end : end + REACH])
    return bool(found) and ("吗" in found[0] or bool(_ASKING.match(sentence(text, start, end)[0]))) if found else False


def doubted(text: str) -> bool:
    """Return whether the author of a text says that they are not sure."""
    return bool(_DOUBTED.search(text))
