"""Sessions have messages, stand once in a history, and mean one content by one id."""

from auditing import audited, broken, post, seen

from memsim.check.structure.sessions import Sessions


def haystack(number, *sessions):
    """A history of sessions (id, content); one without content has no message."""
    posts = [post(place, content, session=name) for place, (name, content) in enumerate(sessions) if content]
    return audited(number, posts=posts, sessions=tuple((name, content and f"sha of {content}") for name, content in sessions))


def test_each_rule():
    assert broken(seen(Sessions(), haystack(0, ("s1", "a"), ("s2", "")))) == {"session-empty": 1}
    assert broken(seen(Sessions(), haystack(0, ("s1", "a"), ("s2", "b"), ("s1", "a")))) == {"session-repeated": 1}
    assert broken(seen(Sessions(), haystack(0, ("s1", "a"), ("s2", "a")))) == {"session-repeated": 1}
    assert broken(seen(Sessions(), haystack(0, ("s1", "a"), ("s1", "b")))) == {"session-repeated": 1, "session-conflict": 1}
    assert broken(seen(Sessions(), haystack(0, ("", "a"), ("", "b")))) == {"session-repeated": 1, "session-conflict": 1}
    found = seen(Sessions(), haystack(0, ("s1", "a")), haystack(1, ("s2", "c"), ("s1", "b")))
    assert broken(found) == {"session-conflict": 1}
    assert found["session-conflict"].examples == ("h1: s1",)


def test_histories_may_share_sessions_and_empty_ones_are_not_alike():
    assert broken(seen(Sessions(), haystack(0, ("s1", "a")), haystack(1, ("s1", "a")))) == {}
    assert broken(seen(Sessions(), haystack(0, ("s1", ""), ("s2", "")))) == {"session-empty": 2}
    assert broken(seen(Sessions(), haystack(0, ("", "a"), ("s2", "")))) == {"session-empty": 1}


def test_one_that_is_empty_is_told_beside_a_filled_one_of_its_id():
    found = seen(Sessions(), haystack(0, ("s1", "a"), ("s1", "")))
    assert broken(found) == {"session-empty": 1, "session-repeated": 1, "session-conflict": 1}
