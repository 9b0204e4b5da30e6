"""Utterances from news about others, feelings and agreements (`saying.News`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Dmz, Drw, Pce, actor_of
from negotiation.english.context import Context
from negotiation.grammar.saying import Deed, News
from negotiation.grounding.bodies import Alliance, Draw, Orders, Peace, Zone
from negotiation.grounding.ground import Ground, Move
from negotiation.grounding.swapping import goals, swapped
from negotiation.levels import subterms
from negotiation.terms import (
    Agree,
    Belief,
    Commit,
    Commits,
    Desire,
    Do,
    Explain,
    Feel,
    Feeling,
    Formula,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
    both,
)
from negotiation.words.entities import UnitRef, When

__all__ = ["news_utterances", "uncertain"]

_FEELINGS = {"happy": Feeling.HAPPY, "veryhappy": Feeling.VERY_HAPPY, "sad": Feeling.SAD, "angry": Feeling.ANGRY}


_UNCERTAIN = {"might", "could", "would", "should", "past", "did", "want", "try"}


def uncertain(news: News) -> bool:
    """True if the news only states possible, due or past deeds."""
    inner = news.get("n")
    leads = {*(news.get("m") or ()), *(news.get("a") or () if news.kind == "asksthird" else ())}
    return bool(_UNCERTAIN & leads) or (isinstance(inner, News) and uncertain(inner))


def news_utterances(news: News, question: bool, ground: Ground, context: Context, when: When) -> list[Utterance]:
    """Every utterance a piece of news or a question may be."""
    return list(dict.fromkeys(_told(news, question, ground, context, when)))[:4]


_PACTS: Final = {Peace: Pce, Alliance: Aly, Zone: Dmz, Draw: Drw}


def _spoken_of(body: object, deal: object) -> bool:
    """True if a deal has such a pact."""
    pact = _PACTS.get(type(body))
    return pact is not None and any(isinstance(term, pact) for term in subterms(deal))


def _who(name: str, context: Context, ground: Ground) -> Power | None:
    power = ground.third if name == "they" else as_power(name)
    return None if power in (context.speaker, *context.hearers) else power


def _told(news: News, question: bool, ground: Ground, context: Context, when: When) -> Iterator[Utterance]:
    me, hearers = context.speaker, context.hearers
    match news.kind:
        case "withdraw":
            yield Withdraw(me, hearers)
        case "stillso":
            zone = Dmz(ground.powers("we"), tuple(place.province for place in news.get("p")))
            yield Query(me, hearers, Agree(ground.powers("we"), zone))
        case "refusal":
            yield from (Reject(me, hearers, deal) for deal in context.open_deals[:1] if _spoken_of(news.get("v"), deal))
        case "reports":
            who = _who(news.get("s"), context, ground)
            if who is None:
                return
            for inner in _told(news.get("n"), False, ground, context, when):
                content = inner.content if isinstance(inner, Inform) else None
                if (
                    isinstance(content, Belief)
                    and isinstance(content.content, Do)
                    and actor_of(content.content.action) == who
                ):
                    yield Inform(
                        me, hearers, Inform(who, (me,), Commits((Commit(who, (me,), content.content, when.turn),)))
                    )
                elif content is not None:
                    heard = content.content if isinstance(content, Belief) else content
                    heard = Belief(who, heard) if isinstance(heard, Not) else heard
                    yield Inform(me, hearers, Inform(who, (me,), heard))
        case "order":
            for content in _ordered(news, ground, context):
                yield Inform(me, hearers, Belief(me, content, when.turn))
        case "desires":
            who = _who(news.get("s"), context, ground)
            codes = tuple(sorted(place.province for place in news.get("q")))
            if who is not None:
                yield Inform(me, hearers, Belief(me, Desire(who, both(codes), when.turn)))
        case "offeredyou" if len(hearers) == 1:
            who = _who(news.get("s"), context, ground)
            pact = _pact(news.get("p"), tuple(sorted((who, hearers[0]))), ground) if who is not None else None
            if who is not None and pact is not None:
                yield Query(me, hearers, Propose(who, hearers, Agree(tuple(sorted((who, hearers[0]))), pact)))
        case "askedyou" if len(hearers) == 1:
            who = _who(news.get("s"), context, ground)
            if who is None:
                return
            for deed in news.get("v"):
                pact = _joined(deed, tuple(sorted((who, hearers[0]))), ground)
                if pact is not None:
                    yield Query(me, hearers, Propose(who, hearers, Agree(tuple(sorted((who, hearers[0]))), pact)))
        case "askedme":
            who = _who(news.get("s"), context, ground)
            if who is None:
                return
            for deed in news.get("v"):
                pact = _joined(deed, tuple(sorted((who, me))), ground)
                if pact is not None and (deed.victim or not deed.denied):
                    yield Inform(me, hearers, Propose(who, (me,), Agree(tuple(sorted((who, me))), pact)))
        case "pactpair":
            members = tuple(sorted(map(as_power, news.get("pair"))))
            pact = _pact(news.get("p"), members, ground) if not set(members) & {me, *hearers} else None
            if pact is not None:
                yield Inform(me, hearers, Belief(me, Agree(members, pact)))
        case "why" if len(hearers) == 1:
            for content in _done(news.get("v"), hearers[0], ground):
                yield Query(me, hearers, Explain(content))
        case "whynot" if len(hearers) == 1:
            pact = _pact(news.get("p"), tuple(sorted((me, hearers[0]))), ground)
            if pact is not None:
                yield _why_not(pact, context)
        case "feel":
            yield Inform(me, hearers, Feel(me, _FEELINGS[news.get("f")]))
        case "feelask" if len(hearers) == 1:
            yield Query(me, hearers, Feel(hearers[0], _FEELINGS[news.get("f")]))
        case "will":
            for content in _deed(news, context, ground):
                yield Inform(me, hearers, Belief(me, content, when.turn))
        case "asksthird" if len(hearers) == 1:
            for content in _deed(news, context, ground):
                if isinstance(content, Do):
                    yield Query(me, hearers, content)
                else:
                    yield Query(me, hearers, Belief(hearers[0], content, when.turn))
        case "reason":
            after = _reason(news.get("k") == "not", context)
            if after is not None:
                yield after
        case "likewise":
            mirrored = [_mirrored(commit, me) for commit in (context.promises.items if context.promises else ())]
            given = tuple(one for one in mirrored if one is not None)
            if given and len(given) == len(mirrored):
                yield Inform(me, hearers, Commits(given))
        case "swap":
            for deal in (*context.open_deals, *context.own_deals)[:1]:
                for goal in goals(deal):
                    for other in swapped(deal, goal, news.get("p"), ground):
                        yield Propose(me, hearers, other)
        case "ihave":
            others = {power for name in (news.get("s"),) if name for power in (_who(name, context, ground),) if power}
            others |= {power for name in getattr(news.get("p"), "partners", ()) for power in ground.powers(name)}
            others -= {me, *hearers}
            pact = _pact(news.get("p"), tuple(sorted((*others, me)))) if others else None
            if pact is not None:
                yield Inform(me, hearers, Agree(tuple(sorted((*others, me))), pact))
        case "denies":
            for inner in _told(news.get("n"), False, ground, context, when):
                content = inner.content if isinstance(inner, Inform) else None
                content = content.content if isinstance(content, Belief) else content
                if content is not None:
                    denied = content.item if isinstance(content, Not) else Not(content)
                    yield Inform(me, hearers, Belief(me, denied, when.turn))
        case "thinks":
            for inner in _told(news.get("n"), question, ground, context, when):
                if isinstance(inner, Inform) and isinstance(inner.content, Aly | Pce):
                    content = inner.content
                    yield Inform(me, hearers, Belief(me, Agree(content.powers, content)))
                else:
                    yield inner
        case "pactvp" | "pactthey":
            names = news.get("pair") or (news.get("s"), news.get("t"))
            found = {_who(name, context, ground) for name in names}
            members = tuple(sorted(power for power in found if power is not None))
            if len(members) < 2 or len(members) < len(names):
                return
            for deed in news.get("v") or (Deed(news.get("p")),):
                pact = _pact(deed.body, members, ground)
                if deed.victim:
                    pact = Aly(members, ground.powers(deed.victim))
                if pact is not None:
                    agreed = Agree(members, pact)
                    yield Query(me, hearers, agreed) if question else Inform(me, hearers, Belief(me, agreed))
        case "pactwith_":
            first, second = (_who(news.get(name), context, ground) for name in "st")
            if first is not None and second is not None and first != second:
                members = tuple(sorted((first, second)))
                agreed = Agree(members, Aly(members))
                yield Query(me, hearers, agreed) if question else Inform(me, hearers, Belief(me, agreed))
        case "tells":
            who = _who(news.get("s"), context, ground)
            if who is None or (news.get("t") not in ("they", who, None)):
                return
            for content in _deed(news, context, ground):
                said: Formula = Commits((Commit(who, (me,), content, when.turn),))
                if isinstance(content, Not):
                    said = Belief(who, content, when.turn)
                yield Inform(me, hearers, Inform(who, (me,), said))
        case "offered":
            who = _who(news.get("s"), context, ground)
            pact = _pact(news.get("p"), tuple(sorted((who, me))), ground) if who is not None else None
            if who is not None and pact is not None:
                yield Inform(me, hearers, Propose(who, (me,), Agree(tuple(sorted((who, me))), pact)))
        case "pactof" | "pactbetween":
            first = _who(news.get("s"), context, ground)
            second = _who(news.get("t"), context, ground) if news.get("t") else None
            if first is None or second is None or first == second:
                return
            members = tuple(sorted((first, second)))
            pact = _pact(news.get("p"), members)
            if pact is not None:
                asked = news.kind == "pactbetween" or question
                yield Query(me, hearers, Agree(members, pact)) if asked else Inform(me, hearers, pact)
        case "pactwith":
            partners = ({as_power(news.get("t"))} if news.get("t") else set()) | {
                power for name in getattr(news.get("p"), "partners", ()) if name for power in ground.powers(name)
            }
            partners -= {me, *hearers}
            if partners:
                members = tuple(sorted({*hearers, *partners}))
                pact = _pact(news.get("p"), members)
                if pact is not None:
                    yield Query(me, hearers, Agree(members, pact))
        case "asksdesire" if len(hearers) == 1:
            codes = tuple(sorted(place.province for place in news.get("q")))
            yield Query(me, hearers, Desire(hearers[0], both(codes), when.turn))
        case _:
            return


def _joined(deed: Deed, members: tuple[Power, ...], ground: Ground) -> Formula | None:
    """Joint deed asked of two powers: a pact, or an attack."""
    if not deed.victim:
        return _pact(deed.body, members, ground)
    victims = ground.powers(deed.victim)
    return Aly(members, victims) if not set(victims) & set(members) else None


def _pact(body: object, members: tuple[Power, ...], ground: Ground | None = None) -> Formula | None:
    if isinstance(body, Peace):
        return Pce(members)
    if isinstance(body, Alliance):
        named = [
            ground.powers(one) if ground is not None else () if one in ("they", "me", "you") else (as_power(one),)
            for one in body.against
        ]
        against = tuple(power for each in named for power in each)
        if set(against) & set(members) or len(against) < len(body.against):
            return None
        return Aly(members, against)
    return None


def _ordered(news: News, ground: Ground, context: Context) -> Iterator[Formula]:
    """Orders of a power that is not there, as the board tells whose they are."""
    body = news.get("v")
    if not isinstance(body, Orders) or body.extra or ground.position is None:
        return
    sketch = body.sketch
    if news.get("u") is not None:
        if not isinstance(sketch, Move) or sketch.unit is not None:
            return
        sketch = replace(sketch, unit=news.get("u"))
    if getattr(sketch, "unit", getattr(sketch, "helper", None)) is None:
        return
    for action in ground.actions(sketch, ()):
        if actor_of(action) not in (context.speaker, *context.hearers):
            yield Do(action)


def _deed(news: News, context: Context, ground: Ground) -> Iterator[Formula]:
    """Deeds or abstentions of an absent power."""
    deeds, leads = news.get("v"), news.get("m") or ()
    unit = news.get("u")
    who = _who(news.get("s"), context, ground) if unit is None else None
    if unit is not None:
        moved = [_by(unit, deed) for deed in deeds]
        deeds = tuple(deed for deed in moved if deed is not None)
        owners = {actor_of(action) for deed in deeds for action in ground.actions(deed.body.sketch, ())}
        who = next(iter(owners)) if len(owners) == 1 and not owners & {context.speaker, *context.hearers} else None
    if who is None or len(deeds) != 1:
        return
    denied = (leads.count("not") + deeds[0].denied + bool(news.get("n"))) % 2 == 1
    if deeds[0].victim:
        victims = ground.powers(deeds[0].victim)
        contents: list[Formula] = [Pce(tuple(sorted((who, victim)))) for victim in victims if victim != who]
    else:
        contents = list(_done((replace(deeds[0], denied=False),), who, ground))
    for content in contents:
        if denied:
            yield content.item if isinstance(content, Not) else Not(content)
        else:
            yield content


def _by(unit: UnitRef, deed: Deed) -> Deed | None:
    """A move as that unit's."""
    body = deed.body
    if not isinstance(body, Orders) or body.extra or not isinstance(body.sketch, Move) or body.sketch.unit is not None:
        return None
    return replace(deed, body=Orders(replace(body.sketch, unit=unit)))


def _done(deeds: tuple[Deed, ...], who: Power, ground: Ground) -> Iterator[Formula]:
    if len(deeds) != 1 or deeds[0].denied:
        return
    body = deeds[0].body
    if isinstance(body, Orders) and not body.extra:
        yield from (Do(action) for action in ground.actions(body.sketch, (who,)))
    if isinstance(body, Alliance) and body.hostile and len(body.against) == 1:
        for victim in ground.powers(body.against[0]):
            if victim != who:
                yield Not(Pce(tuple(sorted((who, victim)))))


def _mirrored(commit: Commit, power: Power) -> Commit | None:
    """A promise to keep out, as the other side makes it; None for any other promise."""
    if not isinstance(commit.content, Dmz):
        return None
    return Commit(power, (commit.agent,), Dmz((power,), commit.content.provinces), commit.time)


_EXPLAINING: Final = 7
"""The level of L from which one can ask for explanations."""


def _reason(refusing: bool, context: Context) -> Query | None:
    """`why?`, `why not?`: the question for the reason of what the hearer just refused, or else offers or promised.

    In L that is to explain a wish. Where the level is lower, it is asked whether that is the wish.
    """
    if len(context.hearers) != 1:
        return None
    deal = context.refused
    if deal is None and not refusing:
        deal = context.open_deals[0] if context.open_deals else context.promises
    if deal is None:
        return None
    content = deal.content if isinstance(deal, Agree) else both(commit.content for commit in deal.items)
    if deal is context.refused:
        return _why_not(content, context)
    wish = Desire(context.hearers[0], content)
    return Query(context.speaker, context.hearers, wish if context.level < _EXPLAINING else Explain(wish))


def _why_not(content: Formula, context: Context) -> Query:
    """The question why the hearer does not want it.

    Where nothing is explained, whether it is wanted.
    """
    hearer = context.hearers[0]
    asked = Desire(hearer, content) if context.level < _EXPLAINING else Explain(Desire(hearer, Not(content)))
    return Query(context.speaker, context.hearers, asked)
