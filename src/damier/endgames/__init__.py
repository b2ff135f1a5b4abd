"""Games solved backwards: from their ends to their beginning, cycles and all."""
