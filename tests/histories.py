"""Small histories with questions, and memories that stored them: shared by the tests of memories and of what measures them."""

from memsim.memory.protocol import Shared
from memsim.records import Answer, History, Item, Message, Question, Truth


def message(number, text="", **fields):
    told = {"session": "s", "role": "user", "speaker": "User", "time": f"2027-03-{1 + number // 24:02}T{number % 24:02}:00"} | fields
    return Message(f"m{number}", text=text, **told)


def stored(memory, texts):
    """A memory that took in texts and settled; a class is given an empty `Shared`."""
    memory = memory(Shared()) if isinstance(memory, type) else memory
    for number, text in enumerate(texts):
        memory.store(message(number, text))
    settle = getattr(memory, "settle", None)
    if settle is not None:
        settle()
    return memory


def mids(recalled):
    return [one.sources[0] for one in recalled]


def item(number=0, evidence=("m0",), **fields):
    """A question with its truth; fields of either may be given."""
    truth = {name: fields.pop(name) for name in ("target", "answers", "axes", "facts") if name in fields}
    asked = {
        "id": f"q{number}",
        "history_id": "h",
        "language": "en",
        "question_type": "single_hop",
        "topic": "roles",
        "noisy": False,
        "question": f"Question {number}?",
        "question_time": "",
        "choices": (),
    } | fields
    return Item(Question(**asked), Truth(tuple(evidence), **{"target": None, "answers": (Answer("yes"),)} | truth))


def history(messages=4, items=(), name="h"):
    """A history of so many messages, or of those given."""
    if isinstance(messages, int):
        messages = [message(number, f"text {number}") for number in range(messages)]
    return History(name, "en", tuple(messages), tuple(items))
