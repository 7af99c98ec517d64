import pytest
from filling import text_of

from memsim.errors import InputError
from memsim.rating.filled import Given, read_filled
from memsim.rating.key import Key, Origin, Source
from memsim.rating.papers import COLUMNS
from memsim.rating.scales import FIVE, YES_NO

KEY = Key(
    n=1,
    seed=0,
    sets=[Source(name="s", digest="d")],
    items={
        name: Origin(set="s", subject=subject, language="en", row=0, history_id="h", mid="", gold={})
        for name, subject in (("m", "messages"), ("p", "profiles"), ("q", "questions"))
    },
)
NAMES = [("m", one) for one in ("fluency", "rationality", "naturalness", "informativeness")]
NAMES += [("p", "rationality"), *(("q", one) for one in ("answer", "choice", "evidence"))]
WHOLE = [{"item": item, "criterion": criterion, "rating": "yes" if item == "q" else "4", "comment": ""} for item, criterion in NAMES]


def read(tmp_path, text):
    path = tmp_path / "ann.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_filled(path, KEY)


def refusal(tmp_path, text):
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    said = str(refused.value)
    assert said.startswith(f"{tmp_path / 'ann.csv'}: ")
    assert "\n" not in said
    return said.removeprefix(f"{tmp_path / 'ann.csv'}: ")


def changed(place, **cells):
    return text_of([{**row, **cells} if number == place else row for number, row in enumerate(WHOLE)])


def test_each_rating_is_read_with_its_comment(tmp_path):
    found = read(tmp_path, changed(2, comment=' so "so", \n好 '))
    assert list(found) == NAMES
    assert found["m", "fluency"] == Given(FIVE.answers[3], "")
    assert found["m", "naturalness"] == Given(FIVE.answers[3], 'so "so", \n好')
    assert found["q", "choice"] == Given(YES_NO.answers[0], "")


@pytest.mark.parametrize(
    ("saved", "meant"), [("'=1+1", "=1+1"), ("'- odd", "- odd"), ("'tis odd", "'tis odd"), ("=1", "=1"), ("''=1", "''=1")]
)
def test_what_guards_a_comment_from_spreadsheets_is_taken_off(tmp_path, saved, meant):
    assert read(tmp_path, changed(0, comment=saved))["m", "fluency"].comment == meant


def test_what_is_blank_or_left_out_is_not_rated(tmp_path):
    found = read(tmp_path, text_of([{**WHOLE[0], "rating": " ", "comment": "hm"}, WHOLE[4]]))
    assert list(found) == NAMES
    assert [place for place, given in found.items() if given.answer] == [("p", "rationality")]
    assert found["m", "fluency"] == Given(None, "hm")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("columns", [("item", "criterion", "rating", "comment"), COLUMNS, ("comment", "rating", "criterion", "item")])
def test_it_may_come_from_any_spreadsheet(tmp_path, delimiter, columns):
    text = text_of(reversed(WHOLE), columns, delimiter)
    expected = read(tmp_path, text_of(WHOLE))
    for odd in (text, text.removeprefix("\ufeff"), text.replace("\r\n", "\n"), text + delimiter * (len(columns) - 1) + "\r\n\r\n"):
        assert read(tmp_path, odd) == expected


def test_instructions_are_passed_over(tmp_path):
    told = [{"shown": "Rating sheet\nRead, then rate."}, *WHOLE, {"shown": "Questions"}]
    assert read(tmp_path, text_of(told, COLUMNS)) == read(tmp_path, text_of(WHOLE))


@pytest.mark.parametrize(
    ("place", "cells", "says"),
    [
        (0, {"item": "x"}, "row 2, column 'item': 'x'; expected an item of the key"),
        (3, {"item": ""}, "row 5, column 'item': ''; expected an item of the key"),
        (4, {"criterion": "fluency"}, "row 6, column 'criterion': 'fluency'; expected one of rationality for p"),
        (1, {"criterion": "fluency"}, "row 3, column 'criterion': 'fluency'; expected each criterion of an item once; row 2 has m already"),
        (2, {"rating": "6"}, "row 4, column 'rating': '6'; expected one of 1, 2, 3, 4, 5, or nothing"),
        (2, {"rating": "4.5"}, "row 4, column 'rating': '4.5'; expected one of 1, 2, 3, 4, 5, or nothing"),
        (5, {"rating": "3"}, "row 7, column 'rating': '3'; expected one of yes, no, unsure, or nothing"),
    ],
)
def test_a_wrong_cell_is_told_with_its_row_column_and_value(tmp_path, place, cells, says):
    assert refusal(tmp_path, changed(place, **cells)) == says


def test_a_doubled_row_is_refused_even_where_it_says_the_same_or_nothing(tmp_path):
    for again in (WHOLE[0], {**WHOLE[0], "rating": ""}):
        assert "row 10, column 'criterion': 'fluency'; expected each criterion of an item once" in refusal(
            tmp_path, text_of([*WHOLE, again])
        )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("m,fluency,4,dull, but true", "row 2, column '': 'but true'; expected no cell beside the columns of row 1"),
        (",,,,a remark on all", "row 2, column '': 'a remark on all'; expected no cell beside the columns of row 1"),
        (",,,a remark on all", "row 2, column 'item': ''; expected an item of the key"),
    ],
)
def test_nothing_that_a_rater_wrote_is_lost_in_silence(tmp_path, line, says):
    for header in ("item,criterion,rating,comment", "item,criterion,rating,comment,"):
        assert refusal(tmp_path, f"{header}\r\n{line}\r\n").startswith(says)


@pytest.mark.parametrize(
    ("line", "read_as"), [("m;fluency;4,0;so, so", "4"), ("m;fluency;4.0;so, so", "4"), ("m;fluency; ４ ;so, so", "4")]
)
def test_numbers_as_spreadsheets_write_them_are_read_with_any_end_of_line(tmp_path, line, read_as):
    for end in ("\r\n", "\n", "\r"):
        found = read(tmp_path, end.join(["item;criterion;rating;comment", line, ""]))
        assert found["m", "fluency"] == Given(FIVE.read(read_as), "so, so")


def test_all_rows_that_are_wrong_are_told_of(tmp_path):
    assert refusal(tmp_path, text_of([{**row, "rating": "9"} for row in WHOLE])).endswith("or nothing; also wrong, by row: 3, 4, 5, 6, 7 …")
    two = text_of([{**row, "rating": "9"} for row in WHOLE[:2]])
    assert refusal(tmp_path, two).endswith("or nothing; also wrong, by row: 3")


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("item,criterion,comment", "row 1, column 'rating': ''; expected the columns item, criterion, rating, comment"),
        ("item,criterion,rating,comment,mood", "row 1, column 'mood': 'mood'; expected no other columns than item, shown,"),
        ("item,criterion,rating,comment,rating", "row 1, column 'rating': 'rating'; expected each column once"),
        ("Item,criterion,rating,comment", "row 1, column 'Item': 'Item'; expected no other columns than"),
        ("m,fluency,4,", "row 1, column 'm': 'm'; expected no other columns than"),
    ],
)
def test_a_wrong_header_is_told(tmp_path, header, says):
    assert says in refusal(tmp_path, header + text_of(WHOLE).removeprefix("\ufeffitem,criterion,rating,comment"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "it is empty; expected CSV, its first row item,criterion,rating,comment"),
        ("item,意见".encode("gbk"), "byte 5 is not UTF-8; save the sheet as CSV in UTF-8"),
        (b'item,criterion,rating,comment\r\nm,"fluency', "unexpected end of data; expected CSV"),
    ],
)
def test_what_is_no_csv_in_utf8_is_told(tmp_path, content, says):
    assert says in refusal(tmp_path, content)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match=r"none.csv: No such file or directory; expected a sheet that a rater filled in"):
        read_filled(tmp_path / "none.csv", KEY)
