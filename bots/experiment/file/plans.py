"""The games that a declaration means, each as a plan that decides everything in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudication.powers import POWERS, Power
from bots.arena.game import GamePlan, Record
from bots.arena.seats import seats_of_game
from bots.chance import stream
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, VERSION, Declaration, Session
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.writer import write
from negotiation.parser import parse

__all__ = ["Numbered", "game_of", "games_of", "in_english", "labels_of", "left_out", "plan_of", "record_of"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A game of an experiment: which session, and which of its games, both from 0."""

    session: int
    game: int

    @property
    def number(self) -> int:
        """Its number among all games: no other has it, however many sessions and games there are."""
        return self.session * GAMES_OF_A_SESSION + self.game


def game_of(number: int) -> Numbered:
    """The game with a number."""
    return Numbered(*divmod(number, GAMES_OF_A_SESSION))


def games_of(declaration: Declaration) -> Iterator[Numbered]:
    """The first game of every session, then the second of every one, …: what is stopped early is balanced."""
    for game in range(max(session.games for session in declaration.sessions)):
        for number, session in enumerate(declaration.sessions):
            if game < session.games:
                yield Numbered(number, game)


def labels_of(declaration: Declaration, game: Numbered) -> Mapping[Power, str]:
    """Label of each power's player."""
    session = declaration.sessions[game.session]
    return dict(zip(POWERS, _dealt(declaration, session, game), strict=True))


def _dealt(declaration: Declaration, session: Session, game: Numbered) -> list[str]:
    labels = list(session.seats)
    if session.powers == "uniform":
        stream(declaration.seed, _luck(declaration, game), "powers").shuffle(labels)
    elif session.powers == "rotated":
        labels = list(seats_of_game(session.seats, game.game, rotate=True).values())
    return labels


def plan_of(declaration: Declaration, game: Numbered) -> GamePlan:
    """All that decides how the game goes."""
    playing = declaration.sessions[game.session].playing
    return GamePlan(
        number=game.number,
        seed=declaration.seed,
        seats={power: declaration.bots[label] for power, label in labels_of(declaration, game).items()},
        until=playing.last_year,
        seconds=playing.decision_seconds,
        rulebook=playing.edition,
        level=playing.press_level,
        protocol=playing.press_protocol,
        talk_seconds=playing.talk_seconds,
        rounds=playing.talk_rounds,
        trace=declaration.trace,
        first=positions[game.game % len(positions)] if (positions := declaration.positions) else "",
        luck=_luck(declaration, game),
        most_seconds=None if playing.game_minutes is None else 60 * playing.game_minutes,
    )


def _luck(declaration: Declaration, game: Numbered) -> int:
    """Number that decides chance.

    Each game has its own; where they are matched, game i of every session has the same.
    """
    return game.game if declaration.matched else game.number


def record_of(declaration: Declaration, record: Record) -> Record:
    """A record of the arena as it stands in the experiment's log: with its session, its players' labels, and what was
    said in English beside L."""
    game = game_of(record["game"])
    return {
        "version": VERSION,
        "session": declaration.sessions[game.session].name,
        "players": labels_of(declaration, game),
        **record,
        "phases": [in_english(phase) for phase in record["phases"]],
        **({"ending": in_english(record["ending"])} if "ending" in record else {}),
    }


def left_out(declaration: Declaration, record: Record) -> str:
    """Reason why a game is in no figure, as a sentence; "" for one that counts."""
    playing = declaration.sessions[game_of(record["game"]).session].playing
    if record.get("cancelled"):
        return f"It took longer than {playing.game_minutes:g} minutes, so it was called off."
    if playing.unfinished == "left out" and record["winner"] is None and "ending" not in record:
        return f"Nobody has won it by {playing.last_year}, so it is left out."
    return ""


def in_english(phase: Record) -> Record:
    """A phase with what was said in English beside L."""
    if "talk" not in phase:
        return phase
    return phase | {"english": [write(parse(text, DIPLOMACY)) for text in phase["talk"]]}
