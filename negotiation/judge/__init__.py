"""Candidates for the meaning of a text, weighed by one learnt model."""
