"""The language in which other programs ask for Othello."""
