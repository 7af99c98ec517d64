"""A sample is uniform, the same however texts come, and holds a smaller one."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from memsim.statistics.sample import Sample


def drawn(size, parts, purpose="test"):
    sample = Sample(size, purpose)
    for part in parts:
        sample.add(part)
    return sample.texts()


@given(st.integers(0, 60), st.integers(1, 20), st.lists(st.integers(0, 60), max_size=5))
def test_parts_do_not_matter_and_a_larger_sample_begins_with_a_smaller_one(count, size, cuts):
    texts = [f"text {number}" for number in range(count)]
    edges = [0, *sorted(min(cut, count) for cut in cuts), count]
    found = drawn(size, [texts[start:stop] for start, stop in pairwise(edges)])
    assert found == drawn(count + 1, [texts])[:size]
    assert len(set(found)) == len(found) == min(size, count)
    assert set(found) <= set(texts)


def test_every_text_is_as_likely_as_any_other():
    counts = dict.fromkeys("abcdefghij", 0)
    for trial in range(2000):
        for text in drawn(3, [list(counts)], f"trial {trial}"):
            counts[text] += 1
    assert sum(counts.values()) == 6000
    assert chisquare(list(counts.values())).pvalue > 0.001
