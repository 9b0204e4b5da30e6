"""Wars, peace and alliances in few words: one way to say what people say in many, before the mood is looked for.

`squeeze W1 from both sides` is `attack~b W1`, `burying the hatchet` is `keep~g peace`. Which words mean what is in
`phrases/pacts.txt`; verbs are listed there once and found in every form.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from negotiation.english.plain import Rules
from negotiation.words.lexicon import VERBS
from negotiation.words.phrasebook import phrases

__all__ = ["pactly"]


@dataclass(frozen=True, slots=True)
class _Idiom:
    """The words of a verb after its first, the form of which is `tag`, and what they stand for."""

    rest: tuple[str, ...]
    tag: str
    means: str


_WHOM: Final = {
    "attack": re.compile(r"[WJ]\d+|him|them|her"),
    "attack anybody": re.compile(r"[WJ]\d+|him|them|her|you|me|us"),
    "spare": re.compile(r"[WJ]\d+|you|me|us|him|them"),
}
"""Who may be attacked, and who spared: where none of these is named, a verb means something else."""

_NAME: Final = re.compile(r"[WJ]\d+")
_SLOT: Final = "_"
_MEANS: Final = {
    "attack": "attack~{}",
    "attack anybody": "attack~{}",
    "ally": "ally~{}",
    "peace": "keep~{} peace",
    "spare": "keep~{} peace with",
}
_IRREGULAR: Final[Mapping[str, Mapping[str, str]]] = {
    "be": {"b": "be", "g": "being"},
    "beat": {"b": "beat", "s": "beats", "g": "beating", "d": "beaten"},
    "split": {"b": "split", "s": "splits", "g": "splitting", "d": "split~"},
    "bring": {"b": "bring~b", "s": "bring~s", "g": "bring~g", "d": "bring~d"},
    "put": {"b": "put", "s": "puts", "g": "putting"},
    "run": {"b": "run", "s": "runs", "g": "running", "d": "ran"},
    "break": {"b": "break", "s": "breaks", "g": "breaking", "d": "broke"},
    "make": {"b": "make", "s": "makes", "g": "making", "d": "made"},
    "become": {"b": "become", "g": "becoming"},
    "throw": {"b": "throw", "s": "throws", "g": "throwing"},
    "tear": {"b": "tear", "s": "tears", "g": "tearing"},
    "eat": {"b": "eat", "s": "eats", "g": "eating"},
    "stop": {"b": "stop", "s": "stops", "g": "stopping", "d": "stopped"},
    "kick": {"b": "kick", "s": "kicks", "g": "kicking", "d": "kicked"},
    "drive": {"b": "drive", "s": "drives", "g": "driving", "d": "drove"},
    "declare": {"b": "declare", "g": "declaring", "d": "declared"},
}


def _forms(verb: str) -> Mapping[str, str]:
    """Tag -> how a verb stands in a text of tokens in that form."""
    if verb in VERBS:
        return {tag: f"{verb}~{tag}" for tag in "bsgd"}
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    doubled = verb + verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb) else verb
    stem = verb[:-1] if verb.endswith("e") else doubled
    third = f"{verb}es" if verb.endswith(("sh", "ch", "ss", "x")) else f"{verb}s"
    return {"b": verb, "s": third, "g": f"{stem}ing", "d": f"{stem}ed"}


def _listed() -> Mapping[str, Sequence[_Idiom]]:
    """The first word of every idiom in every form -> the idioms that begin so, longest first."""
    found: defaultdict[str, list[_Idiom]] = defaultdict(list)
    for section, _, line in phrases("pacts"):
        for phrase in line.split(", ") if section in _MEANS else ():
            verb, *rest = phrase.split(" ")
            for tag, form in _forms(verb).items():
                found[form].append(_Idiom(tuple(map(_tagged, rest)), tag, section))
    return {first: sorted(idioms, key=lambda one: -len(one.rest)) for first, idioms in found.items()}


def _tagged(word: str) -> str:
    """A word of an idiom as it stands in a text of tokens: a pattern for verbs, which may have any form."""
    base = next((base for base, forms in VERBS.items() if word in forms.split()), None)
    return f"{base}~" if base is not None else word


_IDIOMS: Final = _listed()
_RULES: Final = Rules(line for section, _, line in phrases("pacts") if section == "rules")
_AROUND: Final = Rules(line for section, _, line in phrases("pacts") if section in ("asides", "frames"))
"""What stands around a pact: it is looked at only where one is spoken of."""
_CONCERNED: Final = re.compile(
    r"(?<!\S)(?:attack~\w (?:the )?[WJ]|ally~|peace|alliance|truce|partnership|draw|non - aggression|nap|team)"
)


def pactly(clause: str) -> str:
    """The clause with its war, peace or alliance said in few words; the clause itself when it speaks of none."""
    said = _RULES.rewritten(_without_idioms(clause))
    return _AROUND.rewritten(said) if _CONCERNED.search(said) is not None else said


def _without_idioms(clause: str) -> str:
    words = clause.split(" ")
    said: list[str] = []
    at = 0
    while at < len(words):
        idiom, size, enemy = _idiom_at(words, at)
        if idiom is None:
            said.append(words[at])
            at += 1
            continue
        said += [_MEANS[idiom.means].format(idiom.tag), *enemy]
        at += size
    return " ".join(said)


def _idiom_at(words: Sequence[str], at: int) -> tuple[_Idiom | None, int, Sequence[str]]:
    """The longest idiom that begins at a word, how many words it takes, and the enemy named inside of it."""
    for idiom in _IDIOMS.get(words[at], ()):
        size, enemy = 1, list[str]()
        for wanted in idiom.rest:
            if wanted == _SLOT:
                enemy = _named(words[at + size :], _WHOM[idiom.means])
                size += len(enemy)
                if not enemy:
                    break
            elif words[at + size : at + size + 1] != [wanted] and not _form_of(
                wanted, words[at + size : at + size + 1]
            ):
                break
            else:
                size += 1
        else:
            whom = _WHOM.get(idiom.means)
            if whom is None or enemy or _named(words[at + size :], whom) or _shared(words, at + size):
                return idiom, size, enemy
    return None, 0, ()


def _shared(words: Sequence[str], at: int) -> bool:
    """Whether an enemy is named after another verb that is joined to the one before."""
    if words[at : at + 1] not in (["and"], ["&"], ["or"], ["then"]):
        return False
    other, _, _ = _idiom_at(words, at + 1) if at + 1 < len(words) else (None, 0, ())
    return other is not None and other.means == "attack"


def _form_of(wanted: str, words: Sequence[str]) -> bool:
    return wanted.endswith("~") and len(words) == 1 and words[0][:-1] == wanted


def _named(words: Sequence[str], whom: re.Pattern[str]) -> list[str]:
    """The powers or the pronoun that a text begins with."""
    size = 1 if words[:1] == ["the"] else 0
    if whom.fullmatch(" ".join(words[size : size + 1])) is None:
        return []
    size += 1
    while (
        words[size : size + 1]
        and words[size] in ("and", "&", "or")
        and _NAME.fullmatch(" ".join(words[size + 1 : size + 2]))
    ):
        size += 2
    return list(words[:size])
