#!/usr/bin/python3
"""The tests marked with `case.smoke`, a part of them if the command line says so: `smoke.py BINARY 1/2`."""

import importlib
import sys
import unittest
from pathlib import Path

import case


def tests_of(suite):
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from tests_of(one)
        elif getattr(getattr(one, one._testMethodName), "is_smoke", False):
            yield one


def main():
    case.take_binary()
    part, parts = map(int, (sys.argv[1:] or ["1/1"])[0].split("/"))
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    modules = [importlib.import_module(file.stem) for file in files if "case.smoke" in file.read_text(encoding="utf-8")]
    load = unittest.defaultTestLoader.loadTestsFromModule
    marked = [test for module in modules for test in tests_of(load(module))]
    suite = unittest.TestSuite(marked[part - 1 :: parts])
    return not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
