"""What belongs to no page: light or dark, the icon, pages for what went wrong."""
