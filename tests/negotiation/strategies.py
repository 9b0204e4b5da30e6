"""Random terms of L over the Diplomacy ontology, at any level, for properties."""

from hypothesis import strategies as st

from adjudication.board import STANDARD
from adjudication.powers import POWERS
from negotiation import terms as t
from negotiation.diplomacy import (
    Aly,
    Bld,
    Cvy,
    Dmz,
    Drw,
    Dsb,
    Ent,
    Hld,
    Hlp,
    Mto,
    Opn,
    Pce,
    Region,
    Rem,
    Rto,
    Scd,
    Slo,
    Sup,
    Tpc,
    Turn,
    Unit,
    Wve,
)
from negotiation.topics import TOPICS

powers = st.sampled_from(POWERS)
groups = st.lists(powers, min_size=1, max_size=3, unique=True).map(t.group)
provinces = st.sampled_from(sorted(STANDARD.provinces))
places = st.lists(provinces, min_size=1, max_size=3, unique=True).map(lambda codes: tuple(sorted(codes)))
region_types = st.sampled_from(["amy", "amy", "sea", "sea", "ncs", "ecs", "scs", "wcs"])
regions = st.builds(Region, provinces, region_types)
units = st.builds(Unit, powers, regions)
turns = st.builds(Turn, st.sampled_from(["spr", "sum", "fal", "aut", "win"]), st.integers(1901, 1920))
variables = st.builds(t.TimeVariable, st.integers(0, 3).map(lambda n: f"t{n}"))
times = turns | variables
moves = st.builds(Mto, units, regions)
actions = st.one_of(
    st.builds(Hld, units),
    moves,
    st.builds(Sup, units, st.builds(Hld, units) | moves),
    st.builds(Cvy, units, units, regions),
    st.builds(Rto, units, regions),
    st.builds(Dsb, units),
    st.builds(Bld, units),
    st.builds(Rem, units),
    st.builds(Wve, powers),
)
offers = st.one_of(
    st.builds(Pce, groups),
    st.builds(Aly, groups, groups | st.just(())),
    st.builds(Dmz, groups, places),
    st.builds(Scd, powers, places),
    st.builds(Drw, groups | st.just(())),
    st.builds(Slo, powers),
    st.builds(Hlp, powers, powers, provinces, st.none() | provinces),
    st.builds(Ent, powers, provinces),
)
stances = st.sampled_from(["trusted", "feared", "leading", "weak", "friend", "foe"])
topics = st.builds(Tpc, st.sampled_from(TOPICS), st.lists(provinces | powers, max_size=2).map(tuple))
predicates = offers | provinces | units | st.builds(Opn, powers, stances)


def maybe(strategy, timed):
    """A time where the level has times, else none."""
    return st.none() | strategy if timed else st.none()


@st.composite
def phis(draw, timed=True, depth=2):
    """ϕ: what can be committed to."""
    kind = draw(st.integers(0, 5 if depth else 1))
    if kind == 0:
        return draw(predicates)
    if kind in (1, 2):
        return t.Do(draw(actions), draw(maybe(times, timed)))
    if kind == 3:
        return t.Not(draw(phis(timed, depth - 1)))
    items = tuple(draw(st.lists(phis(timed, depth - 1), min_size=2, max_size=3)))
    return t.Then(items) if kind == 5 and timed else t.And(items)


@st.composite
def deals(draw, timed=True):
    when = maybe(times, timed)
    if draw(st.booleans()):
        commits = st.builds(t.Commit, powers, groups, phis(timed), when)
        return t.Commits(tuple(draw(st.lists(commits, min_size=1, max_size=3))))
    return t.Agree(draw(groups), draw(phis(timed)), draw(when))


@st.composite
def infos(draw, level=8, depth=2):
    """Statements possible at a level."""
    timed = level >= 6
    when = maybe(times, timed)
    inner = infos(level, depth - 1) if depth else phis(timed, 0)
    options = [phis(timed, 1), deals(timed)]
    if depth:
        options += [
            st.builds(t.Obs, powers, groups, inner, when),
            st.builds(t.Belief, powers, inner, when),
            st.builds(t.Desire, powers, inner, when),
            st.builds(t.Not, inner),
            st.builds(lambda items: t.And(tuple(items)), st.lists(inner, min_size=2, max_size=3)),
            st.builds(t.Implies, inner, inner),
        ]
        if level >= 3:
            options.append(st.builds(t.Unknown, powers, inner, when))
        if level >= 4:
            options.append(utterances(level, depth - 1))
        if level >= 5:
            options.append(st.builds(t.Feel, powers, st.sampled_from(t.Feeling), when))
        if level >= 6:
            options.append(st.builds(t.Compare, times, st.sampled_from(["<", "≤", "=", "≥", ">"]), times))
        if level >= 7:
            options.append(st.builds(t.Explain, inner, when))
        if level >= 8:
            options += [st.builds(t.Attack, inner, inner), st.builds(t.Support, inner, inner)]
    return draw(st.one_of(options))


@st.composite
def utterances(draw, level=8, depth=2):
    """An utterance of at most this level."""
    timed = level >= 6
    speaker = draw(powers)
    hearers = t.group([power for power in draw(groups) if power != speaker] or [p for p in POWERS if p != speaker][:1])
    when = draw(maybe(times, timed))
    kinds = [t.Propose, t.Accept, t.Reject, t.Withdraw]
    kinds += [t.Inform] * (level >= 2) + [t.Query, t.Answer] * (level >= 3)
    kind = draw(st.sampled_from(kinds))
    if kind is t.Withdraw:
        return t.Withdraw(speaker, hearers, when)
    if kind in (t.Propose, t.Accept, t.Reject):
        return kind(speaker, hearers, draw(deals(timed)), when)
    return kind(speaker, hearers, draw(infos(level, depth)), when)


def courtesies():
    """Courtesies, with and without subject and time."""
    return st.builds(
        lambda pair, manner, about, when: t.Courtesy(pair[0], pair[1], manner, about, when),
        _sides(),
        st.sampled_from(t.Manner),
        st.none() | infos(3, 1) | topics,
        st.none() | times,
    )


def _sides():
    return st.lists(powers, min_size=2, max_size=2, unique=True).map(lambda two: (two[0], (two[1],)))


def open_queries():
    """Questions with a variable, of every kind that English has."""
    return st.builds(_asked, _sides(), powers, units, moves, stances).flatmap(st.sampled_from)


def _asked(pair, third, unit, move, stance):
    """One question of each kind."""
    me, (you,) = pair
    of = t.Variable
    third = next(power for power in (third, *POWERS) if power not in (me, you))
    asked = [
        ("?r", t.Do(Mto(unit, of("?r")))),
        ("?o", t.Desire(you, t.Do(of("?o")))),
        ("?o", t.Desire(third, t.Do(of("?o")))),
        ("?u", t.Do(Sup(of("?u"), move))),
        ("?u", t.Do(Sup(of("?u"), Hld(unit)))),
        ("?c", t.Desire(you, of("?c"))),
        ("?c", t.Desire(third, of("?c"))),
        ("?d", t.Desire(you, of("?d"))),
        ("?d", t.Desire(you, t.Agree((me, you), of("?d")))),
        ("?d", t.Desire(you, t.Commits((t.Commit(me, (you,), of("?d")),)))),
        ("?d", t.Desire(you, t.Commits((t.Commit(you, (me,), of("?d")),)))),
        ("?d", t.Agree((you, third), of("?d"))),
        ("?p", t.Desire(you, Aly((me, you), (of("?p"),)))),
        ("?p", Pce((you, of("?p")))),
        ("?p", t.Desire(you, Aly((you, of("?p"))))),
        ("?s", t.Belief(you, Opn(third, of("?s")))),
        ("?s", t.Belief(you, Opn(me, of("?s")))),
        ("?p", t.Belief(you, Opn(of("?p"), stance))),
    ]
    return [t.Query(me, (you,), t.Which(of(variable), content)) for variable, content in asked]
