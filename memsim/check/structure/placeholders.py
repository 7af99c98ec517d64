"""Texts that a generator, a template or a model left behind, or left blank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import visible
from memsim.io.formats.audited import Audited

#: By kind, what gives it away; the whole text where that is said by ^ and $.
_KINDS = {
    "failed-generation": r"\[ERROR\w?\]|\[无效输出\]",
    "unfinished": r"\b(?:TODO|TBD|FIXME)\b",
    "nothing": r"\bN/A\b|^\s*(?:null|NULL|none|nan|NaN|undefined|#REF!|\[\]|\{\})\s*$",
    "filler": r"(?i:\blorem ipsum\b)",
    "slot": r"\{\{? ?[^\W\d][\w. -]{0,40}\}\}?|\$\{\w+\}|%\(\w+\)s|(?i:\[(?:insert|your) [\w ]{1,30}\])|<(?:name|date|place|user|answer)>",
    "model-speaking": r"(?i:\bas an ai\b(?: language)?|作为(?:一个|一名)?(?:ai|人工智能))",
}
_ANY = re.compile("|".join(f"(?P<k{place}>{pattern})" for place, pattern in enumerate(_KINDS.values())))
#: One of these, in lower case, is in every placeholder that is not a whole text, so that most texts are passed over by a quick search.
_HINTS = ("[", "{", "<", "%(", "todo", "tbd", "fixme", "n/a", "lorem", "as an ai", "作为")
_SHORT = 16  # characters that a whole text may have which is a placeholder


class Placeholders:
    """See the module."""

    def __init__(self) -> None:
        self._tally = Tally("placeholder", "no text is a placeholder, a template's slot or a model's refusal")
        self._blank = Tally("text-blank", "no message and no question is blank")
        self._kinds: Counter[str] = Counter()

    def see(self, history: Audited) -> None:
        for post in history.posts:
            self._blank.test(broken=not visible(post.text).strip(), example=f"{history.id}: {post.mid}")
            self._see_text(f"{history.id}: {post.mid}", post.text)
        for asked in history.asked:
            self._blank.test(broken=not visible(asked.question).strip(), example=asked.id)
            for text in (asked.question, asked.answer, *asked.choices):
                if isinstance(text, str):
                    self._see_text(asked.id, text)

    def _see_text(self, where: str, text: str) -> None:
        self._tally.tested += 1
        low = text.lower()
        if (len(text) <= _SHORT or any(hint in low for hint in _HINTS)) and (match := _ANY.search(text)):
            self._kinds[list(_KINDS)[int(str(match.lastgroup)[1:])]] += 1
            self._tally.add(f"{where}: {match[0].strip()!r} in {text!r}")

    def findings(self) -> Iterator[Finding]:
        yield self._tally.finding(detail={kind: self._kinds[kind] for kind in _KINDS if self._kinds[kind]})
        yield self._blank.finding()
