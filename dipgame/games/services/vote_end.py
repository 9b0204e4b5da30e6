"""The powers still on the board agree how the game ends: a draw among them, among some of them, or one of them wins."""

from collections.abc import Iterable

from django.db import transaction

from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from bots.voting import accepts
from dipgame.games import convert, events, queries
from dipgame.games.errors import Malformed, NotRunning
from dipgame.games.locks import lock_vote
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.services.close_game import agree
from dipgame.games.services.note import note

__all__ = ["vote_end"]


def vote_end(seat: Seat, phase_name: str, sharers: Iterable[str]) -> bool:
    """Vote that these powers share the game (one: that it has won), or with none for playing on; says whether the game
    ends by it. A vote counts for the phase it is given in.

    Everybody who is still on the board must agree, bots by what they expect (`bots.voting`); who is conceded to is not
    asked. Raises Malformed for what the game's terms or the board do not allow, Late or NotRunning.
    """
    wanted = frozenset(sharers)
    if not wanted <= set(POWERS):
        raise Malformed("There is no such power.")
    with transaction.atomic():
        game, phase = lock_vote(seat, phase_name)
        position = convert.position_of(phase)
        alive = queries.powers_on_board(position)
        if seat.power not in alive:
            raise NotRunning("Who has nothing left on the board has no vote.")
        _check(game, wanted, alive)
        vote = " ".join(sorted(wanted))
        Seat.objects.filter(pk=seat.pk).update(ending=vote)
        if game.votes_hidden:
            events.sheet_changed(seat.pk, phase.name)
        else:
            events.game_changed(game, "votes")
        if not vote or not _agreed(game, phase, wanted, alive):
            return False
        powers = tuple(as_power(power) for power in sorted(wanted))
        note(game, _words(powers))
        agree(game, phase, powers)
    return True


def _check(game: Game, wanted: frozenset[str], alive: set[Power]) -> None:
    if not wanted <= alive:
        raise Malformed("Only powers that are still on the board can have a part in the end.")
    if len(wanted) < 2:
        return
    if game.draws == "none":
        raise Malformed("This game knows no draws; it is played until somebody wins, or all others concede.")
    if game.draws == "all" and wanted != alive:
        raise Malformed("In this game a draw is among all who are still on the board.")


def _agreed(game: Game, phase: GamePhase, wanted: frozenset[str], alive: set[Power]) -> bool:
    asked = [each for each in game.seats.all() if each.power in alive and wanted != {each.power}]
    vote = " ".join(sorted(wanted))
    if any(each.ending != vote for each in asked if not each.bot):
        return False
    years, goal = queries.centers_by_year(phase), convert.rulebook_of(game).victory_centers
    sharers = frozenset(as_power(power) for power in wanted)
    return all(accepts(as_power(each.power), sharers, years, goal) for each in asked if each.bot)


def _words(powers: tuple[Power, ...]) -> str:
    names = [POWER_NAMES[power] for power in powers]
    if len(names) == 1:
        return f"All others conceded to {names[0]}."
    return f"All agreed to a draw: {', '.join(names[:-1])} and {names[-1]}."
