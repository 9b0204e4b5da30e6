"""What those who run the site need beside it."""
