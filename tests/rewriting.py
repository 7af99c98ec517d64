"""What scripted models need to rewrite: which texts a request asks for, and replies that are faithful or not."""

import json
import re

import memsim
from memsim.llm.cache import ReplyCache
from memsim.render.reply import texts

_CHINESE = re.compile("[\u4e00-\u9fff]")


def asked(request):
    """The texts that a request asks for, by id, as its prompt shows them."""
    ids = request["response_format"]["json_schema"]["schema"]["properties"]
    shown = texts(request["messages"][-1]["content"], list(ids))
    return {name: said[-1] for name, said in shown.items()}  # an example in the prompt may bear the same id


def faithful(request):
    """Each text with another tail."""
    said = {name: f"{text}谢谢。" if _CHINESE.search(text) else f"{text} Thanks." for name, text in asked(request).items()}
    return json.dumps(said, ensure_ascii=False)


def rewriting(model, tmp_path, **given):
    """How a scripted server rewrites, with a cache that nobody else has; failed calls are not waited for."""
    client = memsim.Client("openai/stub", model.api_base, temperature=0.7, wait=0.01, cache=ReplyCache(tmp_path / "replies.sqlite"))
    return memsim.Rewriting(client, **given)
