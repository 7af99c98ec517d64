"""What the guard knows of English: what may be said in another way, and what turns a fact or brings in a new one."""

import re

import pytest

from memsim.render.guard import RULES, Guard, Inquiry, Statement
from memsim.render.guard.lists import read_lists, read_words
from memsim.render.guard.patterns import parse
from memsim.render.guard.tongue import tongue

NOW = "2028-07-01T10:00"
COUSIN = Statement("My cousin works as an accountant.", "my cousin", "occupation", "accountant", "accountant", None, NOW)
UNCLE = Statement("My uncle's hobby is fishing.", "my uncle", "hobby", "fishing", "fishing", None, NOW)
BOSS = Statement("Rachel Williams works in Busan.", "Rachel Williams", "workplace", "Busan", "Busan", None, NOW)
HOME = Statement("My coach grew up in Busan.", "my coach", "hometown", "Busan", "Busan", None, NOW)
HEIGHT = Statement("My mentor is 183 cm tall.", "my mentor", "height", "183 cm", "183 cm", 183.0, NOW)
AGE = Statement("My deskmate is 34 years old.", "my deskmate", "age", "34", "34", 34.0, NOW)
BIRTHDAY = Statement("My boss has a birthday on 29 May.", "my boss", "birthday", "29 May", "29 May", 149.0, NOW)
PHONE = Statement("My own number hasn't changed, it's still 863-555-0165.", "", "phone", "863-555-0165", "863-555-0165", None, NOW)
PASSPORT = Statement("My passport number is 993041771.", "", "passport", "993041771", "993041771", None, NOW)
NAME = Statement("My name is Jennifer Schmidt.", "", "name", "Jennifer Schmidt", "Jennifer Schmidt", None, NOW)
EVENT = Statement("Cedar Arrow starts on Friday at 7 pm.", "Cedar Arrow", "event_time", "on Friday at 7 pm", "2028-07-07T19:00", None, NOW)
SCALE = Statement("60 people are coming to Silver Harbour.", "Silver Harbour", "scale", "60 people", "60 people", 60.0, NOW)
SUGAR = Statement("The postwoman hasn't touched sugar for 41 days.", time=NOW, slots=("postwoman", "41"))
POOL = Statement("Vitor paid 14 euros at the Kettle Yard.", time=NOW, slots=("Vitor", "14 euros", "Kettle Yard"))

#: What keeps the fact, and what does not, by the rule that says so.
PAIRS = {
    "residue": [
        (COUSIN, "So here it is: my cousin works as an accountant.", "Here is the rewritten message: my cousin works as an accountant."),
        (COUSIN, "Right, my cousin works as an accountant.", "Sure! Here's a casual version: my cousin works as an accountant."),
        (COUSIN, "My cousin works as an accountant, happy to say.", "I'd be happy to help. My cousin works as an accountant."),
        (COUSIN, "My cousin works as an accountant!", '"My cousin works as an accountant."'),
        (COUSIN, "One thing, my cousin works as an accountant.", "1. My cousin works as an accountant."),
    ],
    "cut": [
        (COUSIN, "My cousin works as an accountant, and that's that", "My cousin works as an accountant, and"),
        (COUSIN, "My cousin works as an accountant (for real)", "My cousin works as an accountant (for"),
    ],
    "subject": [
        (COUSIN, "The cousin of mine works as an accountant.", "His cousin works as an accountant."),
        (COUSIN, "The cousin works as an accountant.", "Your cousin works as an accountant."),
        (BOSS, "Ms Rachel Williams works in Busan.", "Rachel works in Busan."),
    ],
    "value": [
        (HEIGHT, "My mentor is 1.83 m tall.", "My mentor is 1.38 m tall."),
        (HEIGHT, "My mentor is 183 centimetres tall.", "My mentor is 183 inches tall."),
        (AGE, "My deskmate is thirty-four years old.", "My deskmate is forty-three years old."),
        (AGE, "My deskmate is 34.", "My deskmate is 34,000 years old."),
        (BIRTHDAY, "My boss has a birthday on May 29th.", "My boss has a birthday on May 28th."),
        (PHONE, "My own number is 863 555 0165.", "My own number is 863 555 0156."),
        (EVENT, "Cedar Arrow starts Friday next week, 19:00.", "Cedar Arrow starts Friday next week, 17:00."),
        (EVENT, "Cedar Arrow starts on 7 July at 7 in the evening.", "Cedar Arrow starts on 14 July at 7 in the evening."),
        (SCALE, "Sixty people are coming to Silver Harbour.", "Sixteen people are coming to Silver Harbour."),
    ],
    "slots": [
        (POOL, "At the Kettle Yard, Vitor paid 14 euros.", "At the Kettle Yard, Vitor paid 15 euros."),
        (POOL, "Vitor paid fourteen euros at the Kettle Yard!", "Vitor paid 14 euros."),
    ],
    "question": [
        (COUSIN, "Did I tell you my cousin works as an accountant?", "Does my cousin work as an accountant?"),
        (AGE, "My deskmate's age? 34.", "Is my deskmate 34?"),
    ],
    "person": [
        (PHONE, "You can reach me on 863-555-0165, my number hasn't changed.", "The number hasn't changed, still 863-555-0165."),
        (NAME, "I'm Jennifer Schmidt.", "The name is Jennifer Schmidt."),
    ],
    "number": [
        (COUSIN, "My cousin works as an accountant, one thing less to remember.", "My cousin works as an accountant, for 12 firms."),
    ],
    "vocabulary": [
        (COUSIN, "My cousin's job is accountant.", "My cousin works as an accountant and a nurse."),
        (BOSS, "Busan is where Rachel Williams works.", "Rachel Williams works in Busan and Shanghai."),
        (HOME, "My coach grew up in Busan, you know.", "My coach grew up in Busan, South Korea."),
    ],
    "name": [
        (COUSIN, "My cousin works as an accountant. Noted?", "My cousin Zelda works as an accountant."),
        (COUSIN, "MY COUSIN WORKS AS AN ACCOUNTANT", "My cousin works as an accountant at Initech."),
    ],
    "negation": [
        (COUSIN, "Don't forget, my cousin works as an accountant.", "My cousin doesn't work as an accountant."),
        (UNCLE, "No wonder my uncle's hobby is fishing.", "My uncle's hobby is not fishing."),
        (HOME, "I can't believe my coach grew up in Busan!", "My coach never grew up in Busan."),
    ],
    "hedge": [
        (AGE, "My deskmate is 34 years old, maybe that's of use to you.", "My deskmate is about 34 years old."),
        (COUSIN, "My cousin works as an accountant, I think you should know that.", "I think my cousin works as an accountant."),
        (SCALE, "There are 60 people coming to Silver Harbour.", "At least 60 people are coming to Silver Harbour."),
    ],
    "past": [
        (COUSIN, "My cousin works as an accountant, as I wanted to tell you before.", "My cousin used to work as an accountant."),
        (COUSIN, "I wanted to say that my cousin works as an accountant.", "My cousin wanted to work as an accountant."),
        (BOSS, "Rachel Williams works in Busan, I meant to say.", "Rachel Williams formerly worked in Busan."),
    ],
    "future": [
        (COUSIN, "You'll want to know that my cousin works as an accountant.", "My cousin will work as an accountant."),
    ],
    "condition": [
        (COUSIN, "If anyone asks, my cousin works as an accountant.", "If all goes well, my cousin works as an accountant."),
        (UNCLE, "In case you wonder, my uncle's hobby is fishing.", "My uncle's hobby is fishing unless it rains."),
    ],
    "retraction": [
        (COUSIN, "No kidding, my cousin works as an accountant.", "My cousin works as an accountant. Just kidding."),
        (NAME, "My name is Jennifer Schmidt, seriously.", "My name is Jennifer Schmidt. Wait, scratch that."),
    ],
    "report": [
        (COUSIN, "Let it be said: my cousin works as an accountant.", "Rumour has it my cousin works as an accountant."),
        (UNCLE, "As I keep saying, my uncle's hobby is fishing.", "My uncle says I have fishing as a hobby."),
    ],
    "own": [
        (AGE, "My deskmate is 34 years old, I tell you.", "My deskmate knows that I am 34 years old."),
    ],
    "second": [
        (PHONE, "Just for you, my own number is still 863-555-0165.", "My own number? Your number is still 863-555-0165."),
    ],
    "time": [
        (COUSIN, "It's about time I told you: my cousin works as an accountant.", "My cousin works as an accountant since last year."),
        (BOSS, "Rachel Williams works in Busan. I forget it every time.", "Rachel Williams works in Busan on weekends."),
    ],
    "relation": [
        (COUSIN, "My cousin? Works as an accountant.", "My cousin's wife works as an accountant."),
        (UNCLE, "My uncle's hobby is fishing, would you believe.", "My uncle's hobby is fishing, and his brother's too."),
    ],
    "sex": [
        (UNCLE, "My uncle has a hobby, and his is fishing.", "My uncle has a hobby, and hers is fishing."),
        (AGE, "As for my deskmate, they are 34 years old.", "As for my deskmate, he is 34 years old."),
        (BOSS, "About Rachel Williams: she works in Busan.", "Mr Rachel Williams works in Busan."),
    ],
    "attribute": [
        (BOSS, "Rachel Williams has a job in Busan.", "Rachel Williams is from Busan."),
        (HOME, "My coach's childhood was in Busan.", "My coach commutes to Busan."),
        (PASSPORT, "The number in my passport is 993041771.", "My driving licence number is 993041771."),
    ],
    "link": [
        (BOSS, "Busan, that's where Rachel Williams works.", "Rachel Williams works near Busan."),
        (AGE, "The age of my deskmate is 34.", "My deskmate is older than 34."),
        (COUSIN, "My cousin is an accountant for a living.", "My cousin is afraid of an accountant."),
    ],
    "counted": [
        (SUGAR, "For 41 days the postwoman hasn't touched sugar.", "The postwoman hasn't touched sugar for 41 minutes."),
    ],
    "affirmed": [
        (SUGAR, "41 days, and the postwoman hasn't touched sugar.", "The postwoman has touched sugar for 41 days."),
    ],
    "aside": [
        (COUSIN, "By the way, my cousin works as an accountant.", "My cousin works as an accountant. That was then."),
        (UNCLE, "My uncle's hobby is fishing, just so you know.", "My uncle's hobby is fishing. So is mine."),
    ],
    "turning": [
        (COUSIN, "I must say my cousin works as an accountant.", "I wish my cousin works as an accountant."),
        (HOME, "Fun fact: my coach grew up in Busan.", "In my dream my coach grew up in Busan."),
    ],
    "joined": [
        (AGE, "My deskmate is 34 years old, and I always forget.", "My deskmate and I are 34 years old."),
    ],
    "swapped": [
        (AGE, "My deskmate's 34 years old.", "My deskmate was 34 years old."),
        (PHONE, "Here's my number: 863-555-0165.", "Here's your number: 863-555-0165."),
    ],
    "repeats": [
        (COUSIN, "My cousin? My cousin works as an accountant.", "My cousin works as an accountant. My cousin works as an accountant."),
    ],
    "clause": [
        (COUSIN, "My cousin has accountant as a job.", "My cousin dates an accountant."),
        (BOSS, "Rachel Williams works over in Busan.", "Rachel Williams lost work in Busan."),
        (PHONE, "By the way, my number is listed as 863-555-0165.", "My number was stolen by 863-555-0165."),
        (AGE, "Honestly, my deskmate is 34 years old.", "My deskmate sells 34-year-old cars."),
    ],
    "words": [
        (COUSIN, "Hey, quick heads-up, my cousin works as an accountant, lol.", "My cousin works as an accountant and plays the violin."),
        (AGE, "Guess what? My deskmate is 34 years old!", "My deskmate is 34 years old and divorced."),
        (HOME, "Fun fact: my coach grew up in Busan.", "My coach grew up in a castle in Busan."),
    ],
}  # fmt: skip

OLDEST = Inquiry(
    "Who is the oldest of my uncle, Anna Kim and my coach, and what is the hobby?", ("my uncle, Anna Kim and my coach",), ("fishing",), NOW
)
PLACE = Inquiry("Which city hosts Cedar Arrow?", ("Cedar Arrow",), ("Busan", "Cairo", "Lima", "Oslo"), NOW)
MINE = Inquiry("What's my phone number?", (), ("863-555-0165", "424-555-0168"), NOW)


@pytest.fixture(scope="module")
def guard(spec):
    return Guard(spec, "en")


def broken(guard, given, rewrite):
    """Return the rules that a rewrite breaks."""
    return {rejection.rule for rejection in guard.judge(given, rewrite)}


def test_every_rule_that_can_be_broken_in_english_is_shown():
    assert set(RULES) - set(PAIRS) == {"length", "characters", "script", "quality", "tense", "asked", "given_away", "denied"}


@pytest.mark.parametrize(("rule", "given", "kept", "turned"), [(rule, *pair) for rule, pairs in PAIRS.items() for pair in pairs])
def test_a_fact_may_be_told_in_other_words_and_not_be_turned(guard, rule, given, kept, turned):
    assert guard.judge(given, kept) == []
    assert rule in broken(guard, given, turned)


ASKED = [
    ("asked", OLDEST, "Of my coach, Anna Kim and my uncle, what's the oldest one's hobby?", "What's the hobby of the youngest of Anna Kim, my uncle and my coach?"),
    ("slots", OLDEST, "The oldest of Anna Kim, my uncle and my coach, what's the hobby?", "Who is the oldest of my uncle and Anna Kim, and what is the hobby?"),
    ("vocabulary", PLACE, "Cedar Arrow, which city is it in?", "Which city hosts Cedar Arrow, Busan?"),
    ("question", PLACE, "Tell me which city hosts Cedar Arrow.", "A city hosts Cedar Arrow."),
    ("asked", PLACE, "Remind me, which city hosts Cedar Arrow?", "When does the city host Cedar Arrow?"),
    ("second", MINE, "Can you tell me my phone number?", "What's your phone number, and mine?"),
    ("person", MINE, "My phone number, what is it?", "What's the phone number?"),
    ("given_away", OLDEST, "The hobby of the oldest of my uncle, Anna Kim and my coach?", f"{OLDEST.text} Anna Kim?"),
    ("denied", PLACE, "Cedar Arrow: which city hosts it?", "Which city isn't hosting Cedar Arrow?"),
    ("negation", PLACE, "I don't know which city hosts Cedar Arrow, do you?", "Which city doesn't host Cedar Arrow?"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "given", "kept", "turned"), ASKED)
def test_a_question_may_be_put_in_other_words_and_must_ask_the_same(guard, rule, given, kept, turned):
    assert guard.judge(given, kept) == []
    assert rule in broken(guard, given, turned)


def test_a_question_that_the_next_sentence_answers_asks_nothing(guard):
    assert guard.judge(AGE, "My deskmate? 34 years old.") == []
    assert "question" in broken(guard, AGE, "My deskmate is 34 years old? Right.")


def test_a_fact_in_pieces_is_none(guard):
    assert "residue" in broken(guard, PHONE, "I; number: 863-555-0165.")


def test_a_message_of_the_pool_brings_in_no_doubt(guard):
    assert "hedge" in broken(guard, POOL, "Vitor might have paid 14 euros at the Kettle Yard.")


def test_what_is_to_come_may_be_told_as_to_come(guard):
    assert guard.judge(EVENT, "Cedar Arrow will start on Friday at 7 pm.") == []


def test_a_habit_is_not_put_into_the_past(guard):
    assert broken(guard, UNCLE, "My uncle fished as a hobby, and still, it's fishing.") != set()
    assert "tense" in broken(guard, COUSIN, "My cousin accounted, as an accountant.")


def test_nothing_is_told_of_what_somebody_is_like(guard):
    assert "quality" in broken(guard, COUSIN, "My cousin is a great accountant.") | broken(
        guard, COUSIN, "My cousin is so funny, and an accountant."
    )


def test_another_script_is_no_english(guard):
    assert "script" in broken(guard, COUSIN, "My cousin works as an accountant. Спасибо.")
    assert "script" in broken(guard, COUSIN, "我表哥 works as an accountant.")


def test_a_text_of_no_length_or_of_too_much_is_none(guard):
    assert broken(guard, COUSIN, "") == broken(guard, COUSIN, " \n") == {"length"}
    assert broken(guard, COUSIN, COUSIN.text + " Thanks." * 40) == {"length"}


@pytest.mark.parametrize("mark", ["{", "<b>", "**", "`", "\u200b", "\x00", "\ue000", "_", "\ud800"])
def test_a_character_that_nobody_types_is_refused(guard, mark):
    assert broken(guard, COUSIN, f"{mark}{COUSIN.text}") == {"characters"}


def test_a_smiley_is_fine(guard):
    assert guard.judge(COUSIN, f"{COUSIN.text} \U0001f600") == []


def test_openers_and_tails_of_a_topic_may_stand_around_its_facts(guard, spec):
    phrases = spec.phrases["en"]
    topic = spec.file.attributes["occupation"].topic
    for opener, tail in zip(phrases.openers[topic], phrases.tails[topic], strict=False):
        assert guard.judge(COUSIN, f"{opener} {COUSIN.text} {tail}") == [], (opener, tail)


def test_no_value_that_another_fact_can_have_comes_in(guard, spec):
    for name in ("hobby", "hometown", "occupation", "event_type", "item_type", "place_type"):
        for value in set(spec.domains[name].surfaces["en"]) - {"accountant"}:
            assert guard.judge(COUSIN, f"My cousin works as an accountant, and {value}."), value


def test_plain_words_are_sorted_and_each_stands_once():
    words = [line.partition("/")[0] for line in read_words("en")]
    assert words == sorted(set(words))
    assert [word for word in words if not re.fullmatch(r"[a-zé']+", word)] == []


def test_plain_words_name_no_job_and_no_place(spec):
    english = tongue("en")
    for name in ("occupation", "hometown", "hobby"):
        found = [value for value in spec.domains[name].surfaces["en"] if english.plain(english.split(value))]
        assert found == [], name


def test_all_patterns_can_be_read():
    lists, split = read_lists("en"), tongue("en").split
    dangers = [pattern for danger in lists.dangers.values() for patterns in danger.model_dump().values() for pattern in patterns]
    groups = [pattern for group in (*lists.operators, *lists.diverting) for pattern in group]
    lone = (*lists.residue, *lists.questions, *lists.requests, *lists.relating, *lists.dangling, *lists.idioms, *lists.names)
    for pattern in (*dangers, *groups, *lone):
        assert parse(pattern, split), pattern
