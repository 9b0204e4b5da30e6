"""Sentences that tell or ask how things are: third powers, what was said, what exists, feelings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Pce
from negotiation.english.context import Context
from negotiation.english.making import bodies
from negotiation.grounding.bodies import Orders
from negotiation.grounding.ground import Ground
from negotiation.grounding.interpret import interpret
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import Common, Promise, deal_of
from negotiation.terms import (
    Agree,
    Belief,
    Commit,
    Commits,
    Desire,
    Do,
    Explain,
    Feel,
    Feeling,
    Formula,
    Inform,
    Not,
    Obs,
    Propose,
    Query,
    Utterance,
    both,
)
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Entity, Place, When

__all__ = ["Setting", "news"]

Setting: TypeAlias = tuple[Context, Ground, When]
"""What was said before, the board, and the time the clause speaks of."""

_PATTERNS: Final = patterns("news")
_TAG: Final = _PATTERNS["TAG"]
HEARER: Final = "W9999"
"""The token that stands for the hearer where a third power speaks of it."""

SPEAKER: Final = "W9998"
"""The same for the speaker."""

_FEELINGS: Final[Mapping[str, Feeling]] = {
    word: feeling
    for feeling, words in {
        Feeling.VERY_HAPPY: "thrilled delighted overjoyed ecstatic",
        Feeling.HAPPY: "happy glad pleased relieved grateful",
        Feeling.SAD: "sad disappointed hurt upset unhappy saddened heartbroken",
        Feeling.ANGRY: "angry furious mad annoyed outraged livid pissed irritated",
    }.items()
    for word in words.split()
}
_FEEL: Final = _PATTERNS["FEEL"]
_MADE: Final = _PATTERNS["MADE"]
_ASK_FEEL: Final = _PATTERNS["ASK_FEEL"]
_THIRD: Final = _PATTERNS["THIRD"]
_ASK_THIRD: Final = _PATTERNS["ASK_THIRD"]
_ASKED_ME: Final = _PATTERNS["ASKED_ME"]
_OFFERED: Final = _PATTERNS["OFFERED"]
_TOLD_ME: Final = _PATTERNS["TOLD_ME"]
_TOGETHER: Final = _PATTERNS["TOGETHER"]
_ASK_TOGETHER: Final = _PATTERNS["ASK_TOGETHER"]
_MINE: Final = _PATTERNS["MINE"]
_ASK_WAR: Final = _PATTERNS["ASK_WAR"]
_ASK_ALLY: Final = _PATTERNS["ASK_ALLY"]
_ASK_OFFERED: Final = _PATTERNS["ASK_OFFERED"]
_ASK_ASKED: Final = _PATTERNS["ASK_ASKED"]
_ASK_WANT: Final = _PATTERNS["ASK_WANT"]
_HOSTILE: Final = _PATTERNS["HOSTILE"]
_WHY: Final = _PATTERNS["WHY"]
_ASKING: Final = re.compile(r"(?:are|is|did|does|do you think|why (?:did|are|do)|have~[bs] (?:you|W\d+)) ")
_OFFERS: Final = (Mood("joint", "we"), Mood("offer", "me"))


def news(text: str, question: bool, values: Mapping[str, Entity], setting: Setting) -> list[Utterance]:
    """Readings of a clause as news or as a question; none when it is neither."""
    return list(dict.fromkeys(_Teller(values, setting).told(text, question)))[:6]


class _Teller:
    def __init__(self, values: Mapping[str, Entity], setting: Setting) -> None:
        context, ground, when = setting
        self.values = {**values, HEARER: context.hearers[0], SPEAKER: context.speaker}
        self.context = context
        self.ground = ground
        self.when = when
        self.me, self.hearers = context.speaker, context.hearers

    def told(self, text: str, question: bool) -> Iterable[Utterance]:
        if question or _ASKING.match(text) is not None:
            yield from self._questions(text)
            return
        yield from self._feelings(text)
        for pattern, teller in (
            (_TOGETHER, self._together),
            (_MINE, self._mine),
            (_ASKED_ME, self._asked_me),
            (_OFFERED, self._offered),
            (_TOLD_ME, self._told_me),
            (_THIRD, self._third),
        ):
            match = pattern.fullmatch(text)
            if match is not None:
                told = list(teller(match))
                if told:
                    yield from told
                    return

    def _questions(self, text: str) -> Iterable[Utterance]:
        match = _ASK_FEEL.fullmatch(text)
        if match is not None and len(self.hearers) == 1:
            yield Query(self.me, self.hearers, Feel(self.hearers[0], self._feeling(match)))
        match = _ASK_WANT.fullmatch(text)
        if match is not None and len(self.hearers) == 1:
            places = [one for name in match["list"].split() if isinstance(one := self.values.get(name), Place)]
            codes = tuple(sorted({place.province for place in places}))
            wishes: tuple[Formula, ...] = codes if " or " in match["list"] else (both(codes),)
            for wanted in wishes:
                yield Query(self.me, self.hearers, Desire(self.hearers[0], wanted, self.when.turn))
        match = _ASK_WAR.fullmatch(text)
        if match is not None and len(self.hearers) == 1 and _HOSTILE.fullmatch(_TAG.sub("", match["rest"])):
            for content in self._done(match["rest"], self.hearers):
                yield Query(self.me, self.hearers, Desire(self.hearers[0], content, self.when.turn))
        match = _WHY.fullmatch(text)
        if match is not None:
            for content in self._done(match["rest"], self.hearers, past=True):
                yield Query(self.me, self.hearers, Explain(content))
        match = _ASK_TOGETHER.fullmatch(text)
        if match is not None:
            yield from self._ask_together(match)
        match = _ASK_ALLY.fullmatch(text)
        if match is not None:
            ally = self._who(match["with"])
            group = tuple(sorted({*self.hearers, *((ally,) if ally else ())}))
            if ally is not None:
                yield Query(self.me, self.hearers, Agree(group, self._relation("ally", group, match["vs"])))
        for pattern, moods in ((_ASK_OFFERED, _OFFERS), (_ASK_ASKED, (Mood("ask", "you"),))):
            match = pattern.fullmatch(text)
            if match is not None:
                yield from self._ask_said(match, moods)
        match = _ASK_THIRD.fullmatch(text)
        if match is not None and len(self.hearers) == 1:
            who = self._who(match["who"])
            for content in self._done(match["rest"], (who,)) if who else ():
                yield Query(self.me, self.hearers, Belief(self.hearers[0], content, self.when.turn))

    def _ask_said(self, match: re.Match[str], moods: Sequence[Mood]) -> Iterable[Utterance]:
        """Whether a third power proposed something to the hearer."""
        who = self._who(match["who"])
        if who is None or len(self.hearers) != 1:
            return
        persona = Ground(who, self.hearers, self.context.position)
        for deal in (deal for mood in moods for deal in self._deals(mood, match["rest"], persona, {"me": SPEAKER})):
            yield Query(self.me, self.hearers, deal)

    def _who(self, name: str | None) -> Power | None:
        if name is None:
            return None
        for word in name.split():
            if word in self.values:
                power: Power = str(self.values[word])  # type: ignore[assignment]
                return power if power != self.me and power not in self.hearers else None
        return self.context.third

    def _victims(self, whom: str) -> tuple[Power, ...]:
        """Whom `me`, `you` or a name means, when it is one power."""
        if whom in self.values:
            return (str(self.values[whom]),)  # type: ignore[return-value]
        named = self.ground.powers({"me": "me", "you": "you"}[whom])
        return named if len(named) == 1 else ()

    def _done(self, rest: str, actors: tuple[Power, ...], past: bool = False) -> Iterable[Formula]:
        """Actions of the actors that a text names: for a third power only what the board makes certain.

        past: an attack that is over says nothing of peace or war now.
        """
        plain = _TAG.sub("", rest)
        hostile = _HOSTILE.fullmatch(plain)
        if hostile is not None and not past:
            for victim in self._victims(hostile["whom"]):
                yield from (Not(Pce(tuple(sorted({who, victim})))) for who in actors if who != victim)
            return
        for body in bodies(plain, self.values):
            if isinstance(body, Orders) and not body.extra:
                found = [Do(action) for action in self.ground.actions(body.sketch, actors)]
                if found:
                    yield from found
                    return

    def _feelings(self, text: str) -> Iterable[Utterance]:
        match = _MADE.fullmatch(text)
        if match is not None:
            yield Inform(self.me, self.hearers, Feel(self.me, self._feeling(match)))
        match = _FEEL.fullmatch(text)
        if match is not None and " not " not in text:
            who = self.me if match["who"] == "i" else None
            if match["who"] == "you" and len(self.hearers) == 1:
                who = self.hearers[0]
            who = who or self._who(match["who"])
            if who is not None:
                yield Inform(self.me, self.hearers, Feel(who, self._feeling(match)))

    @staticmethod
    def _feeling(match: re.Match[str]) -> Feeling:
        feeling = _FEELINGS[match["how"]]
        return Feeling.VERY_HAPPY if feeling is Feeling.HAPPY and match["very"] else feeling

    def _third(self, match: re.Match[str]) -> Iterable[Utterance]:
        who = self._who(match["who"])
        if who is None:
            return
        rest = match["rest"]
        form = re.match(r"[a-z]+~([bsgd])", rest)
        past = match["how"] is None and form is not None and form[1] == "d"
        going = match["how"] in ("is", "are", "will be")
        if (going and (form is None or form[1] != "g")) or (match["how"] is None and form is None):
            return
        for content in self._done(rest, (who,), past):
            if past:
                yield Inform(self.me, self.hearers, Obs(self.me, (who,), content, self.when.turn))
            elif match["how"] in ("wants to", "would like to"):
                yield Inform(self.me, self.hearers, Desire(who, content, self.when.turn))
            else:
                yield Inform(self.me, self.hearers, Belief(self.me, content, self.when.turn))

    def _asked_me(self, match: re.Match[str]) -> Iterable[Utterance]:
        who = self._who(match["who"])
        if who is None:
            return
        persona = Ground(who, (self.me,), self.context.position)
        for deal in self._deals(Mood("ask", "you"), match["rest"], persona):
            yield Inform(self.me, self.hearers, deal)

    def _offered(self, match: re.Match[str]) -> Iterable[Utterance]:
        who = self._who(match["who"])
        if who is None:
            return
        persona = Ground(who, (self.me,), self.context.position)
        yield from (
            Inform(self.me, self.hearers, deal)
            for mood in _OFFERS
            for deal in self._deals(mood, match["rest"], persona)
        )

    def _deals(
        self, mood: Mood, rest: str, persona: Ground, names: Mapping[str, str] | None = None
    ) -> Iterable[Propose]:
        """What a third power proposed; names: what its words for people stand for, if it spoke to the hearer."""
        told = _TAG.sub("", rest)
        plain = self._swapped(told) if names is None else re.sub(r"\bme\b", names["me"], told)
        for body in bodies(plain, self.values):
            for reading in interpret(mood, body, persona, self.when):
                parts = [part for part in reading if isinstance(part, Promise | Common)]
                if len(parts) == len(reading):
                    yield Propose(persona.speaker, persona.hearers, deal_of(parts, persona))

    def _swapped(self, text: str) -> str:
        """What a third power said to the speaker, in the third power's own words."""
        names = {"me": "you", "him": "me", "them": "me"}
        if len(self.hearers) == 1:
            names["you"] = HEARER
        return re.sub(r"\b(?:me|him|them|you)\b", lambda m: names.get(m[0], m[0]), text)

    def _told_me(self, match: re.Match[str]) -> Iterable[Utterance]:
        who = self._who(match["who"])
        if who is None:
            return
        rest = match["rest"]
        for content in list(self._done(rest, (who,))) or self._going(match[0], rest, who):
            told: Formula = Commits((Commit(who, (self.me,), content, self.when.turn),))
            if isinstance(content, Not):
                told = Belief(who, content, self.when.turn)
            yield Inform(self.me, self.hearers, Inform(who, (self.me,), told))

    def _going(self, text: str, rest: str, who: Power) -> Iterable[Formula]:
        """`he is going to P`, which is a move and not the beginning of `going to do`."""
        return self._done(f"go to {rest}", (who,)) if re.search(r"go~g to [PU]\d+$", text) else ()

    def _relation(self, what: str, members: Iterable[Power], against: str | None) -> Formula:
        if what in ("peace", "at peace", "truce"):
            return Pce(tuple(members))
        enemies: tuple[Power, ...] = ()
        if against is not None:
            named = self._who(against)
            enemies = (named,) if named else self.ground.powers({"us": "we"}.get(against, against))
        return Aly(tuple(members), enemies)

    def _together(self, match: re.Match[str]) -> Iterable[Utterance]:
        one, other = self._named(match["one"]), self._named(match["other"])
        if one is None or other is None:
            return
        members = tuple(sorted({one, other}))
        content = Agree(members, self._relation(match["what"], members, match["vs"]))
        yield Inform(self.me, self.hearers, Belief(self.me, content))

    def _named(self, name: str | None) -> Power | None:
        for word in (name or "").split():
            if word in self.values:
                return str(self.values[word])  # type: ignore[return-value]
        return None

    def _mine(self, match: re.Match[str]) -> Iterable[Utterance]:
        named = [match[name] for name in ("with", "and", "and2") if match[name] is not None]
        partner = self._named(named[0]) if len(named) == 1 else None
        if partner is None or partner == self.me or match["what"] == "deal":
            return
        members = tuple(sorted({self.me, partner}))
        yield Inform(self.me, self.hearers, Agree(members, self._relation(match["what"], members, match["vs"])))

    def _ask_together(self, match: re.Match[str]) -> Iterable[Utterance]:
        members = {power for name in ("one", "other", "with") if (power := self._named(match[name])) is not None}
        if match["you"]:
            members |= set(self.hearers)
        if len(members) < 2 or self.me in members:
            return
        group = tuple(sorted(members))
        yield Query(self.me, self.hearers, Agree(group, self._relation(match["what"], group, match["vs"])))
