"""LoCoMo (Maharana et al., arXiv 2402.17753; snap-research/LoCoMo): a JSON list of conversations between two people, each with its questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from memsim.io.formats.audited import Asked, Audited, Post, content_hash
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Fault, history_of, lacks_answer, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, begins, digest_of, read_json
from memsim.io.formats.times import SPOKEN, read_time
from memsim.records import History

#: By number from 1, what the authors' paper calls the categories; their data does not say (snap-research/locomo#6).
CATEGORIES = ("multi_hop", "temporal", "open_domain", "single_hop", "adversarial")
UNANSWERABLE = "adversarial"
_BESIDE = ("event_summary", "observation", "session_summary")  # what other tasks of theirs use
_ROW = {"sample_id": str, "conversation": dict, "qa": list, **dict.fromkeys(_BESIDE, object)}
_TURN = {"speaker": Text, "dia_id": Text, "text": Text, "blip_caption": Text, **dict.fromkeys(("img_url", "query", "re-download"), object)}
_QA = {"question": Text, "answer": Scalar, "adversarial_answer": Scalar, "evidence": list, "category": int}
_BEGINS = re.compile(rf'\s*\[\s*\{{\s*"({"|".join(_ROW)})"\s*:')
_SESSION = re.compile(r"session_(0|[1-9]\d{0,5})(_date_time)?", re.ASCII)
_REFERENCE = re.compile(r"D\d+:\d+", re.ASCII)


class LoCoMo(Source):
    """A history a conversation, a message a turn.

    Turns, evidence and questions are called after their conversation, ``conv-26/D1:3``: the same D1:3 is in each. A picture that a turn shares
    is told by its caption, as the authors' own memories have it, since questions are about it; what was searched for to find it is not told.
    An adversarial question cannot be answered: its ``adversarial_answer`` is the trap, and never gold, and the ``answer`` that
    two of them have all the same is not measured. The turns listed for it are those of the question it was twisted from: to bring
    them up is measured, as the authors and others do.
    """

    format = "locomo"
    languages = ("en",)
    convention = Convention("turn", 10, ("session_hit@{k}", "session_recall_all@{k}", "recall_all@{k}", "recall@{k}"))
    looked_for = "a .json or .json.gz file with [{sample_id, conversation, qa}]"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        self._file = read_json(path)
        self.digest = digest_of(path)
        if not lenient:
            self._notes = notes(whole(path, self._read, _faults))

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return begins(path, _BEGINS)

    def histories(self) -> Iterator[History]:
        return (history_of(history, of_unanswerable=True) for history in self.audited())

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, self._read)

    def _read(self, faults: Faults) -> Iterator[Audited]:
        return map(_audited, self._file._replace(faults=faults).rows())


def _audited(row: Found) -> Audited:
    fields = row.fields(_ROW, _BESIDE)
    name = fields["sample_id"]
    talk = row.at("conversation", fields["conversation"])
    sessions, dates = _sessions(talk)
    posts: list[Post] = []
    digests = []
    for number, found in sessions.items():
        time = dates.get(number, "")
        session = f"{name}/session_{number}"
        posts += (_post(found.at(place, turn), name, session, time) for place, turn in enumerate(found.value))
        digests.append((session, content_hash(found.value)))
    orphans = [f"{name}/session_{number}_date_time" for number in dates if number not in sessions]
    orphans += [f"{name}/session_{number}, which has no date" for number in sessions if number not in dates]
    questions = row.at("qa", fields["qa"])
    asked = tuple(_asked(questions.at(place, one), name, place) for place, one in enumerate(questions.value))
    return Audited(name, "en", tuple(posts), asked, tuple(orphans), row.row, tuple(digests))


def _sessions(talk: Found) -> tuple[dict[int, Found], dict[int, str]]:
    """Return the sessions and their dates by number, in order."""
    named = {key: match for key in talk.value if (match := _SESSION.fullmatch(key))}
    kinds = {"speaker_a": str, "speaker_b": str, **{key: Text if match[2] else list for key, match in named.items()}}
    fields = talk.fields(kinds)
    ordered = sorted((int(match[1]), key) for key, match in named.items())
    sessions = {number: talk.at(key, fields[key]) for number, key in ordered if not named[key][2]}
    return sessions, {number: fields[key] for number, key in ordered if named[key][2]}


def _post(found: Found, name: str, session: str, time: str) -> Post:
    turn = found.fields(_TURN, ("blip_caption", "img_url", "query", "re-download"))
    text = turn["text"]
    if turn.get("blip_caption"):
        text = f"{text} [shares a picture: {turn['blip_caption']}]".lstrip()
    return Post(f"{name}/{turn['dia_id']}", session, "user", turn["speaker"], text, time, *read_time(time, SPOKEN))


def _asked(found: Found, name: str, place: int) -> Asked:
    fields = found.fields(_QA, ("answer", "adversarial_answer"))
    category = _category(found.at("category", fields["category"]))
    references = found.at("evidence", fields["evidence"]).each(Text)
    malformed = tuple(one for one in references if not _REFERENCE.fullmatch(one))
    return Asked(
        id=f"{name}/q{place}",
        question=fields["question"],
        question_type=category,
        language="en",
        answer=fields.get("answer"),
        evidence=tuple(f"{name}/{part}" for one in references for part in _parts(one)),
        malformed=malformed,
        inside=sum(len(_parts(one)) for one in malformed),
        unanswerable=category == UNANSWERABLE,
        row=f"{found.row}: {found.key}",
    )


def _category(found: Found) -> str:
    """Return a category by its name; empty for what is none."""
    if 1 <= found.value <= len(CATEGORIES):
        return CATEGORIES[found.value - 1]
    found.wrong(f"a category from 1 to {len(CATEGORIES)}")
    return ""


def _parts(reference: str) -> list[str]:
    """Return the ids in a reference: some list several, "D8:6; D9:17"."""
    return [part for part in re.split(r"[;,\s]+", reference) if _REFERENCE.fullmatch(part)]


def _faults(history: Audited, seen: set[str]) -> Iterator[Fault]:
    if history.id in seen or any(map(str.isspace, history.id)):
        yield history.row, "sample_id", history.id, "an id without spaces that no other conversation has"
    mids: set[str] = set()
    places: Counter[str] = Counter()
    for post in history.posts:
        if post.mid in mids or any(map(str.isspace, post.mid.removeprefix(history.id))):
            yield (
                history.row,
                f"{_key(post.session)}[{places[post.session]}].dia_id",
                post.mid,
                "an id without spaces that no other turn of the conversation has",
            )
        mids.add(post.mid)
        places[post.session] += 1
    for session, time in dict.fromkeys((post.session, post.time) for post in history.posts if post.moment is None):
        yield history.row, f"{_key(session)}_date_time", time, "the date of the session, such as 1:56 pm on 8 May, 2023"
    if not mids:
        yield history.row, "conversation", {}, "a conversation with turns"
    for asked in history.asked:
        if not asked.question.strip():
            yield asked.row, "question", asked.question, "a text that is not blank"
        if asked.question_type and lacks_answer(asked):
            yield asked.row, "answer", asked.answer, f"an answer: the question is {asked.question_type}, and not {UNANSWERABLE}"


def _key(session: str) -> str:
    """Return where a session stands in its row."""
    return f"conversation.{session.rpartition('/')[2]}"
