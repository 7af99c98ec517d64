"""Names of speakers are such as chats may have, and who lost theirs is counted."""

import pytest
from harnesses import json_lines
from histories import history, item, message

from memsim.conversion.registry import output
from memsim.errors import InputError


@pytest.mark.parametrize(
    ("speaker", "name", "lost"),
    [
        ("user", None, 0),
        ("Ann", "Ann", 0),
        ("朴", "朴", 0),
        ("Anna Kim", "Anna_Kim", 1),
        ("a <b>|c\\d/e", "a_b_c_d_e", 1),
        ("x" * 64, "x" * 64, 0),
        ("x" * 65, "x" * 64, 1),
    ],
)
def test_a_name_is_spelled_as_a_chat_may_have_it(tmp_path, speaker, name, lost):
    found, writer = history([message(0, "Hi.", speaker=speaker)], [item()]), output("chat")
    writer.write(iter([found]), tmp_path / "set.jsonl")
    ((said, _),) = (row["messages"] for row in json_lines(tmp_path / "set.jsonl"))
    assert said.get("name") == name
    assert writer.altered(found) == {"speakers of messages": lost}


def test_a_role_that_no_chat_has_is_refused(tmp_path):
    with pytest.raises(InputError, match="history h: message m0: role: 'tool'; expected one of user, assistant, system"):
        output("chat").write(iter([history([message(0, role="tool")], [item()])]), tmp_path / "set.jsonl")
