"""The theatre: searches of one small tree, step by step."""
