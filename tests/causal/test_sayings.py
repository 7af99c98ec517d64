"""How values are said, drawn a column at a time."""

import numpy as np
import pyarrow as pa
import pytest
from strategies import fits

from memsim.causal.sayings import Sayings
from memsim.rng import Rng
from memsim.spec.sayings import sayings

N = 4000


def said(layout, language, names, codes, spread):
    attribute = np.array([layout.column[name] for name in names])
    values = layout.mixed_texts(attribute, codes, language)
    return values.to_pylist(), Sayings(layout, language).pick(attribute, codes, values, spread).to_pylist()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_value_is_said_in_one_of_its_ways(spec, layout, language):
    rng = Rng(4, np.arange(N))
    told = [name for name in layout.told if spec.domains[name].kind not in ("moment", "digits")]
    names = [told[place] for place in rng.below("attribute", len(told)).tolist()]
    codes = (rng.one("code") * [spec.domains[name].size for name in names]).astype(np.int64)
    values, texts = said(layout, language, names, codes, rng.one("spread"))
    other = 0
    for name, value, text in zip(names, values, texts, strict=True):
        assert text in sayings(spec, name, value, language)
        other += text != value
        assert spec.file.attributes[name].forms or text == value
    assert other > N / 10


@pytest.mark.parametrize(("attribute", "code", "language"), [("birthday", 148, "en"), ("height", 35, "zh"), ("phone", 21_423, "en")])
def test_ways_are_as_likely_as_each_other(spec, layout, attribute, code, language):
    spread = Rng(4, np.arange(N)).one("spread")
    (value, *_), texts = said(layout, language, [attribute] * N, np.full(N, code), spread)
    ways = sayings(spec, attribute, value, language)
    assert len(ways) > 2
    assert fits([texts.count(way) for way in ways], np.full(len(ways), 1 / len(ways)))


def test_nothing_told_is_nothing_said(layout):
    none = np.empty(0, dtype=np.int64)
    assert Sayings(layout, "en").pick(none, none, pa.array([], pa.string()), np.empty(0)).to_pylist() == []
