"""Evaluation weights from play and from collections of games."""
