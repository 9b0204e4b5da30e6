"""HANA, in rooms that follow the way of a decision (`docs/hana.md`).

foresee: what the others are likely to order. search: plans that do best against it. judge: what plans and deals are
worth. talk: what is said about them. remember: what stays, and how it stands to the others. `agent` joins them;
`attitude` and `beliefs` are the values they hand to each other; `rnp` is the thesis's problem, exact and small.

It is the bot of Fabregues (2012), "Facing the Challenge of Automated Negotiation with Humans"; the docstrings of this
room call that the thesis.

Importing `bots.hana.agent` loads numba, so the registry does it only when somebody wants to play HANA.
"""
