"""Verdicts on a learner's acts, with a hint for each mistake."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Final

from adjudication.board import province_of
from adjudication.legality import refusal
from adjudication.names import place_name
from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Disband, Hold, Order
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.sentences import order_sentence
from frontend.learn.lessons import Hint, Lesson, Step, Wanted, plain_text
from frontend.learn.stages import Stage, answer_of, context_at, resolve
from frontend.words import listed
from negotiation.english.reported_speech import report
from negotiation.heard import Heard, Reading, act_in
from negotiation.terms import Accept, Agree, Commits, Deal, Propose, Utterance
from negotiation.understanding import understand

__all__ = ["NotPossible", "Verdict", "choose", "hint_at_order", "open_orders", "read_order", "say"]


class NotPossible(ValueError):  # noqa: N818 - named after what was asked
    """Raised for an order that cannot be given.

    hint: the lesson's own word about it, if it has one.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Verdict:
    """Judgement of an act.

    solved: True if the step is done. hint: what to do instead, where it is not. answer: what to keep, where it is.
    stage: of the orders as opened, or only tried. readings: sentences to choose from where a line may mean several.
    """

    solved: bool
    hint: str = ""
    answer: Any = None
    stage: Stage | None = None
    readings: tuple[str, ...] = ()


# --- Orders ---------------------------------------------------------------------------------------


def read_order(lesson: Lesson, step: Step, position: Position, text: str) -> Order:
    """Read an order of the learner's.

    Raises NotPossible with the rules' own reason, and the lesson's hint.
    """
    try:
        order = parse_order(text[:_LONGEST], position.phase.kind, position, lesson.power)
    except NotationError as error:
        raise NotPossible(str(error), step.nudge) from None
    refused = refusal(position, lesson.power, order)
    if refused is not None:
        raise NotPossible(refused.text, _hint_for(step.hints, plain_text(order), refused=True) or step.nudge)
    return order


def hint_at_order(step: Step, order: Order) -> str:
    """The lesson's hint about an order just written, or an empty text."""
    return "" if _is_wanted(step, order) else _hint_for(step.hints, plain_text(order))


def open_orders(lesson: Lesson, step: Step, stage: Stage, mine: Sequence[Order]) -> Verdict:
    """Open all orders and judge them; without any there is no stage."""
    after = resolve(lesson, step, stage, mine)
    texts = [plain_text(order) for order in mine]
    if _solves(step, texts, mine, after):
        return Verdict(True, answer=[format_order(order) for order in mine], stage=after)
    return Verdict(False, _hint(lesson, step, stage.position, mine, after), stage=after if mine else None)


def _solves(step: Step, texts: Sequence[str], mine: Sequence[Order], after: Stage) -> bool:
    if step.reach:
        standing = {str(unit) for unit in after.position.units}
        return set(step.reach) <= standing
    idle = {plain_text(order) for order in mine if isinstance(order, Hold)}
    return any(set(one) <= set(texts) and set(texts) <= {*one, *idle} for one in step.accept)


def _is_wanted(step: Step, order: Order) -> bool:
    return any(plain_text(order) in one for one in step.accept)


def _hint(lesson: Lesson, step: Step, position: Position, mine: Sequence[Order], after: Stage) -> str:
    """The first hint that fits.

    Nothing written, one more than was wanted, the lesson's own hint, another instead, one missing, what would happen.
    """
    if not mine:
        return f"Nothing is ordered yet. {step.nudge}"
    texts = {plain_text(order) for order in mine if not isinstance(order, Hold)}
    best = max(step.accept, key=lambda one: len(texts & set(one)), default=())
    extra = sorted(texts - set(best))
    if best and extra and set(best) <= texts:
        named = _sentence(extra[0], position, lesson)
        return f"{named} That order is not needed here: take it back by the cross on its row."
    for order in mine:
        if not _is_wanted(step, order) and (found := _hint_for(step.hints, plain_text(order))):
            return found
    if step.accept:
        if extra:
            return f"{_sentence(extra[0], position, lesson)} {_fate(lesson, extra[0], after)}{step.nudge}"
        if missing := [text for text in best if text not in texts]:
            places = listed([place_name(_place(text)) for text in missing])
            return f"That is a part of it. What does the unit in {places} do? {step.nudge}"
    told = " ".join(each.text for each in _failures(lesson, after))
    return f"{told} {step.nudge}".strip()


def _sentence(text: str, position: Position, lesson: Lesson) -> str:
    return f"“{order_sentence(parse_order(text, position.phase.kind, position, lesson.power)).rstrip('.')}”:"


def _fate(lesson: Lesson, text: str, after: Stage) -> str:
    """Fate of an order in the rules' own words, if it fails."""
    mine = (each for each in after.outcomes if each.power == lesson.power)
    fate = next((each for each in mine if plain_text(each.order) == text), None)
    return "" if fate is None or fate.result == "ok" else f"{fate.text} "


def _failures(lesson: Lesson, after: Stage) -> list[Outcome]:
    mine = [each for each in after.outcomes if each.power == lesson.power]
    failed = [each for each in mine if each.result != "ok" or each.reason is Reason.DISLODGED]
    return failed or [each for each in mine if isinstance(each.order, Hold | Disband)]


def _place(text: str) -> str:
    """The province of a written order's unit.

    Of `A PAR - BUR`, `BUILD F TRI`, `DISBAND A SER` the places PAR, TRI, SER.
    """
    words = text.split()
    return province_of(words[2] if len(words[0]) > 1 else words[1])


def _hint_for(hints: Sequence[Hint], text: str, *, refused: bool = False) -> str:
    return next((each.say for each in hints if each.refused is refused and fnmatchcase(text, each.order)), "")


# --- Questions ------------------------------------------------------------------------------------


def choose(step: Step, number: int) -> Verdict:
    """Judge a chosen answer; raises NotPossible for one not there."""
    if not 0 <= number < len(step.choices):
        raise NotPossible("Choose one of the answers.")
    chosen = step.choices[number]
    return Verdict(chosen.right, chosen.say, number if chosen.right else None)


# --- Lines ----------------------------------------------------------------------------------------


def say(lesson: Lesson, step: Step, stage: Stage, text: str, pick: int | None = None) -> Verdict:
    """Read a line as the site reads every message, and judge it."""
    if step.to is None:
        raise NotPossible("Nobody listens here.")
    heard = understand(text, context_at(stage, lesson.power, step.to))
    if heard.verdict != "claim" and step.wanted.words and re.search(step.wanted.words, text, re.IGNORECASE):
        return Verdict(True, answer=answer_of(text, ()))
    offered = _offered(step, heard)
    said = _meant(heard, offered, pick)
    if said is None:
        readings = tuple(" ".join(report(each, lesson.power) for each in one.said) for one in offered)
        return Verdict(False, "This may mean several things. Which one do you mean?", readings=readings)
    if _says(step.wanted, said, heard):
        return Verdict(True, answer=answer_of(text, said or heard.remark))
    return Verdict(False, _heard_hint(lesson, step, said, heard))


def _offered(step: Step, heard: Heard) -> list[Reading]:
    """Readings of an unclear line: those asked for and likely others."""
    wanted = [each for each in heard.readings if _says(step.wanted, each.said, heard)]
    if heard.verdict not in ("choose", "ask") or not wanted:
        return []
    if heard.verdict == "ask":
        return wanted[:1]
    likely = _LIKELY * heard.readings[0].probability
    return [each for each in heard.readings if each in wanted or each.probability >= likely]


def _meant(heard: Heard, offered: Sequence[Reading], pick: int | None) -> Sequence[Utterance] | None:
    """Utterances of a line; None where its writer has to choose."""
    if pick is not None and 0 <= pick < len(offered):
        return offered[pick].said
    if offered:
        return offered[0].said if len(offered) == 1 else None
    return heard.readings[0].said if len(heard.readings) == 1 else heard.said


def _says(wanted: Wanted, said: Sequence[Utterance], heard: Heard) -> bool:
    sure = heard.verdict not in ("choose", "ask")
    if sure and any(fnmatchcase(heard.act.key, act) for act in wanted.acts):
        return True
    for one in said:
        if wanted.accept and isinstance(one, Accept):
            return True
        if isinstance(one, Propose) and any(_holds(one.deal, deal) for deal in wanted.deals):
            return True
    return False


def _holds(deal: Deal, wanted: Deal) -> bool:
    """True if a deal contains what is wanted, for whatever time."""
    if isinstance(deal, Commits) and isinstance(wanted, Commits):
        return {replace(each, time=None) for each in wanted.items} <= {replace(each, time=None) for each in deal.items}
    if isinstance(deal, Agree) and isinstance(wanted, Agree):
        return replace(deal, time=None) == replace(wanted, time=None)
    return False


def _heard_hint(lesson: Lesson, step: Step, said: Sequence[Utterance], heard: Heard) -> str:
    key = act_in(said).key if said else heard.act.key
    hints = [each for each in step.hints if each.order]
    own = _hint_for(hints, f"{key}{_side(said, lesson.power)}") or _hint_for(hints, key)
    own = own if said else _hint_in(step.hints, heard.text) or own
    if said:
        back = " ".join(report(each, lesson.power) for each in said)
        return f"This was understood: “{back}” {own or step.nudge}"
    return own or f"This was not understood as anything that binds. {step.nudge}"


def _side(said: Sequence[Utterance], me: Power) -> str:
    """Suffix `:mine` or `:yours` where one side alone would act."""
    parts = [
        each for one in said if isinstance(one, Propose) and isinstance(one.deal, Commits) for each in one.deal.items
    ]
    agents = {each.agent for each in parts}
    return "" if not agents or len(agents) > 1 else ":mine" if agents == {me} else ":yours"


def _hint_in(hints: Sequence[Hint], text: str) -> str:
    return next((each.say for each in hints if each.words and re.search(each.words, text, re.IGNORECASE)), "")


_LONGEST: Final = 120
_LIKELY: Final = 0.25
"""Share of the best reading's probability from which another is a choice."""
