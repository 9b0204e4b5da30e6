"""Questions back about what a message probably means."""

from adjudication.powers import as_power
from bots.hana.judge.deals import DealOption, kind_of
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.explaining import objection
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Tpc
from negotiation.sense import Flaw
from negotiation.terms import Accept, Courtesy, Desire, Manner, Propose, Query, Utterance, both

__all__ = ["ask_back"]


def ask_back(situation: Situation, heard: Utterance) -> list[Utterance]:
    """One question that says what was understood, else that it is unclear."""
    me, partner = situation.view.power, as_power(heard.speaker)
    if isinstance(heard, Propose):
        offer = DealOption(me, partner, heard.deal, kind_of(heard.deal))
        known = next((each for each in situation.faults(offer, asked=True) if each.flaw is Flaw.AGREED), None)
        if known is not None and (said := objection(situation, partner, known)):
            return said
        question: Utterance = Query(me, (partner,), Desire(partner, both(contents_of(heard.deal))))
    else:
        topic = "meantyes" if isinstance(heard, Accept) else "meantno"
        question = Courtesy(me, (partner,), Manner.NOTE, Tpc(topic))
    unclear = Courtesy(me, (partner,), Manner.PUZZLED)
    return [each for each in (question, unclear) if not situation.talk_with(partner).has_said(each)][:1]
