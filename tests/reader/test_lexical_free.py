import pytest

from memsim.reader.lexical import LexicalReader
from memsim.records import Asked, Passage


def answer(question, kind, *texts, time="2027-03-03T09:00", language="en"):
    return LexicalReader().read(Asked(question, "2027-03-20T10:00", language, (), kind), [Passage(text, time) for text in texts], 0)


@pytest.mark.parametrize(
    ("kind", "question", "text", "said"),
    [
        ("number", "How tall is my aunt?", "My aunt is 154cm tall.", "154cm"),
        ("number", "How many guests come to the fair of 2027?", "The fair of 2027 has forty guests.", "40"),
        ("date", "When is my aunt's birthday?", "My aunt's birthday is May the 29th.", "May the 29th"),
        ("duration", "How long does the fair take?", "The fair takes two and a half hours.", "2 and a half hours"),
        ("moment", "When does the fair start?", "The fair starts next Friday at 7 pm.", "2027-03-12T19:00"),
        ("time", "When does the fair start?", "The fair starts on 2 March at 9:30.", "2028-03-02T09:30"),
        ("moment", "When did the fair start?", "The fair started yesterday.", "2027-03-02"),
        ("moment", "When does the fair start?", "The fair starts at half past 7 in the evening.", "19:30"),
        ("name", "Who is my aunt?", "I know that my aunt is called Anna Kim by friends.", "Anna Kim"),
        ("text", "What is my lamp's model?", "My lamp is a Kolbry H11, bought in town.", "Kolbry H11"),
        ("", "What is my aunt fond of?", "My aunt is fond of marzipan.", "marzipan"),
    ],
)
def test_the_value_of_the_kind_that_is_wanted_is_told(kind, question, text, said):
    reply = answer(question, kind, "The weather is fine.", text)
    assert (reply.status, reply.answer, reply.raw) == ("answered", said, text)


def test_chinese_values_are_told():
    assert answer("庙会几点开始？", "moment", "庙会下周五晚上七点开始。", language="zh").answer == "2027-03-12T19:00"
    assert answer("我阿姨多高？", "number", "我阿姨一米八三。", language="zh").answer == "1米83"


def test_a_leap_day_is_that_of_the_next_leap_year():
    assert answer("When is the fair?", "moment", "The fair is on 29 February.").answer == "2028-02-29"


def test_without_a_time_of_the_passage_no_day_is_guessed():
    assert answer("When is the fair?", "moment", "The fair is next Friday.", time="").status == "unparsed"


@pytest.mark.parametrize("texts", [(), ("My aunt is fine.",)])
def test_where_no_passage_has_such_a_value_there_is_no_answer(texts):
    reply = answer("How tall is my aunt?", "number", *texts)
    assert (reply.status, reply.answer) == ("unparsed", "")
    assert "number" in reply.reason


def test_the_passage_that_bears_on_the_question_is_asked_first():
    told = ("My boss is 160 cm tall.", "My aunt is 154 cm tall.", "My uncle is 180 cm tall.")
    assert answer("How tall is my aunt?", "number", *told).answer == "154 cm"
