"""Learns the judge of what a message means: `python -m bench.judge [--write]`.

Of every line that is marked, all that it may mean is gathered (`negotiation.judge`); weights of the features that are
met are learnt so that what was meant is the likeliest, that it says nothing being one of the choices (a softmax, by
gradient descent with L2). Marked are the series of wordings of `bench.task_success` but for the deals kept back, our
own sentences and near misses, and the lines of `bench/lines`. Without --write a part of all is asked of weights that
were learnt from the rest, and printed is how surely what is claimed at some likelihood is right. With --write the
weights of all go into `negotiation/judge/weights.npz`, with a manifest.
"""

import argparse
import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, get_args
from zlib import crc32

import numpy as np
from scipy.sparse import csr_matrix

from adjudication.board import STANDARD
from adjudication.position import opening, position_from_dict
from adjudication.powers import POWER_NAMES, as_power
from bench.gists.__main__ import lines as gists
from bench.task_success.data import PERSONS, Series, deals, near_misses, small_talk, wordings
from bench.task_success.meaning import meaning
from bench.weights import digest_of, keep
from negotiation.diplomacy import DIPLOMACY, Aly, Dmz, Drw, Pce
from negotiation.english.context import Context, context_of
from negotiation.grammar.beside import read_beside
from negotiation.grammar.productions import grammar
from negotiation.judge.candidates import Text
from negotiation.judge.features import choices, shared_features
from negotiation.judge.rules import asks_only, binds, may_be_claimed
from negotiation.learnt.weighing import hashed
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Accept, Agree, Courtesy, Deal, Propose, Query, Reject, Utterance
from tests.negotiation.data import context, lines

_LEVEL: Final = 9
_LINES: Final = Path(__file__).with_name("lines")
_L2: Final = 2.0
_BITS: Final = 18
"""The logarithm of the number of weights."""
_FOLDS: Final = 4
_SHOWN: Final = 3
_RIGHT: Final = 0.98
"""How many of what is claimed are to be right."""
_ASK: Final = 0.35
"""From how likely a reading is on it is shown without a question,"""
_WORTH: Final = 0.03
"""and from how likely at all;"""
_SILENCE: Final = 0.7
"""how likely it may be that nothing is said where anything is shown."""
_RARE: Final = 3
"""A feature that fewer choices have is not learnt."""
_ROUNDS: Final = 120
_SEED: Final = 30
_REPLIES: Final = 900
_IS_OPEN: Final = 0.7
_FEW: Final = 3
"""How often a line counts of which there are few of a kind."""
_CAREFUL: Final = 0.5
_TALK: Final = 900
_IDLE: Final = frozenset(
    {"greet", "farewell", "chat", "rules", "screen", "bot", "advice", "look", "person", "here", "mood", "hush"}
)
"""Kinds of what settles nothing."""


@dataclass(frozen=True)
class Marked:
    """A line, what it is said in, and what it means: nothing for talk."""

    source: str
    text: str
    where: Context
    terms: tuple[Utterance, ...]
    never: str = ""
    """What no reading may hold, where only that is known of the line."""
    needs: tuple[str, ...] = ()
    """What any reading must hold then."""


@dataclass(frozen=True)
class Example:
    """A marked line with its choices. found: the features of each by number, one after the other; sizes: how many each
    has; meant: which of them are meant; allowed: which the rules let be claimed; binds: which make, take or end a deal;
    asks: which only ask."""

    source: str
    group: str
    text: str
    deal: bool
    found: Any
    sizes: Any
    meant: Any
    allowed: Any
    binds: Any
    asks: Any


def marked(*, held: bool = False) -> Iterator[Marked]:
    """Every line there is to learn from; held: those of the deals that are kept back, to be asked."""
    for series in get_args(Series):
        yield from _of_series(series, held=held)
    if held:
        return
    for name, times in (
        ("sentences.jsonl", 1),
        ("near_misses.jsonl", 1),
        ("asked_about.jsonl", _FEW),
        ("answers.jsonl", _FEW),
    ):
        for case in lines(name):
            terms = tuple(parse(one, DIPLOMACY) for one in (case["l"] or "").split("\n") if one)
            yield from [Marked("kept", case["text"], context(case), terms)] * times
    for case in lines("half.jsonl"):
        if case.get("never") != "clear":
            where = context_of("FRA", ("GER",), opening())
            one = Marked("half", case["text"], where, (), case.get("never", ""), tuple(case.get("needs", ())))
            yield from [one] * _FEW
    yield from _replies()
    yield from _questions()
    yield from _talk()
    for path in sorted(_LINES.glob("*.jsonl")):
        yield from _of_lines(path)


def _of_series(series: Series, *, held: bool) -> Iterator[Marked]:
    for deal in deals(series):
        where = replace(context_of(deal.speaker, deal.hearers, deal.position, deal.talk), level=_LEVEL)
        for person in PERSONS if deal.held is held else ():
            for text in wordings().get((deal.name, person), ())[:2]:
                yield Marked(series, text, where, (deal.term,))
    for one in (*small_talk(series), *near_misses(series)) if series != "second" else ():
        if one.held is held:
            where = replace(context_of(one.speaker, one.hearers, one.position, one.talk), level=_LEVEL)
            yield Marked(series, one.text, where, ())


def _questions() -> Iterator[Marked]:
    """The examples of open questions in the grammar's own table, on the board of the first turn."""
    for production in grammar(("open",)).productions:
        for me, you in (("FRA", "GER"), ("ENG", "FRA"), ("TUR", "RUS")):
            for talk in ((), (_peace(you, me),)):
                where = replace(context_of(as_power(me), (as_power(you),), opening(), talk), level=_LEVEL)
                found = read_beside(production.example, where) if production.example else ()
                if found and all(isinstance(said, Query) for said in found):
                    yield Marked("open", production.example, where, found)


def _peace(one: str, other: str) -> Propose:
    pair = tuple(sorted((one, other)))
    return Propose(one, (other,), Agree(pair, Pce(tuple(map(as_power, pair)))))


def _talk() -> Iterator[Marked]:
    """Lines of `bench.gists` that neither propose nor answer anything, with a proposal on the table and without."""
    rng = Random(_SEED)
    found = sorted({text for kind, text in gists() if kind.partition(":")[0] in _IDLE})
    for number, text in enumerate(rng.sample(found, _TALK)):
        talk = (_peace("GER", "FRA"),) if number % 3 else ()
        yield Marked("talk", text, replace(context_of("FRA", ("GER",), opening(), talk), level=_LEVEL), ())


def _replies() -> Iterator[Marked]:
    """Answers put together from `bench/lines/replies.toml`, to deals of the series and to deals that are only named."""
    told = tomllib.loads((_LINES / "replies.toml").read_text("utf-8"))
    rng = Random(_SEED)
    asked = [deal for series in get_args(Series) for deal in deals(series) if isinstance(deal.term, Propose)]
    for number in range(_REPLIES):
        deal = rng.choice(asked)
        proposal = deal.term
        you, me = as_power(proposal.speaker), deal.hearers[0]
        if len(deal.hearers) != 1 or not isinstance(proposal, Propose):
            continue
        refused = bool(number % 2)
        bare = _bare(rng.choice(told["refusals" if refused else "acceptances"]), rng)
        name = rng.choice(list(_names_of(proposal.deal)) or [""])
        is_open = name == "" or rng.random() < _IS_OPEN
        forms = [bare, f"{name}? {bare}" if name else bare, f"{bare} {rng.choice(told['closings'])}"]
        if not refused:
            forms += [f"{rng.choice(told['greetings'])} {bare}", f"{rng.choice(told['greetings'])} {bare}", bare]
            forms += [f"{rng.choice(told['greetings'])} {bare} {rng.choice(told['closings'])}"]
        elif name:
            forms += [f"{name}?? {bare}", f"{name}... {bare}", f"{bare} {name}?"]
        text = rng.choice(forms)
        where = context_of(me, (you,), deal.position, (proposal,) if is_open else ())
        answer: tuple[Utterance, ...] = ()
        if refused and (is_open or (name in text[: len(name)] and name)):
            answer = (Reject(me, (you,), _mine(proposal.deal)),)
        elif is_open:
            answer = (Accept(me, (you,), proposal.deal),)
        if refused and not is_open and name not in text:
            answer = ()
        if not refused and not is_open and name in text:
            continue
        yield Marked("replies", text, replace(where, level=_LEVEL), answer)


def _bare(said: str, rng: Random) -> str:
    """As different people write it."""
    ended = said if said.endswith("?") else said + rng.choice((".", "!", "", "", "..."))
    return ended.capitalize() if rng.random() < _CAREFUL else ended


def _mine(deal: Deal) -> Deal:
    return deal


def _names_of(deal: Deal) -> Iterator[str]:
    """What people call a deal of one part."""
    content = deal.content if isinstance(deal, Agree) else None
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
        case _:
            pass


def _of_lines(path: Path) -> Iterator[Marked]:
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        talk = [parse(case[name], DIPLOMACY) for name in ("mine", "open") if case[name]]
        try:
            position = position_from_dict(case["position"])
        except ValueError:
            continue
        where = replace(context_of(case["me"], (case["other"],), position, talk), level=_LEVEL)
        yield Marked(
            f"{path.stem} {case['id']}", case["text"], where, tuple(parse(x, DIPLOMACY) for x in case["right"])
        )


def example(one: Marked) -> Example:
    """The choices of a marked line."""
    where = one.where
    view = Text(one.text, where)
    found = choices(view)
    terms = tuple(term for term in one.terms if not isinstance(term, Courtesy))
    wanted = meaning(terms, where.position) if terms and where.position is not None else repr(terms)

    def is_meant(said: tuple[Utterance, ...]) -> bool:
        if one.never or one.needs:
            told = "; ".join(format_term(each, DIPLOMACY) for each in said)
            return not (one.never and one.never in told) and all(part in told or not said for part in one.needs)
        if not said or not terms:
            return not said and not terms
        if where.position is not None:
            return bool(meaning(said, where.position) == wanted)
        return _without_order(said) == _without_order(terms)

    labels = {label: each.clues for each in found for label in each.labels}
    shared = {label: [hashed(one) for one in shared_features(label, clues)] for label, clues in labels.items()}
    features = [[*map(hashed, each.own), *(one for label in each.labels for one in shared[label])] for each in found]
    return Example(
        one.source,
        f"{one.source} {one.terms or one.text}",
        one.text,
        bool(terms),
        np.concatenate(features).astype(np.uint32),
        np.array([len(each) for each in features], np.int32),
        # What asks an open question was no line of its own when most near misses were written.
        np.array([is_meant(each.said) and not (not terms and _asks_openly(view)) for each in found], bool),
        np.array([bool(each.said) and may_be_claimed(each, view) for each in found], bool),
        np.array([binds(each.said) for each in found], bool),
        np.array([asks_only(each.said) for each in found], bool),
    )


def _asks_openly(view: Text) -> bool:
    return any(isinstance(said, Query) for said in view.beside)


def _without_order(said: Iterable[Utterance]) -> str:
    from negotiation.judge.traits import plainly

    return plainly(said)


def gathered(found: Sequence[Marked], jobs: int) -> list[Example]:
    """The choices of all lines."""
    if jobs == 1:
        return [example(one) for one in found]
    # A position cannot be sent to another process, so that each has the lines from the beginning.
    with get_context("fork").Pool(jobs, _given.extend, (found,)) as pool:
        return pool.map(_numbered, range(len(found)), chunksize=20)


_given: Final[list[Marked]] = []


def _numbered(number: int) -> Example:
    return example(_given[number])


class Learnt:
    """Weights by the number of a feature, as many as `bits` tell apart."""

    def __init__(self, found: Sequence[Example], l2: float = _L2) -> None:
        self.weights = np.zeros(1 << _BITS, np.float32)
        self._learn([one for one in found if one.meant.any()], l2)

    @staticmethod
    def _packed(found: Sequence[Example]) -> tuple[Any, Any, Any]:
        """The features of each choice as a matrix, where each example begins, and what is meant."""
        sizes = np.concatenate([one.sizes for one in found])
        columns = (np.concatenate([one.found for one in found]) & ((1 << _BITS) - 1)).astype(np.int32)
        ends = np.concatenate([[0], np.cumsum(sizes)])
        seen = csr_matrix((np.ones(len(columns), np.float32), columns, ends), shape=(len(sizes), 1 << _BITS))
        starts = np.concatenate([[0], np.cumsum([len(one.sizes) for one in found])])
        return seen, starts, np.concatenate([one.meant for one in found])

    def _learn(self, found: Sequence[Example], l2: float) -> None:
        """Adam over all examples at once."""
        seen, starts, meant = self._packed(found)
        across = seen.T.tocsr()
        which = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        known = np.diff(across.indptr) >= _RARE
        weights, mean, square = (np.zeros(1 << _BITS, np.float32) for _ in range(3))

        def share(scores: Any, among: Any) -> Any:
            scores = np.where(among, scores, np.float32(-1e9))
            powers = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[which]) * among
            return powers / np.add.reduceat(powers, starts[:-1])[which]

        for turn in range(1, _ROUNDS + 1):
            scores = seen @ weights
            off = (share(scores, np.ones(len(meant), bool)) - share(scores, meant)).astype(np.float32)
            slope = (across @ off + np.float32(l2) * weights) / np.float32(len(found)) * known
            mean = np.float32(0.9) * mean + np.float32(0.1) * slope
            square = np.float32(0.99) * square + np.float32(0.01) * slope * slope
            step = np.float32(0.06 if turn < 0.7 * _ROUNDS else 0.02)
            weights -= step * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
        self.weights = weights

    def likelihoods(self, found: Sequence[Example]) -> list[Any]:
        """For each example how likely each of its choices is."""
        seen, starts, _ = self._packed(found)
        scores = (seen @ self.weights).astype(np.float64)
        parts = [scores[begin:end] for begin, end in pairwise(starts)]
        powers = [np.exp(one - one.max()) for one in parts]
        return [one / one.sum() for one in powers]


@dataclass(frozen=True)
class Asked:
    """What became of a line whose weights were learnt from others. sure: how likely its best reading is; right: whether
    it is what was meant, or neither binds nor asks where nothing was; shown: whether that is shown; allowed: whether it
    may be claimed; asks: whether it only asks."""

    one: Example
    sure: float
    right: bool
    shown: bool
    silence: float
    allowed: bool
    asks: bool


def asked(found: Sequence[Example], likely: Sequence[Any]) -> Iterator[Asked]:
    """Hold what is likely to what was meant."""
    for one, each in zip(found, likely, strict=True):
        if len(each) < 2:
            yield Asked(one, 0.0, False, False, 1.0, False, False)
            continue
        order = np.argsort(-each[:-1], kind="stable")
        best = int(order[0])
        shown = bool(one.meant[order[:_SHOWN]].any())
        right = bool(one.meant[best]) or not (one.deal or one.binds[best] or one.asks[best])
        yield Asked(
            one, float(each[best]), right, shown, float(each[-1]), bool(one.allowed[best]), bool(one.asks[best])
        )


def bound_for(results: Sequence[Asked], *, asks: bool) -> float:
    """The least likelihood from which on so many of what is claimed are right as are to be; a line counts once."""
    claims = sorted((each for each in once(results) if each.allowed and each.asks is asks), key=lambda each: -each.sure)
    least, wrong = 1.0, 0
    for count, each in enumerate(claims, 1):
        wrong += not each.right
        if wrong <= (1 - _RIGHT) * count:
            least = each.sure
    return least


def once(results: Sequence[Asked]) -> list[Asked]:
    """Each line a single time, however often it counts in learning."""
    return list({(each.one.group, each.one.text): each for each in results}.values())


def claimed(results: Sequence[Asked], claim: float, claim_asked: float) -> list[Asked]:
    """What is claimed by these bounds."""
    return [each for each in results if each.allowed and each.sure >= (claim_asked if each.asks else claim)]


def table(results: Sequence[Asked], claim: float, claim_asked: float) -> Iterator[str]:
    """How each source fares."""
    yield f"{'':<12}{'deals':>6}{'first':>8}{'shown':>8}{'claims':>8}{'wrong':>7}{'talk':>7}{'bothered':>10}"
    for name in dict.fromkeys(each.one.source.split()[0] for each in results):
        of_it = [each for each in results if each.one.source.split()[0] == name]
        deals_ = [each for each in of_it if each.one.deal]
        talk = [each for each in of_it if not each.one.deal]
        claims = claimed(of_it, claim, claim_asked)
        wrong = sum(not each.right for each in claims)
        first = sum(each.right for each in deals_) / max(1, len(deals_))
        shown = sum(each.shown for each in deals_) / max(1, len(deals_))
        bothered = sum(each.silence <= _SILENCE for each in talk)
        told = f"{name:<12}{len(deals_):>6}{first:>8.1%}{shown:>8.1%}"
        yield f"{told}{len(claims):>8}{wrong:>7}{len(talk):>7}{bothered:>10}"


def folded(found: Sequence[Example]) -> list[Asked]:
    """Every line, by weights that were learnt without it and its likes."""
    results: list[Asked] = []
    for fold in range(_FOLDS):
        kept = [one for one in found if crc32(one.group.encode()) % _FOLDS == fold]
        rest = [one for one in found if crc32(one.group.encode()) % _FOLDS != fold]
        results += asked(kept, Learnt(rest).likelihoods(kept))
    return results


def main() -> None:
    """Print how sure what is claimed is, or write the weights of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the weights of all")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes gather")
    arguments = parser.parse_args()
    found = gathered(list(marked()), arguments.jobs)
    results = folded(found)
    claim, claim_asked = (bound_for(results, asks=asks) for asks in (False, True))
    print("\n".join(table(results, claim, claim_asked)))
    print(f"claimed from {claim:.3f}, questions from {claim_asked:.3f}")
    if arguments.write:
        write(Learnt(found), results, claim, claim_asked)


def write(learnt: Learnt, results: Sequence[Asked], claim: float, claim_asked: float) -> None:
    """Keep the weights, and in the manifest what they were learnt from and how they fare."""
    step = float(np.abs(learnt.weights).max()) / 127
    results = once(results)
    claims = claimed(results, claim, claim_asked)
    deals_ = [each for each in results if each.one.deal]
    keep(
        "judge",
        {"weights": np.round(learnt.weights / step).astype(np.int8)},
        {
            "step": step,
            "bounds": {
                "claim": round(claim, 4),
                "claim_asked": round(claim_asked, 4),
                "ask": _ASK,
                "worth": _WORTH,
                "silence": _SILENCE,
            },
            "seed": _SEED,
            "lines": {path.name: digest_of([path]) for path in sources()},
            "scores": {
                "lines": len(results),
                "claims": len(claims),
                "claims right": round(sum(each.right for each in claims) / max(1, len(claims)), 4),
                "deals shown": round(sum(each.shown for each in deals_) / max(1, len(deals_)), 4),
            },
        },
    )


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
        *_LINES.iterdir(),
    ]
    found += [here / "gists" / name for name in ("said.txt", "topics.txt", "marked.txt")]
    return sorted([*found, *(here / "task_success").glob("*.jsonl"), *(here / "task_success" / "wordings").iterdir()])


if __name__ == "__main__":
    main()
