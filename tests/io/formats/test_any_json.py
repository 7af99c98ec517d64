"""Whatever JSON a file holds, it is read or refused by whichever format is named, and what is read can be checked."""

from functools import partial

import pytest
from auditing import broken, structure
from foreign import SAMPLES, tried, written
from hypothesis import given
from hypothesis import strategies as st
from jsons import anything_anywhere, paths, replaced, trees

from memsim.io.formats.registry import open_set


def words(sample):
    """The keys and texts of a sample, with others that look like them."""
    keys = [key for path in paths(sample) for key in path if isinstance(key, str)]
    return sorted({*keys, "session_01", "session_2", "x_abs", "D1:1; D1:2", "[ERRORQ]"})


@pytest.mark.parametrize("format", SAMPLES)
@given(data=st.data())
def test_any_json_is_read_or_refused(tmp_path_factory, format, data):
    sample = SAMPLES[format]
    folder = tmp_path_factory.getbasetemp()
    if format == "coding-agent-life":
        name = data.draw(st.sampled_from(sorted(sample)))
        rows = data.draw(trees(words(sample)) | anything_anywhere(sample[name], words(sample)))
        tried(partial(open_set, written(format, folder / "any", sample | {name: rows}), format))
    else:
        value = data.draw(trees(words(sample)) | anything_anywhere(sample, words(sample)))
        tried(partial(open_set, written(format, folder / "any.json", value), format))


HUGE = {"text": "9" * 6000, "number": 10**4000, "nan": float("nan"), "infinity": float("-inf"), "key": {"9" * 6000: []}}


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize("format", sorted(set(SAMPLES) - {"coding-agent-life"}))
def test_huge_values_anywhere_are_read_or_refused(tmp_path, format, huge):
    for path in paths(SAMPLES[format]):
        if path:
            tried(partial(open_set, written(format, tmp_path / "any.json", replaced(SAMPLES[format], path, HUGE[huge])), format))


@pytest.mark.parametrize("format", SAMPLES)
def test_the_samples_are_without_fault(tmp_path, format):
    found = structure(*open_set(written(format, tmp_path / "set"), format, lenient=True).audited())
    assert broken(found) == ({"answer-missing": 1} if format == "locomo" else {})
