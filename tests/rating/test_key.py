import json

import pytest

from memsim.errors import InputError
from memsim.rating.key import Key, Origin, Source, read_key

ORIGIN = {"set": "s", "subject": "messages", "language": "zh", "row": 3, "history_id": "h", "mid": "m1", "gold": {}}
KEY = Key(n=1, seed=0, sets=[Source(name="s", digest="d")], items={"i": Origin(**ORIGIN)})


def test_a_key_is_read_as_it_was_written(tmp_path):
    (tmp_path / "key.json").write_text(KEY.text(), encoding="utf-8")
    assert read_key(tmp_path / "key.json") == KEY


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": 2}, "version: 2: Input should be 1; expected a key of `memsim rate --sheet`"),
        ({"n": "many"}, "n: 'many': Input should be a valid integer"),
        ({"mood": 1}, "mood: 1: Extra inputs are not permitted"),
        ({"items": {"i": {**ORIGIN, "set": "t"}}}, "items.i.set: 't', not one of s"),
        ({"items": {"i": {**ORIGIN, "subject": "gold"}}}, "items.i.subject: 'gold', not one of messages, profiles, questions"),
        ({"items": {"i": {}}}, "items.i.set: {}: Field required"),
    ],
)
def test_a_key_that_says_something_else_is_refused(tmp_path, change, says):
    path = tmp_path / "key.json"
    path.write_text(json.dumps({**KEY.model_dump(), **change}), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_key(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "says"), [(None, "No such file"), (b"{", "Expecting"), (b"\xff", "decode"), (b"[]", "valid dictionary")]
)
def test_what_is_no_key_is_refused(tmp_path, content, says):
    path = tmp_path / "key.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=says):
        read_key(path)
