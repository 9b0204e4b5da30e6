"""What the staff of the site see to: phases that are stuck, bots that fail, talk that was reported."""
