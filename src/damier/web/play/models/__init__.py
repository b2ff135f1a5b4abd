"""What the page is told of the games at the board."""
