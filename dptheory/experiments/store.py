"""Results of long experiments: a file a cell, written whole, named by what it was computed from.

An interrupted experiment resumes with the cells that are missing; changed parameters or code change
the names, so that nothing stale is ever read.
"""

import fcntl
import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[np.float64]]

_PACKAGE = Path(__file__).parents[1]


def code_hash(sources: Sequence[str]) -> str:
    """A hash of files or folders of this package, and of the libraries that compile and compute."""
    import numba

    digest = hashlib.sha256(f"{np.__version__} {numba.__version__}".encode())
    for source in sources:
        path = _PACKAGE / source
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def key(code: str, parameters: object) -> str:
    """The name of a cell: a hash of the code's hash and the parameters' representation."""
    return hashlib.sha256(f"{code} {parameters!r}".encode()).hexdigest()[:24]


def write(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays as npz by renaming a finished temporary file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "wb") as file:
        file.write(stream.getvalue())
    os.replace(temporary, path)


def read(path: Path) -> Arrays:
    """The arrays of a file that :func:`write` wrote."""
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def _compute(path: Path, task: Callable[[], Mapping[str, Any]]) -> None:
    from threadpoolctl import threadpool_limits

    # Linear algebra on several threads sums in another order: one thread a worker, always.
    with threadpool_limits(1):
        write(path, task())


def complete(
    folder: Path,
    tasks: Iterable[tuple[Path, Callable[[], Mapping[str, Any]]]],
    *,
    jobs: int = 1,
    progress: bool = False,
) -> int:
    """Compute the files that are missing, in joblib workers; the number that was computed.

    Args:
        folder: a lock on it keeps two processes from computing the same cells; it falls with the
            process that holds it.
        tasks: file and function to compute it, picklable.
        jobs: the number of workers.
        progress: show a bar (on a terminal).
    """
    from joblib import Parallel, delayed

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = [(path, task) for path, task in tasks if not path.exists()]
        results = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(
            delayed(_compute)(path, task) for path, task in missing
        )
        if progress:
            from rich.progress import track

            results = track(results, total=len(missing), description="cells")
        for _ in results:
            pass
    return len(missing)
