"""``python -m verify --new FOLDER``: the smallest whole paper, to begin one's own with."""

import importlib.util
import shutil
from pathlib import Path

from dptheory.files import folder_of
from verify.ledger.collection import slug_of
from verify.ledger.selection import reach

TEMPLATE = Path(__file__).with_name("templates") / "paper"
LEFT = shutil.ignore_patterns("__pycache__", ".pytest_cache", "build")


def make(folder: Path) -> int:
    """Write a paper of one claim, one setting and one figure, with a test; how many files it has.

    Raises:
        ValueError: the folder is not empty, or its name is no name of a new package.
    """
    name = folder.resolve().name
    if not name.isidentifier() or not name.islower():
        raise ValueError(f"--new must be a name of a package, in small letters. Found {folder}.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"--new must name a new or an empty folder. Found {folder}.")
    reach(folder.resolve().parent)
    if (taken := importlib.util.find_spec(name)) is not None and taken.origin is not None:
        raise ValueError(f"--new must be a name that no package has. Found {taken.origin}.")
    folder_of("--new", str(folder))
    shutil.copytree(TEMPLATE, folder, ignore=LEFT, dirs_exist_ok=True)
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        text = path.read_text(encoding="utf-8")
        if (own := text.replace("paper/lemma-1", f"{slug_of(folder)}/lemma-1")) != text:
            path.write_text(own, encoding="utf-8")
    return len(files)
