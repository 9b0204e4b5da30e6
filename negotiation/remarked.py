"""A remark with its topic, as bots hear it: `doubt(ger, fra, tpc(doubtunit) ∧ bur)`."""

from negotiation.diplomacy import Tpc
from negotiation.terms import And, Formula, both
from negotiation.topics import REMARKED

__all__ = ["parted"]


def parted(about: Formula | None) -> tuple[str, Formula | None]:
    """The topic of a remark, and what is named beside it; an empty one where it has none."""
    first, *rest = about.items if isinstance(about, And) else (about,)
    if not isinstance(first, Tpc) or first.topic not in REMARKED:
        return "", about
    return first.topic, both(rest) if rest else None
