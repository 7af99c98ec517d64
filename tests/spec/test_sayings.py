"""How a scenario's values may be said."""

import pytest
from strategies import replace

from memsim.errors import ScenarioError
from memsim.spec.load import load_spec
from memsim.spec.sayings import listed_sayings, sayings


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_values_of_daily_are_said_alike(spec, language):
    varied = 0
    for name in spec.domains:
        ways = listed_sayings(spec, name, language)
        texts = [text.casefold() for one in ways for text in one]
        assert len(texts) == len(set(texts)), name
        varied += any(len(one) > 1 for one in ways)
    assert varied >= 5


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_value_is_said_as_it_reads_first_of_all(spec, language):
    for name, domain in spec.domains.items():
        assert tuple(one[0] for one in listed_sayings(spec, name, language)) == domain.surfaces.get(language, ())


@pytest.mark.parametrize(
    ("attribute", "value", "ways"),
    [
        ("age", "34", ("34", "thirty-four")),
        ("age", "19", ("19",)),  # nobody told about is so young
        ("hobby", "chess", ("chess",)),
        ("phone", "(415) 555-0123", ("(415) 555-0123", "415-555-0123", "415 555 0123")),
        ("event_time", "2027-03-12T19:00", ("2027-03-12T19:00",)),
    ],
)
def test_sayings(spec, attribute, value, ways):
    assert sayings(spec, attribute, value, "en") == ways


def test_a_form_that_two_values_share_is_refused(daily_copy):
    replace(daily_copy / "priors" / "duration.csv", "\n45m,", "\ntwice,1,31,30 minutes,31分钟\n45m,")
    found = "attributes.duration.forms.*'30 minutes'.*'half an hour'.*no two values"
    with pytest.raises(ScenarioError, match=found):
        load_spec(daily_copy)


def test_no_english_statement_begins_with_a_value_in_lower_case(spec):
    for name in (name for name, attribute in spec.file.attributes.items() if attribute.forms):
        lower = [one for ways in listed_sayings(spec, name, "en") for one in ways if one[0].islower()]
        starts = [phrase for phrase in spec.phrases["en"].statements.get(name, []) if phrase.startswith("{value}")]
        assert not (lower and starts), (name, starts[:1], lower[:1])
