"""Exact solvers, each made for one game; `registry` tells which games have one."""
