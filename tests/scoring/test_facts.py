import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.scoring.facts import covered

BRIDGE = (("m3", "my cousin", "Anna Kim"), ("m5", "Anna Kim", "Busan"))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("My cousin is Anna Kim. She works in Busan.", ["m3", "m5"]),
        ("anna kim: BUSAN", ["m5"]),
        ("Anna  Kim, who is somebody's cousin", ["m3"]),
        ("The user's cousin (Anna Kim).", ["m3"]),
        ("Somebody works in Busan.", []),
        ("Anna Kimble works in Busan", []),
        ("Joanna Kim works in Busan", []),
        ("Anna Kim likes the Busanites", []),
        ("", []),
    ],
)
def test_a_fact_is_there_where_subject_and_value_are_as_whole_words(text, held):
    assert covered(text, BRIDGE) == held


def test_a_fact_may_be_said_in_any_of_its_ways():
    facts = (("m1", "Twin Ladder", "2027-03-12T19:00"), ("m1", "Twin Ladder", "next Friday at 7"))
    assert covered("Twin Ladder is next Friday, at 7!", facts) == ["m1"]
    assert covered("Twin Ladder: 2027-03-12T19:00", facts) == ["m1"]
    assert covered("Twin Ladder is next Saturday at 7", facts) == []


def test_a_message_with_facts_of_several_subjects_needs_them_all():
    facts = (("m1", "Anna", "chess"), ("m1", "Ben", "judo"))
    assert covered("Anna does chess", facts) == []
    assert covered("Anna does chess, Ben judo", facts) == ["m1"]


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("Anna has 15 cats.", "5 cats", False),
        ("Anna has 5 cats.", "5 cats", True),
        ("Anna: 他家有15个人", "5个人", False),
        ("Anna: 他家有5个人", "5个人", True),
        ("Anna: 他家有十三个人", "三个人", False),
        ("Anna: 他家有三个人", "三个人", True),
        ("Anna met Joséphine", "José", False),
        ("Anna met José.", "José", True),
    ],
)
def test_no_number_and_no_word_is_cut(text, value, held):
    assert covered(text, (("m1", "Anna", value),)) == (["m1"] if held else [])


@pytest.mark.parametrize("text", ["我表弟在杭州上班", "用户的表弟在杭州上班。", "表弟：杭州"])
def test_chinese_is_found_anywhere(text):
    assert covered(text, (("m1", "我表弟", "杭州"),)) == ["m1"]
    assert covered(text, (("m1", "我表弟", "北京"),)) == []


@pytest.mark.parametrize(
    ("text", "subject"), [("I live in Busan", "I"), ("The user lives in Busan.", "I"), ("You live in Busan", "I"), ("用户住在Busan", "我")]
)
def test_the_users_own_facts_are_told_in_any_person(text, subject):
    assert covered(text, (("m1", subject, "Busan"),)) == ["m1"]
    assert covered("Anna lives in Busan", (("m1", subject, "Busan"),)) == []


def test_a_value_without_words_is_never_there():
    assert covered("Anna ... !", (("m1", "Anna", "!"),)) == []


@given(st.text(max_size=40), st.text("ab 猫", min_size=1, max_size=6), st.text("cd 狗", min_size=1, max_size=6), st.text(max_size=40))
def test_whatever_stands_around_a_fact_it_is_there(before, subject, value, after):
    if subject.strip() and value.strip():
        assert covered(f"{before} . {subject} , {value} . {after}", (("m9", subject, value),)) == ["m9"]


@given(st.permutations(BRIDGE))
def test_ids_come_in_the_order_of_the_facts(facts):
    assert covered("My cousin Anna Kim works in Busan", tuple(facts)) == [mid for mid, _, _ in facts]
