"""D-Brane: battle plans, an AND/OR search, and deals by which both sides gain."""
