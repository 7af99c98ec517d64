"""Everything memsim raises on purpose.

MemsimError
├── InputError (ValueError)      what the user gave is wrong; the command line exits with 2
│   ├── ScenarioError            a scenario, phrase or prior file
│   ├── DatasetError             a dataset folder
│   └── MissingDependencyError   an extra that is not installed
├── GenerationError (RuntimeError)   a trajectory could not keep a promise in the attempts allowed
│   └── ProcessError                 a process that generates, or checks, ended before its work was done
├── CallError (RuntimeError)         a language model could not be called
│   └── RefusedError                 and no other call of it will do better
├── HubError (RuntimeError)          the Hugging Face Hub could not be reached, or refused what was asked of it
├── FetchError (RuntimeError)        a public set could not be had from its publisher
├── BudgetError (RuntimeError)       the next call of a language model might cost more than is left of the budget
└── ReplyError (RuntimeError)        the reply of a language model is of no use
"""

from __future__ import annotations


class MemsimError(Exception):
    """Base of all errors that memsim raises on purpose."""


class InputError(MemsimError, ValueError):
    """What the user gave is wrong: an option, a path, a value."""


class ScenarioError(InputError):
    """A scenario file is wrong.

    Args:
        file: The file at fault.
        key: Where in the file, e.g. ``nodes.user.age`` or ``row 12``.
        found: What stands there.
        expected: What should stand there, or what to do.
    """

    def __init__(self, file: object, key: str, found: object, expected: str) -> None:
        self.file, self.key, self.found, self.expected = str(file), key, found, expected
        super().__init__(f"{file}: {key}: {found}; expected {expected}")


class DatasetError(InputError):
    """A dataset folder is missing, foreign, unfinished or damaged."""


class MissingDependencyError(InputError):
    """A feature needs a package that is not installed: an extra, or what no extra can name, since it is installed without what it depends on."""

    def __init__(self, feature: str, extra: str, alone: str = "") -> None:
        how = f"--no-deps {alone}" if alone else f"'memsim[{extra}]'"
        super().__init__(f"{feature} needs an optional package; install it with: pip install {how}")


class GenerationError(MemsimError, RuntimeError):
    """A trajectory could not keep every promise in the attempts allowed."""


class ProcessError(GenerationError):
    """A process that memsim started ended before its work was done; says what the reason most often is.

    Args:
        what: The process.
        left: What stays of its work, if anything does.
    """

    def __init__(self, what: str, left: str = "") -> None:
        advice = "a script that uses several processes needs `if __name__ == '__main__':`; else memory may have run out"
        super().__init__(f"{what} ended too soon; {advice}{left and f'; {left}'}")


class CallError(MemsimError, RuntimeError):
    """A language model could not be called; says which model, what failed and how often it was tried."""


class RefusedError(CallError):
    """No call of a language model will succeed as things are: a wrong key, no such model, nothing but failures. Whoever makes many calls stops."""


class HubError(MemsimError, RuntimeError):
    """The Hugging Face Hub could not be reached, or refused what was asked of it; says what stands there now."""


class FetchError(MemsimError, RuntimeError):
    """A public set could not be had from its publisher; says what went wrong, and what to place where to do without."""


class BudgetError(MemsimError, RuntimeError):
    """The next call of a language model might cost more than is left of the budget; says what was spent, and what to do."""


class ReplyError(MemsimError, RuntimeError):
    """The reply of a language model is of no use; says which model, and what it said."""
