import pytest

from memsim.rating.criteria import CRITERIA
from memsim.rating.judgements import SCORED, UNPARSED, Score
from memsim.rating.replies import MISSING, NO_NUMBER, NO_OBJECT, OUTSIDE, SEVERAL, TWICE, scores_in

ONE, FOUR = CRITERIA["profiles"], CRITERIA["messages"]


def read(text, criteria=ONE, language="en"):
    return scores_in(text, criteria, language)


@pytest.mark.parametrize(
    "text",
    [
        '{"rationality": 4}',
        ' {"rationality": 4.0}\n',
        '{"rationality": "4"}',
        '{"rationality": " 4.0 "}',
        '{"rationality": "4/5"}',
        '{"rationality": "4 / 5"}',
        '{"Rationality": 4, "why": "the ages fit"}',
        '{"rationality": {"score": 4, "reason": "the ages fit"}}',
        '{"scores": {"rationality": 4}}',
        '```json\n{"rationality": 4}\n```',
        '<think>{"rationality": 1}</think>{"rationality": 4}',
        'I would say {"rationality": 4} because it fits.',
        'First: {"rationality": 4}. So, again: {"rationality": 4}',
        'Of {"nothing": 1} I say {"rationality": 4}',
        'So {"scores": {"rationality": 4}}, I think.',
        'So {"rationality": {"score": 4, "reason": "it fits"}}, I think.',
        'Here:\n```json\n{"rationality": {"score": 4}}\n```\nThat is all.',
        '[{"rationality": 4}]',
        '{"rationality": 4, "Rationality": 4}',
    ],
)
def test_a_score_is_found_in_whatever_is_around_it(text):
    assert read(text) == {"rationality": Score(SCORED, 4)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_OBJECT),
        ("4", NO_OBJECT),
        ("rationality: 4", NO_OBJECT),
        ('["rationality", 4]', NO_OBJECT),
        ('{"rationality": 4', NO_OBJECT),
        ("{'rationality': 4}", NO_OBJECT),
        ('{"fluency": 4}', NO_OBJECT),
        ("{}", NO_OBJECT),
        ('<think>{"rationality": 4}', NO_OBJECT),
        ('{"rationality": 4} or {"rationality": 5}', SEVERAL),
        ('{"rationality": 4, "rationality": 5}', TWICE),
        ('{"rationality": 4, "RATIONALITY": 5}', TWICE),
        ('{"rationality": null, "rationality": 5}', TWICE),
        ('{"rationality": null}', MISSING),
        ('{"rationality": {"reason": "it fits"}}', MISSING),
        ('{"rationality": 0}', OUTSIDE),
        ('{"rationality": 6}', OUTSIDE),
        ('{"rationality": -4}', OUTSIDE),
        ('{"rationality": 80}', OUTSIDE),
        ('{"rationality": 1e300}', OUTSIDE),
        ('{"rationality": "40"}', OUTSIDE),
        ('{"rationality": 4.5}', NO_NUMBER),
        ('{"rationality": "4.5"}', NO_NUMBER),
        ('{"rationality": "4/10"}', NO_NUMBER),
        ('{"rationality": "4 or 5"}', NO_NUMBER),
        ('{"rationality": "good"}', NO_NUMBER),
        ('{"rationality": "٤"}', NO_NUMBER),
        ('{"rationality": true}', NO_NUMBER),
        ('{"rationality": [4]}', NO_NUMBER),
        ('{"rationality": NaN}', NO_NUMBER),
        ('{"rationality": Infinity}', NO_NUMBER),
    ],
)
def test_where_there_is_no_score_there_is_a_reason(text, reason):
    assert read(text) == {"rationality": Score(UNPARSED, reason=reason)}


def test_each_criterion_stands_for_itself():
    scores = read('{"fluency": 5, "rationality": 9, "naturalness": "hm"}', FOUR)
    assert scores == {
        "fluency": Score(SCORED, 5),
        "rationality": Score(UNPARSED, reason=OUTSIDE),
        "naturalness": Score(UNPARSED, reason=NO_NUMBER),
        "informativeness": Score(UNPARSED, reason=MISSING),
    }


def test_of_two_scores_none_is_taken():
    scores = read('I say {"fluency": 1, "rationality": 3, "fluency": 5}.', FOUR)
    assert scores["fluency"] == Score(UNPARSED, reason=TWICE)
    assert scores["rationality"] == Score(SCORED, 3)
    assert read('{"rationality": 1, "合理性": 5}', language="zh") == {"rationality": Score(UNPARSED, reason=TWICE)}


def test_what_a_criterion_is_called_in_the_language_names_it_too():
    assert read('{"合理性": 3}', language="zh") == {"rationality": Score(SCORED, 3)}
    assert read('{"合理性": 3}', language="en") == {"rationality": Score(UNPARSED, reason=NO_OBJECT)}


@pytest.mark.parametrize(
    "text",
    [
        "{" * 200_000,
        '{"a":' * 100_000,
        '{"a":' * 100_000 + "4" + "}" * 100_000,
        "{}" * 200_000,
        '{"rationality": ' + "9" * 200_000 + "}",
        "\ud800{\x00}",
    ],
)
def test_garbage_of_any_size_is_read_at_once(text):
    (score,) = read(text).values()
    assert (score.status, score.value) == (UNPARSED, None)
