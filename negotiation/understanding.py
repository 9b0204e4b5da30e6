"""Understands a message: one text in its context becomes one `Heard`, on the site, in the arena and in the benches.

Nothing else asks what a text means: a page that shows it while it is typed calls the same function as the server that
sends it.
"""

from negotiation.english.context import Context
from negotiation.english.understanding import Candidate
from negotiation.gists.roles import roles_in
from negotiation.gists.telling import gist_of
from negotiation.heard import Act, Heard, Mention, Reading, Verdict, act_in, is_remark
from negotiation.mumbling import heard_as
from negotiation.ruling import ruled

__all__ = ["understand"]


def understand(text: str, context: Context) -> Heard:
    """Understand one message. Never raises; what cannot be placed stays as it was typed, with the verdict `talk`."""
    found = ruled(text, context)
    if not context.hearers:
        return Heard(text, (), Act("mumble"), (), "talk")
    says = found.candidates[0] if found.verdict == "clear" else ()
    remark = heard_as(says if is_remark(says) else (), text, context.speaker, context.hearers, context.position)
    readings = tuple(
        Reading(said, 1.0 if says else 1 / len(found.candidates), found.unplaced if not index else ())
        for index, said in enumerate(found.candidates)
    )
    act = act_in(remark, gist_of(text).probability) if not says or is_remark(says) else act_in(says)
    verdict: Verdict = "talk" if not readings or (is_remark(says) and says) else "claim" if says else "choose"
    return Heard(text, _mentions(text, context), act, readings, verdict, None, _unless_said(remark, says))


def _unless_said(remark: Candidate, says: Candidate) -> Candidate:
    return () if says and not is_remark(says) else remark


_KINDS = {"P": "place", "U": "unit", "W": "power"}


def _mentions(text: str, context: Context) -> tuple[Mention, ...]:
    """The names of a text, each with the part it most likely plays."""
    return tuple(
        Mention(one.word.start, one.word.end, _KINDS[one.word.kind], one.word.named, one.role, one.probability)
        for one in roles_in(text, (context.speaker, *context.hearers))
    )
