"""What rewriting a set will take, told from its first trajectories before any call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from memsim.causal.catalog import Catalog
from memsim.engine.block import BlockMaker
from memsim.engine.order import Order
from memsim.engine.rewritten import BlockRewriter
from memsim.errors import InputError
from memsim.records import Usage
from memsim.render.judging import Judge
from memsim.spec.load import load_spec

_SAMPLE = 200  # trajectories
_BYTES_A_TOKEN = 3.8  # of UTF-8, much the same in English and in Chinese
_AROUND = 8  # tokens of an id and the marks around a text


class Estimate(NamedTuple):
    """What a run takes if every text passes at the first try.

    Attributes:
        usage: Calls, tokens and dollars; dollars are None where no price is known.
        sampled: How many trajectories it was told from; the others are taken to be like them.
        tries: The most that may be asked for: so many times the tokens, where nothing ever passes.
    """

    usage: Usage
    sampled: int
    tries: int


def estimate(order: Order) -> Estimate:
    """Return what rewriting a set will take; calls nothing and writes nothing. Replies that are in the cache already count as if they were not.

    Raises:
        InputError: A setting makes no sense, or there is no model.
    """
    rewriting = order.rewriting
    if rewriting is None:
        raise InputError("nothing to estimate without a model: expected --llm MODEL")
    spec = load_spec(order.scenario)
    order.check(spec, confirmed=True)
    catalog = Catalog(spec)
    order = order.with_types(catalog)
    sampled = min(order.n, _SAMPLE)
    block = BlockMaker(catalog, order.seed, order.languages, order.question_types or (), order.eta).make(np.arange(sampled))
    calls = prompt = completion = 0
    for call, texts in BlockRewriter(rewriting, spec, order.languages, order.seed, Judge({})).calls(block):
        calls += 1
        prompt += _tokens("".join(message["content"] for message in call["messages"]))
        completion += sum(_tokens(text) + _AROUND for text in texts)
    scale = order.n / sampled
    sent, said = round(prompt * scale), round(completion * scale)
    price = rewriting.client.price()
    return Estimate(Usage(round(calls * scale), sent, said, price and price.of(sent, said)), sampled, rewriting.tries)


def _tokens(text: str) -> int:
    return int(len(text.encode()) / _BYTES_A_TOKEN) + 1
