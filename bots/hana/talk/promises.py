"""The promises between two powers as the ledger has them, and how one speaks of them: named with their turn."""

from adjudication.powers import Power
from bots.hana.talk.situation import Situation
from bots.view import LedgerLine
from negotiation.compliance import State
from negotiation.diplomacy import Ent, Hlp, turn_of
from negotiation.terms import Commit, Commits, Courtesy, Formula, Manner, Not
from negotiation.unnamed import doer_of

__all__ = ["broken_word", "courtesy", "promises_between", "word_of"]


def courtesy(situation: Situation, partner: Power, manner: Manner, line: LedgerLine | None = None) -> Courtesy:
    """A courtesy; line: the promise it is about."""
    about, when = (None, None) if line is None else (word_of(line, partner), turn_of(line.judged))
    return Courtesy(situation.view.power, (partner,), manner, about, when)


def broken_word(situation: Situation, who: Power, partner: Power, about: Formula | None = None) -> LedgerLine | None:
    """The last promise that one of the two broke to the other; one about the place or promise that is meant, if any."""
    found = [line for line in promises_between(situation, who, partner) if line.state is State.BROKEN]
    meant = [line for line in found if about is not None and _concerns(line, about)]
    return next(reversed(meant or found), None)


def promises_between(situation: Situation, who: Power, partner: Power) -> list[LedgerLine]:
    """Judged promises of one of the two to the other."""
    pair = {situation.view.power, partner}
    return [line for line in situation.view.ledger if line.agent == who and pair <= set(line.powers)]


def _concerns(line: LedgerLine, about: Formula) -> bool:
    return about == line.content or (isinstance(about, str) and about in repr(line.content))


def word_of(line: LedgerLine, partner: Power) -> Formula:
    """A promise as one speaks of it between the two: what both agreed, or what one promised the other."""
    others = tuple(power for power in line.powers if power != line.agent)
    content = line.content.item if isinstance(line.content, Not) else line.content
    single = doer_of(content) == line.agent or isinstance(content, Hlp | Ent)
    return Commits((Commit(line.agent, others, line.content),)) if single and len(others) == 1 else line.content
