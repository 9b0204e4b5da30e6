"""Decide a movement phase.

`convoy` finds which convoys hold, the only place where the rules can run in circles; given those,
`support` and `strength` are plain counting, and `resolver` decides the moves, rings included.
"""

from adjudication.movement.field import Fate, Field
from adjudication.movement.resolver import resolve

__all__ = ["Fate", "Field", "resolve"]
