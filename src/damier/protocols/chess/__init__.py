"""The languages in which other programs ask for chess."""
