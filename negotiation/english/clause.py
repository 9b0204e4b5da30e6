"""One clause: what it asks, offers or tells, when everything it names fits."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from negotiation.diplomacy import Drw, Mto, Turn
from negotiation.english.answers import REASONS, TAILS, untailed
from negotiation.english.bodies import Orders
from negotiation.english.context import Context
from negotiation.english.ground import Ground
from negotiation.english.interpret import interpret
from negotiation.english.leaning import Leaning
from negotiation.english.making import bodies
from negotiation.english.moods import Mood, moods
from negotiation.english.news import news
from negotiation.english.parts import (
    Common,
    Found,
    Part,
    Promise,
    Reading,
    Said,
    aimless,
    closes,
    only_hostile,
    said_in_time,
    shared,
    shared_out,
    soft,
)
from negotiation.english.phrasebook import patterns
from negotiation.english.plain import plain
from negotiation.english.spotting import Place, Token, UnitRef, When
from negotiation.english.tokens import joined, trimmed
from negotiation.terms import Agree, Do, Inform, Query

__all__ = ["NOW", "SEVERAL", "Clause"]

NOW: Final = When()
SEVERAL: Final = When(Turn("spr", 0))
"""Stands for more than one time in a clause: then nobody knows what is for when."""

_MAX_MEANINGS: Final = 1_200
"""Clauses that are worked out in one text; only odd texts have so many."""

_Asked: TypeAlias = tuple[str, bool, Mood | None, When, Mto | None]
_Meant: TypeAlias = tuple[list[Reading] | None, Mood | None, Mto | None]


class Clause(Leaning):
    """One text being read in a context: what each of its clauses means taken alone."""

    def __init__(self, text: str, context: Context) -> None:
        super().__init__(text, context)
        self.tries = 0
        self.meanings: dict[_Asked, _Meant] = {}

    last_mood: Mood | None = None
    header: Mood | None = None
    """What the sentence before announced a list of orders as."""

    def _typed(self, tokens: Sequence[Token]) -> str:
        return self.text[tokens[0].start : tokens[-1].end] if tokens else ""

    def _clause(self, tokens: list[Token], question: bool, inherited: Mood | None) -> Found | None:
        """One clause that is understood wholly, perhaps without the reason given with it."""
        plain, when = self._without_times(tokens)
        if not plain:
            return None
        text = self._addressed(joined(plain))
        if when is SEVERAL:
            return self._without_reason(text, tokens, plain, question, inherited)
        found = self._meaning(text, question, inherited, when)
        if found is not None:
            return Found(found, sure=said_in_time(found, when))
        tailless = untailed(text)
        shorter = tailless[0] if tailless else text
        for candidate in dict.fromkeys(
            (_TOO.sub("", text), shorter, _without_fillers(text), TAILS.sub("", _without_fillers(shorter)), *tailless)
        ):
            if candidate and candidate != text:
                found = self._meaning(candidate, question, inherited, when)
                if found is not None:
                    return Found(found, sure=said_in_time(found, when))
        return self._without_reason(text, tokens, plain, question, inherited)

    def _without_reason(
        self, text: str, tokens: list[Token], plain: list[Token], question: bool, inherited: Mood | None
    ) -> Found | None:
        """What a clause means without the reason or purpose at its end, and without the time of that."""
        for match in REASONS.finditer(text + " "):
            ends = text[: match.start()].count(" ") + 1
            _, when = self._without_times(
                [one for one in tokens if ends >= len(plain) or one.start < plain[ends].start]
            )
            if when is SEVERAL:
                continue
            head, tail = text[: match.start()].strip(), text[match.start() :]
            head = TAILS.sub("", _without_fillers(head)).strip(" ,")
            if tail.startswith(" to ") and _FEELING.search(head):
                continue
            found = self._meaning(head, question, inherited, when) if head else None
            limits = _EXCEPT if tail.startswith(_BECAUSE) else _LIMITS
            if found is not None and self._ordering(tail):
                continue
            aimed = _NAMED_AIM.match(tail) is not None and any(map(aimless, chain.from_iterable(found or ())))
            if found is not None and (aimed or limits.search(text[len(head) :])):
                return Found(found, sure=False, dropped=(self._typed(tokens),))
            if found is not None:
                return Found(
                    found, (), said_in_time(found, when), (self._typed(plain[len(text[: match.start()].split()) :]),)
                )
        return None

    def _ordering(self, tail: str) -> bool:
        """Whether what would be left out holds more than a reason: another order or request."""
        pieces = [piece.strip(" ,") for piece in re.split(r" (?:,|and|;|but|then) ", f" {tail} ")[1:]]
        return any(piece and self._meaning(piece, False, None, NOW) for piece in pieces)

    def _without_times(self, tokens: Sequence[Token]) -> tuple[list[Token], When]:
        kept = [token for token in tokens if not isinstance(self.entities.get(token.sym), When)]
        times = {when for token in tokens if isinstance(when := self.entities.get(token.sym), When)}
        named = times - {NOW}
        if len(named) > 1 or (NOW in times and any(when.later for when in named)):
            return trimmed(kept), SEVERAL
        return trimmed(kept), named.pop() if named else NOW

    def _addressed(self, text: str) -> str:
        """`France can have P`, said to France, is `you can have P`."""
        match = _NAMED_SUBJECT.match(text)
        if match is not None and self.entities.get(match[1]) in self.context.hearers:
            return f"you{text[len(match[1]) :]}"
        match = _NAMED_ASKED.match(text)
        if match is not None and self.entities.get(match[2]) in self.context.hearers:
            verb = {"is": "are", "does": "do"}.get(match[1], match[1])
            return f"{verb} you{text[match.end() :]}"
        return text

    def _meaning(self, text: str, question: bool, inherited: Mood | None, when: When) -> list[Reading] | None:
        """Readings of a clause that use every word of it; each question is worked out only once."""
        key = (text, question, inherited, when, self.last_move)
        known = self.meanings.get(key)
        if known is None:
            if len(self.meanings) >= _MAX_MEANINGS:
                return None
            readings = self._understood(text, question, inherited, when)
            known = self.meanings[key] = (readings, self.last_mood, self.last_move)
        elif known[0] is not None:
            self.last_mood, self.last_move = known[1], known[2]
        return known[0]

    def _understood(self, text: str, question: bool, inherited: Mood | None, when: When) -> list[Reading] | None:
        phase = self.context.position.phase if self.context.position is not None else None
        ground = replace(self.ground, later=when.later and phase is not None)
        for said in _ways(text):
            told = news(said, question, self.entities, (self.context, ground, when))
            if told:
                return [(Said(utterance),) for utterance in told]
            readings = self._in_moods(said, question, inherited, ground, when)
            if readings:
                return readings
        either = _EITHER.search(text)
        if either is None:
            return None
        ways = [f"{text[: either.start()]}{name}{text[either.end() :]}" for name in either.groups()]
        found = [self._in_moods(way, question, inherited, ground, when) or [] for way in ways]
        return [reading for readings in found for reading in readings] if all(found) else None

    def _in_moods(
        self, text: str, question: bool, inherited: Mood | None, ground: Ground, when: When
    ) -> list[Reading] | None:
        asked = _IS_GOING.match(text)
        going = asked or (_UNIT_GOING.match(text) if not question else None)
        if going is not None:
            about = _ASKED_PLAN if asked is not None else _OWN_PLAN
            return self._bodied(about, f"{going[1]} {text[going.end() :]}", ground, when)
        if inherited is not None and inherited.act != "bare":
            text = _RUN_ON.sub("", text)
        if _WENT.match(text) is not None:
            return None
        unit_first = _UNIT_FIRST.match(text)
        if unit_first is not None:
            text = f"{unit_first[1]} {text[unit_first.end() :]}"
            if _HEDGED.search(unit_first[0]) and self._mine(unit_first[1]):
                return None
        for found, rest in moods(text):
            prefix = text[: len(text) - len(rest)].strip()
            if found.act == "query" and not question and not prefix.startswith(("are you", "will you", "do you")):
                continue
            if _STANDING_BY.fullmatch(text) is not None and not question:
                continue
            mood = inherited if found.act == "bare" and inherited is not None else found
            if question and prefix in _GOING_TO:
                mood = Mood("query", "you", mood.forms)
            if mood.act == "plan" and question:
                mood = Mood("offer", mood.actor, mood.forms, mood.nouns)
            if prefix in ("you", "i", "we") and rest.startswith(("have~b ", "let~b ")):
                continue
            if rest.startswith("no ") and prefix.endswith(("prefer", "rather have~b", "like", "want")):
                continue
            readings = self._bodied(mood, rest, ground, when)
            if readings is None and mood is inherited:
                readings = self._bodied(found, rest, ground, when)
            if readings is None:
                continue
            if mood.act == "joint" and all(map(self._own, readings)) and (prefix[:2] == "i " or " my " not in text):
                continue
            if mood.act == "ask" and prefix[:2] == "i " and rest[:3] == "to ":
                continue
            if prefix.startswith(("i ", "my ", "the plan")) and _TOGETHER.search(text) is None:
                if mood.act != "offer" and _ALLIED.search(text) is None and all(map(only_hostile, readings)):
                    continue
                if mood.act in _OWN_ACTS and _ZONED.search(rest) is None and any(map(closes, readings)):
                    continue
                readings = [reading for reading in readings if not any(map(self._of_others, reading))]
                if not readings:
                    continue
            if prefix.endswith(("you might", "you may")):
                readings = [reading for reading in readings if not any(map(shared_out, reading))]
                if not readings:
                    continue
            if _ASKING_YOU.match(prefix) and _THREE.search(text) is None:
                readings = [reading for reading in readings if not any(map(self._of_others, reading))]
                if not readings:
                    continue
            if (mood.act in ("joint", "bare") and _STILL.match(text)) or (
                mood.act == "joint" and _STATES.fullmatch(prefix)
            ):
                readings = [self._stated(reading, question) for reading in readings]
            if question or (prefix == "i" and mood.act == "plan" and all(map(shared, readings))):
                readings = [tuple(soft(part) for part in reading) for reading in readings]
            self.last_mood = mood if mood.act != "bare" else inherited
            return self._spoken_of(list(dict.fromkeys(readings)))
        return self._unaddressed(text, ground, when) if not question and inherited is None else None

    def _unaddressed(self, text: str, ground: Ground, when: When) -> list[Reading] | None:
        """`Move P1 to P2` and `moving P1 to P2` where the board does not tell whose they are: the verb does."""
        form = _VERB_FIRST.match(text)
        if form is None:
            return None
        mood = _COMMAND if form[1] == "b" else _OWN_PLAN
        readings = self._bodied(mood, text, ground, when)
        if readings:
            self.last_mood = mood
        return self._spoken_of(readings) if readings else None

    def _bodied(self, mood: Mood, rest: str, ground: Ground, when: When) -> list[Reading] | None:
        plain = _LEAD.sub("", _TAG.sub("", rest))
        plain = self._there(plain)
        if plain.startswith("not to "):
            plain = f"not {plain[7:]}"
        if mood.act == "wish" and not mood.forms:
            plain = f"get {plain}"
        plain = self._that_move(plain)
        if mood.act == "refuse":
            for body in bodies(f"not {plain}", self.entities):
                readings = interpret(_OWN_PLAN if isinstance(body, Orders) else mood, body, ground, when)
                if readings:
                    return readings
        for body in bodies(plain, self.entities):
            readings = interpret(mood, body, ground, when)
            if readings:
                self._remember(readings)
                return readings
        ordered = _DOING.sub("", plain)
        for body in bodies(ordered, self.entities) if ordered != plain else ():
            readings = interpret(mood, body, ground, when)
            if readings:
                return readings
        if plain.startswith("not "):
            for body in bodies(plain[4:], self.entities):
                readings = interpret(mood, body, ground, when, negated=True)
                if readings:
                    return readings
        return None

    def _mine(self, name: str) -> bool:
        """Whether a unit or the unit in a place is the speaker's."""
        mentioned = self.entities.get(name)
        if isinstance(mentioned, UnitRef) and mentioned.owner:
            return mentioned.owner == "me"
        place = mentioned.place if isinstance(mentioned, UnitRef) else mentioned
        unit = self.ground.standing(place.province) if isinstance(place, Place) else None
        return unit is not None and unit.power == self.context.speaker

    def _own(self, reading: Reading) -> bool:
        """Whether a reading only says what the speaker does, which nobody agrees on with `I need to`."""
        me = self.context.speaker
        return all(isinstance(part, Promise) and part.agent == me and isinstance(part.content, Do) for part in reading)

    def _of_others(self, part: Part) -> bool:
        """Whether something to agree on binds a power that is not there: the speaker tells its own wishes."""
        present = {self.context.speaker, *self.context.hearers}
        members = getattr(part.content, "powers", ()) if isinstance(part, Common) else ()
        return not isinstance(getattr(part, "content", None), Drw) and bool(set(members) - present)

    def _stated(self, reading: Reading, question: bool) -> Reading:
        """`we are at peace`: told or asked, not proposed."""
        speaker, hearers = self.context.speaker, self.context.hearers
        said = Query if question else Inform
        return tuple(
            Said(said(speaker, hearers, Agree(part.agents, part.content, part.time)))
            if isinstance(part, Common)
            else part
            for part in reading
        )


_PATTERNS: Final = patterns("clauses")
_NAMED_SUBJECT: Final = _PATTERNS["NAMED_SUBJECT"]
_UNIT_FIRST: Final = _PATTERNS["UNIT_FIRST"]
"""An order with its unit as the subject: `U1 could support~b …`."""

_HEDGED: Final = re.compile(r" (?:could|would|should) $")
_UNIT_GOING: Final = _PATTERNS["UNIT_GOING"]
"""The same as news: `U1 is moving to P1`."""

_TOGETHER: Final = re.compile(r"(?<!\S)(?:you|us|we|our|three|3|all|both)(?!\S)")
_ALLIED: Final = re.compile(
    r"(?<!\S)(?:c(?:ooperat|ollaborat|oordinat)\S*|all[iy]\S*|team\S*|partner\S*|pact|coalition|work~\w|join\S*|\S*help\S*)(?!\S)"
)
"""What makes a war on somebody a common one; without it the speaker tells only its own."""

_ASKING_YOU: Final = re.compile(r"(?:do|would|could|can|will|are) you(?!\S)|you(?!\S)|want|please")
_THREE: Final = re.compile(r"(?<!\S)(?:us|we|our|me|i|three|3|all|both)(?!\S)")
_EITHER: Final = re.compile(r"(?:either )?([WP]\d+) or (?:the )?([WP]\d+)")
_RUN_ON: Final = _PATTERNS["RUN_ON"]
"""`… and then can support~b …`: who can was said before."""

_WENT: Final = re.compile(r"[PU]\d+(?: (?:and|&) [PU]\d+)? [a-z]+~d ")
_VERB_FIRST: Final = re.compile(r"(?:not )?[a-z]+~([bg]) ")
_COMMAND: Final = Mood("ask", "you")
_IS_GOING: Final = _PATTERNS["IS_GOING"]
"""The same as a question: `is U1 moving to P1`."""

_OWN_PLAN: Final = Mood("plan", "me")
_GOING_TO: Final = ("go~g to", "still go~g to", "planning to", "still planning to")
_ASKED_PLAN: Final = Mood("query", "you")
_FEELING: Final = re.compile(r"(?:happy|glad|sad|pleased|thrilled|delighted|sorry|mad|relieved)$")
_TOO: Final = re.compile(
    r" (?:or not|or no|or something|or what|too|as well|also|then|though|please|instead|again|soon|here)$"
)
_NAMED_ASKED: Final = _PATTERNS["NAMED_ASKED"]
_FILLERS: Final = _PATTERNS["FILLERS"]
_TAG: Final = _PATTERNS["TAG"]
_NAMED_AIM: Final = re.compile(r" to .*(?<!\S)(?:W\d+|him|her|them)(?!\S)")
_LIMITS: Final = _PATTERNS["LIMITS"]
_BECAUSE: Final = (" because ", " since ", " cause ")
_EXCEPT: Final = re.compile(r"(?:^| )(?:unless|only|but|except|until|instead|, if)(?= |$)")
"""What limits a deal after the reason for it; an `if` in a reason belongs to the reason."""

_LEAD: Final = _PATTERNS["LEAD"]
_DOING: Final = _PATTERNS["DOING"]
_STATES: Final = _PATTERNS["STATES"]
_OWN_ACTS: Final = ("joint", "plan", "wish")
_ZONED: Final = re.compile(
    r"(?:^| )(?:dmz|demilit|neutral|empty|clear|buffer|off limits|unoccupied|vacant|keep|stay|remain|fight|contest"
    r"|bounce|compete|argue)"
)
_STILL: Final = _PATTERNS["STILL"]
"""What is told or asked of an agreement that there is: `is P1 still a dmz`."""

_STANDING_BY: Final = _PATTERNS["STANDING_BY"]
"""What only seems to be peace: a name for the hearer, and staying out of what others fight over."""


def _ways(text: str) -> Iterator[str]:
    """A clause as it was said, and plainly if that is another way."""
    yield text
    said = plain(text)
    if said != text:
        yield said


def _without_fillers(text: str) -> str:
    return _FILLERS.sub("", text).strip()
