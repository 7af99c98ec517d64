"""The formats that can be written. One is one class and one entry here."""

from __future__ import annotations

import difflib
from importlib import import_module

from memsim.conversion.output import Output
from memsim.errors import InputError

#: By name, where the class is.
OUTPUTS = {
    "memdaily": "memsim.conversion.memdaily:MemDaily",
    "membench": "memsim.conversion.membench:MemBench",
    "longmemeval": "memsim.conversion.longmemeval:LongMemEval",
    "locomo": "memsim.conversion.locomo:LoCoMo",
    "beir": "memsim.conversion.beir:BEIR",
    "mteb": "memsim.conversion.mteb:MTEB",
    "trec": "memsim.conversion.trec:TREC",
    "trec-run": "memsim.conversion.trec_run:TRECRun",
    "chat": "memsim.conversion.chat:Chat",
    "csv": "memsim.conversion.spreadsheet:Spreadsheet",
}


def output(name: str) -> Output:
    """Return a format.

    Raises:
        InputError: There is none of that name.
    """
    if name not in OUTPUTS:
        near = difflib.get_close_matches(name, OUTPUTS, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(OUTPUTS)}"
        raise InputError(f"no format {name!r} to convert to; {hint}")
    module, _, attribute = OUTPUTS[name].partition(":")
    return getattr(import_module(module), attribute)()
