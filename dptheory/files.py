"""Files that are written whole or not at all."""

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# What a process finds here are devices and open files, also where they look like regular ones.
DEVICES = ("/dev/", "/proc/")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """An empty file to write, which takes the place of ``path`` once the block has ended well.

    Behind a link it is the file that the link names. Devices and pipes are never replaced: what
    was written is passed on to them.

    Raises:
        OSError: the folder or the file cannot be written, or there is no space; ``path`` is as it
            was, nothing is left behind.
    """
    state = path.stat() if path.exists() else None
    through = _through(path)
    target = path if through else Path(os.path.realpath(path))
    if state is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if not through:
        target.parent.mkdir(parents=True, exist_ok=True)
    folder = None if through else target.parent
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{target.name}.")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        if through:
            _pass_on(temporary, path)
        else:
            temporary.chmod(stat.S_IMODE(state.st_mode) if state else 0o644)
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file by :func:`replacing` it.

    Raises:
        OSError: as there.
        UnicodeEncodeError: the text has no UTF-8 form.
    """
    with replacing(path) as temporary:
        temporary.write_bytes(content if isinstance(content, bytes) else content.encode())


def output(name: str, given: str | None, *suffixes: str) -> Path | None:
    """The path of an option that names a file to write; refused before any work is done.

    Args:
        name: the option.
        given: its value, None where it was not given.
        suffixes: of the format that will be written; others that name a format are refused.

    Raises:
        ValueError: the name is empty or of another format, the path is a folder, or its folder
            does not exist or cannot be written.
    """
    if given is None:
        return None
    path = Path(given)
    if path.suffix in FORMATS and path.suffix not in suffixes:
        raise ValueError(f"{name} must be a file of {' or '.join(suffixes)}. Found {given}.")
    folder = path.parent
    fits = bool(given) and not path.is_dir() and folder.is_dir()
    if not fits or not os.access(path if _through(path) else folder, os.W_OK):
        raise ValueError(f"{name} must be a file in a writable folder. Found {given or 'none'}.")
    return path


FORMATS = (".csv", ".json", ".md", ".nc", ".npz", ".pdf", ".png", ".svg")


def _through(path: Path) -> bool:
    """Whether a path is written through instead of being replaced."""
    exists = path.exists() and not path.is_dir()
    return exists and (not path.is_file() or str(path.absolute()).startswith(DEVICES))


def _pass_on(source: Path, path: Path) -> None:
    """Copy a file to a device or a pipe; a pipe that nobody reads is an error, not a wait."""
    handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(handle, True)
    with source.open("rb") as read, os.fdopen(handle, "wb") as write:
        shutil.copyfileobj(read, write)
