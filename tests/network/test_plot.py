"""The drawing of a network."""

import sys
import xml.etree.ElementTree as ET

import pytest

from memsim.errors import MissingDependencyError

SVG = "{http://www.w3.org/2000/svg}"


def test_the_drawing_of_daily(network, spec, tmp_path):
    path = tmp_path / "daily.svg"
    network.plot(path)
    root = ET.parse(path).getroot()  # noqa: S314 - written just now
    assert root.tag == f"{SVG}svg"
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]
    for nodes in spec.file.nodes.values():
        assert set(nodes) <= set(texts)
    assert sorted(text for text in texts if text in spec.file.attributes) == sorted(name.split(".")[1] for name in network.nodes)
    assert all(any(klass in text for text in texts) for klass in spec.file.classes)


def test_the_drawing_is_the_same_each_time(network, tmp_path):
    paths = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for path in paths:
        network.plot(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert b"<dc:date>" not in paths[0].read_bytes()


def test_other_formats(network, tmp_path):
    network.plot(str(tmp_path / "daily.png"))
    assert (tmp_path / "daily.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib(network, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingDependencyError, match=r"plotting a network needs .* pip install 'memsim\[plot\]'"):
        network.plot(tmp_path / "daily.svg")


def test_an_unknown_format_is_named(network, tmp_path):
    from memsim.errors import InputError

    with pytest.raises(InputError, match=r"\.xyz"):
        network.plot(tmp_path / "daily.xyz")
