"""Games as people keep them: the game being played, its variations, and what they look like in writing."""
