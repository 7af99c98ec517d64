"""Every cell of a row that holds text or a number, by its path, and how to change it."""

from memsim.rng import Rng

#: Changes of one cell. None where a change does not apply.
CHANGES = {
    "other": lambda value: {
        str: f"{value}x",
        bool: not value,
        int: value + 1 if isinstance(value, int) else None,
        float: value + 1 if isinstance(value, float) else None,
    }.get(type(value)),
    "null": lambda value: None,
    "empty": lambda value: "" if isinstance(value, str) else None,
}


def leaves(node, path=(), place=()):
    """Yield (column path, place) of every cell: the column path names no list places."""
    if isinstance(node, dict):
        for name, child in node.items():
            yield from leaves(child, (*path, name), (*place, name))
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from leaves(child, path, (*place, number))
    else:
        yield ".".join(path), place


def cell(row, place):
    for step in place:
        row = row[step]
    return row


def change(row, place, kind):
    """Change one cell in place; return whether it changed."""
    *above, last = place
    holder = cell(row, above)
    before = holder[last]
    after = CHANGES[kind](before) if before is not None else 7.0 if last == "number" else "x"
    holder[last] = after
    return after != before


def pick(options, seed, number):
    """Return one of the options, by a named stream."""
    import numpy as np

    return options[int(Rng(seed, np.array([number])).below("mutation", len(options))[0])]
