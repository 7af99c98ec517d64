"""Conversations of two, with the categories that LoCoMo has."""

import pytest
from harnesses import READERS
from histories import history, item, message

from memsim.conversion.registry import output
from memsim.errors import InputError
from memsim.records import Message


def written(tmp_path, found):
    output("locomo").write(iter([found]), tmp_path / "out.json")
    return READERS["locomo"](tmp_path / "out.json")[0]


def talk(*speakers):
    return [message(number, f"text {number}", speaker=speaker, session="a") for number, speaker in enumerate(speakers)]


def test_who_speaks_and_when_is_kept(tmp_path):
    found = written(tmp_path, history(talk("Ann", "Bo", "Ann"), [item(evidence=("m2",))]))
    assert found.messages[1] == Message("h/D2:1", "h/session_2", "user", "Bo", "text 1", "2027-03-01T01:00")
    assert found.items[0].truth.evidence == ("h/D3:1",)


@pytest.mark.parametrize(("hour", "told"), [(0, "12:00 am"), (1, "1:00 am"), (12, "12:00 pm"), (23, "11:00 pm")])
def test_hours_are_told_in_halves_of_the_day(tmp_path, hour, told):
    moment = f"2027-03-01T{hour:02}:00"
    assert written(tmp_path, history([message(0, "text", time=moment)], [item()])).messages[0].time == moment
    assert told in (tmp_path / "out.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "evidence", "answered", "told"),
    [
        ("single_hop", ("m0", "m1"), True, "single_hop"),
        ("temporal", ("m0",), True, "temporal"),
        ("comparative", ("m0", "m1"), True, "multi_hop"),
        ("aggregative", ("m0",), True, "single_hop"),
        ("single_hop", (), False, "adversarial"),
    ],
)
def test_types_are_told_as_categories(tmp_path, kind, evidence, answered, told):
    fields = {} if answered else {"answers": ()}
    found = history(3, [item(evidence=evidence, question_type=kind, **fields)])
    assert written(tmp_path, found).items[0].question.question_type == told
    assert output("locomo").altered(found)["types of questions"] == int(kind != told)


@pytest.mark.parametrize(("speakers", "alone"), [(("Ann", "Ann"), 1), (("Ann", "Bo"), 0)])
def test_a_first_session_of_one_speaker_is_told_since_the_authors_scripts_stop_there(speakers, alone):
    """They take both names from it: `list(set(speakers))[1]`."""
    talk = [message(number, "text", speaker=name, session="a", time="2027-03-01T00:00") for number, name in enumerate(speakers)]
    count, _ = output("locomo").remarks(history(talk, [item()])).values()
    assert count == alone


def test_questions_without_evidence_are_told_since_the_authors_give_them_a_recall_of_one():
    assert [*output("locomo").remarks(history(2, [item(0), item(1, ()), item(2, (), answers=())])).values()] == [1, 2]


def test_more_than_two_speakers_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"history h: speakers: .*'Ann', 'Bo', 'Cy'.*; expected two at most, as locomo has them"):
        written(tmp_path, history(talk("Ann", "Bo", "Cy"), [item()]))


def test_a_history_whose_id_has_a_blank_is_refused(tmp_path):
    with pytest.raises(InputError, match="history a b: id: 'a b'; expected an id without white space, as locomo needs it"):
        written(tmp_path, history(2, [item()], name="a b"))
