from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import InputError
from memsim.reader.lexical import LexicalReader
from memsim.records import Asked, Passage

READER = LexicalReader()
CITIES = ("Busan", "Oslo", "Lima", "Cairo")


def letter(question, choices, *texts, time="", language="en", asked_at="2027-03-20T10:00", seed=0):
    passages = [text if isinstance(text, Passage) else Passage(text, time) for text in texts]
    return READER.read(Asked(question, asked_at, language, choices), passages, seed).answer


def test_the_choice_that_is_told_is_picked():
    assert letter("Where does my aunt live?", CITIES, "My aunt lives in Lima.") == "C"


def test_of_choices_that_are_all_told_the_one_told_of_the_subject_is_picked():
    told = [f"My {who} lives in {city}." for who, city in zip(("boss", "aunt", "cousin", "neighbour"), CITIES, strict=True)]
    assert letter("Where does my aunt live?", CITIES, *told) == "B"
    assert letter("Which city is home to my cousin?", CITIES, *told) == "C"


def test_a_name_links_two_passages():
    told = [
        "Anna Kim works in Busan, of all places.",
        "Carl Ruiz works in Oslo.",
        "My cousin is called Anna Kim. You never know.",
        "My uncle is called Carl Ruiz. You never know.",
        "My uncle is fond of chess.",
        "My cousin is mad about bouldering.",
    ]
    hobbies = ("chess", "baking", "choir", "bouldering")
    assert letter("The person who works in Busan: what's their hobby?", hobbies, *told) == "D"
    assert letter("The person who works in Oslo: what's their hobby?", hobbies, *told) == "A"


def test_chinese_is_read_without_spaces():
    told = ["我表姐在大连上班。", "我舅舅在苏州上班。", "我舅舅最近迷上了围棋。", "我表姐最近迷上了陶艺。"]
    hobbies = ("围棋", "陶艺", "书法", "滑冰")
    assert letter("我舅舅在哪儿上班？", ("大连", "苏州", "兰州", "青岛"), *told, language="zh") == "B"
    assert letter("在大连上班的那个人有什么爱好？", hobbies, *told, language="zh") == "B"


@pytest.mark.parametrize(
    ("choices", "text", "right"),
    [
        (("34", "43", "3", "4"), "My aunt is forty-three.", "B"),
        (("183 cm", "138 cm", "83 cm", "188 cm"), "My aunt is 1.83 m tall.", "A"),
        (("29 March", "9 May", "29 May", "28 May"), "My aunt's birthday is May the 29th.", "C"),
        (("90 minutes", "60 minutes", "30 minutes", "2 hours"), "My aunt needs an hour and a half.", "A"),
        (("五月二十九日", "五月十九日", "九月二十日", "三月九日"), "我阿姨5月29号过生日。", "A"),
        (("一米八三", "一米三八", "一米八", "一米七"), "我阿姨183厘米高。", "A"),
    ],
)
def test_numbers_and_dates_are_found_in_other_forms(choices, text, right):
    assert letter("What about my aunt? 我阿姨呢？", choices, text) == right


DAYS = ("Monday 8 March 2027, 7 pm", "Friday 12 March 2027, 7 pm", "Friday 19 March 2027, 7 pm", "Friday 12 March 2027, 9 am")


@pytest.mark.parametrize(("text", "right"), [("The choir meets next Friday at 7 pm.", "B"), ("The choir meets next Friday at 9 am.", "D")])
def test_days_are_told_from_the_day_of_the_passage(text, right):
    assert letter("When does the choir meet?", DAYS, text, time="2027-03-03T09:00") == right


def test_yesterday_is_the_day_before_the_passage():
    assert (
        letter("When did I run?", ("4 May 2027", "3 May 2027", "2 May 2027", "1 May 2027"), "I ran yesterday.", time="2027-05-03T09:00")
        == "C"
    )


def test_choices_of_several_parts_are_judged_part_by_part():
    choices = ("Oslo; chess", "Oslo; baking", "Lima; chess", "Lima; baking")
    assert letter("Where is my aunt? And my uncle's hobby?", choices, "My aunt is in Lima.", "My uncle's hobby is baking.") == "D"


def test_a_word_of_the_question_says_little_for_a_choice():
    asked = "What is the job of the person at the Dalian Savings Bank?"
    told = ["My uncle is with the Dalian Savings Bank.", "My uncle is a cashier."]
    assert letter(asked, ("bank cashier", "bank teller", "savings adviser", "guard"), *told) == "A"


def test_who_speaks_counts():
    told = [Passage("I moved to Lima.", speaker="Ben"), Passage("I moved to Oslo.", speaker="Maya")]
    assert letter("Where did Maya move?", CITIES, *told) == "B"


def test_an_answer_is_found_among_many_passages():
    noise = [f"The number {n} bus was {n % 7} minutes late near stop {n % 50} again." for n in range(3000)]
    told = [
        "Anna Kim works in Busan.",
        "My cousin's name is Anna Kim.",
        "My cousin is mad about bouldering.",
        "My boss is mad about chess.",
    ]
    texts = [*noise[:900], told[0], *noise[900:1500], told[1], told[3], *noise[1500:], told[2]]
    assert letter("The person who works in Busan: what are they mad about?", ("chess", "baking", "bouldering", "choir"), *texts) == "C"


def test_without_passages_no_letter_is_favoured():
    counts = Counter(letter(f"Question {number}?", CITIES) for number in range(2000))
    assert set(counts) == set("ABCD")
    assert all(430 < count < 570 for count in counts.values())  # 500 expected; 3.6 standard deviations


def test_choices_that_are_told_alike_are_drawn_by_question_and_seed():
    told = " ".join(f"{city}." for city in CITIES)
    by_seed = Counter(letter("Where?", CITIES, told, seed=seed) for seed in range(400))
    by_question = Counter(letter(f"Where, {number}?", CITIES, told) for number in range(400))
    for counts in (by_seed, by_question):
        assert set(counts) == set("ABCD")
        assert max(counts.values()) < 140


texts = st.text("ab 中一二.!?;0129", max_size=30)


@given(texts, st.lists(texts, min_size=1, max_size=6), st.lists(texts, max_size=8), st.integers(0, 3))
def test_the_answer_is_one_of_the_letters_and_always_the_same(question, choices, passages, seed):
    asked = Asked(question, "2027-03-20T10:00", "zh", tuple(choices))
    recalled = [Passage(text, "2027-03-01T10:00") for text in passages]
    first, again = (READER.read(asked, recalled, seed) for _ in range(2))
    assert first == again
    assert first.status == "answered"
    assert first.answer in "ABCDEF"[: len(choices)]
    assert first.raw == choices["ABCDEF".index(first.answer)]


@given(st.permutations(range(4)))
def test_the_order_of_the_choices_does_not_matter(order):
    told = ["My boss lives in Oslo.", "My aunt lives in Lima."]
    choices = tuple(CITIES[place] for place in order)
    assert choices["ABCD".index(letter("Where does my aunt live?", choices, *told))] == "Lima"


def test_more_choices_than_letters_are_refused():
    with pytest.raises(InputError, match="27 choices"):
        letter("Which?", tuple(map(str, range(27))), "7")


def test_what_a_manifest_keeps():
    assert READER.identity()["name"] == "lexical"
    assert READER.concurrency == 1
