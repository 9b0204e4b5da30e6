"""Frames of what is said beside deals: greetings, thanks, apologies, blame, threats.

What a courtesy is about is a word that was given: what the two agreed, or what one promised the other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from negotiation import terms as t
from negotiation.diplomacy import Aly, Dmz, Pce
from negotiation.english.frames import Make, Slots, Take, Voice
from negotiation.english.rows import row
from negotiation.english.say_deals import act_of, promise
from negotiation.english.tones import TONES
from negotiation.terms import Manner

__all__: list[str] = []


# ── the word that was given ─────────────────────────────────────────────────────────────────────


def _ours(kind: type[Any], *fields: str, named: bool | None = None) -> tuple[Take, Make]:
    """A pact of all who are there. named: whether it has enemies."""

    def take(x: Any, v: Voice) -> Slots | None:
        if type(x) is not kind or x.powers != v.we or (named is not None and bool(x.against) is not named):
            return None
        return {field: getattr(x, field) for field in fields}

    return take, lambda s, v: kind(v.we, *(s[field] for field in fields))


def _given(mine: bool, denied: bool) -> tuple[Take, Make]:
    """What the speaker promised the hearers, or one hearer the speaker."""

    def sides(v: Voice) -> tuple[str, tuple[str, ...]] | None:
        return (v.speaker, v.hearers) if mine else (v.hearers[0], (v.speaker,)) if len(v.hearers) == 1 else None

    def take(x: Any, v: Voice) -> Slots | None:
        commit = x.items[0] if isinstance(x, t.Commits) and len(x.items) == 1 else None
        if commit is None or (commit.agent, commit.to) != sides(v):
            return None
        act = act_of(commit, denied)
        return None if act is None else {"do": act}

    def make(s: Slots, v: Voice) -> Any:
        who = sides(v)
        commit = None if who is None else promise(s["do"], *who, denied)
        return None if commit is None else t.Commits((commit,))

    return take, make


row("word", "our peace", *_ours(Pce))
row("word", "our alliance", *_ours(Aly, named=False))
row("word", "our alliance against {against:whoms}", *_ours(Aly, "against", named=True))
row("word", "our agreement about {provinces:places}", *_ours(Dmz, "provinces"))
for _whose, _mine in (("your", False), ("my", True)):
    row("word", f"{_whose} promise to {{do:act}}", *_given(_mine, denied=False))
    row("word", f"{_whose} promise not to {{do:act}}", *_given(_mine, denied=True))
row("word", "your word about {x:place}", lambda x, v: {"x": x} if isinstance(x, str) else None, lambda s, v: s["x"])
row("word", "the agreement {x:that}", lambda x, v: {"x": x}, lambda s, v: s["x"], stiff=1)


# ── courtesies ──────────────────────────────────────────────────────────────────────────────────

_BARE: Final[Mapping[Manner, Sequence[str]]] = {
    Manner.GREET: (
        "Hello!",
        "Hi there!",
        "Greetings!",
        "Good to meet you.",
        "Hello, and good luck to us both.",
        "Greetings from my capital to yours.",
        "Pleased to meet you, neighbour.",
        "Hello! I hope we can do business.",
        "A good day to you.",
        "Hi! Shall we talk?",
    ),
    Manner.FAREWELL: (
        "Farewell.",
        "Goodbye, and good luck.",
        "Until next time.",
        "See you on the map.",
        "Good luck out there.",
        "Take care.",
    ),
    Manner.THANK: (
        "Thank you.",
        "Thank you very much.",
        "Much appreciated.",
        "That is kind of you.",
        "I appreciate it.",
        "I am in your debt.",
        "Thanks, I won't forget it.",
        "You have my thanks.",
        "My generals send their thanks.",
    ),
    Manner.APOLOGISE: (
        "I apologise.",
        "I'm sorry about that.",
        "My apologies.",
        "I regret it, truly.",
        "I owe you an apology.",
        "It was not kind of me, and I'm sorry.",
    ),
    Manner.FORGIVE: (
        "No hard feelings.",
        "Never mind.",
        "Don't worry about it.",
        "All is forgiven.",
        "Let's leave it behind us.",
        "It's forgotten.",
        "Apology accepted.",
        "We all have to make hard choices here.",
    ),
    Manner.PRAISE: (
        "Well played.",
        "That was a fine move.",
        "You play this well.",
        "I have to admire that.",
        "Nicely done.",
        "A clever move, I admit.",
    ),
    Manner.BLAME: (
        "You lied to me.",
        "You broke your word.",
        "That was not what we agreed.",
        "You went back on your word.",
        "I trusted you, and look where that got me.",
    ),
    Manner.DENY: (
        "I have kept my word to you.",
        "I did not break any promise to you.",
        "I don't know of any promise I broke.",
        "I never gave you my word on that.",
        "You must be thinking of somebody else.",
        "My word to you stands as I gave it.",
    ),
    Manner.THREATEN: (
        "Back off, or you'll regret it.",
        "Think twice before you cross me.",
        "Do that, and my armies will answer.",
        "Threats won't get you far with me.",
        "You will pay for this.",
        "Try it, and see what comes of it.",
        "I have cannons too, you know.",
        "My borders are well guarded, thank you.",
    ),
    Manner.JEST: (
        "Just joking.",
        "Ha, very good.",
        "That made me laugh.",
        "You had me there for a moment.",
        "My generals are laughing too.",
        "You do have a sense of humour.",
        "I'll pretend I took that seriously.",
        "A joke at last, in these grim times.",
    ),
    Manner.PUZZLED: (
        "I did not follow. Do you want support, peace, or my plans?",
        "Sorry, I don't get your meaning. Is it about a deal, or about my moves?",
        "I'm not sure what you mean. Are you offering something?",
        "That went over my head. Ask me for support, peace or my plans?",
        "I couldn't make sense of that. What would you like me to do?",
        "Say that once more in plain words, please?",
        "My interpreter is at a loss. Who should move where?",
        "Come again? Tell me a province or a power, and I'll follow.",
        "You've lost me. Is there something you want this turn?",
        "I don't quite follow. What are you proposing?",
    ),
    Manner.WELCOME: (
        "You're welcome.",
        "Glad to help.",
        "My pleasure.",
        "Any time.",
        "Don't mention it.",
        "It was in my interest, too.",
        "Good neighbours do that.",
    ),
    Manner.EVADE: (
        "That would be telling.",
        "I haven't made up my mind yet.",
        "I'd rather keep that to myself.",
        "Ask me again when we know each other better.",
        "I'm still weighing that.",
        "It depends on what the others do.",
        "You'll see soon enough.",
        "I can't say yet.",
        "Let me sleep on that.",
    ),
    Manner.NOTE: (
        "I see.",
        "Noted.",
        "I take note of that.",
        "I hear you.",
        "Good to have that cleared up.",
        "Then I know where we stand.",
        "I'll keep that in mind.",
    ),
    Manner.ASSURE: (
        "I mean what I say.",
        "Yes, really.",
        "Take me at my word.",
        "I stand by what I wrote.",
        "I would not write it if I did not mean it.",
        "Every word of it is meant.",
        "You'll see that I mean it.",
    ),
    Manner.WAIT: (
        "It's too early for me to say yes to that.",
        "Let me see your moves first.",
        "Deeds first, then we talk again.",
        "Show me a quiet border first.",
        "Ask me again after this turn.",
        "I'd like to see how this turn goes first.",
        "I don't want to tie my hands just yet.",
    ),
    Manner.CHAT: (
        "It's a hard game, but I like it.",
        "My generals are arguing again.",
        "I could look at this map all day.",
        "Long nights at the ministry, these days.",
        "Never a dull year in Europe.",
        "Let's see what the turn brings.",
        "I do enjoy these letters.",
        "There is always something going on here.",
    ),
    Manner.RULES: (
        "It is all explained under How to play, better than I could.",
        "That is a question for the rules. Click on a unit, and the map shows what it may do.",
        "Have a look at the rules: they tell it better than I can.",
        "The rule book knows. I only know my plans.",
        "Look that up in the rules, and then tell me what you want to do.",
    ),
    Manner.ASSENT: ("As you say.",),
    Manner.BALK: ("I do not like that.",),
    Manner.DOUBT: ("I doubt that.",),
    Manner.PLEAD: ("I beg you to think again.",),
    Manner.WONDER: ("I wonder why that is.",),
    Manner.MUMBLE: ("Mumble, mumble.",),
}
_ABOUT: Final[Mapping[Manner, Sequence[str]]] = {
    Manner.THANK: (
        "Thank you for keeping {x:word}@.",
        "You kept {x:word}@, and I noticed.",
        "I see you kept {x:word}@. Thank you.",
    ),
    Manner.APOLOGISE: (
        "I'm sorry that I broke {x:word}@.",
        "I apologise for breaking {x:word}@.",
        "I know I broke {x:word}@. I'm sorry.",
    ),
    Manner.FORGIVE: ("I forgive you for breaking {x:word}@.", "You broke {x:word}@, but let's move on."),
    Manner.PRAISE: ("It was good to see you keep {x:word}@.",),
    Manner.BLAME: (
        "You broke {x:word}@.",
        "You did not keep {x:word}@.",
        "You went back on {x:word}@, and I won't forget it.",
        "What about {x:word}@? You broke it.",
    ),
    Manner.DENY: (
        "I kept {x:word}@.",
        "I did not break {x:word}@.",
        "I stood by {x:word}@, whatever it looks like.",
    ),
    Manner.THREATEN: ("Keep {x:word}@, or you'll regret it.",),
    Manner.GREET: ("Hello! I have not forgotten {x:word}@.",),
    Manner.FAREWELL: ("Goodbye, and remember {x:word}@.",),
    Manner.JEST: ("I was joking about {x:word}@.",),
    Manner.WELCOME: ("I was glad to keep {x:word}@.",),
    Manner.EVADE: ("I'd rather not speak of {x:word}@.",),
    Manner.NOTE: ("I heard what you say of {x:word}@.",),
    Manner.PUZZLED: ("I don't follow: do you mean {x:word}@?",),
    Manner.ASSURE: ("I stand by {x:word}@.",),
    Manner.WAIT: ("It is too early to speak of {x:word}@.",),
    Manner.CHAT: ("Let us talk of {x:word}@ some other day.",),
    Manner.RULES: ("The rules tell about {x:word}@.",),
    Manner.ASSENT: ("As you say about {x:word}@.",),
    Manner.BALK: ("I do not like {x:word}@.",),
    Manner.DOUBT: ("I doubt {x:word}@.",),
    Manner.PLEAD: ("I beg you to think again about {x:word}@.",),
    Manner.WONDER: ("I wonder about {x:word}@.",),
    Manner.MUMBLE: ("Mumble, mumble, {x:word}@.",),
}


def _bare(manner: Manner, timed: bool) -> tuple[Take, Make]:
    def take(x: Any, v: Voice) -> Slots | None:
        if not _is(x, manner, v) or x.about is not None or (x.time is not None) is not timed:
            return None
        return {"time": x.time}

    return take, lambda s, v: t.Courtesy(v.speaker, v.hearers, manner, None, s.get("time"))


def _about(manner: Manner, timed: bool) -> tuple[Take, Make]:
    def take(x: Any, v: Voice) -> Slots | None:
        if not _is(x, manner, v) or x.about is None or (x.time is not None) is not timed:
            return None
        return {"x": x.about, "time": x.time}

    return take, lambda s, v: t.Courtesy(v.speaker, v.hearers, manner, s["x"], s.get("time"))


def _is(x: Any, manner: Manner, v: Voice) -> bool:
    return type(x) is t.Courtesy and (x.speaker, x.hearers, x.manner) == (v.speaker, v.hearers, manner)


for _manner, _texts in _BARE.items():
    row("courtesy", _texts, *_bare(_manner, timed=False))
    row("courtesy", f"Back in {{time:time}}: {_texts[0]}", *_bare(_manner, timed=True))
for _manner, _texts in _ABOUT.items():
    row("courtesy", [text.replace("@", "") for text in _texts], *_about(_manner, timed=False))
    row("courtesy", [text.replace("@", " back in {time:time}") for text in _texts], *_about(_manner, timed=True))
for _tone in TONES.values():
    for _manner in Manner:
        _own = (_tone.lines.get(_manner.value, ()), _tone.about.get(_manner.value, ()))
        row("courtesy", _own[0], *_bare(_manner, timed=False), tone=_tone.name)
        row("courtesy", [text.replace("@", "") for text in _own[1]], *_about(_manner, timed=False), tone=_tone.name)
        _dated = [text.replace("@", " back in {time:time}") for text in _own[1]]
        row("courtesy", _dated, *_about(_manner, timed=True), tone=_tone.name)
row(
    "utterance",
    "{x:courtesy}",
    lambda x, v: {"x": x} if type(x) is t.Courtesy else None,
    lambda s, v: s["x"],
)
