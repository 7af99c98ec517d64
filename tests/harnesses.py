"""Plain readers of the formats that are written, after what their own harnesses do: each returns histories with what the format holds of them.

What a format does not hold is left as it is in `nothing`: empty.
"""

import csv
import json
import re
from collections import defaultdict
from dataclasses import replace
from datetime import datetime

import yaml

from memsim.io.formats.locomo import LoCoMo
from memsim.io.formats.memdaily import MemDaily
from memsim.records import Answer, History, Item, Message, Question, Truth


def question(**fields):
    """A question of which no more is known than is given."""
    empty = dict.fromkeys(("id", "history_id", "language", "question_type", "topic", "question", "question_time"), "")
    return Question(**{**empty, "noisy": False, "choices": ()} | fields)


def item(question, evidence=(), target=None, answer=None):
    return Item(question, Truth(tuple(evidence), target, () if answer is None else (Answer(answer),)))


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))


def json_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def memdaily(path):
    return list(MemDaily(path).histories())


def locomo(path):
    return list(LoCoMo(path).histories())


def membench(path):
    """The steps of one who observes, as texts; their place and time are at the end."""
    found = []
    for kind, scenarios in read_json(path).items():
        for scenario, trajectories in scenarios.items():
            for trajectory in trajectories:
                steps = [re.fullmatch(r"(.*) \(place: [^;]+; time: (.*)\)", step, re.DOTALL) for step in trajectory["message_list"]]
                messages = [Message(str(place), "", "user", "user", step[1], _quoted(step[2])) for place, step in enumerate(steps)]
                qa = trajectory["QA"]
                asked = question(
                    question_type=kind,
                    topic=scenario,
                    noisy=kind == "noisy",
                    question=qa["question"],
                    question_time=_quoted(qa["time"]),
                    choices=tuple(qa["choices"][letter] for letter in "ABCD"),
                )
                evidence = map(str, qa["target_step_id"])
                found.append(History("", "", tuple(messages), (item(asked, evidence, qa["ground_truth"], qa["answer"]),)))
    return found


def _quoted(time):
    """'2024-10-01 08:00' Tuesday, its weekday right."""
    return datetime.strptime(time, "'%Y-%m-%d %H:%M' %A").isoformat(timespec="minutes")


def longmemeval(path):
    """Turns as messages; a session is named by its id."""
    found = []
    for row in read_json(path):
        messages, evidence = [], []
        parts = [row[f"haystack_{name}"] for name in ("session_ids", "dates", "sessions")]
        for name, date, turns in zip(*parts, strict=True):
            assert any(turn.get("has_answer") for turn in turns) == (name in row["answer_session_ids"])
            for turn in turns:
                if turn.get("has_answer"):
                    evidence.append(str(len(messages)))
                messages.append(Message(str(len(messages)), name, turn["role"], turn["role"], turn["content"], _day_first(date)))
        answer = None if row["question_id"].endswith("_abs") else row["answer"]
        named = {"id": row["question_id"].removesuffix("_abs"), "question_type": row["question_type"], "question": row["question"]}
        found.append(
            History(
                "", "", tuple(messages), (item(question(**named, question_time=_day_first(row["question_date"])), evidence, None, answer),)
            )
        )
    return found


def _day_first(date):
    return datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").isoformat(timespec="minutes")


def beir(folder):
    """The three files, keyed and joined as BEIR's loader does; `metadata`, which it passes over, tells the rest."""
    corpus = {row["_id"]: row for row in json_lines(folder / "corpus.jsonl")}
    queries = {row["_id"]: row for row in json_lines(folder / "queries.jsonl")}
    relevant = defaultdict(list)
    with (folder / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        assert next(reader) == ["query-id", "corpus-id", "score"]
        for query, document, score in reader:
            assert int(score) == 1
            relevant[query].append(document)
    histories = defaultdict(lambda: ([], []))
    for row in corpus.values():
        about = row["metadata"]
        histories[about["history"]][0].append(
            Message(text=row["text"], **{key: about[key] for key in ("mid", "session", "role", "speaker", "time")})
        )
    for name, row in queries.items():
        about = row["metadata"]
        named = {"id": name, "question": row["text"], "question_type": about["question_type"], "topic": about["topic"]}
        mids = [corpus[document]["metadata"]["mid"] for document in relevant[name]]
        histories[about["history"]][1].append(item(question(**named, question_time=about["time"]), mids))
    return [History(name, "", tuple(messages), tuple(items)) for name, (messages, items) in histories.items()]


def mteb(folder):
    """Each subset by the configurations that the card lists; documents belong to a history by their id, and by `top_ranked` all the same."""
    card = yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---")[1])
    listed = [(config["config_name"], config["data_files"][0]["path"]) for config in card["configs"]]
    found = []
    for subset in dict.fromkeys(name.rpartition("corpus")[0] for name, _ in listed if name.endswith("corpus")):
        corpus, queries, qrels, top = (
            json_lines(folder / dict(listed)[subset + name]) for name in ("corpus", "queries", "qrels", "top_ranked")
        )
        ranked = {row["query-id"]: row["corpus-ids"] for row in top}
        histories = defaultdict(lambda: ([], []))
        for row in corpus:
            history, _, mid = row["id"].partition("/")
            histories[history][0].append(Message(mid, "", "user", "user", row["text"], ""))
        for row in queries:
            relevant = [one["corpus-id"].partition("/") for one in qrels if one["query-id"] == row["id"] and one["score"] == 1]
            (name,) = {history for history, _, _ in relevant}
            assert ranked[row["id"]] == [f"{name}/{message.mid}" for message in histories[name][0]]
            histories[name][1].append(item(question(id=row["id"], question=row["text"]), [mid for _, _, mid in relevant]))
        found += [
            History(name, subset.strip("-") or card["language"][0], tuple(messages), tuple(items))
            for name, (messages, items) in histories.items()
        ]
    return found


def trec(folder):
    """Tables without quotes: an id, a tab, a text."""

    def table(name):
        return [line.split("\t") for line in (folder / name).read_text(encoding="utf-8").split("\n") if line]

    histories = defaultdict(lambda: ([], []))
    for name, text in table("corpus.tsv"):
        history, _, mid = name.partition("/")
        histories[history][0].append(Message(mid, "", "user", "user", text, ""))
    judged = defaultdict(list)
    for line in (folder / "qrels.txt").read_text(encoding="utf-8").splitlines():
        query, _, document, relevance = line.split()
        assert relevance == "1"
        judged[query].append(document.partition("/"))
    for name, text in table("queries.tsv"):
        (history,) = {history for history, _, _ in judged[name]}
        histories[history][1].append(item(question(id=name, question=text), [mid for _, _, mid in judged[name]]))
    return [History(name, "", tuple(messages), tuple(items)) for name, (messages, items) in histories.items()]


def chat(path):
    """What is sent, told apart again."""
    found = []
    for row in json_lines(path):
        *sent, asked = [(*_stamped(message["content"]), message) for message in row["messages"]]
        messages = tuple(
            Message(str(place), "", message["role"], message.get("name", message["role"]), text, time)
            for place, (time, text, message) in enumerate(sent)
        )
        time, text, _ = asked
        for letter, choice in reversed([*zip("ABCD", row["choices"], strict=False)]):
            assert text.endswith(f"\n{letter}. {choice}")
            text = text.removesuffix(f"\n{letter}. {choice}")
        about = row["metadata"]
        named = {key: about[key] for key in ("language", "question_type", "topic", "noisy")}
        put = question(id=row["id"], question=text, question_time=time, choices=tuple(row["choices"]), **named)
        evidence = map(str, row["evidence"])
        found.append(History(about["history"], about["language"], messages, (item(put, evidence, row["target"], row["answer"]),)))
    return found


def _stamped(content):
    """[2024-10-01T08:00] and the text."""
    return re.fullmatch(r"(?:\[(\d{4}-\d\d-\d\dT\d\d:\d\d)\] )?(.*)", content, re.DOTALL).groups(default="")


def spreadsheet(folder):
    with (
        (folder / "messages.csv").open(encoding="utf-8", newline="") as one,
        (folder / "questions.csv").open(encoding="utf-8", newline="") as other,
    ):
        messages, questions = list(csv.DictReader(one)), list(csv.DictReader(other))
    histories = {}
    for row in messages:
        empty = History(row["history_id"], row["language"], (), ())
        history = histories.setdefault(row["history_id"], empty)
        message = Message(**{name: row[name] for name in Message._fields})
        histories[history.id] = replace(history, messages=(*history.messages, message))
    for row in questions:
        named = {name: row[name] for name in ("id", "language", "question_type", "topic", "question_time", "question")}
        choices = tuple(row[letter] for letter in "ABCD") if row["target"] else ()
        asked = question(**named, noisy={"True": True, "False": False}[row["noisy"]], choices=choices)
        history = histories[row["history_id"]]
        found = item(asked, row["evidence"].split(), row["target"] or None, row["answer"] or None)
        histories[history.id] = replace(history, items=(*history.items, found))
    return list(histories.values())


#: By format, what reads it.
READERS = {
    "memdaily": memdaily, "membench": membench, "longmemeval": longmemeval, "locomo": locomo, "beir": beir, "mteb": mteb, "trec": trec, "chat": chat,
    "csv": spreadsheet,
}  # fmt: skip
