"""Building blocks of frame tables: rows, and usual ways to decompose values."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from negotiation import terms as t
from negotiation.english.frames import Frame, Make, Slots, Take, Voice

__all__ = [
    "ROWS",
    "chain",
    "conjoined",
    "is_a",
    "listed",
    "of",
    "row",
    "same",
    "spoken",
    "stated",
    "timed",
    "unless",
    "when",
]

ROWS: list[Frame] = []


def row(
    category: str,
    texts: str | Sequence[str],
    take: Take,
    make: Make,
    *,
    stiff: int = 0,
    tone: str = "",
    topic: str = "",
) -> None:
    """Frames with the same meaning. stiff: said only where no frame of the category that is less so can be. tone: said
    by this character only. topic: of all that they mean, if it is one."""
    for text in [texts] if isinstance(texts, str) else texts:
        ROWS.append(Frame(category, text, take, make, stiff, tone, topic))


_STATED: Final = re.compile(r"(\{\w+:whos?\}) (?:\[(\w+)\|\w+\|\w+\]|(\w+))(.*)")
_PAST: Final = {"told": "tell", "took": "take", "asked": "ask", "answered": "answer", "refused": "refuse"} | {
    f"{word}d": word for word in ("propose", "agree")
}
_LEADS: Final = {"am": ("[am|are|is]", ""), "have": ("[have|have|has]", ""), "would": ("would", "")}
"""Verbs that are put before whom they are said of, and before `not`, without `do`."""


def stated(
    texts: str | Sequence[str], take: Take, make: Make, *, asks: bool = True, denies: bool = True, stiff: int = 0
) -> None:
    """Rows for something that is stated of somebody, asked (`do you think …`) and denied (`you do not think …`), from
    texts as `{agent:who} [think|think|thinks] …`. asks, denies: whether it is asked and denied so; else that would mean
    something else.
    """
    row("primary", texts, take, make, stiff=stiff)
    asked, denied = turned(texts if isinstance(texts, str) else texts[0])
    if asks:
        row("asks", asked, take, make, stiff=stiff)
    if denies:
        row("denied", denied, *unless(take, make), stiff=stiff)


def turned(text: str) -> tuple[str, str]:
    """A statement as a question and as its denial."""
    match = _STATED.fullmatch(text)
    if match is None:
        raise ValueError(f"no statement of anybody: {text}")
    who, verb, past, rest = match.groups()
    if verb in _LEADS:
        lead, verb = _LEADS[verb]
    elif verb:
        lead, verb = "[do|do|does]", f" {verb}"
    else:
        lead, verb = "did", f" {_PAST.get(past) or past.removesuffix('ed')}"
    return f"{lead} {who}{verb}{rest}", f"{who} {lead} not{verb}{rest}"


def unless(take: Take, make: Make) -> tuple[Take, Make]:
    """Takes and makes the denial of a value."""

    def make_not(s: Slots, voice: Voice) -> Any:
        found = make(s, voice)
        return None if found is None else t.Not(found)

    return lambda x, v: take(x.item, v) if type(x) is t.Not else None, make_not


def is_a(kind: type[Any], *fields: str) -> Take:
    """Takes the fields of a value of this class that carries no time."""

    def take(value: Any, voice: Voice) -> Slots | None:
        if type(value) is not kind or getattr(value, "time", None) is not None:
            return None
        return {field: getattr(value, field) for field in fields}

    return take


def of(kind: type[Any], *fields: str) -> Make:
    return lambda s, v: kind(*(s[field] for field in fields))


def same(category: str, inner: str) -> None:
    row(category, f"{{x:{inner}}}", lambda x, v: {"x": x}, lambda s, v: s["x"])


def spoken(kind: type[Any], field: str) -> tuple[Take, Make]:
    def take(value: Any, voice: Voice) -> Slots | None:
        if type(value) is not kind or value.time is not None:
            return None
        return (
            {"x": getattr(value, field)} if (value.speaker, value.hearers) == (voice.speaker, voice.hearers) else None
        )

    return take, lambda s, v: kind(v.speaker, v.hearers, s["x"])


def when(value: Any, voice: Voice) -> Slots | None:
    time = getattr(value, "time", None)
    return None if time is None else {"time": time, "x": replace(value, time=None)}


def timed(s: Slots, voice: Voice) -> Any:
    return replace(s["x"], time=s["time"]) if getattr(s["x"], "time", 0) is None else None


def conjoined(s: Slots, build: Any) -> Any:
    """One conjunction of two parts; none when a part is itself one, which would be said otherwise."""
    if isinstance(s["one"], t.And) or isinstance(s["other"], t.And):
        return None
    return build(t.And((s["one"], s["other"])))


def chain(kind: type[Any], category: str, item: str, glue: str, last: str | None = None) -> None:
    """Rows for two items or more of this kind, with glue between them and `last` before the last one."""

    def take(value: Any, voice: Voice) -> Slots | None:
        return {"items": value.items} if type(value) is kind else None

    row(category, f"{{items:{category}s}}", take, lambda s, v: kind(s["items"]))
    row(
        f"{category}s",
        f"{{first:{item}}}{glue}{{rest:{category}s}}",
        lambda x, v: {"first": x[0], "rest": x[1:]} if len(x) > 2 else None,
        lambda s, v: (s["first"], *s["rest"]),
    )
    row(
        f"{category}s",
        f"{{first:{item}}}{glue if last is None else last}{{last:{item}}}",
        lambda x, v: {"first": x[0], "last": x[1]} if len(x) == 2 else None,
        lambda s, v: (s["first"], s["last"]),
    )
    row(category, f"{{x:{item}}}", lambda x, v: {"x": x} if type(x) is not kind else None, lambda s, v: s["x"])


def listed(category: str, item: str) -> None:
    """Rows for tuples of two or more: `a, b and c`."""
    row(
        category,
        f"{{first:{item}}}, {{rest:{category}}}",
        lambda x, v: {"first": x[0], "rest": x[1:]} if len(x) > 2 else None,
        lambda s, v: (s["first"], *s["rest"]),
    )
    row(
        category,
        f"{{first:{item}}} and {{last:{item}}}",
        lambda x, v: {"first": x[0], "last": x[1]} if len(x) == 2 else None,
        lambda s, v: (s["first"], s["last"]),
    )
