"""Small shapes of SVG, each one call, for board and charts.

The only module that imports svgwrite.
"""

from typing import Any, Final

from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.container import Group
from svgwrite.path import Path
from svgwrite.shapes import Circle
from svgwrite.text import Text

from frontend.board.geometry import Point

__all__ = [
    "Group",
    "Picture",
    "as_text",
    "circle",
    "described",
    "group",
    "lines_of_text",
    "path",
    "placed",
    "token_group",
    "use",
]

_PLAIN: Final = Drawing(debug=False)
"""Settings shared by all elements: no validation, which takes most of the time."""


class Picture(Drawing):
    """A picture of its own; attributes of its shapes are not validated."""

    def __init__(self, css: str, width: float, height: float, *, scaled: bool = True, **attributes: str) -> None:
        size = ("100%", "100%") if scaled else (width, height)
        super().__init__(size=size, viewBox=f"0 0 {width} {height}", debug=False)
        self.attribs |= {"class": css} | {name.replace("_", "-"): value for name, value in attributes.items()}


def group(css: str, *children: BaseElement, **attributes: Any) -> Group:
    """A group with classes; attribute names may use underscores for hyphens."""
    made = Group(factory=_PLAIN, class_=css, **attributes)
    for child in children:
        made.add(child)
    return made


def placed(point: Point, css: str, *children: BaseElement, **attributes: Any) -> Group:
    """A group whose children have their origin at a point of the board."""
    return group(css, *children, transform=f"translate({point[0]:g} {point[1]:g})", **attributes)


def token_group(*children: BaseElement) -> Group:
    """Group that keeps its size on the screen.

    It scales about the origin with `--token-scale`.
    """
    return group("token", *children)


def path(data: str, css: str, **attributes: Any) -> Path:
    return Path(d=data, factory=_PLAIN, class_=css, **attributes)


def circle(radius: float, css: str, center: Point = (0, 0)) -> Circle:
    return Circle(center=center, r=radius, factory=_PLAIN, class_=css)


class _Use(BaseElement):
    """`<use>` with a plain `href`, which needs no namespace in a fragment; svgwrite's own writes `xlink:href`."""

    elementname = "use"


def use(reference: str, css: str, **attributes: Any) -> BaseElement:
    """The element with this id, drawn once more."""
    return _Use(factory=_PLAIN, class_=css, href=f"#{reference}", **attributes)


def lines_of_text(lines: tuple[str, ...], css: str, at: Point = (0, 0), leading: float = 15.0) -> Group:
    """Lines of text whose middle is at the point."""
    first = at[1] - leading * (len(lines) - 1) / 2
    rows = [
        Text(line, x=[f"{at[0]:g}"], y=[f"{first + leading * index:g}"], dy=["0.32em"], factory=_PLAIN, class_=css)
        for index, line in enumerate(lines)
    ]
    return group("lines", *rows)


def described(element: BaseElement, text: str, role: str = "img") -> BaseElement:
    """The element with a name for people who hear the page, and as a tooltip."""
    element["role"] = role
    element["aria-label"] = text
    if hasattr(element, "set_desc"):
        element.set_desc(title=text)
    return element


def as_text(element: BaseElement) -> str:
    """The element as SVG text."""
    return str(element.tostring())
