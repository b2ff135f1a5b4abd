"""Learning to judge chess positions."""
