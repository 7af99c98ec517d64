"""What is ordered: all that fixes the rows of a set, checked before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from memsim.causal.catalog import Catalog
from memsim.engine.rewritten import MESSAGES, Rewriting
from memsim.errors import InputError
from memsim.questions.registry import QUESTION_TYPES
from memsim.render.pool import Pool
from memsim.spec.load import Spec

#: Above this many trajectories, a size must be confirmed.
LARGE = 1_000_000
MOST_ETA = 1000
_POOL = 8000
_BYTES = 2_000  # a trajectory in one language, compressed


@dataclass(frozen=True)
class Order:
    """What to generate; everything that fixes the rows.

    Attributes:
        question_types: None for all that the scenario can be asked.
        pool: Messages of the pool beside the set; None for the usual number, which is none where messages are rewritten: by their style, those of the
            pool would be told from the others.
        rewriting: How texts are rewritten by a model, None where the phrases stand.
    """

    scenario: str
    n: int
    seed: int = 0
    languages: tuple[str, ...] = ("en",)
    question_types: tuple[str, ...] | None = None
    format: str = "parquet"
    eta: int = 1
    pool: int | None = None
    rewriting: Rewriting | None = None

    @property
    def rewritten(self) -> bool:
        """Whether messages are rewritten."""
        return self.rewriting is not None and MESSAGES in self.rewriting.what

    @property
    def pool_size(self) -> int:
        """How many messages of the pool are written beside the set, in each language that has some."""
        return self.pool if self.pool is not None else 0 if self.rewritten else _POOL

    def settings(self, spec: Spec) -> dict[str, Any]:
        """Return the settings as the manifest records them."""
        return {
            "memsim": version(),
            "format": self.format,
            "languages": list(self.languages),
            "n": self.n,
            "question_types": list(self.question_types or ()),
            "scenario": spec.file.name,
            "scenario_digest": spec.digest,
            "seed": self.seed,
            "eta": self.eta,
            "pool": {language: self.pool_size for language in self.languages if language in spec.pools},
            **({} if self.rewriting is None else {"rewrite": self.rewriting.settings(self.languages)}),
        }

    def with_types(self, catalog: Catalog) -> Order:
        """Return the order with its question types settled; raise InputError for one that the scenario cannot be asked."""
        askable = [kind for kind in QUESTION_TYPES if any(kind == cell for cell, _topic in catalog.cells)]
        for kind in self.question_types or ():
            if kind not in askable:
                raise InputError(
                    f"question type {kind!r} cannot be asked of scenario {catalog.spec.file.name!r}; expected {', '.join(askable)}"
                )
        return replace(self, question_types=self.question_types or tuple(askable))

    def check(self, spec: Spec, *, confirmed: bool) -> None:
        """Raise InputError for a setting that makes no sense."""
        if self.n < 1:
            raise InputError(f"n is {self.n}; expected at least 1 trajectory")
        if self.n * self.eta > LARGE and not confirmed:
            size = self.n * len(self.languages) * _BYTES / 1e9
            what = f"n is {self.n:,}" if self.eta == 1 else f"n × eta is {self.n:,} × {self.eta:,}"
            raise InputError(f"{what} (about {size * self.eta:,.0f} GB); above {LARGE:,}, confirm with --yes")
        if self.rewriting:
            self.rewriting.check()
            if self.eta > 1 and not self.rewriting.guarded:
                raise InputError(
                    f"eta is {self.eta} with constraints {self.rewriting.constraints!r}; the baselines word facts alone: expected eta 1"
                )
        self._check_pool(spec)
        for name, given, known in (
            ("language", self.languages, spec.file.languages),
            ("question type", QUESTION_TYPES if self.question_types is None else self.question_types, QUESTION_TYPES),
            ("format", (self.format,), ("parquet", "jsonl")),
        ):
            for value in given:
                if value not in known:
                    raise InputError(f"unknown {name} {value!r}; expected {', '.join(known)}")
            if not given or len(set(given)) != len(given):
                raise InputError(f"{name}s {', '.join(given) or 'none'}: expected each at most once, and at least one")

    def _check_pool(self, spec: Spec) -> None:
        if not 1 <= self.eta <= MOST_ETA:
            raise InputError(f"eta is {self.eta:,}; expected 1 to {MOST_ETA:,} messages in all for each real one")
        if self.pool_size < 0:
            raise InputError(f"pool is {self.pool}; expected a number of messages, 0 for none")
        if self.rewritten and self.pool_size:
            raise InputError(
                f"pool is {self.pool}; beside rewritten messages, those of the pool stand out: expected 0, and --eta for noise in the set"
            )
        for language in self.languages:
            if language in spec.pools:
                # Putting the pool together is work that a set without one is spared.
                if self.pool_size > (size := Pool(spec, language).size if self.pool_size else 0):
                    raise InputError(f"pool is {self.pool_size:,}; scenario {spec.file.name!r} has {size:,} messages in {language!r}")
            elif self.eta > 1:
                raise InputError(f"eta is {self.eta}; scenario {spec.file.name!r} has no pool.{language}.yaml to take messages from")


def version() -> str:
    """Return the version of memsim."""
    from importlib.metadata import version

    return version("memsim")
