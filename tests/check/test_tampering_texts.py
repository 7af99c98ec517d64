"""One lie at a time about order, leaks, times or texts, with a manifest that agrees with it."""

import pytest
from sets import joined, rows_of
from tampering import Cases, asks, book_of, change_hint, change_text, find, noise, plain, simple

from memsim.text import clock, when

pytestmark = pytest.mark.usefixtures("one_scenario")
CASES = Cases()
case = CASES.case


# Promise 5


@case(5, says="not after what stands before it")
def two_times_swapped(root):
    with rows_of(root, "histories") as rows:
        one, other = rows[6]["messages"][1], rows[6]["messages"][2]
        one["time"], other["time"] = other["time"], one["time"]
    return 6


@case(5, says="the question is at")
def the_question_asked_before_the_last_message(root):
    last = joined(root)[7].history["messages"][-1]["time"]
    with rows_of(root, "questions") as rows:
        rows[7]["question_time"] = last
    return 7


@case(5, says="expected YYYY-MM-DDTHH:MM")
def a_time_that_is_none(root):
    with rows_of(root, "histories") as rows:
        rows[8]["messages"][0]["time"] = "yesterday"
    return 8


# Promise 6


@case(6, says="which is a choice")
def the_answer_in_the_question(root):
    place = find(root, simple)
    with rows_of(root, "questions") as rows:
        rows[place]["question"] += f" Is it {rows[place]['choices'][0]}?"
    return place


@case(6, says="is not an opaque id")
def an_id_that_says_something(root):
    for table in ("questions", "gold"):
        with rows_of(root, table) as rows:
            rows[9]["id"] = "daily-9-B"
    return 9


@case(6, says="generator's mark")
def a_marker_in_a_text(root):
    return change_text(root, noise, lambda text, _: f"{text} [noise]")


# Promise 7


def timed(message):
    return message["hints"][0]["attribute"] == "event_time"


@case(7, says="that is not")
def another_time_said(root):
    return change_hint(root, timed, said=lambda *_: "in 99 days at noon")


@case(7, says="that is not")
def a_time_told_in_another_form_for_the_same_words(root):
    def a_week_later(hint, seen):
        later = clock.parse_iso(hint["value"]) + 7 * clock.DAY
        return when.said(clock.parse_iso(seen["time"]), later, "date", "en")

    return change_hint(root, timed, said=a_week_later)


@case(7, says="expected moments")
def a_time_that_is_no_moment(root):
    return change_hint(root, timed, value="soon")


# Promise 8


@case(8, says="lost its fact")
def a_message_that_lost_its_value(root):
    return change_text(root, noise, lambda text, hint: text.replace(hint["said"], "something"))


@case(8, says="lost its fact")
def a_message_that_lost_its_subject(root):
    return change_text(
        root,
        noise,
        lambda text, hint: text.replace(hint["subject"], "somebody").replace(hint["subject"][:1].upper() + hint["subject"][1:], "Somebody"),
    )


def about(attribute):
    return lambda message: message["hints"][0]["attribute"] == attribute


@case(8, says="no way of saying")
def a_birthday_said_as_another_day(root):
    """Text, slots and hint agree with each other; the value is another."""
    return change_hint(root, about("birthday"), said=lambda hint, _: "February the 1st" if hint["value"] != "1 February" else "May the 2nd")


@case(8, says="no way of saying")
def a_height_said_in_feet(root):
    return change_hint(root, about("height"), said=lambda *_: "5 foot 9")


@case(8, says="no way of saying")
def a_number_with_two_digits_swapped(root):
    return change_hint(root, about("phone"), said=lambda hint, _: hint["said"][:-2] + ("10" if hint["said"][-2:] != "10" else "01"))


@case(8, says="no way of saying")
def an_age_said_as_a_decade(root):
    return change_hint(root, about("age"), said=lambda *_: "thirty-something")


@case(8, says="no way of saying")
def a_crowd_said_in_dozens(root):
    return change_hint(root, about("scale"), said=lambda *_: "two dozen people")


@case(8, says="no way of saying")
def a_duration_that_is_not_exact(root):
    return change_hint(root, about("duration"), said=lambda *_: "an hour or so")


@case(8, says="no way of saying")
def a_hobby_said_as_another(root):
    return change_hint(root, about("hobby"), said=lambda *_: "stamp collecting")


@case(8, says="its phrases give")
def a_city_that_no_hint_tells(root):
    return change_text(root, noise, lambda text, _: f"{text} She moved to Lisbon last year.")


@case(8, says="its phrases give")
def a_hobby_that_no_hint_tells(root):
    return change_text(root, lambda message: message["kind"] == "evidence", lambda text, _: f"{text} And my boss took up chess.")


@case(8, says="states 2 facts")
def a_message_with_two_facts(root):
    with rows_of(root, "gold") as rows:
        one, other = rows[2]["messages"][:2]
        one["hints"].append(other["hints"].pop())
    return 2


@case(8, says="the question is")
def noise_around_a_question_that_has_none(root):
    place = find(root, plain)
    with rows_of(root, "questions") as rows:
        rows[place]["question"] = f"By the way. {rows[place]['question']}"
    return place


@case(8, says="noisy is True")
def noisy_that_is_not(root):
    place = find(root, plain)
    with rows_of(root, "questions") as rows:
        rows[place]["noisy"] = True
    return place


@case(8, says="not in the scenario")
def phrases_that_are_not_there(root):
    with rows_of(root, "gold") as rows:
        rows[3]["question_render"]["core"] = "ask.shoe_size[0]"
    return 3


def _renamed(change):
    """Name the phrase of a message otherwise; the text stays."""

    def tamper(root):
        with rows_of(root, "gold") as rows:
            render = rows[3]["messages"][0]["render"]
            key, _, place = render["core"].removesuffix("]").rpartition("[")
            render["core"] = f"{key}[{change(book_of(root), key, int(place))}]"
        return 3

    return tamper


@case(8, says="has no phrase")
def a_phrase_counted_from_the_end(root):
    return _renamed(lambda book, key, place: place - len(book.statements[key]))(root)


@case(8, says="has no phrase")
def a_phrase_with_a_zero_before_its_place(root):
    return _renamed(lambda _book, _key, place: f"0{place}")(root)


@case(8, says="the question asks")
def a_question_about_another_attribute(root):
    """Text and phrase ids agree with each other, the SQL reads something else."""
    place = find(root, lambda row: simple(row) and row.gold["parts"][0]["attribute"] != "age")
    with rows_of(root, "gold") as gold, rows_of(root, "questions") as questions:
        render = gold[place]["question_render"]
        render["core"] = "ask.age[0]"
        questions[place]["question"] = asks(root, render["core"], render["slots"])
    return place


@case(8, says="the question speaks of")
def a_question_about_somebody_else(root):
    place = find(root, simple)
    with rows_of(root, "gold") as gold, rows_of(root, "questions") as questions:
        render = gold[place]["question_render"]
        render["slots"] = ["my neighbour"]
        questions[place]["question"] = asks(root, render["core"], render["slots"])
    return place


@pytest.mark.parametrize("name", CASES)
def test_the_check_names_the_row_and_the_promise(copy, name):
    CASES.assert_named(name, copy)
