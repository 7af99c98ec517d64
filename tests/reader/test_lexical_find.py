from hypothesis import given
from hypothesis import strategies as st

from memsim.reader.lexical.find import CLOSE, worth_reading
from memsim.reader.lexical.terms import is_light, stem, terms

NOISE = [f"bus {n} passed stop {n + 1}" for n in range(500)]


def test_few_texts_are_all_read():
    assert worth_reading(["a", "b", "c"], "x?", ()) == [0, 1, 2]


def test_of_many_texts_those_with_rare_words_of_the_question_or_a_choice_are_read():
    texts = [*NOISE, "the kettle is red", "it was bought second-hand"]
    found = worth_reading(texts, "How did I get the kettle?", ("second-hand", "new"))
    assert {500, 501} <= set(found)
    assert len(found) <= CLOSE


def test_texts_that_share_a_word_with_the_best_are_read():
    texts = [*NOISE, "Anna works in Busan", "my cousin is called Anna"]
    assert {500, 501} <= set(worth_reading(texts, "Who works in Busan?", ()))


def test_numbers_are_found_in_words():
    texts = [*NOISE, "she is forty-one hundredths", "她今年四十一岁"]
    assert {500, 501} <= set(worth_reading(texts, "age?", ("41",)))


def test_where_no_word_is_found_the_first_texts_are_read():
    assert worth_reading(NOISE, "giraffe?", ()) == list(range(CLOSE))


def test_words_are_found_from_their_beginning_only():
    texts = [*NOISE, "the airport", "the port"]
    found = worth_reading(texts, "port?", ())
    assert 501 in found
    assert 500 not in found


words = st.text("abé中国山x1 -\n", max_size=12)


@given(st.lists(words, min_size=CLOSE + 1, max_size=CLOSE + 20), words)
def test_a_text_with_the_only_rare_word_is_found_wherever_it_stands(texts, before):
    for place in (0, len(texts) // 2, len(texts)):
        among = [*texts[:place], f"{before} zebra", *texts[place:]]
        found = worth_reading(among, "zebra?", ())
        assert place in found
        assert found == sorted(set(found))


def test_endings_of_words_do_not_matter():
    assert len({stem(word) for word in ("take", "takes", "taking")}) == 1
    assert len({stem(word) for word in ("party", "parties")}) == 1
    assert stem("as") == "as"


def test_terms_are_words_and_pairs_of_neighbours():
    assert terms("My cousin's kettle") == {"my", "cousin", "kettl", "my cousin", "cousin kettl"}
    assert terms("去北京") == {"去北", "北京", "去北 北京"}


def test_words_that_any_text_may_have_are_light():
    assert all(map(is_light, ("my", "my cousin", "我的", "的猫")))
    assert not any(map(is_light, ("cousin", "北京")))
