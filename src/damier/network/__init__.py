"""A small network that judges positions of any game: features, accumulators, whole numbers."""
