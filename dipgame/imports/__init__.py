"""Files of games that people import; workers read them."""
