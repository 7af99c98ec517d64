from histories import history, message

from memsim.measure.given import Given


def test_ids_say_nothing_and_lead_back():
    own = history([message(number, f"text {number}", session=session) for number, session in enumerate(["gold", "other", "gold"])])
    own = history([one._replace(mid=mid) for one, mid in zip(own.messages, ["evidence-7", "noise-1", "pool-3"], strict=True)])
    given = Given(own)
    assert [(one.mid, one.session) for one in given.messages] == [("m0", "s0"), ("m1", "s1"), ("m2", "s0")]
    assert [one[2:] for one in given.messages] == [one[2:] for one in own.messages]
    assert given.mids == {"m0": "evidence-7", "m1": "noise-1", "m2": "pool-3"}
    assert given.by_mid["noise-1"] is own.messages[1]


def test_what_memories_are_given_is_made_once():
    given = Given(history(3))
    assert given.messages is given.messages
