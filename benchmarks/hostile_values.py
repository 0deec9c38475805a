"""Where :mod:`benchmarks.hostile_commands` starts from: valid command lines, and hostile values."""

import os
import subprocess
import sys
from pathlib import Path

LINE = "--mu 1 --smoothness 10"
DATA = "--n 1000 --sensitivity 1 --epsilon 1"
RATES = (
    f"{LINE} --alpha 0.1 --beta 0.2",
    f"{LINE} --alpha 0.1 --method gradient",
    f"{LINE} --alpha 0.1 --beta 0.3 --method nesterov --json",
    f"{LINE} --alpha 0.1 --beta 0.3 --eta 0.1 --method momentum --certificate new.json",
    f"{LINE} --method triple-momentum",
)
TUNE = f"--mu 0.02 --smoothness 5 --dimension 20 --gap 10 {DATA}"
NONCONVEX = "--gap 1 --l0 1 --l1 1 --tau0 1 --tau1 0.5 --delta 1e-5 --epsilon 1"
PRIVACY = "--n 1000 --batch 100 --epsilon 1 --delta 1e-5"
MOMENT = "--noise-multiplier 0.4 --clip 0.1 --noise-divisor 256 --beta2 0.99"
# Every program with lines that it answers.
BASES: dict[str, list[list[str]]] = {
    name: [line.split() for line in lines]
    for name, lines in {
        "rate": RATES,
        "map": (
            f"{LINE} --points 3 --jobs 1 --output new.csv",
            f"{LINE} --points 4 --jobs 2 --json --method nesterov",
            f"{LINE} --points 3 --jobs 1 --picture new.png",
        ),
        "allocate": (
            f"{DATA} {LINE} --method nesterov --alpha 0.1 --iterations 20",
            f"{DATA} {LINE} --method gradient --alpha 0.1 --iterations 20 --m 10 --json",
            f"{DATA} {LINE} --method multistage --iterations 300 --weights printed",
            f"{DATA} --weights-file weights.txt --mechanism gaussian --delta 1e-5",
            f"{DATA} {LINE} --method nesterov --alpha 0.1 --iterations 5 --delta 1e-5",
        ),
        "tune": (
            f"{TUNE} --max-iterations 300",
            f"{TUNE} --max-iterations 200 --delta 1e-5 --json",
            f"{TUNE} --max-iterations 200 --m 100",
        ),
        "tune-nonconvex": (
            f"{NONCONVEX} --dimension 10 --n 10000",
            f"{NONCONVEX} --dimension 10 --n 10000 --max-iterations 100 --json",
        ),
        "simulate": (
            "accelerated-logistic-quick --folder cells",
            "accelerated-logistic-quick --folder cells --output new.nc --json",
        ),
        "privacy": (
            f"{PRIVACY} --iterations 20",
            f"{PRIVACY} --epochs 2 --noise 0.01 --json",
            f"{PRIVACY} --epochs 2 --sampling poisson",
        ),
        "second-moment": (
            f"{MOMENT} --step 100",
            f"{MOMENT} --steps 1,10 --gradient 0.1 --json",
            f"{MOMENT} --steps 2,3 --gradient weights.txt --gamma 1e-3",
        ),
        "worst-law": (
            "--rule clip --threshold 1/2 --gradient 0.1 --tau0 1",
            "--rule normalise --regulariser 0.1 --gradient 1 --tau0 1 --tau1 1/2 --json",
            "--rule clip --threshold 2 --gradient 1 --tau0 1 --line --certificate new.json",
        ),
        "memory": (
            "--model vit-large --groups 4 --optimal",
            "--model layers.csv --groups 3 --json",
            "--model gpt2-small --groups 2 --tokens 10",
        ),
        "verify": (
            "accelerated/eq-11-full-batch --mode quick --jobs 1",
            "eq-11-full --mode quick --jobs 2 --json new.json --output new.md",
        ),
        "figures": ("fig-2 --output images", "fig-2 --reuse-data"),
        "kernel": ("rate.json", "weights.txt", "rate.json layers.csv"),
    }.items()
}

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


def prepare(folder: Path, root: Path) -> None:
    """The files of ``PATHS``, a certificate, and the cells of a quick experiment."""
    folder.mkdir()
    (folder / "weights.txt").write_text("1\n2\n3\n")
    layers = "name,tokens,inputs,outputs\na,10,20,30\nb,10,30,20\nc,10,20,10\n"
    (folder / "layers.csv").write_text(layers)
    (folder / "wide.csv").write_text(layers.replace("20", "1" + "0" * 400))
    (folder / "nan.csv").write_text(layers.replace("20", "nan"))
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
        ["-m", "dptheory", "rate", *RATES[0].split(), "--certificate", "rate.json"],
        ["-m", "figures", "fig-2", "--output", "images"],
        ["-m", "dptheory", "simulate", "accelerated-logistic-quick", "--folder", "../cells"],
    )
    (folder / "cells").symlink_to((folder / "../cells").resolve())
    for command in commands:
        subprocess.run(
            [sys.executable, *command], cwd=folder, check=True,
            env=os.environ | {"PYTHONPATH": str(root)}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
