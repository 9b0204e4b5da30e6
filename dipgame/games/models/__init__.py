"""Database models: the only truth about a game."""

from dipgame.games.models.absence import Absence
from dipgame.games.models.ballot import Ballot, Ballots, ballots_from_row, ballots_row
from dipgame.games.models.conduct import Report, Sanction
from dipgame.games.models.game import Game
from dipgame.games.models.guess import Guess
from dipgame.games.models.news import News
from dipgame.games.models.notice import Notice
from dipgame.games.models.notification import Notification
from dipgame.games.models.phase import BotState, GamePhase, SeatPhase
from dipgame.games.models.program import Program
from dipgame.games.models.receipt import Receipt
from dipgame.games.models.seat import OfThePhase, OfThePlayer, Seat, anew
from dipgame.games.models.talk import Agreement, BotSpeech, Hearing, Message, Promise, Proposal, SeenMark

__all__ = [
    "Absence",
    "Agreement",
    "Ballot",
    "Ballots",
    "BotSpeech",
    "BotState",
    "Game",
    "GamePhase",
    "Guess",
    "Hearing",
    "Message",
    "News",
    "Notice",
    "Notification",
    "OfThePhase",
    "OfThePlayer",
    "Program",
    "Promise",
    "Proposal",
    "Receipt",
    "Report",
    "Sanction",
    "Seat",
    "SeatPhase",
    "SeenMark",
    "anew",
    "ballots_from_row",
    "ballots_row",
]
