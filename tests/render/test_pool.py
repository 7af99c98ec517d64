"""The pool of `daily`: many messages, no two alike, and none that says a word of the scenario's."""

import re
import time

import numpy as np
import pytest

from memsim.render.pool import MOST_FILLINGS, Pool
from memsim.spec.vocabulary import vocabulary
from memsim.text.words import mentions

LANGUAGES = ("en", "zh")


@pytest.fixture(scope="module")
def pools(spec):
    return {language: Pool(spec, language) for language in LANGUAGES}


@pytest.fixture(scope="module")
def cores(pools):
    return {language: pool.cores(np.arange(pool.size)).to_pylist() for language, pool in pools.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_many_of_many_kinds_and_no_two_alike(spec, pools, cores, language):
    assert pools[language].size >= 50_000
    assert len(set(cores[language])) == pools[language].size
    assert len(spec.pools[language].kinds) >= 12
    assert min(len(kind.cores) for kind in spec.pools[language].kinds.values()) >= 30
    assert pools[language].size * 0.005 >= MOST_FILLINGS


def _pieces(text):
    return (text[start : start + 5] for start in range(len(text) - 4))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_says_a_value_of_the_scenario(spec, cores, language):
    folded = [core.casefold() for core in cores[language]]
    whole = "\n".join(folded)
    pieces = {
        whole[start : start + 5] for start in range(len(whole))
    }  # few words have all of theirs there, and the whole is long to search
    likely = [(word, plain) for word in vocabulary(spec, language) if pieces.issuperset(_pieces(plain := word.casefold()))]
    suspects = [(word, plain) for word, plain in likely if plain in whole]
    near = [(word, core) for word, plain in suspects for core, text in zip(cores[language], folded, strict=True) if plain in text]
    found = [(word, core) for word, core in near if mentions(core, word)]
    assert found[:5] == []


@pytest.mark.parametrize(("language", "pattern"), [("en", r"\(([2-8]\d\d|9[0-8]\d)\) 555-01\d\d"), ("zh", r"100-[2-9]\d\d5-01\d\d")])
def test_no_number_is_one_that_a_person_could_have(cores, language, pattern):
    assert [core for core in cores[language] if re.search(pattern, core)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_depends_on_its_number_alone(spec, pools, language):
    few, again = pools[language].texts(500).to_pylist(), Pool(spec, language).texts(2000).to_pylist()
    assert again[:500] == few
    numbers = np.array([7, 499, 0])
    assert pools[language].render(numbers).text.to_pylist() == [few[number] for number in numbers]


def test_fifty_thousand_take_no_time(spec):
    start = time.process_time()
    assert len(Pool(spec, "en").texts(50_000)) == 50_000
    assert time.process_time() - start < 2


def test_there_are_not_more_than_there_are(pools):
    with pytest.raises(ValueError, match="of a pool of"):
        pools["en"].texts(pools["en"].size + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_openers_and_tails_are_those_of_the_kinds_topic_and_half_have_one(spec, pools, language):
    made = pools[language].render(np.arange(4000))
    kinds = spec.pools[language].kinds
    for core, opener, tail in zip(made.core.to_pylist(), made.opener.to_pylist(), made.tail.to_pylist(), strict=True):
        topic = kinds[re.fullmatch(r"pool\.(\w+)\[\d+\]", core)[1]].topic
        assert all(end is None or end.startswith(f"{topic}[") for end in (opener, tail))
    for end in (made.opener, made.tail):
        assert 0.46 < end.null_count / 4000 < 0.54


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_can_be_made_again_from_its_ids(pools, language):
    pool = pools[language]
    made = pool.render(np.arange(300))
    columns = (made.core, made.opener, made.tail, made.slots, made.text, made.start, made.end)
    for core, opener, tail, slots, text, start, end in zip(*(column.to_pylist() for column in columns), strict=True):
        assert pool.restate(core, opener, tail, slots) == (text, (start, end))


def test_what_is_not_in_the_pool_is_not_made_again(pools):
    pool = pools["en"]
    for core, slots in (("pool.money[0]", ["Tobiah", "a fortune"]), ("pool.money[0]", ["Tobiah"]), ("pool.money[999]", [])):
        with pytest.raises((KeyError, ValueError)):
            pool.restate(core, None, None, slots)
