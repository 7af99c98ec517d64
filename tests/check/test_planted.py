"""Each kind of fault, planted into five rows of a set of 3,000, is found by `memsim check`: those rows are named, and no other."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
import sets
from auditing import Histories, structure
from click.testing import CliRunner
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from leaking import leaks
from lies import Lies, answers, hints, offers, queries, rows_of, tampered
from planting import FAULTS, WIDE, one_post, right, with_choice, written

from memsim.check import report as reports
from memsim.check import run
from memsim.check.finding import Finding
from memsim.check.report import Fault
from memsim.check.structure.marks import MARKS
from memsim.cli.main import command
from memsim.io.formats.registry import open_set

pytestmark = pytest.mark.slow
N, ROWS = 3000, 5
#: Which rows, which message, which variant.
randoms = st.randoms(use_true_random=True)
#: An example is a whole set: a smaller one is not looked for.
few = settings(max_examples=2, phases=(Phase.generate,))
LIES = Lies(None, N)
lie = LIES.lie


# Lies about what is proved, beside the faults of structure ------------------------------------------------------------------------------


def anything(_read, _row):
    return True


def of_text(_read, row):
    return row.part["answer_type"] == "text"


def message(row, wanted):
    """A message that is as wanted, as the gold and the history have it."""
    place = row.random.choice([place for place, message in enumerate(row.gold["messages"]) if wanted(message)])
    return row.gold["messages"][place], row.history["messages"][place]


def of_kind(*kinds):
    return lambda message: message["kind"] in kinds


def stated(message):
    return bool(message["hints"])


def says(seen, old, new):
    """Let a message say something else, wherever it stands in it."""
    seen["text"] = re.sub(re.escape(old), new, seen["text"], flags=re.IGNORECASE)


def place_of(row, *, right):
    target = "ABCD".index(row.gold["target"])
    return target if right else row.random.choice([place for place in range(4) if place != target])


@lie(anything, 1, says="choice . shows .*, the answer reads")
def a_wrong_letter(row):
    other, target = place_of(row, right=False), place_of(row, right=True)
    choices = row.gold["choices"]
    choices[other]["axis"], choices[target]["axis"] = choices[target]["axis"], choices[other]["axis"]
    row.gold["target"], row.gold["answer"] = "ABCD"[other], choices[other]["text"]


@lie(of_text, 1, 3, says="the SQL of part 1 gives .*, the row says")
def a_wrong_answer(row):
    answers(row, row.question["choices"][place_of(row, right=False)])


@lie(anything, 1, says="the SQL of part 1 does not prove")
def a_query_that_does_not_run(row):
    queries(row, lambda sql: row.random.choice(("", "SELECT", sql.replace("facts", "fact"), f"{sql};{sql}", "DROP TABLE facts")))


@lie(lambda read, _row: read.bridge is not None, 2, says="unique_sql")
def a_bridge_that_nobody_counts(row):
    row.part["unique_sql"] = row.random.choice(([], ["SELECT 2"], ["SELECT NULL"], row.part["unique_sql"] * 2))


@lie(lambda _read, row: len(row.part["evidence"]) > 1, 3, says="some is missing")
def evidence_left_out(row):
    mid = row.random.choice(row.part["evidence"])
    for evidence in (row.part["evidence"], row.gold["evidence"]):
        evidence.remove(mid)


@lie(anything, 3, says="does not need its evidence")
def evidence_to_spare(row):
    gold, _seen = message(row, of_kind("distractor", "noise"))
    gold["kind"], gold["axis"] = "evidence", None
    for evidence in (row.part["evidence"], row.gold["evidence"]):
        evidence.append(gold["mid"])


@lie(anything, 3, says=r"is told 2 times")
def a_fact_told_twice(row):
    one, other = row.random.sample(hints(row), 2)
    one.update(entity=other["entity"], attribute=other["attribute"])


@lie(of_text, 4, says="is no possible answer")
def a_choice_of_another_kind(row):
    offers(row, row.random.choice(("Atlantis", "42", "none of these")))


@lie(anything, 4, says="3 choices and target|the gold's choices are not")
def three_choices(row):
    del row.question["choices"][place_of(row, right=False)]


@lie(anything, 5, says="not after what stands before it")
def two_messages_at_once(row):
    place = row.random.randrange(len(row.history["messages"]) - 1)
    row.history["messages"][place + 1]["time"] = row.history["messages"][place]["time"]


@lie(anything, 5, says="the question is at")
def a_question_with_the_last_message(row):
    row.question["question_time"] = row.history["messages"][-1]["time"]


@lie(lambda read, _row: not read.lists, 6, says="which is a choice")
def the_answer_in_the_question(row):
    text = row.question["choices"][place_of(row, right=True)]
    row.question["question"] = row.random.choice(
        (f"{row.question['question']} Is it {text}?", f"{text.upper()}: {row.question['question']}")
    )


@lie(anything, 6, says="generator's mark")
def a_mark_of_the_generator(row):
    mark = row.random.choice(
        ("[noise]", "{value}", "<evidence>", row.gold["id"], row.gold["history_id"], "m7", "[distractor: other_entity]")
    )
    seen = row.random.choice(row.history["messages"])
    seen["text"] = row.random.choice((f"{mark} {seen['text']}", f"{seen['text']} {mark}"))


@lie(anything, 6, says="is not an opaque id")
def an_id_that_tells(row):
    row.question["id"] = row.gold["id"] = row.random.choice(
        (f"q-{row.gold['target']}-{row.place}", f"{row.gold['id']}-{row.gold['target']}")
    )


def timed(message):
    return any(hint["attribute"] == "event_time" for hint in message["hints"])


@lie(lambda _read, row: any(map(timed, row.gold["messages"])), 7, says="that is not")
def another_day_said(row):
    gold, seen = message(row, timed)
    said = row.random.choice(("in 99 days at noon", "next Someday at 7 pm", "yesterday at noon"))
    says(seen, gold["hints"][0]["said"], said)
    gold["hints"][0]["said"] = gold["render"]["slots"][-1] = said


@lie(anything, 8, says="lost its fact")
def a_message_without_its_value(row):
    gold, seen = message(row, stated)
    says(seen, gold["hints"][0]["said"], row.random.choice(("something", "I forget", "…")))


@lie(anything, 8, says="its phrases give")
def a_message_with_a_fact_more(row):
    _gold, seen = message(row, anything_told)
    seen["text"] += row.random.choice((" She moved to Lisbon last year.", " My boss took up chess.", " 42."))


def anything_told(_message):
    return True


@lie(anything, 8, says="the question is")
def a_question_in_other_words(row):
    row.question["question"] = row.random.choice(("So, ", "By the way. ", "Please: ")) + row.question["question"]


@lie(anything, 9, says="the world has")
def a_hint_that_is_not_so(row):
    gold, _seen = message(row, lambda message: stated(message) and message["kind"] != "evidence")
    gold["hints"][0].update(row.random.choice(({"value": "Atlantis"}, {"number": 1.5}, {"entity": "relative-99"})))


@lie(anything, 9, says="outside the ranges reserved for fiction")
def a_number_that_somebody_may_have(row):
    told = {hint["entity"] for hint in hints(row)}
    fact = row.random.choice([fact for fact in row.world if fact["attribute"] in ("phone", "email") and fact["entity"] not in told])
    fact["value"] = "(212) 736-5000" if fact["attribute"] == "phone" else "anna@gmail.com"


@lie(anything, 12, says="the gold's index is")
def a_row_of_another_number(row):
    row.gold["index"] += row.random.choice((-1, 1, N))


@lie(anything, 12, says="has kind")
def a_message_of_no_kind(row):
    gold, _seen = message(row, of_kind("noise"))
    gold.update(row.random.choice(({"kind": "chatter"}, {"axis": None}, {"kind": "distractor", "axis": "pool"})))


@lie(anything, 12, says="hops")
def a_chain_of_another_length(row):
    row.part["hops"] += row.random.choice((-1, 1))


# The set, and who is named --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """3,000 trajectories; not to be written to."""
    return sets.made(tmp_path_factory, N, language="en")


@pytest.fixture(scope="module")
def histories(whole):
    """They, as they are audited."""
    return Histories(open_set(whole, lenient=True).audited())


def dealt(random, kinds, taken=()):
    """Return rows of its own for each kind."""
    places = random.sample(sorted(set(range(N)) - set(taken)), ROWS * len(kinds))
    return {kind: places[ROWS * number : ROWS * (number + 1)] for number, kind in enumerate(kinds)}


def ids_of(history):
    return (history.id, *(asked.id for asked in history.asked))


def named(examples, kind_of):
    """Return how many rows of each kind the examples of a finding name, by the ids that they begin with."""
    rows = {re.match(r"[^\s:,]+", example)[0].removesuffix("x") for example in examples}
    return Counter(kind_of.get(row, f"{row}, which is as it was") for row in rows)


def named_by(findings, kind_of):
    """Return, for each rule that is broken, the rows it names."""
    return {finding.name: named(finding.examples, kind_of) for finding in findings if not finding.ok}


def expected(kinds):
    """Return, for each rule that faults break, the rows it must name."""
    rules = sorted({rule for kind in kinds for rule in FAULTS[kind].rules})
    return {rule: Counter({kind: ROWS for kind in kinds if rule in FAULTS[kind].rules}) for rule in rules}


# Any set --------------------------------------------------------------------------------------------------------------------------------


@settings(few, max_examples=6)
@given(randoms)
def test_each_fault_of_structure_is_found(histories, random):
    now, others, kind_of = list(histories), [], {}
    for kind, places in dealt(random, FAULTS).items():
        for place in places:
            now[place], *more = FAULTS[kind].plant(histories[place], random)
            others += more
            kind_of |= dict.fromkeys(ids_of(histories[place]), kind)
    assert named_by(structure(*now, *others).values(), kind_of) == expected(FAULTS)


#: By mark of form, what it makes of the right choice.
MARKED = {
    "full-stop": lambda text, random: text + random.choice(".。"),
    "end-mark": lambda text, random: text + random.choice("!?;…*"),
    "space": lambda text, random: random.choice((f"{text} ", f" {text}", f"{text}\u3000", text[:1] + "  " + text[1:])),
    "bracket": lambda text, random: random.choice((f"({text})", f"[{text}]")),
    "width": lambda text, random: text.translate(WIDE),
}


@pytest.mark.parametrize("mark", MARKED)
@few
@given(randoms)
def test_a_mark_on_the_right_choice_of_five_rows_is_found(histories, mark, random):
    bare = [place for place in range(N) if not any(map(MARKS[mark], histories[place].asked[0].choices))]
    now, kind_of = list(histories), {}
    for place in random.sample(bare, ROWS):
        (asked,) = histories[place].asked
        text = MARKED[mark](asked.choices[right(asked)], random)
        now[place] = replace(histories[place], asked=(replace(asked, choices=with_choice(asked, right(asked), text), answer=text),))
        kind_of[asked.id] = mark
    found = named_by(structure(*now).values(), kind_of)
    assert found.pop(f"gold-alone-{mark}") == {mark: ROWS}
    assert set(found) <= {"options-spaces", *(f"gold-alone-{other}" for other in MARKS)}  # what stands around a text may be two marks


#: What a prompt leaves in a message.
RESIDUE = (
    "Rewritten: ",
    "Here is the rephrased message: ",
    "Output: ",
    "As an AI, I would say: ",
    "改写如下：",
    "重写后的用户消息：",
    "输出：",
)


def after(before, post):
    """A message after what a prompt left, or else after itself."""
    return {"text": f"{before or post.text + ' '}{post.text}"}


@few
@given(randoms)
def test_what_is_left_of_a_prompt_is_found(histories, random):
    now, places = list(histories), random.sample(range(N), ROWS)
    for place in places:
        before = random.choice((*RESIDUE, None))
        now[place] = replace(histories[place], **one_post(histories[place], random, partial(after, before)))
    found = leaks(now, "marked")["prompt-residue"]
    assert not found.ok
    assert named(found.examples, {histories[place].id: "left" for place in places}) == {"left": ROWS}


# Files of ours --------------------------------------------------------------------------------------------------------------------------

#: What our files cannot hold: a number for an answer, several questions of one history, days with weekdays, sessions as such.
NOT_IN_FILES = {"answer missing", "answer a number", "evidence malformed", "question twice", "question nearly twice"} | {
    kind for kind in FAULTS if "weekday" in kind or "session" in kind
}
IN_FILES = [kind for kind in FAULTS if kind not in NOT_IN_FILES]


def checked(root):
    """Return what the command says of a set: the faults of promises, and the findings of structure."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "KEPT", 10_000)
        patch.setattr(run, "_WORTH_PROCESSES", 10_000)  # a process of its own would keep fewer
        ended = CliRunner().invoke(command, ["check", str(root), "--only", "promises,structure", "--examples", "100", "--json"])
    assert ended.exit_code == 1, ended.output
    content = json.loads(ended.stdout)
    return [Fault(**fault) for fault in content["faults"]], [Finding(**finding) for finding in content["findings"]]


@pytest.mark.usefixtures("one_scenario")
@few
@given(randoms)
def test_the_command_names_the_rows_of_each_kind(whole, histories, tmp_path_factory, random):
    root = sets.copied(whole, tmp_path_factory.mktemp("planted") / "set")
    kind_of = {}
    with tampered(root) as tables:
        rows = list(rows_of(tables, root, run.load_spec(root)))
        for row in rows:
            row.random = random
        liars = LIES.told(rows, lambda fit: random.sample(fit, ROWS))
        places = dealt(random, IN_FILES, [row.place for mine in liars.values() for row in mine])
        for kind, mine in places.items():
            for place in mine:
                written(tables, place, FAULTS[kind].plant(histories[place], random))
                kind_of |= dict.fromkeys(ids_of(histories[place]), kind)
    kind_of |= {row.question[key]: name for name, mine in liars.items() for row in mine for key in ("id", "history_id")}
    faults, findings = checked(root)
    by_row = {}
    for fault in faults:
        by_row.setdefault(fault.id, []).append(fault)
    for name, mine in liars.items():
        for row in mine:
            LIES.assert_named(name, {name: by_row.get(row.question["id"], [])})
    assert {fault.file for fault in by_row.pop(None)} == {"manifest.json"}
    assert named(by_row, kind_of) == dict.fromkeys((*LIES, *IN_FILES), ROWS)
    found = {rule: {kind: rows for kind, rows in mine.items() if kind not in LIES} for rule, mine in named_by(findings, kind_of).items()}
    assert {rule: mine for rule, mine in found.items() if mine} == expected(IN_FILES)
