"""mteb itself loads an export as a retrieval task and judges it, where it is installed: it needs torch."""

from importlib.util import find_spec

import pytest
from sets import made

import memsim
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared
from memsim.records import Message

pytestmark = [pytest.mark.skipif(find_spec("mteb") is None, reason="mteb is not installed"), pytest.mark.filterwarnings("ignore")]
CODES = {"en": ["eng-Latn"], "zh": ["zho-Hans"]}


class Search:
    """BM25 among the documents that `top_ranked` names, as mteb asks for a search."""

    def index(self, corpus, **_):
        self.texts = {row["id"]: row["text"] for row in corpus}

    def search(self, queries, *, top_ranked, **_):
        return {row["id"]: self.ranked(row["text"], top_ranked[row["id"]]) for row in queries}

    def ranked(self, query, names):
        memory = BM25(Shared())
        for name in names:
            memory.store(Message(name, "", "user", "user", self.texts[name], ""))
        found = memory.recall(query, len(names))
        return {one.sources[0]: float(len(found) - place) for place, one in enumerate(found)}

    @property
    def mteb_model_meta(self):
        from mteb.models import ModelMeta

        return ModelMeta.create_empty({"name": "memsim/bm25", "revision": "1"})


def task_of(folder, languages):
    """The export as a task: with several languages, a subset each."""
    from mteb.abstasks.retrieval import AbsTaskRetrieval
    from mteb.abstasks.task_metadata import TaskMetadata

    class Export(AbsTaskRetrieval):
        metadata = TaskMetadata(
            name="MemsimExport",
            description="What users told, and questions about it.",
            dataset={"path": str(folder), "revision": "local"},
            type="Retrieval",
            category="t2t",
            modalities=["text"],
            eval_splits=["test"],
            eval_langs={name: CODES[name] for name in languages} if len(languages) > 1 else CODES[languages[0]],
            main_score="ndcg_at_10",
        )

    return Export()


@pytest.fixture(scope="module")
def benched(tmp_path_factory):
    """What bench measures of BM25, by language."""
    native = made(tmp_path_factory, 40)
    done = memsim.bench(native, "bm25", None, controls=False, k=10, timed=0, out=tmp_path_factory.mktemp("mteb") / "run")
    (found,) = done.results["results"]
    return native, found["by"]["language"]


@pytest.mark.parametrize("languages", [["en"], ["zh"], ["en", "zh"]])
def test_mteb_loads_the_files_and_gives_bm25_the_score_of_bench(benched, tmp_path, monkeypatch, languages):
    import datasets
    import mteb

    native, measured = benched
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    memsim.convert(native, tmp_path / "out", "mteb", language=languages)
    results = mteb.evaluate(
        Search(), task_of(tmp_path / "out", languages), cache=None, overwrite_strategy="always", show_progress_bar=False
    )
    (task,) = results.task_results
    scores = {row["hf_subset"]: row for row in task.scores["test"]}
    assert [*scores] == (languages if len(languages) > 1 else ["default"])
    for language, row in zip(languages, scores.values(), strict=True):
        for theirs, ours in (("ndcg_at_10", "ndcg@10"), ("recall_at_10", "recall@10"), ("hit_rate_at_10", "hit@10")):
            assert row[theirs] == pytest.approx(measured[language][ours]["mean"], abs=1e-5)  # they round
