"""Other releases of Python and of the libraries, and other locales, where they are to be had."""

import re
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What the claims import beyond what the package requires.
EXTRAS = ("experiments", "data")


class Absent(Exception):
    """This machine has no such Python or locale."""


@dataclass(frozen=True)
class Libraries:
    """A release of Python, as ``3.12``, and which versions: ``our``, ``oldest`` or ``newest``."""

    python: str
    versions: str

    @property
    def words(self) -> list[str]:
        """What pip is told to install."""
        package = ["--editable", f"{ROOT}[{','.join(EXTRAS)}]"]
        if self.versions == "our":
            return ["--constraint", str(ROOT / "constraints.txt"), *package]
        return (oldest() if self.versions == "oldest" else []) + package


def oldest() -> list[str]:
    """Every library at the oldest version that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(text for name in EXTRAS for text in extras[name])]
    return [re.sub(r">=([^,]+).*", r"==\1", text) for text in wanted]


def interpreter(release: str) -> Path:
    """A Python of a release: on the path, or of pyenv.

    Raises:
        Absent: there is none.
    """
    of_pyenv = sorted(Path.home().glob(f".pyenv/versions/{release}.*/bin/python"))
    for found in (*of_pyenv, shutil.which(f"python{release}")):
        if found:
            return Path(found)
    raise Absent(f"no Python {release} on this machine")


def installed(libraries: Libraries, folder: Path) -> Path:
    """The Python of an environment with these libraries, made where there is none.

    Raises:
        Absent: there is no such Python, or pip finds no such libraries.
    """
    home = folder / f"{libraries.python}-{libraries.versions}"
    python, stamp = home / "bin" / "python", home / ".installed"
    if not stamp.exists():
        subprocess.run([interpreter(libraries.python), "-m", "venv", home], check=True)
        done = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *libraries.words],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Absent(f"pip: {done.stderr.strip().splitlines()[-1]}")
        stamp.touch()
    return python


def locales(folder: Path, name: str) -> None:
    """A locale, for LOCPATH.

    Raises:
        Absent: there is no ``localedef``, or no such language.
    """
    if (folder / name).exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    language, _, letters = name.partition(".")
    maker = shutil.which("localedef")
    if maker is None:
        raise Absent("no localedef on this machine")
    subprocess.run([maker, "-i", language, "-f", letters, folder / name], check=False)
    if not (folder / name).exists():
        raise Absent(f"localedef knows no {name}")
