"""Everything that can happen to a game, one file for each thing.

A service checks, changes the database in one transaction and says what it changed on commit. It
raises a kind of `dipgame.games.errors.Refused` when it will not, and then nothing has changed.
"""

from dipgame.games.services.answer_press import answer_press
from dipgame.games.services.cancel_order import cancel_order
from dipgame.games.services.close_game import cancel_game
from dipgame.games.services.create_game import Terms, create_game
from dipgame.games.services.extend_deadline import extend_deadline
from dipgame.games.services.fill_seats import fill_seats
from dipgame.games.services.hear import hear
from dipgame.games.services.join_game import join_game
from dipgame.games.services.leave_game import leave_game
from dipgame.games.services.play_bot import play_bot
from dipgame.games.services.replace_player import replace_player
from dipgame.games.services.resolve_phase import resolve_phase
from dipgame.games.services.see_press import see_press
from dipgame.games.services.send_press import send_press
from dipgame.games.services.set_ready import set_ready
from dipgame.games.services.speak import speak
from dipgame.games.services.submit_orders import Verdict, submit_order, submit_orders
from dipgame.games.services.sweep import Swept, sweep

__all__ = [
    "Swept",
    "Terms",
    "Verdict",
    "answer_press",
    "cancel_game",
    "cancel_order",
    "create_game",
    "extend_deadline",
    "fill_seats",
    "hear",
    "join_game",
    "leave_game",
    "play_bot",
    "replace_player",
    "resolve_phase",
    "see_press",
    "send_press",
    "set_ready",
    "speak",
    "submit_order",
    "submit_orders",
    "sweep",
]
