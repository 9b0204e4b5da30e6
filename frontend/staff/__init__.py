"""Pages of the staff: stuck phases, failing bots, reports."""
