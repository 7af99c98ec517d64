"""Networks that are known elsewhere, with pgmpy as the reference."""

import gzip
from functools import cache
from importlib.resources import files

import pytest


@cache
def read(name):
    """The model, read once: tests come in random order, and the fixture with them."""
    from pgmpy.readwrite import BIFReader

    path = files("pgmpy") / "utils" / "example_models" / f"{name}.bif.gz"
    return BIFReader(string=gzip.decompress(path.read_bytes()).decode()).get_model()


def same_network(model):
    """The network of memsim with pgmpy's own tables; pgmpy's axes are the child, then its parents."""
    import numpy as np

    from memsim.network.cpd import TableCpd
    from memsim.network.graph import BRNet, Node

    nodes = []
    for table in model.get_cpds():
        child, *parents = table.variables
        tensor = np.ascontiguousarray(np.moveaxis(table.values, 0, -1))
        nodes.append(Node(child, 1, tuple(parents), TableCpd(tensor), tuple(table.state_names[child])))
    return BRNet(nodes)


@pytest.fixture(scope="session", params=["asia", "alarm"])
def known(request):
    """(pgmpy's model, the same network)."""
    model = read(request.param)
    return model, same_network(model)
