"""Results of long experiments: a file a cell, written whole, named by what it was computed from.

An interrupted experiment resumes with the cells that are missing; changed parameters or code change
the names, so that nothing stale is ever read, and a checksum that nothing damaged is.
"""

import fcntl
import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.files import write_atomically
from dptheory.processes import in_processes
from dptheory.results import whole

Arrays = dict[str, NDArray[np.float64]]

_HOUSE = Path(__file__).parents[1]


def code_hash(sources: Sequence[str]) -> str:
    """A hash of code, and of the libraries that compile and compute.

    Args:
        sources: files, and folders, by their paths from where this package lies.
    """
    import numba

    digest = hashlib.sha256(f"{np.__version__} {numba.__version__}".encode())
    for source in sources:
        path = _HOUSE / source
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def key(code: str, parameters: object) -> str:
    """The name of a cell: a hash of the code's hash and the parameters' representation."""
    return hashlib.sha256(f"{code} {whole(parameters)}".encode()).hexdigest()[:24]


def write(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays as npz, behind a line with the cell's name and the checksum of the rest."""
    write_atomically(path, _sealed(path, arrays), follow=False)


def _sealed(path: Path, arrays: Mapping[str, Any]) -> bytes:
    """The content of a cell's file."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    content = stream.getvalue()
    return _seal(path, content) + content


def _seal(path: Path, content: bytes) -> bytes:
    return f"{path.stem} {hashlib.sha256(content).hexdigest()}\n".encode()


def read(path: Path) -> Arrays:
    """The arrays of a file that :func:`write` wrote.

    Raises:
        ValueError: it is not whole, was changed, or holds another cell.
    """
    found = _arrays(path)
    if found is None:
        raise ArgumentError(f"{path} must be a cell as it was written. Found a damaged one.")
    return found


class _Cell(dict[str, NDArray[np.float64]]):
    """Arrays by name; one that is not there is a file of somebody else's."""

    def __init__(self, path: Path, arrays: Arrays) -> None:
        super().__init__(arrays)
        self._path = path

    def __missing__(self, name: str) -> NDArray[np.float64]:
        found = ", ".join(self) or "nothing"
        raise ArgumentError(f"{self._path} must hold {name}. Found {found}; delete it.")


def _arrays(path: Path) -> Arrays | None:
    """The arrays behind a first line that fits them; None where they are not those of a cell."""
    line, _, content = path.read_bytes().partition(b"\n")
    if line + b"\n" != _seal(path, content):
        return None
    try:
        # A checksum is no proof of who made it: what follows may be anything.
        with np.load(io.BytesIO(content)) as archive:
            found = {name: archive[name] for name in archive.files}
    except Exception:
        return None
    numbers = all(isinstance(a, np.ndarray) and a.dtype.kind in "biuf" for a in found.values())
    return _Cell(path, found) if numbers else None


def _missing(path: Path) -> bool:
    """Whether a cell must be computed; said, where there is a damaged one."""
    if not path.exists():
        return True
    damaged = _arrays(path) is None
    if damaged:
        print(f"{path} is damaged: it is computed again.", file=sys.stderr)
    return damaged


def made(path: Path, task: Callable[[], Mapping[str, Any]]) -> tuple[Path, bytes]:
    """A cell's file and its content: a worker writes nothing, it may be on another machine."""
    from threadpoolctl import threadpool_limits

    # Linear algebra on several threads sums in another order: one thread a worker, always.
    with threadpool_limits(1):
        return path, _sealed(path, task())


def complete(
    folder: Path,
    tasks: Iterable[tuple[Path, Callable[[], Mapping[str, Any]]]],
    *,
    jobs: int = 1,
    progress: bool = False,
) -> int:
    """Compute the files that are missing, in worker processes; the number that was computed.

    Args:
        folder: a lock on it keeps two processes from computing the same cells; it falls with the
            process that holds it.
        tasks: file and function to compute it, picklable.
        jobs: the number of workers.
        progress: show a bar (on a terminal).
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "rb", opener=_lock) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = [(path, task) for path, task in tasks if _missing(path)]
        results: Iterable[tuple[Path, bytes]] = in_processes(
            ((made, cell) for cell in missing),
            jobs,
            ordered=False,
            kept=f"the finished cells in {folder} are kept, the same command computes the rest",
        )
        if progress:
            from rich.progress import track

            results = track(results, total=len(missing), description="cells")
        for path, content in results:
            write_atomically(path, content, follow=False)
    return len(missing)


def _lock(path: str, flags: int) -> int:
    """An ``opener`` that makes a file and changes none, not even behind a link."""
    return os.open(path, flags | os.O_CREAT | os.O_NOFOLLOW, 0o666)


def computed(
    folder: Path,
    sources: Sequence[str],
    compute: Callable[..., Mapping[str, Any]],
    cells: Iterable[tuple[Any, ...]],
    *,
    jobs: int = 1,
    progress: bool = False,
) -> list[Arrays]:
    """The arrays ``compute(*cell)`` of every cell, from its file or computed where that is missing.

    Args:
        folder: of the files.
        sources: what ``compute`` depends on, see :func:`code_hash`.
        compute: picklable.
        cells: its arguments; a file is named by their representation.
        jobs, progress: as in :func:`complete`.
    """
    wanted = list(cells)
    code = code_hash(sources)
    paths = [folder / f"{key(code, cell)}.npz" for cell in wanted]
    calls = (partial(compute, *cell) for cell in wanted)
    complete(folder, zip(paths, calls, strict=True), jobs=jobs, progress=progress)
    return [read(file) for file in paths]
