"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write a file by renaming a finished temporary one in the same folder.

    Raises:
        OSError: the folder cannot be made or written; nothing is left behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def require_writable(name: str, path: Path) -> None:
    """Refuse, before any work is done, a file that could not be written.

    Raises:
        ValueError: the path is a folder, its folder does not exist or cannot be written.
    """
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise ValueError(f"{name} must be a file in a writable folder. Found {path}.")
