"""The checks for leaks. One is one class and one entry here."""

from __future__ import annotations

#: By name, where the class is.
CHECKS = {
    "letters": "memsim.check.leaks.letters:Letters",
    "thumb": "memsim.check.leaks.thumb:Thumb",
    "boosting": "memsim.check.leaks.boosting:Boosting",
    "place": "memsim.check.leaks.place:Place",
    "mentioned": "memsim.check.leaks.mentions:Mentioned",
    "surface": "memsim.check.leaks.surface:Surface",
    "marked": "memsim.check.leaks.marked:Marked",
    "ids": "memsim.check.leaks.ids:Ids",
}
