"""Everything that travels between a browser and the site: each shape declared once."""
