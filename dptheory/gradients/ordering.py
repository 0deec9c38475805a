"""Records' gradients with their coordinates put in another order, four records at a time."""

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled

Array = NDArray[np.float64]
TOGETHER = 4  # records; their gradients and those in order fit into the second-level cache


@compiled(nogil=True)
def put_in_order(gradients: Array, order: NDArray[np.int64], space: Array, rows: Array) -> None:
    """rows[k, j] = gradients[k, order[j]] for at most ``TOGETHER`` records.

    Coordinates that are far apart cost a cache line each. Turned round first, so that the records
    stand side by side, a line serves all of them.

    Shapes: gradients (B, d), B <= TOGETHER; order (d,); space (d, TOGETHER); rows (TOGETHER, d).
    """
    if gradients.shape[0] < TOGETHER:
        for k in range(gradients.shape[0]):
            for j in range(order.shape[0]):
                rows[k, j] = gradients[k, order[j]]
        return
    a, b, c, e = gradients[0], gradients[1], gradients[2], gradients[3]
    for j in range(order.shape[0]):
        space[j, 0], space[j, 1], space[j, 2], space[j, 3] = a[j], b[j], c[j], e[j]
    p, q, r, s = rows[0], rows[1], rows[2], rows[3]
    for j in range(order.shape[0]):
        i = np.uint64(order[j])
        p[j], q[j], r[j], s[j] = space[i, 0], space[i, 1], space[i, 2], space[i, 3]
