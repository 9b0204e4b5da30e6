"""Print answers to newcomers' lines: `python -m bench.newcomer [--held] [--lines FILE]`.

Each line is said after the bot opened its talk, in a conversation of its own; those of a chat one after the other in
one. Printed are how the line was read and
what was answered, for whoever judges whether that is sensible, and the counts that a program can make: lines nobody
answered, and lines that were not understood.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.registry import BOTS, bot_named
from bots.talker import is_talker
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Pce
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.heard import saying
from negotiation.judge.rules import settles
from negotiation.levels import FREE
from negotiation.parser import parse_formula
from negotiation.printer import format_term
from negotiation.terms import Accept, Courtesy, Manner, Utterance
from negotiation.understanding import understand
from tests.bots.boards import board

LINES: Final = Path(__file__).with_name("lines.toml")
_SPRING: Final[Mapping[Power, Sequence[str]]] = {
    "AUS": ("A VIE - TYR", "A BUD - SER", "F TRI - ALB"),
    "ENG": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "FRA": ("A PAR - PIC", "A MAR - SPA", "F BRE - MAO"),
    "GER": ("A MUN - RUH", "A BER - KIE", "F KIE - DEN"),
    "ITA": ("A VEN H", "A ROM - APU", "F NAP - ION"),
    "RUS": ("A MOS - UKR", "A WAR - GAL", "F SEV - BLA", "F STP/SC - BOT"),
    "TUR": ("A CON - BUL", "A SMY - CON", "F ANK - BLA"),
}
_FALL: Final[Mapping[Power, Sequence[str]]] = {
    "FRA": ("A PIC - BEL", "A SPA H", "F MAO - POR"),
    "GER": ("A RUH - BUR", "A KIE - HOL", "F DEN H"),
}
_LATER: Final = board(
    "F1903M",
    *("AUS A SER", "AUS A BUD", "AUS A VIE", "AUS F GRE", "AUS A GAL", "RUS A UKR", "RUS F RUM", "RUS A SEV"),
    *("TUR A BUL", "TUR F AEG", "TUR A CON", "TUR F BLA", "ITA F ION", "ITA A VEN", "GER A MUN", "ENG F NWY"),
    centers={
        "AUS": "VIE BUD TRI SER GRE ROM",
        "RUS": "MOS WAR SEV STP RUM",
        "TUR": "CON ANK SMY BUL",
        "ITA": "VEN NAP TUN",
        "GER": "MUN BER KIE DEN HOL",
        "ENG": "LON EDI LVP NWY SWE",
        "FRA": "PAR MAR BRE SPA POR BEL",
    },
)


@dataclass
class Scene:
    """A conversation of one who writes and one bot."""

    view: SeatView
    me: Power
    bot: str
    memory: Memory
    written: frozenset[str] = frozenset()
    last: str = ""

    @classmethod
    def of(cls, told: Mapping[str, Any], bot: str) -> "Scene":
        """The scene of a situation, in which the bot has said what it says when the phase opens."""
        me, you = as_power(told["me"]), as_power(told["you"])
        position, history = scene_board(told)
        view = SeatView(you, position, STANDARD_RULES, history, level=FREE, protocol="talk")
        pair: Any = tuple(sorted((me, you)))
        deals = [
            Agreement(opening().phase, pair, parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
            for text in told.get("standing", ())
        ]
        if "broke" in told:
            fall = parse_phase("F1901M")
            line = LedgerLine(
                opening().phase, fall, as_power(told["broke"]), pair, Pce(pair), State.BROKEN, lasting=True
            )
            view = replace(view, ledger=(line,))
        scene = cls(replace(view, agreements=tuple(deals)), me, bot, {})
        words = open_talk_in_time(scene.talker, scene.view, {}, Random(1), 5)
        scene.memory = words.memory
        scene.hears([each for each in words.utterances if me in each.hearers])
        return scene

    @property
    def talker(self) -> Any:
        """The bot."""
        made = bot_named(self.bot).make()
        assert is_talker(made)
        return made

    def says(self, text: str) -> tuple[str, Sequence[Utterance], list[Utterance]]:
        """Say a line; return its verdict, terms and the bot's answers."""
        self.last = text
        talk = [each.utterance for each in self.view.talk]
        context = replace(context_of(self.me, (self.view.power,), self.view.position, talk), level=FREE)
        heard = understand(text, context)
        # A writer with a choice takes the first, but for what settles something, which the bot has to ask about.
        picks = heard.verdict == "choose" and not settles(heard.readings[0].said)
        said = saying(text, heard.readings[0].said) if picks else heard
        told = said.told_to_bots
        answers: list[Utterance] = []
        for term, sure in told:
            heard_now = Said(self.view.position.phase, term, sure)
            if said.said:
                self.hears([term])
            words = hear_in_time(self.talker, self.view, self.memory, heard_now, rng=Random(1), seconds=5)
            assert words.faults == (), words.faults
            self.memory = words.memory
            answers += words.utterances
            self.hears(words.utterances)
        return heard.verdict, [term for term, _ in told], answers

    def hears(self, utterances: Sequence[Utterance]) -> None:
        """Write down what the bot said."""
        phase = self.view.position.phase
        said = tuple(Said(phase, each) for each in utterances)
        pair: Any = tuple(sorted((self.me, self.view.power)))
        made = [Agreement(phase, pair, each.deal) for each in utterances if isinstance(each, Accept)]
        self.view = replace(self.view, talk=(*self.view.talk, *said), agreements=(*self.view.agreements, *made))

    def english(self, said: Utterance) -> str:
        """The bot's utterance in English."""
        talk = [each.utterance for each in self.view.talk]
        context = context_of(self.view.power, tuple(map(as_power, said.hearers)), self.view.position, talk)
        text = write(said, Random(f"{self.last}{len(self.written)}"), context, self.written, BOTS[self.bot].tone)
        self.written |= {text}
        return text


def scene_board(told: Mapping[str, Any]) -> tuple[Position, tuple[PastPhase, ...]]:
    """The position, and what came before as far as there was anything."""
    if told.get("board") == "later":
        return _LATER, ()
    position, history = opening(), tuple[PastPhase, ...]()
    for orders in (_SPRING, _FALL, {}, {}):
        if str(position.phase) == told.get("turn", "S1901M"):
            break
        given = {power: [parse_order(text) for text in texts] for power, texts in orders.items()}
        done = adjudicate(position, given)
        history += (PastPhase(position, done.outcomes),)
        position = done.next
    return position, history


def main(*, held: bool, bot: str | None, lines: Path) -> None:
    """Print every line with its answers, and the counts."""
    counts: Counter[str] = Counter()
    for told in tomllib.loads(lines.read_text("utf-8"))["situation"]:
        name = bot or ("hana" if told["character"] == "neutral" else f"hana-{told['character']}")
        print(f"\n== {told['name']} ({name})")
        begun = Scene.of(told, name)
        for opened in begun.view.talk:
            print(f"     {begun.english(opened.utterance)}")
        for text in told["held" if held else "lines"]:
            counts.update(_told(replace(begun), text))
        for chat in told.get("held_chats" if held else "chats", ()):
            print("--")
            scene = replace(begun)
            for text in chat:
                counts.update(_told(scene, text))
    print()
    for name, count in counts.items():
        print(f"{name:20}{count:5}")


def _told(scene: Scene, text: str) -> Counter[str]:
    """Say a line, print what is answered, and count it."""
    verdict, terms, answers = scene.says(text)
    puzzled = any(isinstance(each, Courtesy) and each.manner is Manner.PUZZLED for each in answers)
    print(f"> {text}   [{verdict}] {'; '.join(map(_formal, terms))}")
    for each in answers:
        print(f"     {scene.english(each)}   <{format_term(each, DIPLOMACY)}>")
    return Counter({verdict: 1, "lines": 1, "not followed": int(puzzled), "silence": int(not answers)})


def _formal(said: Utterance) -> str:
    """In L; of what was not understood what it names."""
    heard = isinstance(said, Courtesy) and isinstance(said.about, str)
    return f"{said.manner} {said.about}" if heard else format_term(said, DIPLOMACY)  # type: ignore[union-attr]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the lines that are kept for the end")
    parser.add_argument("--bot", help="who answers; else whom the situation names")
    parser.add_argument("--lines", type=Path, default=LINES, help="the file of lines, beside the first one fresh.toml")
    main(**vars(parser.parse_args()))
