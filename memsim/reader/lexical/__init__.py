"""A reader without a model, by the words that question, choices and passages share."""

from memsim.reader.lexical.reader import LexicalReader

__all__ = ["LexicalReader"]
