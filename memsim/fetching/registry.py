"""The public sets that can be fetched. One is one entry here.

Nothing was downloaded to make these entries: a hash stands here only where others who had the very bytes of that commit wrote it down, alike and apart
from each other, or where the publisher did; the entry says who, and what of that is not certain. A set of which no such hash is known is listed without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from memsim.io.hub import HUB


class Licence(NamedTuple):
    """What the publisher of a set allows.

    Attributes:
        name: As the publisher calls it; "none stated" where nothing is said.
        terms: What that means, in short.
        url: Where the publisher states it; empty where nothing is said.
    """

    name: str
    terms: str
    url: str


class File(NamedTuple):
    """One file of a set.

    Attributes:
        url: With the commit or revision in it.
        path: In the folder of the set.
        sha256: In 64 hex digits; None where nobody's was found.
        size: In bytes; None likewise.
    """

    url: str
    path: str
    sha256: str | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class PublicSet:
    """A set of others that memsim reads.

    Attributes:
        format: Its name in `memsim.io.formats.registry.FORMATS`.
        what: What is in it, in a line.
        licence: Shown, and to be accepted, before anything is downloaded.
        page: Of its publisher.
        files: Those to download; none where there are too many to pin one by one.
        opens: The path in the folder that memsim is given; empty for the folder itself.
        learned: Where the hashes were learned; of a set without any, why there is none.
        by_hand: Of a set without hashes, a command that gets it and checks it, and below, what to know of that.
    """

    format: str
    what: str
    licence: Licence
    page: str
    files: tuple[File, ...]
    opens: str
    learned: str
    by_hand: str = ""

    @property
    def pinned(self) -> bool:
        """Whether the bytes of every file are known."""
        return bool(self.files) and all(file.sha256 for file in self.files)

    @property
    def size(self) -> int | None:
        """Bytes of all files, if known."""
        sizes = [file.size for file in self.files]
        return sum(size for size in sizes if size is not None) if sizes and None not in sizes else None


_PERMISSIVE = "free to use, change and share, also commercially, with its notice kept"
_NOT_COMMERCIAL = "free to use, change and share with credit to its authors, but not commercially"

_LONGMEMEVAL = f"{HUB}/datasets/xiaowu0162/longmemeval-cleaned"
_LONGMEMEVAL_FILES = f"{_LONGMEMEVAL}/resolve/98d7416c24c778c2fee6e6f3006e7a073259d48f"
_LONGMEMEVAL_LICENCE = Licence(
    "MIT", _PERMISSIVE, "https://github.com/xiaowu0162/LongMemEval/blob/9e0b455f4ef0e2ab8f2e582289761153549043fc/LICENSE"
)
_PERSONAMEM = f"{HUB}/datasets/bowen-upenn/PersonaMem-v1"
_PERSONAMEM_FILES = f"{_PERSONAMEM}/resolve/a8076d5608c93ba2a28983cd78aa99b01a163ae7"
_AGENTMEMORY = "rohitg00/agentmemory/df3d4a83b966d8d415cb9180d5a4724b07f729dc"
_CODING = f"https://raw.githubusercontent.com/{_AGENTMEMORY}/eval/data/coding-agent-life-v1"

SETS = {
    "locomo": PublicSet(
        format="locomo",
        what="LoCoMo (Maharana et al., ACL 2024): 10 long conversations, 1,986 questions",
        licence=Licence(
            "CC BY-NC 4.0",
            _NOT_COMMERCIAL,
            "https://github.com/snap-research/locomo/blob/3eb6f2c585f5e1699204e3c3bdf7adc5c28cb376/LICENSE.txt",
        ),
        page="https://github.com/snap-research/locomo",
        files=(
            File(
                "https://raw.githubusercontent.com/snap-research/locomo/3eb6f2c585f5e1699204e3c3bdf7adc5c28cb376/data/locomo10.json",
                "locomo10.json",
                "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4",
                2_805_274,
            ),
        ),
        opens="locomo10.json",
        learned="pinned with this commit by HybridAIOne/hybridclaw, zzp-elio/AgentMemoryBench and YohannCharles/TianXiMem",
    ),
    "longmemeval-s": PublicSet(
        format="longmemeval",
        what="LongMemEval-S, cleaned (Wu et al., ICLR 2025): 500 questions, each over some 50 sessions",
        licence=_LONGMEMEVAL_LICENCE,
        page=_LONGMEMEVAL,
        files=(
            File(
                f"{_LONGMEMEVAL_FILES}/longmemeval_s_cleaned.json",
                "longmemeval_s_cleaned.json",
                "d6f21ea9d60a0d56f34a05b609c79c88a451d2ae03597821ea3d5a9678c3a442",
                277_383_467,
            ),
        ),
        opens="longmemeval_s_cleaned.json",
        learned="pinned with this revision by rohitg00/agentmemory and YohannCharles/TianXiMem, with its size by zzp-elio/AgentMemoryBench",
    ),
    "longmemeval-m": PublicSet(
        format="longmemeval",
        what="LongMemEval-M, cleaned: 500 questions, each over some 500 sessions; much memory is needed to read it",
        licence=_LONGMEMEVAL_LICENCE,
        page=_LONGMEMEVAL,
        files=(
            File(
                f"{_LONGMEMEVAL_FILES}/longmemeval_m_cleaned.json",
                "longmemeval_m_cleaned.json",
                "9d79e5524794a2e6900a3aa9cb7d9152c5a3e8319c9a87c25494ba1eacee495f",
                2_737_100_077,
            ),
        ),
        opens="longmemeval_m_cleaned.json",
        learned="with its size in zzp-elio/AgentMemoryBench; with this revision in several public harnesses, one of which found it equal to the Hub's own",
    ),
    "longmemeval-oracle": PublicSet(
        format="longmemeval",
        what="LongMemEval, evidence only: the 500 questions over nothing but the sessions that answer them",
        licence=_LONGMEMEVAL_LICENCE,
        page=_LONGMEMEVAL,
        files=(
            File(
                f"{_LONGMEMEVAL_FILES}/longmemeval_oracle.json",
                "longmemeval_oracle.json",
                "821a2034d219ab45846873dd14c14f12cfe7776e73527a483f9dac095d38620c",
                15_388_478,
            ),
        ),
        opens="longmemeval_oracle.json",
        learned="with this revision and this size in several public harnesses, all alike",
    ),
    "personamem": PublicSet(
        format="personamem",
        what="PersonaMem v1, 32k (Jiang et al., 2025): 589 questions with choices about 37 chats of 20 users",
        licence=Licence("MIT", _PERMISSIVE, _PERSONAMEM),
        page=_PERSONAMEM,
        files=(
            File(
                f"{_PERSONAMEM_FILES}/questions_32k.csv",
                "questions_32k.csv",
                "cccd34cf53e0bc4d9536c04cff5ca045156d9a4e227e83327112482840bbc93c",
                1_305_366,
            ),
            File(
                f"{_PERSONAMEM_FILES}/shared_contexts_32k.jsonl",
                "shared_contexts_32k.jsonl",
                "217247ebfec9e8442fc53570c795ab69f21aad08745f7de78d9beab51b122d4a",
                5_613_210,
            ),
        ),
        opens="questions_32k.csv",
        learned="the questions pinned with this revision by YohannCharles/TianXiMem; both in nine public harnesses, all alike, with sizes in two",
    ),
    "coding-agent-life": PublicSet(
        format="coding-agent-life",
        what="coding-agent-life-v1 (agentmemory): 15 sessions with a coding agent, 15 questions",
        licence=Licence("Apache-2.0", _PERMISSIVE, f"https://github.com/{_AGENTMEMORY.replace('memory/', 'memory/blob/')}/LICENSE"),
        page="https://github.com/rohitg00/agentmemory",
        files=(
            File(f"{_CODING}/sessions.json", "sessions.json", "d32f0c3c35a35e6c5aa0ac1fd0bd92e1f413c132efe3b1262038595589df3f16", 4565),
            File(f"{_CODING}/queries.json", "queries.json", "4f36fb00ea1e0ce3ccbefea9348fc4da027201a26a1fd7b5349391bcc69a24b4", 3829),
        ),
        opens="",
        learned="the publisher's own manifest of a run, docs/benchmarks/data/2026-10-09/coding-prefix-fix/manifest.json, whose working tree was of this commit "
        "with changes; equal files were at hand, but another commit, d32abb2, has other sessions, and nobody else was found to have written down whose these are",
    ),
    "memdaily": PublicSet(
        format="memdaily",
        what="MemDaily (Zhang et al., 2024): 2,954 trajectories of daily life with a question each, in Chinese",
        licence=Licence(
            "none stated",
            "so nothing is allowed but what the law where you are allows without one",
            "",
        ),
        page="https://github.com/nuster1128/MemSim",
        files=(
            File(
                "https://raw.githubusercontent.com/nuster1128/MemSim/db9d5d552d6cb1d859f692eb7e6c0fd6d61d3815/data_generation/final_dataset/memdaily.json",
                "memdaily.json",
            ),
        ),
        opens="memdaily.json",
        learned="nobody was found to have written its SHA-256 down",
        by_hand="git clone https://github.com/nuster1128/MemSim && git -C MemSim checkout db9d5d552d6cb1d859f692eb7e6c0fd6d61d3815\n"
        "the file is data_generation/final_dataset/memdaily.json; git checks what it brings",
    ),
    # A manifest with hashes of this commit is public, but it is of a Windows checkout: all line ends are CRLF there, as its hash of a small file shows.
    "membench": PublicSet(
        format="membench",
        what="MemBench (Tan et al., ACL 2025): dialogues and statements with questions and choices, 19 files",
        licence=Licence("MIT", f"{_PERMISSIVE}; its README says so, no licence file does", "https://github.com/import-myself/Membench"),
        page="https://github.com/import-myself/Membench",
        files=(),
        opens="",
        learned="hashes that others wrote down are of files whose line ends git had changed",
        by_hand="git clone https://github.com/import-myself/Membench && "
        "git -C Membench checkout f66d8d1028d3f68627d00f77a967b93fbb8694b6\n"
        "the files are in MemData/FirstAgent and MemData/ThirdAgent; git checks what it brings",
    ),
    "convomem": PublicSet(
        format="convomem",
        what="ConvoMem (Pakhomov et al., 2025): 75,336 questions over conversations, 1,242 files",
        licence=Licence("CC BY-NC 4.0", _NOT_COMMERCIAL, f"{HUB}/datasets/Salesforce/ConvoMem"),
        page=f"{HUB}/datasets/Salesforce/ConvoMem",
        files=(),
        opens="",
        learned="its files are too many to be pinned one by one",
        by_hand="hf download Salesforce/ConvoMem --repo-type dataset --revision e3e9b39115b02346824c70d349350de738f8be41 "
        "--include 'core_benchmark/evidence_questions/*' --local-dir data/convomem\n"
        "hf comes with pip install huggingface_hub",
    ),
}
