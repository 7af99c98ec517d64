import pytest

from memsim.records import Answer
from memsim.scoring.answers import KINDS, kind_of

CASES = [
    ("text", "five hours", (), "en", "duration"), ("text", "两个小时", (), "zh", "duration"), ("text", "a whole day", (), "en", "duration"),
    ("text", "27 April", (), "en", "date"), ("text", "4月27日", (), "zh", "date"), ("text", "10 people", (), "en", "number"),
    ("text", "10人", (), "zh", "number"),
    ("text", "411", (), "en", "name"), ("", "411", (), "en", "number"), ("", "0411", (), "en", "name"),
    ("text", "(555) 201-3344", (), "en", "name"),
    ("text", "Gostra Kappa 80", (), "en", "name"), ("text", "two streets away from my flat", (), "en", "name"),
    ("text", "Saturday", (), "en", "name"),
    ("time", "2026-04-20T09:30", (), "en", "moment"), ("time", "7 pm", (), "en", "time"), ("number", "in 12 days", (), "en", "number"),
    ("text", "A, then B, then C", ("A, then B, then C", "B, then A, then C"), "en", "order"),
    ("text", "“甲”，然后是“乙”", ("“甲”，然后是“乙”", "“乙”，然后是“甲”"), "zh", "order"),
    ("text", "my boss, my deputy", ("my boss, my deputy", "my boss"), "en", "set"),
    ("text", "都没有", ("都没有", "我上司", "我上司、我副手"), "zh", "set"),
    ("text", "my boss", ("my boss", "my deputy"), "en", "name"), ("text", "my boss", ("my boss; 5", "my boss, my deputy; 5"), "en", "set"),
    ("", "yes", (), "en", "boolean"), ("", "Not mentioned", (), "en", "absent"), ("duration", "anything", (), "en", "duration"),
]  # fmt: skip


@pytest.mark.parametrize(("stored", "text", "choices", "language", "expected"), CASES)
def test_the_kind_is_told_from_the_text_and_the_choices(stored, text, choices, language, expected):
    number = 12.0 if stored == "number" else None
    assert kind_of(Answer(text, stored, number), choices, language) == expected


def test_every_kind_that_can_be_told_is_named():
    assert {expected for *_, expected in CASES} == set(KINDS)
