"""What stands in the database: the only truth about a game."""

from dipgame.games.models.game import Game
from dipgame.games.models.phase import BotState, GamePhase, SeatPhase
from dipgame.games.models.press import Agreement, BotSpeech, Hearing, Message, Promise, Proposal, SeenMark
from dipgame.games.models.seat import Seat

__all__ = [
    "Agreement",
    "BotSpeech",
    "BotState",
    "Game",
    "GamePhase",
    "Hearing",
    "Message",
    "Promise",
    "Proposal",
    "Seat",
    "SeatPhase",
    "SeenMark",
]
