"""Renews the trajectory that README.md shows.

Usage: python examples/renew_readme.py
"""

import re
import tempfile
from pathlib import Path

import memsim
from memsim.cli.view import lines

README = Path(__file__).parents[1] / "README.md"


def main() -> None:
    """Generate the first trajectory of `daily` and put it between the marks."""
    with tempfile.TemporaryDirectory() as folder:
        shown = "\n".join(lines(memsim.generate("daily", 1, out=Path(folder) / "daily")[0]))
    text = README.read_text(encoding="utf-8")
    block = f"<!-- view -->\n\n```text\n{shown}\n```\n\n<!-- /view -->"
    README.write_text(re.sub(r"<!-- view -->.*?<!-- /view -->", lambda _: block, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
