"""Fields of a seat: how long each lasts, and who sees it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, models

from dipgame.games import clock, services
from dipgame.games.models import Absence, OfThePhase, OfThePlayer, Seat
from dipgame.games.services.close_game import abandon
from dipgame.games.services.vacate_seat import vacate_seat
from dipgame.prepared import EVERY
from tests.frontend.test_faces_matrix import pages, without_names

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MADE_UP: tuple[tuple[type[models.Model], str], ...] = ((OfThePhase, "mood"), (OfThePlayer, "toast"), (Seat, "flag"))
"""A field for each time a field may last."""


@pytest.fixture
def made_up(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Declares the fields of `MADE_UP` for a test."""
    for query in EVERY:
        monkeypatch.setattr(query, "_made", {})  # their SQL names the columns
    with connection.cursor() as cursor:
        for _, name in MADE_UP:
            cursor.execute(f"ALTER TABLE games_seat ADD COLUMN {name} varchar(20) NOT NULL DEFAULT ''")
    declared: list[tuple[Any, str]] = [(model, name) for part, name in MADE_UP for model in {part, Seat}]
    for model, name in declared:
        models.CharField(max_length=20, default="").contribute_to_class(model, name)
    yield
    for model, name in declared:
        model._meta.local_fields.remove(model._meta.get_field(name))
        model._meta._expire_cache()
    for _, name in MADE_UP:
        delattr(Seat, name)


def noted(story: Any) -> None:
    """Every seat holds something in each of these fields."""
    story.game.seats.update(**{name: "tea" for _, name in MADE_UP})


def held(story: Any, power: str = "FRA") -> list[str]:
    """The fields in which the seat still holds it."""
    seat = story.seat(power)
    return [name for _, name in MADE_UP if getattr(seat, name) == "tea"]


def _over(story: Any) -> None:
    story.deadline_passes()


def _taken_back(story: Any) -> None:
    story.deadline_passes()
    noted(story)
    with story.committed():
        services.undo_phase(story.game, "S1901M")


def _ended(story: Any) -> None:
    with story.committed():
        abandon(story.game, story.row)


def _vacated(story: Any) -> None:
    vacate_seat(story.game, story.seat("FRA"), Absence.Kind.REPLACED)


def _back(story: Any) -> None:
    _vacated(story)
    noted(story)
    services.take_seat_back(story.cast.alice, story.game)


def _taken_over(story: Any) -> None:
    vacate_seat(story.game, story.seat("FRA"), Absence.Kind.LEFT)
    noted(story)
    services.take_seat_over(story.cast.charlie, story.game, "FRA")


@pytest.mark.parametrize(
    ("happens", "left"),
    [
        (_over, ["toast", "flag"]),
        (_taken_back, ["toast", "flag"]),
        (_ended, ["toast", "flag"]),
        (_vacated, ["flag"]),
        (_back, ["flag"]),
        (_taken_over, ["flag"]),
    ],
)
def test_a_field_lasts_as_long_as_its_part(
    made_up: None, story: Any, happens: Callable[[Any], None], left: list[str]
) -> None:
    story.begins(fill_bot="holdbot")
    noted(story)
    assert held(story) == ["mood", "toast", "flag"]
    happens(story)
    assert held(story) == left


def test_dealt_powers_keep_nothing_of_who_sat_there(made_up: None, story: Any) -> None:
    story.waits(seating="wishes")
    noted(story)
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    assert {tuple(held(story, power)) for power in ("FRA", "ENG", "GER")} <= {("flag",)}


def test_pages_of_a_masked_game_tell_nothing_of_a_field(made_up: None, story: Any, cast: Any) -> None:
    story.begins(faces="all", fill_bot="holdbot")
    before = {who: pages(story.game, who) for who in (None, cast.charlie)}
    noted(story)
    story.game.seats.update(missed=3, excuses=0, wishes="TUR", start_wish=True)
    story.game.seats.filter(power="TUR").update(owner=cast.bob, vacated_at=clock.now())
    for who, then in before.items():
        now = pages(story.game, who)
        assert [each for each in then if without_names(then[each]) != without_names(now[each])] == []
