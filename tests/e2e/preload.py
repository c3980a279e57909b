"""The C libraries that stand in for others in the program."""

import atexit
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path


@functools.cache
def library(name, file=None):
    """Compiles NAME.c once and returns the library as a string, in a folder of its own: NAME.so, unless `file` says otherwise."""
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
    atexit.register(shutil.rmtree, folder)
    built = folder / (file or f"{name}.so")
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", built, source, "-ldl"], check=True)
    return str(built)
