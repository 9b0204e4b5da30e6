"""XML of strangers as a tree, read within limits.

A document type, and with it every entity, is refused.
"""

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from adjudication.games.value import GameFileError

__all__ = ["Element", "load"]

_DEEPEST: Final = 30
_MOST_ELEMENTS: Final = 1_000_000


@dataclass(slots=True)
class Element:
    """An element.

    line: where it begins. text: what it holds besides other elements.
    """

    name: str
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def all(self, *names: str) -> list["Element"]:
        """The elements at the end of a path of names."""
        found = [self]
        for name in names:
            found = [child for each in found for child in each.children if child.name == name]
        return found

    def get(self, name: str) -> str:
        """An attribute. Raises GameFileError without it."""
        if name not in self.attributes:
            raise GameFileError(f"line {self.line}", f"<{self.name}> has no attribute {name}")
        return self.attributes[name]


def load(text: str) -> Element:
    """Read a document.

    Raises GameFileError for what is no XML, has a document type, or is nested too deeply.
    """
    top = Element("", {}, 0)
    open_elements = [top]
    count = 0
    parser = expat.ParserCreate("utf-8")  # the text is decoded already, whatever encoding its first line names

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(open_elements) > _DEEPEST or count > _MOST_ELEMENTS:
            limit = f"more than {_DEEPEST} elements stand in each other, or there are more than {_MOST_ELEMENTS:,}"
            raise GameFileError(f"line {parser.CurrentLineNumber}", limit)
        element = Element(name, attributes, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_name: str) -> None:
        open_elements.pop()

    def hear(words: str) -> None:
        if len(open_elements[-1].text) < 1000:
            open_elements[-1].text += words

    def refuse(*_parts: object) -> None:
        raise GameFileError(f"line {parser.CurrentLineNumber}", "a document type (<!DOCTYPE ...>) is not read")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, hear
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise GameFileError(f"line {error.lineno}", f"this is not XML: {expat.ErrorString(error.code)}") from None
    return top.children[0]
