"""Whether a reply denies a value: says that it is not it, is no longer it, is beside it, or belongs to somebody else."""

from __future__ import annotations

import re

from memsim.scoring.answers.context import REACH, clause, pattern

_THINKING = "think|believe|say|says|said|convinced|sure|certain|true|suppose|suggests?|shows?|mean|imply|case|agree"
_KIN = (
    "father|mother|dad|mum|mom|brother|sister|husband|wife|son|daughter|uncle|aunt|cousin|friend|boss|colleague|neighbou?r|partner|assistant"
    "|secretary|deputy|mentor|roommate|flatmate"
)
_KIN_ZH = "姐姐|妹妹|哥哥|弟弟|爸爸|妈妈|父亲|母亲|爱人|丈夫|妻子|老公|老婆|儿子|女儿|朋友|同事|邻居|助理|助手|老板|领导|徒弟|秘书"
_NEGATED_BEFORE = pattern(
    r"\b(?:not|never|neither|nor|cannot|rather than|instead of|(?:except|apart|aside)(?: for| from)?|excluding|without|other than|no longer"
    r"|rul(?:es?|ed|ing) out|false that|wrong that|\w+n't)\b(?: (?!but\b|it's\b|rather\b)[^\s]+){0,8}?[\s\"(*$]*",
    rf"(?:\bnot|\w+n't|\bnever|\bnothing|\bno one|\bnobody)\b(?: \S+){{0,3}}? (?:{_THINKING})\b(?: \S+){{0,5}}?[\s\"(]*",
    r"\b(?:doubt\w*|no way|den(?:y|ies|ied)|far from|rarely|seldom|hardly|scarcely|pretends? to)\b(?: \S+){0,5}?[\s\"(]*",
    r"\bno [\"(]*",
    r"\b(?:any|every)(?:thing|one|body| \w+) but (?:\w+ ){0,2}[\"(]*",
    r"\ball but (?:the |my |your )[\"(]*",
    r"\b(?:than|unlike|compared (?:to|with)) (?:\w+ ){0,2}[\"(]*",
    "比(?:[我你您他她]们?的?)?",
    "(?:(?<!差)不(?:觉得|认为|可能|见得|相信|信|会|像|大可能|太可能|一定|应该|应)|未必|难道|怎么(?:可能|会)|没人说|没说过?)[^,。]{0,8}",
    "(?:不是|不在|不叫|不姓|不去|不算|不选|没有|没说|没去|从未|不包括|不含|除了|[而并绝]非|排除|(?<!差)[不没](?!少于|多于|超过)|非(?=\\Z))[^是]{0,8}",
    before=True,
)
_IS_NOT = r"(?:is|was|are|were|does|do|did|has|had)(?: not|n't)"
_NEGATED_AFTER = pattern(
    rf"[\"')\s]*{_IS_NOT}(?: (?:it|right|correct|true|the (?:right |correct )?(?:answer|one|number|date|time)|included|one of|among|what|count)\b| *\Z)",
    r"[\"')\s]*(?:is|was|are|were|would be) (?:wrong|false|incorrect|excluded|not\b *\Z)",
    r"[\"')\s]*(?:\w+ )?(?:不对|不算|不是(?=\Z|答案|的)|是错|有误|除外|不在内|没有(?=\Z))",
    "[\"')\\s]*(?:以外|之外|不去|不来|不跟|不参加|去不了|来不了)",
)
_NEGATED_LATER = pattern(r"[^\w\n]*\?[^\w\n]*(?:no|nope|not|wrong|不|没有|错)(?![a-z])")
# What a question that itself denies something asks for may well be denied.
_SAYS_NOT = pattern(rf"[\"')\s]*{_IS_NOT}\b(?! (?:only|just|as)\b)")
_DENYING_QUESTION = pattern(r"\bnot\b|n't\b", "[不没]")
_FORMER_BEFORE = pattern(
    r"\b(?:used to|quit|stopped|gave up|dropped out of|left|moved away from|former(?:ly)?|ex-?|once|was going to be|were going to be|at first"
    r"|wants? to|wanted|hopes? to|returned|replac(?:es|ed|ing))\b(?: (?!now\b)\S+){0,5}?[\s\"(]*",
    "(?:以前|曾经?|本来|原先|原本|起初|最初)[^说提告讲,。]{0,6}",
    before=True,
)
_FORMER_AFTER = pattern(
    r"[\"')\s]*(?:was|were) (?:my|the|your) (?:first|original|initial|previous|old)\b",
    r"[^.!?;\n]{0,20}\b(?:but|and) (?:\w+ ){1,2}(?:cancelled|changed|quit|declined)\b",
    r"[^.!?;\n]{0,12}\b(?:cancelled|no longer|but now|anymore)\b",
    "[^。!?;\n]{0,8}(?:后来换|现在不是|现在换|取消)",
)
_FORMER_QUESTION = pattern(r"\b(?:used to|former(?:ly)?|before|previous(?:ly)?|once)\b", "以前|曾|原来|本来|之前|原先|第一")
_BESIDE_BEFORE = pattern(
    r"\b(?:day|night|week|weekend|morning|evening|hour|month|year|minute)s? (?:before|after|of) (?:the )?[\"(]*",
    r"\binto ",
    r"\b(?:outside|near|next to|close to|similar to|like|unlike|suburb of|outskirts of|successor (?:of|to)|predecessor (?:of|to)|between|from"
    rf"|married to|works? with|(?:{_KIN}) of) (?:the |an? )?[\"(]*",
    "农历",
    before=True,
)
_BESIDE_AFTER = pattern(
    r"'s (?!\w+ing\b|(?:the|an?|your|my|not|right|correct|it|who|on|in|at|been|got)\b)\w+\s*\Z",
    f"的(?:{_KIN_ZH})",
    "的?(?:前|后|第二|隔)一?天|的?第二天|隔壁|附近|协会|出发",
    r" (?:week|eve|fortnight)\b",
    r" to (?-i:[A-Z]\w+|#)",
)
_OTHERS = re.compile(rf"\b(?:his|her|their|your|my) ({_KIN})(?:'s)? (?:is|was|works as) (?:an? )?\Z|({_KIN_ZH})是\Z", re.IGNORECASE)


def denied(text: str, start: int, end: int, question: str) -> bool:
    """Return whether the text says that it is not what stands at a place: "not 5", "5 is wrong", "used to be 5", "the day before Friday"; 不是5.

    `question` is what was asked: what was true once is right where that is asked, and so is what somebody else has.
    """
    before, after = clause(text, start, end)
    return bool(
        _NEGATED_BEFORE.search(before)
        or _NEGATED_AFTER.match(after)
        or _NEGATED_LATER.match(text[end : end + REACH])
        or (_SAYS_NOT.match(after) and not _DENYING_QUESTION.search(question))
        or (not _FORMER_QUESTION.search(question) and (_FORMER_BEFORE.search(before) or _FORMER_AFTER.match(text[end : end + REACH])))
        or _BESIDE_BEFORE.search(before)
        or _BESIDE_AFTER.match(after)
        or _another(before, question)
    )


def _another(before: str, question: str) -> bool:
    """Return whether what follows is said of somebody whom the question does not name."""
    found = _OTHERS.search(before)
    return bool(found) and (found[1] or found[2]).casefold() not in question.casefold() if found else False
