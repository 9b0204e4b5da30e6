"""Turns of phrase that people use, whatever they name.

Openings to leave out, questions, refusals, half questions.
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = [
    "BARE",
    "CORRECTS",
    "FOLLOWS",
    "HIM",
    "HOW",
    "KIND",
    "LOOKING",
    "PACT",
    "REFUSES",
    "SUPPOSED",
    "WHEN",
    "WHICH",
    "asks",
    "asks_about_own",
    "asks_if_safe",
    "asks_to_learn",
    "asks_why",
    "learner_question",
    "sentences_in",
    "trimmed",
    "without_directions",
]


def trimmed(text: str) -> str:
    """The text without what it is not about."""
    return _PREFACE.sub("", _LANGUAGE.sub("my language", text)) or text


_PREFACE: Final = re.compile(
    r"^\W*(?:"
    r"(?:so+rry|pardon me|excuse me|forgive me|apologies)\b[^,.!?]*\b(?:question|asking|ask|bother\w*)\b"
    r"[^,.!?\w]*[,.!]?\s*(?:but\s+)?"
    r"|(?:silly|stupid|dumb|quick|honest|serious|random|noob) question\W*(?:but\s+)?"
    r"|[^,.!?]{0,60}\bi hope you(?:'ll| will)? (?:forgive|don'?t mind|excuse) (?:me )?(?:for )?asking "
    r"(?:if|whether)?\s*"
    r")",
    re.IGNORECASE,
)
_LANGUAGE: Final = re.compile(
    r"\b(?:my|the only|speak(?: a little| no| good| bad)?) (?:english|french|german|italian|russian|turkish)\b"
    r"(?! \w*(?:fleet|arm|unit|friend))",
    re.IGNORECASE,
)


def asks_to_learn(text: str) -> bool:
    """True if a newcomer asks how to play or what to do."""
    return bool(_LEARNS.match(text) or _ADVICE.match(text)) and not _BARGAINS.search(text)


_LEARNS: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|ok|okay|please|sorry|um+|and)\b\W*)*(?:"
    r"i(?:'?m| am) (?:(?:very|quite|totally|completely|all|really) )*"
    r"(?:new\b|a (?:total |complete )?(?:beginner|newbie|noob|novice|newcomer)\b)"
    r"|(?:this is |it'?s )?my (?:very )?first (?:game|time)\b|i(?:'?ve| have) never played\b"
    r"|how (?:do|should|can) (?:i|you) (?:play|begin|start)\b"
    r"|(?:can|could|will|would) you (?:help|teach|show) me(?: how)?(?: to)? (?:play|learn|start|begin)\b"
    r"|teach me\b|(?:please )?help me(?: please)?\W*$)",
    re.IGNORECASE,
)
_SHOULD: Final = r"(?:should|do|can|could|shall|must|would|ought)"
_PIECES: Final = (
    r"my (?:arm(?:y|ies)|fleets?|units?|pieces?|troops?|men|guys|boats?|ships?)(?: (?:in|at|from) [\w.' ]{3,25}?)?"
)
_ACTS: Final = (
    rf"(?:(?:do|order|play|write|give|go|move|send|put|place|march|sail|head|use|try|make)\b(?: (?:with )?{_PIECES})?)"
)
_MINE: Final = rf"(?:i|{_PIECES})"
_TO_ACT: Final = rf"(?:what|where|which way|how)(?: orders?| moves?)? (?:to|i should|i can|i must|should i) {_ACTS}"
_ADVICE: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|ok|okay|please|sorry|um+|hm+|well|and|but|help|help me|honestly|man|"
    r"i(?:'?m| am)?(?: (?:a bit|so|totally|completely|really|still))? (?:lost|confused|stuck|clueless)|"
    r"i (?:do not|don'?t|dont|didn'?t) (?:get|understand)(?: it| this| that| anything| a thing| the game)?)\b\W*)*(?:"
    rf"(?:what|where|which way|how)(?: orders?| moves?)? {_SHOULD} {_MINE} (?:even )?{_ACTS}"
    rf"|which (?:orders?|moves?|way) {_SHOULD} {_MINE} {_ACTS}"
    r"|what(?:'?s| is| are| would be) (?:(?:some|the|a|my|good|best|right|next) )+(?:moves?|orders?|step)"
    rf"|what would you do(?: with {_PIECES})?(?: if you were me| in my (?:place|shoes|position)| as me)?"
    r"|what (?:do|would|can) you (?:recommend|advise)(?: me)?(?: (?:to|i|i should) (?:do|order))?"
    r"|what (?:do|would) you suggest (?:i|i should|me to) (?:do|order|move)"
    r"|(?:(?:do you have|have you(?: got)?|got|give me|i need|i could use|can you give me|need|could use) )?"
    r"(?:any |some |an? |your |a bit of )?(?:good )?(?:advice|tips?|pointers)"
    rf"|(?:any|have you an?|do you have an?y?|got any) (?:ideas?|clue|thoughts) (?:on |about |of )?{_TO_ACT}"
    rf"|(?:i(?:'?ve| have| got|'?ve got)? )?(?:no|not a|zero) (?:idea|clue) {_TO_ACT}"
    rf"|(?:i )?(?:am |'?m )?(?:not sure|do not know|don'?t know|dont know|dunno|unsure) {_TO_ACT}"
    rf"|(?:(?:can|could|will|would) you )?(?:please )?(?:tell|show) me {_TO_ACT}"
    r"|what(?:'?s)? (?:now|next)|now what|(?:please )?advise(?: me)?)"
    r"(?: (?:now|then|next|first|here|please|today|exactly|to|for me|with (?:it|them)|you think|"
    r"(?:for |in )?this (?:turn|year|season|phase|time)|in (?:spring|fall|autumn)))*\W*$",
    re.IGNORECASE,
)
_BARGAINS: Final = re.compile(
    r"\b(?:peace|alliance|ally|allies|deal|truce|support|agree|attack|take|draw|convoys?|bounce|retreats?|builds?|hold)\b",
    re.IGNORECASE,
)


def asks_if_safe(text: str) -> bool:
    """True if somebody asks about danger or after a broken word."""
    return any(_SAFE.match(part) for part in sentences_in(text)) or bool(_BROKEN.search(text) and "?" in text)


def asks_about_own(text: str) -> str:
    """Find the kind (A, F) in a question about own units."""
    match = _OWN.match(text) or (_MY_KIND.search(text) if asks_to_learn(text) else None)
    return "" if match is None else "A" if match[1].lower().startswith("arm") else "F"


def learner_question(text: str) -> tuple[str, str] | None:
    """Manner and topic of a newcomer's question; None for other text.

    What to do, who could help, what a word of the rules means.
    """
    if asks_to_learn(text):
        return "advice", "opening"
    if _WHO_HELPS.match(text):
        return "advice", "ally"
    match = _EXPLAINS.match(text)
    return None if match is None else ("rules", str(match.lastgroup))


def asks_why(text: str) -> bool:
    """True if a text asks for a reason and says nothing else."""
    return _WHY.match(text) is not None


_RULES: Final = {
    "support": "support",
    "convoy": "convoy",
    "bounce": "bounce|stand-?off",
    "stab": "stab(?:bing)?",
    "dmz": "dmz|demilitari[sz]ed zone",
    "retreat": "retreat",
    "builds": "build",
    "center": "(?:supply )?cent(?:er|re)|sc|dot",
    "hold": "hold",
    "coasts": "split coast",
    "cut": "cut|cut(?:ting)? (?:a )?support",
    "win": "solo",
}
"""By topic of the rules, its words."""
_EXPLAINS: Final = re.compile(
    r"^\W*(?:(?:hi|hey|so|ok|okay|sorry|and|but|um+|wait|please)\b\W*)*(?:"
    r"(?:(?:can|could|would) you )?(?:please )?(?:explain|tell)(?: to)?(?: me)?(?: again)?(?: what| how)?|"
    r"(?:i (?:don'?t|do not) (?:know|get|understand)|do you know) (?:what|how)|what(?:'?s)?|how)"
    r"(?: (?:is|are|do|does))?(?: an?| the)? "
    rf"(?:{'|'.join(f'(?P<{topic}>{words})' for topic, words in _RULES.items())})s?"
    r"(?: orders?)?(?: (?:is|are|means?|works?|does|do))?(?: (?:exactly|here|again|in this game))?\W*$",
    re.IGNORECASE,
)
_WHO_HELPS: Final = re.compile(
    r"^\W*(?:(?:so|and|ok|okay|please|but|hm+)\b\W*)*(?:"
    r"who(?:'?s| is|'?ll)? (?:else )?(?:can|could|will|would|might|may|able to|going to|should i ask to) "
    r"(?:help|support|assist|back) (?:me|us)(?: (?:here|now|out|this turn|next))*"
    r"|who (?:should|can|could|do) i ask (?:for|to) (?:help|support)(?: me)?"
    r"|(?:is there |can |could )?(?:anybody|anyone|somebody|someone)(?: (?:who|that))?(?: (?:can|could|will|would))? "
    r"(?:help|support) me"
    r")\W*$",
    re.IGNORECASE,
)
_SAFE: Final = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|hm+|please|then)\b\W*)*(?:"
    r"(?:is|are|am|will|would)\W(?!you\b)[^,;:.!?]{1,60}\b(?:safe|in danger)"
    r"(?: (?:for (?:me|us)|now|here|there|this turn|next turn|(?:in|from|against) [^,;:.!?]{3,30}))*"
    r"|(?:is|are) [^,;:.!?]{3,60} (?:dangerous|an? (?:danger|threat))(?: (?:for|to) (?:me|us|[^,;:.!?]{3,30}))?"
    r"|who (?:can|could|will|might) (?:attack|reach|threaten|hurt) (?:me|us)(?: (?:here|now|next|this turn|next turn))*"
    r"|who (?:threatens|attacks|endangers) (?:me|us)"
    r"|(?:what|which)[^,;:.!?]{0,30} (?:is|are) in danger"
    r")\W*\?\W*$",
    re.IGNORECASE,
)
_BROKEN: Final = re.compile(
    r"\b(?:(?:broke|has broken|did not keep|didn'?t keep) (?:its|his|her|their|the) (?:word|promises?)|"
    r"(?:betrayed|stabbed|lied to|attacked|cheated) (?:me|us))\b[^?]*\b"
    r"what (?:now|next|(?:should|can|do|shall) i do)\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(
    r"^\W*(?:(?:and|so|but|ok|okay)\b\W*)*(?:what about|how about|what (?:should|do|can) i do with) "
    r"my (arm(?:y|ies)|fleets?)(?: now| then| this turn)?\W*$",
    re.IGNORECASE,
)
_MY_KIND: Final = re.compile(r"\bmy (arm(?:y|ies)|fleets?)\b", re.IGNORECASE)
_WHY: Final = re.compile(
    r"^\W*(?:(?:but|and|so|ok|okay|hm+|please|sorry)\b\W*)*(?:"
    r"why(?: (?:that|this|these|those|so|exactly|is that|is this|though|not))?"
    r"|why (?:do|did|would|should) (?:you|i|we) (?:say|think|want|advise|suggest|propose|ask|do|order|accept|need)"
    r"(?: (?:that|this|it|so|these|those))?(?: (?:moves?|orders?|deal|proposal))?"
    r"|how (?:come|so)|what for|for what(?: reason)?"
    r"|what(?:'?s| is| are) (?:the|your) (?:reasons?|point|idea)(?: (?:for|of|behind) (?:that|this|it))?"
    r"|(?:can|could|would|will) you (?:please )?(?:explain|tell me why)(?: (?:that|this|it|why|to me|please))*"
    r"|tell me why|(?:please )?explain(?: (?:that|this|it|why|yourself|to me|please))*"
    r")\W*$",
    re.IGNORECASE,
)


def sentences_in(text: str) -> Sequence[str]:
    """Its sentences, as typed."""
    return [part for part in _SENTENCE.split(text.strip()) if part]


_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def asks(text: str) -> bool:
    """True if a mark or the beginning of a sentence asks."""
    return "?" in text or any(_QUESTION.match(part) for part in _PART.split(text))


_QUESTION: Final = re.compile(
    r"\W*(?:(?:so|and|but|then|well|ok|okay|hey|oh|lol|bro|dude|man|mate|pls|please|just)\W+)*(?:who|whom|whose|which|what|"
    r"whats|whos|wat|wut|why|y|where|wheres|when|how|hows|u|is|are|am|do|does|did|can|could|should|shall|would|will|has|"
    r"was|were|any|anything|anyone|got|name|show|tell|explain|i wonder|wonder|curious|wondering|gonna|c'mon|come on)\b",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"(?<=[.!?;,])\s+|\n+")


def without_directions(text: str) -> str:
    """The text without `north` or `west` that mean no sea."""
    return _DIRECTION.sub("", text)


_DIRECTION: Final = re.compile(
    r"\b(?:north|south|east|west)(?:ern)?\b(?!\s*(?:sea|atlantic|africa|coast|med|norw|of the map))", re.IGNORECASE
)
"""Words of direction, which alone are no short form of a sea."""
WHICH: Final = re.compile(
    r"^\W*(?:and |but |ok |so )?(?:with |from |by )?which(?: one| of them| unit| army| fleet| place| power)?"
    r"(?: exactly)?\W*$",
    re.IGNORECASE,
)
WHEN: Final = re.compile(
    r"^\W*(?:and |but |ok |so )?(?:when|how soon|by when|which turn)(?: exactly| then)?\W*$", re.IGNORECASE
)
HOW: Final = re.compile(
    r"^\W*(?:and |but |ok |so )?how(?: exactly| so| then| would that work)?\s*\?\W*$", re.IGNORECASE
)
FOLLOWS: Final = re.compile(
    r"^\W*(?:(?:ok|okay|so|hm+|oh|good|fine)\W+)?(?:and what about|and how about|what about|how about|and|or)\s+"
    r"(?:(?:the|in|to|with|at|your|army|fleet|unit)\s+)*"
    r"(?P<name>[^?,;:]{3,30}?)(?:\s+(?:then|too|as well))?\s*\?[\s?!]*$",
    re.IGNORECASE,
)
CORRECTS: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah|sorry|wait|oops|ah|oh|well|actually)\W+)*(?:i (?:meant|mean)|not that,? but|make that)\s+"
    r"(?:(?:the|to|in|your|army|fleet|unit)\s+)*(?P<name>[^?,;:.!]{3,30}?)"
    r"(?:\s*,?\s*not\s+[\w. ]{3,30}?)?\s*[.!]*$",
    re.IGNORECASE,
)
"""A name put in place of the one said before: `no, I meant Holland`."""
HIM: Final = re.compile(r"\b(?:he|him|they|them)\b", re.IGNORECASE)
LOOKING: Final = re.compile(
    r"\?|\b(?:can|could|may|is|are|does|do|did|how|where|what|when|which|who|whose|whos|wheres|find)\b", re.IGNORECASE
)
"""Words and marks of a question about the map."""
REFUSES: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah)\b\W+\w|i(?:'?m| am|'?ll| will|'d| would)? (?:not|never|rather not) (?:going to |be )?"
    r"(?:join|help|fight|attack|ally|turn|work|team)|i won'?t (?:join|help|fight|attack|ally|turn|work|team))",
    re.IGNORECASE,
)
"""Beginnings of a refusal."""
BARE: Final = re.compile(r"^\W*(?:and )?(?:who|when|where|which|how)(?: one| exactly)?\W*$", re.IGNORECASE)
"""Half a question."""
SUPPOSED: Final = re.compile(r"\bwere (?:you|u) to\b|(?:^|[.!?;,] *)should (?:you|u) (?!be\b)", re.IGNORECASE)
"""Wordings of an act that is only possible, which is no reason for blame."""
KIND: Final = re.compile(r"\b(?:fleet|army|armie|navy|boat|ship)s?\b", re.IGNORECASE)
"""Says what kind of unit is meant, which no promise of any unit would."""
PACT: Final = re.compile(
    r"\b(?:non-? ?aggress\w*|n\.?a\.?p|truce|cease-? ?fire|(?<!in )peace(?: treaty)?|treaty|pact|allian\w*|allies|ally|"
    r"be friends?|work together|team ?up|cooperat\w*|co-operat\w*|partner(?:s|ship)?)\b",
    re.IGNORECASE,
)
