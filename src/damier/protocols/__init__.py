"""The languages in which other programs ask damier to think: in a folder for the game that each is for."""
