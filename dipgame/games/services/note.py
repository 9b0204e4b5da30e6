"""A line is written into the room of a game: for those who look at it, and into the inbox of those who are away."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from dipgame.accounts.models import Block
from dipgame.games import clock, events, queries
from dipgame.games.models import Game, GamePhase, Notice, Notification
from dipgame.games.numbers import new_number
from dipgame.games.players import SOMEBODY, hides_names
from dipgame.games.services.notify import Button, When, hours_of, notify, send_out

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["note", "people_of", "sender_of", "settle"]


def note(
    game: Game,
    words: str,
    actor: "User | None" = None,
    *,
    by_staff: bool = False,
    for_players: bool = False,
    said: bool = False,
    button: Button | None = None,
    tell: When | None = None,
    but: Collection[int] = (),
) -> Notice:
    """Write a line, inside the caller's transaction, and tell the pages that look at the game.

    said: these are the actor's own words. button: what is to be done about it. tell: how the people of the game besides
    the actor and `but`, by their numbers, learn of it besides; None: who looks at the game sees it there.
    """
    phase = GamePhase.objects.filter(game=game).order_by("-index").values_list("name", flat=True).first()
    events.game_changed(game, "notices")
    line = Notice.objects.create(
        game=game,
        at=clock.now(),
        number=new_number(after=queries.newest_number(game.pk)),
        phase=phase or "",
        actor=actor,
        by_staff=by_staff,
        for_players=for_players,
        said=said,
        words=words,
        button=button.words if button else "",
        address=button.address if button else "",
    )
    if tell is not None:
        people = people_of(game) - set(but) - ({actor.pk} if actor else set())
        _tell(line, people, tell, button)
    return line


def settle(game: Game, address: str) -> None:
    """Take the buttons to this address off all lines.

    What they asked for is done, or it is too late.
    """
    for lines in (Notice.objects.filter(game=game), Notification.objects.filter(game=game)):
        lines.filter(address=address).update(button="", address="")


def people_of(game: Game) -> set[int]:
    """Ids of all who take part: players, those a bot keeps a seat for, the host and the game master."""
    pairs = [*game.seats.values_list("user_id", "owner_id"), (game.host_id, game.master_id)]
    return {person for pair in pairs for person in pair if person is not None}


def sender_of(line: Notice) -> str:
    """Name of the actor or speaker as others may know it: `the game master`, `the host`, `the staff`, a name; empty for
    the rules."""
    is_master = line.actor_id is not None and line.actor_id == line.game.master_id
    if line.by_staff and is_master:
        return "the game master"
    if line.by_staff:
        return "the host" if line.actor_id is not None and line.actor_id == line.game.host_id else "the staff"
    if not line.said or line.actor is None:
        return ""
    return SOMEBODY if hides_names(line.game) and not is_master else line.actor.name


def _tell(line: Notice, people: set[int], when: When, button: Button | None) -> None:
    if not line.said:
        words = dict.fromkeys(people, line.words)
        notify(line.game, words, Notification.Kind.ROOM, f"room:{line.pk}", when=when, button=button)
        return
    sender = sender_of(line)
    if line.by_staff:
        words = dict.fromkeys(people, f"{sender[:1].upper()}{sender[1:]} writes: {line.words}")
        notify(line.game, words, Notification.Kind.ROOM, f"room:{line.pk}", when=when, button=button)
        return
    people -= set(Block.objects.filter(of=line.actor, by__in=people).values_list("by", flat=True))
    _renew(line, people, f"{sender[:1].upper()}{sender[1:]} writes: {line.words}", when)


def _renew(line: Notice, people: set[int], words: str, when: When) -> None:
    """One line of the inbox for all that is said before the start: a mail for each, once it was read, not for each
    sentence."""
    hours = hours_of(people, line.game)
    known = {row.user_id: row for row in Notification.objects.filter(game=line.game, user__in=people, key="said")}
    for person in sorted(people):
        row = known.get(person) or Notification(
            user_id=person, game=line.game, kind=Notification.Kind.ROOM, key="said", seen_at=line.at
        )
        row.words, row.at = words, line.at
        if row.seen_at is not None:
            row.seen_at = row.mailed_at = row.pushed_at = None
            send_out(row, hours[person], when)
        row.save()
