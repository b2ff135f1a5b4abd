"""Other processes: programs that are spoken to in lines, and damier's own, which share out many tasks."""
