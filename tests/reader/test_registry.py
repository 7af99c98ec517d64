import pytest
from models import FAKE, fake_model

from memsim.errors import InputError
from memsim.reader.registry import READERS, make_reader
from memsim.records import Asked


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_reader_without_a_model_is_made_by_name(name):
    assert make_reader(name).identity()["name"] == name


def test_any_other_name_is_a_model():
    with fake_model("B") as model:
        reader = make_reader(FAKE, api_base=model.api_base, temperature=0.5, concurrency=3, max_tokens=9)
        assert reader.read(Asked("Which?", "2027-03-05T09:00", "en", ("x", "y")), [], 1).answer == "B"
    (request,) = model.requests
    assert (request["model"], request["temperature"], request["max_tokens"], reader.concurrency) == ("stub", 0.5, 9, 3)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lexicall", "unknown reader 'lexicall'; did you mean lexical.*openai/gpt-4o-mini"),
        ("gpt-4o-mini", "unknown reader 'gpt-4o-mini'; expected lexical.*provider/model"),
        ("", "unknown reader ''"),
        ("nonsense/model", "'nonsense/model'.*no such provider"),
    ],
)
def test_a_name_that_is_neither_is_refused(name, message):
    with pytest.raises(InputError, match=message):
        make_reader(name)
