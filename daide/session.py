"""One client's session: messages in, messages out, by tables.

The site stands behind a `Desk`.

`answer` answers a message, `news` tells what has changed since the client was told last. No input or output, no clock:
whoever holds the connection calls both, and sends what they return.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from adjudication.board import province_of
from adjudication.legality import needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.powers import Power
from daide.grammar import LONGEST, brackets_match, fault_in, too_deep, without_higher
from daide.news import Alarms, News
from daide.numbering import Numbering
from daide.orders import GOOD, Submitted, read_order
from daide.positions import (
    map_definition,
    owners_message,
    phase_in,
    position_message,
    turn_tree,
)
from daide.press import Unsayable
from daide.readings import UNDERSTOOD, readings_of
from daide.results import results, unusable_builds
from daide.table import Desk, Refusal, Table
from daide.telling import (
    GREATEST,
    Answer,
    end_of,
    hello,
    huh,
    map_message,
    marked,
    missing_orders,
    own_power,
    sent,
    wrapped,
)
from daide.tokens import BRA, BY_NAME, KET, Tree, Words, flat, nested

__all__ = ["RULES", "Session"]

Role: TypeAlias = Literal["stranger", "observer", "player"]
Time: TypeAlias = Literal["any", "begun", "running", "over"]

_MOST_SAID: Final = 1000
"""Messages of a phase that are remembered, to answer what is said twice."""


class Session:
    """The state of one client.

    power: its seat's. has_left: it is to be sent away. has_come_back: it took its seat again, which others are told.
    alarms: what it wants to be told when time runs short.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.role: Role = "stranger"
        self.power: Power | None = None
        self.has_left = False
        self.has_come_back = False
        self.alarms = Alarms()
        self._news = News(desk)
        self._numbering = Numbering()
        self._knows_map = False
        self._holds: int | None = None  # the phase in which NOT (GOF) was said
        self._said: tuple[int, set[int]] = (-1, set())

    # ── messages of the client ────────────────────────────────────────────────────────────────────

    def answer(self, words: Words) -> list[Words]:
        """Answer a message; HUH and PRN get no answer."""
        if words[0] in (BY_NAME["HUH"], BY_NAME["PRN"]):
            return []
        if not brackets_match(words):
            return [(BY_NAME["PRN"], BRA, *words[:LONGEST], KET)]
        table = self.desk.table()
        ours = self._numbering.read(words, table.level, table.options)
        return [self._numbering.write(each) for each in self._answered(ours, table)]

    def _answered(self, words: Words, table: Table) -> list[Words]:
        """Answers to a message whose brackets match."""
        place = fault_in(words, "client_message", table.level, table.options)
        place = too_deep(words) if place is None else place
        if place is not None:
            return [huh(words, place)]
        tree = nested(words)
        name = cast(str, tree[0])
        if name == "NOT":
            name = f"NOT {cast(Sequence[Tree], tree[1])[0]}"
        rule = RULES[name]
        if self.role not in rule.roles or not _is_time(rule.time, table):
            return [wrapped("REJ", words)]
        try:
            return sent(rule.does(self, tree, words, table))
        except Refusal:
            return [wrapped("REJ", words)]

    def _nme(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        self.desk.join(_string(tree[1]), _string(tree[2]))
        self.role = "player"
        return [wrapped("YES", words), map_message()]

    def _obs(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        self.desk.watch()
        self.role = "observer"
        return [wrapped("YES", words), map_message()]

    def _iam(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        power, passcode = cast(tuple[Power], tree[1])[0], cast(tuple[int], tree[2])[0]
        self.desk.come_back(power, passcode)
        now = self.desk.table()
        self.role, self.power = "player", power
        self.has_come_back = self._knows_map = True
        self._news.begin_at(now)
        return [wrapped("YES", words)]

    def _yes(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        self._knows_map = self._knows_map or (self.role != "stranger" and cast(Sequence[Tree], tree[1])[0] == "MAP")
        return []

    def _rej(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if self.role == "stranger" or cast(Sequence[Tree], tree[1])[0] != "MAP":
            return []
        if self.role == "player":
            self.desk.leave()
        self.has_left = True
        return [("OFF",)]

    def _map(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [map_message()]

    def _mdf(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [map_definition()]

    def _sco(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [owners_message(table.position)]

    def _now(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [position_message(table.position)]

    def _hlo(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [hello(table)]

    def _hst(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if len(tree) == 1:
            first = self.desk.first()
            return [owners_message(first), position_message(first)]
        try:
            phase = phase_in(tree[1])
        except ValueError:
            raise Refusal from None
        played = self.desk.played_in(phase)
        told = results(played.position, played.outcomes, played.after)
        return [*told, owners_message(played.after), position_message(played.after)]

    def _ord(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if table.index == 0:
            raise Refusal
        last = list(self.desk.played(max(table.index - 3, 0), table.index))
        moves = max((place for place, each in enumerate(last) if each.position.phase.kind == "M"), default=0)
        return [message for each in last[moves:] for message in results(each.position, each.outcomes, each.after)]

    def _tme(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if len(tree) == 1:
            if table.seconds is None or not 0 <= table.seconds <= GREATEST:
                raise Refusal
            return [("TME", (table.seconds,))]
        seconds = _seconds(tree[1])
        if not 0 <= seconds <= min(max(table.lengths), GREATEST):
            raise Refusal
        self.alarms.add(seconds)
        return [wrapped("YES", words)]

    def _not_tme(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        inner = cast(Sequence[Tree], tree[1])
        if not self.alarms.remove(_seconds(inner[1]) if len(inner) > 1 else None):
            raise Refusal
        return [wrapped("YES", words)]

    def _smr(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return end_of(table)

    def _adm(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        self.desk.tell(_string(tree[1]), _string(tree[2]))
        return []

    # ── orders ────────────────────────────────────────────────────────────────────────────────────

    def _sub(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        orders = [cast(tuple[Tree, ...], each) for each in tree[1:]]
        if _is_turn(orders[0]):
            if orders[0] != turn_tree(table.position.phase):
                raise Refusal
            orders = orders[1:]
        power = own_power(table)
        read = [read_order(each, power, table.position, table.rulebook) for each in orders]
        good = [each for each in read if each.note == GOOD and each.order is not None]
        good.sort(key=lambda each: isinstance(each.order, Waive))  # what is left is waived
        stands = self.desk.order([cast(Order, each.order) for each in good]) if good else ()
        unusable = unusable_builds(table.position, power)
        for each, is_kept in zip(good, stands, strict=True):
            if is_kept:
                continue
            if isinstance(each.order, Waive) and unusable:  # waived all the same, as DAIDE wants it
                unusable -= 1
            else:
                each.note = "NMR" if needed_adjustments(table.position, power) < 0 else "NMB"
        answers: list[Answer] = [("THX", each.tree, (each.note,)) for each in read]
        return answers + self._missing_or_ready()

    def _missing_or_ready(self) -> list[Answer]:
        """Tell missing orders, or say ready.

        A full set of orders goes ahead unless NOT (GOF) was said.
        """
        table = self.desk.table()
        missing = missing_orders(table)
        if missing is None and table.decides and not table.ready and self._holds != table.index:
            self.desk.ready(True)
        return [] if missing is None else [missing]

    def _not_sub(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        inner = cast(Sequence[Tree], tree[1])
        key: str | None = None
        if len(inner) > 1:
            read = read_order(cast(tuple[Tree, ...], inner[1]), own_power(table), table.position, table.rulebook)
            key = _key(read, table)
            if key is None:
                raise Refusal
        if not self.desk.cancel(key) and key is not None:
            raise Refusal
        if table.ready and table.decides:
            self.desk.ready(False)
        return [wrapped("YES", words)]

    def _mis(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return [missing_orders(table) or ("MIS",)]

    def _gof(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if own_power(table) not in table.alive:
            raise Refusal
        self._holds = None
        return [wrapped("YES", words), *self._missing_or_ready()]

    def _not_gof(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        if own_power(table) not in table.alive:
            raise Refusal
        self._holds = table.index
        if table.ready and table.decides:
            self.desk.ready(False)
        return [wrapped("YES", words)]

    def _drw(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return self._votes(tree, words, table, True)

    def _not_drw(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        return self._votes(cast(tuple[Tree, ...], tree[1]), words, table, False)

    def _votes(self, tree: tuple[Tree, ...], words: Words, table: Table, agrees: bool) -> Iterable[Answer]:
        if own_power(table) not in table.alive:
            raise Refusal
        sharers = cast(tuple[Power, ...], tree[1]) if len(tree) > 1 else tuple(sorted(table.alive))
        if not set(sharers) <= table.alive or len(set(sharers)) < 2:
            raise Refusal
        self.desk.draw(sharers, agrees)
        return [wrapped("YES", words)]

    # ── press ─────────────────────────────────────────────────────────────────────────────────────

    def _snd(self, tree: tuple[Tree, ...], words: Words, table: Table) -> Iterable[Answer]:
        parts = [cast(tuple[Tree, ...], each) for each in tree[1:]]
        if len(parts) == 3:
            if _is_turn(parts[0]) and parts[0] != turn_tree(table.position.phase):
                raise Refusal
            parts = parts[1:]
        power = own_power(table)
        to, press = cast(tuple[Power, ...], parts[0]), parts[1]
        if power in to or power not in table.alive:
            raise Refusal
        for each in to:
            if each not in table.alive:
                return [("OUT", (each,), ("SND", to, press))]
        said = hash(flat((*to, *press)))
        if self._said[0] != table.index or len(self._said[1]) >= _MOST_SAID:
            self._said = (table.index, set())
        if said in self._said[1]:  # some programs say everything twice
            return [wrapped("YES", words)]
        token = ""
        try:
            readings = readings_of(press, power, to)
        except Unsayable as unsayable:
            readings, token = [], unsayable.token
        try:
            deaf = self.desk.say(to, readings, without_higher(flat(press), table.level))
        except Refusal as refusal:
            if not refusal.huh:
                raise
            deaf = to
        self._said[1].add(said)
        answers: list[Answer] = [wrapped("YES", words)]
        if press[0] in ("HUH", "TRY"):
            return answers
        for each in deaf:
            answers.append(("FRM", (each,), (power,), ("HUH", marked(press, token))))
            answers.append(("FRM", (each,), (power,), ("TRY", UNDERSTOOD)))
        return answers

    # ── news ──────────────────────────────────────────────────────────────────────────────────────

    def news(self) -> list[Words]:
        """Messages the client has not been told yet."""
        if self.role == "stranger" or not self._knows_map or self.has_left:
            return []
        table = self.desk.table()
        if table.status == "open":
            return []
        self.power = table.power
        return [self._numbering.write(each) for each in sent(self._news.since(table))]

    @property
    def is_told_end(self) -> bool:
        """True if the client was told how its game ended."""
        return self._news.is_told_end


def _string(tree: Tree) -> str:
    return str(tree[0]) if isinstance(tree, tuple) and tree else ""


def _seconds(tree: Tree) -> int:
    """Seconds, of two numbers the higher ones first."""
    numbers = cast(tuple[int, ...], tree)
    return numbers[0] if len(numbers) == 1 else -1


def _is_time(time: Time, table: Table) -> bool:
    return {
        "any": True,
        "begun": table.status != "open",
        "running": table.status == "running",
        "over": table.status in ("solo", "draw", "closed"),
    }[time]


def _is_turn(tree: tuple[Tree, ...]) -> bool:
    return len(tree) == 2 and isinstance(tree[1], int)


def _key(read: Submitted, table: Table) -> str | None:
    """The key of this order in `Table.orders`, if any."""
    if read.order is None:
        return None
    if isinstance(read.order, Waive):
        return max((key for key, order in table.orders.items() if isinstance(order, Waive)), default=None)
    key = province_of(read.order.region)
    return key if table.orders.get(key) is not None else None


_EVERYBODY: Final[tuple[Role, ...]] = ("stranger", "observer", "player")
_SEATED: Final[tuple[Role, ...]] = ("observer", "player")


@dataclass(frozen=True, slots=True)
class Rule:
    """Handler of a message, with the roles and time it counts for.

    At other times, and for others, the answer is REJ.
    """

    does: Callable[[Session, tuple[Tree, ...], Words, Table], Iterable[Answer]]
    roles: tuple[Role, ...] = _EVERYBODY
    time: Time = "any"


RULES: Final[Mapping[str, Rule]] = {
    "NME": Rule(Session._nme, ("stranger",)),
    "OBS": Rule(Session._obs, ("stranger",)),
    "IAM": Rule(Session._iam, ("stranger",)),
    "YES": Rule(Session._yes),
    "REJ": Rule(Session._rej),
    "MAP": Rule(Session._map),
    "MDF": Rule(Session._mdf),
    "SCO": Rule(Session._sco),
    "NOW": Rule(Session._now),
    "HLO": Rule(Session._hlo, _SEATED, "begun"),
    "HST": Rule(Session._hst, _SEATED, "begun"),
    "ORD": Rule(Session._ord, _SEATED, "begun"),
    "TME": Rule(Session._tme, _SEATED),
    "NOT TME": Rule(Session._not_tme, _SEATED),
    "SMR": Rule(Session._smr, _SEATED, "over"),
    "ADM": Rule(Session._adm, _SEATED),
    "SUB": Rule(Session._sub, ("player",), "running"),
    "NOT SUB": Rule(Session._not_sub, ("player",), "running"),
    "MIS": Rule(Session._mis, ("player",), "running"),
    "GOF": Rule(Session._gof, ("player",), "running"),
    "NOT GOF": Rule(Session._not_gof, ("player",), "running"),
    "DRW": Rule(Session._drw, ("player",), "running"),
    "NOT DRW": Rule(Session._not_drw, ("player",), "running"),
    "SND": Rule(Session._snd, ("player",), "running"),
}
"""Messages by the first token, of `NOT ( … )` with the one inside."""
