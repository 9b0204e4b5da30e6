"""Measure how reliably and quickly people express deals: `python -m bench.task_success`."""
