"""What a reply says, freed of what surrounds it."""

from __future__ import annotations

import re

from memsim.text.days import MONTHS
from memsim.text.figures import plain

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_LEFT_OPEN = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)  # some templates swallow the opening tag
_FENCE = re.compile(r"```[\w+-]*\s*\n?|~~~")
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|left|right|quad)\b\s*|\\[()\[\],;! ]|(?<!\\)\$(?=[^$\n]*\\)|\\(?=[$%#&_])|[{}]")
_MARKS = re.compile(r"\*\*|__|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|(?m:^#{1,6} )|(?m:^> )")
# Not the day of "12. March".
_BULLET = re.compile(rf"(?m)^[ \t]*(?:[-*•·] +|\(?\d{{1,2}}[.)、](?!\d)[ \t]*(?=\S)(?!{'|'.join(MONTHS)}))")
_ANSWER = re.compile(
    r"(?:\b(?:the )?(?:final |correct |right |short )?answer(?: to (?:this|the|your) question)?(?:\s*(?::|=|->)|\s+(?:is|was|would be|should be)\b:?)"
    r"|(?:最终|正确)?(?:答案|回答)(?:应该|应当)?(?:是|为|:)+)\s*",
    re.IGNORECASE,
)
_REASONS = r"\n\s*(?:reason|explanation|because|note|evidence|source|confidence|原因|理由|解释|说明|依据|来源|备注)\w*\s*:?"
_AFTERWORD = re.compile(_REASONS, re.IGNORECASE)
_AFTER_ANSWER = re.compile(rf"\n\s*\n|{_REASONS}", re.IGNORECASE)
_RETRACTED = re.compile(
    r"\b(?:(?:wait|hold on)\b|scratch that|correction\b|on second thoughts?|(?:no,? )?sorry, i meant|i meant|(?:that|this)(?:'s| is| was) (?:wrong|not right)"
    r"|my mistake|let me correct that)[^\w\n]*|(?:等等|等一下|不对|更正|纠正|说错了|搞错了|记错了)[,。!;:\n][^\w\n]*",
    re.IGNORECASE,
)
_SOURCE = "(?:msg|message|memory|mem|doc|document|note|session|turn|entry|record|source|chunk|passage)"
_CITED = (
    re.compile(rf"\[(?:\^?\d{{1,4}}|(?:m|{_SOURCE})[ #:_-]*\w*\d+)(?:\s*[,;-]\s*(?:m|msg)?\d+)*\]|【[^】]*】", re.IGNORECASE),
    re.compile(rf"\(?\b{_SOURCE}(?: ?(?:#|no\.? ?|id ?:? ?)?\d+|s ?#?\d+(?:(?:, ?| and |-)#?\d{{1,3}})*)\b\)?", re.IGNORECASE),
    re.compile(r"\(?\bm\d{1,4}\b\)?|(?:消息|记忆|记录|条目|第)\s*#?\d+(?:\s*条)?(?:消息|记忆|记录)?", re.IGNORECASE),
    re.compile(r"(?<![\w-])[a-z]+(?:[-_][a-z]+)*(?:[-_]\d+)+(?![\w-])", re.IGNORECASE),
)
_SEEN = re.compile(
    r"(?:\ball )?\b\d+ (?:\w+ )?(?:memor(?:y|ies)|(?:message|session|note|record|conversation|chat|passage|document|result|source)s?|entr(?:y|ies))\b"
    r"|\d+[条个段份](?:相关)?的?(?:记忆|消息|记录|对话|笔记|条目|信息)",
    re.IGNORECASE,
)


def statement(reply: str) -> str:
    """Return what a reply states as a plain text: without thoughts, markup and list marks.

    If there is an "Answer:", the first paragraph after the last of them only; and nothing that is taken back ("Wait, that's wrong.").
    """
    text = _LEFT_OPEN.sub("", _THOUGHT.sub("", plain(reply)))
    boxed = _BOXED.findall(text)
    text = _LATEX.sub("", _FENCE.sub("", boxed[-1] if boxed else text).replace("{,}", ","))
    text = _BULLET.sub("", _MARKS.sub("", text))
    *before, last = _ANSWER.split(_unretracted(text))
    ends = _AFTER_ANSWER if before else _AFTERWORD
    return (ends.split(last.strip())[0] if re.search(r"\w", last) else text).strip()


def _unretracted(text: str) -> str:
    """Return what a text says after it last took something back; all of it, if nothing follows."""
    *_, last = _RETRACTED.split(text)
    return last if re.search(r"\w", last) else text


def uncited(text: str, question: str) -> str:
    """Return the text without numbers that are no answers: of messages that are cited, and counts of what was read.

    Each is blanked out, so that places stay. A count of what the question itself asks about is kept.
    """
    for pattern in _CITED:
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    asked = question.casefold()
    return _SEEN.sub(lambda found: found[0] if _noun(found[0]) in asked else " " * len(found[0]), text)


def _noun(counted: str) -> str:
    word = re.split(r"[ \d条个段份的]", counted.casefold())[-1]
    return re.sub(r"(?:ies|y|s)$", "", word)
