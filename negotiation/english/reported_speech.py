"""Report utterances to a reader: `England offers to …`.

Whoever reads is `you`, everybody else is called by name, and nobody is `I`: that is for quoted speech
(`writer.write`). Reports are for people; unlike the writer's sentences they are not read back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from adjudication.powers import POWER_NAMES
from negotiation import terms as t
from negotiation.diplomacy import Action, Aly, Dmz, Drw, Ent, Hlp, Pce, Scd, Slo, Tpc, actor_of
from negotiation.english.frames import Voice
from negotiation.english.sentences import FRAMES
from negotiation.levels import subterms

__all__ = ["pledge", "points", "report"]

_LASTING: Final = (Pce, Aly, Dmz, Scd)
_NOBODY: Final = ""
"""The speaker of a report's voice: no power, so that none is `I`."""
_MOVE: Final = "move "
_DID: Final[Mapping[t.Manner, str]] = {
    t.Manner.GREET: "greet",
    t.Manner.FAREWELL: "wave goodbye to",
    t.Manner.THANK: "thank",
    t.Manner.APOLOGISE: "apologise to",
    t.Manner.FORGIVE: "forgive",
    t.Manner.PRAISE: "praise",
    t.Manner.BLAME: "blame",
    t.Manner.DENY: "claim to have kept faith with",
    t.Manner.THREATEN: "threaten",
    t.Manner.JEST: "joke with",
    t.Manner.WELCOME: "return the thanks of",
    t.Manner.EVADE: "give no answer to",
    t.Manner.NOTE: "take note of the words of",
    t.Manner.PUZZLED: "do not understand",
    t.Manner.ASSURE: "stand by what was said to",
    t.Manner.WAIT: "ask … for time",
    t.Manner.CHAT: "chat with",
    t.Manner.RULES: "speak of the rules to",
    t.Manner.SCREEN: "speak of the page to",
    t.Manner.BOT: "speak of bots to",
    t.Manner.ADVICE: "speak of what is best to do to",
    t.Manner.MOOD: "speak of how one feels to",
    t.Manner.SCORN: "have hard words for",
    t.Manner.RUMOUR: "pass on a rumour to",
    t.Manner.DEMAND: "want something of",
    t.Manner.HERE: "ask … for attention",
    t.Manner.LOOK: "speak of what the map tells to",
    t.Manner.PERSON: "speak of oneself to",
    t.Manner.HUSH: "speak of keeping a secret to",
    t.Manner.TELL: "say something about plans to",
    t.Manner.ASSENT: "nod to",
    t.Manner.BALK: "shake the head at",
    t.Manner.DOUBT: "doubt the words of",
    t.Manner.PLEAD: "plead with",
    t.Manner.WONDER: "ask … for reasons",
    t.Manner.MUMBLE: "mumble something to",
}


def report(utterance: t.Utterance, viewer: str | None = None) -> str:
    """The utterance as one sentence in the third person: `England proposes peace with you.`

    viewer: the power that reads, called `you`; None for somebody who plays no power. Raises ValueError
    for a term that names what Diplomacy lacks.
    """
    page = _Page(viewer, utterance.speaker, utterance.hearers)
    told = page.reported(utterance)
    text = _capital(told if told.endswith(("”", "?")) else f"{told}.")
    return text if utterance.time is None else f"As of {page.said('time', utterance.time)}: {text}"


def points(utterance: t.Utterance, viewer: str | None = None) -> tuple[str, ...]:
    """Clauses of a deal, one for each duty, without full stops.

    `("England will move its army in Kiel to Holland", "You will stay out of Galicia")`. Empty when the
    utterance has no deal. Raises ValueError as `report` does.
    """
    if not isinstance(utterance, t.Propose | t.Accept | t.Reject):
        return ()
    page = _Page(viewer, utterance.speaker, utterance.hearers)
    return tuple(map(_capital, page.points(utterance.deal)))


def pledge(agent: str, content: t.Formula, viewer: str | None = None, time: t.Time | None = None) -> str:
    """One promise of one power as a clause: `You will stay out of Galicia until the end of 1903`.

    content, time: those of the commitment, or of the agreement that binds the power.
    """
    page = _Page(viewer, agent, ())
    return _capital(_listed(page.will(agent, deed) for deed in page.deeds(content, agent, time)))


@dataclass(frozen=True, slots=True)
class _Deed:
    """Something to do, after `to` or `will`."""

    text: str
    denied: bool = False

    @property
    def infinitive(self) -> str:
        return f"not to {self.text}" if self.denied else f"to {self.text}"


@dataclass(frozen=True, slots=True)
class _Page:
    """Reader, speaker and hearers of a report."""

    viewer: str | None
    speaker: str
    hearers: t.Group

    @property
    def parties(self) -> frozenset[str]:
        return frozenset((self.speaker, *self.hearers))

    # ── small words ─────────────────────────────────────────────────────────────────────────────

    def said(self, category: str, value: object, doer: str | None = None) -> str:
        """A value by the frames of the writer, from the reader's side. doer: whose units are `its`."""
        readers = () if self.viewer is None else (self.viewer,)
        text = FRAMES.write(category, value, Voice(_NOBODY, readers, doer), None)  # type: ignore[arg-type]
        if text is None:
            raise ValueError(f"{value!r} cannot be said about Diplomacy")
        return text

    def name(self, agent: str) -> str:
        if agent == self.viewer:
            return "you"
        return "anyone" if agent == t.ANYONE else POWER_NAMES[agent]  # type: ignore[index]

    def names(self, agents: Iterable[str]) -> str:
        return _listed(self.name(agent) for agent in sorted(agents, key=lambda one: (one == self.viewer, one)))

    def does(self, verb: str) -> str:
        """`you offer`, `England offers`."""
        return f"you {verb}" if self.speaker == self.viewer else f"{self.name(self.speaker)} {_third(verb)}"

    def will(self, agent: str, deed: _Deed) -> str:
        return f"{self.name(agent)} will {'not ' if deed.denied else ''}{deed.text}"

    def when(self, content: t.Formula, time: t.Time | None) -> str:
        if time is None:
            return ""
        if isinstance(content, _LASTING):
            return f" {self.said('limit', time)}"
        return f" in {self.said('time', time)}"

    # ── utterances ──────────────────────────────────────────────────────────────────────────────

    def reported(self, utterance: t.Utterance) -> str:
        hearers = self.names(utterance.hearers)
        match utterance:
            case t.Propose():
                return self.proposed(utterance.deal)
            case t.Accept():
                return self.answered("agree to", "accept", utterance.deal)
            case t.Reject():
                return self.answered("turn down", "decline", utterance.deal)
            case t.Withdraw():
                whose = "your" if self.speaker == self.viewer else "its"
                return f"{self.does('take')} back {whose} proposal to {hearers}"
            case t.Inform():
                return self.informed(utterance.content)
            case t.Query(content=t.Which()):
                return f"{self.does('ask')} {hearers}: {self.quoted(utterance)}"
            case t.Courtesy(manner=t.Manner.NOTE, about=Tpc()):  # one of many sentences on a topic, and it stands there
                return f"{self.does('answer')} {hearers}"
            case t.Courtesy():
                does, _, what = _DID[utterance.manner].partition(" … ")
                did = " ".join(filter(None, (self.does(does), hearers, what)))
                return did if utterance.about is None else f"{did}: {self.quoted(utterance)}"
            case t.Query():
                return f"{self.does('ask')} {hearers} {self.asked(utterance.content)}"
            case t.Answer():
                return f"{self.does('answer')} {hearers} {self.that(utterance.content)}"
            case _:
                assert_never(utterance)

    def quoted(self, utterance: t.Utterance) -> str:
        """The utterance in the speaker's own words, quoted."""
        voice = Voice(utterance.speaker, utterance.hearers)  # type: ignore[arg-type]
        text = FRAMES.write("utterance", replace(utterance, time=None), voice, None)
        if text is None:
            raise ValueError(f"{utterance!r} cannot be said about Diplomacy")
        return f"“{_capital(text)}”"

    def proposed(self, deal: t.Deal) -> str:
        acts: list[str] = []
        for agent, to, deeds in self.promises(deal):
            what = _to_do(deeds)
            if agent == self.speaker:
                whom = "" if to == self.hearers else f"{self.names(to)} "
                acts.append(f"{self.verb('offer')} {whom}{what}")
            elif agent in self.hearers:
                whom = "" if to == (self.speaker,) else f"to promise {self.names(to)} "
                acts.append(f"{self.verb('ask')} {self.name(agent)} {whom}{what}")
            else:
                acts.append(f"{self.verb('propose')} that {self.name(agent)} shall promise {self.names(to)} {what}")
        if isinstance(deal, t.Agree):
            acts.append(f"{self.verb('propose')} {self.agreed(deal)}")
        return f"{self.name(self.speaker)}{self.aside(deal)} {', and '.join(acts)}"

    def aside(self, deal: t.Deal) -> str:
        """To whom it was said, for those it was not said to, where the deal alone does not tell."""
        named = {agent for agent, _, _ in self.promises(deal)} if isinstance(deal, t.Commits) else self.parties
        if self.viewer in self.parties or set(self.hearers) <= named:
            return ""
        return f" (to {self.names(self.hearers)})"

    def answered(self, to: str, plainly: str, deal: t.Deal) -> str:
        if isinstance(deal, t.Agree):
            what = self.agreed(deal)
            if not what.startswith("that "):
                return f"{self.does(to)} {what}"
            if plainly == "accept":
                return f"{self.does('agree')} {what}"
        return f"{self.does(plainly)} this: {'; '.join(self.turns(deal))}"

    def informed(self, content: t.Formula) -> str:
        if isinstance(content, t.Commits) and all(commit.agent == self.speaker for commit in content.items):
            return ", and ".join(
                f"{self.does('promise')} {'' if to == (self.viewer,) else self.names(to) + ' '}{_to_do(deeds)}"
                for _, to, deeds in self.promises(content)
            )
        return f"{self.does('tell')} {self.names(self.hearers)} {self.that(content)}"

    def asked(self, content: t.Formula) -> str:
        if isinstance(content, t.Explain) and content.time is None:
            return f"why {self.said('primary', content.content)}"
        return self.said("whether", content)

    def that(self, content: t.Formula) -> str:
        """Clause `that …`.

        The speaker is `it` if nobody else acts in the content.
        """
        alone = all(
            getattr(part, "agent", self.speaker) == self.speaker
            and (not isinstance(part, t.Do) or _does(part, self.speaker))
            for part in subterms(content)
        )
        return self.said("that", content, self.speaker if alone else None)

    def verb(self, verb: str) -> str:
        return verb if self.speaker == self.viewer else _third(verb)

    # ── deals ───────────────────────────────────────────────────────────────────────────────────

    def promises(self, deal: t.Deal) -> list[tuple[str, t.Group, list[_Deed]]]:
        """Promises of a deal: agent, beneficiaries and deeds, in its order."""
        found: dict[tuple[str, t.Group], list[_Deed]] = {}
        for commit in deal.items if isinstance(deal, t.Commits) else ():
            found.setdefault((commit.agent, commit.to), []).extend(
                self.deeds(commit.content, commit.agent, commit.time)
            )
        return [(agent, to, deeds) for (agent, to), deeds in found.items()]

    def points(self, deal: t.Deal) -> list[str]:
        if isinstance(deal, t.Agree):
            return [self.stated(part, deal) for part in _parts(deal.content)]
        found = []
        for agent, to, deeds in self.promises(deal):
            usual = set(to) <= self.parties and agent in self.parties
            for deed in deeds:
                odd = f"{self.name(agent)} will promise {self.names(to)} {deed.infinitive}"
                found.append(self.will(agent, deed) if usual else odd)
        return found

    def turns(self, deal: t.Deal) -> list[str]:
        """Duties of a deal, one clause per power."""
        if isinstance(deal, t.Agree):
            return self.points(deal)
        return [
            f"{self.name(agent)} will {_verbs(deeds)}"
            if to in (self.hearers, (self.speaker,)) and not any(deed.denied for deed in deeds)
            else f"{self.name(agent)} will promise {self.names(to)} {_to_do(deeds)}"
            for agent, to, deeds in self.promises(deal)
        ]

    def deeds(self, content: t.Formula, agent: str, time: t.Time | None) -> list[_Deed]:
        """Deeds a power promised."""
        return [self.deed(part, agent, time) for part in _parts(content)]

    def deed(self, content: t.Formula, agent: str, time: t.Time | None) -> _Deed:
        done = content.item if isinstance(content, t.Not) else content
        if isinstance(done, t.Do) and _does(done, agent):
            text = self.said("inf", done.action, agent)
            return _Deed(text + self.when(done, done.time or time), denied=isinstance(content, t.Not))
        if isinstance(done, Hlp | Ent) and done.power == agent:
            text = self.said("deed", replace(done, power=""))  # type: ignore[arg-type]
            return _Deed(text + self.when(done, time), denied=isinstance(content, t.Not))
        text = self.kept(content, agent) or f"see to it {self.said('that', content)}"
        return _Deed(text + self.when(content, time))

    def kept(self, content: t.Formula, agent: str) -> str | None:
        """Keeping an offer, in words for one bound power; None if impossible."""
        match content:
            case Pce() if agent in content.powers and len(content.powers) > 1:
                return f"keep peace with {self.others(content.powers, agent)}"
            case Aly() if agent in content.powers and len(content.powers) > 1:
                return f"work together with {self.others(content.powers, agent)}{self.against(content)}"
            case Dmz() if content.powers == (agent,):
                return f"stay out of {self.said('places', content.provinces)}"
            case Dmz() if agent in content.powers:
                others = self.others(content.powers, agent)
                return f"join {others} in staying out of {self.said('places', content.provinces)}"
            case Scd():
                places = self.said("places", content.centers)
                return f"take {places}" if content.power == agent else f"leave {places} to {self.name(content.power)}"
            case Drw():
                return f"agree to {self.said('noun', content)}"
            case Slo() if content.power != agent:
                return f"let {self.name(content.power)} win alone"
            case _:
                return None

    def agreed(self, deal: t.Agree) -> str:
        """Content of an agreement, after `proposes` or `agrees to`.

        `peace with you`, `that you get Belgium`.
        """
        if set(deal.agents) != self.parties:
            return f"that {self.said('agree', deal)}"
        return _listed(self.noun(part, deal, self.speaker) or self.clause(part, deal) for part in _parts(deal.content))

    def stated(self, part: t.Formula, deal: t.Agree) -> str:
        side = self.viewer if self.viewer in self.parties else None
        return self.noun(part, deal, side) or self.clause(part, deal).removeprefix("that ")

    def clause(self, content: t.Formula, deal: t.Agree) -> str:
        when = self.when(content, deal.time)
        if isinstance(content, Dmz) and set(content.powers) == self.parties and self.viewer in self.parties:
            who = "both of you" if len(self.parties) == 2 else "all of you"
            return f"that {who} stay out of {self.said('places', content.provinces)}{when}"
        return self.said("that", content) + when

    def noun(self, content: t.Formula, deal: t.Agree, side: str | None) -> str | None:
        """side: from whose side it is told, `peace with …`; None: `peace between … and …`."""
        when = self.when(content, deal.time)
        match content:
            case Pce() if side in content.powers and len(content.powers) > 1:
                return f"peace with {self.others(content.powers, side)}{when}"
            case Aly() if side in content.powers and len(content.powers) > 1:
                return f"an alliance with {self.others(content.powers, side)}{self.against(content)}{when}"
            case Pce() | Aly() | Drw():
                return self.said("noun", content) + when
            case _:
                return None

    def others(self, powers: Iterable[str], side: str | None) -> str:
        return self.names(power for power in powers if power != side)

    def against(self, content: Aly) -> str:
        return f" against {self.names(content.against)}" if content.against else ""


def _does(done: t.Do, agent: str) -> bool:
    return isinstance(done.action, Action) and actor_of(done.action) == agent


def _parts(content: t.Formula) -> tuple[t.Formula, ...]:
    return content.items if isinstance(content, t.And) else (content,)


def _listed(items: Iterable[str]) -> str:
    found: Sequence[str] = tuple(items)
    if len(found) < 2:
        return "".join(found)
    glue = " and " if len(found) == 2 and not any(" and " in item or "that " in item for item in found) else ", and "
    return f"{', '.join(found[:-1])}{glue}{found[-1]}"


def _third(verb: str) -> str:
    """`takes`, `agrees to`, `does not understand`."""
    if verb.startswith("do not "):
        return f"does{verb.removeprefix('do')}"
    head, space, rest = verb.partition(" ")
    return f"{head}s{space}{rest}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _to_do(deeds: Sequence[_Deed]) -> str:
    """`to move … and hold with …`, `not to …`."""
    if any(deed.denied for deed in deeds):
        return _listed(deed.infinitive for deed in deeds)
    return f"to {_verbs(deeds)}"


def _verbs(deeds: Sequence[_Deed]) -> str:
    """The deeds one after the other; of moves only, the verb is said once."""
    texts = [deed.text for deed in deeds]
    if all(text.startswith(_MOVE) for text in texts):
        return _MOVE + _listed(text.removeprefix(_MOVE) for text in texts)
    return _listed(texts)
