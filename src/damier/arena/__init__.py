"""Matches between settings of the player, and against other programs; what they say about who is better.

>>> from damier.arena import match
>>> report = match("connect4", "seconds=0.1", "seconds=0.1,killers=off", games=200)
>>> report.elo, report.error
"""

from damier.arena.openings import random_openings
from damier.arena.report import Report
from damier.arena.series import Match, match
from damier.rating import Sprt
from damier.records.opening_files import read_openings
from damier.records.openings import Opening

__all__ = ["Match", "Opening", "Report", "Sprt", "match", "random_openings", "read_openings"]
