import pytest

from memsim.llm.replies import parsed_json, spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B", "B"),
        ("<think>A?\n\nOr C?</think>\nB ", "B"),
        ("<thinking>A</thinking>B", "B"),
        ("A or C</think>B", "B"),
        ("<think>A</think>B<think>C</think>", "B"),
        ("<think>never ends: B", ""),
        ("", ""),
    ],
)
def test_thoughts_are_left_out(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"ids": [1]}', {"ids": [1]}),
        ('```json\n{"ids": [1]}\n```', {"ids": [1]}),
        ("```\n[1, 2]\n```", [1, 2]),
        ("<think>{}</think>[1]", [1]),
        ("1, 2", None),
        ('Sure: {"ids": [1]}', None),
        ("", None),
        ("[" * 100_000, None),
    ],
)
def test_json_is_all_that_was_said_or_none(text, expected):
    assert parsed_json(text) == expected
