"""By which criteria people judge what a set claims of a question: three that MemSim (arXiv 2409.20163) had people judge."""

from __future__ import annotations

from memsim.rating.criteria import Criterion, Wording

ANSWER = Criterion(
    "answer",
    {
        "en": Wording(
            "Answer",
            "going by the messages, is the claimed answer right?",
            "the messages say otherwise, leave it open, or fit another answer as well",
            "it follows from the messages, and no other answer does",
        ),
        "zh": Wording(
            "答案", "根据消息，所给答案是否正确？", "与消息不符、消息没有说明，或另有答案也说得通", "由消息可以得出，且只有这一个答案"
        ),
    },
)
CHOICE = Criterion(
    "choice",
    {
        "en": Wording(
            "Choice",
            "is the claimed choice the right one, and the only right one?",
            "it is wrong, or another choice is right as well",
            "it is right, and all other choices are wrong",
        ),
        "zh": Wording("选项", "所给选项是否正确，且是唯一正确的选项？", "选项错误，或另有选项也正确", "选项正确，其余选项都错误"),
    },
)
EVIDENCE = Criterion(
    "evidence",
    {
        "en": Wording(
            "Evidence",
            "are the messages marked ★ just those that one needs to answer?",
            "one that is needed is not marked, or one is marked that is not needed",
            "they are enough to answer, and none can be left out",
        ),
        "zh": Wording(
            "证据",
            "标有★的消息是否恰好就是回答问题所需的消息？",
            "有需要的消息没有标出，或标出了不需要的消息",
            "凭这些消息就能回答，而且缺一不可",
        ),
    },
)

CORRECTNESS = (ANSWER, CHOICE, EVIDENCE)
