"""Terms to their canonical text, the inverse of `negotiation.parser`."""

from typing import Any, Final

from negotiation.ontology import INTEGER, Constructor, Ontology
from negotiation.terms import (
    ANYONE,
    Accept,
    Agent,
    Agree,
    And,
    Answer,
    Attack,
    Belief,
    Commit,
    Commits,
    Compare,
    Courtesy,
    Deal,
    Desire,
    Do,
    Explain,
    Feel,
    Formula,
    Group,
    Implies,
    Inform,
    Not,
    Obs,
    Propose,
    Query,
    Reject,
    Support,
    Then,
    Time,
    TimeVariable,
    Unknown,
    Utterance,
    Variable,
    Which,
    Withdraw,
)

__all__ = ["format_deal", "format_formula", "format_term"]

_STRENGTH: Final[dict[type, int]] = {Implies: 0, Then: 1, And: 2, Not: 3}
"""Binding strength of connectives; everything else binds strongest."""


def format_term(utterance: Utterance, ontology: Ontology) -> str:
    """The canonical text of a message: `parse(format_term(x)) == x`.

    Raises ValueError for what the ontology lacks.
    """
    return _Printer(ontology).formula(utterance)


def format_formula(formula: Formula, ontology: Ontology) -> str:
    """The canonical text of something that can be told: `parse_formula(format_formula(x)) == x`."""
    return _Printer(ontology).formula(formula)


def format_deal(deal: Deal, ontology: Ontology) -> str:
    """The text of a deal, as it stands in the proposal that made it."""
    return _Printer(ontology).formula(deal)


class _Printer:
    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology

    def formula(self, term: Any, context: int = 0) -> str:
        text = self._bare(term)
        return f"({text})" if _STRENGTH.get(type(term), 4) < context else text

    def _bare(self, term: Any) -> str:
        match term:
            case Propose() | Accept() | Reject():
                head = type(term).__name__.lower()
                return self._call(
                    head, term.time, self.agent(term.speaker), self.group(term.hearers), self._bare(term.deal)
                )
            case Inform() | Query() | Answer():
                head = type(term).__name__.lower()
                content = self.formula(term.content)
                return self._call(head, term.time, self.agent(term.speaker), self.group(term.hearers), content)
            case Courtesy():
                parts = [self.agent(term.speaker), self.group(term.hearers)]
                parts += [] if term.about is None else [self.formula(term.about)]
                return self._call(str(term.manner), term.time, *parts)
            case Which():
                return self._call("Which", None, term.variable, self.formula(term.content))
            case Withdraw():
                return self._call("withdraw", term.time, self.agent(term.speaker), self.group(term.hearers))
            case Commits():
                return "[" + ", ".join(self._bare(item) for item in term.items) + "]"
            case Commit():
                content = self.formula(term.content)
                return self._call("Commit", term.time, self.agent(term.agent), self.group(term.to), content)
            case Agree():
                return self._call("Agree", term.time, self.group(term.agents), self.formula(term.content))
            case Do():
                return self._call("Do", term.time, self.value("action", term.action))
            case Not():
                return "¬" + self.formula(term.item, 3)
            case And():
                return " ∧ ".join(self.formula(item, 3) for item in term.items)
            case Then():
                return " ; ".join(self.formula(item, 2) for item in term.items)
            case Implies():
                return f"{self.formula(term.premise, 1)} → {self.formula(term.conclusion)}"
            case Compare():
                return f"{self.time(term.left)} {term.relation} {self.time(term.right)}"
            case Obs():
                content = self.formula(term.content)
                return self._call("Obs", term.time, self.agent(term.agent), self.group(term.of), content)
            case Belief() | Desire() | Unknown():
                return self._call(type(term).__name__, term.time, self.agent(term.agent), self.formula(term.content))
            case Feel():
                return self._call("Feel", term.time, self.agent(term.agent), str(term.feeling))
            case Explain():
                return self._call("Explain", term.time, self.formula(term.content))
            case Attack():
                return self._call("Attack", None, self.formula(term.argument), self.formula(term.against))
            case Support():
                return self._call("Support", None, self.formula(term.argument), self.formula(term.claim))
            case _:
                return self.value("predicate", term)

    def _call(self, head: str, time: Time | None, *arguments: str) -> str:
        parts = list(arguments) if time is None else [*arguments, self.time(time)]
        return f"{head}({', '.join(parts)})"

    def agent(self, agent: Agent) -> str:
        return self.ontology.anyone if agent == ANYONE else self.value("agent", agent)

    def group(self, agents: Group) -> str:
        return self._listed([self.agent(agent) for agent in agents])

    def time(self, time: Time) -> str:
        return time.name if isinstance(time, TimeVariable) else self.value("time", time)

    def value(self, sort: str, value: Any) -> str:
        """A value of the ontology."""
        if isinstance(value, Variable):
            return str(value)
        if sort == INTEGER:
            return str(value)
        constructor = self.ontology.by_class.get(type(value))
        if constructor is not None:
            return self._constructed(constructor, value)
        text = self.ontology.text_of(sort, value)
        if text is None:
            raise ValueError(f"{value!r} is not {self.ontology.words.get(sort, sort)} of {self.ontology.name}")
        return text

    def _constructed(self, constructor: Constructor, value: object) -> str:
        written = []
        for argument, part in zip(constructor.arguments, constructor.parts(value), strict=True):
            if argument.many:
                items: Any = part
                if items or not argument.optional:
                    written.append(self._listed([self.value(argument.sort, item) for item in items]))
            elif part is not None:
                written.append(self.value(argument.sort, part))
        inside = ", ".join(written)
        return f"{constructor.name}({inside})" if constructor.name else f"⟨{inside}⟩"

    @staticmethod
    def _listed(items: list[str]) -> str:
        return items[0] if len(items) == 1 else f"[{' '.join(items)}]"
