"""An experiment as one page, with what failed in it."""

from bots.experiment.report import report_of
from dipgame.experiments.models import Experiment
from dipgame.experiments.queries import failed_runs, figures_in

__all__ = ["report_page"]


def report_page(experiment: Experiment) -> str:
    """The page as HTML."""
    failed = [(run.number, run.error) for run in failed_runs(experiment)]
    return report_of(experiment.declaration, experiment.text, list(figures_in(experiment)), experiment.version, failed)
