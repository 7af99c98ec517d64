"""What reads wrong in phrases and can be seen without understanding them. A rule is one function, in `RULES` of its language's module or of `common`."""

from __future__ import annotations

from memsim.spec.lint import chinese, common, english
from memsim.spec.lint.phrase import Phrase
from memsim.spec.load import Spec
from memsim.spec.phrases import phrases_with_slots

_BY_LANGUAGE = {"en": english.RULES, "zh": chinese.RULES}


def lint(spec: Spec) -> list[str]:
    """Return what is wrong with the phrases of a scenario, as "file: key: what: phrase", list by list in the order of the files; O(phrases · rules)."""
    found = []
    for language, file in spec.phrases.items():
        lists: dict[str, list[Phrase]] = {}
        for key, text, groups in phrases_with_slots(file):
            phrase = Phrase(spec, language, key, text, groups)
            lists.setdefault(phrase.list, []).append(phrase)
        rules = [*common.RULES, *_BY_LANGUAGE.get(language, [])]
        for phrases in lists.values():
            faults = [(phrase, what) for phrase in phrases for rule in rules for what in rule(phrase)]
            faults += [fault for rule in common.LIST_RULES for fault in rule(phrases)]
            found += [f"phrases.{language}.yaml: {phrase.key}: {what}: {phrase.text!r}" for phrase, what in faults]
    return found
