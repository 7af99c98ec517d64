import pytest

from memsim.llm.retry import LONGEST, causes, concerns_all, may_be_billed, pause, was_answered

NOON = "Wed, 21 Oct 2026 12:00:00 GMT"


class FailureError(Exception):
    def __init__(self, status=None, headers=None, text=""):
        super().__init__(text)
        self.status_code, self.litellm_response_headers = status, headers


def from_causes(error, *found):
    for cause in found:
        error.__context__ = cause
        error = cause


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_what_may_pass_is_waited_for(status):
    assert 0.5 <= pause(FailureError(status), 1, 0, 1.0) <= 1.0


@pytest.mark.parametrize("status", [None, 0, "500", 400, 401, 403, 404, 409, 422])
def test_what_will_not_pass_is_not(status):
    assert pause(FailureError(status), 1, 0, 1.0) is None


@pytest.mark.parametrize("text", ["Missing credentials. Please …", "Error code: 429 - insufficient_quota", "LLM Provider NOT provided."])
def test_what_is_hopeless_whatever_its_status_is_not(text):
    assert pause(FailureError(500, text=text), 1, 0, 1.0) is None
    assert concerns_all(FailureError(500, text=text))


def test_waits_double_up_to_the_longest():
    waits = [pause(FailureError(500), attempt, 0, 1.0) for attempt in range(1, 12)]
    assert all(min(2.0**n, LONGEST) / 2 <= wait <= min(2.0**n, LONGEST) for n, wait in enumerate(waits))


def test_calls_that_failed_together_do_not_come_back_together():
    waits = [pause(FailureError(500), 1, seed, 1.0) for seed in range(1000)]
    assert len(set(waits)) == 1000
    assert sum(waits) / 1000 == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after": "0"}, 0.0),
        ({"date": NOON, "retry-after": "Wed, 21 Oct 2026 12:00:07 GMT"}, 7.0),
        ({"date": NOON, "retry-after": "Wed, 21 Oct 2026 14:00:07 +0200"}, 7.0),
        ({"date": NOON, "retry-after": NOON}, 0.0),
        ({"retry-after": "86400"}, None),
        ({"retry-after": "inf"}, None),
        ({"date": NOON, "retry-after": "Thu, 22 Oct 2026 12:00:00 GMT"}, None),
    ],
)
def test_what_the_server_asks_for_is_waited_unless_nobody_has_the_time(headers, seconds):
    assert pause(FailureError(429, headers), 1, 0, 1.0) == seconds


@pytest.mark.parametrize(
    "headers",
    [
        {"retry-after": ""},
        {"retry-after": "-1"},
        {"retry-after": "nan"},
        {"retry-after": "soon"},
        {"retry-after": "Wed, 21 Oct 2026 12:00:07 GMT"},  # by a clock that nobody knows
        {"date": NOON, "retry-after": "Wed, 21 Oct 2026 11:00:00 GMT"},
        {"date": "today", "retry-after": NOON},
        {"date": "Wed, 21 Oct 2026 12:00:00 -0000", "retry-after": NOON},
        None,
        "retry-after: 7",
    ],
)
def test_what_says_nothing_is_passed_over(headers):
    assert 0.5 <= pause(FailureError(429, headers), 1, 0, 1.0) <= 1.0


@pytest.mark.parametrize(
    ("status", "all_alike"),
    [(401, True), (402, True), (403, True), (404, True), (400, False), (422, False), (429, False), (500, False), (None, False)],
)
def test_some_failures_concern_all_calls(status, all_alike):
    assert concerns_all(FailureError(status)) == all_alike


@pytest.mark.parametrize(
    ("error", "billed"),
    [
        (FailureError(408), True),
        (FailureError(500), True),
        (FailureError(None), True),
        (FailureError(500, {"content-type": "text/html"}), False),
        (FailureError(408, {"content-type": "text/html"}), False),
        (FailureError(429), False),
        (FailureError(400), False),
    ],
)
def test_what_the_provider_refused_was_not_billed(error, billed):
    assert may_be_billed(error) == billed


def test_what_was_never_sent_was_not_billed():
    error = FailureError(500)
    from_causes(error, ValueError(), ConnectionRefusedError())
    assert not may_be_billed(error)
    error = FailureError(500)
    from_causes(error, ValueError(), ConnectionResetError())
    assert may_be_billed(error)


def test_headers_may_be_those_of_a_response():
    class Response:
        headers = {"Retry-After": "3"}  # noqa: RUF012

    error = FailureError(503)
    error.response = Response
    assert pause(error, 1, 0, 1.0) == 3.0
    assert was_answered(error)
    assert not was_answered(FailureError(503))


def test_causes_that_run_in_a_circle_come_to_an_end():
    first, second = ValueError("first"), ValueError("second")
    first.__context__, second.__context__ = second, first
    assert list(causes(first)) == [first, second]
