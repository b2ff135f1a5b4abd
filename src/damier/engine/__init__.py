"""The player: searches under a clock, and the game that is being played."""
