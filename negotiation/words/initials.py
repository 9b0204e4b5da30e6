"""Powers by their initials (`E/G`, `an AIR`, `against E`) and alliances that have a name."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from adjudication.names.table import ADJECTIVES, POWER_WORDS
from adjudication.powers import POWERS, Power
from negotiation.words.entities import Entity, Raw
from negotiation.words.lexicon import words

__all__ = ["Names", "initials", "named_alliance", "paired"]

Names: TypeAlias = Mapping[tuple[str, ...], tuple[str, str]]
"""Kind of token and code of each name, by its words in lower case."""

_INITIALS: Final[Mapping[str, Power]] = {power[0]: power for power in POWERS}
_TRIPLES: Final[Mapping[str, tuple[Power, ...]]] = {
    **dict.fromkeys(("western", "west"), ("ENG", "FRA", "GER")),
    **dict.fromkeys(("northern", "north"), ("ENG", "GER", "RUS")),
    "central": ("AUS", "GER", "ITA"),
    **dict.fromkeys(("eastern", "east"), ("AUS", "RUS", "TUR")),
}
"""Alliances of three, called after where they are."""

_ALLIANCES: Final[Mapping[tuple[str, ...], tuple[tuple[Power, ...], Power | None]]] = {
    ("juggernaut",): (("RUS", "TUR"), None),
    ("jugg",): (("RUS", "TUR"), None),
    ("jug",): (("RUS", "TUR"), None),
    ("lepanto",): (("AUS", "ITA"), "TUR"),
    ("key", "lepanto"): (("AUS", "ITA"), "TUR"),
    ("sealion",): (("FRA", "GER"), "ENG"),
    ("sea", "lion"): (("FRA", "GER"), "ENG"),
    ("wt",): (("ENG", "FRA", "GER"), None),
    **{(side, three): (members, None) for side, members in _TRIPLES.items() for three in ("triple", "triad", "trio")},
    ("wintergreen",): (("ITA", "RUS"), None),
    ("anschluss",): (("AUS", "GER"), None),
}
"""Alliances with a name: members, and whom they are against."""

_COMBINING: Final[Mapping[str, Power]] = {
    "anglo": "ENG",
    "austro": "AUS",
    "franco": "FRA",
    "germano": "GER",
    "italo": "ITA",
    "russo": "RUS",
    "turco": "TUR",
    "turko": "TUR",
}
_PAIR_AFTER: Final = words("alliance team draw vs duo ally combo partnership against triple alliances")
_PAIR_BEFORE: Final = words("a an the good strong classic go play this our do playing nice solid great fan")
_CALLED: Final = (["alliance"], ["team"], ["light"], ["lite"])
"""Words after the name of an alliance that are part of it."""

_US: Final = words("you me us")
_VERSUS: Final = words("vs versus against")
_AN: Final = words("a an our we to us")
_LOWER_PAIRS: Final = words("rt tr ef fe eg ge fg gf rg gr ir ri ai ag ga ar ra er re ei fi rit rat")
_LOWER_AFTER: Final = words("alliance alliances ally team duo combo partnership")
_NO_PAIR: Final = words("- to and s c h raid show ball game")
_WORDLIKE: Final = words(
    "IT AI IF AT RE AIR TIE FIT GIT EAT TEA ART RAT TAR EAR ERA FAT GET FAIR FIRE TIER RAGE FIG RIG AFT AGE"
)
"""Initials that are also words."""

_SUBJECTS: Final = words("we you they there these those here things")
"""Words before the verb `ARE` in capitals."""

_NOT_INITIAL: Final = frozenset(("'", "'s", "coast", ":", ")", "(", "=", "&", "-", ">")) | words("0 1 2 3 4 5 6 7 8 9")
_HITTING: Final = words(
    "against with vs versus attack attacking fight fighting on or & take taking crush and hit hitting"
)
_FIGHTING: Final = words(
    "against vs versus attack attacking hit hitting kill killing stab stabbing fight fighting stop beat crush target"
)
_ENDED: Final = words(". , ? ! and or too together first next this with before if in then") | {""}
_SURELY_ENDED: Final = words(". ? ! , together next now first with for") | {""}
"""Words after an initial that is also the speaker's `I` or an article, after a verb of war."""


def named_alliance(raws: Sequence[Raw], index: int, entities: dict[str, Entity]) -> tuple[int, list[Raw]] | None:
    """An alliance with a name of its own, as `W1 / W2 alliance against W3`, and how many words it takes."""
    for length in (2, 1):
        found = _ALLIANCES.get(tuple(raw.text.lower() for raw in raws[index : index + length]))
        if found is not None and len(raws) >= index + length:
            members, enemy = found
            syms = [*paired(members, entities), "alliance"]
            if enemy:
                syms += ["against", *paired((enemy,), entities)]
            called = [raw.text.lower() for raw in raws[index + length : index + length + 1]] in _CALLED
            size = length + called
            size += (
                POWER_WORDS.get(raws[index + size].text.lower()) == enemy if enemy and len(raws) > index + size else 0
            )
            size += _with_members([raw.text.lower() for raw in raws[index + size :]], members)
            said = raws[index : index + size]
            return len(said), [Raw(said[0].text, said[0].start, said[-1].end, sym) for sym in syms]
    return None


def _with_members(after: Sequence[str], members: Sequence[Power]) -> int:
    """Number of words that name an alliance's partners: `with you and Russia`.

    Only its members count.
    """
    if after[:1] != ["with"]:
        return 0
    size = 1
    while size < len(after) and (after[size] in _US or POWER_WORDS.get(after[size]) in members):
        size += 1
        if size + 1 < len(after) and after[size] in ("and", "&", ",") and after[size + 1] not in ("i", "then"):
            size += 1
    return size if size > 1 and after[size - 1] not in ("and", "&", ",") else 0


def paired(powers: Sequence[Power], entities: dict[str, Entity]) -> list[str]:
    """The tokens of powers with a stroke between them."""
    syms: list[str] = []
    for power in powers:
        name = f"W{len(entities)}"
        entities[name] = power
        syms += ["/", name]
    return syms[1:]


def initials(raws: Sequence[Raw], index: int, shouting: bool, names: Names) -> tuple[int, tuple[Power, ...]] | None:
    """Powers named by capital initials, and the number of words.

    `E/G`, `RT alliance`, `an AIR`.
    """
    compound = _compound(raws, index)
    if compound is not None:
        return compound
    word = raws[index].text
    after = raws[index + 1].text.lower() if index + 1 < len(raws) else ""
    before = raws[index - 1].text.lower() if index else ""
    if word in _LOWER_PAIRS and after in _LOWER_AFTER:
        word = word.upper()
    if (
        1 < len(word) < 5
        and set(word) <= _INITIALS.keys()
        and len(set(word)) == len(word)
        and names.get((word.lower(),), ("", ""))[0] != "P"
    ):
        if before in _SUBJECTS and word == "ARE":
            return None
        called = after in _PAIR_AFTER or (before in _PAIR_BEFORE and word not in _WORDLIKE) or before in _VERSUS
        if called or (before in _AN and after not in _NO_PAIR) or not (shouting or word in _WORDLIKE):
            return 1, tuple(_INITIALS[letter] for letter in word)
    length, powers = 1, [_INITIALS[word]] if word in _INITIALS else []
    while powers and [raw.text for raw in raws[index + length : index + length + 1]] == ["/"]:
        other = raws[index + length + 1].text if index + length + 1 < len(raws) else ""
        if other not in _INITIALS or _INITIALS[other] in powers:
            return None
        powers.append(_INITIALS[other])
        length += 2
    if len(powers) > 1:
        return length, tuple(powers)
    if word in _INITIALS and not shouting and _alone(word, before, after, names):
        following = [raw.text.lower() for raw in raws[index + 1 : index + 3] if raw.text != "."]
        if (word.lower(), *following[:1]) in names:
            return None
        return 1, (_INITIALS[word],)
    return None


def _compound(raws: Sequence[Raw], index: int) -> tuple[int, tuple[Power, ...]] | None:
    """Two powers in one word: `Anglo-German`, `Russo Turkish`."""
    first = _COMBINING.get(raws[index].text.lower())
    at = index + 1 + ([raw.text for raw in raws[index + 1 : index + 2]] == ["-"])
    second = next((ADJECTIVES.get(raw.text.lower()) for raw in raws[at : at + 1]), None)
    return (at + 1 - index, (first, second)) if first and second and first != second else None


def _alone(letter: str, before: str, after: str, names: Names) -> bool:
    """True if a single capital is a power: `against E`.

    A, F and I are more often something else.
    """
    named = (letter.lower(), after) in names
    if named or after in _NOT_INITIAL or before in _NOT_INITIAL or not after.isascii():
        return False
    if letter in "AFI" and before in _FIGHTING and after in _SURELY_ENDED:
        return True
    if letter in "AFI":
        return letter != "I" and before in _HITTING and after in _ENDED
    return before not in ("a", "f", "army", "fleet", "-")
