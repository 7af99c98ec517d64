"""How models word a letter, in English and Chinese: what makes one of a letter, and what marks it as the answer or as none."""

from __future__ import annotations

import re

_UNKNOWING = {
    "en": (
        "i don't know", "i do not know", "not mentioned", "not stated", "not specified", "not provided", "no information", "not enough information",
        "not have enough", "cannot determine", "can't determine", "cannot be determined", "unable to determine", "no mention",
    ),
    "zh": ("不知道", "不清楚", "未提及", "没有提到", "没有提及", "没提到", "没有说明", "无法确定", "无法判断", "信息不足"),
}  # fmt: skip
_REFUSING = {
    "en": (
        "i cannot", "i can't", "i can not", "i am unable", "i'm unable", "i am not able", "i'm not able", "i'm sorry", "i am sorry", "i apologize",
        "i apologise", "i won't", "i will not", "as an ai",
    ),
    "zh": ("无法回答", "不能回答", "无法提供", "不便回答", "抱歉", "对不起"),
}  # fmt: skip
# In this order: "I'm sorry, but I don't know" is no refusal.
DECLINING = ((_UNKNOWING, "unparsed", "says that it does not know"), (_REFUSING, "refused", "refuses to answer"))

# A letter that stands alone. "A" and "I" before a word are words ("A friend told me"), unless the word goes on about a letter ("A is right").
_ARTICLE = r"(?![ \t]+(?!(?:is|was|because|since|as|and|or|nor)\b)[A-Za-z0-9])"
_ONE = (
    r"(?<![A-Za-z0-9_À-ɏ&@+-])(?<![A-Za-z]['’])(?<!\b[A-Za-z]\.)"
    rf"(?:[B-HJ-Z]|[AI]{_ARTICLE})"
    r"(?![A-Za-z0-9_À-ɏ&@+#])(?!['’-][A-Za-z])(?!\.[A-Za-z]\b)"
)
_BETWEEN = r"[\s)\]},/&、]*(?:\band\b|\bor\b|\bnor\b|和|或|与|及|[,/&、])[\s(\[{]*"
_SEVERAL = rf"{_ONE}(?:{_BETWEEN}{_ONE}){{0,8}}"  # bounded, so that no text takes long
# A small letter that nothing follows: a word would go on.
SMALL = re.compile(r"[a-z](?=\s*(?:[).,:;!\]}\"'”’。]|$))")
LETTER, LETTERS = re.compile(_ONE), re.compile(_SEVERAL)

# "It is not B", 排除A和C; "B is wrong", B不对.
_NOT = (
    r"(?i:\b(?:not|never|neither|cannot|\w+n['’]t|without|except|excluding?|eliminat(?:e|ing)|rul(?:e|ed|ing) out)\b"
    r"(?: (?:be|it|is|it['’]s|that|think|believe|choose|pick)\b)*)"
)
NEGATED = re.compile(
    rf"(?:{_NOT}|不是|不选|不会是|不应选|排除|并非|而非)\s*(?i:(?:the|option|choice)\s+|选项)*[(\[]?{_SEVERAL}[)\]]?"
    rf"|{_SEVERAL}[)\]]?\s*(?:(?i:(?:is|are|was|were|can|could|do|does)(?:\s+not|n['’]t)\b|(?:is|are|was|were)\s+(?:wrong|incorrect|false|out)\b|cannot\b)"
    r"|都?(?:不对|不正确|是?错|不是))"
)
# What stands before the answer.
STATING = re.compile(
    r"""(?ix)
    \b(?:answer|choice|option|letter)\b["'”’]?(?:\s+to\s+(?:this|the|your)\s+question)?\s*
        (?:(?:is|was|would\s+be|must\s+be|should\s+be|will\s+be)\b\s*:?|[:=]|[-–—]\s|→|->)
    | \banswer\s+(?=[(\[]?[A-Z]\b)
    | \\boxed\s*\{(?:\\text\s*\{)?
    | \b(?:choose|pick|select|going?\s+with|opt\s+for)\b
    | (?:答案|选项)["”]?\s*(?:应该是|应当是|应为|就是|是|为|:)
    | 答案\s*(?=[(\[]?[A-Za-z]\b)
    | 选择?(?![项择])
    """
)
# "B is the right one", B是正确的.
STATED = re.compile(
    rf"({_SEVERAL})[)\]\"'”’]?\s*(?i:(?:is|was)\s+(?:the\s+)?(?:most\s+likely\s+)?(?:correct|right|answer|best)\b|(?:是|为)?(?:正确|对的|答案))"
)
# A first line that is a letter.
LONE = re.compile(r"\s*[(\[\"'“‘]*([A-Za-z])[)\]\"'”’.:,。]*[ \t]*(?:\n|\Z)")
# A line that begins with a letter and a mark.
LEADING = re.compile(
    rf"^[ \t>#(\[{{\"'“‘-]*(?:(?={_SEVERAL}\s*(?:[.):,;\]}}\"'”’。、;!?]|[-–—]\s|$))|(?=[a-z](?:\)|\.\s|:)))", re.MULTILINE
)
# What may stand around a letter or a choice.
OPENING = re.compile(r"[\s\"'“‘(\[{<$:]*(?i:(?:the\s+)?(?:option|choice|letter)\b\s*:?|选项\s*:?)?[\s\"'“‘(\[{<$]*")
CLOSING = re.compile(r"[\s.):,\]}\"'”’–—-]*")
