"""Stands here so that pytest puts this folder on the path: tests in sub-folders import `naive`, `walks` and the like."""
