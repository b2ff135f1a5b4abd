"""Test suites: positions with a question, and how many of them a player answers in its time.

>>> from damier.suites import read_suite, run_suite
>>> suite = read_suite("wac.epd")
>>> run_suite(suite.problems, seconds=0.1).solved
"""

from damier.suites.problem import Problem, Suite, read_suite
from damier.suites.report import SuiteReport
from damier.suites.run import SuiteRun, run_suite

__all__ = ["Problem", "Suite", "SuiteReport", "SuiteRun", "read_suite", "run_suite"]
