"""The benchmark: what each game's search visits (its signature), and how fast, as ratios within one run."""
