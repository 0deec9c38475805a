"""Which files are the user's own, wherever the libraries are installed."""

from pathlib import Path

import pytest

ASKED = """
import sys

sys.path += sys.argv[1:]
from verify.ledger import sources

names = ("library", "library.part.deeper", "own", "own.part.deeper")
print([sources._path(name) is not None for name in names])
print([path.name for path in sources.files("own")])
"""
OWN = {"own/__init__.py": "import library.other\nfrom own import part\n", "own/part.py": ""}
# A package with its list, of which one part raises when it is imported.
LIBRARY = {
    "library/__init__.py": "def f():\n    import library.part.deeper\n",
    "library/other.py": "",
    "library/part/__init__.py": "assert False",
    "library/part/deeper.py": "",
}
LISTED = {
    "library-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: library\nVersion: 1.0\n",
    "library-1.0.dist-info/RECORD": "".join(f"{name},,\n" for name in LIBRARY),
}


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files by their names."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize("kind", ["target", "named", "linked"])
def test_installed_is_what_an_installer_wrote_wherever_that_is(python, tmp_path, kind) -> None:
    place = {
        "target": tmp_path / "libraries",
        "named": tmp_path / "base/lib/python3/site-packages",
        "linked": tmp_path / "store/dist-packages",
    }[kind]
    write(place, LIBRARY | LISTED)
    if kind == "linked":  # as in a view that a module system makes
        (tmp_path / "view").mkdir()
        (tmp_path / "view/library").symlink_to(place / "library")
        place = tmp_path / "view"
    write(tmp_path / "mine", OWN)
    done = python("-c", ASKED, tmp_path / "mine", place, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[False, False, True, False]\n['__init__.py', 'part.py']\n"


@pytest.mark.parametrize("faulty", ["assert False", "1 / 0", "raise SystemExit(0)", "import none_"])
def test_a_package_that_raises_when_it_is_looked_into_is_passed_over(
    python, tmp_path, faulty
) -> None:
    text = "def f():\n    import own.part.deeper\n"
    write(tmp_path, {"own/__init__.py": text, "own/part/__init__.py": faulty})
    done = python("-c", ASKED, tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[False, False, True, False]\n['__init__.py']\n"
