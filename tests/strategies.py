"""What several tests share: hypothesis strategies, goodness of fit, and a scenario to break."""

import shutil

import networkx as nx
import numpy as np
from hypothesis import strategies as st
from scipy.stats import chi2

from memsim.spec.load import data_root

DAY = 1440
ALPHA = 1e-4  # the chance that a right sampler fails one family of tests; the seeds are fixed, so it fails never or always

seeds = st.integers(0, 2**63 - 1)
#: Minutes since 1970 within the years in which histories play, and well around them.
moments = st.integers(min_value=10_957 * DAY, max_value=47_482 * DAY)
languages = st.sampled_from(["en", "zh"])


@st.composite
def told_and_moment(draw, most=13):
    """A message's time, and a moment 1 to `most` days after its date."""
    told = draw(moments)
    return told, (told // DAY + draw(st.integers(1, most))) * DAY + draw(st.integers(0, DAY - 1))


@st.composite
def dags(draw, most=7):
    """A random DAG over nodes n0, n1, … in random order of insertion."""
    size = draw(st.integers(2, most))
    names = [f"n{i}" for i in range(size)]
    graph = nx.DiGraph()
    graph.add_nodes_from(draw(st.permutations(names)))
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    graph.add_edges_from(pair for pair in pairs if draw(st.booleans()))
    return graph


@st.composite
def distributions(draw, size, *, zeros=False):
    """Weights of `size` values that sum to 1; with zeros, some may be 0."""
    weights = draw(st.lists(st.integers(0 if zeros else 1, 20), min_size=size, max_size=size).filter(any))
    return np.array(weights) / np.sum(weights)


def p_value(counts, expected):
    """Pearson's chi-square of counts against expected counts; cells that expect less than five are pooled, those that expect none must be empty."""
    counts, expected = np.ravel(counts).astype(float), np.ravel(expected).astype(float)
    if counts[expected == 0].any():
        return 0.0
    small = expected < 5
    counts = np.append(counts[~small], counts[small].sum())
    expected = np.append(expected[~small], expected[small].sum())
    counts, expected = counts[expected > 0], expected[expected > 0]
    if len(counts) < 2:
        return 1.0
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), len(counts) - 1))


def fits(counts, probabilities, tests=1):
    """Whether counts look like draws from the probabilities, at ALPHA over a family of so many tests (Bonferroni)."""
    return p_value(counts, np.ravel(probabilities) * np.sum(counts)) > ALPHA / tests


def copy_daily(folder):
    """Copy the scenario `daily` and its priors to a folder of its own, and return it."""
    shutil.copytree(data_root() / "schemas" / "scenarios" / "daily", folder)
    shutil.copytree(data_root() / "priors" / "daily", folder / "priors")
    return folder


def replace(path, old, new):
    """Replace the first place where a file says `old`, which it must."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path} does not say {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def uniforms(seed, n):
    """Return what a CPD draws its numbers with, for users 0..n-1."""
    from memsim.rng import Rng

    return Rng(seed, np.arange(n)).uniform
