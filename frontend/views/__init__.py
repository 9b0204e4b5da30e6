"""What answers a browser's request for a page: authorise, read the request, one service, reply."""
