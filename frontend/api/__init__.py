"""The API for other people's programs: operations, streams, a page."""
