"""Makes again what lies in generated/: the sample set, and the frozen settings and digest of the scorecard set.

Usage: python examples/renew_generated.py

A change of what is generated changes both; commit them together with it. A published scorecard is frozen: once `daily` has another version, its file stays
and a new one is made beside it.
"""

import json
import tempfile
from pathlib import Path

import memsim

GENERATED = Path(__file__).parents[1] / "generated"
SAMPLE = {"n": 60, "seed": 0, "language": ["en", "zh"]}
SCORECARD = {"n": 3000, "seed": 0, "language": ["en", "zh"]}
_FROZEN = ("scenario", "n", "seed", "languages", "digest", "schema_version", "counts")


def main() -> None:
    """Generate the sample in its place, the scorecard set elsewhere, and write down what fixes the latter."""
    memsim.generate("daily", out=GENERATED / "daily-sample", **SAMPLE)
    with tempfile.TemporaryDirectory() as folder:
        manifest = memsim.generate("daily", out=Path(folder) / "set", **SCORECARD).manifest
    name = "memsim-daily-" + ".".join(manifest["scenario"]["version"].split(".")[:2])
    frozen = {"name": name} | {key: manifest[key] for key in _FROZEN} | {"question_types": manifest["settings"]["question_types"]}
    (GENERATED / f"{name}.json").write_text(json.dumps(frozen, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
