"""Openings: lines with names (`openings.py`), and books of moves to play (`book.py`)."""
