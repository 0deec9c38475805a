"""Products of matrices on one thread.

The products of the library's loops are small. Threads of BLAS would wait for one another for most
of their time, and on a machine with other work ten times as long as the product takes.
"""

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

import numpy as np  # noqa: F401  (its library must be loaded when it is looked for)
from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[Any]:
    """Within it products of NumPy use one thread, in all threads of the process."""
    limit: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _controller() -> ThreadpoolController:
    """Found once: looking through the loaded libraries takes milliseconds."""
    return ThreadpoolController()
