"""Understands a message: one text in its context becomes one `Heard`, on the site, in the arena and in the benches.

Nothing else asks what a text means: a page that shows it while it is typed calls the same function as the server that
sends it. Candidates are proposed (`negotiation.judge.candidates`), one model weighs them (`negotiation.judge.judging`),
and a few rules stand above it (`negotiation.judge.rules`): a courtesy stands beside what is said, never in its place.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from negotiation.danger import asked_of_board
from negotiation.english.context import Context
from negotiation.english.say_doubts import question_between
from negotiation.english.tones import plain
from negotiation.english.writer import can_be_said, write
from negotiation.gists.roles import roles_in
from negotiation.gists.telling import gist_of
from negotiation.grammar.beside import jests
from negotiation.heard import Act, Heard, Mention, Question, Reading, act_in, is_remark
from negotiation.judge.candidates import Text
from negotiation.judge.judging import Judged, bounds, judged
from negotiation.judge.rules import (
    answers_by_asking,
    claim_kind,
    is_mocked,
    is_small_talk,
    is_supposed,
    may_be_claimed,
    settles,
)
from negotiation.remarks import follow_up, remark_of
from negotiation.terms import Courtesy
from negotiation.words.phrasing import FOLLOWS, asks_why, learner_question, trimmed

__all__ = ["understand"]

_SHOWN: Final = 3
"""Readings that a writer chooses from."""
_LIKELY: Final = 0.5
"""Least probability of a reading that bots ask about."""
_SURE: Final = 0.9
"""Least probability of one in small talk, or of an answer by a question, that bots ask about."""


def understand(text: str, context: Context) -> Heard:
    """Understand one message.

    Never raises; what cannot be placed stays as it was typed, with the verdict `talk`.
    """
    if not context.hearers:
        return Heard(text, (), Act("mumble"), (), "talk")
    view = Text(trimmed(plain(text)), context)
    mentions = _mentions(text, context)
    advised = context.advised and asks_why(view.text)
    on_board = asked_of_board(view.text, context) is not None
    half = FOLLOWS.match(view.text) is not None and follow_up(view.text, context) is not None
    if advised or on_board or half or learner_question(view.text) is not None:
        return _talk(text, mentions, view)
    if view.careful and not is_remark(view.careful):
        return Heard(text, mentions, act_in(view.careful), (Reading(view.careful),), "claim")
    if view.careful or jests(view.text):
        return _talk(text, mentions, view)
    limits = bounds()
    ranked, silence = judged(view)
    enough = (each for each in ranked if each.probability >= limits.worth)
    worthy = (each for each in enough if not is_supposed(each.choice, view))
    worth = list(islice((each for each in worthy if can_be_said(each.choice.said)), _SHOWN))
    if not worth or worth[0].probability < limits.least or silence > limits.silence:
        return _talk(text, mentions, view)
    worth.sort(key=lambda each: is_mocked(each.choice, view))
    best = worth[0]
    readings = tuple(map(_reading, worth))
    act = act_in(best.choice.said, best.probability)
    if best.probability >= limits.claim[claim_kind(best.choice)] and may_be_claimed(best.choice, view):
        return Heard(text, mentions, act, readings[:1], "claim")
    told = (remark_of(view.text, _courtesy(view), context).for_bots,)
    if best.probability >= limits.ask:
        odd = is_small_talk(view) or answers_by_asking(best.choice, view)
        likely = best.probability >= (_SURE if odd else _LIKELY)
        doubt = readings[0] if likely and settles(best.choice.said) else None
        return Heard(text, mentions, act, readings, "choose", None, told, doubt)
    asked = question_between([each.said for each in readings])
    choices = tuple(" ".join(write(one) for one in each.said) for each in readings)
    return Heard(text, mentions, act, readings, "ask", Question(asked, choices), told)


def _talk(text: str, mentions: tuple[Mention, ...], view: Text) -> Heard:
    """A message that makes no deal and asks nothing in L."""
    sure = gist_of(view.text).probability
    remark = remark_of(view.text, _courtesy(view), view.context, exact=bool(view.careful))
    shown = () if remark.for_people is None else (Reading((remark.for_people,), sure),)
    return Heard(text, mentions, act_in((remark.for_bots,), sure), shown, "talk", None, (remark.for_bots,))


def _courtesy(view: Text) -> Sequence[Courtesy]:
    return [one for one in (view.careful or view.beside) if isinstance(one, Courtesy)]


def _reading(one: Judged) -> Reading:
    proposed = one.choice.proposed
    leans = any(source in ("open", "own", "earlier") or source.startswith("edit") for source in proposed.sources)
    return Reading(proposed.said, one.probability, proposed.unread, leans)


_KINDS: Final = {"P": "place", "U": "unit", "W": "power"}


def _mentions(text: str, context: Context) -> tuple[Mention, ...]:
    """The names of a text, each with the part it most likely plays."""
    return tuple(
        Mention(one.word.start, one.word.end, _KINDS[one.word.kind], one.word.named, one.role, one.probability)
        for one in roles_in(text, (context.speaker, *context.hearers))
    )
