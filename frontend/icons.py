"""Drawings of Lucide from its archive, opened once."""

from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from zipfile import ZipFile

import lucide
from django.utils.safestring import SafeString, mark_safe

__all__ = ["drawn"]

_SPACE: Final = "{http://www.w3.org/2000/svg}"


@cache
def _archive() -> ZipFile:
    return ZipFile(Path(lucide.__file__).with_name("lucide.zip"))


def drawn(name: str, size: int, classes: str) -> SafeString:
    """The icon as an `<svg>`, hidden from screen readers.

    Raises lucide.IconDoesNotExist for a name that Lucide does not have.
    """
    try:
        source = _archive().read(f"{name}.svg")
    except KeyError:
        raise lucide.IconDoesNotExist(f"The icon {name!r} does not exist.") from None
    # Lucide's own files, not what anybody sent.
    icon = ElementTree.fromstring(source)  # noqa: S314  # nosec B314
    for node in icon.iter():
        node.tag = node.tag.removeprefix(_SPACE)  # inside a page no element needs its namespace
    icon.attrib |= {"width": str(size), "height": str(size), "class": classes}
    icon.attrib |= {"aria-hidden": "true", "focusable": "false"}
    return mark_safe(ElementTree.tostring(icon, encoding="unicode"))  # noqa: S308
