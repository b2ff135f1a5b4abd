"""The languages in which other programs ask damier to think: one file each."""
