"""No id stands twice where it must tell one thing from another."""

from auditing import asked, audited, broken, post, seen

from memsim.check.structure.ids import Ids


def test_each_kind_of_id_is_looked_at():
    assert broken(seen(Ids(), audited(posts=[post(1), post(2), post(1, "again")]))) == {"message-id-repeated": 1}
    assert broken(seen(Ids(), audited(0), audited(1, id="h0"))) == {"history-id-repeated": 1}
    found = seen(Ids(), audited(0), audited(1, questions=[asked(1), asked(0)]))
    assert broken(found) == {"question-id-repeated": 1}
    assert found["question-id-repeated"].examples == ("q0 again at row 0",)


def test_messages_of_two_histories_may_share_ids():
    found = seen(Ids(), *map(audited, range(5)))
    assert broken(found) == {}
    assert [found[name].tested for name in ("message-id-repeated", "history-id-repeated", "question-id-repeated")] == [15, 5, 5]
