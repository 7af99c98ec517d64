"""What importing costs, seen from child processes."""

import json
import subprocess
import sys
from pathlib import Path

# What `import memsim` may load of the standard library, private C twins included.
LIGHT = {
    "__future__", "abc", "ast", "collections", "contextlib", "copyreg", "enum", "functools", "importlib", "itertools", "keyword",
    "operator", "re", "reprlib", "sre", "types", "typing", "warnings",
}  # fmt: skip
HEAVY = {
    "datasets",
    "huggingface_hub",
    "litellm",
    "matplotlib",
    "mlcroissant",
    "networkx",
    "numpy",
    "pandas",
    "pyarrow",
    "pydantic",
    "rich",
    "scipy",
    "sklearn",
}


def child(code):
    return subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, encoding="utf-8", check=True).stdout


def loaded_by(code):
    """The modules that a piece of code adds to those of a bare interpreter."""
    out = child(f"import json, sys\nbefore = set(sys.modules)\n{code}\nprint()\nprint(json.dumps(sorted(set(sys.modules) - before)))")
    return json.loads(out.splitlines()[-1])


def test_importing_memsim_loads_next_to_nothing():
    loaded = loaded_by("import memsim")
    assert "memsim" in loaded
    allowed = {"memsim", "memsim.errors"}
    assert [name for name in loaded if name not in allowed and name.partition(".")[0].strip("_") not in {n.strip("_") for n in LIGHT}] == []


def test_help_loads_nothing_heavy():
    loaded = loaded_by(
        "import memsim.cli.main\n"
        "sys.argv = ['memsim', '--help']\n"
        "try:\n"
        "    memsim.cli.main.main()\n"
        "except SystemExit as stop:\n"
        "    assert not stop.code, stop.code"
    )
    assert "memsim.cli.main" in loaded
    assert sorted(HEAVY & {name.partition(".")[0] for name in loaded}) == []


def test_the_command_is_installed():
    command = Path(sys.executable).with_name("memsim")
    out = subprocess.run([command, "--help"], capture_output=True, text=True, encoding="utf-8", check=True).stdout
    assert [name for name in ("generate", "check", "stats", "view", "scenario") if name not in out] == []
