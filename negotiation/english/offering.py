"""What is offered to choose from where a sentence was not understood as a whole."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product, zip_longest
from typing import Final

from negotiation.english.answers import BACKGROUND
from negotiation.english.bargains import Bargains
from negotiation.english.clause import NOW, SEVERAL
from negotiation.english.consistent import fitting
from negotiation.english.guess import of_others
from negotiation.english.joints import running
from negotiation.english.plain import plain
from negotiation.english.suggesting import suggestions
from negotiation.english.telling import tells
from negotiation.english.tokens import joined, trimmed
from negotiation.grounding.parts import Reading, Said, merged, specific
from negotiation.words.lexicon import words
from negotiation.words.spotting import Place, Token, UnitRef

__all__ = ["Offering"]


class Offering(Bargains):
    """One text being read in a context: what a sentence may mean that holds more than was understood."""

    def _spotted(self, tokens: list[Token], question: bool) -> list[Reading]:
        """Readings of a sentence that could not be understood as a whole: of all its clauses, or of what it holds."""
        tokens = tokens[:_MAX_LOOKED_AT]
        if _PASSED_ON.match(joined(tokens)) is not None or self._holds_nothing(tokens):
            return []
        self.only: list[Reading] = []
        composed = self._composed(tokens, question)
        if composed is not None:
            return composed[:_MAX_OFFERS]
        parts = self._parts(tokens, question)
        return list(dict.fromkeys([*parts[:1], *self.only[:1], *parts[1:]]))[:_MAX_OFFERS]

    def _parts(self, tokens: list[Token], question: bool) -> list[Reading]:
        starts = [0] + [at for at, token in enumerate(tokens) if at and self._may_start(tokens, at)]
        ends = [len(tokens)] + [at for at, token in enumerate(tokens) if token.sym in _ENDS and not _lists(tokens, at)]
        best: list[tuple[int, list[Reading]]] = []
        for start in starts:
            for end in sorted(set(ends), reverse=True):
                if end - start < 2:
                    continue
                self.tries += 1
                if self.tries > _MAX_TRIES:
                    break
                part = trimmed(tokens[start:end])
                found = self._clause(part, question, None) if part else None
                if found is not None and found.alternatives:
                    best.append((end - start, found.alternatives))
                    break
        best.sort(key=lambda item: -item[0])
        exact = [reading for _, alternatives in best for reading in alternatives]
        return list(dict.fromkeys([*exact[:1], *self._guessed(tokens, question)[:2], *exact[1:]]))[:_MAX_OFFERS]

    @staticmethod
    def _holds_nothing(tokens: Sequence[Token]) -> bool:
        """Whether no clause of a sentence holds anything to agree on."""
        return all(map(tells, _texts(tokens)))

    def _more(self, tokens: list[Token], question: bool, spotted: list[Reading]) -> list[Reading]:
        """What is offered besides what was spotted, so that hardly a sentence that names something is offered nothing.

        First the clauses that say something put together, whatever else could not be read; then each by itself.
        """
        if _WORTH.search(joined(tokens)) is None or self._holds_nothing(tokens):
            return []
        pieces: list[list[Reading]] = []
        known: list[list[Reading]] = []
        parts = _pieces(tokens[:_MAX_LOOKED_AT])
        at = 0
        self.last_mood = None
        while at < len(parts):
            joint, start, end = parts[at]
            piece = trimmed(tokens[start:end])
            if not piece:
                at += 1
                continue
            size, exact = self._longest(tokens, parts[at : at + _MAX_JOINED], question)
            told = (
                joint in _ASIDES
                or _ASIDE.match(f"{joint} {joined(piece)}") is not None
                or _THIRD.match(joined(piece)) is not None
                or (joint != "or" and tells(joined(piece)))
            )
            readings = exact or self._suggested(piece)
            readings = [tuple(map(self._wanted, one)) for one in readings]
            readings = [one for one in readings if not any(isinstance(part, Said) for part in one)]
            if readings and not told and joint == "or" and pieces:
                pieces[-1] = [*pieces[-1][:1], *readings[:1], *pieces[-1][1:], *readings[1:]][:_MAX_OFFERS]
            elif readings and not told:
                pieces.append(readings[:_MAX_OFFERS])
                known += [readings[:_MAX_OFFERS]] if exact else []
            at += size
        alone = [reading for readings in zip_longest(*pieces) for reading in readings if reading]
        wholes = [self._together(pieces), self._together(known)] if len(pieces) > 1 else []
        offers = [one for whole in wholes for one in whole[:1]]
        aside = _THIRD.match(joined(tokens)) is not None or any(tells(one) for one in _texts(tokens))
        if len({*offers, *alone, *spotted}) < _MAX_OFFERS and not aside:
            alone += self._suggested(trimmed(tokens[:_MAX_LOOKED_AT]))
        return list(dict.fromkeys([*offers, *alone]))[:_MAX_OFFERS]

    def _together(self, pieces: list[list[Reading]]) -> list[Reading]:
        """What pieces say together, the likeliest of each first."""
        together = [
            tuple(part for reading in chosen for part in reading) for chosen in islice(product(*pieces), _MAX_COMPOSED)
        ]
        fit = fitting(together) if self.ground.position is None else together
        return [merged(one) for one in fit if one]

    def _suggested(self, tokens: Sequence[Token]) -> list[Reading]:
        kept, when = self._without_times(tokens)
        when = NOW if when is SEVERAL else when
        text = self._there(plain(joined(kept)))
        either = _EITHER.search(text)
        ways = (
            [text]
            if either is None
            else [f"{text[: either.start()]}{one}{text[either.end() :]}" for one in either.groups()]
        )
        found = [suggestions(way, self.entities, self.ground, when) for way in ways]
        return [reading for rank in zip_longest(*found) for reading in rank if reading]

    # ── several clauses ─────────────────────────────────────────────────────────────────────────

    def _composed(self, tokens: list[Token], question: bool) -> list[Reading] | None:
        """What the clauses of a sentence say together; nothing when one of them that may matter cannot be read.

        None when there are no two clauses that say something.
        """
        pieces = _pieces(tokens)
        found: list[list[Reading]] = []
        at, unread, passed = 0, False, False
        self.last_mood = None
        while at < len(pieces):
            joint, start, end = pieces[at]
            piece = trimmed(tokens[start:end])
            reason = joint in _ASIDES and (joint != "so" or _CONCLUSION.match(joined(piece)) is None)
            if not piece or reason or _ASIDE.match(f"{joint} {joined(piece)}"):
                at, passed = at + 1, True
                continue
            size, readings = self._longest(tokens, pieces[at : at + _MAX_JOINED], question)
            if not readings and _FROM_THERE.search(joined(piece)) is None:
                readings = self._guessed(piece, question, self.last_mood)[:_MAX_OFFERS]
                unread = unread or (not readings and joint != "or" and _weighs(joined(piece)))
            readings = [tuple(map(self._wanted, reading)) for reading in readings]
            readings = [one for one in readings if not any(isinstance(part, Said) for part in one)]
            if readings and joint == "or" and found:
                found[-1] = [*found[-1], *readings]
            elif readings:
                found.append(readings)
            at += size
        if unread:
            return [] if found else None
        if len(found) < 2:
            self.only = found[0] if found and passed else []
            return None
        together = [
            specific(self._taken(tuple(part for reading in chosen for part in reading)))
            for chosen in islice(product(*(one[:_MAX_OFFERS] for one in found)), _MAX_COMPOSED)
        ]
        if self.ground.position is None:
            together = fitting(together)
        return list({frozenset(reading): reading for reading in together}.values())

    def _longest(
        self, tokens: list[Token], pieces: Sequence[tuple[str, int, int]], question: bool
    ) -> tuple[int, list[Reading]]:
        """How many pieces are understood as one clause, and how; one piece and nothing when none is."""
        start, mood = pieces[0][1], self.last_mood
        for size in range(len(pieces), 0, -1):
            self.tries += 1
            if self.tries > _MAX_TRIES:
                break
            part = trimmed(tokens[start : pieces[size - 1][2]])
            clause = self._first(part, question, mood) if part else None
            if clause is not None and clause.alternatives and (size == 1 or not clause.dropped):
                return size, clause.alternatives
        return 1, []

    def _may_start(self, tokens: Sequence[Token], at: int) -> bool:
        sym, before = tokens[at].sym, tokens[at - 1].sym
        if before in _NO_START or before.endswith("~b"):
            return False
        return sym in _STARTS or "~" in sym or isinstance(self.entities.get(sym), Place | UnitRef)


_MAX_LOOKED_AT: Final = 60
_MAX_TRIES: Final = 400
_MAX_OFFERS: Final = 3
_MAX_JOINED: Final = 4
_MAX_COMPOSED: Final = 12
_CUTS: Final = words("( ) ; , : while plus then and but so if or because since unless whereas though although - +") | {
    *("after", "once", "before", "until")
}
_WHENEVER: Final = words("if once after before until because since unless")
"""What a clause begins with that another may follow with no comma between."""

_THINKING: Final = words("think believe guess hope know say sure see feel wish promise sees says thinks that whether")
_ASIDES: Final = words("because since so unless whereas though although")
"""What a clause begins with that only gives a reason."""

_CONCLUSION: Final = re.compile(
    r"(?:i think |maybe |perhaps )?(?:(?:you|we|i) (?:should|need|must|will|would|propose|suggest|hope)"
    r"|(?:can|could|would|will) you|let~b|how about|please|do you)(?!\S)"
)
"""How what follows `so` begins where it is no reason."""

_ASIDE: Final = re.compile(
    r"(?:(?:and|,|but)? ?"
    r"(?:after|before|once|when|until|even if|as|otherwise|(?:instead of|rather than)(?= (?:[PU]\d|\S+~g)))"
    r"|if you (?:would )?(?:rather|prefer|like|want|feel)|you do not (?:really |even )?(?:need|have~b) to) "
)
"""What a clause begins with that tells when, or what the hearer may think of it."""

_THIRD: Final = re.compile(
    r"(?:.*(?<!\S))?(?:tell|ask|convince|persuade|get|have|let|make)(?:~\w)? (?:(?:the )?[WJ]\d+|him|her|them) "
    r"(?:not )?to(?= )|(?:(?:the )?[WJ]\d+(?: (?:and|&) [WJ]\d+)?|he|she|they|who|everyone|nobody) "
    r"(?!.*(?<!\S)(?:us|we|you|me|together)(?= |$))"
)
"""How a clause begins that speaks only of those who are not there."""

_PASSED_ON: Final = re.compile(
    r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?(?:tell|ask|convince|persuade)(?:~b)? "
    r"(?:(?:the )?[WJ]\d+|him|her|them) (?:not )?to(?= )"
)
"""What the hearer is asked to say to somebody else."""

_WORTH: Final = re.compile(
    r"(?<!\S)(?:[PUWJ]\d+|(?:peace|all[iy]|friend|draw|truce|cease|neutral|hostil|partner|team|cooperat|collaborat"
    r"|coordinat|nonaggress|conflict|aggress|amicabl|coexist)\S*|status quo|together|neither"
    r"|get along|each other|one another|solo|join|unite|victory|aggression|nonagression|betray\S*|backstab\S*|way"
    r"|final|win|stab\S*|dot|tricks|surprises?"
    r"|(?:hurt|harm|knife|fuck|touch|bother|screw)(?: over| with)? (?:you|me|us))(?!\S)"
)
"""What a sentence must have to be worth looking for more to offer."""

_EITHER: Final = re.compile(r"(?:either )?([WP]\d+) or (?:the )?([WP]\d+)")
_FROM_THERE: Final = re.compile(r"(?<!\S)from (?:there|here)(?!\S)")
_STARTS: Final = words("you i we can could would will let~b how shall do please if are peace alliance truce and")
_NO_START: Final = words(
    "will would can could may might shall should must to not i we you he she they it is are am was were be"
    " been do does did do have~b have~s have~d or than if unless a an the his their my your our of with no never"
    " who what where when"
)
_ENDS: Final = words("( ; , - or while then : because if and so but")
_LISTING: Final = words("and , - +") | {""}
_ACTING: Final = re.compile(r"(?:^| )(?:i|me|my|you|your|we|us|our|let~b)(?= |$)")
_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")
_AGREED: Final = re.compile(
    r"(?<!\S)(?:cent(?:er|re)s?|scs?|dots?|territor(?:y|ies)|dmz|bounce|peace|truce|alliance|draw)(?!\S)"
)
_TOLD: Final = re.compile(r"(?:(?:but|and|so|,|well) )*i (?:do|did|can|am|have~b|would) not(?!\S)")
_NAME_ALONE: Final = re.compile(r"(?:the )?[PUWJ]\d+")
_TAG: Final = re.compile(r"~[bsgd](?= |$)")


def _lists(tokens: Sequence[Token], at: int) -> bool:
    """Whether a joint stands between two places, units or powers, and the list ends with the second."""
    around = [token.sym for token in tokens[at - 1 : at + 3]]
    named = at > 0 and len(around) > 2 and around[0][:1] == around[2][:1] and around[2][:1] in "PUW"
    return named and all(one[1:].isdigit() for one in (around[0], around[2])) and around[3:] != ["-"]


def _pieces(tokens: Sequence[Token]) -> list[tuple[str, int, int]]:
    """(joint, start, end) of what stands between the joints of a sentence."""
    pieces: list[tuple[str, int, int]] = []
    for joint, start, end in _cut(tokens):
        named = [token.sym[:1] for token in tokens[start:end]]
        listed = pieces and named in (["P"], ["U"], ["W"]) and joint in _LISTING
        if listed and tokens[pieces[-1][2] - 1].sym[:1] == named[0]:
            pieces[-1] = (pieces[-1][0], pieces[-1][1], end)
        else:
            pieces.append((joint, start, end))
    return pieces


def _cut(tokens: Sequence[Token]) -> Iterator[tuple[str, int, int]]:
    joint, start = "", 0
    for at, token in enumerate(tokens):
        if token.sym in _CUTS and not (token.sym == "-" and _orders(tokens, at)):
            if at > start:
                yield joint, start, at
                joint = ""
            joint = token.sym if joint in ("", ",", "and") else joint
            start = at + 1
        elif joint in _WHENEVER and at > start + 1 and running(tokens, at) and tokens[at - 1].sym not in _THINKING:
            yield joint, start, at
            joint, start = ",", at
    if start < len(tokens):
        yield joint, start, len(tokens)


def _orders(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dash stands between a unit and where it goes."""
    after = tokens[at + 1].sym[:1] if at + 1 < len(tokens) else ""
    return at > 0 and tokens[at - 1].sym[:1] in ("P", "U", "W") and after in ("P", "U", "W")


def _texts(tokens: Sequence[Token]) -> list[str]:
    """What the pieces of a sentence say, but for those that only name another choice, or one more."""
    found = [(joint, joined(trimmed(tokens[start:end]))) for joint, start, end in _pieces(tokens[:_MAX_LOOKED_AT])]
    return [one for joint, one in found if one and joint != "or" and not (joint and _NAME_ALONE.fullmatch(one))]


def _weighs(piece: str) -> bool:
    """Whether a clause nobody could read may be part of a deal: it speaks of a place, and of those who are there."""
    if _ACTING.search(piece) is None or of_others(piece):
        return False
    described = BACKGROUND.match(piece) is not None or _TOLD.match(piece) is not None
    return _PLACED.search(piece) is not None or (not described and _AGREED.search(_TAG.sub("", piece)) is not None)
