"""Compare messages in L by meaning: equal meanings, unequal terms.

What makes no difference: the order in which a deal names its parts; one agreement on orders or a commitment to each;
a zone of several powers or provinces or one for each; coasts; a time that is the turn at hand; an order with no unit
named that one unit only can carry out; a build or removal with no time and one in the winter of the same year; what
is told and what the speaker believes; an order of one's own that is told and the promise to give it; a question for a
thing and one for whether the hearer believes it or means to order it; the last turn that something lasts and the last
moves it binds; a refusal of what is open before another proposal.
Everything else, each party, condition, time and negation, does.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from adjudication.board import province_of
from adjudication.notation import format_order
from adjudication.position import Position
from negotiation import terms as l
from negotiation.diplomacy import Action, Bld, Dmz, Ent, Hlp, Rem, Rto, Scd, Turn, Wve, order_of, turn_of
from negotiation.unnamed import doer_of, keeping_actions

__all__ = ["meaning", "meaning_of_part"]


Scene: TypeAlias = tuple[Position, l.Agent, l.Group]
"""A board, who speaks there, and to whom."""


def meaning(utterances: Iterable[l.Utterance], position: Position) -> Hashable:
    """Equal for messages that mean the same on that board."""
    said = list(utterances)
    if len(said) > 1 and isinstance(said[-1], l.Propose) and all(isinstance(one, l.Reject) for one in said[:-1]):
        said = said[-1:]
    return tuple(_Meaning(position, one.speaker, one.hearers).utterance(one) for one in said)


def meaning_of_part(agent: l.Agent | None, content: Any, time: l.Time | None, said: Scene) -> tuple[Hashable, ...]:
    """Meaning of one part of a deal.

    agent: who promises it, None where both agree.
    """
    position, speaker, hearers = said
    return tuple(_Meaning(position, speaker, hearers).part(content, agent, tuple(sorted((speaker, *hearers))), time))


@dataclass(frozen=True)
class _Meaning:
    position: Position
    speaker: l.Agent
    hearers: l.Group

    def utterance(self, said: l.Utterance) -> Hashable:
        head = (type(said).__name__, said.speaker, said.hearers)
        match said:
            case l.Propose() | l.Accept() | l.Reject():
                return (*head, frozenset(self.parts(said.deal)))
            case l.Inform() | l.Answer():
                return (*head, self.told(said.content))
            case l.Query():
                return (*head, self.formula(self.asked(said.content)))
            case _:
                return (*head, repr(said))

    def parts(self, deal: l.Deal) -> Iterable[Hashable]:
        """A deal thing by thing."""
        if isinstance(deal, l.Agree):
            for part in _conjuncts(deal.content):
                yield from self.part(part, None, deal.agents, deal.time)
        else:
            for commit in deal.items:
                for part in _conjuncts(commit.content):
                    yield from self.part(part, commit.agent, commit.to, commit.time)

    def part(self, part: Any, agent: l.Agent | None, among: l.Group, time: l.Time | None) -> Iterable[Hashable]:
        inner = part.item if isinstance(part, l.Not) else part
        match inner:
            case Dmz():
                for power in inner.powers if agent is None else (agent,):
                    for province in inner.provinces:
                        yield "keeps out", isinstance(part, l.Not), power, province, self.time(time)
            case Scd():
                for center in inner.centers:
                    yield "gets", isinstance(part, l.Not), inner.power, center, self.time(time)
            case _:
                doer = doer_of(inner)
                who = (agent or doer,) if doer else among if agent is None else (agent,)
                yield "does", who, self.formula(part), None if self.is_due_then(inner, time) else self.time(time)

    def told(self, content: Any) -> Hashable:
        """Normalise what is told to what the speaker believes."""
        match content:
            case l.Belief(agent=self.speaker, time=None):
                return self.told(content.content)
            case l.Not(item=l.Belief(agent=self.speaker, content=inner, time=None)):
                return self.told(l.Not(inner))
            case l.Commits() if any(commit.agent == self.speaker for commit in content.items):
                return "promises", frozenset(self.parts(content))
            case l.And() if all(self._is_own(item) for item in content.items):
                return "promises", frozenset(self._promised(item) for item in content.items)
            case l.Do() if self._is_own(content):
                return "promises", frozenset({self._promised(content)})
            case l.And() | l.Commits():
                return "all of", frozenset(self.told(item) for item in content.items)
            case _:
                return self.formula(content)

    def _is_own(self, content: Any) -> bool:
        inner = content.item if isinstance(content, l.Not) else content
        return isinstance(inner, l.Do) and doer_of(inner) == self.speaker

    def _promised(self, content: Any) -> Hashable:
        """An order of one's own that is told, as the promise to give it."""
        return "does", (self.speaker,), self.formula(content), None

    def asked(self, content: Any) -> Any:
        """To ask what the hearer believes, knows, or means to order, is to ask for the thing itself."""
        match content:
            case l.Belief(agent=agent, content=inner) | l.Not(item=l.Unknown(agent=agent, content=inner)) if (
                agent,
            ) == self.hearers:
                return inner
            case l.Desire(agent=agent, content=l.Do() | Ent() | Hlp() as order) if agent == doer_of(order):
                return order
            case _:
                return content

    def formula(self, x: Any) -> Hashable:
        match x:
            case l.Do():
                return "do", self.order(x.action), self.time(x.time, due=True)
            case Ent() | Hlp():
                able = {self.order(action) for action in keeping_actions(x, self.position)}
                return ("do", able.pop(), None) if len(able) == 1 else repr(x)
            case l.Not():
                return "not", self.formula(x.item)
            case l.And():
                return "all of", frozenset(self.formula(item) for item in x.items)
            case l.Implies():
                return "if", self.formula(x.premise), self.formula(x.conclusion)
            case l.Agree(time=None) if getattr(x.content, "powers", None) == x.agents:
                return self.formula(x.content)
            case l.Commits():
                parts = frozenset(self.formula(item.content) for item in x.items)
                return next(iter(parts)) if len(parts) == 1 else ("all of", parts)
            case l.Belief() | l.Desire() | l.Unknown() | l.Obs():
                return type(x).__name__, x.agent, self.formula(x.content), self.time(x.time)
            case l.Inform() | l.Answer():
                return type(x).__name__, x.speaker, x.hearers, self.formula(x.content)
            case l.Propose() | l.Accept() | l.Reject() | l.Query() | l.Withdraw():
                return _Meaning(self.position, x.speaker, x.hearers).utterance(x)
            case _:
                return repr(x)

    def order(self, action: Action) -> Hashable:
        """An order without coasts; a retreat is no move."""
        power, order = order_of(action)
        return (
            power,
            isinstance(action, Rto),
            " ".join(province_of(word) if "/" in word else word for word in format_order(order).split()),
        )

    def is_due_then(self, content: Any, time: l.Time | None) -> bool:
        """True if an order with no time is due then anyway."""
        of_winter = isinstance(content, l.Do) and isinstance(content.action, Bld | Rem | Wve)
        return of_winter and time == Turn("win", self.position.phase.year)

    def time(self, time: l.Time | None, due: bool = False) -> l.Time | None:
        if due and time == turn_of(self.position.phase):
            return None
        if isinstance(time, Turn) and not due:
            # Promises bind moves: the end of a year means its last moves.
            return Turn("spr" if time.season in ("spr", "sum") else "fal", time.year)
        return time


def _conjuncts(content: Any) -> tuple[Any, ...]:
    return tuple(content.items) if isinstance(content, l.And) else (content,)
