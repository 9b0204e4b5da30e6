"""L to English: every term, from the speaker's point of view, varied but always read back as itself."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import POWER_NAMES
from negotiation.diplomacy import Opn, Tpc
from negotiation.english.context import Context
from negotiation.english.frames import Naming, Voice
from negotiation.english.say_plans import PART
from negotiation.english.sentences import FRAMES
from negotiation.english.tones import LEADS, TONES, Tone, has_opener, plain, repeated, sentences_in
from negotiation.levels import subterms, well_formed
from negotiation.protocols import act_of
from negotiation.terms import (
    Accept,
    Agree,
    Answer,
    Belief,
    Courtesy,
    Desire,
    Do,
    Explain,
    Formula,
    Inform,
    Manner,
    Not,
    Reject,
    Unknown,
    Utterance,
)

__all__ = ["as_news", "can_be_said", "parse_careful", "say", "write"]

_TRIES: Final = 6
_MORE_TRIES: Final = 18
"""Tries while the wordings found repeat a sentence."""
_YES: Final = (
    "Agreed.",
    "Yes, agreed.",
    "I accept.",
    "Deal.",
    "That works for me.",
    "Sounds good to me.",
    "Yes, let's do that.",
    "Okay, deal.",
    "Sure, sounds good.",
    "Fine with me.",
)
_NO: Final = (
    "No, thank you.",
    "No thanks.",
    "I must decline.",
    "Sorry, no.",
    "Sorry, I can't accept that.",
    "I would rather not.",
    "I'd rather not.",
    "No, not this time.",
)
_SHORT: Final = 0.9
"""Chance of an answer as short as that."""
_NAMINGS: Final[Mapping[Naming, int]] = {"brief": 3, "short": 4, "full": 3}
"""Weights of the lengths of units' names, on a board that both look at."""
_FEW: Final = 2
"""Most orders told with units named in full."""
MAX_CAREFUL: Final = 6_000


def can_be_said(utterances: Iterable[Utterance]) -> bool:
    """True if there are words for each of them."""
    try:
        return all(write(each) for each in utterances)
    except ValueError:
        return False


def write(
    utterance: Utterance,
    rng: Random | None = None,
    context: Context | None = None,
    said: Collection[str] = frozenset(),
    tone: str = "",
) -> str:
    """The utterance in English, as its speaker would say it to its hearers.

    Without `rng` always the same plain sentence; with it one of many. Where `context` has the deal
    that is answered open, the answer may be as short as people's are; where it has a position, units
    may be named by where they stand. said: what the speaker said in these very words before, and does
    not say again. tone: how it talks, a name in `TONES`. Reading the text back, in the same context, gives the
    utterance; in a tone an answer is told like news. Raises ValueError for a term that names what Diplomacy lacks.
    """
    manner = TONES.get(tone) if rng is not None else None
    short = _short(utterance, rng, context, said, manner)
    if short is not None:
        return short
    voice = Voice(utterance.speaker, utterance.hearers, tone=manner.name if manner else "")  # type: ignore[arg-type]
    seen = voice if context is None else replace(voice, position=context.position)
    plainly = utterance if manner is None else as_news(utterance)
    readable = _ways(plainly, seen, rng, _TRIES)
    if manner is not None and rng is not None and readable:
        toned = _toned(readable, utterance, rng, said, manner)
        old = {each for text in said for each in sentences_in(text)}
        if repeated(toned, old):
            more = [way for each in (seen, replace(seen, tone="")) for way in _ways(plainly, each, rng, _MORE_TRIES)]
            other = _toned([*more, *readable], utterance, rng, said, manner)
            toned = min(toned, other, key=lambda text: repeated(text, old))
        if parse_careful(toned, seen) == [plainly] and toned not in said:
            return toned
    fresh = next((text for text in readable if text not in said), None)
    if fresh is not None:
        return fresh
    text = readable[0] if readable else _listed(_sentence(utterance, voice, None))
    if rng is None or text not in said:
        return text
    led = (f"{lead} {each}" for each in dict.fromkeys(readable) for lead in rng.sample(LEADS, len(LEADS)))
    return next((each for each in led if each not in said), text)


def as_news(utterance: Utterance) -> Utterance:
    """An answer in the words of news, which need no opener."""
    if not isinstance(utterance, Answer) or utterance.time is not None or isinstance(utterance.content, Explain):
        return utterance
    return Inform(utterance.speaker, utterance.hearers, utterance.content)


def _ways(utterance: Utterance, seen: Voice, rng: Random | None, tries: int) -> list[str]:
    """Sentences for the utterance that are read back as it, one for each try that found one."""
    texts = (
        _listed(_sentence(utterance, replace(seen, naming=_naming(utterance, seen, rng)), rng))
        for _ in range(tries if rng is not None else 0)
    )
    read_back: dict[str, bool] = {}
    found = []
    for text in texts:
        if text not in read_back:
            read_back[text] = parse_careful(text, seen) == [utterance]
        if read_back[text]:
            found.append(text)
    return found


def _toned(readable: Sequence[str], utterance: Utterance, rng: Random, said: Collection[str], tone: Tone) -> str:
    """The sentence it would rather say, with what goes before and after it.

    The first of which no sentence was said before, not of other names either, else one of which as few as can be were.
    """
    own = {line for lines in tone.lines.values() for line in lines}
    bases = sorted(
        dict.fromkeys(readable),
        key=lambda text: (text in said, tone.dislikes(text) or has_opener(text), text not in own),
    )
    old = {each for text in said for each in sentences_in(text)}
    bare = isinstance(utterance, Courtesy) and not _is_stance(utterance)
    ways = [
        each
        for base in bases
        for each in ([base] if bare or PART in base else tone.dressed(base, _mood(utterance), rng))
    ]
    if bare and all(repeated(each, old) for each in ways):
        ways += [each for base in bases for each in tone.dressed(base, "courtesy", rng)]
    shapes = set(map(_shape, old))
    return min(ways, key=lambda each: (each in said, repeated(each, old), _alike(each, shapes)))


_NAMES: Final = re.compile(
    rf"\b(?:{'|'.join(sorted({*(each.name for each in STANDARD.provinces.values()), *POWER_NAMES.values()}))})\b"
)


@lru_cache(maxsize=20_000)
def _shape(sentence: str) -> str:
    """The sentence without the names in it."""
    return _NAMES.sub("…", sentence)


def _alike(text: str, shapes: Collection[str]) -> int:
    """Number of the text's sentences already said, of whatever names."""
    return sum(_shape(each) in shapes for each in sentences_in(text))


def _is_stance(said: Courtesy) -> bool:
    """True if it states an attitude to the named thing."""
    return said.manner is Manner.NOTE and isinstance(said.about, Tpc)


def _mood(utterance: Utterance) -> str:
    """Act that leads and tails go with.

    A wish, a reason or a belief about others is no news of its own, and ignorance is no answer.
    """
    match utterance:
        case Courtesy():
            return "stance"
        case Inform(content=Desire() | Agree() | Not() | Belief(content=Not())):
            return "wish"
        case Inform(content=Belief(content=Opn(power))) if power in utterance.hearers:
            return "wish"
        case Inform(content=Belief()):
            return "belief"
        case Answer(content=Unknown()):
            return "unsure"
        case _:
            return act_of(utterance)


def _listed(text: str) -> str:
    """Put marked parts on lines of their own."""
    return text.replace(f" {PART} ", f"\n{PART} ")


def _naming(utterance: Utterance, voice: Voice, rng: Random | None) -> Naming:
    """A way to name units: in full where there is no board, by where they stand where there are many."""
    if rng is None or voice.position is None:
        return "full"
    orders = sum(isinstance(term, Do) for term in subterms(utterance))
    names = tuple(name for name in _NAMINGS if name != "full" or orders <= _FEW)
    return rng.choices(names, [_NAMINGS[name] for name in names])[0]


def say(formula: Formula, speaker: str, hearers: tuple[str, ...]) -> str:
    """A deal or anything else that can be told, as a clause without a full stop: `France gets Belgium`."""
    voice = Voice(speaker, hearers)  # type: ignore[arg-type]
    for category in ("deal", "formula"):
        text = FRAMES.write(category, formula, voice, None)
        if text is not None:
            return text
    raise ValueError(f"{formula!r} cannot be said about Diplomacy")


def parse_careful(text: str, voice: Voice) -> list[Utterance]:
    """Everything a sentence of the writer's careful English may mean: one utterance, or none for other English."""
    written = re.sub(r"\s+", " ", text.strip())
    found = FRAMES.read("utterance", written, voice)
    if not found and (bare := plain(written)) != written:
        found = FRAMES.read("utterance", bare, voice)
    return [utterance for utterance in found if well_formed(utterance)]


def _short(
    utterance: Utterance, rng: Random | None, context: Context | None, said: Collection[str], tone: Tone | None
) -> str | None:
    if context is None or rng is None or not isinstance(utterance, Accept | Reject):
        return None
    deals = context.open_deals
    if (
        utterance.time is not None
        or len(deals) != 1
        or deals[0] != utterance.deal
        or utterance.hearers != context.hearers
    ):
        return None
    if rng.random() >= _SHORT:
        return None
    agrees = isinstance(utterance, Accept)
    if tone is not None:
        words = rng.choice(tone.yes if agrees else tone.no)
        text = _toned([words], utterance, rng, said, tone)
        return None if repeated(text, {each for old in said for each in sentences_in(old)}) else text
    fresh = [text for text in (_YES if agrees else _NO) if text not in said]
    return rng.choice(fresh) if fresh else None


def _sentence(utterance: Utterance, voice: Voice, rng: Random | None) -> str:
    text = FRAMES.write("utterance", utterance, voice, rng)
    if text is None:
        raise ValueError(f"{utterance!r} cannot be said about Diplomacy")
    return text[:1].upper() + text[1:]
