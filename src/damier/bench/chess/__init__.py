"""What is measured of chess."""
