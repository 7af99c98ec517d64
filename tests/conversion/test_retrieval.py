"""Judged by others, from the files alone, a set scores as `memsim bench` says: pytrec_eval is the judge."""

from collections import defaultdict
from importlib.util import find_spec

import pytest
import pytrec_eval
import yaml
from harnesses import READERS, json_lines
from histories import history, item
from sets import made, names_in

import memsim
from memsim.conversion import trec
from memsim.conversion.corpus import document_id
from memsim.conversion.registry import output
from memsim.conversion.trec_run import _free, _lines, _plain, _run
from memsim.errors import DatasetError, InputError
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared
from memsim.records import Message, Recalled


class Bundles:
    """Recalls pairs of messages as one text, the best pair twice, then what it made up itself."""

    def reset(self):
        self.messages = []

    def store(self, message):
        self.messages.append(message)

    def recall(self, query, k):
        pairs = [self.messages[place : place + 2] for place in range(0, len(self.messages), 2)]
        told = [Recalled("\n".join(one.text for one in pair), 1.0, tuple(one.mid for one in pair)) for pair in pairs]
        again = [Recalled(f"{told[0].text}\n{told[-1].text}", 0.5, (*told[0].sources, *told[-1].sources))]
        return [*told[:2], *again, Recalled("I made this up.", 0.1, None), *told[2:]]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run in both languages, and its rankings."""
    folder = tmp_path_factory.mktemp("retrieval")
    native = made(tmp_path_factory, 40)
    done = memsim.bench(native, ["bm25", "full", "recent:5", Bundles], None, k=[5, 10], timed=0, out=folder / "run")
    memsim.convert(native, folder / "beir-en", "beir", language="en")
    memsim.convert(native, folder / "mteb", "mteb")
    memsim.convert(native, folder / "trec", "trec", language="zh")
    memsim.convert(done.path, folder / "rankings", "trec-run")
    return done, folder


def qrels(path):
    found = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, document, relevance = line.split()
        found[query][document] = int(relevance)
    return found


def rankings(path):
    found = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        query, fixed, document, rank, score, tag = line.split()
        assert (fixed, tag) == ("Q0", path.stem)
        assert document not in found[query]
        found[query][document] = float(score)
        assert len(found[query]) == int(rank)
    return found


def judged(relevant, ranked, measure):
    """The mean over queries, as trec_eval has it."""
    found = pytrec_eval.RelevanceEvaluator(relevant, {measure}).evaluate(ranked)
    name = measure.replace(".", "_")
    assert len(found) == len(relevant)
    return sum(one[name] for one in found.values()) / len(found)


def mean(run, memory, measure, language=None):
    (one,) = [one for one in run.results["results"] if one["memory"] == memory]
    return (one["measures"] if language is None else one["by"]["language"][language])[measure]["mean"]


THEIRS = {"recall@5": "recall.5", "precision@5": "P.5", "hit@5": "success.5", "ndcg@5": "ndcg_cut.5", "ndcg@10": "ndcg_cut.10"}


@pytest.mark.parametrize(("ours", "theirs"), THEIRS.items())
@pytest.mark.parametrize("memory", ["bm25", "full", "recent:5", "Bundles", "none", "random", "oracle"])
def test_rankings_of_a_run_measure_the_same_by_trec_eval(run, memory, ours, theirs):
    done, folder = run
    (place,) = (folder / "rankings").iterdir()
    assert judged(qrels(place / "qrels.txt"), rankings(place / f"{memory}.run"), theirs) == pytest.approx(
        mean(done, memory, ours), abs=1e-9
    )


def test_texts_that_are_no_message_are_counted_as_lost(run, tmp_path):
    done, _ = run
    lost = memsim.convert(done.path, tmp_path / "out", "trec-run").lost
    assert lost["texts that memories put together or wrote"] == sum(len(row.get("texts", ())) for row in done.samples()) > 0


def test_the_runs_are_those_of_all_memories(run):
    done, folder = run
    (place,) = (folder / "rankings").iterdir()
    memories = {one["name"] for one in done.manifest["memories"]}
    assert {path.name for path in place.iterdir()} == {"qrels.txt", *(f"{name}.run" for name in memories)}


def test_judgements_of_a_set_are_those_of_its_runs(run, tmp_path):
    done, folder = run
    memsim.convert(done.path, tmp_path / "zh", "trec-run", language="zh")
    (place,) = (tmp_path / "zh").iterdir()
    assert qrels(folder / "trec" / "qrels.txt") == qrels(place / "qrels.txt")


def bm25(documents, query):
    """Rank texts by id."""
    memory = BM25(Shared())
    for name, text in documents.items():
        memory.store(Message(name, "", "user", "user", text, ""))
    found = memory.recall(query, len(documents))
    return {one.sources[0]: float(len(found) - place) for place, one in enumerate(found)}


def test_the_files_for_beir_alone_give_bm25_the_score_of_bench(run):
    done, folder = run
    corpus, queries = (json_lines(folder / "beir-en" / f"{name}.jsonl") for name in ("corpus", "queries"))
    relevant = defaultdict(dict)
    for line in (folder / "beir-en" / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        relevant[query][document] = int(score)
    own = defaultdict(dict)
    for row in corpus:
        own[row["metadata"]["history"]][row["_id"]] = f"{row['title']} {row['text']}".strip()
    ranked = {row["_id"]: bm25(own[row["metadata"]["history"]], row["text"]) for row in queries}
    assert judged(relevant, ranked, "ndcg_cut.10") == pytest.approx(mean(done, "bm25", "ndcg@10", "en"), abs=1e-9)


@pytest.mark.skipif(find_spec("beir") is None, reason="beir is not installed")
@pytest.mark.filterwarnings("ignore:Using `tqdm.autonotebook.tqdm`", "ignore:unclosed file:ResourceWarning")  # beir's, both
@pytest.mark.parametrize("language", ["en", "zh"])
def test_beir_loads_the_files_and_gives_bm25_the_score_of_bench(run, tmp_path_factory, tmp_path, language):
    from beir.datasets.data_loader import GenericDataLoader
    from beir.retrieval.evaluation import EvaluateRetrieval

    done, _ = run
    memsim.convert(made(tmp_path_factory, 40), tmp_path / "beir", "beir", language=language)
    corpus, queries, relevant = GenericDataLoader(str(tmp_path / "beir")).load("test")
    own = defaultdict(dict)
    for name, document in corpus.items():
        own[name.partition("/")[0]][name] = document["text"]
    ranked = {}
    for name, text in queries.items():
        (history,) = {document.partition("/")[0] for document in relevant[name]}
        ranked[name] = bm25(own[history], text)
    ndcg, *_ = EvaluateRetrieval.evaluate(relevant, ranked, [10])
    assert ndcg["NDCG@10"] == pytest.approx(mean(done, "bm25", "ndcg@10", language), abs=1e-5)  # they round


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_files_for_mteb_alone_give_bm25_the_score_of_bench(run, language):
    done, folder = run
    corpus, queries, judgements, top = (
        json_lines(folder / "mteb" / f"{language}-{name}" / "test.jsonl") for name in ("corpus", "queries", "qrels", "top_ranked")
    )
    texts, candidates = {row["id"]: row["text"] for row in corpus}, {row["query-id"]: row["corpus-ids"] for row in top}
    relevant = defaultdict(dict)
    for row in judgements:
        relevant[row["query-id"]][row["corpus-id"]] = row["score"]
    ranked = {row["id"]: bm25({name: texts[name] for name in candidates[row["id"]]}, row["text"]) for row in queries}
    assert judged(relevant, ranked, "ndcg_cut.10") == pytest.approx(mean(done, "bm25", "ndcg@10", language), abs=1e-9)


def test_queries_without_evidence_are_left_out_and_counted(tmp_path):
    path = tmp_path / "talk.json"
    output("locomo").write(iter([history(3, [item(0), item(1, evidence=())])]), path)
    made = memsim.convert(path, tmp_path / "beir", "beir")
    assert (made.counts["questions"], made.lost["questions without evidence"]) == (1, 1)
    assert [len(history.items) for history in READERS["beir"](tmp_path / "beir")] == [1]


@pytest.mark.parametrize("name", ["beir", "mteb", "trec"])
def test_a_set_of_which_no_question_has_evidence_is_refused_since_no_harness_loads_a_file_without_a_query(tmp_path, name):
    path = tmp_path / "talk.json"
    output("locomo").write(iter([history(3, [item(0, evidence=())])]), path)
    with pytest.raises(InputError, match=f"talk.json: no question with evidence in en; expected a set that has one, as {name} needs it"):
        memsim.convert(path, tmp_path / "out", name)
    assert names_in(tmp_path) == ["talk.json"]


@pytest.mark.parametrize("name", ["beir", "mteb", "trec"])
def test_that_a_question_cannot_be_answered_is_lost_and_counted(tmp_path, name):
    path = tmp_path / "talk.json"
    output("locomo").write(iter([history(3, [item(0), item(1, answers=())])]), path)
    lost = memsim.convert(path, tmp_path / "out", name).lost
    assert lost["marks of questions that cannot be answered"] == lost["answers"] == 1


@pytest.mark.parametrize("name", ["beir", "mteb", "trec"])
def test_ids_may_have_any_sign_but_white_space(tmp_path, name):
    writer = output(name)
    writer.languages = ("en",)
    writer.write(iter([history(3, [item(0, ("m1", "m2"), id='"q",=#')], name='"h";\'é')]), tmp_path / "out")
    (found,) = READERS[name](tmp_path / "out")
    assert (found.id, found.items[0].question.id, len(found.items[0].truth.evidence)) == ('"h";\'é', '"q",=#', 2)


@pytest.mark.parametrize("name", ["beir", "mteb", "trec"])
def test_ids_that_would_be_those_of_others_are_refused(tmp_path, name):
    writer = output(name)
    writer.languages = ("en",)
    for number, question in enumerate(("h/m1", "other/m1", "/m1")):
        with pytest.raises(
            InputError, match=f"history h: question: '{question}'; expected an id without a slash, or one of its own history"
        ):
            writer.write(iter([history(3, [item(id=question)])]), tmp_path / f"question {number}")
    writer.write(iter([history(3, [item(id="h/q0")])]), tmp_path / "as in LoCoMo")
    with pytest.raises(InputError, match="history h/m: id: 'h/m'; expected one without a slash"):
        writer.write(iter([history(3, [item()], name="h/m")]), tmp_path / "history")


def test_a_rank_without_a_message_is_called_as_no_message_can_be():
    asked = item(evidence=("1",), history_id="none")
    (line,) = _lines({"ranking": []}, asked, "tag")
    assert line.split()[2] != document_id("none", "1")


@pytest.mark.parametrize("language", ["../evil", "/evil", "", ".", "a b", "en\n"])
def test_no_language_leads_elsewhere(tmp_path, language):
    writer = output("mteb")
    writer.languages = ("en", language)
    with pytest.raises(InputError, match="expected letters, digits and hyphens, of which mteb makes names of configurations"):
        writer.write(iter([history(1, [item()])]), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_each_language_is_a_text_on_the_card(tmp_path):
    writer = output("mteb")
    writer.languages = ("en", "no", "zh-Hant")
    writer.write(iter([history(1, [item()])]), tmp_path / "out")
    assert yaml.safe_load((tmp_path / "out" / "README.md").read_text(encoding="utf-8").split("---")[1])["language"] == [
        "en",
        "no",
        "zh-Hant",
    ]


def test_levels_and_epochs_have_runs_of_their_own(tmp_path_factory, tmp_path):
    native = made(tmp_path_factory, 10, language="en", pool=300)
    done = memsim.bench(native, "bm25", None, controls=False, timed=0, eta=[1, 3], epochs=2, out=tmp_path / "run")
    made_of = memsim.convert(done.path, tmp_path / "out", "trec-run")
    (place,) = (tmp_path / "out").iterdir()
    runs = {f"bm25-eta{eta}-epoch{epoch}.run" for eta in (1, 3) for epoch in (0, 1)}
    assert {path.name for path in place.iterdir()} == {"qrels.txt", *runs}
    assert made_of.counts == {"rankings": 40, "runs": 4}
    by_level = {one["eta"]: one["measures"]["recall@5"]["mean"] for one in done.results["results"]}
    for eta, expected in by_level.items():
        ranked = rankings(place / f"bm25-eta{eta}-epoch1.run")
        assert judged(qrels(place / "qrels.txt"), ranked, "recall.5") == pytest.approx(expected, abs=1e-9)


def test_what_has_no_ranking_is_counted(tmp_path_factory, tmp_path):
    class Failing:
        """Fails at every other history."""

        made = 0

        def __init__(self):
            Failing.made += 1
            self.fails = Failing.made % 2

        def reset(self):
            pass

        def store(self, message):
            if self.fails:
                raise ValueError("full")

        def recall(self, query, k):
            return []

    native = made(tmp_path_factory, 10, language="en", pool=300)
    done = memsim.bench(native, [Failing], controls=False, timed=0, out=tmp_path / "run")
    made_of = memsim.convert(done.path, tmp_path / "out", "trec-run")
    (one,) = done.results["results"]
    assert made_of.counts["rankings"] == one["measures"]["recall@5"]["n"]
    assert made_of.lost["rankings: failed"] == 10 - made_of.counts["rankings"] > 0
    assert made_of.lost["answers, and what became of them"] == sum("outcome" in row for row in done.samples())


def test_a_run_folder_is_no_set_and_it_is_said_why(run, tmp_path):
    done, _ = run
    with pytest.raises(
        DatasetError, match=r"no schema_version; expected the manifest of a dataset folder, as written by `memsim generate`"
    ):
        memsim.convert(done.path, tmp_path / "csv", "csv")


def test_what_a_run_that_was_cut_short_lacks_is_counted(tmp_path_factory, tmp_path):
    native = made(tmp_path_factory, 10, language="en", pool=300)
    done = memsim.bench(native, "bm25,recent:5", None, controls=False, timed=0, out=tmp_path / "run")
    samples = done.path / "samples.jsonl"
    samples.write_text("".join(samples.read_text(encoding="utf-8").splitlines(keepends=True)[:13]), encoding="utf-8")
    made_of = memsim.convert(done.path, tmp_path / "out", "trec-run")
    assert made_of.counts["rankings"] == 13
    assert made_of.lost == {"rankings: not there yet": 7, "scores of memories, for which ranks stand": 13, "times of calls": 13}
    samples.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="no ranking of a question with evidence"):
        memsim.convert(done.path, tmp_path / "nothing", "trec-run")
    assert not (tmp_path / "nothing").exists()


def test_names_that_no_file_can_have_are_told_apart(tmp_path):
    one, other = ({"set": "a/b", "memory": name, "eta": 1, "epoch": 0} for name in ("x/y", "x y"))
    settings = {"levels": [1], "epochs": 1}
    paths = []
    for row in (one, other):
        paths.append(_free(tmp_path / f"{_plain('-'.join(_run(row, settings)[1:]))}.run"))
        paths[-1].touch()
    assert [path.name for path in paths] == ["x_y.run", "x_y_2.run"]


@pytest.mark.parametrize(
    ("name", "told"), [("..", "_"), (".hidden", "hidden"), ("/etc", "_etc"), ("retrieved:5,embedder=use", "retrieved:5,embedder=use")]
)
def test_no_name_leads_elsewhere(name, told):
    assert _plain(name) == told


@pytest.mark.parametrize("name", ["", "a b", "a\tb", "a\u3000b"])
def test_no_line_has_an_id_with_white_space(name):
    with pytest.raises(InputError, match="trec_eval tells fields apart by it"):
        trec.line("q1", "0", name, "1")


def test_a_language_of_a_run_can_be_chosen(run, tmp_path):
    done, _ = run
    made_of = memsim.convert(done.path, tmp_path / "zh", "trec-run", language="zh")
    (place,) = (tmp_path / "zh").iterdir()
    assert judged(qrels(place / "qrels.txt"), rankings(place / "bm25.run"), "recall.5") == pytest.approx(
        mean(done, "bm25", "recall@5", "zh"), abs=1e-9
    )
    assert made_of.counts["rankings"] == 40 * made_of.counts["runs"]
    with pytest.raises(InputError, match=r"language 'fr': .* has en, zh"):
        memsim.convert(done.path, tmp_path / "fr", "trec-run", language="fr")
