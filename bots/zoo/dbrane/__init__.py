"""D-Brane: battle plans, an AND/OR search, and deals that gain both."""
