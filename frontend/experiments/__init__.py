"""The researchers' part of the site: experiments written, run, watched and read."""
