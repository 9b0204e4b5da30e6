"""The colours of look.css: readable on every ground, in light and dark, and the ones of the design."""

import re
from pathlib import Path

import pytest
from django.conf import settings

_CSS = Path(settings.BASE_DIR, "static", "look.css").read_text(encoding="utf-8")
_TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", _CSS)
}
_LETTERS = dict(re.findall(r"--letter-([a-z]{3}): (#[0-9a-f]{3,6});", _CSS))
_SEALS = dict(re.findall(r"--token-([a-z]{3}): (#[0-9a-f]{6});", _CSS))
_GROUNDS = ("paper", "card", "sunk")


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    digits = colour.lstrip("#")
    digits = "".join(each * 2 for each in digits) if len(digits) == 3 else digits
    channels = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "grounds", "least"),
    [
        ("ink", _GROUNDS, 12.0),
        ("ink2", _GROUNDS, 6.2),
        ("ink3", _GROUNDS, 4.6),
        ("edge", ("paper", "card"), 3.4),
        ("focus", ("paper", "card"), 4.3),
        ("pri-ink", ("pri", "pri-hover"), 8.0),
        ("rose", ("rose-bg", *_GROUNDS), 4.5),
        ("rose-ink", ("rose",), 4.5),
        ("ok", ("ok-bg", *_GROUNDS), 4.5),
        ("warn", ("warn-bg", *_GROUNDS), 4.5),
        ("info", ("info-bg", *_GROUNDS), 4.5),
    ],
)
def test_text_can_be_read_on_every_ground_it_stands_on(
    text: str, grounds: tuple[str, ...], least: float, theme: int
) -> None:
    for ground in grounds:
        assert contrast(_TOKENS[text][theme], _TOKENS[ground][theme]) >= least, ground


@pytest.mark.parametrize("power", ["aus", "eng", "fra", "ger", "ita", "rus", "tur"])
def test_the_letter_on_a_seal_can_be_read(power: str) -> None:
    # Large bold letters need 3; Italy's 4.2 is why a seal never stands without the power's name.
    assert contrast(_LETTERS[power], _SEALS[power]) >= 4.2


def test_every_property_that_is_used_is_defined() -> None:
    css = "".join(path.read_text(encoding="utf-8") for path in Path(settings.BASE_DIR, "static").glob("*.css"))
    defined = set(re.findall(r"(--[a-z0-9-]+):", css))
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", css))
    assert used <= defined
