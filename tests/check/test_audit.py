"""Every kind of fault, planted into a set without any, is found where it was planted, and no other rule is accused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from auditing import Histories, broken, structure
from hypothesis import given
from hypothesis import strategies as st
from planting import FAULTS, right, with_choice
from sets import copied, made, rows_of

from memsim.check.audit import _NEEDS, audit
from memsim.check.structure.registry import CHECKS
from memsim.errors import InputError, MissingDependencyError
from memsim.io.formats.registry import open_set

DATA = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set of ours in two languages; not to be written to."""
    return made(tmp_path_factory)


@pytest.fixture(scope="module")
def histories(whole):
    """It, as it is audited."""
    return Histories(open_set(whole, lenient=True).audited())


def found_in(path, **options):
    report = audit(open_set(path, lenient=True), ["structure"], **options)
    return {finding.name: finding for finding in report.findings}


# Faults ----------------------------------------------------------------------------------------------------------------------------------

#: What a rule about the whole set is accused of by many rows alone.
_BY_SHARE = {"message-repeated", *(f"gold-alone-{mark}" for mark in ("digit", "capital", "number"))}
places = st.integers(0, 119)


def test_a_set_of_ours_has_no_fault(histories):
    found = structure(*histories)
    assert broken(found) == {}
    assert {name for name, finding in found.items() if finding.tested} >= {
        "options-equal",
        "evidence-dangling",
        "time-back",
        "history-near",
    }


@pytest.mark.parametrize("fault", FAULTS)
@given(places, st.randoms(use_true_random=True))
def test_a_fault_is_found(histories, fault, place, random):
    rules, plant = FAULTS[fault]
    history = histories[place]
    found = structure(*plant(history, random), *(one for one in histories[:8] if one.id != history.id))
    assert {name: count for name, count in broken(found).items() if name not in _BY_SHARE} == dict.fromkeys(rules, 1)
    assert all(found[rule].examples[0].startswith((history.id, history.asked[0].id)) for rule in rules)


def test_messages_that_many_histories_share_are_found(histories):
    planted = [
        replace(history, posts=(history.posts[0]._replace(text="Morning!"), history.posts[1]._replace(text="Hello."), *history.posts[2:]))
        for history in histories
    ]
    found = structure(*planted)
    assert broken(found) == {"message-repeated": 238}


def test_a_mark_on_every_gold_is_found(histories):
    planted = []
    for history in histories:
        (asked,) = history.asked
        text = f"{asked.choices[right(asked)]}."
        planted.append(replace(history, asked=(replace(asked, choices=with_choice(asked, right(asked), text), answer=text),)))
    assert broken(structure(*planted)) == {"gold-alone-full-stop": 120}


# Files ----------------------------------------------------------------------------------------------------------------------------------


def test_faults_in_a_folder_of_ours_are_found_with_the_ids_of_their_rows(whole, tmp_path):
    copy = copied(whole, tmp_path / "set")
    with rows_of(copy, "gold") as gold:
        gold[3]["target"] = "F"
        gold[5]["evidence"].append("m999")
        gold[7]["messages"].append({**gold[7]["messages"][0], "mid": "m998"})
    with rows_of(copy, "histories") as rows:
        rows[2]["messages"][1]["time"] = "1999-01-01T00:00"
    found = found_in(copy)
    assert broken(found) == {"target-unknown": 1, "evidence-dangling": 1, "orphan": 1, "time-back": 1}
    assert found["target-unknown"].examples[0].startswith(gold[3]["id"])
    assert found["evidence-dangling"].examples == (f"{gold[5]['id']}: m999",)
    assert found["time-back"].examples[0].startswith(rows[2]["history_id"])


def looks_like_longmemeval():
    """Rows with the faults of which the set's users tell: repeated sessions, weekdays, questions before the last session, wrong gold, int answers."""

    def row(number, **fields):
        days = [f"2023/05/{20 + day} ({name})" for day, name in enumerate(("Sat", "Sun", "Mon"))]
        return {
            "question_id": f"a{number}",
            "question_type": "multi-session",
            "question": f"What did I plant in garden {number}?",
            "answer": "Leeks",
            "question_date": "2023/05/30 (Tue) 21:56",
            "haystack_session_ids": [f"noans_{number}", f"answer_{number}", f"share_{number}"],
            "haystack_dates": [f"{day} 10:00" for day in days],
            "haystack_sessions": [
                [
                    {"role": "user", "content": f"Question {place} of {number}?"},
                    {"role": "assistant", "content": f"Reply {place} to {number}."},
                ]
                for place in range(3)
            ],
            "answer_session_ids": [f"answer_{number}"],
        } | fields

    rows = [row(number) for number in range(8)]
    rows[0]["haystack_session_ids"][2] = "noans_0"
    rows[0]["haystack_sessions"][2] = rows[0]["haystack_sessions"][0]
    rows[1]["haystack_dates"][1] = "2023/05/21 (Fri) 10:00"
    rows[2]["question_date"] = "2023/05/22 (Mon) 09:59"
    rows[3]["haystack_dates"][0] = "2023/05/21 (Sun) 10:01"
    rows[4]["answer_session_ids"] = ["answer_3"]
    rows[5]["answer"] = 15
    rows[6]["question_id"] = "a1"
    rows[7]["haystack_sessions"][1] = []
    return rows


def test_the_known_faults_of_longmemeval_are_found_in_rows_like_its_own(tmp_path):
    path = tmp_path / "longmemeval_s.json"
    path.write_text(json.dumps(looks_like_longmemeval()), encoding="utf-8")
    found = found_in(path)
    assert broken(found) == {
        "session-repeated": 1,
        "message-repeated-within": 2,
        "time-weekday": 1,
        "question-early": 1,
        "time-back": 1,
        "evidence-dangling": 1,
        "answer-number": 1,
        "question-id-repeated": 1,
        "history-id-repeated": 1,
        "session-empty": 1,
    }
    assert found["session-repeated"].examples == ("h-a0: noans_0 as noans_0",)
    assert found["evidence-dangling"].examples == ("a4: answer_3",)


def looks_like_locomo():
    """Conversations with the faults that its file has."""

    def talk(name):
        turns = [{"speaker": "Mira", "dia_id": f"D1:{number}", "text": f"Sentence {number} of {name}."} for number in range(1, 31)]
        return {
            "sample_id": name,
            "conversation": {
                "speaker_a": "Mira",
                "speaker_b": "Tomas",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": turns,
            },
            "qa": [
                {"question": f"What is sentence {number} of {name}?", "answer": str(number), "evidence": [f"D1:{number}"], "category": 4}
                for number in range(1, 9)
            ],
        }

    talks = [talk("talk-1"), talk("talk-2")]
    asked = talks[1]["qa"]
    asked[0]["answer"] = 2022
    asked[1]["evidence"] = []
    asked[2]["evidence"] = ["D1:1; D1:2"]
    asked[3]["evidence"] = ["D"]
    asked[4]["evidence"] = ["D1:05"]
    asked[5] |= {"category": 5, "adversarial_answer": asked[5].pop("answer")}
    asked[6]["question"] = asked[7]["question"]
    talks[1]["conversation"]["session_2_date_time"] = "1:56 pm on 9 May, 2023"
    return talks


def test_the_known_faults_of_locomo_are_found_in_rows_like_its_own(tmp_path):
    path = tmp_path / "locomo10.json"
    path.write_text(json.dumps(looks_like_locomo()), encoding="utf-8")
    assert broken(found_in(path)) == {
        "answer-number": 1,
        "answer-missing": 1,
        "evidence-missing": 1,
        "evidence-malformed": 2,
        "evidence-dangling": 1,
        "question-repeated-within": 1,
        "orphan": 1,
    }


# The run --------------------------------------------------------------------------------------------------------------------------------


def test_a_set_is_streamed_once_and_counted(whole):
    said = []
    report = audit(open_set(whole, lenient=True), ["structure"], progress=lambda done, total: said.append((done, total)))
    assert (report.histories, report.questions, report.ok) == (120, 120, True)
    assert report.messages == sum(len(history.posts) for history in open_set(whole, lenient=True).audited())
    assert said == [(100, None), *[(120, 120)] * len(CHECKS)]
    assert {finding.family for finding in report.findings} == {"structure"}
    names = [finding.name for finding in report.findings]
    assert len(set(names)) == len(names)
    assert json.loads(json.dumps(report.to_dict()))["histories"] == 120


def test_examples_are_as_many_as_wanted(tmp_path):
    path = tmp_path / "locomo10.json"
    talks = looks_like_locomo()
    for asked in talks[0]["qa"]:
        asked["answer"] = 1
    path.write_text(json.dumps(talks), encoding="utf-8")
    for examples in (0, 1, 3, 100):
        found = found_in(path, examples=examples)["answer-number"]
        assert (found.found, len(found.examples)) == (9, min(9, examples))


def test_the_same_set_gives_the_same_findings(whole):
    one, two = (audit(open_set(whole, lenient=True), ["structure"]).to_dict() for _ in range(2))
    assert one == two


def test_a_family_that_is_none_is_refused(whole):
    with pytest.raises(InputError, match="'leak'; expected some of structure, leaks"):
        audit(open_set(whole, lenient=True), ["leak"])


def test_leaks_need_what_is_installed_with_an_extra(whole, monkeypatch):
    monkeypatch.setitem(_NEEDS, "leaks", ("no_such_module", "check"))
    with pytest.raises(MissingDependencyError, match=r"looking for leaks .*pip install 'memsim\[check\]'"):
        audit(open_set(whole, lenient=True), ["leaks"])


REAL = {
    "memdaily/memdaily.json.gz": {"options-gold-doubled": 7, "time-back": 188, "question-early": 20, "message-repeated": 15_282},
    "locomo/locomo10.json.gz": {
        "answer-number": 6,
        "answer-missing": 444,
        "evidence-missing": 4,
        "evidence-malformed": 6,
        "evidence-dangling": 3,
        "question-repeated-within": 12,
        "orphan": 16,
    },
}


@pytest.mark.parametrize("name", REAL)
def test_the_known_faults_of_real_sets_are_found(name):
    if not (DATA / name).exists():
        pytest.skip("the authors' file is not at hand")
    found = broken(found_in(DATA / name))
    assert {rule: found[rule] for rule in REAL[name]} == REAL[name]
