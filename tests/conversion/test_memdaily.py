"""What MemDaily's own benchmark does with the file: folds of all trajectories of a type, then message by message, then the question."""

import json
from collections import Counter

import pytest
from harnesses import read_json
from histories import history, item
from sets import made

import memsim
from memsim.conversion.registry import output
from memsim.errors import InputError
from memsim.io.formats.registry import open_set

TYPES = ("simple", "conditional", "comparative", "aggregative", "post_processing", "noisy")
AUTHORS = {"single_hop": "simple", "multi_hop": "conditional"}


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


@pytest.fixture(scope="module")
def converted(native, tmp_path_factory):
    path = tmp_path_factory.mktemp("memdaily") / "memdaily.json"
    memsim.convert(native, path, "memdaily", language="zh")
    return path


def load_test_set(path, kind, folds):
    """All trajectories of a type, one scenario after the other, in folds of equal size; what is left over is dropped. (Theirs are shuffled first.)"""
    trajectories = [one for scenario in read_json(path)[kind].values() for one in scenario]
    size = len(trajectories) // folds
    return [trajectories[fold * size : (fold + 1) * size] for fold in range(folds)]


def infused(trajectory):
    """Their step before the benchmark, without noise: messages become texts, with place and time at the end."""
    steps = [f"{message['message']} (消息地点 {message['place']}, 消息时间 {message['time']})" for message in trajectory["message_list"]]
    return {**trajectory, "message_list": steps}


def flow(trajectory, agent):
    """Show the steps one by one, ask, and score: the letter must be the very same, recall is of distinct steps."""
    for step, message in enumerate(trajectory["message_list"]):
        agent.observe(step, message)
    qa = trajectory["QA"]
    letter, retrieved = agent.respond(qa["question"], qa["choices"], qa["time"])
    targets = set(qa["target_step_id"])
    return float(letter == qa["ground_truth"]), len(targets & set(retrieved)) / len(targets)


class Recent:
    """Retrieves the last five steps."""

    def __init__(self):
        self.steps = []

    def observe(self, step, message):
        assert message.endswith(")")  # what does not is noise to their NoiseMem
        self.steps.append(step)

    def respond(self, question, choices, time):
        assert question.strip()
        assert time[:4].isdigit()
        return "A", self.steps[-5:]


class Knowing(Recent):
    """Knows the answer and where it was told."""

    def __init__(self, qa):
        super().__init__()
        self.qa = qa

    def respond(self, question, choices, time):
        (letter,) = [letter for letter, choice in choices.items() if choice == self.qa["answer"]]
        return letter, self.qa["target_step_id"]


def every(path):
    """All that their benchmark goes through, of all types."""
    return [infused(one) for kind in TYPES for fold in load_test_set(path, kind, 1) for one in fold]


def test_their_loader_finds_each_trajectory_under_its_type(native, converted):
    questions = [item.question for history in open_set(native).histories() if history.language == "zh" for item in history.items]
    expected = Counter("noisy" if one.noisy else AUTHORS.get(one.question_type, one.question_type) for one in questions)
    assert {kind: sum(map(len, load_test_set(converted, kind, 1))) for kind in TYPES} == expected
    assert sorted(one["QA"]["question"] for one in every(converted)) == sorted(one.question for one in questions)


def test_whoever_knows_the_answer_is_right_each_time_and_has_a_recall_of_one(converted):
    assert {flow(one, Knowing(one["QA"])) for one in every(converted)} == {(1.0, 1.0)}


def test_recall_of_the_last_five_is_that_of_bench(native, converted, tmp_path):
    theirs = [flow(one, Recent())[1] for one in every(converted)]
    for name, path in (("native", native), ("converted", converted)):
        run = memsim.bench(path, "recent:5", None, controls=False, timed=0, out=tmp_path / name)
        (found,) = run.results["results"]
        mean = found["by"]["language"]["zh"]["recall@5"]["mean"]
        assert mean == pytest.approx(sum(theirs) / len(theirs), abs=1e-12)


def test_ids_number_trajectories_and_messages(converted):
    for scenarios in read_json(converted).values():
        for trajectories in scenarios.values():
            assert [one["tid"] for one in trajectories] == [*range(len(trajectories))]
            for one in trajectories:
                assert [message["mid"] for message in one["message_list"]] == [*range(len(one["message_list"]))]


def test_what_it_cannot_hold_is_refused_with_its_place(tmp_path):
    folder = tmp_path / "life"
    folder.mkdir()
    sessions = [{"id": "s-1", "timestamp": "2026-04-08T09:14:00Z", "content": "I fixed the build."}]
    query = {"id": "q-1", "type": "bug-fix", "question": "What was fixed?", "answer": "the build", "goldSessionIds": ["s-1"]}
    for name, rows in (("sessions", sessions), ("queries", [query])):
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(
        InputError, match="history h-coding-agent-life: question q-1: type: 'bug-fix'; expected one that memdaily has: single_hop"
    ):
        memsim.convert(folder, tmp_path / "out.json", "memdaily")
    query["type"] = "simple"
    (folder / "queries.json").write_text(json.dumps([query]), encoding="utf-8")
    with pytest.raises(InputError, match="question q-1: topic: ''; expected one that memdaily has: roles"):
        memsim.convert(folder, tmp_path / "out.json", "memdaily")


@pytest.mark.parametrize("name", ["memdaily", "membench"])
def test_a_question_without_evidence_or_answer_is_refused_since_their_recall_divides_by_the_evidence(tmp_path, name):
    asked = {"question_time": "2027-03-02T00:00", "choices": ("yes", "no", "both", "none"), "target": "A"}
    with pytest.raises(InputError, match=rf"history h: question q0: evidence: \[\]; expected at least one message, as {name} needs it"):
        output(name).write(iter([history(2, [item(evidence=(), **asked)])]), tmp_path / "out.json")
    with pytest.raises(
        InputError, match=f"history h: question q0: answer: ''; expected one, as {name} does not say what cannot be answered"
    ):
        output(name).write(iter([history(2, [item(answers=(), **asked)])]), tmp_path / "out.json")
    output(name).write(iter([history(2, [item(evidence=("m1",), **asked)])]), tmp_path / "out.json")
    assert read_json(tmp_path / "out.json")["simple"]["roles"][0]["QA"]["target_step_id"] == [1]


@pytest.mark.parametrize("asked", [{"choices": ("yes", "no"), "target": "A"}, {"choices": ("yes", "no", "both", "none"), "target": None}])
@pytest.mark.parametrize("name", ["memdaily", "membench"])
def test_choices_that_are_not_four_or_of_which_none_is_right_are_refused(tmp_path, name, asked):
    asked = item(question_time="2027-03-02T00:00", **asked)
    with pytest.raises(
        InputError, match=rf"history h: question q0: choices: \['yes', 'no'.*\]; expected four, one of them right, as {name}"
    ):
        output(name).write(iter([history(2, [asked])]), tmp_path / "out.json")
