"""Names of provinces, powers, units and coasts: one table, read by the order field and the talk."""

from adjudication.names.phrases import COAST_WORDS, coast_phrase, either, place_name, region_phrase
from adjudication.names.places import nearest_places, places_named

__all__ = [
    "COAST_WORDS",
    "coast_phrase",
    "either",
    "nearest_places",
    "place_name",
    "places_named",
    "region_phrase",
]
