"""Bad talk: reported by who reads it, and what was done about it for who is concerned."""
