"""What players type, read and completed by one grammar whose productions are data.

`docs/grammar.md` says how it works, how it fares and what it lacks. What the site and the bots read with is
`negotiation.reader`, which asks this reader and that of `negotiation.english`.
"""
