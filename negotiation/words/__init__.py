"""Names in a text as typed tokens, however they are spelt.

Provinces, powers, units and times (`spotting.spot`).
"""
