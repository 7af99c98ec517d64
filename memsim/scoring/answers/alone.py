"""Whether a name that is found in a reply is one of its own, or a piece of a longer name that is not known.

"Anna Kim" is not named in "Anna Kim Lee", nor "assistant" in the bare reply "executive assistant"; in a sentence ("works as an assistant") it is. In
Chinese, where words have no borders, something is named if what stands beside it in its clause is made of words that sentences have, or the question:
北京 in 他在北京上班, not in 北京大学.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memsim.scoring.answers.naming import HAN, LEADING, POSSESSIVES, SELF, Found

_REACH = 200  # characters: no clause is longer
_TITLES = frozenset({"Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Professor", "Sir", "Madam", "Mx", "Mr.", "Mrs.", "Ms.", "Dr.", "Prof."})
_CAPITAL_AFTER = re.compile(r"(?:[ ]+|-)(?!I\b|I'|And\b|Or\b|Then\b|On\b|In\b|At\b|For\b|Is\b|Was\b)[A-ZÀ-Þ][\w']*")
_CAPITAL_BEFORE = re.compile(r"(?<=[a-z,;] )([A-ZÀ-Þ][\w']*\.?) $")
_CLAUSE = re.compile(r" - |[,;:!?。、\n\"()\[\]]|\.(?=\s|\Z)")
# Words that sentences have: what stands beside them is no longer name.
_WORDS = """
    is was are were be been being it it's its that that's this as in at on of for to from by with than
    i i'd i'm my me we you you're your she he her his they their there the a an one and or nor not no but yes so too then only both either just
    have has had do does did used use go goes got bought come comes follows what which who where how
    said told think believe remember recall mentioned called named described would should must probably maybe perhaps definitely like very please
    first second third finally lastly next last before after
    mr mrs ms miss dr prof s
    """
_CONTRACTED = re.compile(r"'(?:s|re|m|ve|d|ll)\b")
_FUNCTION = frozenset(_WORDS.split())
_SENTENCE = re.compile(
    r"[是在叫说的去为有记得提应该很挺到给选跟和与或及姓用买做写住约从让把被比既又还真太最]|答案|上班|工作|生日|先生|女士|老师|医生"
)
_MAKES_NAMES = re.compile(r"(?:大学|学院|医院|公司|银行|中学|小学|机场|大厦|广场|大街|大道|路|街|区)")
_QUALIFIED = re.compile(rf"(?:[{HAN}]{{1,2}}国|比较|非常|相当|特别|十分|有点儿?|就)的?\Z")
_PARTICLE = re.compile(r"(?:[吧呢吗啊哦呀了嘛的哈您你我他她它就那这也都]|先生|女士|小姐|老师|市|国|省|然后|最后|首先)*")


def by_itself(text: str, found: Found, others: Sequence[Found], question: str) -> bool:
    """Return whether what was found is a name of its own, not a piece of a longer one that is not known."""
    place = re.compile(re.escape(text[found.start : found.end])).match(text, found.start)
    beside = {other.start for other in others} | {other.end for other in others}
    if place and _longer(text, place) and not any(start - found.end in {1, 2} for start in beside):
        return False
    before, after = _around(text, found)
    for other in others:
        piece = text[other.start : other.end]
        before, after = (before if other is found else before.replace(piece, "、")), after.replace(piece, "、")
    if re.search(rf"[{HAN}]", text[found.start : found.end] + before + after):
        return _plain_chinese(before, after, question, lone=found.end - found.start == 1)
    return _plain_english(before, after, question)


def _longer(text: str, found: re.Match[str]) -> bool:
    """Return whether a capitalised name goes on beyond what was found of it."""
    words = re.findall(r"[^\W\d_]+", found[0])
    if not words or not all(word[0].isupper() for word in words if word[0].isascii()) or not words[-1].isascii():
        return False
    ahead, behind = _CAPITAL_AFTER.match(text, found.end()), _CAPITAL_BEFORE.search(text[max(0, found.start() - _REACH) : found.start()])
    return bool(ahead) or bool(re.match(r" \d+(?![\d.)])", text[found.end() :])) or bool(behind and behind[1] not in _TITLES)


def _around(text: str, found: Found) -> tuple[str, str]:
    before = _CLAUSE.split(text[max(0, found.start - _REACH) : found.start])[-1]
    return before, _CLAUSE.split(text[found.end : found.end + _REACH])[0]


def _plain_english(before: str, after: str, question: str) -> bool:
    """Return whether the words of a clause beside a name are those of a sentence; one or two that are not make a longer name."""
    words = re.findall(r"[^\W\d_]+", _CONTRACTED.sub("", f"{before} {after}".casefold()))
    asked = set(re.findall(r"[^\W_]+", question.casefold()))
    extra = [word for word in words if word not in _FUNCTION and word not in asked]
    return not extra or len(words) > 2 or any(word in _FUNCTION - {"the", "a", "an", "my", "your", "of"} for word in words)


def _plain_chinese(before: str, after: str, question: str, *, lone: bool) -> bool:
    """Return whether the characters of a clause beside a name are those of a sentence; a lone character must stand by itself or be said to be a family name."""
    if lone and not (
        re.search(r"(?:姓|是|叫|为|或者?|还是|\A)\s*\Z", before) and re.match(r"\s*(?:\Z|先生|女士|小姐|姓|或|还是|[吧呢啊哦呀,的])", after)
    ):
        return False
    if _MAKES_NAMES.match(after):
        return False
    before = _QUALIFIED.sub("", before)
    extra = "".join(
        char for char in _PARTICLE.sub("", after, count=1) + before if char.isalnum() and char not in question and char not in SELF
    )
    return not extra or not re.search(rf"[{HAN}]", extra) or len(extra) > 3 or bool(_SENTENCE.search(before + after))


def sentence_words(words: Sequence[str]) -> bool:
    """Return whether words in lower case are all such as sentences have, and name nothing."""
    return all(word in _FUNCTION for word in words)


def bare(text: str) -> bool:
    """Return whether a text is a mere list: each piece of it a few words, none of them such as sentences have."""
    pieces = [piece for piece in re.split(r"[,;、\n]|\band\b|和|以及", text) if piece.strip()]
    return all(_short(piece) for piece in pieces)


def _short(piece: str) -> bool:
    if re.search(rf"[{HAN}]", piece):
        return len(piece) <= 12 and not _SENTENCE.search(LEADING.sub("", piece.strip(), count=1))
    words = piece.casefold().split()
    return len(words) <= 5 and not any(word in _FUNCTION - set(POSSESSIVES) for word in words)
