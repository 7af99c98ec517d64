"""What a reply stands by, and what it only mentions."""

import pytest

from memsim.records import Answer
from memsim.scoring.answers import grade

EN = ("Who is coming with me?", "Monica Soto", ["Monica Soto", "Jose Welch", "Dennis Johnson"])
ZH = ("谁跟我一起去？", "兰婉婷", ["兰婉婷", "柳福生", "柯嘉怡"])
DAY = ("When is her birthday?", "26 October", ["26 October", "3 May", "5 July"])
TIME = ("What time do I get up?", "6:30 am", ["6:30 am", "7 am"])
WEEKDAY = ("Which day is it on?", "Friday", ["Friday", "Monday"])


def outcome(reply, case, kind=""):
    question, answer, options = case
    axes = [None, *(f"x{place}" for place in range(1, len(options)))]
    language = "zh" if question.endswith("？") else "en"
    return grade(reply, [Answer(answer, kind)], question=question, choices=options, target="A", axes=axes, language=language).outcome


@pytest.mark.parametrize(
    ("reply", "case"),
    [
        *((reply, EN) for reply in (
            "I doubt it's Monica Soto.", "I don't think it's Monica Soto.", "I wouldn't say it's Monica Soto.",
            "I'm not convinced it's Monica Soto.", "There's no way it's Monica Soto.", "Nothing says it's Monica Soto.",
            "Monica Soto? No.", "Monica Soto is not coming.", "Everyone but Monica Soto.", "Everyone apart from Monica Soto",
            "It used to be Monica Soto.", "Formerly Monica Soto", "Monica Soto was my first thought.", "It was going to be Monica Soto.",
            "Monica Soto's sister", "a friend of Monica Soto", "the brother of Monica Soto", "next to Monica Soto",
        )),
        *((reply, ZH) for reply in (
            "我不觉得是兰婉婷", "不可能是兰婉婷", "未必是兰婉婷", "不见得是兰婉婷", "怎么可能是兰婉婷", "兰婉婷？不是。", "兰婉婷不去", "兰婉婷以外的人",
            "以前是兰婉婷，现在不是了", "本来是兰婉婷，后来换人了", "兰婉婷的姐姐",
        )),
        *((reply, WEEKDAY) for reply in ("the day before Friday", "the day after Friday", "Any day but Friday", "Thursday night into Friday")),
        *((reply, DAY) for reply in ("the day before 26 October", "two days after 26 October", "26 October is not her birthday", "the week of 26 October")),
    ],
)  # fmt: skip
def test_what_is_denied_or_past_or_of_another_is_wrong(reply, case):
    assert outcome(reply, case) == "wrong"


@pytest.mark.parametrize(
    ("reply", "case"),
    [
        *((reply, EN) for reply in (
            "Maybe Monica Soto", "Probably Monica Soto.", "I'd guess Monica Soto.", "If I had to guess, Monica Soto.", "Monica Soto, perhaps",
            "It might be Monica Soto, but I'm not sure.", "Monica Soto?",
        )),
        *((reply, ZH) for reply in ("可能是兰婉婷吧", "好像是兰婉婷，不太确定", "我猜是兰婉婷", "也许是兰婉婷", "恐怕是兰婉婷")),
        *((reply, DAY) for reply in ("before 26 October", "by 26 October", "after 26 October", "until 26 October", "around 26 October")),
        *((reply, TIME) for reply in ("before 6:30", "by 6:30 am", "after 6:30 am", "about 6:30")),
    ],
)  # fmt: skip
def test_what_is_hedged_is_approximate(reply, case):
    assert outcome(reply, case) == "approximate"


@pytest.mark.parametrize(
    ("reply", "case"),
    [
        ("Is it Monica Soto?", EN),
        ("Do you mean Monica Soto?", EN),
        ("Who is Monica Soto?", EN),
        ("是兰婉婷吗？", ZH),
        ("难道是兰婉婷？", ZH),
    ],
)
def test_a_question_is_no_answer(reply, case):
    assert outcome(reply, case) in {"unparsed", "wrong"}


@pytest.mark.parametrize(
    ("reply", "case"),
    [
        *((reply, EN) for reply in (
            "Monica Soto and Peter Brown", "Monica Soto, Peter Brown", "Monica Soto or someone else", "Peter Brown or Monica Soto",
            "Monica Soto and her friend Peter",
        )),
        ("兰婉婷和另一个人", ZH), ("兰婉婷或者王小明", ZH),
        ("Thursday or Friday", WEEKDAY), ("Friday, Saturday", WEEKDAY), ("Saturday and Friday", WEEKDAY),
        ("25-26 October", DAY), ("25 and 26 October", DAY), ("26 or 27 October", DAY), ("6:30 or 7", TIME),
    ],
)  # fmt: skip
def test_another_value_beside_it_makes_a_dump_option_or_not(reply, case):
    assert outcome(reply, case) == "dump"


@pytest.mark.parametrize(
    ("reply", "case", "expected"),
    [
        ("It's Monica Soto.\n\nWait, that's wrong. It's Jose Welch.", EN, "distractor:x1"),
        ("Jose Welch. Scratch that, Monica Soto.", EN, "correct"),
        ("是兰婉婷。不对，是柳福生。", ZH, "distractor:x1"),
        ("Let me see.\n\nIt's Monica Soto.", EN, "correct"),
        ("Answer: Monica Soto\n\nJose Welch was there last year.", EN, "correct"),
    ],
)
def test_what_is_said_last_counts_in_every_paragraph(reply, case, expected):
    assert outcome(reply, case) == expected


@pytest.mark.parametrize(
    ("reply", "case"),
    [
        *((reply, EN) for reply in ("Sorry for the delay, it's Monica Soto.", "Monica Soto - though you didn't say when.", "No doubt it's Monica Soto.")),
        ("抱歉让你久等了，是兰婉婷。", ZH),
    ],
)  # fmt: skip
def test_politeness_is_no_refusal(reply, case):
    assert outcome(reply, case) == "correct"


@pytest.mark.parametrize(
    ("reply", "answer", "options"),
    [
        ("He's a brewer.", "brewer", ["brewer", "baker"]), ("They're a brewer.", "brewer", ["brewer", "baker"]),
        ("He checks kitchens for hygiene.", "check kitchens for hygiene", ["check kitchens for hygiene", "plan parks"]),
        ("You won it in a raffle.", "won in a raffle", ["won in a raffle", "bought new"]),
        ("strong willed", "strong-willed", ["strong-willed", "modest"]), ("the USA", "the United States", ["the United States", "Japan"]),
        ("四一一", "411", ["411", "822"]), ("4-1-1", "411", ["411", "822"]),
        ("非常倔强。", "倔强", ["倔强", "谦虚"]), ("他比较倔强", "倔强", ["倔强", "谦虚"]), ("德国莱比锡", "莱比锡", ["莱比锡", "天津"]),
        ("Johannesburg, South Africa", "Johannesburg", ["Johannesburg", "Cairo"]),
        ("埃塞俄比亚的亚的斯亚贝巴", "亚的斯亚贝巴", ["亚的斯亚贝巴", "天津"]),
    ],
)  # fmt: skip
def test_a_phrase_may_be_inflected_and_qualified(reply, answer, options):
    assert outcome(reply, ("What is it?", answer, options), "text") == "correct"
