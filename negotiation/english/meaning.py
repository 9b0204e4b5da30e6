"""What a clause means once its times and reasons are off: who asks, offers or tells what, by its words in front."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias, cast

from negotiation.diplomacy import Mto
from negotiation.english.chains import introduced, led
from negotiation.english.context import Context
from negotiation.english.leaning import SPOKEN_OF, Leaning
from negotiation.english.making import bodies
from negotiation.english.moods import moods
from negotiation.english.news import news
from negotiation.english.pacts import pactly
from negotiation.english.plain import plain
from negotiation.english.sides import Sides
from negotiation.english.wrappers import unwrapped
from negotiation.grounding.bodies import Body, Orders, Peace
from negotiation.grounding.ground import Ground
from negotiation.grounding.interpret import interpret
from negotiation.grounding.moods import Act, Mood
from negotiation.grounding.parts import (
    Promise,
    Reading,
    Said,
    closes,
    only_hostile,
    shared,
    shared_out,
    soft,
    spares,
)
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Place, UnitRef, When

__all__ = ["NOW", "Meaning"]

NOW: Final = When()
_MAX_MEANINGS: Final = 1_200
"""Clauses that are worked out in one text; only odd texts have so many."""

_Asked: TypeAlias = tuple[str, bool, Mood | None, When, Mto | None]
_Meant: TypeAlias = tuple[list[Reading] | None, Mood | None, Mto | None]


class Meaning(Leaning):
    """One text being read in a context: what a clause of it means, taken alone and said in few words."""

    def __init__(self, text: str, context: Context) -> None:
        super().__init__(text, context)
        self.meanings: dict[_Asked, _Meant] = {}
        self.plainly, self.pactly = cache(plain), cache(pactly)
        self.named: dict[tuple[object, ...], tuple[Body, ...]] = {}
        self.sides = Sides(context)

    last_mood: Mood | None = None

    def _meaning(self, text: str, question: bool, inherited: Mood | None, when: When) -> list[Reading] | None:
        """Readings of a clause that use every word of it; each question is worked out only once."""
        key = (text, question, inherited, when, self.last_move)
        known = self.meanings.get(key)
        if known is None:
            if len(self.meanings) >= _MAX_MEANINGS:
                return None
            readings = self._understood(text, question, inherited, when)
            wanted = _WANTED.fullmatch(text) if question and readings else None
            if wanted is not None:
                given = self._understood(f"you can have~b {wanted[1]}", False, None, when)
                offered = given and text.startswith("would you like ")
                readings = [*(given or ()), *(readings or ())] if not offered else given
            known = self.meanings[key] = (readings, self.last_mood, self.last_move)
        elif known[0] is not None:
            self.last_mood, self.last_move = known[1], known[2]
        return known[0]

    def _understood(self, text: str, question: bool, inherited: Mood | None, when: When) -> list[Reading] | None:
        phase = self.context.position.phase if self.context.position is not None else None
        ground = replace(self.ground, later=when.later and phase is not None)
        asked = question and _ASKS_WHETHER.match(text) is not None
        text = f"do you {text}" if question and _OFFERS_HELP.match(text) is not None else text
        for said in (text,) if asked else self._ways(text):
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

    def _ways(self, text: str) -> Iterator[str]:
        """A clause as said, plainly, and with its pact in few words; then the same without what it is wrapped in."""
        yield text
        seen = {"", text}
        for said in (text, unwrapped(text)):
            simple = self.plainly(said)
            for way in (said, simple, self.pactly(simple) if simple else ""):
                if way not in seen:
                    seen.add(way)
                    yield way

    def _bodies(self, text: str) -> tuple[Body, ...]:
        """All bodies a text is, worked out once for each set of places that its pronouns stand for."""
        key = (text, *(self.entities.get(name) for name in SPOKEN_OF))
        if key not in self.named:
            self.named[key] = tuple(bodies(text, self.entities))
        return self.named[key]

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
        told = self._unit_told(text, question, inherited, ground, when)
        if told:
            return told
        for found, rest in moods(text):
            prefix = text[: len(text) - len(rest)].strip()
            if found.act == "query" and not question and not prefix.startswith(("are you", "will you", "do you")):
                continue
            if _STANDING_BY.fullmatch(text) is not None and not question:
                continue
            if found.act == "ask" and prefix in _OPINIONS and rest[0] in "PU":
                continue
            if question and found.act in ("ask", "wish") and _ELLIPTIC.match(prefix) is not None:
                continue
            mood = inherited if found.act == "bare" and inherited is not None else found
            if mood.act == "ask" and _NEEDED.match(prefix) is not None and _UNIT_TO.match(rest) is not None:
                mood = Mood("need", "")
            helped = _HELPED.match(rest) if mood.act == "bare" else None
            if helped is not None:
                mood = _OWN_PLAN if helped[1] in ("myself", "my own") else _COMMAND
            if question and prefix in _FORETOLD:
                mood = Mood("query", "you", mood.forms)
            if question and prefix in _GOING_TO:
                mood = Mood("query", "you", mood.forms)
            if mood.act in ("plan", "can", "might") and question:
                mood = Mood("offer", mood.actor, mood.forms, mood.nouns)
            if prefix.endswith(("interested in", "interest in")) and rest.startswith("support~b "):
                mood = _OFFERED
            if mood.act == "can" and rest.startswith(("have~b ", "keep~b ")):
                mood = Mood("offer", "me")
            if mood.act == "can" and rest.startswith("not ") and _HELP.match(rest) is None:
                continue
            if inherited is None and _FACT.fullmatch(prefix) and rest.startswith(("have~b ", "let~b ")):
                continue
            if rest.startswith("no ") and prefix.endswith(("prefer", "rather have~b", "like", "want")):
                continue
            readings = self._bodied(mood, rest, ground, when)
            if readings is None and mood is inherited:
                readings = self._bodied(found, rest, ground, when)
            if readings is None:
                continue
            asked_of = question and prefix in _OPINIONS
            alike = any if prefix[:2] == "i " and prefix[-3:] == " to" else all
            own = mood.act == "joint" and alike(map(self.sides.own, readings)) and not asked_of
            if own and (prefix[:2] == "i " or " my " not in text):
                continue
            if _ABILITY.fullmatch(prefix) is not None and all(map(shared, readings)):
                continue
            if mood.act == "ask" and prefix[:2] == "i " and rest[:3] == "to ":
                continue
            alone = mood.act in ("offer", "can") and _ALLIED.search(text) is None and _IF_YOU.search(self.text) is None
            if alone and all(map(only_hostile, readings)):
                continue
            unable = not question and rest.startswith("not ") and _UNABLE.search(prefix) is not None
            unwilling = mood.act == "refuse" and (_WANTING.search(prefix) or _YET.search(self.text)) is not None
            if any(map(self.sides.declines, readings)) or (unable and spares(readings)):
                continue
            if unwilling and spares(readings) and any(isinstance(part, Promise) for part in readings[0]):
                continue
            if prefix.startswith(("i ", "my ", "the plan")) and _TOGETHER.search(text) is None:
                own = mood.act not in ("offer", "can") and _ALLIED.search(text) is None
                if own and all(map(only_hostile, readings)):
                    continue
                if mood.act in _OWN_ACTS and _ZONED.search(rest) is None and any(map(closes, readings)):
                    continue
                readings = [reading for reading in readings if not any(map(self.sides.of_others, reading))]
                if not readings:
                    continue
            if inherited is None and self._advised(prefix, text, question) and all(map(only_hostile, readings)):
                continue
            if prefix.endswith(("you might", "you may")):
                readings = [reading for reading in readings if not any(map(shared_out, reading))]
                if not readings:
                    continue
            if _ASKING_YOU.match(prefix) and _THREE.search(text) is None:
                readings = [reading for reading in readings if not any(map(self.sides.of_others, reading))]
                if not readings:
                    continue
            if question and prefix in _AUXILIARIES and " you" not in text:
                readings = list(filter(self.sides.theirs, readings)) or readings
            if (mood.act in ("joint", "bare") and _STILL.match(text)) or (
                mood.act == "joint" and _STATES.fullmatch(prefix)
            ):
                readings = [self.sides.stated(reading, question) for reading in readings]
            if _UNSURE.search(self.text.lower()) is not None and any(map(self.sides.with_others, readings)):
                continue
            if _FORETOLD_GAIN.match(text) is not None and (when != NOW or _CERTAIN.search(text) is not None):
                mood = Mood("might", "you")
            if question or (prefix == "i" and mood.act == "plan" and rest[:2] != "go" and all(map(shared, readings))):
                readings = [tuple(soft(part) for part in reading) for reading in readings]
            self.last_mood = mood if mood.act != "bare" else inherited
            return self._spoken_of(list(dict.fromkeys(self.sides.addressed(readings, mood.act, rest))))
        return self._unaddressed(text, ground, when) if not question and inherited is None else None

    @staticmethod
    def _advised(prefix: str, text: str, question: bool) -> bool:
        """Whether the hearer is only advised: `you should go after W1`, `go hard on W1`."""
        return not question and _ADVICE.fullmatch(prefix) is not None and _JOINTLY.search(text) is None

    def _unit_told(
        self, text: str, question: bool, inherited: Mood | None, ground: Ground, when: When
    ) -> list[Reading] | None:
        """`P1 could support~b P2`, and `it would be great if P1 supported P2`: what a unit is to do."""
        said, hoped = introduced(text)
        unit, *words = said.split(" ")
        if unit[0] not in "PU" or not unit[1:].isdigit() or not words:
            return None
        end = next((at for at, word in enumerate(words) if _NAME.match(word) is not None), len(words))
        ways = [(act, " ".join(words[size:])) for size, act in led(" ".join(words[:end]))]
        verb = _SUPPOSED.match(" ".join(words)) if hoped else None
        if verb is not None:
            ways.append(("could", f"{verb[1]}~b{' '.join(words)[verb.end() :]}"))
        ways = [("could" if hoped and act == "might" else act, order) for act, order in ways]
        for act, order in ways:
            if _ORDERED.match(order) is None:
                continue
            mood = _MINE[act] if self._mine(unit) else _BARE
            readings = self._bodied(mood, f"{unit} {order}", ground, when)
            if not readings:
                continue
            told = [one for one in readings if mood is _BARE and act in ("can", "could") and self.sides.theirs(one)]
            self.last_mood = Mood("might", "me") if act == "might" else mood if mood is not _BARE else inherited
            asked = question or (hoped and mood is not _BARE)
            return self._spoken_of([tuple(map(soft, one)) for one in told or readings] if asked else told or readings)
        return None

    def _unaddressed(self, text: str, ground: Ground, when: When) -> list[Reading] | None:
        """`Move P1 to P2` and `moving P1 to P2` where the board does not tell whose they are: the verb does."""
        form = _VERB_FIRST.match(text)
        if form is None:
            return None
        mood = _COMMAND if form[1] == "b" else _OWN_PLAN
        readings = self._bodied(mood, text, ground, when)
        if readings and self._advised("", text, question=False) and all(map(only_hostile, readings)):
            return None
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
            for body in self._bodies(f"not {plain}"):
                readings = interpret(_OWN_PLAN if isinstance(body, Orders) else mood, body, ground, when)
                if readings:
                    return readings
        for body in self._bodies(plain):
            if isinstance(body, Peace) and body.partners and plain.startswith("not ") and mood.act == "joint":
                continue
            readings = interpret(mood, body, ground, when)
            if readings:
                self._remember(readings)
                return readings
        ordered = _DOING.sub("", plain)
        for body in self._bodies(ordered) if ordered != plain else ():
            readings = interpret(mood, body, ground, when)
            if readings:
                return readings
        if plain.startswith("not "):
            for body in self._bodies(plain[4:]):
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


_PATTERNS: Final = patterns("clauses")
_UNABLE: Final = re.compile(r"(?:you|we|i) (?:really )?(?:can|could)$")
"""Who can do something: denied, that tells what cannot be done, and promises nothing."""

_WANTING: Final = re.compile(r"(?<!\S)(?:want|wish|desire|like|love|need|interest\S*|reason)(?!\S)")
_YET: Final = re.compile(r"\byet\b", re.IGNORECASE)
"""What makes sparing somebody less than a promise."""

_IF_YOU: Final = re.compile(r" if you ", re.IGNORECASE)
_UNIT_GOING: Final = _PATTERNS["UNIT_GOING"]
"""The same as news: `U1 is moving to P1`."""

_TOGETHER: Final = re.compile(r"(?<!\S)(?:you|us|we|our|three|3|all|both|[WJ]\d+ [/-] [WJ]\d+)(?!\S)")
_ALLIED: Final = re.compile(
    r"(?<!\S)(?:c(?:ooperat|ollaborat|oordinat)\S*|all[iy]\S*|team\S*|partner\S*|pact|coalition|work~\w|join\S*|\S*help\S*)(?!\S)"
)
"""What makes a war on somebody a common one; without it the speaker tells only its own."""

_ADVICE: Final = _PATTERNS["ADVICE"]
_JOINTLY: Final = _PATTERNS["JOINTLY"]
_FACT: Final = re.compile(
    r"(?:(?:.* )?(?:is|are|that|think|because|since|know|see|but|and|so|believe) )?(?:i|you|we)(?: only| just)?"
)
"""`i have P` and `the thing is i only have P`: how things are."""

_ASKING_YOU: Final = re.compile(r"(?:do|would|could|can|will|are) you(?!\S)|you(?!\S)|want|please")
_THREE: Final = re.compile(r"(?<!\S)(?:us|we|our|me|i|three|3|all|both|[WJ]\d+ [/-] [WJ]\d+)(?!\S)")
_OFFERS_HELP: Final = re.compile(
    r"(?:want|fancy) (?:some |any |a |more |a little )*(?:support|help)~b (?:to|in|into|on|for) "
)
"""A question that offers help, though nobody is named in it: `want some help into P1?`."""

_WANTED: Final = re.compile(r"(?:(?:do|would) )?you (?:want|like)(?:~b)? (?:the )?(P\d+)")
"""A question for what somebody would like to have, which may offer it: `do you want P1?`."""

_EITHER: Final = re.compile(r"(?:either )?([WP]\d+) or (?:the )?([WP]\d+)")
_RUN_ON: Final = _PATTERNS["RUN_ON"]
"""`… and then can support~b …`: who can was said before."""

_WENT: Final = re.compile(r"[PU]\d+(?: (?:and|&) [PU]\d+)? [a-z]+~d ")
_VERB_FIRST: Final = re.compile(r"(?:not )?[a-z]+~([bg]) ")
_COMMAND: Final = Mood("ask", "you")
_SUPPOSED: Final = re.compile(r"([a-z]+)~[sd](?= )")
_ORDERED: Final = re.compile(r"(?:not )?(?:[a-z]+~b|s|c|h)(?= |$)")
_BARE: Final = Mood("bare", "", "b")
_NAME: Final = re.compile(r"[PUWJ]\d")
_MINE: Final[Mapping[str, Mood]] = {
    act: Mood(cast(Act, "offer" if act == "could" else act), "me") for act in ("plan", "can", "could", "might")
}

_IS_GOING: Final = _PATTERNS["IS_GOING"]
"""The same as a question: `is U1 moving to P1`."""

_OWN_PLAN: Final = Mood("plan", "me")
_GOING_TO: Final = ("go~g to", "still go~g to", "planning to", "still planning to")
_OFFERED: Final = Mood("offer", "me", "", nouns=True)
_ASKED_PLAN: Final = Mood("query", "you")
_AUXILIARIES: Final = ("can", "could", "will", "would")
"""What a question for the hearer's unit begins with: `can P1 support~b P2`."""

_NEEDED: Final = re.compile(r"i (?:will |would |do |also |really |am go~g to )*need$")
_UNIT_TO: Final = re.compile(r"[PU]\d+ to [a-z]+~b ")
_ASKS_WHETHER: Final = re.compile(
    r"(?:so |and )?(?:are|were) you (?:still |just |really |also )*(?:thinking|considering|planning|plotting)"
    r"(?: (?:of|about|on|to))? (?:[a-z]+~[gb]|[a-z]+ing)(?!\S)"
)
"""What asks what the hearer has in mind."""

_UNSURE: Final = re.compile(r"(?<!\S)(?:try|trying|attempt|attempting|yet|hope|hoping)(?!\w)")
"""What makes peace with somebody else no more than an intention."""

_FORETOLD_GAIN: Final = re.compile(r"(?:and |so |then |but )*you will (?:get|have|take)~b ")
_CERTAIN: Final = re.compile(r"(?<!\S)(?:certain|certainly|definitely|surely|sure|eventually|easily|soon)(?!\S)")
_FORETOLD: Final = ("you will", "so you will", "you will be")
_OPINIONS: Final = ("how about", "what about", "thoughts on")
_ELLIPTIC: Final = re.compile(r"(?:so |and |then |still |hey |, )*(?:want|need|fancy|like)(?: |$)")
"""A wish that leaves out whose it is: in a question it is the hearer's."""

_ABILITY: Final = re.compile(r"(?:so )?(?:are|will|would|were) you (?:still |also )?(?:be )?able to")
"""A question of what somebody can get, which gives it to nobody."""

_HELPED: Final = re.compile(
    r"(?:support|help|back|assist|s|convoy|ferry|carry)(?:~b)? (?:with )?(my own|myself|your own|yourself|me|my)(?!\S)"
)
"""An order with nobody in it but whom it serves."""

_HELP: Final = re.compile(r"not (?:support|help|back|convoy|ferry|give)~?b?(?!\S)")
"""What to be unable to do is to refuse it."""

_TAG: Final = _PATTERNS["TAG"]
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
