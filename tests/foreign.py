"""Small sets in the layouts of others, without a fault and with words of our own: shared by the tests of formats."""

import csv
import gzip
import json

from auditing import structure

from memsim.errors import DatasetError

_TRAJECTORY = {
    "tid": 0,
    "message_list": [{"mid": 0, "message": "我表哥在长沙上班。", "time": "2024年04月01日 周一 08:39", "place": "湖南长沙"}],
    "QA": {
        "qid": 0,
        "question": "我表哥在哪里上班？",
        "answer": "长沙",
        "target_step_id": [0],
        "choices": {"A": "长沙", "B": "武汉", "C": "南昌", "D": "合肥"},
        "ground_truth": "A",
        "time": "2024年04月02日 周二 09:00",
    },
}
_CONVERSATION = {
    "qa": [
        {"question": "What did Mira buy?", "answer": "A kite", "evidence": ["D1:1"], "category": 4},
        {"question": "What did Tomas buy?", "adversarial_answer": "A kite", "evidence": [], "category": 5},
    ],
    "conversation": {
        "speaker_a": "Mira",
        "speaker_b": "Tomas",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Mira", "dia_id": "D1:1", "text": "I bought a kite."}],
    },
    "sample_id": "talk-1",
}
_HAYSTACK = {
    "question_id": "4f1c",
    "question_type": "single-session-user",
    "question": "What did I plant?",
    "answer": "Leeks",
    "question_date": "2023/05/30 (Tue) 21:56",
    "haystack_session_ids": ["answer_1"],
    "haystack_dates": ["2023/05/20 (Sat) 02:21"],
    "haystack_sessions": [[{"role": "user", "content": "I planted leeks.", "has_answer": True}]],
    "answer_session_ids": ["answer_1"],
}
_LIFE = {
    "sessions": [{"id": "s-1", "timestamp": "2026-04-08T09:14:00Z", "content": "[user] the build is red"}],
    "queries": [{"id": "q-1", "type": "bug", "question": "What was red?", "answer": "the build", "goldSessionIds": ["s-1"]}],
}
_STEPS = {
    "tid": 0,
    "message_list": [
        [{"sid": 0, "user": "I keep bees. (place: Lund; time '2024-10-01 08:00' Tuesday)", "agent": "How many hives?"}],
        [{"sid": 1, "user": "It rained. (place: Lund; time '2024-10-01 09:00' Tuesday)", "agent": "Pity."}],
    ],
    "QA": {
        "qid": 0,
        "question": "What do I keep?",
        "answer": "Bees",
        "target_step_id": [[0, 0]],
        "choices": {"A": "Hens", "B": "Bees", "C": "Goats", "D": "Newts"},
        "ground_truth": "B",
        "time": "'2024-10-02 09:00' Wednesday",
    },
}
_ITEM = {
    "question": "What do I brew?",
    "answer": "Cider",
    "message_evidences": [{"speaker": "User", "text": "I brew cider."}],
    "conversations": [
        {
            "messages": [{"speaker": "User", "text": "I brew cider."}, {"speaker": "Assistant", "text": "Since when?"}],
            "id": "e1",
            "containsEvidence": True,
            "model_name": "m",
        }
    ],
    "category": "Hobbies",
    "scenario_description": "A brewer.",
    "personId": "p1",
}
_CONTEXTS = {"c1": [{"role": "user", "content": "I row at dawn."}, {"role": "assistant", "content": "Brisk."}]}
_ASKED = {
    "persona_id": "0",
    "question_id": "q1",
    "question_type": "recall_user_shared_facts",
    "topic": "sports",
    "user_question_or_message": "When do I row?",
    "correct_answer": "(b)",
    "all_options": "['(a) At noon', '(b) At dawn', '(c) At dusk', '(d) At night']",
    "shared_context_id": "c1",
    "end_index_in_shared_context": "2",
}
#: By format, what a set of it holds: of coding-agent-life, by file.
SAMPLES = {
    "memdaily": {"simple": {"roles": [_TRAJECTORY]}},
    "locomo": [_CONVERSATION],
    "longmemeval": [_HAYSTACK],
    "coding-agent-life": _LIFE,
    "membench": {"simple": {"roles": [_STEPS]}},
    "convomem": {"evidence_items": [_ITEM]},
}
PERSONAMEM = [_ASKED]


def written_csv(path, rows=PERSONAMEM, contexts=_CONTEXTS):
    """Write questions of PersonaMem, and beside them the contexts that they are about; return the path of the questions."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    lines = [json.dumps({name: turns}) for name, turns in contexts.items()]
    path.with_name(path.stem.replace("questions", "shared_contexts") + ".jsonl").write_text("\n".join(lines), encoding="utf-8")
    return path


def written(format, path, content=None):
    """Write a set, a sample if nothing else is given, packed where its name says so; return its path."""
    content = SAMPLES[format] if content is None else content
    if format == "coding-agent-life":
        path.mkdir(exist_ok=True)
        for name, rows in content.items():
            (path / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    else:
        raw = json.dumps(content, indent=2).encode()
        path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def tried(opened):
    """Open a set strictly and leniently, read and check it, or be refused with a message that any file could hold."""
    for lenient in (False, True):
        try:
            source = opened(lenient=lenient)
            structure(*source.audited())
            if not lenient:
                list(source.histories())
                assert all(source.notes().values())
        except DatasetError as error:
            str(error).encode()
