"""Scenes of a game, and acts that may happen there at once.

The acts are those of people, workers and the beat.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.core.cache import caches
from django.db import connection, models, transaction

from dipgame.accounts.models import User
from dipgame.games import clock, queries, services
from dipgame.games.models import BotState, Game, GamePhase, Message, Seat, SeatPhase
from tests.dipgame.watch import MARK
from tests.thinking import hear, play_bot

Act = Callable[["Scene"], Any]
HOUR = timedelta(hours=1)


@dataclass
class Scene:
    """A game before the acts, to be restored before each run.

    `keep` remembers all rows, `write_back` restores them.
    """

    story: Any
    people: dict[str, User]
    rows: list[tuple[type[models.Model], list[models.Model]]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.story.game.pk)

    def person(self, name: str) -> User:
        return User.objects.get(pk=self.people[name].pk)

    def seat(self, power: str) -> Seat:
        return Seat.objects.select_related("game").get(game=self.story.game, power=power)

    @property
    def phase(self) -> GamePhase:
        row = queries.latest_phase(self.game)
        assert row is not None
        return row

    def keep(self) -> None:
        """Remember all rows there are."""
        self.rows = [
            (model, list(model._base_manager.all()))
            for model in apps.get_models(include_auto_created=True)
            if model._meta.managed and not model._meta.proxy
        ]

    def write_back(self) -> None:
        """All rows as they were kept."""
        with transaction.atomic(), connection.cursor() as cursor:
            for model, _ in self.rows:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
            for model, rows in self.rows:
                if rows:
                    model._base_manager.bulk_create(rows)
        self.story.outbox.tasks.clear()
        self.story.outbox.messages.clear()
        for each in caches.all():
            each.clear()


# --- acts: what people, workers and the beat do --------------------------------------------------------------------


def joins(name: str, power: str) -> Act:
    return lambda scene: services.join_game(scene.person(name), scene.game, power)


def leaves(name: str) -> Act:
    return lambda scene: services.leave_game(scene.person(name), scene.game)


def would_begin(name: str) -> Act:
    return lambda scene: services.wish_start(scene.person(name), scene.game)


def forgotten(name: str) -> Act:
    return lambda scene: services.forget_person(scene.person(name))


def banned(name: str) -> Act:
    return lambda scene: services.sanction_person(scene.person(name), "ban", HOUR, "Rude.", scene.person("dora"))


def replaced(power: str) -> Act:
    return lambda scene: services.replace_player(scene.seat(power), "holdbot", scene.person("alice"))


def filled(scene: Scene) -> Any:
    return services.fill_seats(scene.game, "holdbot", actor=scene.person("alice"))


def cancelled(scene: Scene) -> Any:
    return services.cancel_game(scene.game, scene.person("dora"))


def says_in_the_room(name: str) -> Act:
    return lambda scene: services.say_in_room(scene.person(name), scene.game, f"{name} is here")


def orders(power: str, text: str) -> Act:
    return lambda scene: services.submit_order(scene.seat(power), scene.phase.name, text)


def cancels(power: str, unit: str) -> Act:
    return lambda scene: services.cancel_order(scene.seat(power), scene.phase.name, unit)


def ready(power: str, ready: bool = True) -> Act:
    return lambda scene: services.set_ready(scene.seat(power), scene.phase.name, ready)


def says(power: str, to: str, text: str) -> Act:
    """Act of sending a text under a key, as pages do.

    Sent twice under the same key, the text is said once.
    """

    def say(scene: Scene) -> Any:
        seat, phase = scene.seat(power), scene.phase.name
        said = f"{MARK}{text}"
        return services.once(
            seat, f"{power} {text}", lambda: services.send_press(seat, [to], said, plain=True, phase_name=phase)
        )

    return say


def proposes(power: str, to: str) -> Act:
    return lambda scene: services.send_press(scene.seat(power), [to], "I propose an alliance")


def answers(power: str, act: str) -> Act:
    def answer(scene: Scene) -> Any:
        seat = scene.seat(power)
        asked = Message.objects.filter(game=scene.game, term__startswith="propose(fra, eng").latest("pk")
        return services.answer_press(seat, asked.pk, act)

    return answer


def votes(power: str, key: str, choice: str, agrees: bool | None = True) -> Act:
    return lambda scene: services.cast_vote(scene.seat(power), scene.phase.name, key, choice, agrees)


def takes_back(name: str) -> Act:
    return lambda scene: services.take_seat_back(scene.person(name), scene.game)


def takes_over(name: str, power: str) -> Act:
    return lambda scene: services.take_seat_over(scene.person(name), scene.game, power)


def paused(scene: Scene) -> Any:
    return services.pause_game(scene.game, HOUR, scene.person("alice"))


def extended(scene: Scene) -> Any:
    return services.extend_deadline(scene.game, HOUR, scene.person("alice"))


def undone(scene: Scene) -> Any:
    back_to = queries.undoable(scene.game)
    return back_to and services.undo_phase(scene.game, back_to.name, scene.person("dora"))


def resolved(scene: Scene) -> Any:
    return services.resolve_phase(scene.phase.pk)


def resolved_by_the_staff(scene: Scene) -> Any:
    return services.resolve_phase(scene.phase.pk, force=True)


def a_bot_plays(scene: Scene) -> Any:
    sheet = SeatPhase.objects.filter(phase=scene.phase, bot_state=BotState.WAITING).order_by("pk").first()
    return sheet and play_bot(sheet.pk)


def a_bot_hears(scene: Scene) -> Any:
    return hear(scene.seat("TUR").pk)


def beats(scene: Scene) -> Any:
    services.sweep()
    return None


def tells(scene: Scene) -> Any:
    services.remind()
    services.tell_letters()
    services.push_news()
    services.mail_news()
    return None


def sees_news(name: str) -> Act:
    return lambda scene: services.see_news(scene.person(name).pk, scene.game)


def guesses(name: str, bots: str) -> Act:
    return lambda scene: services.guess_bots(scene.person(name), scene.game, bots.split())


def rematch(name: str) -> Act:
    return lambda scene: services.offer_rematch(scene.person(name), scene.game)


# --- scenes ---------------------------------------------------------------------------------------------------------


def waits(story: Any) -> dict[str, Act]:
    """A waiting game: Alice hosts as France, Bob plays England.

    Bob hosts a second waiting game, in which Alice has a seat.
    """
    story.waits(press_plain=True, fill_bot="holdbot")
    other = services.create_game(story.cast.bob, services.Terms(name="Coffee in Galicia", power="RUS"))
    services.join_game(story.cast.alice, other, "AUS")
    return {
        "charlie joins as Germany": joins("charlie", "GER"),
        "dora joins as Germany": joins("dora", "GER"),
        "alice leaves": leaves("alice"),
        "bob leaves": leaves("bob"),
        "alice would begin": would_begin("alice"),
        "bob would begin": would_begin("bob"),
        "bots fill": filled,
        "the game is called off": cancelled,
        "bob is replaced": replaced("ENG"),
        "alice is forgotten": forgotten("alice"),
        "bob is banned": banned("bob"),
        "charlie is banned": banned("charlie"),
        "charlie is forgotten": forgotten("charlie"),
        "bob speaks": says_in_the_room("bob"),
        "the beat": beats,
    }


def is_played(story: Any) -> dict[str, Act]:
    """Second phase of a game, with an alliance proposed.

    A bot holds Germany for Charlie, and the bot of Turkey has a message to hear.
    """
    story.begins(bots="holdbot", press_plain=True, fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    charlie = story.cast.charlie
    Seat.objects.filter(game=story.game, power="GER").update(owner=charlie, vacated_at=clock.now())
    services.replace_player(story.seat("TUR"), "blabbot")
    near = clock.now() + 2 * HOUR  # people are told
    GamePhase.objects.filter(game=story.game, status="open").update(deadline=near)
    services.send_press(story.seat("FRA"), ["ENG"], "I propose an alliance")
    services.send_press(story.seat("FRA"), ["TUR"], "I propose peace")
    story.outbox.tasks.clear()
    return {
        "France orders": orders("FRA", "A BUR - MUN"),
        "France orders otherwise": orders("FRA", "A BUR - BEL"),
        "France cancels": cancels("FRA", "BUR"),
        "England orders": orders("ENG", "F LON - NTH"),
        "France is ready": ready("FRA"),
        "England is ready": ready("ENG"),
        "France speaks": says("FRA", "ENG", "one"),
        "England speaks": says("ENG", "FRA", "two"),
        "England proposes": proposes("ENG", "FRA"),
        "England accepts": answers("ENG", "accept"),
        "England refuses": answers("ENG", "reject"),
        "France withdraws": answers("FRA", "withdraw"),
        "France votes for a pause": votes("FRA", "clock", "pause-86400"),
        "England votes for a pause": votes("ENG", "clock", "pause-86400"),
        "France votes for a draw": votes("FRA", "end", "AUS ENG FRA GER ITA RUS TUR"),
        "England concedes": votes("ENG", "end", "FRA"),
        "England leaves": leaves("bob"),
        "England is replaced": replaced("ENG"),
        "Charlie is back": takes_back("charlie"),
        "Emil takes Germany": takes_over("emil", "GER"),
        "Emil is banned": banned("emil"),
        "Charlie is forgotten": forgotten("charlie"),
        "Bob is forgotten": forgotten("bob"),
        "the host pauses": paused,
        "the host gives time": extended,
        "the phase is taken back": undone,
        "the staff resolve": resolved_by_the_staff,
        "the bot hears": a_bot_hears,
        "a bot plays": a_bot_plays,
        "people are told": tells,
        "Alice sees her news": sees_news("alice"),
        "the beat": beats,
    }


def is_due(story: Any) -> dict[str, Act]:
    """Second phase of a game, overdue, without orders of England."""
    acts = is_played(story)
    story.orders("FRA", "A BUR - MUN")
    late = clock.now() - clock.PATIENCE_WITH_BOTS * 2
    GamePhase.objects.filter(game=story.game, status="open").update(deadline=late)
    named = (
        "France orders",
        "England is ready",
        "England speaks",
        "England leaves",
        "Charlie is back",
        "the host pauses",
        "the host gives time",
        "the phase is taken back",
        "the bot hears",
        "the beat",
    )
    return {"the worker resolves": resolved} | {name: acts[name] for name in named}


def is_offered(story: Any) -> dict[str, Act]:
    """A game offered by the site, with a lone guest in it.

    In one of the acts the guest turns out to be Charlie.
    """
    services.promote_games()
    story.game = Game.objects.filter(promoted=True).latest("pk")
    services.join_game(User.objects.get(is_guest=True), story.game, "FRA")
    Game.objects.filter(pk=story.game.pk).update(fill_bot="holdbot", fill_at=clock.now() - HOUR)
    return {
        "the beat": beats,
        "the guest leaves": leaves("guest"),
        "bob joins": joins("bob", "ENG"),
        "charlie joins": joins("charlie", "GER"),
        "the guest would begin": would_begin("guest"),
        "the guest was charlie": lambda scene: services.adopt_guest(scene.person("guest"), scene.person("charlie")),
        "guests are tidied away": lambda scene: services.tidy_guests() or None,
        "charlie is forgotten": forgotten("charlie"),
        "games are offered": lambda scene: services.promote_games() or None,
    }


def is_over(story: Any) -> dict[str, Act]:
    """All faces were hidden, and everybody may guess."""
    story.begins(bots="holdbot", faces="all", watching="after", press_plain=True)
    sharers = ("FRA",)
    from dipgame.games.locks import lock_game, lock_live_phase
    from dipgame.games.services.close_game import agree

    with transaction.atomic():
        game = lock_game(story.game.pk)
        phase = lock_live_phase(game.pk)
        assert phase is not None
        agree(game, phase, sharers)  # type: ignore[arg-type]
    return {
        "Alice guesses": guesses("alice", "GER TUR"),
        "Bob guesses": guesses("bob", "FRA"),
        "Alice offers a rematch": rematch("alice"),
        "Bob offers a rematch": rematch("bob"),
        "Bob is forgotten": forgotten("bob"),
        "Alice sees her news": sees_news("alice"),
        "people are told": tells,
    }


SHARES = {"waits": 0.16, "is_offered": 0.07, "is_played": 0.64, "is_due": 0.09, "is_over": 0.04}
"""Of all interleavings; as each scene has pairs."""
SCENES = {each.__name__: each for each in (waits, is_offered, is_played, is_due, is_over)}
