"""Replies that say that there is no answer."""

from __future__ import annotations

import re


def _any(*phrases: str) -> str:
    return "|".join(phrases)


_NOT = r"(?: not|n't)"
_I_CANNOT = (
    rf"\b(?:i|we) (?:\w+ly |just |still )?(?:do{_NOT}|did{_NOT}|can(?:not|'t)|could{_NOT}|(?:am|was) unable to) (?:\w+ly |quite )?"
    r"(?:know|recall|remember|find|tell|say|determine|see|have (?:that|this|any|the|enough|information|info|a record|access|details?|it))\b"
)
_MESSAGES = r"(?:messages?|conversations?|chats?|memor(?:y|ies)|notes?|history|records?|context|text)"
_IT_DOES_NOT = (
    rf"\b{_MESSAGES} (?:never|(?:does|do|did){_NOT}) (?:\w+ly )?(?:say|tell|mention|include|contain|state|specify|give|show|reveal|indicate)s?\b"
    rf"|\b(?:none|nothing) (?:of|in) (?:your|the|my|our|these|those) (?:\w+ )?{_MESSAGES}\b"
)
_IT_IS_NOT = (
    rf"\b(?:was|is|has|have|were|are){_NOT}(?: been| ever)? "
    r"(?:told|stated|mentioned|specified|provided|given|recorded|known|said|available|in (?:the|my|our) (?:memor|record|conversation|context))"
)
_YOU_DID_NOT = (
    rf"\b(?:you|user|they|he|she|it) (?:never|(?:did|do|have|has){_NOT})(?: ever| actually)? "
    r"(?:told|tell|state[ds]?|mention(?:ed)?|said|say|specif(?:y|ied)|provided?|gave|give|shared?)\b"
)
_UNKNOWING = re.compile(
    _any(
        _I_CANNOT,
        _IT_IS_NOT,
        _YOU_DID_NOT,
        _IT_DOES_NOT,
        r"\bi(?:'m| am) not (?:sure|certain|aware|told)\b(?!,? but\b)",
        r"\bi have no (?:idea|information|record|memory|recollection|knowledge)\b",
        r"\bnot (?:stated|mentioned|specified|provided|given|told|known|available|enough information)",
        r"\bnever (?:mentioned|stated|told|said|specified)",
        r"\bno (?:information|mention|record|memory|data|details?|answer|idea|clue)\b",
        r"\bno \w+(?: \w+)? (?:was|were|is|has been) (?:ever )?(?:given|mentioned|stated|provided|specified|told|shared)\b",
        r"\bbut not (?:the|his|her|its|their|a|any) \w+\W*\Z",
        r"\b(?:it's|it is|remains|is) (?:\w+ly )?unclear\b",
        r"\binsufficient (?:information|data|context)",
        r"\b(?:unknown|unanswerable|n/a)\b",
        r"\bcan(?:not|'t) be (?:determined|answered)",
        r"\bunable to (?:determine|find|answer)",
        "不知道|不清楚|不记得|不确定|未提及|未提到|未说明|信息不足|未知|想不起来|查不到|找不到|不详",
        "没有?(?:[跟和对向]我)?(?:提到|提及|提过|说明|说过|告诉|记录|讲过|说清|相关|任何|足够|找到|听你?说过?)|(?:里|中|都|从|并)没有?提",
        "(?:无法|不能)(?:确定|判断|得知|回答这个|知道)|根据[^。]{0,12}(?:无法|不能)回答",
    ),
    re.IGNORECASE,
)
_REFUSING = re.compile(
    _any(
        r"\bas an? (?:ai|artificial|language model)\b",
        r"\bi(?:'m| am) (?:sorry|afraid|unable|not able|not comfortable)\b",
        r"\bi (?:cannot|can't|can not|won't|will not|am not able to|must decline|refuse)\b",
        r"\b(?:sorry|apologi[sz]e)\b",
        "(?:无法|不能|不便|不方便|拒绝)(?:回答|提供|透露|协助|帮)|作为(?:一个|一名)?(?:AI|人工智能|语言模型)|抱歉|对不起",
    ),
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<=[;!?。\n])|(?<=(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)\.)(?=\s)|(?:,| -)? (?=\b(?:but|though|although)\b \w)|, (?=(?:i|you) \w+(?:n't| never| not)\b)"
    "|,(?=(?:但|不过|你没|我没))|(?=但是)",
    re.IGNORECASE,
)
# The polite beginning of an answer is no answer and no refusal.
_POLITE = re.compile(r"\b(?:(?:i'm |i am )?(?:so |very )?(?:sorry|afraid)|(?:my )?apologies)\b|抱歉|对不起|不好意思", re.IGNORECASE)


def declines(text: str) -> str | None:
    """Return ``not_stated`` or ``refused`` if a text says that it has no answer, else None. "I'm sorry, but I don't know" is no refusal."""
    return "not_stated" if _UNKNOWING.search(text) else "refused" if _REFUSING.search(text) else None


def clauses(text: str) -> list[str]:
    """Return the sentences and the clauses that contrast of a text."""
    return [piece for piece in _SENTENCE.split(text) if re.search(r"\w", piece)]


def rest(text: str) -> str:
    """Return the sentences of a text that do not say that there is no answer."""
    return " ".join(piece for piece in clauses(text) if not declines(_POLITE.sub("", piece))).strip()
