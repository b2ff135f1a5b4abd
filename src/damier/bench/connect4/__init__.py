"""What is measured of Connect 4: the generic search on it, and its exact solver."""
