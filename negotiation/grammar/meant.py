"""Readings of a clause or deal on the board, by its moods."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from adjudication.powers import POWERS, as_power
from negotiation.diplomacy import Ent, Hlp, Mto, Pce
from negotiation.grammar.clause_moods import ClauseMood, clause_moods
from negotiation.grammar.saying import Clause, Deal, Deed
from negotiation.grounding.anyhow import together
from negotiation.grounding.bodies import Alliance, Body, Bounce, Centers, Draw, Orders, Peace, Solo, Zone
from negotiation.grounding.ground import Ground, Move
from negotiation.grounding.interpret import interpret
from negotiation.grounding.parts import Common, Duty, Part, Reading, Said, soft
from negotiation.terms import Commit, Commits, Desire, Do, Implies, Inform, Not, Query, both
from negotiation.words.spotting import When

__all__ = ["Here", "Meant", "meant"]


@dataclass(frozen=True, slots=True)
class Meant:
    """A way to take something said: its parts, and what speaks against it."""

    parts: Reading
    doubt: float = 0.0


# ── moods to readings ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Here:
    """Ground on which a clause is read.

    named: the provinces that the text names. timed: it names a time.
    """

    ground: Ground
    when: When
    named: frozenset[str]
    timed: bool = False


def meant(value: Clause | Deal, question: bool, here: Here) -> list[Meant]:
    """Every way to take a clause or a deal on this board; none where it does not fit."""
    if isinstance(value, Deal):
        return _dealt(value, replace(here, timed=False))
    return _clause(value, question, here)


def _clause(clause: Clause, question: bool, here: Here) -> list[Meant]:
    ground, when = here.ground, here.when
    named_as = dict.fromkeys(ground.hearers, "you") | {ground.speaker: "me"}
    clause = (
        replace(clause, subject=named_as.get(as_power(clause.subject), clause.subject))
        if clause.subject in POWERS
        else clause
    )
    whole: list[Meant] = [Meant(())]
    for deed in clause.deeds:
        found: list[Meant] = []
        for way in clause_moods(clause, question, deed):
            readings = list(_readings(replace(way, forbids=deed.forbids), deed.body, ground, when))
            readings = list(together(readings, here.named))
            bare = question and clause.kind in ("noun", "bids")
            doubt = way.doubt + _soon(deed.body, when, here.timed) + _known(deed.body, ground)
            doubt += 1.0 if bare and any(_for_others(one, ground) for one in readings) else 0.0
            doubt += 0.9 if isinstance(deed.body, Solo) and deed.body.who not in ("me", "you", "") else 0.0
            doubt += _outsiders(deed.body, ground) if way.mood.actor != "you" else 0.0
            found.extend(Meant(reading, doubt + _selfish(reading)) for reading in readings)
        if not found:
            return []
        whole = _joined(whole, found)
    return whole


def _joined(whole: Sequence[Meant], more: Sequence[Meant]) -> list[Meant]:
    """Each with each, the first dozen."""
    return [
        Meant((*one.parts, *other.parts), one.doubt + other.doubt) for one, other in islice(product(whole, more), 12)
    ]


def _readings(way: ClauseMood, body: Body, ground: Ground, when: When) -> Iterable[Reading]:
    mood, denied = way.mood, way.denied
    if isinstance(body, Deed):
        body, denied = body.body, denied != body.denied
    if mood.act == "refuse" and _refused(body):
        return []
    if mood.act == "refuse" and isinstance(body, Zone) and not way.forbids:
        return []
    if mood.act == "refuse" and isinstance(body, Alliance):
        return _spared(body, ground, when)
    if not denied:
        return [one for one in interpret(mood, body, ground, when) if _whole(one, body)]
    if isinstance(body, Peace) and mood.act == "query":
        pact = Not(Pce(ground.powers("we")))
        return [(Said(Query(ground.speaker, ground.hearers, Desire(ground.hearers[0], pact, when.turn))),)]
    if isinstance(body, Orders):
        if (
            isinstance(body.sketch, Move)
            and not body.extra
            and (body.sketch.unit is None or not body.sketch.unit.place)
        ):
            if mood.act == "query":
                return []
            return interpret(mood, Zone((body.sketch.target,), both=mood.act == "joint"), ground, when)
        if mood.act == "refuse":
            return interpret(replace(mood, act="refuse"), body, ground, when)
        return interpret(mood, body, ground, when, True)
    if isinstance(body, Alliance) and body.hostile and mood.act in ("plan", "refuse") and mood.actor == "me":
        return _spared(body, ground, when)
    if isinstance(body, Alliance) and body.hostile:
        return interpret(mood, Peace(body.against), ground, when) if mood.act != "joint" else []
    if isinstance(body, Centers) and len(body.shares) == 1 and body.shares[0][0] == "":
        return interpret(mood, Zone(body.shares[0][1]), ground, when)
    if isinstance(body, Bounce) and mood.act != "joint":
        return interpret(mood, Zone((body.place,)), ground, when)
    return []


def _spared(body: Alliance, ground: Ground, when: When) -> list[Reading]:
    """`I won't attack W`: a promise of peace with W."""
    powers = [one for name in body.against for one in ground.powers(name)]
    me = ground.speaker
    if not powers or me in powers or set(powers) & set(ground.hearers):
        return []
    return [tuple(Duty(me, Pce(tuple(sorted((me, one)))), when.last, firm=True) for one in powers)]


def _whole(reading: Reading, body: Body) -> bool:
    """True if a reading of a destination covers all named places."""
    several = isinstance(body, Centers) and len(body.shares) == 1 and len(body.shares[0][1]) > 1
    return not several or not all(isinstance(getattr(one, "content", None), Ent) for one in reading)


def _for_others(reading: Reading, ground: Ground) -> bool:
    """True if it is support for an absent power."""
    actions = [one.content.action for one in reading if isinstance(one, Duty) and isinstance(one.content, Do)]
    units = [getattr(getattr(one, "action", None), "unit", None) for one in actions]
    return any(unit is not None and unit.power not in ground.powers("we") for unit in units)


def _known(body: Body, ground: Ground) -> float:
    """Cost against proposed shares that are already held."""
    if not isinstance(body, Centers) or ground.position is None or len(body.shares) < 2:
        return 0.0
    held = [
        {place.province for place in places} <= {center for one in ground.powers(who) for center in ground.centers(one)}
        for who, places in body.shares
        if who
    ]
    return 1.2 if len(held) == len(body.shares) and all(held) else 0.0


def _soon(body: Body, when: When, timed: bool) -> float:
    """Cost against keeping a center for good: it is due this turn."""
    single = isinstance(body, Centers) and len(body.shares) == 1 and body.shares[0][0] == "" and not body.given
    lasting = when.limit or (when.last is not None and when.last.season == "win")
    return 0.9 if single and timed and not lasting else 0.0


def _selfish(reading: Reading) -> float:
    """Cost against supporting oneself with no unit named."""
    contents = [part.content for part in reading if isinstance(part, Duty)]
    return (
        1.2 if any(isinstance(one, Hlp) and one.power == one.helped and one.origin is None for one in contents) else 0.0
    )


def _refused(body: Body) -> bool:
    """True if the refusal says nothing else.

    `I do not want peace`, `I won't give you P`.
    """
    match body:
        case Peace() | Draw() | Solo():
            return True
        case Alliance():
            return not body.hostile
        case Centers():
            return body.given or any(who == "you" for who, _ in body.shares)
    return False


def _outsiders(body: Body, ground: Ground) -> float:
    """Cost against a pact with absent powers that omits the speaker."""
    partners = getattr(body, "partners", ())
    others = {power for one in partners for power in ground.powers(one)} - set(ground.powers("we"))
    return 1.2 if others and "me" not in partners else 0.0


def _hits(part: Part, ground: Ground) -> bool:
    """True if the speaker attacks without helping anybody.

    After a condition that is a threat.
    """
    mine = isinstance(part, Duty) and part.agent == ground.speaker
    deed = getattr(part, "content", None)
    return mine and (isinstance(deed, Ent) or (isinstance(deed, Do) and isinstance(deed.action, Mto)))


def _dealt(deal: Deal, here: Here) -> list[Meant]:
    ground = here.ground
    match deal.kind:
        case "either" if any(map(_hostile, (*deal.first, *deal.then))):
            return []  # `Peace, or war with W` is a threat.
        case "either":
            found = [one for clause in (*deal.first, *deal.then) for one in _clause(clause, False, here)]
            return [replace(one, doubt=one.doubt + 1.5) for one in found]
        case "threat":
            return []
        case "counter":
            found = _all(deal.first, here)
            return [Meant(tuple(map(_soft, one.parts)), one.doubt) for one in found]
        case "each":
            found = _all(deal.first, here)
            if all("mine" in one.attitudes for one in deal.first):
                return found
            return [*(Meant(tuple(map(_soft, one.parts)), one.doubt) for one in found), *_followed(deal, here)]
        case "same" | "mirror":
            return _mirrored(deal.first[0], here)
    premises = _all(tuple(map(_conditioned, deal.first)), here, deal.then)
    conclusions = _all(tuple(map(_conditioned, deal.then)), here, deal.first)
    warned = [
        Meant(
            (_warning(one.parts, other.parts, ground),), one.doubt + other.doubt + (0.0 if _kept(one.parts) else 0.25)
        )
        for one, other in islice(product(premises, conclusions), 4)
        if one.parts and other.parts and all(_hits(part, ground) for part in other.parts) and _theirs(one.parts, ground)
    ]
    if any("promise" in one.mods for one in deal.first):
        warned = []
    if deal.kind == "runs" and not _side_by_side(deal):
        return warned
    if deal.kind == "runs":
        soft_ = [
            Meant(tuple(map(_soft, (*one.parts, *other.parts))), one.doubt + other.doubt)
            for one, other in islice(product(premises, conclusions), 4)
        ]
        return [*warned, *(one for one in soft_ if not any(isinstance(part, Said) for part in one.parts))]
    hopes = 1.0 if all("want" in one.mods and one.subject == "you" for one in deal.first) else 0.0
    found = [
        Meant(
            tuple(map(_soft, (*one.parts, *other.parts))),
            one.doubt + other.doubt + hopes + (0.0 if not warned else 1.0 if _kept(one.parts) else 0.4),
        )
        for one, other in islice(product(premises, conclusions), 16)
    ]
    return [*warned, *(one for one in found if not any(isinstance(part, Said) for part in one.parts))]


def _followed(deal: Deal, here: Here) -> list[Meant]:
    """`you go to P, I go to Q`: it may also be told what follows what the other does."""
    if [one.subject for one in deal.first] != ["you", "me"] or any(one.attitudes for one in deal.first):
        return []
    found = _dealt(replace(deal, kind="runs", first=deal.first[:1], then=deal.first[1:]), here)
    return [one for one in found if all(isinstance(part, Said) for part in one.parts)]


def _side_by_side(deal: Deal) -> bool:
    """`you do this, I do that`: both plainly said."""
    sides = [one.subject for one in (*deal.first, *deal.then)]
    plain = all(one.kind == "says" and not one.mods and not one.attitudes for one in (*deal.first, *deal.then))
    return plain and sorted(sides) == ["me", "you"]


def _hostile(clause: Clause) -> bool:
    return any(isinstance(deed.body, Alliance) and deed.body.hostile for deed in clause.deeds)


def _theirs(parts: Reading, ground: Ground) -> bool:
    return _kept(parts) or all(
        isinstance(part, Duty)
        and part.agent in ground.hearers
        and (isinstance(part.content, Ent) or (isinstance(part.content, Do) and isinstance(part.content.action, Mto)))
        for part in parts
    )


def _kept(parts: Reading) -> bool:
    """True if the condition asks for abstentions: a threat follows."""
    return all(isinstance(part, Duty) and isinstance(part.content, Not) for part in parts)


def _warning(premises: Reading, conclusions: Reading, ground: Ground) -> Said:
    """`if you move to P I will move to Q`: what follows from what the other does."""
    premise = both(tuple(part.content for part in premises if isinstance(part, Duty)))
    if _kept(premises):
        threat = both(tuple(part.content for part in conclusions if isinstance(part, Duty)))
        return Said(Inform(ground.speaker, ground.hearers, Implies(premise, threat)))
    told = [
        Commit(part.agent, ground.hearers, part.content, part.time) for part in conclusions if isinstance(part, Duty)
    ]
    return Said(Inform(ground.speaker, ground.hearers, Implies(premise, Commits(tuple(told)))))


def _conditioned(clause: Clause) -> Clause:
    """The clause as part of an exchange: `would` and past forms only suppose there."""
    return replace(clause, how=clause.how or "condition")


def _soft(part: Part) -> Part:
    return soft(part)


def _all(clauses: Sequence[Clause], here: Here, others: Sequence[Clause] = ()) -> list[Meant]:
    whole: list[Meant] = [Meant(())]
    for clause in clauses:
        priced = _priced(clause, others) if clause.how == "price" else clause
        found = _clause(priced, False, here)
        if not found:
            return []
        whole = _joined(whole, found)
    return whole


def _priced(clause: Clause, others: Sequence[Clause]) -> Clause:
    """Complete a price: the side that gets the other part gives it."""
    other = others[0] if others else clause
    gets = (
        (other.subject == "you" and other.kind == "asks")
        or other.how in ("ask", "wish")
        or (other.kind in ("bids",))
        or (other.kind == "asks" and other.subject == "me")
    )
    who = "me" if gets else "you"
    if clause.subject:
        who = clause.subject
    if clause.kind == "wants":
        return replace(clause, subject=who, how="")
    body = clause.deeds[0].body
    if isinstance(body, Centers) and body.shares[0][0] == "":
        turned = Centers((("you" if who == "me" else "me", body.shares[0][1]),))
        return replace(clause, how="joint", deeds=(Deed(turned),))
    if isinstance(body, Orders):
        return replace(clause, how="offer" if who == "me" else "ask")
    return replace(clause, how="joint")


def _mirrored(clause: Clause, here: Here) -> list[Meant]:
    """`I stay out of P if you do the same`: both do."""
    found: list[Meant] = []
    for way in (Meant(()),):
        joint = replace(clause, subject="we", kind="says" if clause.kind in ("asks", "drops", "bids") else clause.kind)
        found.extend(Meant((*way.parts, *map(_soft, one.parts)), one.doubt) for one in _clause(joint, False, here))
    return [one for one in found if _is_mutual(one.parts)]


def _is_mutual(parts: Reading) -> bool:
    """True if both sides have a part in it: what one side alone can do is not done by both."""
    doers = {part.agent for part in parts if isinstance(part, Duty)}
    both_do = len(doers) > 1 or any(isinstance(part, Common) for part in parts)
    return both_do and all(isinstance(part, Common | Duty) for part in parts)
