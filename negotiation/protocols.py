"""Protocols as tables: acts allowed in each state.

After Fabregues 2012, figures 3.1 and 6.12; the last one is ours.

A protocol is a set of rows (state, act, by whom) -> next state, for two sides that talk to each
other. A conversation of more is judged pair by pair. Who proposed owes nothing; the other side owes
an answer while the state is `proposed`. Under a protocol whose proposals stand `apart` each proposal
is a dialogue of its own (`negotiation.floor`): none waits for another.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from negotiation.errors import ProtocolRefusedError
from negotiation.terms import Accept, Agent, Answer, Courtesy, Deal, Inform, Propose, Query, Reject, Utterance, Withdraw

__all__ = ["ACTS", "PROTOCOLS", "Act", "Dialogue", "Protocol", "Row", "Who", "act_of"]

Act: TypeAlias = Literal["propose", "accept", "reject", "withdraw", "inform", "query", "answer", "courtesy"]
Who: TypeAlias = Literal["either", "proposer", "other"]

ACTS: Final[Mapping[type, Act]] = {
    Propose: "propose",
    Accept: "accept",
    Reject: "reject",
    Withdraw: "withdraw",
    Inform: "inform",
    Query: "query",
    Answer: "answer",
}
_BARE: Final = "idle"
"""The state in which no proposal awaits an answer."""

_OPEN: Final = "proposed"


def act_of(utterance: Utterance) -> Act:
    """The name of what an utterance does.

    Of a courtesy no table speaks: it may be said at any time.
    """
    return "courtesy" if isinstance(utterance, Courtesy) else ACTS[type(utterance)]


@dataclass(frozen=True, slots=True)
class Row:
    """In `state`, `who` may do `act`; then the state is `next`."""

    state: str
    act: Act
    who: Who
    next: str


@dataclass(frozen=True, slots=True)
class Protocol:
    """rules: the sentence that explains a refusal, by (state, act); `*` stands for any other act. apart: each proposal
    is a dialogue of its own."""

    name: str
    title: str
    rows: tuple[Row, ...]
    rules: Mapping[tuple[str, str], str]
    apart: bool = False

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(state for row in self.rows for state in (row.state, row.next)))


def _talk(acts: Iterable[Act], *states: str) -> tuple[Row, ...]:
    return tuple(Row(state, act, "either", state) for state in states for act in acts)


_ANSWERING: Final = (
    Row(_BARE, "propose", "either", _OPEN),
    Row(_OPEN, "accept", "other", _BARE),
    Row(_OPEN, "reject", "other", _BARE),
)
_NOTHING_OPEN: Final = "There is no open proposal to answer."
_ANSWER_FIRST: Final = "The last proposal has to be answered before another is made."
_WITHDRAWING: Final = Row(_OPEN, "withdraw", "either", _BARE)
_TALKING: Final = _talk(("inform", "query", "answer"), _BARE, _OPEN)
_ANSWERS_MATCH: Final = {
    (_BARE, "accept"): _NOTHING_OPEN,
    (_BARE, "reject"): _NOTHING_OPEN,
    (_BARE, "withdraw"): "There is no open proposal to withdraw.",
    (_OPEN, "accept"): "Only the one who was asked can accept.",
    (_OPEN, "reject"): "Only the one who was asked can reject.",
}

PROTOCOLS: Final[Mapping[str, Protocol]] = {
    protocol.name: protocol
    for protocol in (
        Protocol("free", "Anything at any time", _talk(ACTS.values(), _BARE), {}),
        Protocol(
            "rnp",
            "Proposals, each of which must be answered (figure 3.1)",
            _ANSWERING,
            {
                (_BARE, "accept"): _NOTHING_OPEN,
                (_BARE, "reject"): _NOTHING_OPEN,
                (_OPEN, "propose"): _ANSWER_FIRST,
                (_OPEN, "accept"): "Only the one who was asked can accept.",
                (_OPEN, "reject"): "Only the one who was asked can reject.",
                ("*", "*"): "This game's protocol knows proposals and their answers only.",
            },
        ),
        Protocol(
            "l3",
            "Proposals that must be answered or withdrawn, and information at any time (figure 6.12)",
            (*_ANSWERING, _WITHDRAWING, *_TALKING),
            {**_ANSWERS_MATCH, (_OPEN, "propose"): _ANSWER_FIRST},
        ),
        Protocol(
            "talk",
            "Each proposal for itself: answered, taken back or countered, and anything else at any time",
            (*_ANSWERING, Row(_OPEN, "propose", "other", _OPEN), _WITHDRAWING, *_TALKING),
            {**_ANSWERS_MATCH, (_OPEN, "propose"): "Another proposal is another dialogue."},
            apart=True,
        ),
    )
}
_OTHER_DEAL: Final = "The open proposal is a different one."


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation between two sides under a protocol, as an immutable state.

    `said` gives the state after an utterance; `check` raises ProtocolRefusedError without changing
    anything. A new round of talk (a new phase) begins with a new Dialogue: that is the figures' tmax.
    """

    protocol: Protocol
    state: str = _BARE
    proposer: Agent | None = None
    deal: Deal | None = None

    def allowed(self, speaker: Agent) -> tuple[Act, ...]:
        """Acts open to the speaker now."""
        rows = [row for row in self.protocol.rows if row.state == self.state and self._may(row, speaker)]
        return tuple(dict.fromkeys(row.act for row in rows))

    def _may(self, row: Row, speaker: Agent) -> bool:
        return row.who == "either" or (row.who == "proposer") == (speaker == self.proposer)

    def check(self, utterance: Utterance) -> None:
        """Raises ProtocolRefusedError, with the rule and what may be said instead."""
        self._row(utterance)

    def _row(self, utterance: Utterance) -> Row:
        act, speaker = act_of(utterance), utterance.speaker
        if act == "courtesy":
            return Row(self.state, act, "either", self.state)
        for row in self.protocol.rows:
            if (row.state, row.act) == (self.state, act) and self._may(row, speaker):
                if self._other_deal(utterance):
                    raise self._refused(_OTHER_DEAL, speaker)
                return row
        rules = self.protocol.rules
        rule = rules.get((self.state, act)) or rules.get(("*", "*")) or "This cannot be said now."
        raise self._refused(rule, speaker)

    def _other_deal(self, utterance: Utterance) -> bool:
        """True if the answer is to another than the open proposal.

        Where answers are owed.
        """
        answers = isinstance(utterance, Accept | Reject)
        return self.state == _OPEN and answers and self.deal is not None and utterance.deal != self.deal  # type: ignore[union-attr]

    def _refused(self, rule: str, speaker: Agent) -> ProtocolRefusedError:
        allowed = self.allowed(speaker)
        now = f"Now you may {_or(allowed)}." if allowed else "It is the other side's turn."
        return ProtocolRefusedError(f"{rule} {now}", rule, allowed)

    def said(self, utterance: Utterance) -> "Dialogue":
        """The dialogue after the utterance.

        Raises ProtocolRefusedError when it may not be said.
        """
        row = self._row(utterance)
        if row.next == _BARE:
            return Dialogue(self.protocol)
        if isinstance(utterance, Propose):
            return Dialogue(self.protocol, row.next, utterance.speaker, utterance.deal)
        return Dialogue(self.protocol, row.next, self.proposer, self.deal)


def _or(acts: tuple[str, ...]) -> str:
    return acts[0] if len(acts) == 1 else f"{', '.join(acts[:-1])} or {acts[-1]}"
