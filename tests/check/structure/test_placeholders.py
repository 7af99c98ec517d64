"""What generators, templates and models leave behind is found; what merely looks a little like it is not."""

import pytest
from auditing import asked, audited, broken, post, seen
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.structure import placeholders
from memsim.check.structure.placeholders import Placeholders

LEFT = {
    "failed-generation": ["[ERRORQ]", "Well: [ERRORA]", "[ERROR]", "[无效输出]"],
    "unfinished": ["TODO", "The name is TBD.", "FIXME later"],
    "nothing": ["N/A", "It's N/A here.", "null", "none", " NaN ", "undefined", "#REF!", "[]", "{}"],
    "filler": ["Lorem ipsum dolor sit amet"],
    "slot": ["My {relation} lives in Porto.", "Hi {{ name }}!", "${user}", "%(city)s", "Dear [Your Name],", "[insert date here]", "<name>"],
    "model-speaking": ["As an AI language model, I can't.", "作为一个AI，我无法回答。", "作为人工智能助手"],
}
FINE = [
    "Nonetheless, no news.",
    "I have a todo list.",
    "My null hypothesis was wrong.",
    "nano",
    "None",
    "Nan lives in Porto.",
    "x < y > z",
    "It costs $5 and 10 % more.",
    "He works as an air traffic controller.",
    "作为老师，他很忙。",
    "[laughs] yes",
    "{1, 2, 3}",
    "1/A",
]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in LEFT.items() for text in texts])
def test_a_placeholder_is_found_with_its_kind(kind, text):
    found = seen(Placeholders(), audited(posts=[post(0), post(1, text)]))["placeholder"]
    assert (found.found, found.detail) == (1, {kind: 1})
    assert found.examples[0].startswith("h0: m1: ")


@pytest.mark.parametrize("text", FINE)
def test_other_texts_pass(text):
    assert broken(seen(Placeholders(), audited(posts=[post(0, text)]))) == {}


def test_questions_answers_and_choices_are_looked_at():
    fields = [{"question": "[ERRORQ]"}, {"answer": "[ERRORA]"}, {"choices": ("one", "two", "N/A", "four")}]
    found = seen(Placeholders(), audited(questions=[asked(number, **change) for number, change in enumerate(fields)]))["placeholder"]
    assert found.found == 3
    assert found.tested == 3 + 3 * 6
    assert [example.partition(":")[0] for example in found.examples] == ["q0", "q1", "q2"]


pieces = st.sampled_from([text for texts in LEFT.values() for text in texts] + FINE) | st.text(max_size=30)


@given(pieces, pieces)
def test_the_quick_search_passes_over_nothing(before, after):
    text = f"{before}{after}"
    with_hints = seen(Placeholders(), audited(posts=[post(0, text)], questions=[]))["placeholder"].found
    assert with_hints == (placeholders._ANY.search(text) is not None)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000", "\u200b", "\ufeff \u00ad"])
def test_blank_messages_and_questions_are_found(text):
    found = seen(Placeholders(), audited(posts=[post(0), post(1, text)], questions=[asked(0, question=text), asked(1)]))
    assert broken(found) == {"text-blank": 2}
    assert found["text-blank"].tested == 4
    assert found["text-blank"].examples == ("h0: m1", "q0")
