"""Marked lines of people who chat, put together from `bench/lines/chatter.toml`.

Answers in several words, deals with asides that name others, retreats agreed before the moves, talk that only names
what deals are about, and lines of `bench.gists` that settle nothing. Deals are drawn on the boards of
`bench.task_success` with a seed of their own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.position import Position, opening
from adjudication.powers import as_power
from bench.chats import Chat, deal_in_words, named, wordings
from bench.gists.__main__ import lines as gists
from bench.made import Line
from bench.several import Part, dealt, drawn, near, tables
from bench.task_success.boards import boards
from negotiation.diplomacy import Aly, Dmz, Ent, Pce, Rto, region_of, unit_of
from negotiation.terms import Accept, Agree, Deal, Desire, Do, Inform, Propose, Reject, Withdraw

__all__ = ["chatter"]

_SEED: Final = 37


def chatter() -> Iterator[Line]:
    """All of them."""
    makers: Mapping[Callable[[Chat], Line | None], int] = {
        _agreed: 750,
        _refused: 900,
        _countered: 200,
        _postponed: 160,
        _wrapped: 1400,
        _retreating: 450,
        _withdrawn: 140,
        _idle: 500,
    }
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for make, count in makers.items():
        made = 0
        while made < count:
            line = make(Chat(rng, rng.choice(positions)))
            if line is not None:
                made += 1
                yield line
    found = {text for name, text in gists() if name.partition(":")[0] in _IDLE}
    found |= {text for name, text in gists() if name.partition(":")[0] in _TELLING and "?" not in text}
    for text in rng.sample(sorted(found), _TALK):
        yield _said_idly(Chat(rng, rng.choice(positions)), text)
    own = Random(_PLAIN)
    for number in range(_SHORT):
        short = _answered(Chat(own, own.choice(positions)), "no" if number % 2 else "yes")
        if short is not None:
            yield short
    for text in wordings()["wants"]["lines"]:
        for _ in range(_WANTS):
            yield _reported(Chat(own, own.choice(positions)), text)
    for text in wordings()["unsure"]["lines"]:
        for _ in range(_UNSURE):
            unsure = _said_unsurely(Chat(own, own.choice(positions)), text)
            if unsure is not None:
                yield unsure


_PLAIN: Final = 41
"""The seed of short answers and of what a third power wants."""
_SHORT: Final = 700
_WANTS: Final = 4
"""Lines of each wording of what a third power wants,"""
_UNSURE: Final = 3
"""and of each that is neither yes nor no."""
_TALK: Final = 1000
_ANSWER: Final = 3
"""Words that may be a yes or a no where something is open."""
_IDLE: Final = frozenset(
    {"greet", "farewell", "chat", "rules", "screen", "bot", "advice", "look", "person", "here", "mood", "hush"}
)
"""Kinds of what settles nothing,"""
_TELLING: Final = frozenset({"blame", "praise", "jest"})
"""and kinds of what settles nothing unless it asks."""
_ORDERS: Final = ("hold", "move", "move", "support", "apart")
_PACTS: Final = ("peace", "zone", "zone", "mine", "yours", "ally")


def _parts(chat: Chat) -> list[Part]:
    """One or two things that a deal is made of."""
    kinds = chat.rng.choice((_ORDERS, _PACTS))
    found: list[Part] = []
    for _ in range(chat.rng.choice((1, 1, 2))):
        part = drawn(chat, tables()["parts"], chat.rng.choice(kinds))
        if part is not None and not any(part.taken & one.taken for one in found):
            found.append(part)
    return found


def _open(chat: Chat, parts: Sequence[Part]) -> Deal | None:
    """The deal that the other side proposed."""
    said = dealt(chat, parts)[0][0] if parts else None
    if isinstance(said, Propose):
        return said.deal
    return said.content if isinstance(said, Inform) else None  # type: ignore[return-value]


def _repeated(chat: Chat, parts: Sequence[Part]) -> str:
    return chat.rng.choice((", ", " and ", ", ", ". ")).join(part.text for part in parts)


# ── answers ─────────────────────────────────────────────────────────────────────────────────────


def _agreed(chat: Chat) -> Line | None:
    parts = _parts(chat)
    deal = _open(chat, parts)
    if deal is None:
        return None
    yes, more, x = chat.word("yes", "bare"), chat.word("yes", "bare"), _repeated(chat, parts)
    bare = (yes, yes, f"{yes}, {more}", f"{yes}. {more}", f"{yes} {chat.rng.choice(_CALLED)}", f"{yes}! {more}")
    named = (f"{yes}, {x}", f"{yes}. {x}", f"{x}, {yes}", f"{x}. {yes}", f"{x}? {yes}", f"so {x}, {yes}", f"ok so {x}")
    told = (f"{yes}: {x}", f"so it is then: {x}", f"{x} then", f"then {x}", f"yes {x}", f"{yes} {x}", f"{x}, got it")
    text = chat.rng.choice(chat.rng.choice((bare, bare, named, told)))
    talk = (Propose(chat.you, (chat.me,), deal),)
    return chat.told("yes", chat.beside(text, 0.5), talk, (Accept(chat.me, (chat.you,), deal),))


def _answered(chat: Chat, kind: str) -> Line | None:
    """A short yes or no, often with a remark beside it."""
    parts = _parts(chat)
    deal = _open(chat, parts)
    if deal is None:
        return None
    text = chat.word("short", kind)
    shape = chat.rng.choice(("bare", "bare", "both", "before", "after"))
    if shape in ("both", "before"):
        text = f"{chat.word('short', f'{kind}_before')} {text}"
    if shape in ("both", "after"):
        text = f"{text}{chat.rng.choice(('.', '.', '!'))} {chat.word('short', f'{kind}_after')}"
    answer = Accept if kind == "yes" else Reject
    talk = (Propose(chat.you, (chat.me,), deal),)
    return chat.told(f"short {kind}", text, talk, (answer(chat.me, (chat.you,), deal),))


_CALLED: Final = (
    "mate",
    "my friend",
    "friend",
    "buddy",
    "bro",
    "pal",
    "neighbour",
    "sir",
    "dear",
    "man",
    "m8",
    "chief",
    "boss",
    "squire",
    "darling",
    "dude",
    "old boy",
    "partner",
)


_UNASKED: Final = 0.4
"""Share of refusals of what nobody proposed."""


def _no(chat: Chat, parts: Sequence[Part], deal: Deal) -> str:
    no, more = chat.word("no", "bare"), chat.word("no", "bare")
    why = chat.spelt(chat.word("no", "because"))
    bare = (no, no, f"{no}, {more}", f"{no}. {more}", f"{no} {chat.rng.choice(_CALLED)}", f"{no}! {more}")
    reason = (f"{no}, {why}", f"{no}. {why}", f"{why}, so {no}", f"{why}. {no}", f"{why}, {no}", f"{no}: {why}")
    return chat.rng.choice(chat.rng.choice((bare, bare, reason, (_named_no(chat, parts, deal),))))


def _named_no(chat: Chat, parts: Sequence[Part], deal: Deal) -> str:
    no, x = chat.word("no", "bare"), chat.rng.choice((_name_of(chat, deal), "")) or _repeated(chat, parts)
    named = (f"{x}? {no}", f"{x}?? {no}", f"{x}... {no}", f"so {x}? {no}", f'"{x}." {no}', f"{x}, you say. {no}")
    asked = (f"you want me to agree that {x}? {no}", f"oh sure, {x}, and then what? {no}", f"{x}, he says. {no}")
    return chat.rng.choice((*named, *asked))


def _refused(chat: Chat) -> Line | None:
    parts = _parts(chat)
    deal = _open(chat, parts)
    if deal is None:
        return None
    names = chat.rng.random() < _UNASKED
    talk = () if names else (Propose(chat.you, (chat.me,), deal),)
    text = _named_no(chat, parts, deal) if names else chat.beside(_no(chat, parts, deal), 0.3)
    return chat.told("no", text, talk, (Reject(chat.me, (chat.you,), deal),))


_BUT: Final = (
    "How about this:",
    "But",
    "What I would take:",
    "instead:",
    "my offer:",
    "Rather",
    "but hear me out,",
    "But I have another idea:",
    "Here's mine:",
    "What about this instead:",
    "I'd sooner do this:",
    "Let me say this instead:",
)


def _countered(chat: Chat) -> Line | None:
    """A no, and something else instead."""
    parts = _parts(chat)
    deal, new = _open(chat, parts), deal_in_words(chat)
    if deal is None or new is None:
        return None
    text, ways = new
    asked = [way for way in ways if isinstance(way[0], Propose) and way[0].deal != deal]
    no = chat.word("no", "bare")
    if not asked:
        return None
    no = no if no[-1] in ".?!" else f"{no}{chat.rng.choice(('.', ',', '.'))}"
    text = f"{no} {chat.rng.choice((*_BUT, ''))} {text}".replace("  ", " ")
    talk = (Propose(chat.you, (chat.me,), deal),)
    return chat.told("counter", text, talk, *((Reject(chat.me, (chat.you,), deal), *way) for way in asked))


def _postponed(chat: Chat) -> Line | None:
    """A yes on a condition that no deal can hold."""
    deal = _open(chat, _parts(chat))
    if deal is None:
        return None
    yes = chat.rng.choice(("yes", "sure", "ok", "fine", "deal", "gladly", "I agree", "happy to", "willingly", "yeah"))
    text = chat.spelt(chat.word("yes", "later"), yes=yes)
    return chat.told("later", text, (Propose(chat.you, (chat.me,), deal),))


def _withdrawn(chat: Chat) -> Line | None:
    deal = _open(chat, _parts(chat))
    if deal is None:
        return None
    name = _name_of(chat, deal)
    named = bool(name) and chat.rng.random() < 0.6
    text = chat.word("deal", "undo").format(x=name) if named else chat.beside(chat.word("deal", "withdraw"))
    talk = () if named and chat.rng.random() < 0.3 else (Propose(chat.me, (chat.you,), deal),)
    return chat.told("withdraw", text, talk, (Withdraw(chat.me, (chat.you,)),))


def _name_of(chat: Chat, deal: Deal) -> str:
    """Everyday name of a pact; orders have none."""
    match deal:
        case Agree(content=Pce()):
            return chat.rng.choice(("the peace", "peace", "the offer of peace", "that truce", "a truce"))
        case Agree(content=Aly(against=(foe, *_))):
            return chat.rng.choice(
                ("the alliance", f"the alliance against {chat.power(as_power(foe))}", "our alliance")
            )
        case Agree(content=Dmz(provinces=(place, *_))):
            return chat.rng.choice((f"the dmz in {chat.place(place)}", f"that dmz in {chat.place(place)}"))
    return ""


def _reported(chat: Chat, wording: str) -> Line:
    """A place that a third power wants."""
    places = [place for place in near(chat) if place in STANDARD.centers]
    place, who = chat.rng.choice(places or ["BEL"]), chat.him
    text = wording.format(w=chat.power(who), p=chat.place(place))
    told = (Desire(who, place), Desire(who, Ent(who, place)))
    return chat.told("wants", text, (), *((Inform(chat.me, (chat.you,), one),) for one in told))


# ── deals, retreats and talk ────────────────────────────────────────────────────────────────────


def _wrapped(chat: Chat) -> Line | None:
    """A deal with things said beside it."""
    found = deal_in_words(chat)
    if found is None:
        return None
    text, ways = found
    return chat.told("deal", chat.beside(text, 0.65), (), *ways)


def _retreating(chat: Chat) -> Line | None:
    """Retreat that is agreed before the moves."""
    power, side = chat.rng.choice(((chat.me, "me"), (chat.you, "you")))
    unit = chat.rng.choice(chat.units(power))
    goals = chat.goals(unit)
    if len(goals) < 2:
        return None
    place, other = chat.rng.sample(sorted(goals), 2)
    names: dict[str, Any] = {
        **named(chat, u=unit),
        "w": chat.power(chat.him),
        "p": chat.place(place),
        "q": chat.place(other),
    }
    names["c"] = chat.word("retreat", f"cause_{side}").format(**names)
    text = chat.word("retreat", side).format(**names)
    retreat = Rto(unit_of(unit), region_of(unit.kind, goals[place]))
    return chat.told("retreat", chat.beside(text, 0.25), (), *chat.said((power, Do(retreat))))


def _idle(chat: Chat) -> Line:
    """Talk that names what deals are about."""
    text = chat.spelt(chat.word("talk", chat.rng.choice(("lines", "lines", "reproaches"))))
    if chat.rng.random() < 0.25:
        text = f"{text}{chat.rng.choice(('. ', ' '))}{chat.aside('after')}"
    return _said_idly(chat, text)


def _said_unsurely(chat: Chat, text: str) -> Line | None:
    """Neither yes nor no to what is open."""
    deal = _open(chat, _parts(chat))
    return None if deal is None else chat.told("unsure", text, (Propose(chat.you, (chat.me,), deal),))


def _said_idly(chat: Chat, text: str) -> Line:
    """Talk, half of it beside an open proposal that it cannot answer."""
    deal = _open(chat, _parts(chat)) if len(text.split()) > _ANSWER and chat.rng.random() < 0.5 else None
    if deal is None:
        return chat.told("talk", text, ())
    asks, asked = chat.rng.choice(((chat.me, chat.you), (chat.you, chat.me)))
    return chat.told("talk", text, (Propose(asks, (asked,), deal),))
