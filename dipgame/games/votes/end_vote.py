"""The vote on the end: a draw among all, among some, or a concession; everybody on the board must agree."""

from collections.abc import Mapping, Sequence
from typing import Final

from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from bots.voting import opinion
from dipgame.games import convert, queries
from dipgame.games.errors import Malformed
from dipgame.games.models import Game
from dipgame.games.players import hides_bots
from dipgame.games.votes.vote import Choice, Opinions, Poll, Vote, Voter, listed_powers

__all__ = ["END", "choice_of", "sharers_of"]


def choice_of(sharers: frozenset[str]) -> str:
    """The choice that these powers share the game, or of one that all others concede to it: `ENG FRA`."""
    return " ".join(sorted(sharers))


def sharers_of(choice: str) -> tuple[Power, ...]:
    """The powers of a choice. Raises ValueError for what is none."""
    return tuple(as_power(power) for power in choice.split())


def _about(poll: Poll) -> str:
    seen = "Nobody sees which people vote. " if poll.game.votes_hidden else "All see the votes. "
    return (
        "The game ends when all who are on the board agree. Bots answer at once, by what they expect. "
        f"{seen if len(poll.people) > 1 or hides_bots(poll.game) else ''}A vote lapses when the phase is over."
    )


def _choices(poll: Poll, power: Power | None) -> Mapping[str, Choice]:
    alive = choice_of(poll.powers)
    names = [alive] if poll.game.draws != "none" and len(poll.powers) > 1 else []
    names += [each for each in sorted(poll.powers) if each != power]
    return {name: _words(poll, name) for name in names}


def _words(poll: Poll, choice: str) -> Choice:
    sharers = sharers_of(choice)
    if len(sharers) == 1:
        return Choice(POWER_NAMES[sharers[0]], f"conceding to {POWER_NAMES[sharers[0]]}", "Concede to")
    if poll.powers == set(sharers):
        return Choice("Draw among all", "a draw among all who are on the board")
    return Choice(f"Draw: {listed_powers(sharers)}", f"a draw among {listed_powers(sharers)}")


def _named(poll: Poll, choice: str) -> Choice:
    wanted = frozenset(choice.split())
    if not wanted or not wanted <= set(POWERS) or choice != choice_of(wanted):
        raise Malformed("Name the powers that share the draw: there is no such power.")
    if not wanted <= poll.powers:
        raise Malformed("Only powers still on the board can share the draw or win.")
    if len(wanted) > 1:
        if poll.game.draws == "none":
            raise Malformed("This game allows no draws; it ends when somebody wins, or all others concede.")
        if poll.game.draws == "all" and wanted != poll.powers:
            raise Malformed("In this game a draw is among all who are still on the board.")
    return _words(poll, choice)


def _asked(poll: Poll, choice: str) -> tuple[Voter, ...]:
    """Everybody on the board; a power to which the others concede is not asked."""
    return tuple(voter for voter in poll.voters if voter.power != choice)


def _needed(poll: Poll, choice: str) -> int:
    return len(_asked(poll, choice))


def _is_hidden(game: Game) -> bool:
    return bool(game.votes_hidden)


def _opinions(poll: Poll, choice: str, bots: Sequence[Voter]) -> Opinions:
    years, goal = queries.centers_by_year(poll.phase), convert.rulebook_of(poll.game).victory_centers
    sharers = frozenset(sharers_of(choice))
    return {bot.power: opinion(bot.power, sharers, years, goal) for bot in bots}


def _picks(poll: Poll) -> tuple[Power, ...]:
    return tuple(sorted(poll.powers)) if poll.game.draws == "some" and len(poll.powers) > 2 else ()


END: Final = Vote(
    "end", "The end", _about, _choices, _named, _asked, _needed, is_hidden=_is_hidden, opinions=_opinions, picks=_picks
)
