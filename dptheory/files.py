"""Files that are written whole or not at all."""

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dptheory.errors import ArgumentError

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
    if state is not None:
        _require_writable(target, path)
    if not through:
        target.parent.mkdir(parents=True, exist_ok=True)
    folder = tempfile.gettempdir() if through else target.parent
    name = os.path.join(folder, f".{target.name}.{os.urandom(4).hex()}")
    # A new file is for whom the umask says; what is to be replaced may be private.
    mode = 0o666 if state is None else 0o600
    os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    temporary = Path(name)
    try:
        yield temporary
        if through:
            _pass_on(temporary, path)
        else:
            if state is not None:
                temporary.chmod(stat.S_IMODE(state.st_mode))
            temporary.replace(target)
    except OSError as error:
        if error.errno is None or error.filename not in (None, name):
            raise
        # The name that the user knows, not that of the temporary file.
        raise type(error)(error.errno, error.strerror, str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)


def _require_writable(target: Path, path: Path) -> None:
    """Refuse a file that may not be written, by the name that the user knows."""
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_atomically(path: Path, content: str | bytes, *, follow: bool = True) -> None:
    """Write a file by :func:`replacing` it.

    Args:
        path: where to. content: what. follow: to the file behind a link; else the link is replaced.

    Raises:
        OSError: as there.
        UnicodeEncodeError: the text has no UTF-8 form.
    """
    if not follow and path.is_symlink():
        path.unlink()
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
    if path.suffix.lower() in FORMATS and path.suffix.lower() not in suffixes:
        raise ArgumentError(f"{name} must be a file of {' or '.join(suffixes)}. Found {given}.")
    folder = path.parent
    fits = bool(given) and not os.path.isdir(path) and os.path.isdir(folder) and _possible(path)
    if not fits or not os.access(path if _through(path) else folder, os.W_OK):
        raise ArgumentError(f"{name} must be a file in a writable folder. Found {given or 'none'}.")
    return path


def outputs(name: str, given: Sequence[str] | None, *suffixes: str) -> dict[str, Path]:
    """The paths of an option that names files to write, one of a format, by their suffixes.

    Args:
        name: the option.
        given: its values.
        suffixes: of the formats; a file of none of them is of the first.

    Raises:
        ValueError: as :func:`output`, or two files are of one format.
    """
    found: dict[str, Path] = {}
    for text in given or ():
        path = output(name, text, *suffixes)
        suffix = path.suffix.lower() if path else ""
        suffix = suffix if suffix in suffixes else suffixes[0]
        if path is None or suffix in found:
            raise ArgumentError(f"{name} must be one file of {suffix}. Found {text}.")
        found[suffix] = path
    return found


def write_rows(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows with the same keys as a CSV file; None is an empty cell."""
    lines = [",".join(rows[0])]
    lines += [",".join("" if v is None else str(v) for v in row.values()) for row in rows]
    write_atomically(path, "\n".join(lines) + "\n")


def folder_of(option: str, given: str) -> Path:
    """The folder that an option names, made if it is missing.

    Raises:
        ValueError: it cannot be made or written.
    """
    path = Path(given)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        wanted = f"{option} must be a folder that can be written"
        raise ArgumentError(f"{wanted}. Found {given} ({error.strerror}).") from error
    return path


def at_once(path: str, flags: int) -> int:
    """An ``opener`` for files that are read: a pipe into which nobody writes is empty, no wait."""
    handle = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(handle, True)
    return handle


def text_of(option: str, path: Path, longest: int | None = None) -> str:
    """The text of a file that an option names; it may be a pipe.

    A byte order mark is left out, and lines end in a line feed, whatever they end in there.

    Raises:
        ValueError: it cannot be read, is empty, not UTF-8, or longer than ``longest`` bytes
            (``LONGEST`` by default).
    """
    longest, problem = longest or LONGEST, ""
    try:
        with open(path, "rb", opener=at_once) as stream:
            content = stream.read(longest + 1)
        text = content.decode("utf-8-sig") if len(content) <= longest else ""
        problem = "" if text else "it is empty"
        if len(content) > longest:
            problem = f"it has more than {longest} bytes"
    except OSError as error:
        problem = str(error.strerror)
    except UnicodeDecodeError:
        problem = "it is no UTF-8"
    if problem:
        wanted = f"{option} must be a text file that can be read"
        raise ArgumentError(f"{wanted}. Found {path} ({problem}).")
    return text.replace("\r\n", "\n").replace("\r", "\n")


LONGEST = 10**8
# Endings of formats, which a file of another one shall not have.
FORMATS = (
    *(".csv", ".json", ".md", ".nc", ".npz", ".pdf", ".png", ".svg"),
    *(".bmp", ".eps", ".gif", ".jpeg", ".jpg", ".tif", ".tiff", ".webp"),
)


def _possible(path: Path) -> bool:
    """Whether a file of this name may exist: it is not too long, and no link to itself."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ENOENT
    return True


def _through(path: Path) -> bool:
    """Whether a path is written through instead of being replaced."""
    exists = os.path.exists(path) and not os.path.isdir(path)
    return exists and (not os.path.isfile(path) or str(path.absolute()).startswith(DEVICES))


def _pass_on(source: Path, path: Path) -> None:
    """Copy a file to a device or a pipe; a pipe that nobody reads is an error, not a wait."""
    handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(handle, True)
    with source.open("rb") as read, os.fdopen(handle, "wb") as write:
        shutil.copyfileobj(read, write)
