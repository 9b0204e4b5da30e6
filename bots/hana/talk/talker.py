"""HANA with a voice (thesis, figure 5.1 and section 5.4).

Opening a movement phase it proposes to each partner the best deal that exceeds its aspiration; hearing something it
looks up in `bots.hana.talk.answering` what becomes of it. What was agreed reaches its orders through `bots.hana.agent`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from adjudication.powers import as_power
from bots.agent import Decision, Memory
from bots.hana.agent import Hana, make_hana
from bots.hana.foresee.recalling import recalled
from bots.hana.judge.phase_analysis import phase_analysis_of
from bots.hana.judge.strength import STANDARD, Strength
from bots.hana.remember.mind import attitudes_of, from_memory, review
from bots.hana.remember.personality import NEUTRAL, Personality
from bots.hana.remember.rules import RULES, Rules
from bots.hana.talk.answering import answer
from bots.hana.talk.bargaining import next_offer, tell_plans
from bots.hana.talk.checking import checked
from bots.hana.talk.conversation import deal_spoken_of
from bots.hana.talk.dialogue import leaves_open
from bots.hana.talk.doubting import ask_back
from bots.hana.talk.draws import draw_instead, propose_draw
from bots.hana.talk.gossip import accusations, gossip
from bots.hana.talk.leagues import propose_league
from bots.hana.talk.letters import letters
from bots.hana.talk.owing import alliances_owed, unused_help
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import changed_plans
from bots.talker import Talk
from bots.talking import MAX_UTTERANCES
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.heard import parted
from negotiation.levels import level
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Manner, Utterance

__all__ = ["TalkingHana", "make_talking_hana"]

_MOST_NOTES: Final = 8


@dataclass(frozen=True, slots=True)
class TalkingHana:
    """HANA that talks.

    Remembers, beside what `Hana` does, "talk": whom it means to attack, why it said what it did, and the deals it spoke
    of in this phase.
    """

    player: Hana

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders, as `Hana` gives them under the deals there are."""
        return self.player.decide(view, memory, rng, seconds)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Propose good deals before a movement, else tell friends news."""
        if not _may_talk(view) or view.position.phase.kind != "M":
            return Talk(memory=memory)
        situation, memory = self._situation(view, memory, rng, seconds)
        said = propose_draw(situation)
        if said and not situation.free:  # one proposal at a time: the others follow on the answers
            return self._talk(situation, memory, said)
        said += propose_league(situation)
        for partner in situation.partners:
            said += next_offer(situation, partner)
        if not said:
            for partner in situation.partners:
                said += tell_plans(situation, partner)
        said += alliances_owed(situation, said)
        said += gossip(situation, said)
        spoken = [*letters(situation, said), *said]
        room = max(0, MAX_UTTERANCES - len(spoken))
        return self._talk(situation, memory, [*spoken, *accusations(situation)[:room]])

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a message."""
        if not _may_talk(view) or view.power not in message.utterance.hearers:
            return Talk(memory=memory)
        situation, memory = self._situation(view, memory, rng, seconds)
        if message.probability < 1:
            return self._talk(situation, memory, ask_back(situation, message.utterance), message.utterance)
        said = [
            *draw_instead(situation, message.utterance, answer(situation, message.utterance)),
            *changed_plans(situation),
            *unused_help(situation, _made_now(situation)),
        ]
        return self._talk(situation, memory, said, message.utterance)

    def _situation(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> tuple[Situation, Memory]:
        player = self.player
        mind = review(from_memory(memory), view, player.personality, player.rules)
        strength = replace(player.strength, most=min(int(player.strength.rate * seconds), player.strength.most))
        memory = {**memory, "mind": mind.as_dict()}
        if view.position.phase.kind == "M":
            memory = recalled(view, memory, rng, strength.foresight, player.model)
        kept = memory
        return (
            Situation(
                view,
                player.personality,
                mind,
                attitudes_of(mind, view, player.personality, player.rules),
                lambda: phase_analysis_of(view, kept, strength, player.weights, player.personality.name),
                rng,
                _talk_in(memory, view),
                rules=player.rules,
            ),
            memory,
        )

    def _talk(
        self, situation: Situation, memory: Memory, said: Iterable[Utterance], heard: Utterance | None = None
    ) -> Talk:
        """Allowed words, and the memory with the reasons.

        heard: what it answers."""
        allowed = [utterance for utterance in said if _may_say(situation.view, utterance)]
        answers = None if heard is None else as_power(heard.speaker)
        words = tuple(checked(situation, allowed, answers=answers))
        talk = situation.memory
        notes = [*talk.get("notes", []), *(note.as_list() for note in situation.notes)]
        deals = [format_term(each, DIPLOMACY) for each in words if deal_spoken_of(each) is not None]
        kept = {
            "owed": _owed(talk, heard, words),
            "notes": notes[-_MOST_NOTES:],
            "said": [*talk.get("said", []), *deals],
            "target": situation.target,
        }
        return Talk(words, {**memory, "talk": {**talk, **kept}})


def _owed(talk: Mapping[str, Any], heard: Utterance | None, words: Sequence[Utterance]) -> dict[str, str]:
    """Last remark of each power without an answer, as a term."""
    owed: dict[str, str] = dict(talk.get("owed", {}))
    calls = isinstance(heard, Courtesy) and (heard.manner is Manner.HERE or parted(heard.about)[0] == "puzzledanswer")
    if not isinstance(heard, Courtesy) or heard.about is None or calls:
        return owed
    if all(leaves_open(each) for each in words):
        return {**owed, heard.speaker: format_term(heard, DIPLOMACY)}
    return {power: text for power, text in owed.items() if power != heard.speaker}


def _made_now(situation: Situation) -> list[Agreement]:
    """The deals of this phase."""
    return [deal for deal in situation.deals if deal.phase == situation.view.position.phase]


def _may_talk(view: SeatView) -> bool:
    return view.level > 0 and bool(view.position.units_of(view.power))


def _may_say(view: SeatView, utterance: Utterance) -> bool:
    """True if the game's level allows it."""
    return level(utterance) <= view.level


def _talk_in(memory: Memory, view: SeatView) -> dict[str, Any]:
    """The talk's part of memory, begun anew with each phase."""
    talk = memory.get("talk")
    kept = dict(talk) if isinstance(talk, dict) else {}
    phase = str(view.position.phase)
    target = kept.get("target")
    lists = isinstance(kept.get("notes"), list) and isinstance(kept.get("said"), list)
    if kept.get("phase") != phase or not lists:
        kept = {"phase": phase, "notes": [], "said": []}
    return {**kept, "target": target if isinstance(target, str) else None}


def make_talking_hana(
    personality: Personality = NEUTRAL, strength: Strength = STANDARD, rules: Rules = RULES, model: str = ""
) -> TalkingHana:
    """A talker ready to decide in time, its search compiled.

    rules, model: as `Hana` has them.
    """
    return TalkingHana(make_hana(personality, strength, rules, model))
