"""Names of players as others may see them; masks of hidden games."""

from typing import Final

from adjudication.powers import Power, as_power
from bots.company import OFFERS
from bots.persons import name_for
from bots.registry import BOTS
from dipgame.games import clock
from dipgame.games.models import Game, Seat

__all__ = [
    "SOMEBODY",
    "SOME_BOT",
    "bot_name",
    "fill_name",
    "hides_bots",
    "hides_characters",
    "hides_names",
    "is_known_program",
    "player_name",
    "silent_powers",
    "talks",
]


SOMEBODY: Final = "a player"
"""Name of a player who is still hidden."""

SOME_BOT: Final = "a bot"
"""Name of a bot's account where names are still hidden, and bots are not."""


def hides_characters(game: Game) -> bool:
    """True if the bots' characters are still hidden."""
    return hides_bots(game) or (game.bots_hidden and game.status in (Game.Status.OPEN, Game.Status.RUNNING))


def hides_names(game: Game) -> bool:
    """True if the names of people are still hidden."""
    return game.faces != "open" and _is_masked(game)


def hides_bots(game: Game) -> bool:
    """True if it is still hidden which seats are bots."""
    return game.faces == "all" and _is_masked(game)


def _is_masked(game: Game) -> bool:
    if game.status in (Game.Status.OPEN, Game.Status.RUNNING):
        return True
    return game.poll_until is not None and game.poll_until > clock.now()


def player_name(seat: Seat, game: Game, *, unmasked: bool = False) -> str:
    """The name of whoever fills the seat, "" for nobody; of a game from a file as the file has it, which proves
    nothing. A bot's is its name in this game and, where its character is not hidden, what it is: `Quill (DumbBot)`.
    unmasked: for its game master, from whom nothing is hidden."""
    if game.file_players is not None:
        named = game.file_players.get(seat.power)
        return f"{named} (so says the file)" if named else ""
    if seat.user is not None:
        if unmasked or not hides_names(game):
            return seat.user.name
        return SOME_BOT if is_known_program(seat, game) else SOMEBODY
    if seat.bot and hides_bots(game) and not unmasked:
        return SOMEBODY
    name, bot = bot_name(seat, game, unmasked=unmasked), BOTS.get(seat.bot)
    if not name or (bot is not None and bot.tone and hides_characters(game) and not unmasked):
        return name  # HANA itself is one of its characters
    return f"{name} ({seat.bot if bot is None else bot.title})"


def is_known_program(seat: Seat, game: Game, *, unmasked: bool = False) -> bool:
    """True if the seat is a known bot account's."""
    return seat.user is not None and seat.user.is_program and (unmasked or not hides_bots(game))


def bot_name(seat: Seat, game: Game, *, unmasked: bool = False) -> str:
    """The name a bot has in this game, and its face; "" for people and for whom nobody may know to be a bot. unmasked:
    as for `player_name`."""
    if not seat.bot or (hides_bots(game) and not unmasked):
        return ""
    return name_for(game.slug, as_power(seat.power))


def fill_name(game: Game) -> str:
    """Name of the bot that will fill free seats; "" for none."""
    offer = OFFERS.get(game.fill_bot)
    if offer is None:
        return ""
    alias = getattr(offer, "alias", "")
    return alias if hides_characters(game) and alias else offer.title


def talks(seat: Seat) -> bool:
    """True if the seat is held by a bot that talks."""
    return _is_talker(seat.bot)


def _is_talker(name: str) -> bool:
    bot = BOTS.get(name)
    return bot is not None and bot.talks


def silent_powers(game: Game) -> frozenset[Power]:
    """The powers that everybody knows to be played by bots that do not talk."""
    if hides_bots(game):
        return frozenset()
    bots = Seat.objects.filter(game=game).exclude(bot="").order_by().values_list("power", "bot")
    return frozenset(as_power(power) for power, bot in bots if not _is_talker(bot))
