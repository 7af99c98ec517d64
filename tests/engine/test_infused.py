"""Sets with η > 1: the vanilla set with messages of the pool among its own, every promise kept."""

import pytest
import sets

import memsim
from memsim.check.run import check
from memsim.errors import InputError
from memsim.io import tables

N, ETA = 40, 4


@pytest.fixture(scope="module")
def vanilla(tmp_path_factory):
    return sets.made(tmp_path_factory, N)


@pytest.fixture(scope="module")
def infused(tmp_path_factory):
    return sets.made(tmp_path_factory, N, eta=ETA)


def test_every_promise_is_kept(infused):
    report = check(infused)
    assert report.ok, "\n".join(map(str, report.faults[:5]))
    assert memsim.load(infused).manifest["settings"]["eta"] == ETA


def test_real_messages_are_those_of_the_vanilla_set(vanilla, infused):
    for plain, mixed in zip(memsim.load(vanilla), memsim.load(infused), strict=True):
        assert len(mixed.messages) == ETA * len(plain.messages)
        real = [m for m, gold in zip(mixed.messages, mixed.gold.messages, strict=True) if gold.hints]
        assert [(m.text, m.time) for m in real] == [(m.text, m.time) for m in plain.messages]
        by_mid = {m.mid: m.text for m in mixed.messages}
        before = {m.mid: m.text for m in plain.messages}
        assert [by_mid[mid] for mid in mixed.gold.evidence] == [before[mid] for mid in plain.gold.evidence]
        assert mixed.question.question == plain.question.question
        assert mixed.gold.target == plain.gold.target


def test_pool_messages_state_nothing_and_come_once(infused):
    for one in memsim.load(infused):
        pool = [m for m in one.gold.messages if m.axis == "pool"]
        assert len(pool) * ETA == (ETA - 1) * len(one.messages)
        assert {(m.kind, m.hints) for m in pool} == {("noise", ())}
        mids = {m.mid for m in pool}
        texts = [m.text for m in one.messages if m.mid in mids]
        assert len(set(texts)) == len(texts)


def test_workers_and_size_change_nothing(infused, tmp_path):
    memsim.generate("daily", 7, seed=sets.SEED, language="en", eta=ETA, out=tmp_path / "few", workers=1)
    for few, many in zip(memsim.load(tmp_path / "few"), memsim.load(infused), strict=False):
        assert few == many


def test_the_pool_lies_beside_the_set(infused, tmp_path):
    for language in ("en", "zh"):
        rows = tables.read(infused / "pool" / f"{language}.parquet", "pool")
        assert rows.num_rows == len(set(rows["text"].to_pylist())) == 8000
        assert set(rows["language"].to_pylist()) == {language}
    memsim.generate("daily", 3, pool=5, format="jsonl", out=tmp_path / "set", workers=1)
    assert tables.read(tmp_path / "set" / "pool" / "en.jsonl", "pool").num_rows == 5
    memsim.generate("daily", 3, pool=0, out=tmp_path / "none", workers=1)
    assert not (tmp_path / "none" / "pool").exists()
    for name in ("set", "none"):
        assert check(tmp_path / name).ok


def test_what_makes_no_sense_is_refused(tmp_path, daily_copy):
    for options, says in (({"eta": 0}, "eta is 0"), ({"pool": -1}, "pool is -1"), ({"pool": 10**7}, "pool is 10,000,000")):
        with pytest.raises(InputError, match=says):
            memsim.generate("daily", 3, out=tmp_path / "set", **options)
    (daily_copy / "pool.en.yaml").unlink()
    with pytest.raises(InputError, match=r"has no pool\.en\.yaml"):
        memsim.generate(daily_copy, 3, eta=2, out=tmp_path / "set")
    memsim.generate(daily_copy, 3, out=tmp_path / "set", workers=1)
    assert not (tmp_path / "set" / "pool").exists()
    assert check(tmp_path / "set").ok


@pytest.fixture
def copy(infused, tmp_path):
    return sets.copied(infused, tmp_path / "copy")


def pool_place(rows, row):
    return next(place for place, message in enumerate(rows[row]["messages"]) if message["axis"] == "pool")


def another_text(gold, histories):
    histories[3]["messages"][pool_place(gold, 3)]["text"] += " Indeed."


def another_slot(gold, _histories):
    gold[3]["messages"][pool_place(gold, 3)]["render"]["slots"][0] = "nobody"


def another_kind(gold, _histories):
    gold[3]["messages"][pool_place(gold, 3)]["kind"] = "context"


def a_fact(gold, _histories):
    told = next(message for message in gold[3]["messages"] if message["kind"] == "noise" and message["hints"])
    gold[3]["messages"][pool_place(gold, 3)]["hints"] = told["hints"]


def a_told_word(gold, histories):
    """Pretend that the scenario's phrases were the pool's: a message that says what is told."""
    message = gold[3]["messages"][pool_place(gold, 3)]
    subject = next(m["hints"][0]["subject"] for m in gold[3]["messages"] if m["hints"])
    histories[3]["messages"][pool_place(gold, 3)]["text"] = f"{subject} waved."
    message["render"] |= {"opener": None, "tail": None, "core_span": [0, len(subject) + 7]}


@pytest.mark.parametrize(
    ("tamper", "promise", "says"),
    [
        (another_text, 8, "its phrases give"),
        (another_slot, 8, "is no message of the pool"),
        (another_kind, 8, "expected noise without any"),
        (another_kind, 12, "has kind 'context' and axis 'pool'"),
        (a_fact, 8, "expected noise without any"),
        (a_told_word, 8, "is of the pool and says"),
    ],
)
def test_tampering_with_the_pool_is_found(copy, tamper, promise, says):
    with sets.rows_of(copy, "gold") as gold, sets.rows_of(copy, "histories") as histories:
        tamper(gold, histories)
    sets.seal(copy)
    assert any(says in fault.detail for fault in check(copy).faults if fault.promise == promise)


def test_another_pool_beside_the_set_is_found(copy):
    import pyarrow.parquet as pq

    path = copy / "pool" / "en.parquet"
    pq.write_table(tables.read(path, "pool").slice(1), path)
    sets.seal(copy)
    assert any("the pool in 'en'" in fault.detail for fault in check(copy).faults)
    path.unlink()
    sets.seal(copy)
    assert any("the settings say" in fault.detail for fault in check(copy).faults)
