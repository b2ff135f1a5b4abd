"""What is measured of Othello."""
