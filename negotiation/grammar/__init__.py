"""Read and complete players' English by one grammar of productions.

`docs/grammar.md` says how it works, how it fares and what it lacks. What the site and the bots read with is
`negotiation.reader`, which asks this reader and that of `negotiation.english`.
"""
