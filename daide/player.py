"""A bot of ours as a client of a DAIDE server.

Messages in, messages out, no connection.

It answers the map, orders every turn it is told, and talks where its bot does: what it hears is read into L, what it
says goes out as press, and what L has no words for is answered by HUH and TRY.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from adjudication.engine import adjudicate
from adjudication.options import must_decide, needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.position import Position
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Agent
from bots.asking import ask
from bots.chance import stream
from bots.talker import is_talker
from bots.talking import Words as Talked
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import PastPhase, Said, SeatView
from daide.orders import order_tree, read_order
from daide.positions import position_in
from daide.press import Unsayable, press_of
from daide.readings import UNDERSTOOD, readings_of
from daide.table import LEVEL_OF_L
from daide.tokens import Text, Tree, Words, flat, nested

__all__ = ["Player"]

_STRONGEST: Final = max(LEVEL_OF_L)


class Player:
    """The whole state of a client.

    `power` and `passcode` are there once the game has begun; `outcome` once it is over.
    """

    def __init__(self, agent: Agent, name: str, version: str = "1", *, seed: int = 0, seconds: float = 10.0) -> None:
        self.agent, self.name, self.version = agent, name, version
        self.seed, self.seconds = seed, seconds
        self.power: Power | None = None
        self.passcode = 0
        self.outcome: tuple[Tree, ...] = ()
        self.is_over = self.is_refused = False
        self._level = 0
        self._memory: Mapping[str, Any] = {}
        self._owners: tuple[Tree, ...] = ()
        self._position: Position | None = None
        self._ordered: list[tuple[Power, Order]] = []
        self._history: list[PastPhase] = []
        self._talk: list[Said] = []
        self._heard = 0

    def start(self) -> list[Words]:
        """The first message."""
        return [flat(("NME", _text(self.name), _text(self.version)))]

    def answer(self, words: Words) -> list[Words]:
        """The answers to a message of the server."""
        tree = nested(words)
        handler = _HANDLERS.get(cast(str, tree[0]))
        return [flat(each) for each in handler(self, tree)] if handler is not None else []

    # ── the game ──────────────────────────────────────────────────────────────────────────────────

    def _map(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        name = str(cast(tuple[Tree, ...], tree[1])[0])
        return [("YES" if name.lower() == "standard" else "REJ", tree)]

    def _rej(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        self.is_refused = self.is_refused or cast(tuple[Tree, ...], tree[1])[0] == "NME"
        return []

    def _hlo(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        power, passcode, options = cast(tuple[tuple[Tree, ...], ...], tree[1:])
        self.power, self.passcode = as_power(str(power[0])), cast(int, passcode[0])
        levels = [each[1] for each in cast(Sequence[tuple[Tree, ...]], options) if each[0] == "LVL"]
        self._level = cast(int, levels[0]) if levels else 0
        return []

    def _sco(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        self._owners = tree
        return []

    def _ord(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        order = cast(tuple[Tree, ...], tree[2])
        if self._position is not None:
            first = order[0]
            power = as_power(str(first[0] if isinstance(first, tuple) else first))
            read = read_order(order, power, self._position)
            if read.order is not None:
                self._ordered.append((power, read.order))
        return []

    def _now(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        if self.power is None or not self._owners:
            return []
        if self._position is not None and self._ordered:
            given: dict[Power, list[Order]] = {}
            for power, order in self._ordered:
                given.setdefault(power, []).append(order)
            self._history.append(PastPhase(self._position, adjudicate(self._position, given).outcomes))
        self._ordered = []
        self._position = position_in(tree, self._owners)
        if self.is_over or not must_decide(self._position, self.power):
            return []
        return [*self._talks(self._opened), *self._orders()]

    def _orders(self) -> list[tuple[Tree, ...]]:
        """The orders for this turn, builds that are not used waived."""
        view = self._view()
        rng = stream(self.seed, view.power, str(view.position.phase))
        found = ask(self.agent, view, self._memory, rng, self.seconds)
        self._memory = found.memory
        orders: list[Order] = list(found.orders)
        if view.position.phase.kind == "A":
            due = needed_adjustments(view.position, view.power)
            orders += [Waive()] * max(0, due - len(orders))
        if not orders:
            return [("GOF",)]
        return [("SUB", *(order_tree(view.power, order, view.position) for order in orders))]

    def _view(self) -> SeatView:
        if self.power is None or self._position is None:
            raise ValueError("the game has not begun")
        level = max((each for each, daide in LEVEL_OF_L.items() if daide <= self._level), default=0)
        return SeatView(
            power=self.power,
            position=self._position,
            rulebook=STANDARD_RULES,
            history=tuple(self._history),
            talk=tuple(self._talk),
            level=min(level, _STRONGEST),
            protocol="talk",
        )

    def _ends(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        self.is_over, self.outcome = True, self.outcome or tree
        return []

    # ── press ─────────────────────────────────────────────────────────────────────────────────────

    def _frm(self, tree: tuple[Tree, ...]) -> list[tuple[Tree, ...]]:
        speaker = cast(tuple[Power], tree[1])[0]
        hearers, press = cast(tuple[Power, ...], tree[2]), cast(tuple[Tree, ...], tree[3])
        if self._position is None or press[0] in ("HUH", "TRY"):
            return []
        try:
            utterance = readings_of(press, speaker, hearers)[0]
        except Unsayable as unsayable:
            return self._puzzled(speaker, press, unsayable.token)
        said = Said(self._position.phase, utterance)
        told = self._talks(lambda bot, view: self._hears(bot, view, said))
        self._talk.append(said)
        return told

    def _puzzled(self, speaker: Power, press: tuple[Tree, ...], token: str) -> list[tuple[Tree, ...]]:
        place = next((index for index, each in enumerate(press) if each == token), 0)
        marked: tuple[Tree, ...] = ("HUH", (*press[:place], "ERR", *press[place:]))
        return [("SND", (speaker,), marked), ("SND", (speaker,), ("TRY", UNDERSTOOD))]

    def _opened(self, bot: Any, view: SeatView) -> Talked:
        rng = stream(self.seed, view.power, str(view.position.phase), "talk")
        return open_talk_in_time(bot, view, self._memory, rng, self.seconds)

    def _hears(self, bot: Any, view: SeatView, said: Said) -> Talked:
        self._heard += 1
        rng = stream(self.seed, view.power, str(view.position.phase), "talk", self._heard)
        return hear_in_time(bot, view, self._memory, said, rng=rng, seconds=self.seconds)

    def _talks(self, call: Callable[[Any, SeatView], Talked]) -> list[tuple[Tree, ...]]:
        """Messages of a bot that talks, in a game with press."""
        if not self._level or not is_talker(self.agent) or self._position is None:
            return []
        if self._position.phase.kind != "M":
            return []
        words = call(self.agent, self._view())
        self._memory = words.memory
        messages: list[tuple[Tree, ...]] = []
        for utterance in words.utterances:
            self._talk.append(Said(self._position.phase, utterance))
            try:
                messages.append(("SND", utterance.hearers, press_of(utterance, self._position)))
            except Unsayable:
                continue
        return messages


def _text(text: str) -> Tree:
    return (Text(text),) if text else ()


_HANDLERS: Final[Mapping[str, Callable[[Player, tuple[Tree, ...]], list[tuple[Tree, ...]]]]] = {
    "MAP": Player._map,
    "REJ": Player._rej,
    "HLO": Player._hlo,
    "SCO": Player._sco,
    "NOW": Player._now,
    "ORD": Player._ord,
    "FRM": Player._frm,
    "SLO": Player._ends,
    "DRW": Player._ends,
    "OFF": Player._ends,
}
