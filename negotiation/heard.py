"""Understanding of one message, made once and stored with it.

Made by `negotiation.understanding`.

Pages, bots, journals and logs read this value; nothing reads the text again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.understanding import Candidate
from negotiation.levels import subterms
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.protocols import act_of
from negotiation.terms import And, Courtesy, Desire, Formula, Inform, Manner, Propose, Utterance, both
from negotiation.topics import REMARKED

__all__ = [
    "Act",
    "Heard",
    "Mention",
    "Question",
    "Reading",
    "Verdict",
    "act_in",
    "heard_from_dict",
    "is_remark",
    "parted",
    "saying",
    "unheard",
]

Verdict: TypeAlias = Literal["claim", "choose", "ask", "talk"]
"""claim: it says the first reading. choose: its writer picks a reading. ask: one question to its writer settles it.
talk: it is sent as it is, and answered by its act."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text. start, end: letters of the text; kind: place, unit or power; names: codes of what it names, of
    a list all; role: the part it plays (`negotiation.gists.roles`); probability: that of the role."""

    start: int
    end: int
    kind: str
    names: tuple[str, ...]
    role: str
    probability: float


@dataclass(frozen=True, slots=True)
class Act:
    """Kind of contribution of a message: `refuse:pact`, `ask:plans`, `greet`."""

    kind: str
    topic: str = ""
    probability: float = 1.0

    @property
    def key(self) -> str:
        """Kind and topic in one."""
        return f"{self.kind}:{self.topic}" if self.topic else self.kind


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible meaning of a text.

    unread: parts of the text that it leaves out. leans: True if it refers to earlier talk.
    """

    said: Candidate
    probability: float = 1.0
    unread: tuple[str, ...] = ()
    leans: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Question to the writer of an unclear message.

    choices: texts to choose from, one for each reading.
    """

    text: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, understood. readings: the likeliest first; where the verdict is `talk`, at most one courtesy.

    remark: the act in L, with what is named: what listeners are told of a message that says nothing else. doubt: a
    likely reading that makes or answers a deal and that its writer did not choose; bots ask about it.
    """

    text: str
    mentions: tuple[Mention, ...]
    act: Act
    readings: tuple[Reading, ...]
    verdict: Verdict
    question: Question | None = None
    remark: Candidate = ()
    doubt: Reading | None = None

    @property
    def said(self) -> Candidate:
        """Utterances sent with the message as it is.

        Empty while its writer has to choose.
        """
        return self.readings[0].said if self.readings and self.verdict in ("claim", "talk") else ()

    @property
    def unread(self) -> tuple[str, ...]:
        """Parts of the text that the first reading leaves out; all of it where there is none."""
        if self.readings:
            return self.readings[0].unread
        return (self.text.strip().rstrip(".?!"),) if self.text.strip() else ()

    @property
    def for_bots(self) -> Candidate:
        """Utterances told to bots: its meaning, else its act.

        Without the wish for a thing that it proposes.
        """
        if self.verdict == "talk" and self.remark:
            return self.remark
        return tuple(one for one in self.said if not _is_wish_for(one, self.said)) or self.remark

    @property
    def told_to_bots(self) -> tuple[tuple[Utterance, float], ...]:
        """Utterances for bots, each with its probability; below 1 they ask."""
        if self.doubt is not None:
            return tuple((one, self.doubt.probability) for one in self.doubt.said)
        return tuple((one, 1.0) for one in self.for_bots)

    def saying(self, said: Candidate) -> "Heard":
        """This value with its meaning in other terms of L."""
        first, *others = self.readings
        return replace(self, readings=(replace(first, said=said), *others))

    def as_talk(self) -> "Heard":
        """This value as plain talk: it says nothing but its act."""
        return replace(self, readings=(), verdict="talk", question=None)

    def as_dict(self) -> dict[str, Any]:
        """As JSON keeps it, without the text."""
        found: dict[str, Any] = {
            "verdict": self.verdict,
            "act": [self.act.kind, self.act.topic, round(self.act.probability, 4)],
            "readings": [_as_list(one) for one in self.readings],
            "mentions": [
                [one.start, one.end, one.kind, list(one.names), one.role, round(one.probability, 4)]
                for one in self.mentions
            ],
            "remark": _lines(self.remark),
        }
        if self.question is not None:
            found["question"] = [self.question.text, list(self.question.choices)]
        if self.doubt is not None:
            found["doubt"] = _as_list(self.doubt)
        return found


def heard_from_dict(text: str, data: Mapping[str, Any]) -> Heard:
    """The inverse of `Heard.as_dict`.

    Raises a ValueError, KeyError or MalformedTermError for what it never gives.
    """
    kind, topic, probability = data["act"]
    asked = data.get("question")
    return Heard(
        text,
        tuple(
            Mention(start, end, what, tuple(names), role, p) for start, end, what, names, role, p in data["mentions"]
        ),
        Act(kind, topic, probability),
        tuple(map(_reading, data["readings"])),
        data["verdict"],
        Question(asked[0], tuple(asked[1])) if asked else None,
        _terms(data["remark"]),
        _reading(data["doubt"]) if "doubt" in data else None,
    )


def saying(text: str, said: Sequence[Utterance]) -> Heard:
    """A message that says just this: picked by its writer, or said by a bot."""
    return Heard(text, (), act_in(said), (Reading(tuple(said)),), "claim")


def unheard(text: str, speaker: str, hearers: Sequence[str]) -> Heard:
    """A message of which nothing is known but that it was said."""
    remark = Courtesy(speaker, tuple(hearers), Manner.MUMBLE)
    return Heard(text, (), act_in((remark,)), (), "talk", None, (remark,))


def act_in(said: Sequence[Utterance], probability: float = 1.0) -> Act:
    """The act of what is said; of several utterances the last that is no courtesy."""
    last = next((one for one in reversed(said) if not isinstance(one, Courtesy)), said[-1])
    if isinstance(last, Courtesy):
        topic, _ = parted(last.about)
        return Act(str(last.manner), topic.removeprefix(str(last.manner)), probability)
    kind = "refuse" if act_of(last) == "reject" else "ask" if act_of(last) == "query" else act_of(last)
    about = getattr(last, "deal", getattr(last, "content", None))
    topics = [_TOPICS[type(term).__name__] for term in subterms(about) if type(term).__name__ in _TOPICS]
    return Act(kind, topics[0] if topics else "", probability)


_TOPICS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Pce", "Aly"), "pact"),
    **dict.fromkeys(("Drw", "Slo"), "end"),
    **dict.fromkeys(("Do", "Ent", "Hlp"), "orders"),
    **{"Dmz": "zone", "Scd": "centers", "Opn": "opinion", "Feel": "feeling", "Which": "open", "Explain": "reason"},
}
"""By the class of what is spoken of, the topic of an act."""


def is_remark(said: Iterable[Utterance]) -> bool:
    """True if all of it is courtesies, which bind nobody."""
    return all(isinstance(one, Courtesy) for one in said)


def parted(about: Formula | None) -> tuple[str, Formula | None]:
    """The topic of a remark, and what is named beside it; an empty one where it has none."""
    first, *rest = about.items if isinstance(about, And) else (about,)
    if not isinstance(first, Tpc) or first.topic not in REMARKED:
        return "", about
    return first.topic, both(rest) if rest else None


def _is_wish_for(one: Utterance, said: Sequence[Utterance]) -> bool:
    """True if it wishes for what is proposed beside it."""
    wish = one.content if isinstance(one, Inform) else None
    deals = [repr(each.deal) for each in said if isinstance(each, Propose)]
    return (
        isinstance(wish, Desire) and isinstance(wish.content, str) and any(repr(wish.content) in deal for deal in deals)
    )


def _as_list(one: Reading) -> list[Any]:
    return [_lines(one.said), round(one.probability, 4), list(one.unread), one.leans]


def _reading(kept: Sequence[Any]) -> Reading:
    said, probability, unread, leans = kept
    return Reading(_terms(said), probability, tuple(unread), leans)


def _lines(said: Iterable[Utterance]) -> list[str]:
    return [format_term(one, DIPLOMACY) for one in said]


def _terms(lines: Iterable[str]) -> Candidate:
    return tuple(parse(line, DIPLOMACY) for line in lines)
