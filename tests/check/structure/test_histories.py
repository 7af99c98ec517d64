"""Histories that stand twice or nearly so are found, as by comparing every pair."""

from auditing import audited, broken, post, seen
from hypothesis import given
from hypothesis import strategies as st

from memsim.check.structure.histories import Histories, near_pairs

sets = st.lists(st.sets(st.integers(0, 12), min_size=1, max_size=8) | st.sets(st.integers(0, 30), min_size=9, max_size=25), max_size=12)


def of(number, texts):
    return audited(number, posts=[post(place, text) for place, text in enumerate(texts)])


@given(sets, st.sampled_from([0.5, 0.75, 0.9, 1.0]))
def test_pairs_are_those_of_comparing_all(made, share):
    expected = {}
    for place, one in enumerate(made):
        for other in range(place):
            both = len(one & made[other]) / max(len(one), len(made[other]))
            if both >= share:
                expected.setdefault(place, (other, both))
    assert {place: (other, both) for place, other, both in near_pairs([sorted(one) for one in made], share)} == expected


def test_the_same_messages_in_order_are_the_same_history():
    texts = [f"text {number}" for number in range(10)]
    found = seen(Histories(), of(0, texts), of(1, ["else"]), of(2, texts), of(3, texts))
    assert broken(found) == {"history-repeated": 2}
    assert found["history-repeated"].examples == ("h2 is h0", "h3 is h0")


def test_nine_messages_of_ten_are_near_and_eight_are_not():
    texts = [f"Text {number}." for number in range(10)]
    ninth = [*(text.lower().rstrip(".") for text in texts[:9]), "Another."]
    found = seen(Histories(), of(0, texts), of(1, ninth))
    assert broken(found) == {"history-near": 1}
    assert found["history-near"].examples == ("h1 shares 90% with h0",)
    assert broken(seen(Histories(), of(0, texts), of(1, [*texts[:8], "Another.", "And one."]))) == {}


def test_another_order_is_near():
    texts = [f"text {number}" for number in range(10)]
    assert broken(seen(Histories(), of(0, texts), of(1, texts[::-1]))) == {"history-near": 1}


def test_a_history_without_messages_is_like_no_other():
    assert broken(seen(Histories(), of(0, []), of(1, []))) == {}
