"""A site with secrets, its visitors, and who may know each.

It has games of every kind and eleven kinds of visitor.

`addresses` walks the table of URLs, so that a page that is added is asked for by itself; a parameter nobody gave a
meaning to here fails the test that asks.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import Permission
from django.urls import URLPattern, URLResolver, get_resolver

from bots.puzzles.shipped import shipped
from dipgame.accounts.guests import new_guest
from dipgame.accounts.models import ApiToken, User
from dipgame.accounts.tokens import SCOPES, make_token
from dipgame.experiments.models import Experiment
from dipgame.experiments.services import begin_experiment
from dipgame.games import clock, queries, services
from dipgame.games.models import Agreement, Game, GamePhase, Message, Promise, Report, Seat, SeatPhase
from dipgame.games.numbers import new_number
from dipgame.imports.asking import ask_import
from dipgame.imports.models import GameImport

__all__ = ["MASTER", "NOBODY", "SAMPLES", "SECRETS", "VISITORS", "Secret", "World", "addresses"]

NOBODY: Final = "nobody"
VISITORS: Final = (
    "nobody",
    "stranger",
    "alice",
    "bob",
    "leaver",
    "host",
    "suspended",
    "staff",
    "staff player",
    "guest",
    "game master",
)
"""Nobody signed in; a stranger; the players of France and England; who left a seat to a bot; who offers the games and
plays in none; a player who was suspended; the staff; somebody of the staff who plays; a guest without an account; the
game master of one of the games, who plays in none."""

SAMPLES: Final[dict[str, dict[str, Any]]] = {
    "order": {"phase": "S1901M", "text": "A PAR - BUR"},
    "cancel": {"phase": "S1901M", "unit": "PAR"},
    "ready": {"phase": "S1901M", "ready": False},
    "ask": {"phase": "S1901M", "text": "A PAR - BUR"},
    "vote": {"phase": "S1901M", "vote": "clock", "choice": "pause-86400", "answer": "yes"},
    "typing": {"phase": "S1901M"},
    "ping": {},
    "look": {},
    "complete": {"text": "shall we make pe", "to": ["GER"]},
    "read": {"text": "shall we make peace?", "to": ["GER"]},
    "offer": {"asked": ["A MUN - RUH"], "offered": ["A PAR - BUR"], "to": ["GER"]},
    "say": {"text": "good day", "to": ["GER"], "l": "", "plain": True},
    "answer": {"message": 0, "act": "accept"},
    "seen": {"with": ["ENG", "GER"], "upto": 2**60},
}
"""One of each command. `answer` is about a message between others."""


_EXPERIMENT: Final = 'version = 1\nname = "Idle"\n[[sessions]]\nname = "one"\ngames = 1\nseats = "holdbot"\n'


@dataclass
class World:
    """People and tokens by kind of visitor, games by kind."""

    people: dict[str, User] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    experiment: Experiment | None = None
    game_import: GameImport | None = None
    tokens: dict[str, str] = field(default_factory=dict)
    addresses: list[tuple[str, str]] = field(default_factory=list)
    """Every address there is, once somebody has asked for them."""

    @classmethod
    def built(cls, cast: Any, committed: Any) -> "World":
        people = {"alice": cast.alice, "bob": cast.bob, "stranger": cast.charlie, "guest": new_guest("192.0.2.1")}
        for name in ("leaver", "host", "suspended", "staff", "staff player", "game master"):
            is_staff = name.startswith("staff")
            title = f"{name.title()} Person"
            people[name] = User.objects.create_user(
                f"{name.replace(' ', '.')}@example.org", title, "x", is_staff=is_staff, is_superuser=is_staff
            )
        world = cls(people)
        with committed():
            for name, word in (("running", ""), ("private", "inkwell")):
                world.games[name] = world._play(world._wait(word, name), word)
            world.games["mastered"] = world._play(world._master("teapot"), "teapot")
            for name, word in (("open", ""), ("open private", "inkwell"), ("cancelled private", "inkwell")):
                world.games[name] = world._wait(word, name)
            services.cancel_game(world.games["cancelled private"])
        people["bob"].user_permissions.add(Permission.objects.get(codename="run_experiments"))
        world.experiment = begin_experiment(_EXPERIMENT, people["bob"])
        world.game_import = ask_import(people["bob"], "bobs-game.json", b"{}")
        world.tokens = {who: make_token(person, "all", ["read"]) for who, person in people.items()}
        ApiToken.objects.update(scopes=" ".join(SCOPES))
        User.objects.filter(pk=people["suspended"].pk).update(is_active=False)
        return world

    def _wait(self, word: str, name: str) -> Game:
        game = services.create_game(self.people["host"], services.Terms(f"The {name} game", "RUS", word=word))
        services.join_game(self.people["bob"], game, "ENG", word)
        return game

    def _master(self, word: str) -> Game:
        terms = services.Terms("The mastered game", word=word, master=True)
        game = services.create_game(self.people["game master"], terms)
        services.join_game(self.people["host"], game, "RUS", word)
        services.join_game(self.people["bob"], game, "ENG", word)
        return game

    def _play(self, game: Game, word: str) -> Game:
        for who, power in (("alice", "FRA"), ("leaver", "AUS"), ("suspended", "ITA"), ("staff player", "TUR")):
            services.join_game(self.people[who], game, power, word)
        services.fill_seats(game, "holdbot")
        for who in ("leaver", "host"):
            services.leave_game(self.people[who], game)
        if game.master_id is None:
            Game.objects.filter(pk=game.pk).update(host=self.people["host"])
        seat = game.seats.get(power="ENG")
        services.send_press(seat, ["GER"], "I propose peace")
        said = services.send_press(game.seats.get(power="FRA"), ["ENG"], "You are a toad", plain=True)
        services.report_talk(seat, said.pk, "Rude.")
        services.submit_order(seat, "S1901M", "A LVP - YOR")
        SeatPhase.objects.filter(phase__game=game, seat__power="RUS").update(memory={"plan": "west"}, bot_error="none")
        game.refresh_from_db()
        return game


@dataclass(frozen=True)
class Secret:
    """Something hidden, how to change it in the game it belongs to, and which visitors may see that it changed."""

    name: str
    change: Callable[[World, Game], object]
    knowers: frozenset[str]
    games: tuple[str, ...] = ("running", "private")


def _sheets(game: Game, power: str) -> Any:
    return SeatPhase.objects.filter(phase__game=game, seat__power=power)


def _whispers(game: Game, speaker: str, between: str) -> None:
    """More is said, agreed and promised between others."""
    at, phase = clock.now(), GamePhase.objects.get(game=game)
    said = Message.objects.create(
        id=new_number(after=queries.newest_number(game.pk)), game=game, phase=phase,
        speaker=Seat.objects.get(game=game, power=speaker), between=between, text="marmalade", at=at,
    )  # fmt: skip
    deal = f"commit({', '.join(power.lower() for power in between.split())}, peace)"
    made = Agreement.objects.create(game=game, message=said, phase=phase, between=between, deal=deal, done=True)
    Promise.objects.create(
        id=new_number(), agreement=made, index=0, power=speaker, content=deal, lasting=True, done=True
    )


def _moved(game: Game) -> None:
    phase = GamePhase.objects.filter(game=game).first()
    if phase is not None:
        units = [unit.replace("A PAR", "A GAS") for unit in phase.position["units"]]
        GamePhase.objects.filter(pk=phase.pk).update(position={**phase.position, "units": units})


MASTER: Final = "game master"
MEMBERS: Final = {"alice", "bob", "host", "staff", "staff player"}

SECRETS: Final = (
    Secret(
        "orders of a person",
        lambda w, g: _sheets(g, "ENG").update(orders={"LVP": "A LVP - WAL"}),
        frozenset({"bob", "staff"}),
    ),
    Secret(
        "orders of a bot", lambda w, g: _sheets(g, "RUS").update(orders={"MOS": "A MOS - UKR"}), frozenset({"staff"})
    ),
    Secret(
        "mind of a bot",
        lambda w, g: _sheets(g, "RUS").update(memory={"plan": "south"}, talk_memory={"plan": "south"}),
        frozenset({"staff"}),
    ),
    Secret("what a bot stumbled over", lambda w, g: _sheets(g, "RUS").update(bot_error="crash"), frozenset({"staff"})),
    Secret(
        "orders of a person in a mastered game",
        lambda w, g: _sheets(g, "ENG").update(orders={"LVP": "A LVP - WAL"}),
        frozenset({"bob", "staff", MASTER}),
        ("mastered",),
    ),
    Secret(
        "orders of a bot in a mastered game",
        lambda w, g: _sheets(g, "RUS").update(orders={"MOS": "A MOS - UKR"}),
        frozenset({"staff", MASTER}),
        ("mastered",),
    ),
    Secret(
        "mind of a bot in a mastered game",
        lambda w, g: _sheets(g, "RUS").update(memory={"plan": "south", "journal": {"phase": "S1901M"}}),
        frozenset({"staff", MASTER}),
        ("mastered",),
    ),
    Secret(
        "words in a mastered game",
        lambda w, g: Message.objects.filter(game=g).exclude(speaker__power="FRA").update(text="I propose war"),
        frozenset({"bob", "staff", MASTER}),
        ("mastered",),
    ),
    Secret(
        "how much is said in a mastered game",
        lambda w, g: _whispers(g, "GER", "GER RUS"),
        frozenset({"staff", MASTER}),
        ("mastered",),
    ),
    Secret(
        "name of a mastered game",
        lambda w, g: Game.objects.filter(pk=g.pk).update(name="Other"),
        frozenset({*MEMBERS - {"host"}, MASTER}),
        ("mastered",),
    ),
    Secret("seed", lambda w, g: Game.objects.filter(pk=g.pk).update(seed=g.seed ^ 1), frozenset({"staff"})),
    Secret(
        "words of others",
        lambda w, g: Message.objects.filter(game=g).exclude(speaker__power="FRA").update(text="I propose war"),
        frozenset({"bob", "staff"}),
    ),
    Secret(
        "what was reported",
        lambda w, g: Report.objects.filter(game=g).update(words="Very rude.", text="You are a frog"),
        frozenset({"bob", "staff"}),
    ),
    Secret("how much others say", lambda w, g: _whispers(g, "GER", "GER RUS"), frozenset({"staff"})),
    Secret(
        "word of a private game",
        lambda w, g: Game.objects.filter(pk=g.pk).update(private_word="other"),
        frozenset(MEMBERS),
        ("private", "open private"),
    ),
    Secret(
        "name of a private game",
        lambda w, g: Game.objects.filter(pk=g.pk).update(name="Other"),
        frozenset(MEMBERS),
        ("private",),
    ),
    Secret(
        "name of a cancelled private game",
        lambda w, g: Game.objects.filter(pk=g.pk).update(name="Other"),
        frozenset(MEMBERS - {"alice"}),
        ("cancelled private",),
    ),
    Secret("board of a private game", lambda w, g: _moved(g), frozenset(MEMBERS), ("private",)),
    Secret(
        "address of a person",
        lambda w, g: User.objects.filter(pk=w.people["bob"].pk).update(email="b@example.net"),
        frozenset({"bob", "staff", "staff player"}),
        ("running",),
    ),
    Secret(
        "an experiment",
        lambda w, g: Experiment.objects.update(name="Other", text=_EXPERIMENT.replace("Idle", "Other")),
        frozenset({"bob", "staff", "staff player"}),
        ("running",),
    ),
    Secret(
        "a file that somebody imports",
        lambda w, g: GameImport.objects.update(name="other.json", state="done", problem="This is no game."),
        frozenset({"bob", "staff", "staff player"}),
        ("running",),
    ),
    Secret(
        "password of a person",
        lambda w, g: User.objects.filter(pk=w.people["bob"].pk).update(password="md5$b$1"),
        frozenset({"bob", "staff", "staff player"}),
        ("running",),
    ),
)


# --- Every address --------------------------------------------------------------------------------

_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)|<(?:\w+:)?(\w+)>")


def addresses(world: World) -> list[tuple[str, str]]:
    """Every address there is, with the name or pattern it goes by."""
    if not world.addresses:
        patterns = _patterns(get_resolver().url_patterns, "")
        world.addresses = [(address, pattern) for pattern in patterns for address in _filled(pattern, world)]
    return world.addresses


def _patterns(patterns: list[Any], before: str) -> Iterator[str]:
    for each in patterns:
        route = before + str(each.pattern).removeprefix("^")
        if isinstance(each, URLResolver):
            yield from _patterns(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield route


def _filled(pattern: str, world: World) -> list[str]:
    found = [""]
    at = 0
    plain: Callable[[str], str] = lambda text: re.sub(r"\\(.)|[$^]|\\Z", r"\1", text).removesuffix("Z")  # noqa: E731
    for group in _GROUP.finditer(pattern):
        before, name = plain(pattern[at : group.start()]), group[1] or group[2]
        found = [f"{each}{before}{value}" for each in found for value in _values(name, pattern, world)]
        at = group.end()
    return [f"/{each}{plain(pattern[at:])}" for each in found]


def _values(name: str, pattern: str, world: World) -> list[Any]:
    """Values for a pattern's parameter. A new parameter needs a line here."""
    if name == "object_id" and not pattern.startswith("admin/r/"):
        return _rows(pattern, world)
    if name == "name" and pattern.startswith(("people/", "ranking/")):
        return ["Bob"]
    if name == "name" and pattern.startswith("bots/"):
        return ["dumbbot"]
    values: dict[str, list[Any]] = {
        "experiment": [world.experiment.slug if world.experiment else "nosuch"],
        "game_import": [world.game_import.slug if world.game_import else "nosuch"],
        "session": [0],
        "run": [0],
        "picture": ["svg"],
        "slug": [game.slug for game in world.games.values()],
        "name": ["S1901M"],
        "kind": ["svg"],
        "power": ["RUS"],
        "ladder": ["talk"],
        "bot": ["dumbbot"],
        "key": ["nonsense"],
        "token": ["nonsense"],
        "word": ["nonsense"],
        "uidb36": ["1"],
        "id": [world.people["bob"].pk],
        "object_id": [1],
        "content_type_id": [1],
        "app_label": ["games"],
        "url": ["nonsense"],
        "lesson": ["deal"],
        "tree": ["nonsense"],
        "document": ["statistics", "results/honest", "nonsense"],
        "file": ["_static/searchtools.js"],
        "rule": ["support"],
        "puzzle": [next(iter(shipped())), "nonsense"],
        "step": [0],
        "unit": ["PAR"],
        "rest": ["nonsense"],
    }
    return [each.pk for each in Report.objects.all()] if name == "number" else values[name]


def _rows(pattern: str, world: World) -> list[Any]:
    """Rows of the admin's model: those in which the secrets lie."""
    model = pattern.split("/")[2]
    played = [world.games["running"], world.games["private"]]
    match model:
        case "game":
            return [game.pk for game in world.games.values()]
        case "seat":
            return [game.seats.get(power="ENG").pk for game in played]
        case "gamephase":
            return [GamePhase.objects.get(game=game).pk for game in played]
        case "seatphase":
            return [_sheets(game, power).get().pk for game in played for power in ("ENG", "RUS")]
        case "message":
            return [Message.objects.filter(game=game).earliest("id").pk for game in played]
        case "user":
            return [world.people["bob"].pk]
        case "report":
            return [each.pk for each in Report.objects.filter(game__in=played)]
    return [1]
