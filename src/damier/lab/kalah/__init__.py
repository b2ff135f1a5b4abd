"""Experiments with Kalah, and games like it."""

EXPERIMENTS = {"scout": ("scout", "Scout and PVS against alpha-beta on Kalah and Awale, by depth")}
