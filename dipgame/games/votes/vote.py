"""The type of a declared vote, and what a poll of the powers on the board finds for it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from adjudication.powers import POWER_NAMES, Power, as_power
from bots.voting import Opinion
from dipgame.games import convert, queries
from dipgame.games.errors import Malformed
from dipgame.games.models import Ballots, Game, GamePhase, Seat, ballots_from_row
from dipgame.games.players import hides_bots

__all__ = [
    "Choice",
    "Motion",
    "Poll",
    "Vote",
    "Voter",
    "is_moved",
    "listed_powers",
    "motion_on",
    "motions_in",
    "poll_of",
]


@dataclass(frozen=True, slots=True)
class Voter:
    """A power on the board, and its answers. person: the number of who plays it, None for a bot or nobody."""

    power: Power
    seat_id: int
    person: int | None
    ballots: Ballots


@dataclass(frozen=True, slots=True)
class Poll:
    """A game in the phase now played, and the powers still on the board, in their order."""

    game: Game
    phase: GamePhase
    voters: tuple[Voter, ...]

    @property
    def powers(self) -> frozenset[Power]:
        """The powers still on the board."""
        return frozenset(voter.power for voter in self.voters)

    @property
    def people(self) -> tuple[Voter, ...]:
        """Those of them that people play."""
        return tuple(voter for voter in self.voters if voter.person is not None)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to vote for. words: on a button ("Pause for a day"). noun: after "votes for" ("a pause of a day").
    group: the title of the list in which it is offered, empty for a button of its own."""

    words: str
    noun: str
    group: str = ""


Opinions: TypeAlias = Mapping[Power, Opinion]


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote, declared once: the page, the inbox, the log and the services all go by this.

    key: its name in commands and rows, at most 8 letters. title: on the page. about: a sentence for voters. choices:
    what the page offers to a power (None: to everybody), by name. named: the choice of a name, also one that is not
    listed; raises Malformed for what may not be chosen now. asked: whose answers count. needed: how many of these must
    agree. is_hidden: True if nobody sees which people vote. opinions: how bots answer; None where bots are not asked.
    picks: powers of which two or more make a choice.
    """

    key: str
    title: str
    about: Callable[[Poll], str]
    choices: Callable[[Poll, Power | None], Mapping[str, Choice]]
    named: Callable[[Poll, str], Choice]
    asked: Callable[[Poll, str], tuple[Voter, ...]]
    needed: Callable[[Poll, str], int]
    is_hidden: Callable[[Game], bool] = field(default=lambda game: False)
    opinions: Callable[[Poll, str, Sequence[Voter]], Opinions] | None = None
    picks: Callable[[Poll], tuple[Power, ...]] = field(default=lambda poll: ())


@dataclass(frozen=True, slots=True)
class Motion:
    """A choice for which somebody has voted, as one viewer may know it.

    agreed, refused (with a bot's reason) and awaited: powers, in their order; of an answer that the viewer may not
    know the power is missing. needed: how many must agree. is_hidden: True if answers are missing for this viewer.
    """

    vote: Vote
    choice: str
    words: Choice
    agreed: tuple[Power, ...]
    refused: tuple[tuple[Power | None, str], ...]
    awaited: tuple[Power, ...]
    needed: int
    is_hidden: bool = False

    @property
    def is_carried(self) -> bool:
        """True if enough powers agree."""
        return len(self.agreed) >= self.needed

    def seen_by(self, viewer: Power | None, poll: Poll) -> "Motion | None":
        """The motion without what the viewer (None: who only watches) may not know; None if they may know nothing.

        Whose votes are hidden is a term of the game; where nobody knows who is a bot, answers tell that.
        """
        masked = hides_bots(poll.game)
        if not masked and not self.vote.is_hidden(poll.game):
            return self
        if viewer not in poll.powers:
            return None
        people = {voter.power for voter in poll.people}
        known = {viewer} if masked else {viewer} | (poll.powers - people)
        reasons = dict.fromkeys(why for power, why in self.refused if power not in known and why)
        return Motion(
            self.vote,
            self.choice,
            self.words,
            tuple(power for power in self.agreed if power in known),
            (*(pair for pair in self.refused if pair[0] in known), *((None, why) for why in reasons)),
            tuple(power for power in self.awaited if power == viewer),
            self.needed,
            is_hidden=masked or bool(people - {viewer}),
        )


def poll_of(game: Game, phase: GamePhase, seats: Iterable[Seat] | None = None) -> Poll:
    """The powers on the board of this phase, with their answers. seats: the game's, where they were read already."""
    alive = queries.powers_on_board(convert.position_of(phase))
    rows = game.seats.order_by("power") if seats is None else seats
    return Poll(
        game,
        phase,
        tuple(
            Voter(as_power(seat.power), seat.pk, seat.user_id, ballots_from_row(seat.votes))
            for seat in rows
            if seat.power in alive
        ),
    )


def motion_on(poll: Poll, vote: Vote, choice: str, words: Choice) -> Motion:
    """Standing of this choice, all answers known."""
    answers = {voter.power: voter.ballots.get(vote.key, {}).get(choice) for voter in vote.asked(poll, choice)}
    return Motion(
        vote,
        choice,
        words,
        tuple(power for power, answer in answers.items() if answer is not None and answer.agrees),
        tuple((power, answer.why) for power, answer in answers.items() if answer is not None and not answer.agrees),
        tuple(power for power, answer in answers.items() if answer is None),
        vote.needed(poll, choice),
    )


def is_moved(poll: Poll, vote: Vote, choice: str) -> bool:
    """True if a person, or a bot in the talk, has voted for this of their own accord."""
    for voter in poll.voters:
        answer = voter.ballots.get(vote.key, {}).get(choice)
        if answer is not None and answer.agrees and (voter.person is not None or answer.proposal is not None):
            return True
    return False


def motions_in(poll: Poll, votes: Collection[Vote]) -> list[Motion]:
    """All choices of these votes for which somebody has voted, all answers known."""
    found = []
    for vote in votes:
        chosen = dict.fromkeys(choice for voter in poll.voters for choice in voter.ballots.get(vote.key, {}))
        for choice in (choice for choice in chosen if is_moved(poll, vote, choice)):
            with suppress(Malformed):  # the host paused the game: a pause is not on offer any more
                found.append(motion_on(poll, vote, choice, vote.named(poll, choice)))
    return found


def listed_powers(powers: Iterable[str]) -> str:
    """`France`, `France and Italy`, `France, Italy and Turkey`; of at least one power."""
    *names, last = (POWER_NAMES[as_power(power)] for power in powers)
    return f"{', '.join(names)} and {last}" if names else last
