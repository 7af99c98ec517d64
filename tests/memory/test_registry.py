import sys
from importlib.metadata import EntryPoint

import pytest
from histories import mids, stored

from memsim.errors import InputError
from memsim.memory import registry
from memsim.memory.protocol import Shared
from memsim.memory.registry import KINDS, PAPER, entrants, from_object
from memsim.records import Recalled

SOURCE = """
from memsim import Recalled

class Mine:
    def __init__(self, size="3", **others):
        self.size, self.others = size, others
    def reset(self): self.kept = []
    def store(self, message): self.kept.append(message)
    def recall(self, query, k): return [Recalled(self.size, 1.0)]

class Deaf:
    def reset(self): pass
    def recall(self, query, k): return []

class Strict:
    def __init__(self, *, path): self.path = path
    reset = store = recall = lambda self, *_: []

def lazy(): return Mine("made")

number = 5
"""


class Small:
    def __init__(self):
        self.kept = []

    def reset(self):
        self.kept = []

    def store(self, message):
        self.kept.append(message)

    def recall(self, query, k):
        return [Recalled(one.text, 1.0, (one.mid,)) for one in self.kept[:k]]


class Called(Small):
    def __call__(self):
        raise AssertionError("a memory that can be called is a memory all the same")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder to import from, with a module of memories."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "__init__.py").touch()
    (tmp_path / "elsewhere" / "memories.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "elsewhere" / "broken.py").write_text("import no_such_package_anywhere", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "elsewhere"]:
        del sys.modules[name]


@pytest.fixture
def points(home, monkeypatch):
    """Two entry points: a memory, and one whose module is gone."""
    found = [
        EntryPoint("mine", "elsewhere.memories:Mine", registry.GROUP),
        EntryPoint("gone", "elsewhere.nowhere:Mine", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda *, group: [point for point in found if point.group == group])


def one(text):
    (found,) = entrants(text)
    return found


def test_a_list_names_memories_with_their_parameters():
    found = entrants(" full, recent:5,retrieved:5,embedder=use,index=faiss ,")
    assert [(entrant.name, entrant.kind, entrant.k) for entrant in found] == [
        ("full", "full", None),
        ("recent:5", "recent", 5),
        ("retrieved:5,embedder=use,index=faiss", "retrieved", 5),
    ]


def test_the_name_does_not_depend_on_the_order_of_parameters():
    assert one("hybrid,index=faiss,embedder=use").name == one("hybrid,embedder=use,index=faiss").name == "hybrid,embedder=use,index=faiss"


@pytest.mark.parametrize("paper", ["FullMem", "ReceMem", "RetrMem", "NonMem", "NoisyMem", "OracleMem"])
def test_the_names_of_the_paper_are_understood(paper):
    entrant = one(paper)
    assert (entrant.name, entrant.kind, entrant.paper) == (PAPER[paper], PAPER[paper], paper)


def test_the_papers_sizes_are_understood():
    assert (one("ReceMem:7").name, one("ReceMem:7").k) == ("recent:7", 7)


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.home and not kind.needs])
def test_every_kind_can_be_made_and_recalls(name):
    memory = stored(one(name).make(Shared()), ["a cat came", "a dog came"])
    assert set(mids(memory.recall("cat", 2))) <= {"m0", "m1"}


@pytest.mark.parametrize("name", ["oracle", "noisy"])
def test_memories_made_of_the_truth_are_left_to_the_bench(name):
    assert one(name).make is None


def test_parameters_reach_the_memory():
    assert one("retrieved,index=faiss").make(Shared()).identity()["index"] == "faiss"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "none named; expected some of full, recent"),
        (" , ", "none named"),
        (
            "retreived:5",
            r"unknown memory 'retreived:5'; did you mean retrieved or RetrMem\? A memory of your own is named package.module:Class",
        ),
        ("xyzzy", "unknown memory 'xyzzy'; expected one of full, .*OracleMem. A memory of your own"),
        ("embedder=use,full", "unknown memory 'embedder=use'"),
        ("recent:", "'recent:': size ''; expected how many messages to recall, such as recent:5"),
        ("recent:0", "size '0'"),
        ("recent:-1", "size '-1'"),
        ("recent:05", "size '05'"),
        ("recent:2.5", "size '2.5'"),
        ("recent:five", "size 'five'"),
        ("recent:٥", "size '٥'"),
        (f"recent:{'9' * 5000}", "size '999"),
        ("full:5", "memory 'full:5': size 5; expected none"),
        ("OracleMem:5", "memory 'OracleMem:5': size 5; expected none"),
        ("retrieved,embeder=use", "memory 'retrieved' has no parameter 'embeder'; expected embedder, index, api_base"),
        ("bm25,index=faiss", "memory 'bm25' has no parameter 'index'; expected none"),
        ("bm25,Index2=faiss", "memory 'bm25' has no parameter 'Index2'"),
        ("retrieved,embedder=", "'embedder='; expected each parameter once, with a value"),
        ("retrieved,index=numpy,index=faiss", "'index=faiss'; expected each parameter once"),
        ("llm:5", "memory 'llm:5' needs model=…, such as llm:5,model="),
        ("bm25,full,bm25", "memory 'bm25' is named twice; expected each once"),
        ("recent:5,ReceMem:5", "memory 'recent:5' is named twice"),
    ],
)
def test_what_makes_no_sense_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        entrants(text)


def test_one_kind_may_take_part_in_several_sizes():
    assert [entrant.name for entrant in entrants("recent,recent:5,recent:10")] == ["recent", "recent:5", "recent:10"]


def test_a_class_elsewhere_is_imported_and_given_its_parameters(home):
    entrant = one("elsewhere.memories:Mine,size=8,Level2=x")
    assert (entrant.name, entrant.kind, entrant.k, entrant.paper) == ("elsewhere.memories:Mine,Level2=x,size=8", "", None, "")
    memory = entrant.make(Shared())
    assert (memory.size, memory.others) == ("8", {"Level2": "x"})
    assert entrant.make(Shared()) is not memory


def test_a_function_elsewhere_makes_a_memory(home):
    assert one("elsewhere.memories:lazy").make(Shared()).size == "made"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("elsewhere.nothing:Mine", "No module named 'elsewhere.nothing'; expected package.module:Class that can be imported"),
        ("elsewhere.broken:Mine", "No module named 'no_such_package_anywhere'"),
        ("elsewhere.memories:Other", "no attribute 'Other'"),
        ("elsewhere.memories:number", "'elsewhere.memories:number': 5 is not a callable object; expected a class"),
        ("elsewhere.memories:Strict", "missing a required .*argument: 'path'"),
        ("elsewhere.memories:Strict,path=x,depth=2", "unexpected keyword argument 'depth'"),
        ("elsewhere.memories:Mine:5", "unknown memory 'elsewhere.memories:Mine:5'"),
    ],
)
def test_what_cannot_be_had_from_elsewhere_is_refused_when_it_is_named(home, text, said):
    with pytest.raises(InputError, match=said):
        entrants(text)


def test_a_memory_that_lacks_a_method_is_refused_when_it_is_made(home):
    with pytest.raises(InputError, match=r"'elsewhere.memories:Deaf' has no method store\(\); expected reset\(\), store\(message\)"):
        one("elsewhere.memories:Deaf").make(Shared())


def test_entry_points_are_memories_with_sizes_and_parameters(points):
    entrant = one("mine:4,size=9")
    assert (entrant.name, entrant.kind, entrant.k) == ("mine:4,size=9", "", 4)
    assert entrant.make(Shared()).size == "9"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gone", "memory 'gone': No module named 'elsewhere.nowhere'"),
        ("mine:x", "memory 'mine:x': size 'x'"),
        ("minee", r"unknown memory 'minee'; did you mean mine\b"),
    ],
)
def test_entry_points_that_cannot_be_used_are_refused(points, text, said):
    with pytest.raises(InputError, match=said):
        entrants(text)


def test_a_class_makes_a_fresh_memory_each_time():
    entrant = from_object(Small)
    first, second = entrant.make(Shared()), entrant.make(Shared())
    assert (entrant.name, entrant.kind, entrant.k) == ("Small", "", None)
    assert type(first) is type(second) is Small
    assert first is not second


def test_a_function_makes_a_fresh_memory_each_time():
    def small():
        return Small()

    assert from_object(small).name == "small"
    assert from_object(small).make(Shared()) is not from_object(small).make(Shared())


@pytest.mark.parametrize("kind", [Small, Called])
def test_an_object_is_the_memory_of_each_history(kind):
    memory = kind()
    entrant = from_object(memory)
    assert entrant.name == kind.__name__
    assert entrant.make(Shared()) is entrant.make(Shared()) is memory


def test_an_object_or_class_that_is_no_memory_is_refused():
    with pytest.raises(InputError, match=r"'object' has no method reset\(\)"):
        from_object(object())
    with pytest.raises(InputError, match=r"'dict' has no method reset\(\)|no signature"):
        from_object(dict).make(Shared())
    with pytest.raises(
        InputError, match=r"'<lambda>': missing a required argument: 'path'; expected a class, or a function that makes one"
    ):
        from_object(lambda path: Small())
