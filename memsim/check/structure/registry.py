"""The checks of structure. One is one class and one entry here."""

from __future__ import annotations

#: By name, where the class is.
CHECKS = {
    "ids": "memsim.check.structure.ids:Ids",
    "answers": "memsim.check.structure.answers:Answers",
    "options": "memsim.check.structure.options:Options",
    "marks": "memsim.check.structure.marks:Marks",
    "evidence": "memsim.check.structure.evidence:Evidence",
    "times": "memsim.check.structure.times:Times",
    "placeholders": "memsim.check.structure.placeholders:Placeholders",
    "questions": "memsim.check.structure.questions:Questions",
    "messages": "memsim.check.structure.messages:Messages",
    "sessions": "memsim.check.structure.sessions:Sessions",
    "histories": "memsim.check.structure.histories:Histories",
}
