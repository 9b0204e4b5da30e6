"""Frames of what is said beside deals: greetings, thanks, apologies, blame, threats.

What a courtesy is about is a word that was given: what the two agreed, or what one promised the other.
"""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import Aly, Dmz, Pce, Tpc
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import row
from negotiation.english.say_deals import act_of, promise
from negotiation.english.tones import TONES
from negotiation.terms import Manner

__all__: list[str] = []


# ── the word that was given ─────────────────────────────────────────────────────────────────────


def _ours(kind: type[Any], *fields: str, named: bool | None = None) -> tuple[Take, Make]:
    """A pact of all who are there. named: whether it has enemies."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not kind or x.powers != v.we or (named is not None and bool(x.against) is not named):
            return None
        return {field: getattr(x, field) for field in fields}

    return take, lambda s, v: kind(v.we, *(s[field] for field in fields))


def _given(mine: bool, denied: bool) -> tuple[Take, Make]:
    """Frame of a promise to the hearers, or from the single hearer."""

    def sides(v: Voice) -> tuple[str, tuple[str, ...]] | None:
        return (v.speaker, v.hearers) if mine else (v.hearers[0], (v.speaker,)) if len(v.hearers) == 1 else None

    def take(x: Any, v: Voice) -> Slots | None:
        commit = x.items[0] if isinstance(x, t.Commits) and len(x.items) == 1 else None
        if commit is None or (commit.agent, commit.to) != sides(v):
            return None
        act = act_of(commit, denied)
        return None if act is None else {"do": act}

    def make(s: Slots, v: Voice) -> Any:
        who = sides(v)
        commit = None if who is None else promise(s["do"], *who, denied)
        return None if commit is None else t.Commits((commit,))

    return take, make


row("word", "our peace", *_ours(Pce))
row("word", "our alliance", *_ours(Aly, named=False))
row("word", "our alliance against {against:whoms}", *_ours(Aly, "against", named=True))
row("word", "our agreement about {provinces:places}", *_ours(Dmz, "provinces"))
for _whose, _mine in (("your", False), ("my", True)):
    row("word", f"{_whose} promise to {{do:act}}", *_given(_mine, denied=False))
    row("word", f"{_whose} promise not to {{do:act}}", *_given(_mine, denied=True))
row("word", "your word about {x:place}", lambda x, v: {"x": x} if isinstance(x, str) else None, lambda s, v: s["x"])
row("word", "the agreement {x:that}", lambda x, v: {"x": x}, lambda s, v: s["x"], stiff=1)


# ── courtesies ──────────────────────────────────────────────────────────────────────────────────

_LINES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = tomllib.loads(
    files("negotiation.english").joinpath("courtesies.toml").read_text("utf-8")
)
"""By what they are about, and by manner."""


def _bare(manner: Manner, timed: bool) -> tuple[Take, Make]:
    def take(x: Any, v: Voice) -> Slots | None:
        if not _is(x, manner, v) or x.about is not None or (x.time is not None) is not timed:
            return None
        return {"time": x.time}

    return take, lambda s, v: t.Courtesy(v.speaker, v.hearers, manner, None, s.get("time"))


def _about(manner: Manner, timed: bool, topical: bool = False) -> tuple[Take, Make]:
    """About anything that has no words of its own; topical: about a topic, of which there mostly is more to say."""

    def take(x: Any, v: Voice) -> Slots | None:
        if not _is(x, manner, v) or x.about is None or (x.time is not None) is not timed:
            return None
        if isinstance(x.about, Tpc) is not topical:
            return None
        return {"x": x.about, "time": x.time}

    return take, lambda s, v: t.Courtesy(v.speaker, v.hearers, manner, s["x"], s.get("time"))


def _is(x: Any, manner: Manner, v: Voice) -> bool:
    return type(x) is t.Courtesy and x.manner is manner and (x.speaker, x.hearers) == (v.speaker, v.hearers)


for _manner in Manner:
    _texts = _LINES["bare"][_manner]
    row("courtesy", _texts, *_bare(_manner, timed=False))
    row("courtesy", f"Back in {{time:time}}: {_texts[0]}", *_bare(_manner, timed=True))
for _manner in Manner:
    _texts = _LINES["about"][_manner]
    _dated = [text.replace("@", " back in {time:time}") for text in _texts]
    _stiff = int(_manner is Manner.ADVICE)  # whose orders have sentences of their own
    row("courtesy", [text.replace("@", "") for text in _texts], *_about(_manner, timed=False), stiff=_stiff)
    row("courtesy", _dated, *_about(_manner, timed=True), stiff=_stiff)
    row("courtesy", _texts[0].replace("@", ""), *_about(_manner, timed=False, topical=True), stiff=1)
    row("courtesy", _dated[0], *_about(_manner, timed=True, topical=True), stiff=1)
for _tone in TONES.values():
    for _manner in Manner:
        _own = (_tone.lines.get(_manner.value, ()), _tone.about.get(_manner.value, ()))
        row("courtesy", _own[0], *_bare(_manner, timed=False), tone=_tone.name)
        _stiff = int(_manner is Manner.ADVICE)
        row(
            "courtesy",
            [text.replace("@", "") for text in _own[1]],
            *_about(_manner, timed=False),
            tone=_tone.name,
            stiff=_stiff,
        )
        _dated = [text.replace("@", " back in {time:time}") for text in _own[1]]
        row("courtesy", _dated, *_about(_manner, timed=True), tone=_tone.name)
row("utterance", "{x:courtesy}", lambda x, v: {"x": x} if type(x) is t.Courtesy else None, lambda s, v: s["x"])
