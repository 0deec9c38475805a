"""Where :mod:`.hostile_commands` starts from: valid command lines, and hostile values."""

import os
import subprocess
import sys
from pathlib import Path


def _bases() -> dict[str, list[list[str]]]:
    """Every program with lines that it answers."""
    found: dict[str, list[list[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        name, *words = line.split()
        found.setdefault(name, []).append(words)
    return found


BASES = _bases()
NUMBERS = (
    "nan", "inf", "-inf", "0", "-0", "-1", "-1e-300", "1e-400", "1e400", "1e309", "1e308",
    "1e-308", "5e-324", "1e-200", "1e200", "1e300", "1e-300", "1e9999", "1e-9999", "1e9999999",
    "1/0", "0/0", "2/-3", "1/3", "-1/3", "1e30", "1e-30", "1e-39", "1e39", "1e6", "1e7", "1e8",
    "1e12", "1e15", "2.5", "0.5", "1.0000000000000001", "1", "2", "3", "10", "100",
    "0.99999999999999999999", "0.999", "1_000", "0x10", "+1", "1e-17",
)  # fmt: skip
OTHERS = (
    "NaN", "Infinity", "1e-9999999", "1e99999999999", "1/1e9",
    "1000000000000000000000000000000", "1e", "1e+", "e1", "--1", "1,5", "1d3", "1j", "1%", "١٢",
    "²", "½", "∞", "", " ", "abc", "--", "-", "---", "=", "'", "\"", "\\", "a b", "[]", "{}",
    "None", "True", "*", "*/*", "%s", "{0}", "\t", "1\n2", "é", "\udcff", "x" * 5000,
    "9" * 5000, "1/" + "3" * 5000, "-" + "9" * 400, "0." + "0" * 4000 + "1", "1 2", "1,2,3",
    "1,,2", ",", "0.5,0.5",
)  # fmt: skip
TEXTS = (*NUMBERS, *OTHERS)


# Files that are not what they should be; see :func:`prepare`.
PATHS = (
    "missing", "missing/x", ".", "..", "/proc", "/dev/null", "/dev/full", "/dev/zero", "sealed/x",
    "/proc/self/mem", "/proc/version", "binary.bin", "empty.csv", "folder.csv", "folder.json",
    "binary.json", "nan.txt", "deep.json", "loop", "link.json", "x" * 300, "x" * 300 + ".json",
    "new.nc", "new.png", "new.CSV", "layers.csv/x", "wide.csv", "nan.csv", "weights.txt",
    "rate.json", "-x.json", "~", "new.json.", "é.json", "pipe", "huge.json",
)  # fmt: skip


LAYERS = "name,tokens,inputs,outputs\na,10,20,30\nb,10,30,20\nc,10,20,10\n"


def small_files(folder: Path) -> None:
    """The files that valid lines read."""
    (folder / "weights.txt").write_text("1\n2\n3\n")
    (folder / "layers.csv").write_text(LAYERS)
    (folder / "records.csv").write_text("a,b,y\n" + "1,0,1\n0.5,1,0\n-1,0.5,0\n0,-1,1\n" * 9)


def prepare(folder: Path, root: Path) -> None:
    """The files of ``PATHS``, a certificate, and the cells of a quick experiment."""
    folder.mkdir()
    small_files(folder)
    (folder / "wide.csv").write_text(LAYERS.replace("20", "1" + "0" * 400))
    (folder / "nan.csv").write_text(LAYERS.replace("20", "nan"))
    (folder / "nan.txt").write_text("1\nnan\n3\n")
    for name in ("binary.bin", "binary.json"):
        (folder / name).write_bytes(bytes(range(256)) * 10)
    (folder / "empty.csv").touch()
    for name in ("folder.csv", "folder.json"):
        (folder / name).mkdir()
    (folder / "sealed").mkdir(mode=0o500)
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "huge.json").write_text('{"kind": ' + "9" * 10**6 + "}")
    (folder / "loop").symlink_to("loop")
    (folder / "link.json").symlink_to("missing/elsewhere.json")
    commands = (
        ["-m", "dptheory", "rate", *BASES["rate"][0], "--output", "rate.json"],
        ["-m", "figures", "fig-2", "--output", "images"],
    )
    for command in commands:
        subprocess.run(
            [sys.executable, *command], cwd=folder, check=True,
            env=os.environ | {"PYTHONPATH": str(root)}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
