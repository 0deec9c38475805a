"""What the ledger and the figures offer to the library: found by entry point, when it is asked for.

The library imports neither ``verify`` nor ``figures``, and other packages have these names too: a
file ``verify.py`` in somebody's folder, a package of that name that was installed over this one.
Whose it is that stands there is found out before anything of it runs.
"""

import base64
import hashlib
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from dptheory.errors import ArgumentError

HERE = Path(__file__).resolve().parents[1]  # the folder that holds all three packages


def offered(group: str, name: str) -> Any:
    """What an entry point of this distribution stands for.

    Args:
        group: ``dptheory.commands`` or ``dptheory.claims``. name: of the entry point.

    Raises:
        ValueError: nothing of that name is installed, or what stands there is another package's.
    """
    own = [e for e in metadata.entry_points(group=group, name=name) if _of_dptheory(e)]
    if not own:
        raise ArgumentError(f"dptheory must be installed with its {name}. Found no entry point.")
    package = own[0].module.partition(".")[0]
    _check(package)
    if package in sys.modules:
        return own[0].load()
    # In this order also where the first folder is somebody's, with a module of that name.
    sys.path.insert(0, str(HERE))
    try:
        return own[0].load()
    finally:
        sys.path.remove(str(HERE))


def _of_dptheory(entry: metadata.EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == "dptheory"


def _check(package: str) -> None:
    """Refuse a package that is not the one of this distribution.

    Raises:
        ValueError: it is another's, or missing.
    """
    place = HERE / package / "__init__.py"
    loaded = sys.modules.get(package)
    found = Path(str(getattr(loaded, "__file__", None))) if loaded else place
    if not found.exists() or found.resolve() != place or not _as_installed(place):
        other = _whose(package, found)
        raise ArgumentError(f"{package} must be what was installed with dptheory. Found {other}.")


def _as_installed(place: Path) -> bool:
    """Whether a file is as it was installed, where the installer kept a record of it."""
    name = place.relative_to(HERE).as_posix()
    recorded = [f for f in metadata.files("dptheory") or () if f.as_posix() == name and f.hash]
    if not recorded or recorded[0].hash is None or recorded[0].hash.mode != "sha256":
        return True
    digest = hashlib.sha256(place.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == recorded[0].hash.value


def _whose(package: str, found: Path) -> str:
    """What stands in the place of a package: its file, and the distributions that have one."""
    if not found.exists():
        return "none"
    others = {d for d in metadata.packages_distributions().get(package, ()) if d != "dptheory"}
    named = [f"{d} {metadata.version(d)}" for d in sorted(others)]
    return f"{found}" + (f" (of {', '.join(named)})" if named else "")
