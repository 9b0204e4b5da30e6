"""Puzzles from finished games, asked for by their players.

Workers find them in parts; they are kept with the game.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from adjudication.powers import Power, as_power
from bots.puzzles.puzzle import Puzzle
from dipgame.games import clock, convert, queries
from dipgame.games.errors import NotRunning, NotSeated, TooManyGames
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.players import hides_bots
from dipgame.in_parts import Queue, for_a_part
from dipgame.limits import REVIEWS
from dipgame.puzzles.models import Attempt, GamePuzzles
from dipgame.transactions import after_commit, atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "MOST_LISTED",
    "MOST_OF_A_GAME",
    "MOST_OF_ONE",
    "MOST_WAITING",
    "QUEUE",
    "OwnGame",
    "ask_puzzles",
    "has_known_rules",
    "own_games",
    "own_puzzle",
    "puzzles_in_game",
    "puzzles_of",
    "work",
]

QUEUE: Final = Queue(GamePuzzles, "puzzles.find", kept=("puzzles", "done", "steps"))

MOST_OF_A_GAME: Final = 12
MOST_LISTED: Final = 20
"""Finished games that a person is shown, the last ones first."""
MOST_OF_ONE: Final = 3
"""Games of one person that may wait."""
MOST_WAITING: Final = 100
"""Games that may wait in all."""
_EDITIONS: Final = ("2023", "datc3")
"""Rules by which proofs are made."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game of a person, and its puzzles.

    found: None where nobody has asked for them. solved: how many of them the person has solved.
    """

    game: Game
    power: str
    found: GamePuzzles | None
    solved: int


def own_games(person: "User") -> list[OwnGame]:
    """Last finished games of a person by rules that puzzles know."""
    games = queries.my_games(person, Game.Status.FINISHED).filter(edition__in=_EDITIONS, seats__user=person)
    shown = list(games.distinct()[:MOST_LISTED])
    powers = dict(Seat.objects.filter(user=person, game__in=shown).values_list("game", "power"))
    rows = {(row.game_id, row.power): row for row in GamePuzzles.objects.filter(game__in=shown)}
    solved = set(Attempt.objects.filter(user=person, finished_at__isnull=False).values_list("puzzle", flat=True))
    found = []
    for game in shown:
        row = rows.get((game.pk, powers[game.pk]))
        done = sum(each["key"] in solved for each in row.puzzles) if row else 0
        found.append(OwnGame(game, powers[game.pk], row, done))
    return found


def ask_puzzles(person: "User", game: Game) -> GamePuzzles:
    """Have the puzzles found of the power that the person played.

    Raises NotRunning for a game that is not over or had other rules, NotSeated for who did not play, TooManyGames where
    too many wait.
    """
    seat = queries.seat_of(person, game)
    if seat is None:
        raise NotSeated("Puzzles are found in games you have played.")
    if game.status != Game.Status.FINISHED or not has_known_rules(game):
        raise NotRunning("Puzzles are found in games that are over and were played by the usual rules.")
    row = GamePuzzles.objects.filter(game=game, power=seat.power).first()
    if row is not None and row.state != GamePuzzles.State.FAILED:
        return row
    if QUEUE.waiting.filter(asked_by=person).count() >= MOST_OF_ONE:
        raise TooManyGames(f"You wait for the puzzles of {MOST_OF_ONE} games already. Ask again when one is ready.")
    if QUEUE.waiting.count() >= MOST_WAITING:
        raise TooManyGames(f"{MOST_WAITING} games wait already. Ask again in an hour.")
    if not REVIEWS.allows(f"puzzles-{person.pk}"):
        raise TooManyGames(f"That is more than {REVIEWS.most} games within an hour. Ask again later.")
    with atomic():
        row, _ = GamePuzzles.objects.get_or_create(
            game=game, power=seat.power, defaults={"asked_at": clock.now(), "asked_by": person}
        )
        QUEUE.ask_again(row)
        after_commit(QUEUE.wake)
    row.refresh_from_db()
    return row


def puzzles_of(row: GamePuzzles) -> list[Puzzle]:
    """The puzzles that were found, by the order of the game."""
    return [Puzzle.from_dict(each) for each in row.puzzles]


def has_known_rules(game: Game) -> bool:
    """True if proofs know the rules the game was played by."""
    return game.edition in _EDITIONS


def puzzles_in_game(game: Game, power: Power | None) -> list[GamePuzzles]:
    """Searches in a game, done or not, one for a power.

    power: of who looks at them. While a game hides its bots, only the search for this power: bots ask for
    none.
    """
    rows = GamePuzzles.objects.filter(game=game).order_by("power")
    return list(rows.filter(power=power) if hides_bots(game) else rows)


def own_puzzle(game: Game, key: str, power: Power | None) -> Puzzle | None:
    """A puzzle of a finished game. power: of who looks at it."""
    rows = (row for row in puzzles_in_game(game, power) if row.state == GamePuzzles.State.DONE)
    return next((Puzzle.from_dict(each) for row in rows for each in row.puzzles if each["key"] == key), None)


def work() -> bool:
    """Search some phases of the first game; true if there was one."""
    return QUEUE.work(_part, lambda row: None)


def _part(row: GamePuzzles) -> bool:
    """Search some more phases; true if that was all."""
    # Not above: it loads the kernel.
    from bots.puzzles.making import choose, deal_puzzles_in, puzzles_in

    power = as_power(row.power)
    resolved = queries.phases_of(row.game).filter(status=GamePhase.Status.RESOLVED)
    movements = [phase for phase in resolved if phase.name.endswith("M")]
    row.steps = len(movements)
    for phase, _ in zip(movements[row.done :], for_a_part(), strict=False):
        position, source = convert.position_of(phase), f"{row.game.slug}:{phase.name}"
        found = [each for search in (puzzles_in, deal_puzzles_in) for each in search(position, source, power)]
        row.puzzles += [each.as_dict() for each in found]
        row.done += 1
    if row.done < len(movements):
        return False
    chosen = {each.key for each in choose(puzzles_of(row), MOST_OF_A_GAME)}
    row.puzzles = [each for each in row.puzzles if each["key"] in chosen]
    return True
