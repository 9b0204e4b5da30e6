"""People learn of votes wherever they are: the log of the game, their inbox, and mail or browser by their choice."""

from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse

from adjudication.phase import parse_phase
from adjudication.powers import Power
from bots.voting import PLURALS
from dipgame.games import clock
from dipgame.games.models import Game, Notification
from dipgame.games.players import hides_bots
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When, notify
from dipgame.games.votes import VOTES, Motion, Poll, Voter, listed_powers, motions_in

__all__ = [
    "forget_motion",
    "log_answers",
    "tell_carried",
    "tell_lapsed",
    "tell_motion",
    "tell_refusal",
    "tell_stalled",
]

_VOTE: Final = Notification.Kind.VOTE


def tell_motion(poll: Poll, motion: Motion) -> None:
    """Tell the people whose answer is awaited what is voted on, by whom, and until when; each once."""
    awaited = [voter for voter in poll.people if voter.power in motion.awaited]
    if not awaited:
        return
    who = _subject(poll, motion, motion.agreed, "votes", "vote")
    turn, until = parse_phase(poll.phase.name).turn, clock.deadline_in(poll.phase)
    words = f"{turn}: {who} for {motion.words.noun}. Answer until {clock.mark(until)}."
    button = Button("Answer", reverse("game", args=[poll.game.slug]))
    told = dict.fromkeys(_people(awaited), words)
    notify(poll.game, told, _VOTE, _key(poll, motion, "vote"), when=When.UNLESS_SEEN, button=button)


def tell_refusal(poll: Poll, before: Motion, motion: Motion) -> None:
    """Tell the people who voted for it, and the log, that another player has said no."""
    known = {power for power, _ in before.refused}
    refused = [power for power, _ in motion.refused if power not in known and power in _powers(poll.people)]
    if not refused:
        return
    words = f"{_subject(poll, motion, refused, 'says', 'say')} no to {motion.words.noun}."
    note(poll.game, words, for_players=_is_private(poll.game, motion))
    people = _people(voter for voter in poll.people if voter.power in motion.agreed)
    notify(
        poll.game,
        dict.fromkeys(people, words),
        _VOTE,
        _key(poll, motion, f"no{len(motion.refused)}"),
        when=When.UNLESS_SEEN,
    )


def tell_stalled(poll: Poll, motion: Motion) -> None:
    """Tell every player why bots refuse what all people asked have voted for."""
    people = _powers(poll.people)
    asked = {voter.power for voter in motion.vote.asked(poll, motion.choice)} & people
    if len(asked) < 2 or not asked <= set(motion.agreed) or not motion.refused:
        return
    why = " ".join(_sentences(poll.game, motion.refused, agrees=False))
    words = f"All players vote for {motion.words.noun}, and the game goes on. {why}"
    notify(
        poll.game,
        dict.fromkeys(_people(poll.people), words),
        _VOTE,
        _key(poll, motion, "bots"),
        when=When.UNLESS_SEEN,
    )


def tell_carried(poll: Poll, motion: Motion, words: str, by: Iterable[Power]) -> None:
    """Tell the people who are not just voting what came of it, where `words` says so; what was asked is over."""
    forget_motion(poll, motion)
    if words:
        others = _people(voter for voter in poll.people if voter.power not in set(by))
        key = _key(poll, motion, "done")
        notify(poll.game, dict.fromkeys(others, words), _VOTE, key, when=When.UNLESS_SEEN)


def forget_motion(poll: Poll, motion: Motion) -> None:
    """Take what nobody has read yet about a motion out of the inboxes: it is answered, or withdrawn."""
    _forget_asked(Notification.objects.filter(game=poll.game, key=_key(poll, motion, "vote")))


def _forget_asked(rows: QuerySet[Notification]) -> None:
    """Delete a vote's unread lines; take the button off others."""
    rows.filter(seen_at=None).delete()
    rows.update(button="", address="")


def log_answers(poll: Poll, before: Motion, motion: Motion) -> None:
    """Write the answers of bots into the log, with their reasons, where they are new."""
    bots = {voter.power for voter in poll.voters if voter.person is None}
    known = {power: why for power, why in before.refused if power is not None} | dict.fromkeys(before.agreed, "yes")
    refused = [(power, why) for power, why in motion.refused if power in bots and known.get(power) != why]
    reasons = {
        voter.power: voter.ballots[motion.vote.key][motion.choice].why
        for voter in poll.voters
        if voter.power in motion.agreed
    }
    agreed = [(power, reasons[power]) for power in motion.agreed if power in bots and known.get(power) != "yes"]
    sentences = [*_sentences(poll.game, refused, agrees=False), *_sentences(poll.game, agreed, agrees=True)]
    if sentences:
        noun = motion.words.noun
        words = f"{noun[:1].upper()}{noun[1:]} is voted on. {' '.join(sentences)}"
        note(poll.game, words, for_players=_is_private(poll.game, motion))


def tell_lapsed(poll: Poll, over: str) -> None:
    """Tell those who voted, and the log, what lapses.

    over: after the name of the phase.
    """
    game, phase = poll.game, poll.phase
    _forget_asked(Notification.objects.filter(game=game, kind=_VOTE, key__startswith=f"vote:{phase.pk}:"))
    turn = parse_phase(phase.name).turn
    for motion in motions_in(poll, VOTES.values()):
        others = _others(poll, motion)
        people = _people(voter for voter in poll.people if voter.power in motion.agreed)
        words = f"{turn} {over}: your vote for {motion.words.noun} has lapsed. {others} did not agree."
        notify(game, dict.fromkeys(people, words), _VOTE, _key(poll, motion, "lapse"), when=When.UNLESS_SEEN)
        said = f"The vote for {motion.words.noun} has lapsed: {turn} {over}."
        note(game, said, for_players=_is_private(game, motion))


def _others(poll: Poll, motion: Motion) -> str:
    """Those who did not agree, as far as the voters may know."""
    if _is_private(poll.game, motion):
        return "Some others"
    refused = [power for power, _ in motion.refused if power is not None]
    return listed_powers(sorted([*refused, *motion.awaited]))


def _sentences(game: Game, answers: Iterable[tuple[Power | None, str]], *, agrees: bool) -> list[str]:
    """`Germany and Italy want to play on: they expect to win.` In a game that hides who is a bot, without names."""
    by_reason: dict[str, list[Power]] = {}
    for power, why in answers:
        if power is not None:
            by_reason.setdefault(why, []).append(power)
    found = []
    for why, powers in by_reason.items():
        one = len(powers) == 1 and not hides_bots(game)
        who = "Some" if hides_bots(game) else listed_powers(powers)
        does = ("agrees" if one else "agree") if agrees else ("wants to play on" if one else "want to play on")
        reason = why if one else PLURALS.get(why, why)
        found.append(f"{who} {does}: {reason}." if why else f"{who} {does}.")
    return found


def _subject(poll: Poll, motion: Motion, powers: Iterable[Power], one: str, many: str) -> str:
    """`France votes`, `France and Turkey vote`, or `Somebody votes` where nobody may know who."""
    if _is_private(poll.game, motion):
        return f"Somebody {one}"
    named = sorted(powers)
    return f"{listed_powers(named)} {one if len(named) == 1 else many}"


def _is_private(game: Game, motion: Motion) -> bool:
    return hides_bots(game) or motion.vote.is_hidden(game)


def _powers(voters: Iterable[Voter]) -> set[Power]:
    return {voter.power for voter in voters}


def _people(voters: Iterable[Voter]) -> list[int]:
    return [voter.person for voter in voters if voter.person is not None]


def _key(poll: Poll, motion: Motion, about: str) -> str:
    """A key for the inbox, at most 40 letters long."""
    return f"{about}:{poll.phase.pk}:{motion.vote.key}:{motion.choice.replace(' ', '')}"[:40]
