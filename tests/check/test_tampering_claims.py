"""One lie at a time about an answer, its uniqueness, its evidence or its choices, with a manifest that agrees with it."""

import pytest
from sets import rows_of
from tampering import Cases, bridged, change_part, change_world, find, first_message, plain, readings, simple, untold

from memsim.check.row import read_sql

pytestmark = pytest.mark.usefixtures("one_scenario")
CASES = Cases()
case = CASES.case


# Promise 1


@case(1, says="is not choice")
def answer_changed(root):
    with rows_of(root, "gold") as rows:
        rows[3]["answer"] = "Atlantis"
    return 3


@case(1, says="the SQL of part 1 gives")
def answer_of_a_part_changed(root):
    return change_part(root, simple, answer="Atlantis")


@case(1, 4, says="choice")
def target_letter_changed(root):
    with rows_of(root, "gold") as rows:
        rows[4]["target"] = "ABCD"["BCDA".index(rows[4]["target"])]
    return 4


@case(1, 4, says="target 'AB'")
def a_target_of_two_letters(root):
    """That begin with the right one."""
    place = find(root, lambda row: row.gold["target"] == "A")
    with rows_of(root, "gold") as rows:
        rows[place]["target"] = "AB"
    return place


@case(1, says="the row says")
def number_of_a_numeric_answer_changed(root):
    return change_part(root, lambda row: row.gold["parts"][0]["answer_type"] == "number", number=lambda row: row["parts"][0]["number"] + 1)


@case(1, says="the row says None")
def number_of_a_numeric_answer_lost(root):
    return change_part(root, lambda row: row.gold["parts"][0]["answer_type"] == "number", number=None)


@case(1, says="the row says")
def answer_type_of_a_number_changed(root):
    return change_part(root, lambda row: row.gold["parts"][0]["answer_type"] == "number", answer_type="text")


@case(1, says="does not prove: OperationalError")
def sql_broken(root):
    return change_part(root, plain, sql=lambda row: row["parts"][0]["sql"].replace("FROM", "FRM", 1))


@case(1, says="does not prove: OperationalError: no such column")
def sql_reads_a_column_that_is_not_there(root):
    return change_part(root, simple, sql=lambda row: row["parts"][0]["sql"].replace("b.value", "b.secret", 1))


@case(1, says="does not prove: not a SELECT")
def sql_empty(root):
    return change_part(root, plain, sql="")


def forbidden(name, sql, says):
    """Register a query that must not run."""

    def tamper(root):
        return change_part(root, plain, sql=sql)

    tamper.__name__ = f"sql_{name}"
    case(1, says=f"does not prove: .*{says}")(tamper)


for _name, _sql, _says in (
    ("of_the_catalogue", "SELECT name FROM sqlite_master", "prohibited|not authorized"),
    ("of_the_table_behind", "SELECT value FROM stated", "prohibited|not authorized"),
    ("that_deletes", "DELETE FROM facts", "not a SELECT"),
    ("that_inserts", "INSERT INTO knowledge VALUES ('a', 'b', 'c', 'd')", "not a SELECT"),
    ("that_attaches", "ATTACH '/tmp/x.db' AS x", "not a SELECT"),
    ("that_sets", "PRAGMA writable_schema = 1", "not a SELECT"),
    ("of_a_pragma", "SELECT name FROM pragma_table_info('world')", "prohibited|not authorized|authorizer"),
    ("with_a_second_statement", "SELECT 'x'; DELETE FROM facts", "one statement"),
    ("that_loads", "SELECT load_extension('x')", "not authorized|prohibited"),
    ("that_reads_files", "SELECT readfile('/etc/passwd')", "no such function|not authorized|prohibited"),
    (
        "without_end",
        "SELECT (WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r)",
        "interrupted|prohibited|not authorized",
    ),
    (
        "of_everything_with_everything",
        "SELECT count(*) FROM facts a, facts b, facts c, facts d, facts e, facts f, facts g, facts h, facts i, facts j, facts k, facts l",
        "interrupted",
    ),
    ("of_two_columns", "SELECT b.value, b.subject FROM facts b WHERE b.attribute = 'x' OR 1", "more than one value"),
):
    forbidden(_name, _sql, _says)


# Promise 2


def _second_in_world(facts, row):
    attribute, value = readings(row)[0].bridge
    wanted = untold(row)
    topic = next(fact["class"] for fact in facts if fact["attribute"] == attribute and fact["value"] == value)
    other = next(fact for fact in facts if fact["attribute"] == attribute and fact["class"] == topic and wanted(fact))
    other["value"] = value


@case(2, says="the unique_sql of part 1 gives 2")
def a_second_entity_fits_the_bridge_in_the_world(root):
    return change_world(root, bridged, _second_in_world)


@case(2, says="unique_sql for a bridge")
def a_bridge_without_its_unique_sql(root):
    return change_part(root, bridged, unique_sql=[])


@case(2, says="fits 2 entities of the world")
def a_unique_sql_that_counts_something_else(root):
    place = change_world(root, bridged, _second_in_world)
    with rows_of(root, "gold") as rows:
        rows[place]["parts"][0]["unique_sql"] = ["SELECT 1"]
    return place


@case(1, 9, says="gives None")
def a_second_told_fact_fits_the_bridge(root):
    place = find(root, bridged)
    with rows_of(root, "gold") as rows:
        row = rows[place]
        attribute, value = read_sql(row["parts"][0]["sql"]).bridge
        other = next(m for m in row["messages"] if m["kind"] == "distractor" and m["hints"][0]["attribute"] == attribute)
        other["hints"][0]["value"] = value
    return place


# Promise 3


def several(row):
    """Evidence of one part in two messages at least."""
    return plain(row) and len(row.gold["parts"][0]["evidence"]) > 1


@case(3, says="some is missing")
def evidence_removed(root):
    place = find(root, several)
    with rows_of(root, "gold") as rows:
        lost = rows[place]["parts"][0]["evidence"].pop()
        rows[place]["evidence"].remove(lost)
    return place


@case(3, says="is not what the parts read")
def evidence_removed_from_the_whole_only(root):
    place = find(root, several)
    with rows_of(root, "gold") as rows:
        rows[place]["evidence"].pop()
    return place


@case(3, says="does not need its evidence")
def evidence_added(root):
    place = find(root, plain)
    with rows_of(root, "gold") as rows:
        extra = next(message for message in rows[place]["messages"] if message["kind"] != "evidence")
        extra["kind"], extra["axis"] = "evidence", None
        rows[place]["parts"][0]["evidence"].append(extra["mid"])
        rows[place]["evidence"].append(extra["mid"])
    return place


@case(3, says="is no message")
def evidence_that_is_no_message(root):
    return change_part(root, plain, evidence=lambda row: [*row["parts"][0]["evidence"], "m99"])


@case(3, says="of kind evidence and not read")
def a_distractor_called_evidence(root):
    place = find(root, lambda row: first_message(row, lambda message: message["kind"] == "distractor") is not None)
    with rows_of(root, "gold") as rows:
        message = next(message for message in rows[place]["messages"] if message["kind"] == "distractor")
        message["kind"], message["axis"] = "evidence", None
    return place


@case(3, says="does not need its evidence")
def sql_that_is_the_answer_itself(root):
    return change_part(
        root,
        simple,
        sql=lambda row: f"SELECT '{row['parts'][0]['answer']}' FROM facts b WHERE b.attribute = '{row['parts'][0]['attribute']}' LIMIT 1",
    )


@case(3, says="is told 2 times")
def a_fact_told_twice(root):
    with rows_of(root, "gold") as rows:
        message = next(message for message in rows[2]["messages"] if message["kind"] == "noise")
        message["hints"].append(dict(message["hints"][0]))
    return 2


# Promise 4


def change_choices(root, change):
    place = find(root, simple)
    with rows_of(root, "questions") as questions, rows_of(root, "gold") as gold:
        wrong = [number for number in range(4) if number != "ABCD".index(gold[place]["target"])]
        change(questions[place]["choices"], wrong)
        for number, text in enumerate(questions[place]["choices"]):
            if number < len(gold[place]["choices"]):
                gold[place]["choices"][number]["text"] = text
    return place


@case(4, says="2 choices read")
def option_twice(root):
    return change_choices(root, lambda choices, wrong: choices.__setitem__(wrong[0], choices[wrong[1]]))


@case(4, says="2 choices read")
def option_twice_but_for_its_looks(root):
    return change_choices(root, lambda choices, wrong: choices.__setitem__(wrong[0], f" {choices[wrong[1]].upper()}!"))


@case(4, says="no possible answer of part 1")
def option_that_nobody_told(root):
    return change_choices(root, lambda choices, wrong: choices.__setitem__(wrong[0], "Atlantis"))


@case(4, says="3 choices")
def option_lost(root):
    return change_choices(root, lambda choices, _: choices.pop())


@case(4, says="gold's choices are not the question's")
def options_swapped_in_the_question_only(root):
    place = find(root, simple)
    with rows_of(root, "questions") as questions, rows_of(root, "gold") as gold:
        one, other, _ = [number for number in range(4) if number != "ABCD".index(gold[place]["target"])]
        choices = questions[place]["choices"]
        choices[one], choices[other] = choices[other], choices[one]
    return place


@case(4, says="has an axis")
def an_axis_on_the_target(root):
    with rows_of(root, "gold") as rows:
        rows[5]["choices"]["ABCD".index(rows[5]["target"])]["axis"] = "other_entity"
    return 5


@pytest.mark.parametrize("name", CASES)
def test_the_check_names_the_row_and_the_promise(copy, name):
    CASES.assert_named(name, copy)
