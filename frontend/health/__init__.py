"""Health checks over HTTP, for machines."""
