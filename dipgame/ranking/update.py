"""Counts games that are over, in the order in which they ended."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.powers import Power, as_power
from dipgame.games.models import Absence, Game, Seat
from dipgame.ranking.models import RatedGame, Rating, RatingChange
from dipgame.ranking.skill import Seated, Skill, places, points_of, skills_after
from dipgame.transactions import Step, atomic, lock

__all__ = ["recompute_ranking", "update_ranking"]

_AT_ONCE: Final = 500

Player = tuple[bool, int | None, str]
"""Player of a ladder: True for games with talk; the person, or the bot."""


def update_ranking() -> int:
    """Count the games that ended since the last time; returns how many.

    Where others have to be counted before some that were, all are counted anew: the ranking is always the one that
    follows from the results alone.
    """
    with atomic():
        ratings = list(lock(Rating.objects.all(), Step.RATING))
        counted = list(RatedGame.objects.values_list("number", "game_id"))
        to_count = _games_that_count()
        if counted != list(enumerate(to_count[: len(counted)], 1)):
            return _recompute(to_count)
        new = to_count[len(counted) :]
        if new:
            _count(new, {(row.talking, row.user_id, row.bot): row for row in ratings}, len(counted) + 1)
        return len(new)


def recompute_ranking() -> int:
    """Count all games anew; returns how many."""
    with atomic():
        return _recompute(_games_that_count())


def _recompute(games: Sequence[int]) -> int:
    RatedGame.objects.all().delete()
    Rating.objects.all().delete()
    _count(games, {}, 1)
    return len(games)


def _games_that_count() -> list[int]:
    """Public games, examples apart, that began with the opening and were won or drawn without guests or a game master,
    in the order in which they ended."""
    games = Game.objects.filter(status=Game.Status.FINISHED, private_word="", had_guests=False, example="", master=None)
    games = games.filter(first_position__isnull=True)
    games = games.exclude(result__in=Game.CLOSED)
    return list(games.order_by("finished_at", "pk").values_list("pk", flat=True))


def _count(games: Sequence[int], rows: dict[Player, Rating], first: int) -> None:
    skills = {player: Skill(row.mu, row.sigma, row.games) for player, row in rows.items()}
    changes: list[tuple[int, Player, int, float]] = []
    for number, table in enumerate(_tables(games), first):
        best: dict[Player, int] = {}
        for each in table:
            best[each.player] = min(each.place, best.get(each.player, each.place))
        after = skills_after(skills, table)
        skills |= after
        changes.extend((number, player, best[player], points_of(skill)) for player, skill in after.items())
    for player, skill in skills.items():
        talking, user, bot = player
        row = rows.setdefault(player, Rating(talking=talking, user_id=user, bot=bot))
        row.mu, row.sigma, row.games, row.points = skill.mu, skill.sigma, skill.games, points_of(skill)
    changed = [rows[player] for player in {player: None for _, player, _, _ in changes}]
    fields = ["mu", "sigma", "games", "points"]
    Rating.objects.bulk_update([row for row in changed if row.pk is not None], fields, _AT_ONCE)
    Rating.objects.bulk_create([row for row in changed if row.pk is None], _AT_ONCE)
    RatedGame.objects.bulk_create((RatedGame(number=n, game_id=game) for n, game in enumerate(games, first)), _AT_ONCE)
    RatingChange.objects.bulk_create(
        (
            RatingChange(rating=rows[player], rated_id=number, place=place, points=points)
            for number, player, place, points in changes
        ),
        _AT_ONCE,
    )


@dataclass(frozen=True, slots=True)
class _Sat:
    """A seat at the end of a game, as much of it as counts; many thousands are read at once."""

    power: Power
    user: int | None
    bot: str
    centers: int


def _tables(games: Sequence[int]) -> Iterator[list[Seated[Player]]]:
    """Players and places of each game.

    Seats given up or lost come last. Seats that nobody holds any more are left out.
    """
    for at in range(0, len(games), _AT_ONCE):
        some = games[at : at + _AT_ONCE]
        seats: dict[int, list[_Sat]] = {}
        rows = (
            Seat.objects.filter(game__in=some).order_by("power").values_list("game", "power", "user", "bot", "centers")
        )
        for game, power, user, bot, centers in rows:
            seats.setdefault(game, []).append(_Sat(as_power(power), user, bot, centers or 0))
        gone: dict[int, list[int]] = {}
        lost = Absence.objects.filter(game__in=some).exclude(kind=Absence.Kind.MISSED)
        for game, user in lost.order_by("id").values_list("game", "user"):
            gone.setdefault(game, []).append(user)
        ended = Game.objects.only("press_level", "result", "winner", "sharers").in_bulk(some)
        for game in some:
            yield _table(ended[game], seats[game], gone.get(game, ()))


def _table(game: Game, seats: Sequence[_Sat], gone: Iterable[int]) -> list[Seated[Player]]:
    """gone: who gave a seat up, stayed away or was taken off it. Who does not sit there at the end takes a loss out of
    the game, however the seat fared: a loss is not escaped."""
    talking, last = game.press_level > 0, len(seats)
    came_to = places({seat.power: seat.centers for seat in seats}, game.winner, game.sharers.split())
    here = {seat.user for seat in seats}
    left: list[Player] = [(talking, user, "") for user in dict.fromkeys(gone) if user not in here]
    return [
        *(Seated((talking, seat.user, seat.bot), came_to[seat.power]) for seat in seats if seat.user or seat.bot),
        *(Seated(player, last) for player in left),
    ]
