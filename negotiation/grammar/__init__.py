"""Read and complete players' English by one grammar of productions.

`docs/grammar.md` says how it works, how it fares and what it lacks. The site and the bots read with
`negotiation.understanding`, whose judge takes readings of this grammar as candidates.
"""
