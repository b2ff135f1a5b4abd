"""Many machines: workers on a Ray cluster, and alpha-beta shared out among them (Alliot-Schiex 15.5.5)."""
