"""Hypothesis strategies for the values of the rules."""

from hypothesis import strategies as st

from adjudication.board import STANDARD
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive

__all__ = ["adjustments", "movements", "regions", "retreats"]

provinces = st.sampled_from(sorted(STANDARD.provinces))
regions = st.sampled_from(
    sorted(STANDARD.provinces)
    + [f"{code}/{coast}" for code, each in STANDARD.provinces.items() for coast in each.coasts]
)
kinds = st.sampled_from(["A", "F"])
movements = st.one_of(
    st.builds(Hold, kinds, regions),
    st.builds(Move, kinds, regions, regions, st.booleans()),
    st.builds(Support, kinds, regions, kinds, regions, st.none() | regions),
    st.builds(Convoy, kinds, regions, provinces, provinces),
)
retreats = st.one_of(st.builds(Retreat, kinds, regions, regions), st.builds(Disband, kinds, regions))
adjustments = st.one_of(st.builds(Build, kinds, regions), st.builds(Remove, kinds, regions), st.just(Waive()))
