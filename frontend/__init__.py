"""Pages, sockets and boards for browsers."""
