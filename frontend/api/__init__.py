"""The API for other people's programs: one table of operations, streams of news, and the page to try it."""
