"""Answers: a yes or no to what is open, and what comes after it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Dmz, Hlp, Pce, Sup
from negotiation.english.answers import NO, VOCATIVE, reply
from negotiation.english.completing import completions
from negotiation.english.crossing import crossed
from negotiation.english.offering import Offering
from negotiation.english.stances import leans
from negotiation.english.telling import only_talks
from negotiation.english.tokens import joined, trimmed
from negotiation.grounding.anyhow import any_unit
from negotiation.grounding.parts import Common, Found, Promise, Reading, Said, soft
from negotiation.grounding.swapping import goals, members, swapped
from negotiation.levels import subterms
from negotiation.terms import Accept, Agree, Answer, Commit, Commits, Formula, Inform, Not, Propose, Reject, Utterance
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Place, Token, When

__all__ = ["Answers"]


class Answers(Offering):
    """One text being read in a context: whether it answers what is open there."""

    def _answered(self, tokens: list[Token], question: bool) -> Found | None:
        """A yes or no to what is open, with whatever follows it."""
        context, text = self.context, joined(tokens)
        other = self._elsewhere(text)
        if other is not None:
            return other
        completed = completions(text, self.entities, context, self.ground)
        if completed:
            return Found([(Said(Propose(context.speaker, context.hearers, deal)),) for deal in completed], (), False)
        if not context.open_deals and context.open_query is None and context.promises is None:
            return None
        if context.promises is not None and _SAME.match(text) is not None:
            return self._same()
        if not context.open_deals and context.open_query is None:
            return None
        undecided = _EITHER_WAY.fullmatch(text) is not None
        if context.open_deals and not question and (undecided or _CONCEDED.fullmatch(text)):
            said = (*self._answers(yes=undecided), *self._answers(yes=not undecided))
            return Found([], (), False, more=tuple((Said(one),) for one in said))
        if _PERHAPS.fullmatch(text) is not None or self._leans_to_yes(text):
            last = self._answered_at_last(tokens)
            if last is not None and not question:
                return last
            return Found([], self._answers(yes=True), False) if not question else None
        only = _ONLY_IF.match(text)
        if only is not None and context.open_deals:
            return self._added(tokens[len(only[0].split()) :], question, only[0])
        if _HELPING.fullmatch(text) is not None and self._asked_to_help():
            return Found([], self._answers(yes=True)) if not question else None
        torn = _UNABLE.fullmatch(text) is not None and self._asked_to_refrain()
        if context.open_deals and (torn or _CONTENT.fullmatch(text) is not None):
            return Found([(Said(one),) for one in (*self._answers(yes=True), *self._answers(yes=False))], (), False)
        told = reply(text) if _NOT_AN_ANSWER.match(text) is None else None
        if told is None or (question and (len(tokens) > 3 or _ASKED_BACK.fullmatch(text) is not None)):
            return None
        yes, size = told
        first, after = " ".join(text.split()[:size]), " ".join(text.split()[size:])
        talk = _SEPARATE.match(after) is None or _APOLOGY.match(text) is not None
        if after and talk and _LOOSE_WORD.fullmatch(first) is not None:
            return None
        if after and only_talks(first, after):
            remarked = self._content(trimmed(tokens[size:]), question)
            return None if remarked is None else replace(remarked, sure=False)
        if not yes and _KEPT.fullmatch(text) is not None and self._asked_to_refrain():
            yes, size = True, len(tokens)
        if _UNWILLING.match(text) is not None and not yes and NO.fullmatch(text + " ") is None:
            refused = self._content(tokens, question)
            if refused is not None:
                return self._bearing(refused)
        rest = trimmed(tokens[size:])
        answers = self._answers(yes)
        last = self._answered_at_last(rest) if rest and not yes else None
        if last is not None and type(last.answers[0]) is not type(answers[0]):
            return Found([(Said(one),) for one in (*answers, *last.answers)], (), False, last.dropped)
        if context.open_deals and _CONFIRMED.fullmatch(first) is not None:
            return Found([], answers, False, (self._typed(tokens),))
        if len(context.open_deals) > 1:
            answer = Accept if yes else Reject
            each = [answer(context.speaker, context.hearers, deal) for deal in context.open_deals]
            return self._either_way(each, rest, question)
        sure = not self._later(tokens[:size]) and not (after and not yes and _begins(first, after))
        sure = sure and not (yes and _OR.match(after) is not None)
        if context.open_deals and context.asked_last:
            return self._either_way((*self._to_query(yes), *answers), rest, question)
        if not rest:
            return Found([], answers, sure)
        if yes and _KEEN.fullmatch(first) is not None and _COMPLEMENT.match(after) is not None:
            other = self._content(tokens, question)
            if other is not None and other.alternatives:
                return Found([], answers, sure) if self._repeats(other.alternatives) else other
        denied = _BARE_NOT.fullmatch(first) is not None
        remark = yes and _COMMENT.match(joined(rest)) is not None
        if remark and (_NODDED.fullmatch(first) is not None or not after.startswith(",")):
            found = self._followed(rest, answers, True, question)
            return found and replace(found, sure=found.sure and not found.dropped)
        found = self._followed(rest, answers, yes, question, denied)
        if (
            yes
            and found is not None
            and _PRAISED.fullmatch(first.rstrip(" ,")) is not None
            and _GLAD.match(after) is None
        ):
            news = any(isinstance(part, Said) for reading in found.alternatives for part in reading)
            sure = sure and not (news or found.dropped)
        return found if sure or found is None else replace(found, sure=False)

    def _added(self, tokens: list[Token], question: bool, condition: str) -> Found:
        """`ok, but only if you …`: where the rest cannot be read, what it may hold, added or alone, or only the yes."""
        found = self._counter(tokens, question)
        if found.alternatives:
            return found
        if _BARE_BUT.fullmatch(condition) is not None:
            return replace(found, answers=self._answers(yes=True))
        rest = trimmed(tokens)
        held = self._spotted(rest, question) or self._more(rest, question, [])
        if not held:
            return replace(found, answers=self._answers(yes=True))
        both = [(*self._on_the_table(), *map(soft, reading)) for reading in held[:1]]
        return replace(found, alternatives=[*both, *held[:2]])

    def _leans_to_yes(self, text: str) -> bool:
        """Whether a text that names nothing is for what is open, though it is no plain yes: `I'm not opposed`."""
        named = any(sym in self.entities and not isinstance(self.entities[sym], When) for sym in text.split())
        return not named and leans(text) is True and not (reply(text) or (False,))[0]

    def _either_way(self, answers: Sequence[Utterance], rest: Sequence[Token], question: bool) -> Found:
        """One of several answers, or only what comes after them, if that can be read."""
        more = self._content(list(rest), question) if rest else None
        said = [] if more is None else more.alternatives[:1]
        return Found([*said, *((Said(one), *reading) for one in answers for reading in said or [()])], (), False)

    def _later(self, tokens: Sequence[Token]) -> bool:
        """Whether a time is named that is not the turn at hand."""
        return any(isinstance(when := self.entities.get(token.sym), When) and when.later for token in tokens)

    def _asked_to_refrain(self) -> bool:
        """Whether all that the open deal asks of the speaker is to keep from something, so that `I won't` agrees."""
        deal = self.context.open_deals[0] if self.context.open_deals else None
        if isinstance(deal, Agree):
            return isinstance(deal.content, Dmz) and deal.content.powers == (self.context.speaker,)
        if not isinstance(deal, Commits):
            return False
        mine = [item.content for item in deal.items if item.agent == self.context.speaker]
        return bool(mine) and all(isinstance(content, Dmz | Not | Pce) for content in mine)

    def _asked_to_help(self) -> bool:
        """Whether the open deal, being the only one, asks the speaker to support somebody."""
        deals = self.context.open_deals
        if len(deals) != 1 or not isinstance(deals[0], Commits):
            return False
        mine = [item.content for item in deals[0].items if item.agent == self.context.speaker]
        return any(isinstance(term, Hlp | Sup) for content in mine for term in subterms(content))

    def _half_answered(self, variants: Sequence[list[Token]]) -> Found | None:
        """A yes or no inside a question: offered, never claimed."""
        for variant in variants:
            answered = self._answered(variant, question=False) if variant else None
            if answered is not None:
                return Found(answered.alternatives, answered.answers, False, (self._typed(variant),))
        return None

    def _answered_at_last(self, tokens: Sequence[Token]) -> Found | None:
        """`…, so no`: an answer at the end of talk that was not understood; offered, never claimed."""
        if not self.context.open_deals and self.context.open_query is None:
            return None
        for at in range(len(tokens) - 2, 0, -1):
            if tokens[at].sym not in _BREAKS:
                continue
            last = trimmed(tokens[at + 1 :])
            said = reply(joined(last)) if last else None
            if said is not None and said[1] == len(last) and _NOT_AN_ANSWER.match(joined(last)) is None:
                return Found([], self._answers(said[0]), False, (self._typed(tokens[:at]),))
        return None

    def _bearing(self, found: Found) -> Found:
        """What `I will not …` means for the open deal: it is refused or kept to, or something else is told."""
        deal = self.context.open_deals[0] if self.context.open_deals else None
        if deal is None or len(found.alternatives) != 1:
            return found
        me = self.context.speaker
        said = [part.content for part in found.alternatives[0] if isinstance(part, Promise) and part.agent == me]
        terms = set(subterms(deal))
        closed = [one for one in said if isinstance(one, Dmz)]
        places = {code for zone in closed for code in zone.provinces}
        crossing = crossed(found.alternatives[0], [deal], me)
        if crossing or any(isinstance(one, Not) and one.item in terms for one in said):
            helped = any(isinstance(one, Hlp) for one in terms)
            return Found([], self._answers(yes=False), found.sure and not helped, found.dropped)
        kept = {code for one in terms if isinstance(one, Dmz) and me in one.powers for code in one.provinces}
        if len(closed) == len(found.alternatives[0]) and places <= kept:
            return Found([], self._answers(yes=True), found.sure, found.dropped)
        return found

    def _answers(self, yes: bool) -> tuple[Utterance, ...]:
        speaker, hearers = self.context.speaker, self.context.hearers
        if self.context.open_deals:
            deal = self.context.open_deals[0]
            return (Accept(speaker, hearers, deal),) if yes else (Reject(speaker, hearers, deal),)
        return self._to_query(yes)

    def _to_query(self, yes: bool) -> tuple[Utterance, ...]:
        query = self.context.open_query
        return (Answer(self.context.speaker, self.context.hearers, query if yes else _denied(query)),)

    def _followed(
        self, rest: list[Token], answers: tuple[Utterance, ...], yes: bool, question: bool, denied: bool = False
    ) -> Found | None:
        """The answer with what comes after it; denied: the answer is a `not` that what comes after belongs to."""
        text = joined(rest)
        if VOCATIVE.fullmatch(text) is not None or _CONTENT.fullmatch(text) is not None or (yes and leans(text)):
            return Found([], answers)
        if _OF_OTHERS.fullmatch(text) is not None:
            return Found([], answers, False, (self._typed(rest),))
        condition = _CONDITION.match(text)
        if yes and condition is not None and self.context.open_deals:
            return self._added(rest[len(condition[0].split()) :], question, condition[0])
        inner = rest
        glue = _GLUE.match(text + " ")
        if glue is not None:
            inner = trimmed(rest[len(glue[0].split()) :])
        for variant in self._stripped(inner):
            if not variant:
                return Found([], answers)
            again = self._answered(variant, question)
            same = again is not None and (not again.answers or type(again.answers[0]) is type(answers[0]))
            if yes and not same and again is not None:
                return Found([], answers, False, (self._typed(rest),))
            if same and again is not None:
                return again if again.alternatives else Found([], answers, again.sure, again.dropped)
            found = self._content(variant, question or denied)
            if found is not None and denied:
                same_deal = self._repeats(found.alternatives)
                return Found([], answers, same_deal, () if same_deal else (self._typed(rest),))
            if found is not None:
                repeated = yes and self._repeats(found.alternatives)
                if repeated:
                    return Found([], answers)
                return Found(found.alternatives, answers, found.sure, found.dropped)
        if yes and self._names_again(rest):
            return Found([], answers)
        risky = (_RISKY_AFTER_YES if yes else _RISKY_AFTER_NO).search(text) is not None
        reason = not yes and _REASON.match(text) is not None
        later = yes and self._later(rest)
        sure = (not risky or reason) and not (question or later) and (not denied or self._concerns(rest))
        return Found([], answers, sure, (self._typed(rest),))

    def _names_again(self, rest: Sequence[Token]) -> bool:
        """Whether what follows a yes only names the places of the open deal: `ok, Black Sea it is`."""
        named = {one.province for token in rest if isinstance(one := self.entities.get(token.sym), Place)}
        return (
            bool(named)
            and bool(self.context.open_deals)
            and _AGAIN.fullmatch(joined(rest)) is not None
            and named <= set(goals(self.context.open_deals[0]))
        )

    def _concerns(self, rest: Sequence[Token]) -> bool:
        """Whether what follows an answer names something, and nothing that the open deal does not name."""
        mentioned = [one for token in rest if (one := self.entities.get(token.sym)) is not None]
        named = {one.province if isinstance(one, Place) else one for one in mentioned}
        if not named or not self.context.open_deals:
            return False
        deal = self.context.open_deals[0]
        enemies = {power for one in subterms(deal) if isinstance(one, Aly) for power in one.against}
        return named <= {*enemies, *goals(deal)}

    def _repeats(self, alternatives: Sequence[Reading], partly: bool = False) -> bool:
        """Whether `yes, I will …` only says again what the open deal says; partly: what others do of it counts, too."""
        deal = self.context.open_deals[0] if self.context.open_deals else None
        mine = self.context.speaker
        own = {item.content for item in deal.items if item.agent == mine} if isinstance(deal, Commits) else set()
        contents = {item.content for item in deal.items} if isinstance(deal, Commits) and own else own
        if isinstance(deal, Agree):
            own = contents = {deal.content}
            contents |= {Dmz((mine,), one.provinces) for one in subterms(deal) if isinstance(one, Dmz)}
            contents |= {Aly(one.powers) for one in subterms(deal) if isinstance(one, Aly)}
        own, contents = _loosely(own), _loosely(contents)
        return any(
            all(isinstance(part, Promise | Common) and part.content in contents for part in reading)
            and (partly or any(getattr(part, "content", None) in own for part in reading))
            for reading in alternatives
        )

    def _elsewhere(self, text: str) -> Found | None:
        """`make it P`, `how about P instead`: what is on the table, or was just refused, about another place."""
        table = self.context.open_deals or self.context.own_deals
        match = _ELSEWHERE.fullmatch(text)
        if match is None or len(table) > 1:
            return None
        deal = table[0] if table else self.context.refused
        place = self.entities.get(match["to"] or match["to2"])
        if deal is None or not isinstance(place, Place):
            return None
        old = self.entities.get(match["old"] or "")
        about = [one for one in goals(deal) if not isinstance(old, Place) or one == old.province]
        if len(about) != 1 or about[0] == place.province:
            return None
        speaker, hearers = self.context.speaker, self.context.hearers
        deals = swapped(deal, about[0], place, self.ground)
        found: list[Reading] = [(Said(Propose(speaker, hearers, one)),) for one in deals[:3]]
        return Found(found, (), len(found) == 1) if found else None

    def _taken_up(self, said: Utterance) -> Utterance:
        """To propose what is on the table is to accept it."""
        if not isinstance(said, Propose) or len(self.context.open_deals) != 1:
            return said
        deal = self.context.open_deals[0]
        same = members(said.deal) == members(deal)
        return Accept(self.context.speaker, self.context.hearers, deal) if same else said

    def _same(self) -> Found | None:
        promises = self.context.promises
        if promises is None:
            return None
        mirrored = [_mirrored(commit, self.context.speaker) for commit in promises.items]
        content = Commits(tuple(one for one in mirrored if one is not None))
        if len(content.items) < len(promises.items):
            return None
        return Found([(Said(Inform(self.context.speaker, self.context.hearers, content)),)])


_PATTERNS: Final = patterns("clauses")
_BREAKS: Final = (",", "-", ";", "but", "so", ":")
_BARE_NOT: Final = re.compile(r"i (?:will|would|can|could|do|am) not")
_UNWILLING: Final = re.compile(r"i (?:will|would|can|could|do|am) not (?=\S)")
_LOOSE_WORD: Final = _PATTERNS["LOOSE_WORD"]
"""An answer when it stands alone, and praise or talk when something else goes with it: `great move`."""

_OR: Final = re.compile(r"(?:, )?or (?!not|no|else)")
_SEPARATE: Final = _PATTERNS["SEPARATE"]
_APOLOGY: Final = re.compile(r"sorry (?:for|about|to) |word is ")
_PERHAPS: Final = _PATTERNS["PERHAPS"]
_EITHER_WAY: Final = _PATTERNS["EITHER_WAY"]
_CONCEDED: Final = _PATTERNS["CONCEDED"]
_ELSEWHERE: Final = _PATTERNS["ELSEWHERE"]
_AGAIN: Final = _PATTERNS["AGAIN"]
_CONFIRMED: Final = _PATTERNS["CONFIRMED"]
"""What agrees with something that was said, perhaps something else than the open deal."""

_COMMENT: Final = _PATTERNS["COMMENT"]
"""What follows a yes that agrees with a remark, and accepts nothing: `yeah, it is a tough spot`."""

_NODDED: Final = _PATTERNS["NODDED"]
_PRAISED: Final = _PATTERNS["PRAISED"]
_GLAD: Final = _PATTERNS["GLAD"]
"""What may come after praise that accepts: `great, I will order it`, not `great, another enemy`."""

_KEEN: Final = re.compile(
    r"(?:.* )?(?:game|down|in|up|on board|happy|glad|open|fine|good|cool|okay|ok|agree~b|willing|to help~b)"
)
_COMPLEMENT: Final = re.compile(r"(?:for|with|to|about|you(?: out)? (?:against|with|to)) ")
"""What a yes is said to, when it is named: `I am game for an alliance`."""

_SAME: Final = _PATTERNS["SAME"]
_NOT_AN_ANSWER: Final = _PATTERNS["NOT_AN_ANSWER"]
_ASKED_BACK: Final = _PATTERNS["ASKED_BACK"]
_KEPT: Final = _PATTERNS["KEPT"]
_OF_OTHERS: Final = _PATTERNS["OF_OTHERS"]
_RISKY_AFTER_YES: Final = _PATTERNS["RISKY_AFTER_YES"]
_RISKY_AFTER_NO: Final = _PATTERNS["RISKY_AFTER_NO"]
_UNFINISHED: Final = re.compile(r"(?:^| )(?:to|i|we|you|will|can|would|could|should|be|an?|the|good|think|want|it is)$")

_APART: Final = re.compile(r"(?:,|-|;|:|\(|but|because|since|as|sorry|thanks|so|and|though|T\d+)(?= |$)")
_UNABLE: Final = re.compile(
    r"(?:(?:well|but|haha|lol|oh|,|anyway) )*i (?:(?:definitely|certainly|really|literally|even|just) )*"
    r"(?:can|could) not(?: (?:do (?:that|it)|anyway|either|even|now|if i wanted to))*"
)
"""Cannot do what was asked: where one was asked to keep from something, that agrees as well as it refuses."""

_HELPING: Final = re.compile(
    r"(?:(?:ok|okay|sure|yes|yeah|yep|alright|great|cool)(?: ,)? )?(?:i (?:will|can|am|shall) )?"
    r"(?:(?:gladly|happily|certainly|definitely|also|of course|now|then) )*"
    r"(?:be )?(?:support|help|back|assist)~?[bg](?: you)?(?: (?:there|in|with (?:that|it)|then|now|this turn|T\d+))*"
)
"""Tells a support that names no place: it is the one that was asked for."""

_CONTENT: Final = re.compile(r"i am (?:good|fine|okay|ok)(?: (?:here|thanks|thank you|thx|ty|man|bro))*")
"""What is content with things, be it with what was asked or without it."""

_REASON: Final = re.compile(r"(?:as|because|since|cause|cuz) (?!long|soon|far)")
_BARE_BUT: Final = re.compile(r"(?:, )?(?:but|however|then)[ ,]*")
_ONLY_IF: Final = _PATTERNS["ONLY_IF"]
_GLUE: Final = _PATTERNS["GLUE"]
_CONDITION: Final = _PATTERNS["CONDITION"]


def _begins(no: str, after: str) -> bool:
    """Whether a no is only the beginning of something else: `I do not think I`."""
    return _UNFINISHED.search(no) is not None and _APART.match(after) is None


def _denied(content: object) -> object:
    return content.item if isinstance(content, Not) else Not(content)


def _mirrored(commit: Commit, new: Power) -> Commit | None:
    """A promise to keep out as `same for me` gives it back; None for any other."""
    if not isinstance(commit.content, Dmz):
        return None
    return Commit(new, (commit.agent,), Dmz((new,), commit.content.provinces), commit.time)


def _loosely(contents: Iterable[Formula]) -> set[Formula]:
    """What was promised, and the same with any unit: it is said again in few words."""
    said = set(contents)
    said |= set(map(any_unit, said))
    return said | {replace(one, origin=None) for one in said if isinstance(one, Hlp)}
