"""Where a text names a subject, and which sex its word or name gives."""

import pytest

from memsim.render.guard.lists import read_lists
from memsim.render.guard.sexes import Sexes
from memsim.render.guard.subjects import Subjects


@pytest.fixture(scope="module")
def subjects(spec):
    return {name: Subjects(spec.phrases[name].wording, read_lists(name)) for name in ("en", "zh")}


def names(subjects, subject, text):
    return bool(subjects.finder(subject)(text.lower()))


@pytest.mark.parametrize(
    "text", ["my cousin is here", "The cousin is here", "this cousin of mine, my cousin", "MY COUSIN", "cousin is here"]
)
def test_somebody_is_named_by_what_they_are_to_the_user(subjects, text):
    assert names(subjects["en"], "my cousin", text)


@pytest.mark.parametrize(
    "text", ["his cousin is here", "your cousin", "a cousin", "Anna's cousin", "another cousin", "my cousins", "my uncle"]
)
def test_somebody_elses_is_another(subjects, text):
    assert not names(subjects["en"], "my cousin", text)


def test_a_name_is_found_whole(subjects):
    assert names(subjects["zh"], "柯砺S6", "柯砺 S6颜色好看")
    assert names(subjects["en"], "my sister-in-law", "my sister in law's phone")
    assert names(subjects["en"], "Anna Kim", "I know Anna Kim, and Ms Anna Kim's job")
    assert not names(subjects["en"], "Anna Kim", "Anna, and Hanna Kim, and Anna Kimball")


def test_a_role_is_told_from_a_name(subjects):
    assert subjects["en"].role("my cousin") == "cousin"
    assert subjects["en"].role("Anna Kim") == ""
    assert subjects["zh"].role("我表哥") == "表哥"


def test_words_and_names_give_a_sex(spec, subjects):
    sexes = Sexes(spec, "en", read_lists("en").sexes, subjects["en"])
    assert sexes.given(["my uncle"]) == {"male"}
    assert sexes.given(["my aunt", "my uncle"]) == {"female", "male"}
    assert sexes.given(["my boss", "Xyzzy Kim", ""]) == set()
    assert sexes.given(["Jennifer Schmidt"]) == {"female"}


def test_a_given_name_stands_last_in_chinese(spec, subjects):
    sexes = Sexes(spec, "zh", read_lists("zh").sexes, subjects["zh"])
    assert sexes.given(["李艳红"]) == {"female"}
    assert sexes.given(["我舅舅"]) == {"male"}
    assert sexes.given(["我领导"]) == set()
