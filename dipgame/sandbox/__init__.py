"""Sandboxes that were shared by a link."""
