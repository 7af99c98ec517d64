"""Who may import whom, on the syntax tree: imports inside functions count, and so do modules named in strings (lazy tables)."""

import ast
import re
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "memsim"

GROUND = ("errors", "records", "redact", "rng", "text")

# Part of memsim -> the parts that it may import besides itself. A dotted name allows that module only.
ALLOWED = {
    "errors": (),
    "records": ("errors",),
    "redact": (),
    "rng": ("errors",),
    "text": ("errors", "records", "rng"),
    "spec": GROUND,
    "network": ("spec", "llm", "io.files", *GROUND),
    "questions": ("network", "spec", *GROUND),
    "render": ("network", "spec", "llm", *GROUND),
    "causal": ("questions", "render", "network", "spec", *GROUND),
    "io": GROUND,
    "llm": GROUND,
    # What is measured, and what reads for it, never sees where the truth lies: no io, no generator.
    "memory": ("llm", *GROUND),
    "reader": ("llm", *GROUND),
    "scoring": GROUND,
    "measure": ("io", "memory", "reader", "scoring", *GROUND),
    "report": ("scoring", *GROUND),
    # What a run ranked, and how it is measured, so that the measures of others agree.
    "conversion": ("io", "measure.folder", "measure.measured", *GROUND),
    # A card says what the checks of its set found, and whether its scenario comes with memsim.
    "publishing": ("io", "check", "spec", *GROUND),
    # The scenario that a set brings along says which values an attribute has; diversity is measured as in `profiling`.
    "statistics": ("io", "spec", "scoring.diversity", *GROUND),
    "rating": ("io", "llm", "scoring", *GROUND),
    # Whether a set is what it says is seen by those who read it.
    "fetching": ("io.files", "io.hub", "io.locking", "io.manifest", *GROUND),
    "profiling": ("network", "spec", "llm", "scoring", "report", *GROUND),
    # It must not share code with what it proves: never questions, never causal. To attack a set it searches, reads and scores as the bench does; no
    # memory or reader under test sees it.
    "check": (
        *("io", "spec", "network.rules", "render.phrases", "render.guard", "render.pool", "render.question", "render.stated"),
        *("memory", "reader", "scoring", "llm", *GROUND),
    ),
    "engine": ("causal", "questions", "render", "network", "spec", "io", "llm", "check.proofs", *GROUND),
    "scenario": ("profiling", "network", "spec", "llm", *GROUND),
    "dataset": ("io", "check", "conversion", "publishing", *GROUND),
    "generation": ("dataset", "engine", *GROUND),
    "benchmarking": ("dataset", "measure", "report", "io", "memory", "reader", "llm", "scoring", *GROUND),
    "memsim": (
        "benchmarking",
        "scenario",
        "dataset",
        "conversion",
        "publishing",
        "fetching",
        "generation",
        "engine",
        "llm",
        *GROUND,
    ),  # memsim/__init__.py
}
ALLOWED["cli"] = (*ALLOWED, "memsim")

# Allowed, but only inside a function or for type checkers.
DEFERRED = {("dataset", "check"), ("dataset", "conversion"), ("dataset", "publishing")}


@dataclass(frozen=True)
class Import:
    source: str
    target: str
    line: int
    deferred: bool

    def __str__(self):
        return f"{self.source}, line {self.line}, imports {self.target}"


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def part(module):
    """The row of a module: its name right below memsim, or memsim itself."""
    return module.split(".")[1] if "." in module else module


def existing(dotted):
    """The longest module that a dotted name begins with: memsim.errors for memsim.errors.MemsimError."""
    while dotted not in MODULES and "." in dotted:
        dotted = dotted.rpartition(".")[0]
    return dotted


def named(node, package):
    """The modules of memsim that one node of a syntax tree names."""
    match node:
        case ast.Import():
            names = [alias.name for alias in node.names]
        case ast.ImportFrom():
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, node.module] if node.module else above)
            names = [f"{base}.{alias.name}" for alias in node.names]
        case ast.Constant(value=str() as text) if re.fullmatch(r"memsim(\.\w+)+(:\w+)?", text):
            named_module = text.partition(":")[0]
            names = [named_module] if existing(named_module) != "memsim" else []  # such as a group of entry points
        case _:
            names = []
    return [existing(name) for name in names if name.split(".")[0] == "memsim"]


def defers(node):
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def imports(source, text, *, is_package=False):
    """All that a module imports from memsim, itself left out."""
    package = source if is_package else source.rpartition(".")[0]
    found = []

    def visit(node, deferred):
        found.extend(Import(source, target, node.lineno, deferred) for target in named(node, package) if target != source)
        for child in ast.iter_child_nodes(node):
            visit(child, deferred or defers(node))

    visit(ast.parse(text), deferred=False)
    return found


def forbidden(edge):
    """Whether the table does not allow an import."""
    source, target = part(edge.source), part(edge.target)
    if source == target:
        return False
    if (source, target) in DEFERRED and not edge.deferred:
        return True
    within = edge.target.removeprefix("memsim.") + "."
    return not any(within.startswith(f"{name}.") for name in ALLOWED.get(source, ()))


def test_every_module_has_a_row():
    assert MODULES
    assert [module for module in MODULES if part(module) not in ALLOWED] == []


def test_every_row_has_a_module():
    rows = {*ALLOWED, *(name for row in ALLOWED.values() for name in row)}
    assert sorted(row for row in rows if row != "memsim" and f"memsim.{row}" not in MODULES) == []


def test_the_table_has_no_circle_and_no_way_to_the_commands():
    TopologicalSorter({row: {name.split(".")[0] for name in names} - {row} for row, names in ALLOWED.items()}).prepare()
    assert [row for row, names in ALLOWED.items() if "cli" in names and row != "cli"] == []


def test_imports_follow_the_table():
    found = [
        edge
        for module, path in MODULES.items()
        for edge in imports(module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py")
    ]
    assert [str(edge) for edge in found if forbidden(edge)] == []


def test_the_test_sees_forbidden_imports():
    def bad(source, text):
        return [edge.target for edge in imports(source, text) if forbidden(edge)]

    assert bad("memsim.check.proofs", "def f():\n    from memsim.questions import anything") == ["memsim.questions"]
    assert bad("memsim.check.proofs", "from memsim import causal, io") == ["memsim.causal"]
    assert bad("memsim.check.proofs", "from ..network import graph, rules") == ["memsim.network.graph"]
    assert bad("memsim.spec.load", "import memsim.cli.main") == ["memsim.cli.main"]
    assert bad("memsim.spec.load", "TABLE = {'generate': 'memsim.engine:generate'}") == ["memsim.engine"]
    assert bad("memsim.dataset", "from memsim.check import anything") == ["memsim.check"]
    assert bad("memsim.dataset", "def f():\n    from memsim.check import anything") == []
    assert bad("memsim.unknown", "import memsim.errors") == ["memsim.errors"]
