"""The worth of positions learnt from games that bots play on arrays: for development, the site never imports it."""
