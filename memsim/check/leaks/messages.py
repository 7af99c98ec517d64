"""Messages of histories laid flat, with whether a question needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from memsim.check.leaks.options import Bools, Ints
from memsim.io.formats.audited import Audited, Post

#: Messages that are told so that others make sense: of another content by their nature, so that what tells them from evidence is told, not judged.
CONTEXT = "context"
#: Messages that tell what is asked of another, or nearly that.
DISTRACTOR = "distractor"
_OTHERS = "others"
_EVIDENCE = "evidence"


@dataclass(frozen=True)
class Messages:
    """Messages, one after the other.

    Attributes:
        posts: The messages.
        history: The number of each one's history, shape (n,).
        kind: ``evidence`` where a question of the history needs it, else the set's own word, or ``others``; shape (n,).
        types: The question type of each one's history, or of its first question.
        about: The attribute that each one tells; empty where the set does not say.
    """

    posts: Sequence[Post]
    history: Ints
    kind: np.ndarray
    types: np.ndarray
    about: np.ndarray

    @cached_property
    def evidence(self) -> Bools:
        """Where a question needs it."""
        return self.kind == _EVIDENCE

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds there are besides evidence."""
        return sorted(set(self.kind.tolist()) - {_EVIDENCE})

    def where(self, mask: Bools) -> Messages:
        """Return some of them."""
        places = np.flatnonzero(mask)
        columns = (column[places] for column in (self.history, self.kind, self.types, self.about))
        return Messages([self.posts[place] for place in places.tolist()], *columns)


def needed(history: Audited) -> frozenset[str]:
    """Return the mids that some question of a history needs; where a set names sessions, those of their messages."""
    named = {ref for asked in history.asked for ref in asked.evidence}
    return frozenset(post.mid for post in history.posts if post.mid in named or post.session in named)


def messages_of(histories: Sequence[Audited]) -> Messages:
    """Return the messages of histories of which some question needs a message."""
    posts, number, kinds, types, about = [], [], [], [], []
    for place, history in enumerate(histories):
        wanted = needed(history)
        known = {mid: kind for asked in history.asked for mid, kind in asked.kinds.items()}
        told = {mid: attribute for asked in history.asked for mid, attribute in asked.about.items()}
        for post in history.posts if wanted else ():
            posts.append(post)
            number.append(place)
            kinds.append(_EVIDENCE if post.mid in wanted else known.get(post.mid, _OTHERS))
            types.append(history.asked[0].question_type)
            about.append(told.get(post.mid, ""))
    return Messages(posts, np.array(number, dtype=np.int64), *(np.array(column, dtype=np.str_) for column in (kinds, types, about)))
