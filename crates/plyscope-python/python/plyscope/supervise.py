"""Starts a program, given by its words, and watches over it until it ends or whoever started us is gone.

``python -m plyscope.supervise PROGRAM [ARGUMENT...]``: between Plyscope and every game or engine in another program stands
a process that does this, so that none of them outlives a killed Python.
"""

from __future__ import annotations

import os
import sys

from ._plyscope import supervise

if __name__ == "__main__":
    # Nothing is left to clean up, and what Python would wait for may never end.
    os._exit(supervise(sys.argv[1:]))
