"""Questions: from ids and slots to text and back, for every phrase there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import languages

from memsim.render.phrases import PhraseBook
from memsim.render.question import Asked, ask_key, parse, part_text, question, subject_key

SUBJECTS = st.sampled_from(["my cousin", "Anna O'Neil", "my boss, my aunt and Bo", "王伟", "{odd}", "a+b/c:d"])


@pytest.fixture(scope="module")
def books(spec):
    """The phrases of each language, compiled."""
    made = {language: PhraseBook(file) for language, file in spec.phrases.items()}
    for language, book in made.items():
        book.file = spec.phrases[language]
    return made


def lists_of(book, tree=None, prefix=""):
    """Return every list of question phrases by its key, from the file as it was read."""
    tree = book.file.questions.model_dump() if tree is None else tree
    if isinstance(tree, list):
        return {prefix: tree}
    return {key: found for name, branch in tree.items() for key, found in lists_of(book, branch, f"{prefix}.{name}".strip(".")).items()}


def keys_of(book):
    """Return (asking ids, identifying ids, counting ids, joining ids, chatter before, chatter after)."""
    ids = {key: [f"{key}[{place}]" for place in range(len(phrases))] for key, phrases in lists_of(book).items()}

    def under(*prefixes):
        return [one for key, found in ids.items() for one in found if key.partition(".")[0] in prefixes]

    return (
        under("ask", "transform"),
        under("bridge", "extreme"),
        under("count"),
        under("hybrid"),
        ids["chatter.before"],
        ids["chatter.after"],
    )


@st.composite
def parts(draw, book):
    """One part of a question: any phrase that asks, for any subject."""
    asking, identifying, counting, *_ = keys_of(book)
    kind = draw(st.sampled_from(["plain", "identified", "count"]))
    if kind == "count":
        return Asked(draw(st.sampled_from(counting)), (draw(SUBJECTS), draw(SUBJECTS)))
    phrase = draw(st.sampled_from(asking))
    return Asked(phrase if kind == "plain" else f"{phrase}/{draw(st.sampled_from(identifying))}", (draw(SUBJECTS),))


@settings(max_examples=200)
@given(st.data(), languages)
def test_ids_and_slots_give_the_question_again(books, data, language):
    book = books[language]
    *_, joining, before, after = keys_of(book)
    asked = data.draw(st.lists(parts(book), min_size=1, max_size=2))
    hybrid = data.draw(st.sampled_from(joining)) if len(asked) == 2 else None
    chatter = data.draw(st.none() | st.tuples(st.sampled_from(before), st.sampled_from(after)))
    made = question(book, asked, hybrid, chatter)
    assert parse(made.core, made.slots) == (asked, hybrid)
    again = question(book, *parse(made.core, made.slots), (made.opener, made.tail) if made.opener else None)
    assert again == made


@settings(max_examples=200)
@given(st.data(), languages)
def test_the_core_stands_in_its_span_and_the_chatter_around_it(books, data, language):
    book = books[language]
    *_, before, after = keys_of(book)
    asked = [data.draw(parts(book))]
    plain = question(book, asked, None, None)
    ends = (data.draw(st.sampled_from(before)), data.draw(st.sampled_from(after)))
    noisy = question(book, asked, None, ends)
    assert plain.core_span == (0, len(plain.text))
    assert noisy.text[slice(*noisy.core_span)] == plain.text
    assert noisy.text == book.space.join([book.raw(ends[0]), plain.text, book.raw(ends[1])])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_phrase_leaves_a_brace_or_loses_a_slot(books, language):
    book = books[language]
    asking, identifying, counting, joining, before, after = keys_of(book)
    asked = [Asked(phrase, ("SUBJECT",)) for phrase in asking]
    asked += [Asked(f"{asking[0]}/{phrase}", ("SUBJECT",)) for phrase in identifying]
    asked += [Asked(phrase, ("SUBJECT", "NUMBER")) for phrase in counting]
    for one in asked:
        text = part_text(book, one)
        assert not set("{}") & set(text), text
        assert [slot for slot in one.slots if slot not in text] == []
        assert text[0] == text[0].upper()
    for phrase in joining:
        text = question(book, asked[:2], phrase, None).text
        assert part_text(book, asked[0]) in text
        assert part_text(book, asked[1]) in text
        assert not set("{}") & set(text)
    assert [phrase for phrase in (*before, *after) if set("{}") & set(book.raw(phrase))] == []


def test_chinese_questions_have_no_spaces_of_their_own(books):
    book = books["zh"]
    for keys in keys_of(book):
        assert [book.raw(key) for key in keys if " " in book.raw(key)] == []
    assert question(book, [Asked("ask.age[0]", ("王伟",))], None, ("chatter.before[0]", "chatter.after[0]")).text.count(" ") == 0


@pytest.mark.parametrize(("items", "en", "zh"), [
    (["A"], "A", "A"),
    (["A", "B"], "A and B", None),
    (["A", "B", "C", "D"], "A, B, C and D", None),
])  # fmt: skip
def test_enumerations(books, items, en, zh):
    assert books["en"].enumerate(items) == en
    assert zh is None or books["zh"].enumerate(items) == zh
    assert " " not in books["zh"].enumerate(items)


def test_subjects_are_worded_by_topic(books):
    assert books["en"].subject("roles", "role", "cousin") == "my cousin"
    assert books["en"].subject("roles", "name", "Anna Kim") == "Anna Kim"
    assert books["en"].subject("places", "role", "gym") == "my usual gym"


@pytest.mark.parametrize(("attribute", "transform", "predicate", "key"), [
    ("age", None, None, "ask.age"),
    ("age", None, "above", "count.age.above"),
    ("email", "suffix", None, "transform.suffix.email"),
])  # fmt: skip
def test_what_is_asked_names_a_list(attribute, transform, predicate, key):
    assert ask_key(attribute, transform, predicate) == key


@pytest.mark.parametrize(("bridge", "extreme", "scope", "key"), [
    ("hobby", None, 1, "bridge.hobby"),
    (None, ("age", "max"), 2, "extreme.age.max.two"),
    (None, ("age", "min"), 3, "extreme.age.min.more"),
    (None, None, 4, None),
])  # fmt: skip
def test_what_identifies_names_a_list(bridge, extreme, scope, key):
    assert subject_key(bridge, extreme, scope) == key


def test_every_uniform_picks_a_phrase_and_each_phrase_is_picked(books):
    book = books["en"]
    size = len(lists_of(book)["ask.age"])
    picked = [book.pick("ask.age", number / 1000) for number in range(1000)]
    assert set(picked) == {f"ask.age[{place}]" for place in range(size)}
    assert max(map(picked.count, set(picked))) - min(map(picked.count, set(picked))) <= 1


def test_opposite_extremes_and_predicates_share_no_phrase(books):
    """Nothing that asks for the larger may be read as asking for the smaller."""
    for book in books.values():
        lists = lists_of(book)
        for key, phrases in lists.items():
            for one, other in (("max", "min"), ("above", "below")):
                opposite = lists.get(key.replace(f".{one}", f".{other}"), [])
                assert key == key.replace(f".{one}", f".{other}") or not set(phrases) & set(opposite)
