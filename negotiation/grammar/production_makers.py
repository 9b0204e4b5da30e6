"""Makers for productions of clauses, deals and news.

Those of deeds are in `deeds`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from negotiation.grammar.deeds import DEEDS
from negotiation.grammar.divided import CENTERS
from negotiation.grammar.saying import Clause, Deal, Deed, Marked, News, as_tuple
from negotiation.grounding.bodies import Alliance, Body, Centers, Draw, Orders, Peace, Zone
from negotiation.grounding.ground import Convoy, Hold, Move, Support
from negotiation.words.entities import Place, UnitRef

__all__ = ["PRODUCTION_MAKERS"]


# ── clauses ─────────────────────────────────────────────────────────────────────────────────────


def _atom(m: str) -> tuple[str, ...]:
    return (m,)


def _deeds(a: Any) -> tuple[Deed, ...]:
    return (a,) if isinstance(a, Deed) else (Deed(a),)


def _not(a: Any) -> tuple[Deed, ...]:
    (deed,) = _deeds(a)
    return (replace(deed, denied=not deed.denied),)


def _then(a: Any, b: tuple[Deed, ...]) -> tuple[Deed, ...]:
    (first,) = _deeds(a)
    return (first, *(_carried(first, one) for one in b))


def _carried(first: Deed, other: Deed) -> Deed:
    """`support Bul to Ser and Con to Bul`: the same is done for that too."""
    return other


def _not_then(a: Any, b: tuple[Deed, ...]) -> tuple[Deed, ...]:
    return (*_not(a), *(replace(one, denied=not one.denied) for one in b))


def _instead(a: Any, x: Any) -> tuple[Deed, ...]:
    return _deeds(a)


def _built(kind: str) -> Callable[..., Clause | None]:
    def clause(
        *, v: Any, s: str = "", m: tuple[str, ...] = (), m2: tuple[str, ...] = (), n: str = "", a: Any = (), k: str = ""
    ) -> Clause | None:
        deeds = v if isinstance(v, tuple) else _deeds(v)
        if kind == "drops" and k == "noun" and m2 == ("doing",) and not m:
            return None
        mods = (*a, *m, *m2, *(("not",) if n else ()))
        if kind == "drops" and not m2 and set(mods) <= {"do", "not", "try"}:
            return Clause("bids", s, mods, deeds, (), k)
        return Clause(kind, s, mods, deeds, (), k)

    return clause


def _of_unit(kind: str) -> Callable[..., Clause | None]:
    def clause(
        *,
        u: UnitRef,
        v: tuple[Deed, ...],
        m: tuple[str, ...] = (),
        m2: tuple[str, ...] = (),
        a: tuple[str, ...] = (),
        k: str = "",
    ) -> Clause | None:
        deeds = tuple(_done_by(u, deed) for deed in v)
        if u.place is None and not u.kind:
            return None
        return None if None in deeds else Clause(kind, u.owner, (*a, *m, *m2), deeds, (), k)  # type: ignore[arg-type]

    return clause


def _done_by(unit: UnitRef, deed: Deed) -> Deed | None:
    """The deed as that unit's, where nobody else is named for it."""
    body = deed.body
    if isinstance(body, Zone) and unit.owner:
        return replace(deed, body=replace(body, who=unit.owner))
    if isinstance(body, Centers) and len(body.shares) == 1 and body.shares[0][0] == "" and len(body.shares[0][1]) == 1:
        return replace(deed, body=Orders(Move(unit, body.shares[0][1][0])))
    if not isinstance(body, Orders) or body.extra:
        return None
    match body.sketch:
        case Hold(UnitRef(owner="", kind="", place=None)):
            return replace(deed, body=Orders(Hold(unit)))
        case Move(None, target):
            return replace(deed, body=Orders(Move(unit, target))) if target != unit.place else None
        case Support(UnitRef(kind="", place=Place() as origin), UnitRef(place=None) as helped, Place() as target, held):
            return replace(deed, body=Orders(Support(unit, replace(helped, place=origin), target, held)))
        case Support(None, helped, target, held):
            return replace(deed, body=Orders(Support(unit, helped, target, held)))
        case Convoy(None, army, target):
            return replace(deed, body=Orders(Convoy(unit, army, target)))
    return None


def _forbids(v: Any) -> Clause:
    return Clause("bids", "", ("not",), v)


def _holds_that(a: str, c: Clause, x: Any = None) -> Clause | None:
    if a == "promise" and c.subject == "":
        return None
    if len(c.attitudes) > 2 or (c.kind == "noun" and a not in ("suggest", "think") and not _shared(c)):
        return None
    return replace(c, attitudes=(a, *c.attitudes))


def _undone(c: Clause) -> Clause | None:
    """`I do not think that …`: what is said, denied."""
    centers = any(isinstance(deed.body, Centers) for deed in c.deeds)
    if c.subject not in ("you", "we") or c.attitudes or "not" in c.mods or centers:
        return None
    return replace(c, mods=(*c.mods, "not"))


def _refusal(v: Any) -> News | None:
    body = v[0].body if isinstance(v, tuple) else v
    return News("refusal", (("v", body),)) if isinstance(body, Peace | Alliance | Draw | Zone) else None


def _shared(clause: Clause) -> bool:
    return all(isinstance(deed.body, Centers) and len(deed.body.shares) > 1 for deed in clause.deeds)


def _noun_clause(k: str, v: Any = None, p: Any = None, s: str = "") -> Clause | None:
    if v is None:
        deeds: tuple[Deed, ...] = (Deed(Centers((("me" if k == "wish" else "you", p),), given=k == "youget")),)
    else:
        deeds = v if isinstance(v, tuple) else _deeds(v)
    if s and s not in _GOOD_FOR:
        return None
    return Clause("nouns", "", (), deeds, (), _GOOD_FOR[s] if s else k)


_GOOD_FOR: Final = {"you": "ask", "me": "offer", "we": "joint"}
"""Meaning of a deed that is called good, by who does it."""


def _aid(v: Body, who: str = "", by: UnitRef | None = None) -> Body | None:
    if isinstance(v, Orders) and isinstance(v.sketch, Support | Convoy):
        if by is not None and isinstance(v.sketch, Support) and v.sketch.helper is None:
            return Orders(replace(v.sketch, helper=by), v.extra)
        return v if by is None else None
    return None


def _deal(kind: str) -> Callable[..., Deal | None]:
    def deal(*, a: Any = (), b: Any = (), v: Any = None, q: Any = None, s: str = "") -> Deal | None:
        first = a if isinstance(a, tuple) else (a,)
        then = b if isinstance(b, tuple) else (b,)
        if v is not None:
            first = (
                Clause(
                    "nouns" if not isinstance(v, tuple) else "wants",
                    s,
                    (),
                    as_tuple(v=v) if isinstance(v, tuple) else _deeds(v),
                    (),
                    "price",
                ),
            )
        if q is not None:
            first = (Clause("nouns", "", (), (Deed(Centers((("", q),))),), (), "price"),)
        return Deal(kind, first, then)

    return deal


def _each(a: str, b: tuple[Clause, ...]) -> Deal | None:
    """Deal with one mood for all parts.

    `how about I do this and you do that`
    """
    held = tuple(_holds_that(a, one) for one in b)
    return Deal("each", tuple(one for one in held if one is not None)) if len(b) > 1 and None not in held else None


def _swaps(b: tuple[Clause, ...]) -> Deal | None:
    """`you do this and I do that`: each for the other's sake."""
    sides = {one.subject for one in b}
    plain = all(one.kind == "says" and not one.attitudes for one in b)
    return Deal("each", b) if sides == {"me", "you"} and plain else None


def _news(kind: str) -> Callable[..., News]:
    def news(**slots: Any) -> News:
        return News(kind, tuple(slots.items()))

    return news


def _marked(kind: str) -> Callable[..., Marked]:
    def marked(*, k: str = "", **slots: Any) -> Marked:
        return Marked(k or kind)

    return marked


def _constant(value: str) -> Callable[..., str]:
    return lambda: value


PRODUCTION_MAKERS: Final[Mapping[str, Callable[..., Any]]] = {
    **DEEDS,
    **CENTERS,
    "me": _constant("me"),
    "you": _constant("you"),
    "us": lambda **_: "we",
    "neither": _constant("neither"),
    "they": _constant("they"),
    "he": _constant("they"),
    "neitherin": lambda p: Clause("lets", "", (), _deeds(Zone(p, both=True))),
    "neitherat": lambda: Clause("lets", "", (), _deeds(Peace())),
    "counter": lambda b: Deal("counter", b),
    "thinks": lambda n, a="think": News("thinks", (("n", n),)) if a in ("think", "promise") else None,
    "denies": lambda n: News("denies", (("n", n),)),
    "atom": _atom,
    "deed": _deeds,
    "those": lambda: ("they",),
    "not": _not,
    "then": _then,
    "notmore": _not_then,
    "instead": _instead,
    "says": _built("says"),
    "asks": _built("asks"),
    "supposes": _built("supposes"),
    "unitsays": _of_unit("unitsays"),
    "unitasks": _of_unit("unitasks"),
    "attackus": lambda who="": Deed(Peace(), True, who if who in ("me", "you") else ""),
    "drops": _built("drops"),
    "drifts": lambda v, n="": _built("drifts")(v=v, n=n),
    "bids": _built("bids"),
    "forbids": _forbids,
    "lets": _built("lets"),
    "letme": _built("letme"),
    "noun": _built("noun"),
    "wants": _built("wants"),
    "holds_": _holds_that,
    "nouns": _noun_clause,
    "aid": _aid,
    **{
        kind: _deal(kind)
        for kind in ("both", "after", "aidfor", "gerundfor", "aidfirst", "placefor", "mirror", "threat", "either")
    },
    "samedeal": _deal("same"),
    "each": _each,
    "swaps": _swaps,
    "runs": _deal("runs"),
    "because": _marked("reason"),
    "denied": lambda m: ("not", m),
    "vacates": lambda u: Clause(
        "says", "you", (), tuple(Deed(Zone((one.place,))) for one in u if one.place is not None)
    ),
    "toward": lambda s, to: Clause("says", s, (), _deeds(Orders(Move(None, to)))),
    "undone": _undone,
    "refusal": _refusal,
    "zoneby": lambda p: Clause("says", "me", ("will",), _deeds(Zone(p))),
    "outwant": lambda s, p: Clause("wants", s, (), _deeds(Zone(p))),
    "inplace": lambda s, p: Clause("wants", s, (), _deeds(Centers((("", p),)))),
    "needin": lambda s, to: Clause("wants", s, (), _deeds(Orders(Move(None, to)))) if s == "you" else None,
    "nobounce": lambda p, k="you": Clause(
        "says", k, ("will",), _deeds(Centers((("me" if k == "you" else "you", p),), given=True))
    ),
    "target": lambda p: Clause("lets", "", (), (Deed(Alliance(tuple(p), (), hostile=True)),)),
    **{
        kind: _news(kind)
        for kind in (
            "third",
            "asksthird",
            "will",
            "tells",
            "reason",
            "swap",
            "likewise",
            "pactvp",
            "pactthey",
            "pactwith_",
            "offered",
            "pactof",
            "ihave",
            "desires",
            "feel",
            "feelask",
            "withdraw",
            "stillso",
            "order",
            "reports",
            "offeredyou",
            "askedyou",
            "why",
            "whynot",
            "askedme",
            "pactpair",
            "pactwith",
            "pactbetween",
            "heworks",
            "asksdesire",
            "who",
            "where",
            "whatorder",
            "whatdeal",
            "opinion",
        )
    },
    "yes": _marked("yes"),
    "no": _marked("no"),
    "wont": _marked("wont"),
    "perhaps": _marked("perhaps"),
    "talk": _marked("talk"),
}
"""By the name that a production gives its maker."""
