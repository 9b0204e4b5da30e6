"""A whole game with talk, recorded in the arena and told again to the site: both keep the same ledger."""

from random import Random

from django.db import transaction

from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.orders import Move
from adjudication.position import opening
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bots.arena.talk import Conference
from bots.dumbbot import DumbBot
from bots.talker import Talk
from bots.view import PastPhase
from dipgame.games import convert, talk
from dipgame.games.models import Proposal, SeatPhase
from dipgame.games.services.deliver import deliver, lock_talk
from dipgame.games.services.resolve_phase import resolve_phase
from negotiation.diplomacy import DIPLOMACY, Pce, action_of
from negotiation.parser import parse
from negotiation.terms import Accept, Agree, Commit, Commits, Do, Inform, Propose, Reject, Withdraw, group

LAST = 1903


class Chatterbox(DumbBot):
    """Promises, proposes and answers by the dice, so that a short game holds everything that can happen to a deal."""

    def open_talk(self, view, memory, rng, seconds):
        other = rng.choice([power for power in POWERS if power != view.power])
        mine, theirs = self.some_order(view, view.power, other, rng), self.some_order(view, other, view.power, rng)
        given, asked = Commits((mine,)), Commits(tuple(sorted((mine, theirs), key=lambda each: each.agent)))
        peace = Agree(group((view.power, other)), Pce((view.power, other)))
        return Talk(
            (
                Propose(view.power, (other,), rng.choice((peace, asked))),
                *((Withdraw(view.power, (other,)),) if rng.random() < 0.1 else ()),
                *((Inform(view.power, (other,), given),) if rng.random() < 0.5 else ()),
            ),
            memory,
        )

    def hear(self, view, memory, message, rng, seconds):
        heard, luck = message.utterance, rng.random()
        if not isinstance(heard, Propose) or luck < 0.15:
            return Talk(memory=memory)
        if luck < 0.3:
            mine = self.some_order(view, view.power, heard.speaker, rng)
            return Talk((Propose(view.power, (heard.speaker,), Commits((mine,))),), memory)
        answer = Accept if luck < 0.85 else Reject
        return Talk((answer(view.power, (heard.speaker,), heard.deal),), memory)

    def some_order(self, view, power, other, rng):
        moves = [each for orders in legal_orders(view.position, power).values() for each in orders]
        moves = [each for each in moves if isinstance(each, Move) and not each.via]
        return Commit(power, (other,), Do(action_of(power, rng.choice(moves), view.position)))


def test_arena_and_site_keep_the_same_ledger(story):
    story.begins(press_level=3, press_protocol="talk")
    agents = dict.fromkeys(POWERS, Chatterbox())
    talks = Conference(agents, 3, "talk", (7, 0), 5.0)
    position, history = opening(), ()
    fates = set()
    while position.phase.year <= LAST:
        if position.phase.kind == "M":
            talks.meet(position, STANDARD_RULES, history, {power: {} for power in POWERS})
        orders = {}
        for power in POWERS:
            view = talks.view(power, position, STANDARD_RULES, history)
            orders[power] = agents[power].decide(view, {}, Random(f"{power} {position.phase}"), 1.0).orders
        resolution = adjudicate(position, orders, STANDARD_RULES)
        record = talks.record(position, resolution.outcomes, STANDARD_RULES)

        carry_out(story, record.get("talk", ()), orders)
        history += (PastPhase(position, resolution.outcomes),)
        position = resolution.next
        assert story.position == position
        for power in POWERS:
            seat, view = story.seat(power), talks.view(power, position, STANDARD_RULES, history)
            assert talk.ledger_of(seat, story.row) == view.ledger
            assert talk.agreements_of(seat, story.row) == view.agreements
            assert talk.talk_of(seat, story.row) == view.talk
            fates |= {(line.state.value, line.lasting) for line in view.ledger}
    assert {("kept", False), ("broken", False), ("kept", True), ("broken", True)} <= fates
    states = set(Proposal.objects.values_list("state", flat=True))
    assert states == {"accepted", "rejected", "withdrawn", "countered", "cancelled"}


def carry_out(story, talk, orders):
    """Play these words and orders on the site; end the phase."""
    for line in talk:
        said = parse(line, DIPLOMACY)
        with transaction.atomic():
            phase = lock_talk(story.game.pk)
            deliver(story.seat(said.speaker), phase, said.hearers, "…", [said])
    for power, given in orders.items():
        sheets = SeatPhase.objects.filter(seat__game=story.game, seat__power=power, phase=story.row)
        sheets.update(orders=convert.orders_row(given))
    assert resolve_phase(story.row.pk, force=True)
