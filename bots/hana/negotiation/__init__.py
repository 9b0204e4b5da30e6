"""Negotiation (seed, sections 3.2 and 5.4): dialogues, states, measures, strategies; then what is Diplomacy's of it.

`dialogue`, `state`, `strategy` and `rounds` know no Diplomacy; `bots.hana.negotiation.exact` runs them over the small
problems of `bots.hana.rnp`, `bots.hana.negotiation.board` over the plan search.
"""
