"""Ontology of L's world: sorts, names and constructors, as tables.

An ontology names four sorts that L builds on (`agent`, `action`, `predicate`, `time`) and whatever
sorts those need. The parser turns it into grammar rules, the printer reads values back through it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final

__all__ = ["INTEGER", "Argument", "Constructor", "Names", "Ontology"]

INTEGER: Final = "integer"
"""The one sort every ontology has: whole numbers without a sign."""


@dataclass(frozen=True, slots=True)
class Names:
    """The constants of a sort: text -> value.

    Of several texts for a value the first is the canonical one.
    """

    sort: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Argument:
    """A place of a constructor. many: one or more, `x` or `[x y]`. optional: may be left out (and is then None)."""

    sort: str
    many: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Constructor:
    """`name(argument, …)` builds a value of `sort`; without a name it is written `⟨argument, …⟩`.

    build: a frozen dataclass whose fields are the arguments, in order. extension: not in the thesis' ontology.
    """

    name: str
    sort: str
    arguments: tuple[Argument, ...]
    build: type
    extension: bool = False

    def parts(self, value: object) -> tuple[object, ...]:
        """The arguments a value was built from."""
        return tuple(getattr(value, field.name) for field in fields(self.build))


@dataclass(frozen=True, eq=False)
class Ontology:
    """sorts: sort -> the sorts it also takes. words: sort -> what to call it in an error. variables: text -> the sort
    whose values an open question may ask for by it."""

    name: str
    names: tuple[Names, ...]
    constructors: tuple[Constructor, ...]
    sorts: Mapping[str, tuple[str, ...]]
    words: Mapping[str, str]
    anyone: str
    variables: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def by_class(self) -> Mapping[type, Constructor]:
        return {constructor.build: constructor for constructor in self.constructors}

    @cached_property
    def texts(self) -> Mapping[tuple[str, object], str]:
        """(sort, value) -> canonical text."""
        found: dict[tuple[str, object], str] = {}
        for names in self.names:
            for text, value in names.values.items():
                found.setdefault((names.sort, value), text)
        return found

    def text_of(self, sort: str, value: Any) -> str | None:
        """The name of a constant of the sort or of a sort it takes; None if there is none."""
        found = self.texts.get((sort, value))
        if found is None:
            for other in self.sorts.get(sort, ()):
                found = self.text_of(other, value)
                if found is not None:
                    break
        return found
