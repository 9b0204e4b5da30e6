"""Frames of whole utterances: what is told, asked and answered.

What is proposed is in `say_deals`.
"""

from typing import Any

from negotiation import terms as t
from negotiation.diplomacy import actor_of
from negotiation.english.frames import Slots, Voice
from negotiation.english.rows import row, same, spoken, timed, when
from negotiation.english.say_plans import is_plan

__all__: list[str] = []


row("utterance", ("As of {time:time}: {x:said}", "Speaking as of {time:time}: {x:said}"), when, timed)
same("utterance", "said")


def _take_why(value: Any, voice: Voice) -> Slots | None:
    slots = spoken(t.Query, "content")[0](value, voice)
    if slots is None or not isinstance(slots["x"], t.Explain) or slots["x"].time is not None:
        return None
    return {"x": slots["x"].content}


row(
    "said",
    ("Why is it {x:that}?", "Can you explain why {x:primary}?", "What is the reason {x:that}?"),
    _take_why,
    lambda s, v: t.Query(v.speaker, v.hearers, t.Explain(s["x"])),
)


def _unexplained(s: Slots, voice: Voice) -> Any:
    content = s["x"]
    plain = not (type(content) is t.Explain and content.time is None)
    return t.Query(voice.speaker, voice.hearers, content) if plain else None


row("said", ("{x:asks}?", "Tell me, {x:asks}?"), spoken(t.Query, "content")[0], _unexplained)


def _take_of_others(value: Any, voice: Voice) -> Slots | None:
    """Take questions about anything but the hearer's own mind, which it must know."""
    slots = spoken(t.Query, "content")[0](value, voice)
    return None if slots is None or (getattr(slots["x"], "agent", None),) == voice.hearers else slots


row(
    "said",
    ("Am I right that {x:formula}?", "Can you tell me whether {x:formula}?", "Will you tell me whether {x:formula}?"),
    spoken(t.Query, "content")[0],
    _unexplained,
    stiff=1,
)
row("said", "Do you know whether {x:formula}?", _take_of_others, _unexplained, stiff=1)
row("said", "Is it true that {x:formula}?", spoken(t.Query, "content")[0], _unexplained, stiff=9)
row("said", ("Is {x:asked}?", "Have you heard whether {x:foreseen}?"), spoken(t.Query, "content")[0], _unexplained)
row(
    "said",
    (
        "Well, {x:formula}.",
        "As I see it, {x:formula}.",
        "To be honest, {x:formula}.",
        "If you ask me, {x:formula}.",
        "Frankly, {x:formula}.",
        "To answer you: {x:formula}.",
    ),
    *spoken(t.Answer, "content"),
)


def _take_reason(value: Any, voice: Voice) -> Slots | None:
    slots = spoken(t.Answer, "content")[0](value, voice)
    if slots is None or not isinstance(slots["x"], t.Explain) or slots["x"].time is not None:
        return None
    return {"x": slots["x"].content}


row("said", "Because {x:formula}.", _take_reason, lambda s, v: t.Answer(v.speaker, v.hearers, t.Explain(s["x"])))


def _take_told(value: Any, voice: Voice) -> Slots | None:
    """Take news other than the speaker's plans, which have plainer words."""
    slots = spoken(t.Inform, "content")[0](value, voice)
    return None if slots is None or is_plan(slots["x"], voice) else slots


row("said", ("{x:formula}.", "Just so you know: {x:formula}."), _take_told, spoken(t.Inform, "content")[1])


def _take_feared(value: Any, voice: Voice) -> Slots | None:
    """A move of the hearer's that the speaker expects."""
    slots = spoken(t.Inform, "content")[0](value, voice)
    belief = slots["x"] if slots is not None else None
    if type(belief) is not t.Belief or belief.time is not None or belief.agent != voice.speaker:
        return None
    done = belief.content
    if type(done) is not t.Do or done.time is not None or (actor_of(done.action),) != voice.hearers:
        return None
    return {"do": done.action}


row(
    "said",
    ("I'm afraid you will {do:inf}.", "I worry that you'll {do:inf}."),
    _take_feared,
    lambda s, v: (
        t.Inform(v.speaker, v.hearers, t.Belief(v.speaker, t.Do(s["do"])))
        if (actor_of(s["do"]),) == v.hearers
        else None
    ),
)


def _take_warned(value: Any, voice: Voice) -> Slots | None:
    """A move of somebody else's that the speaker expects."""
    slots = spoken(t.Inform, "content")[0](value, voice)
    belief = slots["x"] if slots is not None else None
    if type(belief) is not t.Belief or belief.time is not None or belief.agent != voice.speaker:
        return None
    return {"x": belief.content}


row(
    "said",
    ("Watch out, I think {x:foreseen}.", "Careful, I think {x:foreseen}."),
    _take_warned,
    lambda s, v: t.Inform(v.speaker, v.hearers, t.Belief(v.speaker, s["x"])),
)
