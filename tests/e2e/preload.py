"""The C libraries that stand in for others in the program, and the programs it runs through."""

import atexit
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path


@functools.cache
def library(name, file=None):
    """Compiles NAME.c once and returns the library as a string, in a folder of its own: NAME.so, unless `file` says otherwise."""
    return compiled(name, file or f"{name}.so", "-shared", "-fPIC", "-ldl")


@functools.cache
def program(name):
    """Compiles NAME.c once and returns the program as a string."""
    return compiled(name, name)


def compiled(name, file, *how):
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
    atexit.register(shutil.rmtree, folder)
    built = folder / file
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(["gcc", "-o", built, source, *how], check=True)
    return str(built)
