"""Learning Othello."""
