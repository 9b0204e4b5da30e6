"""The moods that a clause may be in: from its features, before any board is looked at.

A mood says who is to do the deed and whether it is asked, offered, told, wished or agreed on. It comes from who is
named, what leads to the deed, what is thought of it and whether it is asked. What leaves room for doubt costs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from adjudication.powers import POWERS
from negotiation.grammar.saying import Clause, Deed
from negotiation.grounding.bodies import Alliance, Bounce, Centers, Draw, Orders, Peace, Solo, Zone
from negotiation.grounding.ground import Convoy, Support
from negotiation.grounding.moods import Mood

__all__ = ["ClauseMood", "clause_moods"]


_PACTS: Final = (Peace, Alliance, Draw, Bounce, Solo)


@dataclass(frozen=True, slots=True)
class ClauseMood:
    """forbids: the deed itself is that something is not done."""

    mood: Mood
    denied: bool = False
    doubt: float = 0.0
    forbids: bool = False


def clause_moods(clause: Clause, question: bool, deed: Deed) -> Iterator[ClauseMood]:
    """Every mood a clause may be in, with whether the deed is denied and what speaks against it."""
    mods = [mod for mod in clause.mods if mod not in ("not", "do")]
    denied = (clause.mods.count("not") + deed.denied) % 2 == 1
    doubt = 0.0
    if "past" in mods:
        doubt += 4.0
    supposing = {"glad", "hope", "suggest", "wonder"} & set(clause.attitudes)
    if "did" in mods and not supposing and clause.how != "condition":
        doubt += 4.0
    if clause.kind == "supposes" and set(clause.attitudes) <= {"think"} and clause.how != "condition":
        doubt += 3.0
    if clause.attitudes and "wonder" in clause.attitudes:
        question = True
    able = {"can", "could", "willing"} & set(mods)
    if {"should", "might"} & set(mods) and able and clause.kind != "asks" and "wonder" not in clause.attitudes:
        doubt += 1.0
    if clause.attitudes == ("hope",) and not mods and clause.kind == "says" and not question and clause.subject != "me":
        doubt += 0.9
    if clause.attitudes == ("hope",) and clause.kind == "lets":
        doubt += 0.9
    single = isinstance(deed.body, Centers) and len(deed.body.shares) == 1 and deed.body.shares[0][0] == ""
    if single and clause.subject == "you" and clause.kind == "asks" and {"can", "could"} & set(mods):
        doubt += 0.8
    if single and clause.subject == "you" and clause.kind == "says" and "could" in mods and not clause.attitudes:
        doubt += 0.8
    if single and clause.subject == "me" and "wonder" in clause.attitudes and "can" in mods:
        doubt += 0.8
    if single and clause.subject == "you" and "can" in mods and "think" in clause.attitudes:
        doubt += 0.8
    if "like" in mods:
        doubt += 0.0 if "would" in mods or question or clause.kind in ("asks", "drops") else 1.0
        mods = ["want" if mod == "like" else mod for mod in mods]
    hostile = isinstance(deed.body, Alliance) and deed.body.hostile
    if isinstance(deed.body, Alliance) and "doing" in mods and clause.subject == "you" and "wonder" in clause.attitudes:
        doubt += 0.9
    against = isinstance(deed.body, Alliance) and bool(deed.body.against)
    if against and clause.kind == "drifts":
        doubt += 0.6
    if against and clause.subject == "we" and "will" in mods and len(mods) > 1 and clause.kind == "says":
        doubt += 0.8
    if hostile and denied and clause.subject == "me" and {"willing", "want", "plan"} & set(mods):
        doubt += 0.8
    if against and clause.kind == "drops" and "might" in mods:
        doubt += 0.8
    if single and clause.kind == "drifts":
        doubt += 0.7
    if clause.kind == "drops" and "must" in mods and isinstance(deed.body, Orders):
        doubt += 0.8
    if clause.kind == "says" and clause.subject == "you" and question and "want" in mods and denied:
        doubt += 1.0
    pact = isinstance(deed.body, Alliance) and not hostile and not deed.body.partners and not deed.body.among
    if pact and clause.kind == "says" and clause.subject == "me" and "will" in mods and not clause.attitudes:
        doubt += 0.9
    if "wish" in clause.attitudes and clause.subject == "me":
        doubt += 1.2
    subject = clause.subject
    if isinstance(deed.body, Alliance) and deed.body.hostile and subject in ("me", "you") and clause.how != "condition":
        doubt += _alone(clause, mods, asked=clause.kind in ("asks", "unitasks") or question)
    if subject == "neither":
        subject, denied = "we", not denied
    if "you" in clause.attitudes and subject in ("", "me"):
        subject = "you"
    if "mine" in clause.attitudes and subject == "":
        meant_ = tuple(one for one in clause.attitudes if one != "mine")
        yield from clause_moods(replace(clause, kind="says", subject="me", attitudes=meant_), question, deed)
        return
    hoped = bool({"hope", "glad", "wish"} & set(clause.attitudes))
    supposed = bool({"suggest", "wonder"} & set(clause.attitudes)) or (hoped and question)
    if hoped and (question or {"can", "could"} & set(mods)) and subject == "me":
        hoped, supposed = False, True
    kind = clause.kind
    if kind == "nouns":
        how = ("offer" if question else "ask") if clause.how == "wanted" else clause.how
        yield from (replace(way, doubt=way.doubt + doubt) for way in _nouns(replace(clause, how=how)))
        return
    if kind == "noun":
        if isinstance(deed.body, Orders):
            yield ClauseMood(Mood("bare", ""), denied, doubt)
        else:
            yield ClauseMood(Mood("joint", "we"), denied, doubt)
            if isinstance(deed.body, Peace) and deed.body.partners and not denied:
                yield ClauseMood(Mood("ask", "you"), denied, doubt + (1.1 if question else 0.6))
        return
    if kind == "wants":
        if isinstance(deed.body, Alliance) and deed.body.hostile and subject == "you":
            doubt += 1.2
        advised = subject == "" and isinstance(deed.body, Orders) and clause.how == "good"
        doubt += 0.7 if advised else 0.0
        minds = isinstance(deed.body, Centers) and clause.how == "minds" and subject == ""
        doubt += 0.7 if minds else 0.0
        yield from (
            ClauseMood(way.mood, denied != way.denied, way.doubt + doubt) for way in _wanted(clause, subject, deed)
        )
        return
    open_to = _strongest(mods) in ("would", "can", "could", "willing", "want", "should")
    shared = isinstance(deed.body, Bounce) and not denied and "recommend" not in mods
    if shared and open_to and subject in ("me", "you"):
        yield ClauseMood(Mood("joint", "we"), denied, doubt)
        return
    if isinstance(deed.body, Bounce) and denied:
        doubt += 0.5
    if "recommend" in mods:
        yield from clause_moods(replace(clause, kind="bids", subject="", mods=()), question, deed)
        return
    if kind == "lets":
        yield ClauseMood(Mood("joint", "we"), denied, doubt)
        return
    if kind == "letme":
        yield ClauseMood(Mood("offer", "me"), denied, doubt)
        return
    if kind == "bids":
        if isinstance(deed.body, Zone) and deed.body.kept and hoped and not denied:
            yield ClauseMood(Mood("joint", "we"), denied, doubt)
            return
        joint = supposed or hoped or isinstance(deed.body, (Peace, Alliance, Draw, Bounce))
        yield ClauseMood(Mood("bare", "") if not denied and not joint else Mood("ask", "you"), denied, doubt)
        return
    if kind in ("drops", "drifts"):
        if isinstance(deed.body, Alliance) and deed.body.hostile and not question and not clause.attitudes:
            doubt += 0.0 if {"want", "willing", "can", "could"} & set(mods) else 1.0
        if (denied or deed.forbids) and {"can", "could"} & set(mods):
            doubt += 1.3
        yield from _dropped(mods, doubt, question=question, denied=denied, deed=deed)
        return
    if kind in ("unitsays", "unitasks"):
        denied_ = denied
        if kind == "unitasks" and _for_others(deed):
            yield ClauseMood(Mood("query", "you"), denied_, doubt)
            doubt += 0.5
        if (kind == "unitasks" and bool({"doing", "going", "plan"} & set(mods))) or (kind == "unitasks" and not mods):
            yield ClauseMood(Mood("query", "you"), denied_, doubt)
            return
        if (kind == "unitsays" and question and not mods) or ({"doing", "going", "plan"} & set(mods) and question):
            going_on = bool(mods) or clause.how == "ing"
            yield ClauseMood(Mood("query", "you"), denied_, doubt + (0.0 if going_on else 0.5))
            doubt += 0.6 if going_on else 0.0
        might = (
            0.3
            if "should" in mods
            else 1.0
            if {"might", "would"} & set(mods) and kind == "unitsays" and not hoped
            else 0.0
        )
        told = kind == "unitsays" and not question and bool({"doing", "going", "plan"} & set(mods))
        yield ClauseMood(Mood("ask", "you"), denied_, doubt + might + (0.5 if told else 0.0))
        if kind == "unitsays" and (clause.how != "want" or not hoped) and not hoped:
            yield ClauseMood(
                Mood("plan" if not {"can", "could", "willing"} & set(mods) else "offer", "me"), denied_, doubt + might
            )
        elif kind == "unitasks" or hoped:
            yield ClauseMood(Mood("offer", "me"), denied_, doubt + 0.2)
        return
    if clause.how == "noun" and isinstance(deed.body, Orders):
        if subject == "you" or (subject == "" and question):
            yield ClauseMood(Mood("offer", "me"), denied, doubt)
        else:
            yield ClauseMood(Mood("ask", "you"), denied, doubt)
        return
    asked = kind == "asks"
    if asked and subject == "you" and _for_others(deed):
        yield ClauseMood(Mood("query", "you"), denied, doubt)
        doubt += 0.5
    if clause.how == "noun" and _strongest(mods) == "doing" and not asked:
        doubt += 1.5
    can = bool({"can", "could"} & set(mods))
    helps = isinstance(deed.body, Orders) and isinstance(deed.body.sketch, Support | Convoy)
    if (denied or deed.forbids) and not hoped and not asked and isinstance(deed.body, Orders | Zone | Centers):
        able_ = can and not helps and clause.how != "condition"
        doubt += 1.3 if able_ else 2.0 if "must" in mods else 0.0
        would = "would" in mods and "want" not in mods and clause.how != "condition"
        doubt += 1.0 if would and subject == "me" else 0.0
    if subject == "me" and "must" in mods and not asked and clause.how != "condition" and not clause.attitudes:
        doubt += 1.0 if isinstance(deed.body, Zone | Alliance | Centers) else 0.0
    if subject == "you" and "think" in clause.attitudes and "will" in mods and not asked:
        doubt += 1.2
    if isinstance(deed.body, Zone) and deed.body.kept and subject == "you" and "want" in mods:
        doubt += 0.4  # Who is asked whether it is wanted so is not asked to keep it so alone.
    if isinstance(deed.body, Centers) and deed.body.held and not asked and not mods and not clause.attitudes:
        doubt += 1.5
    single = isinstance(deed.body, Centers) and len(deed.body.shares) == 1 and deed.body.shares[0][0] == ""
    if single and subject == "me" and not asked and not clause.attitudes and not denied and clause.how != "condition":
        if not mods:
            yield ClauseMood(Mood("offer", "me"), denied, doubt)
            return
        doubt += 1.0 if {"will", "going", "doing", "try", "plan"} & set(mods) else 0.0
    if single and subject == "you" and (hoped or "think" in clause.attitudes):
        doubt += 1.2 if {"will", "might"} & set(mods) or (hoped and not mods) else 0.0
    taken = isinstance(deed.body, Centers) and any(who in ("", "you") for who, _ in deed.body.shares)
    if taken and subject == "you" and (not asked or "willing" in mods or "doing" in mods):
        doubt += 1.2 if {"might", "will", "must", "going"} & set(mods) or (asked and can) else 0.0
    if taken and "try" in mods:
        doubt += 1.0
    match subject:
        case "me":
            yield from _mine(
                mods, doubt, asked=asked or supposed, hoped=hoped, denied=denied, condition=clause.how == "condition"
            )
        case "you":
            told = "wonder" in clause.attitudes and clause.kind != "supposes"
            yield from _yours(
                mods, doubt, asked=asked, question=question, denied=denied, supposed=supposed or hoped, wondered=told
            )
        case "we":
            weak = 0.8 if "might" in mods else 0.0
            yield ClauseMood(Mood("joint", "we"), denied, doubt + weak)
        case _:
            return


def _for_others(deed: Deed) -> bool:
    """True for support or a convoy of an absent power's unit.

    Such a thing is asked about, not asked for.
    """
    sketch = deed.body.sketch if isinstance(deed.body, Orders) else None
    helped = sketch.helped if isinstance(sketch, Support) else sketch.army if isinstance(sketch, Convoy) else None
    return helped is not None and helped.owner in POWERS


def _alone(clause: Clause, mods: Sequence[str], *, asked: bool) -> float:
    """Cost against an alliance in which only one side attacks."""
    if clause.subject == "me":
        return 0.0 if {"suggest", "glad", "wonder"} & set(clause.attitudes) or "willing" in mods else 1.2
    if {"doing", "going", "plan", "might"} & set(mods) or "think" in clause.attitudes:
        return 1.2
    if asked and "want" in mods and "wonder" not in clause.attitudes and clause.kind == "asks":
        return 0.2
    return 0.0 if asked or clause.attitudes else 0.8


def _mine(
    mods: Sequence[str], doubt: float, *, asked: bool, hoped: bool, denied: bool, condition: bool = False
) -> Iterator[ClauseMood]:
    last = _strongest(mods)
    if asked:
        yield ClauseMood(Mood("offer", "me"), denied, doubt + (0.5 if last == "might" else 0.0))
        return
    if denied:
        yield ClauseMood(Mood("refuse", "me"), False, doubt + (0.5 if last == "want" else 0.0))
        return
    if hoped:
        yield ClauseMood(Mood("wish", "me"), denied, doubt)
        return
    match last:
        case "might":
            yield ClauseMood(Mood("might", "me"), denied, doubt + 1.5)
        case "want":
            yield ClauseMood(Mood("wish", "me"), denied, doubt)
        case "would" if condition:
            yield ClauseMood(Mood("plan", "me"), denied, doubt)
        case "would":
            yield ClauseMood(Mood("would", "me"), denied, doubt + 1.0)
        case "can" | "could" | "willing":
            yield ClauseMood(Mood("offer" if last != "can" else "can", "me"), denied, doubt)
        case "should":
            yield ClauseMood(Mood("plan", "me"), denied, doubt + 1.0)
        case _:
            yield ClauseMood(Mood("plan", "me"), denied, doubt + (0.4 if "try" in mods else 0.0))


def _yours(
    mods: Sequence[str], doubt: float, *, asked: bool, question: bool, denied: bool, supposed: bool, wondered: bool
) -> Iterator[ClauseMood]:
    last = _strongest(mods)
    if asked and "doing" in mods and last == "will":
        last = "doing"
    if wondered and last in ("doing", "going", "plan", ""):
        yield ClauseMood(Mood("query", "you"), denied, doubt + (0.6 if last == "" else 0.0))
        return
    if asked and (last in ("doing", "going", "plan") or (last in ("", "isit"))):
        yield ClauseMood(Mood("query", "you"), denied, doubt)
        return
    if not asked and question and not supposed and last in ("doing", "going", "plan", ""):
        yield ClauseMood(Mood("query", "you"), denied, doubt)
        return
    if not asked and not supposed and last in ("doing", "going", "plan"):
        doubt += 2.0
    doubt += {"might": 1.0, "would": 0.3, "want": 0.0, "should": 0.3}.get(last, 0.0) if not (asked or supposed) else 0.0
    yield ClauseMood(Mood("ask", "you"), denied, doubt)


def _strongest(mods: Sequence[str]) -> str:
    found = set(mods) - {"isit"}
    if "would" in found and found & {"want", "willing"}:
        found -= {"would"}
    for mod in (
        "might",
        "want",
        "willing",
        "promise",
        "would",
        "could",
        "can",
        "should",
        "must",
        "going",
        "plan",
        "try",
        "will",
        "doing",
    ):
        if mod in found:
            return mod
    return "isit" if "isit" in mods else ""


def _dropped(mods: Sequence[str], doubt: float, *, question: bool, denied: bool, deed: Deed) -> Iterator[ClauseMood]:
    last = _strongest(mods)
    if (
        isinstance(deed.body, _PACTS)
        or (isinstance(deed.body, Zone) and deed.body.both)
        or (question and last == "promise")
    ):
        yield ClauseMood(Mood("joint", "we"), denied, doubt)
    elif question:
        yield ClauseMood(Mood("ask" if last != "" else "query", "you"), denied, doubt + 0.2)
        if last in ("", "doing", "going"):
            yield ClauseMood(Mood("joint", "we"), denied, doubt + 0.8)
    elif denied:
        yield ClauseMood(Mood("refuse", "me"), False, doubt + 0.1)
    else:
        yield from _mine(mods, doubt + 0.1, asked=False, hoped=False, denied=denied)


def _wanted(clause: Clause, subject: str, deed: Deed) -> Iterator[ClauseMood]:
    joint = isinstance(deed.body, _PACTS) or (isinstance(deed.body, Zone) and deed.body.both)
    if subject == "me":
        yield ClauseMood(Mood("offer", "me"))
    elif subject == "you":
        yield ClauseMood(Mood("ask", "you"))
    elif subject == "we":
        yield ClauseMood(Mood("joint", "we"))
    elif subject in POWERS:
        return
    elif clause.how == "minds":
        yield ClauseMood(Mood("offer", "me"))
    elif clause.how in ("mindyou",):
        yield ClauseMood(Mood("joint", "we") if joint else Mood("ask", "you"))
    else:
        yield ClauseMood(Mood("joint", "we") if joint else Mood("ask", "you"), False, 0.0 if joint else 0.1)
        if not joint:
            yield ClauseMood(Mood("joint", "we"), False, 0.0 if clause.how == "good" else 0.2)


def _nouns(clause: Clause) -> Iterator[ClauseMood]:
    match clause.how:
        case "offerq":
            yield ClauseMood(Mood("offer", "me"))
        case "joint":
            (deed,) = clause.deeds
            orders = isinstance(deed.body, Orders)
            yield ClauseMood(Mood("ask", "you"), False, 0.5) if orders else ClauseMood(Mood("joint", "we"))
        case "ask":
            yield ClauseMood(Mood("ask", "you"))
        case "orders":
            yield ClauseMood(Mood("bare", ""))
        case "offer":
            yield ClauseMood(Mood("offer", "me"))
        case "wish":
            yield ClauseMood(Mood("wish", "me"))
        case "youget":
            yield ClauseMood(Mood("offer", "me"))
        case "wants":
            yield ClauseMood(Mood("query", "you"))
