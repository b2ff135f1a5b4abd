"""The search of the player: one compiled kernel for all games, and what it carries along. It knows nothing of the engine."""
