"""Marked lines that the judge learns from: text, context and meaning.

Marked are the series of wordings of `bench.task_success` but for the deals kept back, our own sentences and near
misses, the lines of `bench/lines`, and answers, reasons and alternatives put together from `replies.toml` there.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final, TypeAlias, get_args

from adjudication.board import STANDARD, province_of
from adjudication.position import opening, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from bench.adjusted import adjusted
from bench.asked import asked_about
from bench.bargains import bargains
from bench.chatter import chatter
from bench.made import made
from bench.several import several
from bench.shares import shares
from bench.strangers.__main__ import LEARNT, PARTS
from bench.strangers.__main__ import context as strangers_context
from bench.task_success.data import PERSONS, Series, deals, near_misses, small_talk, wordings
from negotiation.diplomacy import DIPLOMACY, Aly, Dmz, Drw, Hld, Hlp, Mto, Pce, Scd, region_of, unit_of
from negotiation.english.context import Context, context_of
from negotiation.grammar.beside import read_beside
from negotiation.grammar.productions import grammar
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.terms import (
    Accept,
    Agree,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Explain,
    Formula,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
)
from tests.negotiation.data import context, lines

__all__ = ["LINES", "SEED", "Marked", "marked", "of_parts", "sources"]

LINES: Final = Path(__file__).with_name("lines")
SEED: Final = 30
_REPLIES: Final = 2000
_IS_OPEN: Final = 0.7
_FEW: Final = 3
"""Weight of a line of a rare kind."""
_OWN: Final = 4
"""Weight of our own sentences and near misses: what is read today is to be read tomorrow."""
_OWN_FEW: Final = 8
"""Weight of our own lines of rare kinds."""
_CHATTED: Final = {"chatter wants": _FEW, "chatter short yes": 2, "chatter short no": 2}
"""Weights of the plainest lines of people who chat."""
_STRANGE: Final = 2
"""Weight of a line by strangers."""
_CAREFUL: Final = 0.5
_SITE: Final = 3
"""The level of L of a usual game, in which no reasons are asked for."""
_EITHER: Final = 120
_Told: TypeAlias = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Marked:
    """A line in its context with its meaning, which is empty for talk.

    others: what it may mean as well; times: how
    often it counts; never: what no reading may hold, needs: what any must hold, where only that is known of it."""

    source: str
    text: str
    where: Context
    terms: tuple[Utterance, ...]
    others: tuple[tuple[Utterance, ...], ...] = ()
    times: int = 1
    never: str = ""
    needs: tuple[str, ...] = ()


def marked(*, held: bool = False) -> Iterator[Marked]:
    """Every line to learn from; held: those of deals kept back."""
    for series in get_args(Series):
        yield from _of_series(series, held=held)
    if held:
        return
    for name, times in (
        ("sentences.jsonl", _OWN),
        ("near_misses.jsonl", _OWN),
        ("asked_about.jsonl", _OWN_FEW),
        ("answers.jsonl", _OWN_FEW),
    ):
        for case in lines(name):
            terms = tuple(parse(one, DIPLOMACY) for one in (case["l"] or "").split("\n") if one)
            yield Marked("kept", case["text"], context(case), terms, times=times)
    for case in lines("half.jsonl"):
        if case.get("never") != "clear":
            where = context_of("FRA", ("GER",), opening())
            needs = tuple(case.get("needs", ()))
            yield Marked("half", case["text"], where, (), times=_OWN_FEW, never=case.get("never", ""), needs=needs)
    told = tomllib.loads((LINES / "replies.toml").read_text("utf-8"))
    yield from _replies(told)
    yield from _reasons(told)
    yield from _either(told)
    for line in made():
        yield Marked(f"made {line.kind}", line.text, line.where, line.said, line.others)
    for line in bargains():
        yield Marked(f"bargain {line.kind}", line.text, line.where, line.said, line.others)
    for line in (*several(), *adjusted()):
        yield Marked(f"several {line.kind}", line.text, line.where, line.said, line.others)
    for line in shares():
        yield Marked(f"shares {line.kind}", line.text, line.where, line.said, line.others)
    for line in chatter():
        yield Marked(line.kind, line.text, line.where, line.said, line.others, times=_CHATTED.get(line.kind, 1))
    for line in asked_about():
        yield Marked(f"asked {line.kind}", line.text, line.where, line.said, line.others)
    yield from _questions()
    for path in sorted(LINES.glob("*.jsonl")):
        yield from _of_lines(path)
    yield from _of_strangers(LEARNT)


def _of_series(series: Series, *, held: bool) -> Iterator[Marked]:
    for deal in deals(series):
        where = replace(context_of(deal.speaker, deal.hearers, deal.position, deal.talk), level=FREE)
        for person in PERSONS if deal.held is held else ():
            for text in wordings().get((deal.name, person), ())[:2]:
                yield Marked(series, text, where, (deal.term,))
    for one in (*small_talk(series), *near_misses(series)) if series != "second" else ():
        if one.held is held:
            where = replace(context_of(one.speaker, one.hearers, one.position, one.talk), level=FREE)
            yield Marked(series, one.text, where, ())


def _questions() -> Iterator[Marked]:
    """Examples of open questions in the grammar's own table."""
    for production in grammar(("open",)).productions:
        for me, you in (("FRA", "GER"), ("ENG", "FRA"), ("TUR", "RUS")):
            for talk in ((), (_peace(you, me),)):
                where = replace(context_of(as_power(me), (as_power(you),), opening(), talk), level=FREE)
                found = read_beside(production.example, where) if production.example else ()
                if found and all(isinstance(said, Query) for said in found):
                    yield Marked("open", production.example, where, found)


def _peace(one: str, other: str) -> Propose:
    pair = tuple(sorted((one, other)))
    return Propose(one, (other,), Agree(pair, Pce(tuple(map(as_power, pair)))))


def _replies(told: _Told) -> Iterator[Marked]:
    """Answers put together from `replies.toml`, to open deals and to deals only named."""
    rng = Random(SEED)
    asked = [deal for series in get_args(Series) for deal in deals(series) if isinstance(deal.term, Propose)]
    for number in range(_REPLIES):
        deal = rng.choice(asked)
        proposal = deal.term
        you, me = as_power(proposal.speaker), deal.hearers[0]
        names = list(_names_of(proposal.deal, me)) if isinstance(proposal, Propose) else []
        refused = bool(number % 2)
        name = rng.choice(names or [""])
        is_open = not name or rng.random() < _IS_OPEN
        if len(deal.hearers) != 1 or not isinstance(proposal, Propose) or not (is_open or refused):
            continue
        where = replace(context_of(me, (you,), deal.position, (proposal,) if is_open else ()), level=FREE)
        text = _refusal(told, name, is_open, rng) if refused else _acceptance(told, name, rng)
        answer = (Reject if refused else Accept)(me, (you,), proposal.deal)
        yield Marked("replies", text, where, (answer,))


def _refusal(told: _Told, name: str, is_open: bool, rng: Random) -> str:
    bare = _bare(rng.choice(told["refusals"]), rng)
    if not name:
        return rng.choice((bare, bare, f"{bare} {rng.choice(told['closings'])}"))
    laugh = _bare(rng.choice(told["laughs"]), rng)
    named = _bare(rng.choice(told["refusing"]).replace("{name}", name), rng)
    forms = [f"{name}? {bare}", f"{name}?? {bare}", f"{name}... {bare}", f"{name}? {laugh}", f"{name}?! {laugh}", named]
    forms += [f"{named} {bare}", f"{laugh} {name}?", f"{bare} {name}?", f"{bare} {named}"]
    return rng.choice([*forms, bare, f"{bare} {rng.choice(told['closings'])}"] if is_open else forms)


def _acceptance(told: _Told, name: str, rng: Random) -> str:
    bare = _bare(rng.choice(told["acceptances"]), rng)
    greeting, closing = rng.choice(told["greetings"]), rng.choice(told["closings"])
    forms = [bare, f"{greeting} {bare}", f"{bare} {closing}", f"{greeting} {bare} {closing}"]
    forms.append(f"{bare} {closing} {rng.choice(told['closings'])}")
    yes, if_so = rng.choice(told["yesses"]), rng.choice(told["assuming"])
    forms += [f"{yes} {if_so}", f"{yes}, {if_so}", f"{if_so}, {yes}"]
    forms += [f"{greeting} {yes}, {if_so}", f"{yes}, {if_so} {closing}"]
    if name:
        named = _bare(rng.choice(told["accepting"]).replace("{name}", name), rng)
        forms += [named, f"{greeting} {named}", f"{named} {closing}"]
    return rng.choice(forms)


def _reasons(told: _Told) -> Iterator[Marked]:
    """Questions for reasons, at levels of L with and without reasons."""
    me, you = as_power("FRA"), as_power("GER")
    rng = Random(SEED)
    pair = (me, you)
    contents: tuple[Formula, ...] = (Pce(pair), Aly(pair, ("ENG",)), Dmz(pair, ("BUR",)), Drw(), Scd(me, ("BEL",)))
    for text in (*told["reasons"], *told["refused"], *told["offered"]):
        for refused in (True, False):
            if (text in told["refused"] and not refused) or (text in told["offered"] and refused):
                continue
            if not refused and (" not" in text.lower() or "'t" in text):
                continue  # `Why not?` agrees.
            content = rng.choice(contents)
            deal = Agree(pair, content)
            talk: list[Utterance] = [Propose(me, (you,), deal), Reject(you, (me,), deal)]
            wish = Desire(you, Not(content) if refused else content)
            for most, asked in ((FREE, Explain(wish)), (_SITE, Desire(you, content))):
                where = context_of(me, (you,), opening(), talk if refused else [Propose(you, (me,), deal)])
                yield Marked("reasons", text, replace(where, level=most), (Query(me, (you,), asked),))
    for text in told["attacked"]:
        where = replace(context_of(me, (you,), opening()), level=FREE)
        yield Marked("reasons", text, where, (Query(me, (you,), Explain(Not(Pce(pair)))),), times=_FEW)


def _either(told: _Told) -> Iterator[Marked]:
    """Orders with two places to go to."""
    rng = Random(SEED)
    position = opening()
    for number in range(_EITHER):
        power, other = rng.sample(POWERS, 2)
        asked = bool(number % 3 == 0)
        unit = rng.choice(position.units_of(other if asked else power))
        goals = sorted(STANDARD.borders(unit.kind)[unit.region])
        one, two = rng.sample(goals, 2)
        if province_of(one) == province_of(two):
            continue
        names = [_called(province_of(region), rng) for region in (unit.region, one, two)]
        form = rng.choice(told["asked_either" if asked else "either"])
        text = form.format(unit=names[0], one=names[1], two=names[2])
        moves = [Do(Mto(unit_of(unit), region_of(unit.kind, region))) for region in (one, two)]
        ways: list[tuple[Utterance, ...]] = []
        for move in moves:
            deal = Commits((Commit(other, (power,), move) if asked else Commit(power, (other,), move),))
            ways.append((Propose(power, (other,), deal) if asked else Inform(power, (other,), deal),))
        where = replace(context_of(power, (other,), position), level=FREE)
        yield Marked("either", text, where, ways[0], (ways[1],))


def _called(place: str, rng: Random) -> str:
    name = STANDARD.provinces[place].name
    return rng.choice((name, name.lower(), place.lower(), place.capitalize()))


def _bare(said: str, rng: Random) -> str:
    """As different people write it."""
    ended = said if said.endswith("?") else said + rng.choice((".", "!", "", "", "..."))
    return ended.capitalize() if rng.random() < _CAREFUL else ended


def _names_of(deal: Deal, me: Power) -> Iterator[str]:
    """Names that people give to a deal of one part. me: who answers it."""
    if isinstance(deal, Commits):
        if len(deal.items) == 1:
            yield from _orders_named(deal.items[0], me)
        return
    content = deal.content
    match content:
        case Pce():
            yield from (
                "Peace",
                "peace",
                "a truce",
                "Peace with you",
                "peace between us",
                "nap",
                "A non-aggression pact",
            )
        case Aly(_, (foe,)):
            name = POWER_NAMES[as_power(foe)]
            yield from (f"an alliance against {name}", f"Attack {name} together", f"ally vs {foe.lower()}")
            yield from (f"You and me against {name}", f"team up against {name}")
        case Dmz(_, (place,)):
            name = STANDARD.provinces[place].name
            yield from (f"A DMZ in {name}", f"dmz {place.lower()}", f"{name} empty", f"keep out of {name}")
        case Drw():
            yield from ("a draw", "Draw", "Share the win")
        case Scd(power, (place,)):
            name, mine = STANDARD.provinces[place].name, power == me
            yield from (f"{name} for {'me' if mine else 'you'}", f"{'me' if mine else 'you'} in {name}")
        case _:
            pass


def _orders_named(commit: Commit, me: Power) -> Iterator[str]:
    """Names that people give to one promise."""
    mine = commit.agent == me
    match commit.content:
        case Do(action=Mto(unit, region)):
            start, goal = STANDARD.provinces[unit.region.province].name, STANDARD.provinces[region.province].name
            yield from (f"{start} to {goal}", f"{start.lower()}-{goal.lower()}")
            yield f"me moving to {goal}" if mine else f"you in {goal}"
        case Do(action=Hld(unit)):
            yield f"holding in {STANDARD.provinces[unit.region.province].name}"
        case Hlp(_, _, place) if mine:
            yield from (f"help into {STANDARD.provinces[place].name}", f"a support into {place.lower()}")
        case Not(Do(action=Mto(unit, region))):
            goal = STANDARD.provinces[region.province].name
            yield f"no move to {goal}"
        case _:
            pass


def of_parts() -> Iterator[Marked]:
    """Deals of several parts, from which only parts are learnt."""
    return _of_strangers(PARTS)


def _of_strangers(path: Path) -> Iterator[Marked]:
    """Lines of `bench.strangers` that may be learnt from."""
    for line in map(json.loads, path.read_text("utf-8").splitlines()):
        right, *others = [tuple(parse(one, DIPLOMACY) for one in said) for said in line["right"]]
        source = f"strangers {line['id']}"
        yield Marked(source, line["text"], strangers_context(line), right, tuple(others), times=_STRANGE)


def _of_lines(path: Path) -> Iterator[Marked]:
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        talk = [parse(case[name], DIPLOMACY) for name in ("mine", "open") if case[name]]
        try:
            position = position_from_dict(case["position"])
        except ValueError:
            continue
        where = replace(context_of(case["me"], (case["other"],), position, talk), level=FREE)
        right, *others = [
            tuple(parse(one, DIPLOMACY) for one in said) for said in (case["right"], *(case.get("also") or ()))
        ]
        yield Marked(f"{path.stem} {case['id']}", case["text"], where, right, tuple(others))


def sources() -> list[Path]:
    """The files of marked lines."""
    here = Path(__file__).parent
    cases = here.parent / "tests" / "negotiation" / "cases"
    found = [
        cases / "sentences.jsonl",
        cases / "near_misses.jsonl",
        cases / "asked_about.jsonl",
        cases / "half.jsonl",
        cases / "answers.jsonl",
        *LINES.iterdir(),
    ]
    found += [here / "gists" / name for name in ("said.txt", "topics.txt", "marked.txt")]
    found.append(here / "strangers" / "learn.jsonl")
    return sorted([*found, *(here / "task_success").glob("*.jsonl"), *(here / "task_success" / "wordings").iterdir()])
