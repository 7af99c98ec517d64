"""What a set measures, and a memory that does not see what a format puts to its texts: shared by the tests that hold a set against what was made of it."""

import memsim
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared


def unseeing(plain):
    """BM25 that searches texts as they are without what a format put to them."""

    class Unseeing:
        def __init__(self):
            self._inner, self._texts = BM25(Shared()), {}

        def reset(self):
            self._inner.reset()
            self._texts.clear()

        def store(self, message):
            self._texts[message.mid] = message.text
            self._inner.store(message._replace(text=plain(message.text)))

        def recall(self, query, k):
            return [one._replace(text=self._texts[one.sources[0]]) for one in self._inner.recall(query, k)]

    return Unseeing


def measures(path, out, plain, **options):
    """The means of all measures of `bm25` and of one that does not see, by memory."""
    run = memsim.bench(path, [unseeing(plain), "bm25"], None, controls=False, timed=0, k=[1, 3, 5], out=out, **options)
    return {one["memory"]: {name: of["mean"] for name, of in one["measures"].items()} for one in run.results["results"]}
