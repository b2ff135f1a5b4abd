"""Networks that teach themselves: a game's rules, games against oneself, and what follows from them."""
