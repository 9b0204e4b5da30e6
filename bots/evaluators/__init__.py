"""Bots made of three evaluators: of regions, orders and options.

An option is the set of all orders of a turn.

Source: A. Fabregues, "Facing the Challenge of Automated Negotiations with Humans", 6.4.1 (`docs/zoo.md`).
"""

from bots.evaluators.bot import EvaluatorBot, Option, OptionEvaluator, OrderEvaluator, RegionEvaluator

__all__ = ["EvaluatorBot", "Option", "OptionEvaluator", "OrderEvaluator", "RegionEvaluator"]
