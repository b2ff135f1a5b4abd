"""Games at the board: each a sitting, with its tree of moves, its clocks, and what the engine does for it."""
