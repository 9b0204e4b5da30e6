"""The readers that the benches measure, by name: `both` is that of the site (`docs/grammar.md`)."""

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeAlias, cast

from negotiation.english.context import Context
from negotiation.english.understanding import Understanding

__all__ = ["READERS", "Reader", "reader"]

Reader: TypeAlias = Callable[[str, Context], Understanding]

READERS: Final = ("both", "english", "grammar")


def reader(name: str) -> Reader:
    """One of READERS, imported only now, so that what the other takes is not measured with it."""
    return cast(Reader, import_module("negotiation.reader" if name == "both" else f"negotiation.{name}.reader").read)
