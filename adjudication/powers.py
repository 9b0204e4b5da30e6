"""The seven great powers, by their three-letter codes."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["POWERS", "POWER_NAMES", "Power", "as_power"]

Power: TypeAlias = Literal["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
"""A power's code. A plain string at run time: JSON, database and notation need no conversion."""

POWERS: Final[tuple[Power, ...]] = get_args(Power)
"""All powers in alphabetical order, the order in which everything lists them."""

POWER_NAMES: Final[dict[Power, str]] = {
    "AUS": "Austria",
    "ENG": "England",
    "FRA": "France",
    "GER": "Germany",
    "ITA": "Italy",
    "RUS": "Russia",
    "TUR": "Turkey",
}


def as_power(code: str) -> Power:
    """The power with this exact code. Raises ValueError for anything else."""
    if code not in POWER_NAMES:
        raise ValueError(f"'{code}' is not a power; the powers are {', '.join(POWERS)}")
    return code
