"""What the guard knows of Chinese: what may be said in another way, and what turns a fact or brings in a new one."""

from __future__ import annotations

import re

import pytest

from memsim.render.guard import Guard, Inquiry, Statement
from memsim.render.guard.lists import read_lists, read_words
from memsim.render.guard.patterns import parse
from memsim.render.guard.tongue import tongue
from memsim.text.figures import plain

NOW = "2028-07-01T10:00"
COUSIN = Statement("我表哥是会计师。", "我表哥", "occupation", "会计师", "会计师", None, NOW)
MOTHER = Statement("我妈妈喜欢钓鱼。", "我妈妈", "hobby", "钓鱼", "钓鱼", None, NOW)
BOSS = Statement("庞国辉在阿拉木图上班。", "庞国辉", "workplace", "阿拉木图", "阿拉木图", None, NOW)
HEIGHT = Statement("我组长身高165cm。", "我组长", "height", "165cm", "165厘米", 165.0, NOW)
AGE = Statement("我搭档今年三十五岁。", "我搭档", "age", "三十五岁", "35岁", 35.0, NOW)
BIRTHDAY = Statement("我嫂子的生日是四月三号。", "我嫂子", "birthday", "四月三号", "4月3日", 94.0, NOW)
PHONE = Statement("我的手机号是100-7875-0145。", "", "phone", "100-7875-0145", "100-7875-0145", None, NOW)
NAME = Statement("我叫李艳红。", "", "name", "李艳红", "李艳红", None, NOW)
EVENT = Statement("“绯红风车”明天下午1点开始。", "“绯红风车”", "event_time", "明天下午1点", "2028-07-02T13:00", None, NOW)
SCALE = Statement("“北方罗盘”一共60人。", "“北方罗盘”", "scale", "60人", "60人", 60.0, NOW)
POOL = Statement("投诉62路打100 4690 5359，大楠打过。", time=NOW, slots=("62路", "100 4690 5359", "大楠"))

#: What keeps the fact, and what does not, by the rule that says so.
PAIRS = {
    "negation": [
        (COUSIN, "别忘了，我表哥是会计师。", "我表哥不是会计师。"),
        (COUSIN, "没想到吧，我表哥是会计师！", "我表哥哪是会计师。"),
        (MOTHER, "我妈妈喜欢钓鱼，不用回我。", "我妈妈讨厌钓鱼。"),
        (BOSS, "庞国辉在阿拉木图上班，这个没变过。", "庞国辉没在阿拉木图上班。"),
    ],
    "hedge": [
        (AGE, "我搭档三十五岁，大概就是这样。", "我搭档大概三十五岁。"),
        (HEIGHT, "我组长身高165cm，你可能用得上。", "我组长身高165cm左右。"),
        (COUSIN, "我表哥是会计师，我觉得这个你该知道。", "我觉得我表哥是会计师。"),
        (SCALE, "“北方罗盘”一共六十人。", "“北方罗盘”至少60人。"),
    ],
    "past": [
        (BOSS, "以前忘了跟你说，庞国辉在阿拉木图上班。", "庞国辉以前在阿拉木图上班。"),
        (COUSIN, "我表哥是会计师，希望你记住。", "我表哥希望当会计师。"),
        (EVENT, "“绯红风车”明天下午1点就要开始了。", "“绯红风车”改到明天下午1点开始。"),
    ],
    "condition": [
        (COUSIN, "要是有人问，我表哥是会计师。", "我表哥要是会计师就好了。"),
        (PHONE, "如果要找我，我的手机号是100-7875-0145。", "我的手机号如果是100-7875-0145就打。"),
    ],
    "retraction": [
        (COUSIN, "不是开玩笑，我表哥是会计师。", "我表哥是会计师，开玩笑的。"),
        (NAME, "我叫李艳红，别写错了。", "我叫李艳红，不对，我说错了。"),
    ],
    "report": [
        (COUSIN, "有人问起的话，我表哥是会计师。", "听说我表哥是会计师。"),
        (MOTHER, "大家都说我妈妈喜欢钓鱼，真是喜欢得不得了。", "网上说我妈妈喜欢钓鱼。"),
    ],
    "relation": [
        (COUSIN, "表哥的职业是会计师。", "我表哥的老婆是会计师。"),
        (MOTHER, "我妈她喜欢钓鱼。", "我妈妈跟邻居喜欢钓鱼。"),
    ],
    "second": [
        (PHONE, "告诉你一声，我的手机号是100-7875-0145。", "你的手机号是100-7875-0145，我记下了。"),
    ],
    "time": [
        (BOSS, "庞国辉在阿拉木图上班，每次都忘了说。", "庞国辉上个月在阿拉木图上班。"),
        (COUSIN, "我表哥是会计师，回头再聊。", "我表哥周末是会计师。"),
    ],
    "sex": [
        (COUSIN, "我表哥嘛，他是会计师。", "我表哥嘛，她是会计师。"),
        (AGE, "我搭档三十五岁，其他的以后再说。", "我搭档说了，他三十五岁。"),
    ],
    "subject": [
        (COUSIN, "表哥是会计师。", "他表哥是会计师。"),
        (MOTHER, "我妈喜欢钓鱼。", "你妈妈喜欢钓鱼。"),
        (BIRTHDAY, "四月三号是我家嫂子的生日。", "四月三号是生日。"),
    ],
    "value": [
        (HEIGHT, "我组长身高一米六五。", "我组长身高一米五六。"),
        (HEIGHT, "给我组长买衣服，就按身高165厘米来。", "我组长身高165英寸。"),
        (BIRTHDAY, "我嫂子4月3日过生日。", "我嫂子3月4日过生日。"),
        (PHONE, "我的手机号是10078750145。", "我的手机号是100-7875-0154。"),
        (EVENT, "“绯红风车”7月2日下午1点开始。", "“绯红风车”7月3日下午1点开始。"),
        (SCALE, "“北方罗盘”总共六十个人。", "“北方罗盘”一共60对人。"),
    ],
    "person": [
        (PHONE, "本人手机号：100-7875-0145。", "手机号是100-7875-0145。"),
    ],
    "link": [
        (AGE, "我搭档今年三十五岁了。", "我搭档三十五岁那年真好。"),
    ],
    "clause": [
        (COUSIN, "我表哥的工作就是会计师。", "我表哥认识一个会计师。"),
        (BOSS, "庞国辉天天都去阿拉木图上班。", "庞国辉替阿拉木图上班的人打电话。"),
        (PHONE, "说实话，我的手机号就是100-7875-0145。", "我总接到100-7875-0145的骚扰电话。"),
        (MOTHER, "我妈妈嘛，就喜欢钓鱼。", "我妈妈嫁了个喜欢钓鱼的。"),
    ],
    "vocabulary": [
        (COUSIN, "我表哥的职业，那就是会计师了。", "我表哥是会计师，喜欢钓鱼。"),
        (BOSS, "庞国辉人在阿拉木图上班。", "庞国辉在阿拉木图和清迈上班。"),
    ],
    "words": [
        (COUSIN, "哎，跟你说个事儿，我表哥干的是会计师这一行。", "我表哥是会计师，退伍军人。"),
        (MOTHER, "我妈妈呀，就爱钓鱼，喜欢得不得了！", "我妈妈喜欢钓鱼，水性好。"),
        (NAME, "我的名字叫李艳红，麻烦记一下哈。", "我叫李艳红，属兔。"),
    ],
    "residue": [
        (COUSIN, "好了，跟你说一句：我表哥是会计师。", "改写后的句子：我表哥是会计师。"),
        (COUSIN, "我表哥是会计师，谢谢啦。", "以下是改写：我表哥是会计师。"),
        (COUSIN, "这么说吧，我表哥是会计师。", "我表哥是会计师。（语气更口语）"),
        (COUSIN, "我表哥是会计师，记好了。", "作为您的助手，我已记下：我表哥是会计师。"),
    ],
    "cut": [
        (COUSIN, "我表哥是会计师，就这样。", "我表哥是会计师，而且"),
        (BOSS, "庞国辉在阿拉木图上班，帮我记下。", "庞国辉在阿拉木图上班，帮我"),
    ],
    "question": [
        (COUSIN, "我跟你说过没？我表哥是会计师。", "我表哥是会计师吗？"),
        (AGE, "我搭档三十五岁，记住了吗？", "我搭档是不是三十五岁？"),
    ],
    "slots": [
        (POOL, "投诉62路请打100 4690 5359，大楠打过的。", "投诉62路请打100 4690 5395，大楠打过。"),
    ],
}  # fmt: skip

OLDEST = Inquiry("我姐夫、我哥哥和我舅舅里，个子最高的那位叫什么名字？", ("我姐夫、我哥哥和我舅舅",), ("王伟", "李强", "张勇", "赵磊"), NOW)
COUNT = Inquiry(
    "帮我数一下，我饭搭子、我师傅和我搭档里，36岁或者更大的有几个？",
    ("我饭搭子、我师傅和我搭档", "36岁"),
    ("1个", "2个", "3个", "没有"),
    NOW,
)
PLACE = Inquiry("“编结丝带”办在哪座城市？", ("“编结丝带”",), ("古晋", "西安", "达卡", "仰光"), NOW)
MINE = Inquiry("我的手机号是多少？", (), ("100-7875-0145", "100-5615-0102", "100-9095-0114", "100-4645-0112"), NOW)
ORDER = Inquiry(
    "从一年里生日最早的排起，翟欣妍、杨昊天和周嘉敏该怎么排？", ("翟欣妍、杨昊天和周嘉敏",), ("王伟", "李强", "张勇", "赵磊"), NOW
)
ASKED = [
    ("asked", ORDER, "翟欣妍、周嘉敏、杨昊天，从一年里生日最早的排起，怎么排？", "一年里生日最早的是翟欣妍、杨昊天和周嘉敏里哪位？"),
    ("asked", ORDER, "帮个忙，从一年里生日最早的排起，翟欣妍、杨昊天、周嘉敏该怎么排呀？", "从一年里生日最晚的排起，翟欣妍、杨昊天和周嘉敏该怎么排？"),
    ("asked", OLDEST, "我姐夫、我哥哥、我舅舅里个子最高的叫啥名字呀？", "我姐夫、我哥哥和我舅舅里，个子最高的那位多高？"),
    ("asked", OLDEST, "我哥哥、我舅舅跟我姐夫，谁个子最高，叫什么名字？", "我姐夫、我哥哥和我舅舅里，个子最矮的那位叫什么名字？"),
    ("asked", COUNT, "我饭搭子、我师傅、我搭档，36岁或者更大的一共有几个，帮我数数呗？", "我饭搭子、我师傅和我搭档里，36岁或者更小的有几个？"),
    ("asked", COUNT, "我饭搭子、我师傅和我搭档里头，有几个是36岁或者更大的？", "我饭搭子、我师傅和我搭档里，36岁或者更大的是哪几个？"),
    ("slots", OLDEST, "我姐夫、我哥哥和我舅舅，哪位个子最高，叫什么？", "我姐夫和我哥哥里，个子最高的那位叫什么名字？"),
    ("vocabulary", PLACE, "哎，“编结丝带”是在哪座城市办来着？", "“编结丝带”办在哪座城市，是不是古晋？"),
    ("question", PLACE, "“编结丝带”在哪座城市办，告诉我。", "“编结丝带”办在一座城市。"),
    ("second", MINE, "我的手机号多少来着？", "你的手机号是多少，我的呢？"),
]  # fmt: skip


@pytest.fixture(scope="module")
def guard(spec):
    return Guard(spec, "zh")


def broken(guard, given, rewrite):
    """Return the rules that a rewrite breaks."""
    return {rejection.rule for rejection in guard.judge(given, rewrite)}


@pytest.mark.parametrize(("rule", "given", "kept", "turned"), [(rule, *pair) for rule, pairs in PAIRS.items() for pair in pairs])
def test_a_fact_may_be_told_in_other_words_and_not_be_turned(guard, rule, given, kept, turned):
    assert broken(guard, given, kept) == set()
    assert rule in broken(guard, given, turned)


@pytest.mark.parametrize(("rule", "given", "kept", "turned"), ASKED)
def test_a_question_may_be_put_in_other_words_and_must_ask_the_same(guard, rule, given, kept, turned):
    assert broken(guard, given, kept) == set()
    assert rule in broken(guard, given, turned)


def test_every_phrase_of_a_fact_passes_its_own_guard(guard, spec):
    phrases = spec.phrases["zh"]
    for attribute, value in {
        "occupation": "会计师",
        "workplace": "阿拉木图",
        "hometown": "班加罗尔",
        "hobby": "钓鱼",
        "phone": "100-7875-0145",
    }.items():
        for subject, texts in (("我嫂子", phrases.statements[attribute]), ("", phrases.own[attribute])):
            for text in (text.replace("{subject}", subject).replace("{value}", value) for text in texts):
                assert guard.judge(Statement(text, subject, attribute, value, value, None, NOW), text) == [], text


def test_openers_and_tails_of_a_topic_may_stand_around_its_facts(guard, spec):
    phrases = spec.phrases["zh"]
    topic = spec.file.attributes["occupation"].topic
    for opener, tail in zip(phrases.openers[topic], phrases.tails[topic], strict=False):
        assert broken(guard, COUSIN, f"{opener}{COUSIN.text}{tail}") == set(), (opener, tail)


def test_plain_words_are_sorted_and_chinese_and_each_stands_once():
    words = read_words("zh")
    assert list(words) == sorted(set(words))
    assert [word for word in words if not re.fullmatch(r"[\u3400-\u9fff]+|[a-z\d]+", word)] == []


def test_no_value_that_another_fact_can_have_comes_in(guard, spec):
    for name in ("hobby", "hometown", "event_type", "item_type", "place_type"):
        for value in spec.domains[name].surfaces["zh"]:
            assert guard.judge(COUSIN, f"我表哥是会计师，还有{plain(value)}。"), value


def test_no_plain_words_make_up_what_somebody_does(spec):
    chinese = tongue("zh")
    for name in ("occupation", "hobby", "event_type", "item_type", "place_type"):
        assert [value for value in spec.domains[name].surfaces["zh"] if chinese.plain([plain(value)])] == [], name


def test_who_gives_a_sex_is_nobody_whom_plain_words_name():
    chinese, lists = tongue("zh"), read_lists("zh")
    assert [word for word in (*lists.sexes.female, *lists.sexes.male) if chinese.plain([word])] == []


def test_all_patterns_can_be_read():
    lists, split = read_lists("zh"), tongue("zh").split
    dangers = [pattern for danger in lists.dangers.values() for patterns in danger.model_dump().values() for pattern in patterns]
    operators = [pattern for group in (*lists.operators, *lists.diverting) for pattern in group]
    for pattern in (
        *dangers,
        *operators,
        *lists.residue,
        *lists.questions,
        *lists.requests,
        *lists.relating,
        *lists.dangling,
        *lists.idioms,
    ):
        assert parse(pattern, split), pattern


def test_a_name_may_stand_in_quotes_and_nothing_else(guard):
    assert guard.judge(NAME, "我的名字叫“李艳红”。") == []
    assert "residue" in {one.rule for one in guard.judge(COUSIN, "“我表哥是会计师。”")}


def test_a_question_that_lost_one_of_its_two_questions_is_another(guard):
    both = Inquiry("“松石风车”几号几点开始？再问一个，我回老家是回哪个城市？", ("“松石风车”",), (), NOW)
    assert "asked" in {one.rule for one in guard.judge(both, "“松石风车”几号几点开始？")}
