"""Common parts of what comes in."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from adjudication.phase import parse_phase

__all__ = ["Body", "Number", "OfPhase", "PhaseName", "PowerName", "Seconds", "Texts", "Words"]

PhaseName: TypeAlias = Annotated[str, Meta(pattern=r"^[SFW][0-9]{1,4}[MRA]$", description="A phase: S1901M.")]
Texts: TypeAlias = Annotated[str, Meta(max_length=200)]
Words: TypeAlias = Annotated[str, Meta(max_length=4000)]
PowerName: TypeAlias = Literal["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=60 * 86_400)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies."""


class OfPhase(Body, frozen=True):
    """A body about one phase; in another one nothing is done."""

    phase: PhaseName

    def __post_init__(self) -> None:
        parse_phase(self.phase)
