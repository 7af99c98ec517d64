"""Small pieces: no long files, no long functions."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "memsim"
FILES = sorted(PACKAGE.rglob("*.py"))
MAX_FILE = 350
MAX_FUNCTION = 40


def length(function):
    """Lines from `def` to the end, docstring not counted."""
    lines = function.end_lineno - function.lineno + 1
    match function.body[0]:
        case ast.Expr(value=ast.Constant(value=str())) as docstring:
            lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def functions(text):
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_no_file_is_long():
    assert FILES
    lengths = {path.relative_to(PACKAGE).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FILE} == {}


def test_no_function_is_long():
    lengths = {
        f"{path.relative_to(PACKAGE).as_posix()}:{function.lineno} {function.name}": length(function)
        for path in FILES
        for function in functions(path.read_text(encoding="utf-8"))
    }
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FUNCTION} == {}


def test_docstrings_do_not_count():
    (function,) = functions('def f():\n    """One\n\n    two.\n    """\n    return 1\n')
    assert length(function) == 2
