"""What checks for leaks find, by name: shared by their tests."""

from importlib import import_module

from auditing import seen

from memsim.check.leaks.registry import CHECKS


def made_of(name):
    module, _, attribute = CHECKS[name].partition(":")
    return getattr(import_module(module), attribute)()


def leaks(histories, *names):
    """What checks find in the only language of some histories, by name; all checks if none is named."""
    found = {}
    for name in names or CHECKS:
        found |= seen(made_of(name), *histories)
    return found


def accused(found):
    return {name for name, finding in found.items() if not finding.ok}
