"""Parts shared by all pages: theme, icon, error pages."""
