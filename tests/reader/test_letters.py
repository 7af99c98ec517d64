"""Replies as models write them, and the letter that each comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import InputError
from memsim.reader.letters import lettered, parse_choice

CITIES = ("Lisbon", "Busan", "Porto", "New Porto")
NINE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CHINESE = ("青岛", "北京", "成都", "北京路")


def letter(text, choices=CITIES, language="en"):
    """The letter, or the status where there is none."""
    status, found, reason = parse_choice(text, choices, language)
    assert (status == "answered") == bool(found) == (not reason)
    return found or status


@pytest.mark.parametrize(
    "text",
    [
        "B", "b", "(B)", "B.", "b)", "(b)", "**B**", "`B`", "Ｂ", "（B）", "B\n", "[B]", '"B"', "‘B’",
        "B: Busan", "B. Busan", "B) Busan", "b) Busan", "B - Busan", "B, because she said so", "B。", "B.Busan", "(B) Busan",
        "Answer: B", "answer: b", "Answer:\nB", "Answer: (B)", "**Answer:** B", "Answer B", "The answer is B",
        "The answer is B because Anna works there.",
        "The correct answer is: B.", "The correct option is (B).", "The best choice would be B", "The answer to the question is B.",
        "Final answer: B. Busan",
        "The answer is option B", "The answer is 'B'.", "The answer is **B**: Busan", "I choose B", "I would go with B.",
        "I'd pick option B",
        "B is correct.", "Option B is the right one", "B is the answer", "It must be B.",
        "I think that B fits best, since Anna works there.",
        '{"answer":"B"}', '{"answer": "B", "why": "A friend said so"}', '```json\n{"answer": "B"}\n```', '{"choice": "Busan"}',
        '{"letter": "b"}',
        r"\boxed{B}", r"The result is $\boxed{\text{B}}$.", r"\boxed{Busan}",
        "<think>A? C? The answer is C.</think>B", "<think>A or C</think>\n\nThe answer is B.", "It was A or C.</think>B",
        "The answer is A. No, wait: the answer is B.", "Answer: C\n\nOn second thoughts.\n\nAnswer: B",
        "A looks good at first. The answer is B.",
        "Busan", "busan.", "BUSAN!", "It's Busan.", "Anna Kim works in Busan.", "The answer is Busan.", "Answer: Busan",
        "Not Lisbon. The answer is Busan.",
        "Not A but B.", "It is not A, so it must be B.", "A is wrong, C is wrong and D is out: B", "A and C are incorrect. B fits.",
        "I can't pick A. B it is.", "I don't think it's A, so B.",
        "B\n\nA friend told me.", "B\n\nA. is wrong because she moved.", "I cannot be sure, but B.", "I'm sorry, but I can only guess: B",
    ],
)  # fmt: skip
def test_an_english_reply_that_names_b(text):
    assert letter(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "B", "Ｂ。", "答案：B", "答案是B", "答案是 B。", "答案为（B）", "正确答案：B", "正确选项是B", "选B", "我选B。", "应该选择B",
        "选择：B", "选项B", "B是正确的",
        "B正确", "B：北京", "B、北京", "北京", "北京。", "答案是北京", "她在北京上班。", "不是A，也不是C，选B", "排除A和C，答案是B",
        "A不对，C也不对，选B", "抱歉，我只能猜：B",
        "<think>可能是A</think>答案：B", '{"答案": "B"}', "The answer is B",
    ],
)  # fmt: skip
def test_a_chinese_reply_that_names_b(text):
    assert letter(text, CHINESE, "zh") == "B"


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "A friend told me about it.", "I told you.", "A or B", "A and C", "A/B", "A, B", "Answer: A or B",
        "The answer is A or B.", "Either A or C.",
        "E", "Answer: E", "E. Seoul", "The answer is Z.", "Lisbon or Busan", "It is not B.", "A is wrong.", "neither A nor B", "Seoul",
        "hmm", "42", "...",
        "A. Lisbon\nB. Busan\nC. Porto\nD. New Porto", "B: Lisbon", "The answer is B: Lisbon", "Answer: AB", "<think>The answer is B",
        "U.S.A.", "8 A.M.", "Plan-B", "C++",
        "B's", "{}", "[]", "null", '{"answer": null}', "\0",
    ],
)  # fmt: skip
def test_a_reply_that_names_no_choice_for_sure(text):
    assert letter(text) == "unparsed"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I don't know.", "en"), ("I don’t know", "en"), ("I'm sorry, but I do not know.", "en"), ("It is not mentioned.", "en"),
        ("The memories do not mention it: no information.", "en"),
        ("Busan is not mentioned.", "en"), ("This cannot be determined.", "en"), ("不知道", "zh"), ("抱歉，我不知道。", "zh"),
        ("没有提到北京。", "zh"), ("I don't know", "zh"),
    ],
)  # fmt: skip
def test_who_says_that_he_does_not_know_gave_no_answer(text, language):
    choices = CHINESE if language == "zh" else CITIES
    assert parse_choice(text, choices, language) == ("unparsed", "", "says that it does not know")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I cannot help with that.", "en"), ("I can’t answer this.", "en"), ("I'm sorry, but this is private.", "en"),
        ("As an AI, I have no opinion.", "en"),
        ("无法回答这个问题。", "zh"), ("抱歉，这是隐私。", "zh"), ("I'm sorry.", "zh"), ("I cannot share what a friend said.", "fr"),
    ],
)  # fmt: skip
def test_who_will_not_answer_refuses(text, language):
    choices = CHINESE if language == "zh" else CITIES
    assert parse_choice(text, choices, language).status == "refused"


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        ("New Porto", CITIES, "D"),
        ("She lives in New Porto now", CITIES, "D"),
        ("First Porto, then New Porto", CITIES, "unparsed"),
        ("北京路", CHINESE, "D"),
        ("在北京路上", CHINESE, "D"),
        ("Answer: A", CITIES, "A"),
        ("A", CITIES, "A"),
        ("A because she said so", CITIES, "A"),
        ("I think A", CITIES, "A"),
        ("A is right", CITIES, "A"),
        ("选A", CHINESE, "A"),
        ("She takes vitamin C.", ("iron", "vitamin C", "zinc", "vitamin D"), "B"),
        ("Answer: vitamin C", ("iron", "vitamin C", "zinc", "vitamin D"), "B"),
        ("Answer: A little bird", ("a big bird", "a little bird"), "B"),
        ("53.3", ("53.3", "53", "3", "100.0"), "A"),
        ("It is 53 on average.", ("53.3", "53", "3", "100.0"), "B"),
        ("It is 53.4 on average.", ("53.3", "53", "3", "100.0"), "unparsed"),
        ("1,000 people", ("1 person", "1000 people", "10 people"), "B"),
        ("twelve is 12", ("2", "12", "1"), "B"),
        ("-5", ("5", "-5"), "B"),
        ("十一", ("一", "十一"), "B"),
        ("Lomenta X12, 10 people", ("Gostra Kappa 80; 10 people", "Lomenta X12; 10 people"), "B"),
        ("A+", ("A+", "A-", "B+", "B-"), "A"),
        ("Answer: B", ("A", "D", "B", "C"), "B"),
        ("Not stated", ("Busan", "Not stated"), "B"),
        ("C", ("yes", "no"), "unparsed"),
        ("I", NINE, "I"),
        ("I think B", NINE, "B"),
        ("same", ("Same", "same."), "unparsed"),
        ("anna.kim@mail.example", ("anna.kim@mail.example", "a.kim@mail.example"), "A"),
    ],
)  # fmt: skip
def test_letters_and_texts_of_choices_are_told_apart(text, choices, expected):
    assert letter(text, choices) == expected


PIECES = st.sampled_from([
    "A", "B", "E", "Answer:", "answer is", "not", "Busan", "New Porto", "选", "答案", "不是", "<think>", "</think>", "\\boxed{",
    "(", ")", ".", ",", "or", "和", "\n", '"answer":', "I cannot", "Ａ", "’",
])  # fmt: skip


@given(
    text=st.one_of(st.text(), st.lists(PIECES).map(" ".join), st.lists(PIECES).map("".join)),
    choices=st.lists(st.one_of(st.text(), st.sampled_from(CITIES)), max_size=5).map(tuple),
    language=st.sampled_from(["en", "zh", "", "fr"]),
)
def test_any_reply_comes_to_a_letter_of_the_choices_or_to_a_reason(text, choices, language):
    status, found, reason = parse_choice(text, choices, language)
    assert status in {"answered", "unparsed", "refused"}
    assert (status == "answered") == (found in [name for name, _ in lettered(choices)]) == (not reason)


@given(
    place=st.integers(0, 3),
    form=st.sampled_from(["{}", "({})", "{}.", "Answer: {}", "答案：{}", "The answer is {}.", '{{"answer": "{}"}}', "选{}"]),
)
def test_each_letter_is_read_as_the_others_are(place, form):
    assert letter(form.format("ABCD"[place])) == "ABCD"[place]


def test_more_choices_than_letters_are_refused():
    with pytest.raises(InputError, match="27 choices"):
        lettered(["x"] * 27)
