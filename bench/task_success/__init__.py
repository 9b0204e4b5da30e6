"""How surely and quickly a wanted deal gets across: `python -m bench.task_success`."""
