"""A moment of a game that mattered, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal, Self, TypeAlias, get_args

from adjudication.powers import Power

__all__ = ["KINDS", "Kind", "Moment"]

Kind: TypeAlias = Literal["blunder", "missed", "support", "betrayal", "deal", "solo"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment. Chances are in percent.

    powers: those in it; first who erred, helped, lied or wins a center by a deal. weight: percentage points at stake.
    places: centers it is about. also: others that the better of both orders bring, or that the second power wins by a
    deal. given_up: centers that the better orders give up. traded: centers only with the breach of a promise, and only
    without. rivals: who loses by a deal. ordered, better: orders
    by power, as given and as they had better been. centers: of each power in it, by the orders given and by the better
    ones. chances: before, by the orders given, by the better ones. holds: of how many foreseen order sets of the others
    the better orders and those given did it, and how many there were. later: centers of the first power a year later,
    or at the game's end, when simple bots play on from both. told: broken promises as the ledger has them. is_kept: the
    places were kept, not won. is_talk: it is known from the talk. is_last_year: in the game's last year. is_open:
    retreats that nobody ordered could change the number of centers with the orders not given.
    """

    kind: Kind
    phase: str
    powers: tuple[Power, ...]
    weight: float
    places: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    traded: tuple[Sequence[str], ...] = ()
    rivals: tuple[Power, ...] = ()
    ordered: Mapping[Power, list[str]] = field(default_factory=dict)
    better: Mapping[Power, list[str]] = field(default_factory=dict)
    centers: Mapping[Power, list[int]] = field(default_factory=dict)
    chances: Mapping[Power, list[int]] = field(default_factory=dict)
    holds: tuple[int, ...] = ()
    later: tuple[float, ...] = ()
    told: str = ""
    is_kept: bool = False
    is_talk: bool = False
    is_last_year: bool = False
    is_open: bool = False

    def as_dict(self) -> dict[str, Any]:
        """JSON that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `as_dict` wrote. Raises KeyError or TypeError for anything else."""
        known = {each.name for each in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name in known
        }
        return cls(**values)
