"""JSON of any shape, and a good value with anything anywhere: shared by the tests of foreign formats."""

import copy

from hypothesis import strategies as st


def trees(words):
    """Any JSON value, with these words in it more often than others."""
    texts = st.sampled_from(words) | st.text(st.characters(), max_size=5)
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | texts,
        lambda below: st.lists(below, max_size=4) | st.dictionaries(texts, below, max_size=4),
        max_leaves=20,
    )


def paths(value, above=()):
    """Every place in a JSON value, as the keys that lead there."""
    yield above
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in pairs:
        yield from paths(below, (*above, key))


def replaced(value, path, new):
    """The value with another at a place."""
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = replaced(value[path[0]], path[1:], new)
    return value


def anything_anywhere(value, words):
    """A good value with any JSON at one of its places."""
    return st.tuples(st.sampled_from(list(paths(value))), trees(words)).map(lambda drawn: replaced(value, *drawn))
