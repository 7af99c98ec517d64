"""One lie at a time about the world, another language or where a message comes from, with a manifest that agrees with it."""

import pytest
from sets import rows_of, seal
from tampering import Cases, anybody, change_hint, change_world, noise, untold

from memsim.check.run import check

pytestmark = pytest.mark.usefixtures("one_scenario")
CASES = Cases()
case = CASES.case


# Promise 9


@case(9, says="the world has")
def hint_value_changed(root):
    return change_hint(root, noise, value="Atlantis")


@case(9, says="the world has")
def hint_number_changed(root):
    return change_hint(root, lambda message: noise(message) and message["hints"][0]["number"] is not None, number=1.5)


@case(8, 9, says="my neighbour")
def hint_subject_changed(root):
    return change_hint(root, noise, subject="my neighbour")


@case(9, says="the world has None|no topic")
def hint_of_an_entity_that_is_not_there(root):
    return change_hint(root, noise, entity="relative-99")


def _grown(facts, row):
    age = next(fact for fact in facts if fact["class"] == "relative" and fact["attribute"] == "age" and untold(row)(fact))
    age["value"], age["number"] = "9", 9.0


@case(9, says="breaks the rule")
def a_rule_broken_in_the_world(root):
    return change_world(root, anybody, _grown)


def change_identifier(attribute, value):
    def change(facts, row):
        fact = next(fact for fact in facts if fact["attribute"] == attribute and untold(row)(fact))
        fact["value"] = value

    return change


@case(9, says="outside the ranges reserved for fiction")
def a_phone_that_somebody_may_have(root):
    return change_world(root, anybody, change_identifier("phone", "(212) 736-5000"))


@case(9, says="outside the ranges reserved for fiction")
def an_address_that_somebody_may_have(root):
    return change_world(root, anybody, change_identifier("email", "anna.kim@example.org"))


@case(9, says="fails its prefix or checksum")
def a_card_that_fails_its_checksum(root):
    def change(facts, row):
        fact = next(fact for fact in facts if fact["attribute"] == "bank_card")
        fact["value"] = fact["value"][:-1] + str((int(fact["value"][-1]) + 1) % 10)

    return change_world(root, anybody, change)


@case(9, says="fails its prefix or checksum")
def a_card_that_a_bank_may_issue(root):
    return change_world(root, anybody, change_identifier("bank_card", "4111111111111111"))


@case(9, says="share the name")
def two_people_of_one_name(root):
    def change(facts, row):
        one, other = [fact for fact in facts if fact["attribute"] == "name" and untold(row)(fact)][:2]
        other["value"] = one["value"]

    return change_world(root, anybody, change)


@case(9, says=r"the world has (\d+) facts, the scenario (?!\1)")
def a_person_too_few(root):
    def change(facts, row):
        gone = next(fact["entity"] for fact in facts if fact["class"] == "colleague" and untold(row)(fact))
        facts[:] = [fact for fact in facts if fact["entity"] != gone]

    return change_world(root, anybody, change)


@case(9, says=r"2 of class relative have the relation .*; expected different ones")
def two_relatives_of_one_word(root):
    def change(facts, row):
        wanted = untold(row)
        one, other = [fact for fact in facts if fact["class"] == "relative" and fact["attribute"] == "relation" and wanted(fact)][:2]
        rest = [fact for fact in facts if fact["entity"] == other["entity"]]
        for fact in rest:  # what the word promises of age and sex comes with it
            twin = next(mine for mine in facts if (mine["entity"], mine["attribute"]) == (one["entity"], fact["attribute"]))
            if fact["attribute"] not in ("name", "phone", "email"):
                fact["value"], fact["number"] = twin["value"], twin["number"]

    return change_world(root, anybody, change)


@case(9, says=r"has name .* with number 7.0; expected none")
def a_name_with_a_number(root):
    def change(facts, row):
        fact = next(fact for fact in facts if fact["attribute"] == "name" and untold(row)(fact))
        fact["number"] = 7.0

    return change_world(root, anybody, change)


@case(9, says=r"has event_time .* with number None; expected its minutes")
def a_moment_without_its_minutes(root):
    def change(facts, row):
        fact = next(fact for fact in facts if fact["attribute"] == "event_time" and untold(row)(fact))
        fact["number"] = None

    return change_world(root, anybody, change)


def _accompany(klass, name):
    """Let a guest of an event that nobody speaks of be somebody else."""

    def change(facts, row):
        fact = next(fact for fact in facts if fact["class"] == klass and fact["attribute"] == "companion" and untold(row)(fact))
        fact["value"] = name(facts)

    return change


@case(9, says=r"has companion 'Nobody Known'; expected the name of a colleague")
def a_companion_who_is_nobody(root):
    return change_world(root, anybody, _accompany("work_event", lambda _: "Nobody Known"))


@case(9, says=r"has companion .*; expected the name of a relative")
def a_companion_of_the_wrong_class(root):
    def colleague(facts):
        return next(fact["value"] for fact in facts if fact["class"] == "colleague" and fact["attribute"] == "name")

    return change_world(root, anybody, _accompany("leisure_event", colleague))


@case(9, says="shoe_size")
def an_attribute_that_the_scenario_does_not_know(root):
    return change_world(
        root,
        anybody,
        lambda facts, _: facts.append({"entity": "user-1", "class": "user", "attribute": "shoe_size", "value": "42", "number": 42.0}),
    )


# Promise 11


@case(11, says="differs from en-00000.parquet", language="zh")
def another_letter_in_chinese(root):
    """The options are swapped with it, so that the row is right by itself."""
    with rows_of(root, "gold", "zh") as gold, rows_of(root, "questions", "zh") as questions:
        row, choices = gold[1], questions[1]["choices"]
        one, other = "ABCD".index(row["target"]), ("ABCD".index(row["target"]) + 1) % 4
        choices[one], choices[other] = choices[other], choices[one]
        row["choices"][one], row["choices"][other] = row["choices"][other], row["choices"][one]
        row["target"] = "ABCD"[other]
    return 1


@case(11, says="differs from en-00000.parquet", language="zh")
def another_world_in_chinese(root):
    with rows_of(root, "profiles", "zh") as rows:
        fact = next(fact for fact in rows[2]["facts_of_world"] if fact["entity"] == "user-1" and fact["attribute"] == "height")
        fact["number"] += 1
    return 2


@case(5, 11, says="not after", language="zh")
def another_time_in_chinese(root):
    with rows_of(root, "histories", "zh") as rows:
        rows[4]["messages"][1]["time"] = rows[4]["messages"][0]["time"]
    return 4


# Promise 12


@case(12, says="the history has messages")
def a_message_deleted_from_the_history_only(root):
    with rows_of(root, "histories") as rows:
        del rows[5]["messages"][-1]
    return 5


@case(12, says="the history has messages")
def a_message_that_nobody_planned(root):
    with rows_of(root, "histories") as rows:
        rows[5]["messages"].append(rows[5]["messages"][-1] | {"mid": "m50"})
    return 5


@case(12, says="has kind 'chatter'")
def an_unknown_kind(root):
    with rows_of(root, "gold") as rows:
        next(message for message in rows[6]["messages"] if message["kind"] == "noise")["kind"] = "chatter"
    return 6


@case(12, says="and axis None")
def noise_without_an_axis(root):
    with rows_of(root, "gold") as rows:
        next(message for message in rows[6]["messages"] if message["kind"] == "noise")["axis"] = None
    return 6


@case(12, says="by 'hand'")
def a_message_written_by_hand(root):
    with rows_of(root, "gold") as rows:
        rows[6]["messages"][0]["render"]["by"] = "hand"
    return 6


@pytest.mark.parametrize("name", CASES)
def test_the_check_names_the_row_and_the_promise(copy, name):
    CASES.assert_named(name, copy)


def test_a_row_with_the_number_of_another_accuses_no_other(copy):
    with rows_of(copy, "gold") as rows:
        rows[6]["index"] = 20
    seal(copy)
    assert {(fault.promise, fault.file, fault.row) for fault in check(copy).faults} == {
        (12, "en-00000.parquet", 6),
        (10, "manifest.json", None),
    }


def test_the_untouched_set_is_whole(whole):
    report = check(whole)
    assert report.ok
    assert report.faults == []
