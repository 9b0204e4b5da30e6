"""Everything that can happen to a game, one file for each thing.

A service checks, changes the database in one transaction and says what it changed on commit. It
raises a kind of `dipgame.games.errors.Refused` when it will not, and then nothing has changed.
"""

from dipgame.games.services.adopt_guest import adopt_guest
from dipgame.games.services.answer_press import answer_press
from dipgame.games.services.become_program import become_program
from dipgame.games.services.cancel_order import cancel_order
from dipgame.games.services.cast_vote import cast_vote
from dipgame.games.services.challenge_program import challenge_program
from dipgame.games.services.change_wishes import change_wishes
from dipgame.games.services.close_game import cancel_game
from dipgame.games.services.close_program_seat import close_program_seat
from dipgame.games.services.create_game import Terms, create_game
from dipgame.games.services.decline_challenge import decline_challenge
from dipgame.games.services.extend_deadline import extend_deadline
from dipgame.games.services.fill_seats import fill_seats
from dipgame.games.services.forget_person import forget_person
from dipgame.games.services.forget_talk import forget_talk
from dipgame.games.services.give_grace import give_grace
from dipgame.games.services.guess_bots import guess_bots
from dipgame.games.services.import_game import import_game
from dipgame.games.services.join_game import join_game
from dipgame.games.services.leave_game import leave_game
from dipgame.games.services.mail_news import forget_news, mail_news, person_who_stops, stop_mail
from dipgame.games.services.notify import see_news
from dipgame.games.services.offer_game import offer_game
from dipgame.games.services.offer_rematch import offer_rematch
from dipgame.games.services.once import once
from dipgame.games.services.pause_game import pause_game, resume_game
from dipgame.games.services.promote_games import promote_games
from dipgame.games.services.push_news import push_news
from dipgame.games.services.remind import remind
from dipgame.games.services.replace_player import replace_player
from dipgame.games.services.report_talk import report_talk, settle_report
from dipgame.games.services.resign_game import resign_game
from dipgame.games.services.resolve_phase import resolve_phase
from dipgame.games.services.sanction_person import lift_sanction, sanction_person
from dipgame.games.services.say_in_room import say_in_room
from dipgame.games.services.seat_program import seat_program
from dipgame.games.services.see_press import see_press
from dipgame.games.services.send_press import send_press
from dipgame.games.services.set_ready import set_ready
from dipgame.games.services.speak import speak
from dipgame.games.services.submit_orders import Verdict, submit_order, submit_orders, submit_text
from dipgame.games.services.sweep import Swept, sweep
from dipgame.games.services.take_seat_over import take_seat_back, take_seat_over
from dipgame.games.services.tell_letters import tell_letters
from dipgame.games.services.tell_players import tell_players
from dipgame.games.services.think import think
from dipgame.games.services.tidy_guests import tidy_guests
from dipgame.games.services.undo_phase import undo_phase
from dipgame.games.services.wish_start import wish_start

__all__ = [
    "Swept",
    "Terms",
    "Verdict",
    "adopt_guest",
    "answer_press",
    "become_program",
    "cancel_game",
    "cancel_order",
    "cast_vote",
    "challenge_program",
    "change_wishes",
    "close_program_seat",
    "create_game",
    "decline_challenge",
    "extend_deadline",
    "fill_seats",
    "forget_news",
    "forget_person",
    "forget_talk",
    "give_grace",
    "guess_bots",
    "import_game",
    "join_game",
    "leave_game",
    "lift_sanction",
    "mail_news",
    "offer_game",
    "offer_rematch",
    "once",
    "pause_game",
    "person_who_stops",
    "promote_games",
    "push_news",
    "remind",
    "replace_player",
    "report_talk",
    "resign_game",
    "resolve_phase",
    "resume_game",
    "sanction_person",
    "say_in_room",
    "seat_program",
    "see_news",
    "see_press",
    "send_press",
    "set_ready",
    "settle_report",
    "speak",
    "stop_mail",
    "submit_order",
    "submit_orders",
    "submit_text",
    "sweep",
    "take_seat_back",
    "take_seat_over",
    "tell_letters",
    "tell_players",
    "think",
    "tidy_guests",
    "undo_phase",
    "wish_start",
]
